// expect: rill: a pointer is not printed by itself: rill::deref(p) prints the
//   value, rill::ptr(p) the address
// expect-gcc: int Argument = 2;
// expect-clang: argument_can_be_printed<2,
//
// test/refuse/smart_pointer.cpp: a std::unique_ptr as an argument.
#include <rill/types.h>

#include <memory>

void f(std::unique_ptr<int> const& p) { rill::print("p = ", p); }
