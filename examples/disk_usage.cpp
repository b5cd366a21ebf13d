// examples/disk_usage.cpp: counts the files below a folder and their bytes by
// extension, largest first. Without an argument it makes a small folder and
// reads that.
#include <rill/fs.h>
#include <rill/rill.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace {

struct total {
  std::string extension;
  unsigned long long files = 0;
  unsigned long long bytes = 0;
};

std::vector<total> totals_below(char const* folder) {
  std::map<std::string, total> all;
  rill::fs::walk found(folder);
  for (auto& entry : found) {
    if (!entry.is_regular()) continue;
    auto const status = entry.try_status();
    if (!status) continue;  // removed since it was listed
    std::string const extension(rill::fs::extension(entry.name()));
    total& sum = all[extension];
    sum.extension = extension.empty() ? "(none)" : extension;
    sum.files += 1;
    sum.bytes += status->size;
  }
  if (found.error_count() != 0)
    rill::eprintln("not read: ", found.error_count(),
                   ", the first: ", found.first_error());
  std::vector<total> sorted;
  for (auto const& [name, sum] : all) sorted.push_back(sum);
  std::sort(sorted.begin(), sorted.end(),
            [](total const& a, total const& b) { return a.bytes > b.bytes; });
  return sorted;
}

void make_something() {
  rill::fs::create_directories("some/where/deep");
  auto const folder = rill::fs::directory::open("some");
  for (char const* name : {"a.txt", "where/b.txt", "where/deep/c.cpp", "d"})
    rill::print(folder.open_file(name, rill::file::creating),
                "These are the contents of ", name, ".\n");
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) make_something();
  for (total const& sum : totals_below(count < 2 ? "some" : arguments[1]))
    rill::println(rill::left(sum.extension, 10), rill::right(sum.files, 8),
                  rill::right(sum.bytes, 16));
  if (count < 2) rill::fs::remove_all("some");
}
