// expect: rill: a structure with more than 64 members is not printed by itself
// expect: RILL_FIELDS(Type, a, b)
//
// test/refuse/aggregate_large.cpp: a structure with 65 members.
#include <rill/types.h>

struct large {
  int a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13;
  int b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13;
  int c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13;
  int d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13;
  int e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13;
};
int main() { rill::print(large()); }
