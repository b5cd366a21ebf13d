// rill/stream/position.h: lines and columns, for describing errors.
//
// Floor 4. Allocates nothing. Errors count on from the place of the one
// before (docs/decisions/0015-places.md). Tests:
// test/stream/position_test.cpp, test/stream/position_cost_test.cpp.
#ifndef RILL_STREAM_POSITION_H
#define RILL_STREAM_POSITION_H

#include "reader.h"

namespace rill::inline RILL_BUILD::detail {

#if RILL_FAULTS
/// In how many bytes lines were counted, for tests that bound them.
inline unsigned long long bytes_counted = 0;
#endif

// Tells the tests of bytes that an error looks at.
inline void tell_counted([[maybe_unused]] std::size_t size) noexcept {
#if RILL_FAULTS
  __atomic_add_fetch(&bytes_counted, size, __ATOMIC_RELAXED);
#endif
}

// Moves a position over some text.
void count_lines(source_position& at, text passed) noexcept;

// A memo of the last place in a reader's memory that an error asked for, as an
// offset from the first byte there. It is valid while that byte has the same
// line and column: in one input no two bytes share both, so the memory then
// holds the same bytes before the cursor. Until a place is stored only the
// first member is set: many calls construct a reader over a text.
struct line_memo {
  unsigned long long first_line = 0;  // 0 when no place is remembered
  unsigned long long first_column;
  std::size_t passed;
  unsigned long long line;
  unsigned long long column;
};

// Moves a position back from the end of a text to its start. The line that
// this is in began in the memory, at `first` or behind it, or before it: then
// `first_column` bytes before it.
void count_lines_back(source_position& at, text passed, char const* first,
                      unsigned long long first_column) noexcept;

// The memory of a reader: what was taken of it, and what was not.
struct read_memory {
  char const* first;
  char const* cursor;
  char const* end;
};

// Moves the position of the first byte in memory to a place, from the place
// that is remembered when that is nearer. What is remembered is not behind
// the cursor: bytes that were not taken may be given anew and be others.
[[gnu::cold]] source_position count_on(line_memo& memo, source_position at,
                                       read_memory const& in,
                                       char const* place) noexcept;
source_position count_on(line_memo& memo, source_position at, reader const& in,
                         char const* place) noexcept;

// What count_leaving does after an error.
[[gnu::cold]] void count_leaving_on(line_memo& memo, source_position& at,
                                    text leaving) noexcept;

// Moves the position of the first byte in memory over bytes that leave it.
// What is remembered of those behind them stays.
void count_leaving(line_memo& memo, source_position& at, text leaving) noexcept;

// Where a byte of a reader's memory stands.
[[gnu::cold]] source_position position_of(reader const& in, char const* place);

// What an error tells of a reader's source without a place in it: the name and
// the reason.
[[gnu::cold]] source_position source_of(reader const& in);

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "position_body.h"
#endif

#endif
