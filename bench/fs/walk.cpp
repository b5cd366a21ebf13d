// bench/fs/walk.cpp: microseconds to walk 100,000 files: rill::fs::walk,
// std::filesystem::recursive_directory_iterator, fts, nftw. Three shapes of
// tree; medians of 15 interleaved rounds, warm cache.
//   g++ -O2 -std=c++20 -Iinclude bench/fs/walk.cpp && ./a.out [FOLDER]
// The files are made in a new folder below FOLDER, by default /dev/shm.
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "rill/fs.h"

namespace {

// The number of entries and the bytes of their paths, equal for each way.
struct sum {
  unsigned long count = 0;
  unsigned long bytes = 0;
  bool operator==(sum const&) const = default;
};

sum with_rill(std::string const& path) {
  sum all;
  for (auto& entry : rill::fs::walk(path)) {
    ++all.count;
    all.bytes += entry.path().size;
  }
  return all;
}

sum with_std(std::string const& path) {
  sum all;
  for (auto const& entry :
       std::filesystem::recursive_directory_iterator(path)) {
    ++all.count;
    all.bytes += entry.path().native().size();
  }
  return all;
}

sum with_fts(std::string const& path) {
  sum all;
  char* const roots[] = {const_cast<char*>(path.c_str()), nullptr};
  FTS* const walk =
      fts_open(roots, FTS_PHYSICAL | FTS_NOSTAT | FTS_NOCHDIR, nullptr);
  while (FTSENT* const entry = fts_read(walk)) {
    if (entry->fts_info == FTS_DP || entry->fts_level == 0) continue;
    ++all.count;
    all.bytes += entry->fts_pathlen;
  }
  fts_close(walk);
  return all;
}

sum found;
sum with_nftw(std::string const& path) {
  found = {};
  nftw(
      path.c_str(),
      [](char const* name, struct stat const*, int, FTW* where) {
        if (where->level == 0) return 0;
        ++found.count;
        found.bytes += std::char_traits<char>::length(name);
        return 0;
      },
      64, FTW_PHYS);
  return found;
}

// The same, and for each entry its kind and size.
sum sizes_with_rill(std::string const& path) {
  sum all;
  for (auto& entry : rill::fs::walk(path)) {
    ++all.count;
    if (entry.is_regular()) all.bytes += entry.status().size;
  }
  return all;
}
sum sizes_with_std(std::string const& path) {
  sum all;
  for (auto const& entry :
       std::filesystem::recursive_directory_iterator(path)) {
    ++all.count;
    if (entry.is_regular_file()) all.bytes += entry.file_size();
  }
  return all;
}

// `files` files and `wide` folders in each folder, down to `deep` levels.
void make_tree(std::string const& path, int files, int wide, int deep) {
  for (int i = 0; i != files; ++i) {
    std::string const name = path + "/file-" + std::to_string(i) + ".txt";
    int const handle = ::open(name.c_str(), O_CREAT | O_WRONLY, 0600);
    if (handle < 0) exit(1);
    ::close(handle);
  }
  if (deep == 0) return;
  for (int i = 0; i != wide; ++i) {
    std::string const name = path + "/folder-" + std::to_string(i);
    ::mkdir(name.c_str(), 0700);
    make_tree(name, files, wide, deep - 1);
  }
}

using way = sum (*)(std::string const&);

void compare(char const* shape, std::string const& path,
             std::vector<std::pair<char const*, way>> const& ways) {
  std::vector<std::vector<double>> times(ways.size());
  sum const expected = ways[0].second(path);
  for (int round = 0; round != 15; ++round) {
    for (std::size_t i = 0; i != ways.size(); ++i) {
      auto const start = std::chrono::steady_clock::now();
      sum const all = ways[i].second(path);
      std::chrono::duration<double, std::micro> const taken =
          std::chrono::steady_clock::now() - start;
      if (!(all == expected)) {
        std::printf("%s finds something else\n", ways[i].first);
        exit(1);
      }
      times[i].push_back(taken.count());
    }
  }
  std::printf("%s: %lu entries\n", shape, expected.count);
  double first = 0;
  for (std::size_t i = 0; i != ways.size(); ++i) {
    std::sort(times[i].begin(), times[i].end());
    double const median = times[i][times[i].size() / 2];
    if (i == 0) first = median;
    std::printf("  %-22s %9.0f us  %5.2f\n", ways[i].first, median,
                median / first);
  }
}

}  // namespace

int main(int count, char** arguments) {
  std::string base = count > 1 ? arguments[1] : "/dev/shm";
  base += "/rill-walk-XXXXXX";
  if (!mkdtemp(base.data())) return 1;
  struct shape {
    char const* name;
    int files, wide, deep;
  };
  for (shape const& s : {shape{"100 folders of 1,000 files", 1000, 99, 1},
                         shape{"1,111 folders of 90 files", 90, 10, 3},
                         shape{"11,111 folders of 9 files", 9, 10, 4}}) {
    std::string const path = base + "/tree";
    ::mkdir(path.c_str(), 0700);
    make_tree(path, s.files, s.wide, s.deep);
    compare(s.name, path,
            {{"rill::fs::walk", with_rill},
             {"std::filesystem", with_std},
             {"fts", with_fts},
             {"nftw", with_nftw}});
    compare("  and the sizes", path,
            {{"rill::fs::walk", sizes_with_rill},
             {"std::filesystem", sizes_with_std}});
    rill::fs::remove_all(path);
  }
  rill::fs::remove_all(base);
}
