// expect: rill: a lambda or another function object is not printed: print what
//   a call of it returns, f(), or give its class a friend rill_print
//
// test/refuse/print_generic_lambda.cpp: a lambda whose call operator is a
// template.
#include <rill/types.h>

int main() {
  int sum = 0;
  rill::println([&](auto x) { return sum += x; });
}
