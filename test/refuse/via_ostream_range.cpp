// expect: rill: via_ostream is for a type with an operator<<: the elements of a range print by rill::join(range, ", ", [](auto const& x) { return rill::via_ostream(x); })
//
// test/refuse/via_ostream_range.cpp: a range whose elements have an
// operator<<.
#include <rill/iostream.h>

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
void f(std::vector<money> const& prices) {
  rill::println(rill::via_ostream(prices));
}
