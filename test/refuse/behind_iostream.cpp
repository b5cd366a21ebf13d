// expect: rill: this type cannot be printed
// expect-gcc: [with int Argument = 2; Type = point]
// expect-clang: argument_can_be_printed<2, point>
// max-lines: 10
//
// test/refuse/behind_iostream.cpp: box_class.cpp with <rill/iostream.h> first.
#include <rill/iostream.h>
#include <rill/box.h>
#include <rill/types.h>

class point {
 public:
  int x() const { return x_; }

 private:
  int x_ = 0;
};
int main() { rill::box({.title = "t"}, "x", point()); }
