// expect: rill: a lambda or another function object is not printed: print what
//   a call of it returns, f(), or give its class a friend rill_print
//
// test/refuse/print_std_function.cpp: a std::function instead of its result.
#include <rill/types.h>

#include <functional>

void f(std::function<int()> const& next) { rill::println(next); }
