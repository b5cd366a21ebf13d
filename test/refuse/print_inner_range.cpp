// expect: rill: a range whose begin() is not const is copied where it is const
//   or inside another value, and this one cannot be copied
//
// test/refuse/print_inner_range.cpp: a range without a copy as an element.
#include <rill/types.h>

#include <vector>

class generator {
 public:
  generator(generator&&);
  int* begin();
  int* end();
};

void f(std::vector<generator>& all) { rill::println(all); }
