// expect: rill: this type cannot be printed: give it a friend void
//   rill_print(auto& out, Type const& x) { out(x.a, x.b); }
// expect-gcc: [with int Argument = 1; Type = point]
// expect-clang: argument_can_be_printed<1, point>
//
// test/refuse/styled_class.cpp: a class without a hook, in a style.
#include <rill/terminal.h>
#include <rill/types.h>

class point {
 public:
  int x() const { return x_; }

 private:
  int x_ = 0;
};

int main() { rill::println(rill::styled(point(), rill::red)); }
