// says: rill: this type has an operator<<: rill::via_ostream(x) of <rill/iostream.h> prints it, or a friend rill_print does
// expect-gcc: [with int Argument = 2; Type = money]
// expect-clang: argument_can_be_printed<2, money>
//
// test/refuse/only_insertion.cpp: a class with nothing but an operator<<.
#include <rill/print.h>

#include <ostream>

struct money {
  int cents;
  friend std::ostream& operator<<(std::ostream& out, money const& m) {
    return out << m.cents;
  }
};
int main() { rill::println("for ", money{1250}); }
