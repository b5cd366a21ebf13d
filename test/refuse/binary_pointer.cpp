// expect: rill: a pointer has no binary form: addresses mean nothing to another program, and shared objects would be read twice; write what it points to, or a std::unique_ptr
// max-lines: 22
//
// test/refuse/binary_pointer.cpp: a structure with a raw pointer is written.
#include <rill/binary.h>

#include <string>

struct node {
  int n;
  node* next;
};

std::string f(node const& n) { return rill::to_bytes(n); }
