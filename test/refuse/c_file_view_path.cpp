// expect: rill: this takes a FILE*, and not a path
//
// test/refuse/c_file_view_path.cpp: a path instead of a FILE*.
#include <rill/stdio.h>

int main() {
  rill::c_file_view out("numbers.txt");
  rill::println(out, 1);
}
