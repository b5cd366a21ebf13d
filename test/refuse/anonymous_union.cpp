// expect: rill: a union is not printed by itself, because only the program
//   knows which member it holds
//
// test/refuse/anonymous_union.cpp: an anonymous union, for which printable is
// false.
#include <rill/types.h>

struct tagged {
  bool is_float;
  union {
    int i;
    float f;
  };
};
static_assert(!rill::printable<tagged>);
int main() { rill::print(tagged()); }
