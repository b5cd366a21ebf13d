// examples/copy_progress.cpp: copies a file with its holes, and shows the
// progress.
//
//     ./copy_progress FROM TO
#include <rill/rill.h>

namespace {

// The bytes of one step depend on the file systems: a hole is one step, and so
// is a file whose blocks can be shared.
void copy(rill::file const& from, rill::file const& to, bool is_loud) {
  unsigned long long const size = from.size();
  auto const moved = rill::copy(
      from, to, {.sparse = true, .report_every = 4'000'000},
      [=](unsigned long long done) {
        if (is_loud)
          rill::eprint('\r', done / 1000, " of ", size / 1000, " kB");
      });
  if (is_loud) rill::eprintln();
  rill::println(moved, " bytes");
}

// Without arguments it shows no progress: it copies a file of 10 MB that is
// mostly a hole.
void demonstrate() {
  rill::file const from = rill::file::temporary();
  from.truncate(10'000'000);
  from.pwrite("in the middle", 5'000'000);
  rill::file const to = rill::file::temporary();
  copy(from, to, false);
  char text[13];
  rill::println(rill::text{text, to.pread(text, sizeof text, 5'000'000)});
}

}  // namespace

int main(int count, char** words) try {
  if (count == 3)
    copy(rill::file::open(words[1]), rill::file::create(words[2]), true);
  else
    demonstrate();
  return 0;
} catch (rill::error const& wrong) {
  rill::eprintln(wrong);
  return 1;
}
