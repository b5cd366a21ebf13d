// expect: rill: a c_file is opened by a verb and not by a mode: open for "r"
//
// test/refuse/c_file_open_mode.cpp: a mode of fopen instead of options.
#include <rill/stdio.h>

int main() {
  auto out = rill::c_file::open("numbers.txt", "a");
  rill::println(out, 1);
}
