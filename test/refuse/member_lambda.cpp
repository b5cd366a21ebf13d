// expect: rill: a lambda or another function object is not printed: print what
//   a call of it returns, f(), or give its class a friend rill_print
//
// test/refuse/member_lambda.cpp: a structure with a lambda, which std::ostream
// would print as a bool.
#include <rill/types.h>

#include <ostream>

struct action {
  int number;
  decltype([] { return 1; }) run;
};
int main() { rill::println(action()); }
