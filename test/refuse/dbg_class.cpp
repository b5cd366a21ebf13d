// expect: rill: this type cannot be printed
// expect-gcc: [with int Argument = 1; Type = point]
// expect-clang: argument_can_be_printed<1, point>
//
// test/refuse/dbg_class.cpp: dbg of a class without a hook.
#include <rill/debug.h>

class point {
 public:
  int x() const { return x_; }

 private:
  int x_ = 0;
};
int main() {
  point const p;
  rill::dbg(p);
}
