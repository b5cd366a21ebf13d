// expect: rill: an element or a member has an operator<< or a formatter: give
//   its type a friend rill_print, or print the elements of a range by
//   rill::join(range, ", ", [](auto const& x) { return rill::via_ostream(x); }),
//   via_format(x) or via_fmt(x)
//
// test/refuse/member_insertion.cpp: a structure with a member that has an
// operator<<.
#include <rill/types.h>

#include <ostream>

class money {
 public:
  explicit money(int cents) : cents_(cents) {}
  friend std::ostream& operator<<(std::ostream& out, money const& m) {
    return out << m.cents_;
  }

 private:
  int cents_;
};
struct item {
  int number;
  money price;
};
void f(item const& sold) { rill::println(sold); }
