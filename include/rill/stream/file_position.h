// rill/stream/file_position.h: lines and columns of a place in a file.
//
// Floor 4. Allocates nothing. Tests: test/stream/position_test.cpp.
#ifndef RILL_STREAM_FILE_POSITION_H
#define RILL_STREAM_FILE_POSITION_H

#include "../os/os.h"
#include "position.h"

namespace rill::inline RILL_BUILD::detail {

// How much of a file is read at once to count its lines. A GiB in the system's
// cache takes 0.54 s by 4 KiB and 0.31 s by 16 KiB; but the piece is on the
// stack, and an error has to fit one of 12 KiB (docs/behaviour.md).
inline constexpr std::size_t counted_piece = 4096;

// The position of an offset in a regular file, found by reading the file from
// its start, or from an offset that is not behind and whose position is `at`.
// The line is 0 when the file has become shorter.
inline source_position position_in_file(os::native_handle handle,
                                        long long offset,
                                        source_position at = {},
                                        long long from = 0) {
  char piece[counted_piece];
  for (long long done = from; done < offset;) {
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
long long offset_in_file(os::native_handle handle,
                         os::device_status const& status);
long long offset_in_file(os::native_handle handle);

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "file_position_body.h"
#endif

#endif
