// expect: rill: this type has no binary form: give it `friend void
//   rill_binary(auto& io, T& x) { io(x.a, x.b); }`, or a line RILL_FIELDS
// max-lines: 22
//
// test/refuse/binary_anonymous_union.cpp: a structure with an anonymous union.
#include <rill/binary.h>

#include <string>

struct tagged {
  bool is_float;
  union {
    int i;
    float f;
  };
};

std::string f(tagged const& x) { return rill::to_bytes(x); }
