// expect: rill: the elements of this range are ranges of its own type, without
//   end: give it a rill_print
//
// test/refuse/endless_ranges.cpp: two ranges that are each other's elements.
#include <rill/types.h>

struct other;
struct one {
  other const* begin() const;
  other const* end() const;
};
struct other {
  one const* begin() const;
  one const* end() const;
};

void f(one const& range) { rill::println("all: ", range); }
