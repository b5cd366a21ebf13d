// says: rill: this type cannot be printed: give it a friend void rill_print(auto& out, Type const& x) { out(x.a, x.b); }, or a line RILL_FIELDS(Type, a, b)
// expect-gcc: [with int Argument = 2; Type = point]
// expect-clang: argument_can_be_printed<2, point>
//
// test/refuse/class_without_hook.cpp: a class with private members and
// without a hook.
#include <rill/types.h>

class point {
 public:
  point(int x, int y) : x_(x), y_(y) {}

  int sum() const { return x_ + y_; }

 private:
  int x_, y_;
};
int main() { rill::print("at ", point(1, 2)); }
