// expect: rill: this range changes when it is iterated, and it cannot be
//   copied: write a container of its elements
// max-lines: 16
//
// test/refuse/binary_const_range.cpp: the bytes of a const range without a
// copy.
#include <rill/binary.h>

#include <string>

class generator {
 public:
  generator(generator&&);
  int* begin();
  int* end();
};

void f(generator const& g) { (void)rill::to_bytes(g); }
