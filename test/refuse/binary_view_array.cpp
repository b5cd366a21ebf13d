// expect: rill: these bytes are a temporary, which the views would outlive
// max-lines: 12
//
// test/refuse/binary_view_array.cpp: views into a temporary array.
#include <rill/binary.h>

#include <array>
#include <string_view>

int main() {
  return static_cast<int>(
      rill::read_binary_view<std::string_view>(std::array<char, 2>{1, 'a'})
          .size());
}
