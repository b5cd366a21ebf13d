// expect: rill: binary_fixed does not store which of several values is present: use binary_compact or binary_tagged
// max-lines: 22
//
// test/refuse/binary_fixed_optional.cpp: an optional in a layout.
#include <rill/binary.h>

#include <optional>
#include <string>

std::string f(std::optional<int> const& o) {
  return rill::to_bytes(o, rill::binary_fixed);
}
