// rill/scan/failure.h: from a problem at a place in the input to the error
// that shows it.
//
// Floor 5. Cold code: an error allocates; nothing else here does. Tests:
// test/scan/failure_test.cpp.
#ifndef RILL_SCAN_FAILURE_H
#define RILL_SCAN_FAILURE_H

#include "../base/ascii.h"
#include "../os/error.h"
#include "../stream/read_failure.h"
#include "../unicode/narrow_units.h"

namespace rill::inline RILL_BUILD::detail {

// How reading one item went; fine is no enumerator of scan_problem.
using outcome = scan_problem;
inline constexpr outcome fine{};

// What is shown of a line: at most so many bytes before and behind the place.
inline constexpr std::size_t excerpt_before = 60;
inline constexpr std::size_t excerpt_behind = 40;
inline constexpr std::size_t found_limit = 40;

// True in the middle of a UTF-8 sequence.
inline bool continues(char c) { return (c & 0xC0) == 0x80; }

// The first word at a place.
inline text word_at(char const* at, char const* end) {
  char const* last = at;
  while (last != end && !is_space(*last) &&
         static_cast<std::size_t>(last - at) < found_limit)
    ++last;
  while (last != end && last != at && continues(*last)) --last;
  return {at, static_cast<std::size_t>(last - at)};
}

// The line around the reader's cursor, as far as it is in memory.
inline void add_excerpt(scan_place& place, reader const& in) {
  char const* first = in.cursor();
  char const* const lowest = in.history().data;
  while (first != lowest && first[-1] != '\n' &&
         static_cast<std::size_t>(in.cursor() - first) < excerpt_before)
    --first;
  while (first != in.cursor() && continues(*first)) ++first;
  char const* last = in.cursor();
  while (last != in.end() && *last != '\n' && *last != '\r' &&
         static_cast<std::size_t>(last - in.cursor()) < excerpt_behind)
    ++last;
  while (last != in.end() && last != in.cursor() && continues(*last)) --last;
  place.excerpt = {first, static_cast<std::size_t>(last - first)};
  place.caret = static_cast<std::size_t>(in.cursor() - first);
}

// A literal of wide units, as the bytes of it came: the beginning that fits.
template <class Unit>
text narrow_units_of(text literal, char* out, std::size_t room) noexcept {
  auto const* const units = reinterpret_cast<Unit const*>(literal.data);
  auto const made =
      narrow_units(units, units + literal.size / sizeof(Unit), out, out + room);
  return {out, static_cast<std::size_t>(made.out - out)};
}
inline text narrow_literal(text literal, unsigned char unit, char* out,
                           std::size_t room) noexcept {
  return unit == 2 ? narrow_units_of<char16_t>(literal, out, room)
                   : narrow_units_of<char32_t>(literal, out, room);
}

/// The error for an item that could not be read at the reader's cursor. An
/// error of the device comes first: then nothing is wrong with the text.
[[gnu::cold, gnu::noinline]] inline error make_failure(
    reader const& in, outcome problem, text expected,
    unsigned char literal_unit = 0) {
  source_position at = in.locate();
  if (in.error()) return read_failure(in);
  if (at.line != 0) count_lines(at, in.history());
  // A form that is cut short by the end of the input lacks the rest of it.
  if (in.available() == 0 && problem == scan_problem::malformed)
    problem = scan_problem::end_of_input;
  scan_place place;
  place.source = at.name;
  place.line = at.line;
  place.column = at.column + 1;
  char narrow[80];
  place.expected = literal_unit < 2 ? expected
                                    : narrow_literal(expected, literal_unit,
                                                     narrow, sizeof narrow);
  place.is_literal = literal_unit != 0;
  place.found = word_at(in.cursor(), in.end());
  add_excerpt(place, in);
  return error(problem, place);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
