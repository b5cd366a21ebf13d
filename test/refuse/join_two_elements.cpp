// expect: rill: the third argument of join is a separator before the last
//   element of a range that can be gone through twice, or a function of one
//   element
// expect-gcc: int Argument = 1;
// expect-clang: argument_can_be_printed<1,
//
// test/refuse/join_two_elements.cpp: join with a function of two elements.
#include <rill/print.h>

void f(int const (&numbers)[3]) {
  rill::println(rill::join(numbers, ", ", [](int a, int b) { return a + b; }));
}
