// expect: rill: this type cannot be printed
// expect-gcc: [with int Argument = 2; Type = point]
// expect-clang: argument_can_be_printed<2, point>
//
// test/refuse/debug_class.cpp: the debug form of a class without a hook.
#include <rill/types.h>

class point {
 public:
  int x() const { return x_; }

 private:
  int x_ = 0;
};
int main() { rill::print("at ", rill::debug(point())); }
