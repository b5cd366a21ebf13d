// expect: a file goes in as rill::file_reader(path), a map
//
// test/refuse/lines_file.cpp: the lines of a file without a buffer.
#include <rill/rill.h>

int main() {
  rill::file const f = rill::file::open("f");
  for (auto line : rill::lines(f)) (void)line;
}
