// expect: rill: a union is not printed by itself, because only the program
// expect-gcc: [with int Argument = 2; Type = number]
// expect-clang: argument_can_be_printed<2, number>
//
// test/refuse/union.cpp: a union inside a structure.
#include <rill/print.h>

union number {
  int whole;
  float part;
};
struct cell {
  char kind;
  number value;
};
int main() { rill::print("cell ", cell{'i', {1}}); }
