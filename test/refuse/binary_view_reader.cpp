// expect: rill: read_binary_view needs bytes in memory
// max-lines: 12
//
// test/refuse/binary_view_reader.cpp: views into the buffer of a reader.
#include <rill/binary.h>
#include <rill/file.h>

#include <string_view>

int main() {
  rill::file_reader in("a");
  return static_cast<int>(rill::read_binary_view<std::string_view>(in).size());
}
