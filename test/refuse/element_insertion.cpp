// expect: rill: an element or a member has an operator<< or a formatter: give its type a friend rill_print, or print the elements of a range by rill::join(range, ", ", [](auto const& x) { return rill::via_ostream(x); }), via_format(x) or via_fmt(x)
// expect-gcc: Argument = 1
// expect-gcc: money
//
// test/refuse/element_insertion.cpp: a range whose elements have an
// operator<<.
#include <rill/types.h>

#include <ostream>
#include <vector>

class money {
 public:
  explicit money(int cents) : cents_(cents) {}
  friend std::ostream& operator<<(std::ostream& out, money const& m) {
    return out << m.cents_;
  }

 private:
  int cents_;
};
void f(std::vector<money> const& prices) { rill::println(prices); }
