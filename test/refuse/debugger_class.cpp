// expect: rill: this type cannot be printed
// expect-gcc: [with int Argument = 2; Type = point]
// expect-clang: argument_can_be_printed<2, point>
//
// test/refuse/debugger_class.cpp: a class without a hook, to the debugger.
#include <rill/debug.h>

class point {
 public:
  int x() const { return x_; }

 private:
  int x_ = 0;
};
int main() { rill::println(rill::debugger(), "x", point()); }
