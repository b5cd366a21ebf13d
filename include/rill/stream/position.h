// rill/stream/position.h: lines and columns, for describing errors.
//
// Floor 4. Allocates nothing. Errors count on from the place of the one
// before (docs/decisions/0015-places.md). Tests:
// test/stream/position_test.cpp, test/stream/position_cost_test.cpp.
#ifndef RILL_STREAM_POSITION_H
#define RILL_STREAM_POSITION_H

#include "../memory/count_byte.h"
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
[[gnu::noinline]] inline void count_lines(source_position& at,
                                          text passed) noexcept {
  tell_counted(passed.size);
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
inline void count_lines_back(source_position& at, text passed,
                             char const* first,
                             unsigned long long first_column) noexcept {
  tell_counted(passed.size);
  std::size_t const lines = count_byte(passed.data, passed.size, '\n');
  if (lines == 0) {
    at.column -= passed.size;
    return;
  }
  at.line -= lines;
  char const* start = passed.data;
  while (start != first && start[-1] != '\n') --start;
  tell_counted(static_cast<std::size_t>(passed.data - start));
  at.column = static_cast<unsigned long long>(passed.data - start) +
              (start == first ? first_column : 0);
}

// The memory of a reader: what was taken of it, and what was not.
struct read_memory {
  char const* first;
  char const* cursor;
  char const* end;
};

// Moves the position of the first byte in memory to a place, from the place
// that is remembered when that is nearer. What is remembered is not behind
// the cursor: bytes that were not taken may be given anew and be others.
[[gnu::cold, gnu::noinline]] inline source_position count_on(
    line_memo& memo, source_position at, read_memory const& in,
    char const* place) noexcept {
  if (at.line == 0) return at;
  auto const size = static_cast<std::size_t>(place - in.first);
  auto const taken = static_cast<std::size_t>(in.cursor - in.first);
  std::size_t const target = smaller(size, taken);
  bool const holds = memo.first_line == at.line &&
                     memo.first_column == at.column &&
                     memo.passed <= static_cast<std::size_t>(in.end - in.first);
  if (!holds || (target < memo.passed && target < memo.passed - target))
    memo = {at.line, at.column, 0, at.line, at.column};
  at.line = memo.line;
  at.column = memo.column;
  if (target >= memo.passed)
    count_lines(at, {in.first + memo.passed, target - memo.passed});
  else
    count_lines_back(at, {in.first + target, memo.passed - target}, in.first,
                     memo.first_column);
  memo.passed = target;
  memo.line = at.line;
  memo.column = at.column;
  count_lines(at, {in.first + target, size - target});
  return at;
}
inline source_position count_on(line_memo& memo, source_position at,
                                reader const& in, char const* place) noexcept {
  return count_on(memo, at, {in.history().data, in.cursor(), in.end()}, place);
}

// What count_leaving does after an error.
[[gnu::cold, gnu::noinline]] inline void count_leaving_on(
    line_memo& memo, source_position& at, text leaving) noexcept {
  bool const holds =
      memo.first_line == at.line && memo.first_column == at.column;
  if (holds && memo.passed > leaving.size) {
    count_lines(at, leaving);
    memo.passed -= leaving.size;
    memo.first_line = at.line;
    memo.first_column = at.column;
    return;
  }
  std::size_t const known = holds ? memo.passed : 0;
  if (known != 0) {
    at.line = memo.line;
    at.column = memo.column;
  }
  count_lines(at, {leaving.data + known, leaving.size - known});
  memo = {at.line, at.column, 0, at.line, at.column};
}

// Moves the position of the first byte in memory over bytes that leave it.
// What is remembered of those behind them stays.
inline void count_leaving(line_memo& memo, source_position& at,
                          text leaving) noexcept {
  if (memo.first_line == 0)
    count_lines(at, leaving);
  else
    count_leaving_on(memo, at, leaving);
}

// Where a byte of a reader's memory stands.
[[gnu::cold, gnu::noinline]] inline source_position position_of(
    reader const& in, char const* place) {
  if (in.device_->place) return in.device_->place(in, place);
  source_position at = in.locate();
  text const past = in.history();
  if (at.line != 0)
    count_lines(at, {past.data, static_cast<std::size_t>(place - past.data)});
  return at;
}

// What an error tells of a reader's source without a place in it: the name and
// the reason.
[[gnu::cold, gnu::noinline]] inline source_position source_of(
    reader const& in) {
  if (!in.device_->name) return in.locate();
  source_position from;
  from.name = in.device_->name(in);
  return from;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
