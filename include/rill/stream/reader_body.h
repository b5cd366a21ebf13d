// rill/stream/reader_body.h: the bodies of reader.h.
//
// Layer 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_READER_BODY_H
#define RILL_STREAM_READER_BODY_H

#include "reader.h"
#include "../memory/count_byte.h"

namespace rill::inline RILL_BUILD::detail {

[[gnu::noinline]] RILL_CORE void count_lines(source_position& at,
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

RILL_CORE void count_lines_back(source_position& at, text passed,
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

[[gnu::cold, gnu::noinline]] RILL_CORE source_position
count_on(line_memo& memo, source_position at, read_memory const& in,
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

RILL_CORE source_position count_on(line_memo& memo, source_position at,
                                   reader const& in,
                                   char const* place) noexcept {
  return count_on(memo, at, {in.history().data, in.cursor(), in.end()}, place);
}

[[gnu::cold, gnu::noinline]] RILL_CORE void count_leaving_on(
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

RILL_CORE void count_leaving(line_memo& memo, source_position& at,
                             text leaving) noexcept {
  if (memo.first_line == 0)
    count_lines(at, leaving);
  else
    count_leaving_on(memo, at, leaving);
}

RILL_CORE std::size_t copy_in_pieces(reader& in, char* out, std::size_t size) {
  std::size_t done = 0;
  while (done != size) {
    text const piece = in.peek(1);
    if (piece.size == 0) break;
    std::size_t const chunk = smaller(size - done, in.available());
    copy_bytes(out + done, piece.data, chunk);
    in.advance_to(piece.data + chunk);
    done += chunk;
  }
  return done;
}

[[gnu::cold, gnu::noinline]] RILL_CORE source_position
position_of(reader const& in, char const* place) {
  if (in.device_->place) return in.device_->place(in, place);
  source_position at = in.locate();
  text const past = in.history();
  if (at.line != 0)
    count_lines(at, {past.data, static_cast<std::size_t>(place - past.data)});
  return at;
}

[[gnu::cold, gnu::noinline]] RILL_CORE source_position
source_of(reader const& in) {
  if (!in.device_->name) return in.locate();
  source_position from;
  from.name = in.device_->name(in);
  return from;
}

// The error that ended the input, and the functions that return it.

[[gnu::cold, gnu::noinline]] RILL_CORE error read_failure(reader const& in) {
  error_code const code = in.error();
  if (code.source != error_source::text) {
    source_position const from = source_of(in);
    return error(code, "read", from.name, from.reason);
  }
  source_position const at = position_of(in, in.end());
  text_place place;
  place.source = at.name;
  place.offset = at.offset;
  place.line = at.line;
  place.column = at.column + 1;
  place.encoding = at.encoding;
  return error(static_cast<text_problem>(code.number), place);
}

[[gnu::cold, gnu::noinline]] RILL_CORE void raise_read_error(reader const& in) {
  raise(read_failure(in));
}

}  // namespace rill::inline RILL_BUILD::detail

namespace rill::inline RILL_BUILD {

RILL_CORE basic_result<bool, error> reader::try_at_end() {
  if (cursor_ != end_ || more()) return false;
  if (error_) return detail::read_failure(*this);
  return true;
}

RILL_CORE basic_result<std::size_t, error> reader::try_read(char* out,
                                                            std::size_t size) {
  std::size_t const got = copy_across(out, size);
  if (got == 0 && size != 0 && error_) return detail::read_failure(*this);
  return got;
}

}  // namespace rill::inline RILL_BUILD

#endif
