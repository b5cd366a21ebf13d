// rill/stream/position.h: lines and columns, for describing errors.
//
// Floor 4. Allocates nothing. Tests: test/stream/position_test.cpp.
#ifndef RILL_STREAM_POSITION_H
#define RILL_STREAM_POSITION_H

#include "../memory/count_byte.h"
#include "../os/os.h"
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

// The position of an offset in a regular file, found by reading the file from
// its start. The line is 0 when the file has become shorter.
inline source_position position_in_file(os::native_handle handle,
                                        long long offset) {
  source_position at;
  char piece[4096];
  for (long long done = 0; done < offset;) {
    long long const want =
        smaller(offset - done, static_cast<long long>(sizeof piece));
    os::transfer const got =
        os::read_all_at(handle, piece, static_cast<std::size_t>(want), done);
    if (got.moved == 0) {
      at.line = 0;
      return at;
    }
    count_lines(at, {piece, got.moved});
    done += static_cast<long long>(got.moved);
  }
  return at;
}

// Where a descriptor of a regular file stands; -1 for everything that cannot
// be read again.
inline long long offset_in_file(os::native_handle handle) {
  if (os::status(handle).kind != os::device_kind::regular) return -1;
  os::position const at = os::seek(handle, 0, os::from_here);
  return at.error ? -1 : at.offset;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
