// expect: rill: a view shows elements as they are in the bytes
// max-lines: 30
//
// test/refuse/binary_view_bool.cpp: a span of bool: a byte of 2 is invalid.
#include <rill/binary.h>

#include <span>
#include <string>

int main() {
  std::string const bytes;
  return static_cast<int>(
      rill::read_binary_view<std::span<bool const>>(bytes).size());
}
