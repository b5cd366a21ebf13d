// expect: rill: binary_fixed has no counts: write the elements one by one, or a std::array
// max-lines: 22
//
// test/refuse/binary_fixed_read.cpp: a vector is read from a layout.
#include <rill/binary.h>

#include <string>
#include <vector>

std::vector<int> f(std::string const& bytes) {
  return rill::from_bytes<std::vector<int>>(bytes, rill::binary_fixed);
}
