// expect: rill: this function for join takes its element by value and returns
//   a wrapper that refers to that copy: let it take the element by reference
// expect-gcc: int Argument = 1;
// expect-clang: argument_can_be_printed<1,
//
// test/refuse/join_own_copy.cpp: a wrapper around a by-value parameter.
#include <rill/print.h>

void f(int const (&numbers)[3]) {
  rill::println(rill::join(numbers, ", ", [](int n) { return rill::hex(n); }));
}
