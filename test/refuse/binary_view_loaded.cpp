// expect: rill: these bytes are a temporary, which the views would outlive
// max-lines: 12
//
// test/refuse/binary_view_loaded.cpp: views into a loaded file that is
// destroyed at the end of the expression.
#include <rill/binary.h>
#include <rill/file.h>

#include <string_view>

int main() {
  return static_cast<int>(
      rill::read_binary_view<std::string_view>(rill::load("a")).size());
}
