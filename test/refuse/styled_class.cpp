// expect: rill: this type cannot be printed: give it a friend void
// rill_print(auto& out, Type const& x) { out(x.a, x.b); }
//
// test/refuse/styled_class.cpp: a class without a hook, in a style.
#include <rill/print.h>

class point {
 public:
  point(int x, int y) : x_(x), y_(y) {}
  int sum() const { return x_ + y_; }

 private:
  int x_, y_;
};

int main() { rill::println(rill::styled(point{1, 2}, rill::red)); }
