// expect: rill: this type has no binary form: give it `friend void rill_binary(auto& io, T& x) { io(x.a, x.b); }`, or a line RILL_FIELDS
// max-lines: 22
//
// test/refuse/binary_class.cpp: a class whose members are private.
#include <rill/binary.h>

#include <string>

class secret {
 public:
  int f() const { return n_; }

 private:
  int n_ = 0;
};

std::string f(secret const& s) { return rill::to_bytes(s); }
