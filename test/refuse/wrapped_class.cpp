// expect: rill: this type cannot be printed
// expect-gcc: int Argument = 2;
// expect-clang: argument_can_be_printed<2,
//
// test/refuse/wrapped_class.cpp: the error names the class, not the wrapper.
#include <rill/types.h>

class hidden {
  int n_ = 0;

 public:
  int n() const { return n_; }
};
void f(hidden const& h) { rill::println("h = ", rill::right(h, 8)); }
