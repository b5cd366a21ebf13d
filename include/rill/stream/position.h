// rill/stream/position.h: lines and columns, for describing errors.
//
// Floor 4. Allocates nothing. Tests: test/stream/position_test.cpp.
#ifndef RILL_STREAM_POSITION_H
#define RILL_STREAM_POSITION_H

#include "../memory/count_byte.h"
#include "reader.h"

namespace rill::inline RILL_BUILD::detail {

// Moves a position over some text.
inline void count_lines(source_position& at, text passed) noexcept {
  std::size_t const lines = count_byte(passed.data, passed.size, '\n');
  if (lines == 0) {
    at.column += passed.size;
    return;
  }
  at.line += lines;
  char const* last = passed.end();
  while (last[-1] != '\n') --last;
  at.column = static_cast<unsigned long long>(passed.end() - last);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
