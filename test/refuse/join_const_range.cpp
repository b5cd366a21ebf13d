// expect: rill: a range whose begin() is not const is copied where it is const
//   or inside another value, and this one cannot be copied
//
// test/refuse/join_const_range.cpp: the elements of a const range without a
// copy.
#include <rill/print.h>

class generator {
 public:
  generator(generator&&);
  int* begin();
  int* end();
};

void f(generator const& g) { rill::println(rill::join(g, ", ")); }
