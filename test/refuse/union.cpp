// expect: rill: a union is not printed by itself, because only the program
//   knows which member it holds
//
// test/refuse/union.cpp: a union inside of a structure.
#include <rill/types.h>

union either {
  int i;
  float f;
};
struct tagged {
  bool is_float;
  either value;
};
int main() { rill::print(tagged()); }
