// expect: rill: views are read from binary_compact
// max-lines: 12
//
// test/refuse/binary_view_tagged.cpp: views are not read from binary_tagged.
#include <rill/binary.h>

#include <string>
#include <string_view>

int main() {
  std::string const bytes;
  return static_cast<int>(
      rill::read_binary_view<std::string_view>(bytes, rill::binary_tagged)
          .size());
}
