// test/reference/place.h: the line and column of a byte, by counting bytes.
#ifndef RILL_TEST_REFERENCE_PLACE_H
#define RILL_TEST_REFERENCE_PLACE_H

#include <cstddef>
#include <string>

namespace reference {

// Both count from 1; the column counts bytes.
struct place {
  unsigned long long line;
  unsigned long long column;
  bool operator==(place const&) const = default;
};

inline place place_in(std::string const& text, std::size_t offset) {
  place at{1, 1};
  for (std::size_t i = 0; i != offset; ++i) {
    ++at.column;
    if (text[i] == '\n') at = {at.line + 1, 1};
  }
  return at;
}

}  // namespace reference

#endif
