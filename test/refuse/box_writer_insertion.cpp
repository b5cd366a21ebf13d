// expect: rill: a sink is printed to by rill::print(out, x) and
//   rill::println(out, x), without operator<<
//
// test/refuse/box_writer_insertion.cpp: operator<< to a box_writer.
#include <rill/box.h>

int main() {
  rill::box_writer out;
  out << 1;
}
