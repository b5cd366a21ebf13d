// expect: rill: a lambda or another function object is not printed: print what
//   a call of it returns, f(), or give its class a friend rill_print
//
// test/refuse/print_lambda.cpp: a lambda instead of its result, without
// rill/types.h.
#include <rill/print.h>

int main() {
  rill::println("x = ", [] { return 1; });
}
