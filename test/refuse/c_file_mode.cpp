// expect: rill: a c_file is opened by a verb and not by a mode: open for "r"
//
// test/refuse/c_file_mode.cpp: a mode of fopen instead of a verb.
#include <rill/stdio.h>

int main() {
  rill::c_file out("numbers.txt", "w");
  rill::println(out, 1);
}
