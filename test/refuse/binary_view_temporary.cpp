// expect: rill: these bytes are a temporary, which the views would outlive
// max-lines: 12
//
// test/refuse/binary_view_temporary.cpp: views into a temporary
// string.
#include <rill/binary.h>

#include <string>
#include <string_view>

std::string bytes();

int main() {
  return static_cast<int>(
      rill::read_binary_view<std::string_view>(bytes()).size());
}
