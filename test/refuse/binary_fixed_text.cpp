// expect: rill: binary_fixed has no lengths: a text of a fixed size is a rill::fixed_text<N>
// max-lines: 22
//
// test/refuse/binary_fixed_text.cpp: a string in a layout without lengths.
#include <rill/binary.h>

#include <string>

std::string f(std::string const& s) {
  return rill::to_bytes(s, rill::binary_fixed);
}
