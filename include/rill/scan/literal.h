// rill/scan/literal.h: literals, which must match.
//
// Floor 5. White space in a literal matches any run of white space, also none,
// and so does its beginning. Most literals are in the buffer as they are, and
// are compared a word at a time. Tests: test/scan/literal_test.cpp,
// test/scan/call_test.cpp.
#ifndef RILL_SCAN_LITERAL_H
#define RILL_SCAN_LITERAL_H

#include <cstdint>  // std::uint64_t

#include "../base/run.h"
#include "../unicode/narrow_units.h"
#include "item.h"

namespace rill::inline RILL_BUILD::detail {

// A byte at a time, whatever the size of the buffer. `expected` is what is
// wanted behind white space.
inline outcome match_literal(reader& in, text literal, text& expected) {
  bool const has_more = skip_space(in);
  char const* at = literal.begin();
  while (at != literal.end() && is_space(*at)) ++at;
  expected = {at, static_cast<std::size_t>(literal.end() - at)};
  if (at == literal.end()) return fine;
  if (!has_more) return scan_problem::end_of_input;
  std::size_t taken = 0;
  for (; at != literal.end(); ++at) {
    if (is_space(*at)) {
      while (in.peek(taken + 1).size > taken && is_space(in.cursor()[taken]))
        ++taken;
      continue;
    }
    if (in.peek(taken + 1).size <= taken)
      return taken == 0 ? scan_problem::end_of_input : scan_problem::mismatch;
    if (in.cursor()[taken] != *at) return scan_problem::mismatch;
    ++taken;
  }
  in.advance_to(in.cursor() + taken);
  return fine;
}

template <character Unit>
constexpr bool is_space_unit(Unit unit) noexcept {
  return unit == static_cast<Unit>(static_cast<char>(unit)) &&
         is_space(static_cast<char>(unit));
}

// The literal_text of such units.
template <character Unit>
text text_of_literal(text literal, char* out, std::size_t room) noexcept {
  if constexpr (sizeof(Unit) == 1) {
    return literal;
  } else {
    auto const* const units = reinterpret_cast<Unit const*>(literal.data);
    auto const* const last = units + literal.size / sizeof(Unit);
    auto const made = narrow_units(units, last, out, out + room);
    return {out, static_cast<std::size_t>(made.out - out)};
  }
}

// A literal of any character type. `expected` then points to its units.
template <character Unit, std::size_t Extent>
outcome match_array(reader& in, Unit const (&array)[Extent], text& expected) {
  if constexpr (std::same_as<Unit, char>) {
    return match_literal(in, {&array[0], length_of(&array[0])}, expected);
  } else {
    Unit const* const last = array + length_up_to(&array[0], Extent);
    Unit const* first = array;
    while (first != last && is_space_unit(*first)) ++first;
    char bytes[Extent * utf8_size];
    char* end = bytes;
    if constexpr (sizeof(Unit) == 1)
      for (Unit const* at = array; at != last; ++at)
        *end++ = static_cast<char>(*at);
    else
      end = narrow_units(&array[0], last, bytes, bytes + sizeof bytes).out;
    text none;
    outcome const how =
        match_literal(in, {bytes, static_cast<std::size_t>(end - bytes)}, none);
    expected = {reinterpret_cast<char const*>(first),
                static_cast<std::size_t>(last - first) * sizeof(Unit)};
    return how;
  }
}

// True when no byte of a word is 0 and it is the word at the same place.
inline bool is_same_word(std::uint64_t a, std::uint64_t b) noexcept {
  constexpr std::uint64_t lows = 0x0101010101010101, highs = lows << 7;
  return a == b && ((a - lows) & ~a & highs) == 0;
}

// True when a text of `size` bytes or more begins with a literal of so many,
// and these have no NUL: there a literal ends.
inline bool begins_with(char const* at, char const* literal,
                        std::size_t size) noexcept {
  std::uint64_t a, b;
  if (size >= 8) {
    for (std::size_t i = 0; i + 8 < size; i += 8) {
      __builtin_memcpy(&a, at + i, 8);
      __builtin_memcpy(&b, literal + i, 8);
      if (!is_same_word(a, b)) return false;
    }
    __builtin_memcpy(&a, at + size - 8, 8);
    __builtin_memcpy(&b, literal + size - 8, 8);
    return is_same_word(a, b);
  }
  if (size >= 4) {
    auto const whole = [size](char const* from) {
      std::uint32_t low, high;
      __builtin_memcpy(&low, from, 4);
      __builtin_memcpy(&high, from + size - 4, 4);
      return std::uint64_t{high} << 32 | low;
    };
    return is_same_word(whole(at), whole(literal));
  }
  for (std::size_t i = 0; i != size; ++i)
    if (at[i] != literal[i] || at[i] == '\0') return false;
  return true;
}

// The end of what matches a literal of `size` bytes in [at, end), where that
// has the very same bytes, perhaps behind white space; null where it has not,
// or where that is not to be seen there.
inline char const* match_same(char const* at, char const* end,
                              char const* literal, std::size_t size) noexcept {
  if (RILL_UNLIKELY(size == 0)) return nullptr;
  if (!is_space(*literal))
    while (at != end && is_space(*at)) ++at;
  if (RILL_UNLIKELY(static_cast<std::size_t>(end - at) <= size) ||
      RILL_UNLIKELY(!begins_with(at, literal, size)))
    return nullptr;
  at += size;
  // Behind a blank of the literal there may be more of them.
  return is_space(at[-1]) && is_space(*at) ? nullptr : at;
}
}  // namespace rill::inline RILL_BUILD::detail

#endif
