// expect: rill: binary_fixed has no counts: write the elements one by one, or a std::array
// max-lines: 22
//
// test/refuse/binary_fixed_vector.cpp: a vector in a layout without counts.
#include <rill/binary.h>

#include <string>
#include <vector>

std::string f(std::vector<int> const& v) {
  return rill::to_bytes(v, rill::binary_fixed);
}
