// expect: rill: a view owns no text: read a std::string, or views by read_binary_view
// max-lines: 22
//
// test/refuse/binary_read_view.cpp: a string_view is read; it owns no text.
#include <rill/binary.h>

#include <string>
#include <string_view>

std::string_view f(std::string const& bytes) {
  return rill::from_bytes<std::string_view>(bytes);
}
