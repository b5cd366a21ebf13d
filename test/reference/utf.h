// test/reference/utf.h: the encoding forms by the tables of the Unicode
// standard, in slow and simple code: UTF-8 by the rows of table 3-7, the others
// by arithmetic. Also converts piece by piece with each policy.
#ifndef TEST_REFERENCE_UTF_H
#define TEST_REFERENCE_UTF_H

#include <cstdint>
#include <vector>

#include "rill/unicode/problem.h"

namespace reference {

using rill::text_policy;
using rill::text_problem;

enum class utf { u8, u16, u16le, u16be, u32, u32le, u32be, latin1 };
using numbers = std::vector<std::uint32_t>;  // units of any size

// A character or a problem, and its number of units.
struct piece {
  char32_t scalar;
  std::size_t size;
  text_problem problem;
};

// Table 3-7: the ranges of the first and the second byte, and the length of the
// sequence. Third and fourth bytes are 80..BF.
struct row {
  unsigned first_low, first_high, second_low, second_high;
  std::size_t size;
};
inline constexpr row table_3_7[] = {
    {0x00, 0x7F, 0x00, 0x00, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2},
    {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
    {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4},
    {0xF4, 0xF4, 0x80, 0x8F, 4}};

inline constexpr char32_t none = 0xFFFFFFFF;

// Why a byte outside all rows cannot begin a character.
inline text_problem problem_of_lead(std::uint32_t byte) {
  if (byte <= 0xBF) return text_problem::stray_continuation;
  if (byte == 0xC0 || byte == 0xC1) return text_problem::overlong;
  if (byte == 0xFE || byte == 0xFF) return text_problem::invalid_byte;
  return text_problem::too_large;
}
// Why a continuation byte cannot be the second one after a lead.
inline text_problem problem_of_second(std::uint32_t lead) {
  if (lead == 0xED) return text_problem::surrogate;
  if (lead == 0xF4) return text_problem::too_large;
  return text_problem::overlong;
}

inline piece take_utf8(numbers const& in, std::size_t at) {
  std::uint32_t const lead = in[at];
  for (row const& r : table_3_7) {
    if (lead < r.first_low || lead > r.first_high) continue;
    std::uint32_t c = r.size == 1   ? lead
                      : r.size == 2 ? lead - 0xC0
                      : r.size == 3 ? lead - 0xE0
                                    : lead - 0xF0;
    for (std::size_t i = 1; i != r.size; ++i) {
      if (at + i == in.size()) return {none, i, text_problem::cut};
      std::uint32_t const next = in[at + i];
      if (next < 0x80 || next > 0xBF) return {none, i, text_problem::too_short};
      if (i == 1 && (next < r.second_low || next > r.second_high))
        return {none, i, problem_of_second(lead)};
      c = c * 64 + (next - 0x80);
    }
    return {c, r.size, text_problem::none};
  }
  return {none, 1, problem_of_lead(lead)};
}

inline piece take_utf16(numbers const& in, std::size_t at) {
  std::uint32_t const lead = in[at];
  if (lead < 0xD800 || lead > 0xDFFF) return {lead, 1, text_problem::none};
  if (lead > 0xDBFF) return {none, 1, text_problem::surrogate};
  if (at + 1 == in.size()) return {none, 1, text_problem::cut};
  std::uint32_t const trail = in[at + 1];
  if (trail < 0xDC00 || trail > 0xDFFF)
    return {none, 1, text_problem::surrogate};
  return {(lead - 0xD800) * 1024 + (trail - 0xDC00) + 65536, 2,
          text_problem::none};
}

inline piece take_utf32(numbers const& in, std::size_t at) {
  std::uint32_t const c = in[at];
  if (c > 0x10FFFF) return {none, 1, text_problem::too_large};
  if (c >= 0xD800 && c <= 0xDFFF) return {none, 1, text_problem::surrogate};
  return {c, 1, text_problem::none};
}

// Joins bytes to units of `size` bytes; drops an incomplete unit at the end.
inline numbers join(numbers const& bytes, std::size_t size, bool big) {
  numbers joined;
  for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i != size; ++i)
      number = number * 256 + bytes[at + (big ? i : size - 1 - i)];
    joined.push_back(number);
  }
  return joined;
}
inline numbers split(numbers const& units, std::size_t size, bool big) {
  numbers bytes;
  for (std::uint32_t const unit : units)
    for (std::size_t i = 0; i != size; ++i)
      bytes.push_back(unit >> 8 * (big ? size - 1 - i : i) & 255);
  return bytes;
}

inline std::vector<piece> pieces_of_bytes(numbers const& bytes,
                                          std::size_t size, bool big);

// The characters and problems of a text.
inline std::vector<piece> pieces(utf form, numbers const& in) {
  switch (form) {
    case utf::u16le:
      return pieces_of_bytes(in, 2, false);
    case utf::u16be:
      return pieces_of_bytes(in, 2, true);
    case utf::u32le:
      return pieces_of_bytes(in, 4, false);
    case utf::u32be:
      return pieces_of_bytes(in, 4, true);
    default:
      break;
  }
  std::vector<piece> found;
  for (std::size_t at = 0; at != in.size(); at += found.back().size)
    found.push_back(form == utf::u8    ? take_utf8(in, at)
                    : form == utf::u16 ? take_utf16(in, at)
                    : form == utf::u32 ? take_utf32(in, at)
                                       : piece{in[at], 1, text_problem::none});
  return found;
}

inline std::vector<piece> pieces_of_bytes(numbers const& bytes,
                                          std::size_t size, bool big) {
  std::vector<piece> found =
      pieces(size == 2 ? utf::u16 : utf::u32, join(bytes, size, big));
  for (piece& p : found) p.size *= size;
  std::size_t const left = bytes.size() % size;
  if (left == 0) return found;
  // A leading surrogate and the incomplete unit after it are one cut piece.
  if (!found.empty() && found.back().problem == text_problem::cut)
    found.back().size += left;
  else
    found.push_back({none, left, text_problem::cut});
  return found;
}

// The units of one character.
struct code {
  std::uint32_t unit[8];
  std::size_t size;
};

// The bytes of the units.
inline code in_bytes(code const& from, std::size_t size, bool big) {
  code bytes{};
  for (std::size_t k = 0; k != from.size; ++k)
    for (std::size_t i = 0; i != size; ++i)
      bytes.unit[bytes.size++] =
          from.unit[k] >> 8 * (big ? size - 1 - i : i) & 255;
  return bytes;
}

// Returns no units if the form does not have the character.
inline code encode(utf form, char32_t c) {
  switch (form) {
    case utf::u8:
      if (c < 128) return {{c}, 1};
      if (c < 2048) return {{192 + c / 64, 128 + c % 64}, 2};
      if (c < 65536)
        return {{224 + c / 4096, 128 + c / 64 % 64, 128 + c % 64}, 3};
      return {{240 + c / 262144, 128 + c / 4096 % 64, 128 + c / 64 % 64,
               128 + c % 64},
              4};
    case utf::u16:
      if (c < 65536) return {{c}, 1};
      return {{0xD800 + (c - 65536) / 1024, 0xDC00 + (c - 65536) % 1024}, 2};
    case utf::u16le:
      return in_bytes(encode(utf::u16, c), 2, false);
    case utf::u16be:
      return in_bytes(encode(utf::u16, c), 2, true);
    case utf::u32:
      return {{c}, 1};
    case utf::u32le:
      return in_bytes({{c}, 1}, 4, false);
    case utf::u32be:
      return in_bytes({{c}, 1}, 4, true);
    case utf::latin1:
      break;
  }
  return {{c}, c < 256 ? 1u : 0u};
}

struct conversion {
  numbers out;
  std::size_t read = 0;
  text_problem error = text_problem::none;
  std::size_t replaced = 0;
};

inline conversion convert(utf from, utf to, numbers const& in, std::size_t room,
                          text_policy policy, bool is_last = true) {
  conversion done;
  for (piece const& p : pieces(from, in)) {
    text_problem found = p.problem;
    code units{};
    if (found == text_problem::none) units = encode(to, p.scalar);
    if (found == text_problem::none && units.size == 0)
      found = text_problem::unmappable;
    if (found != text_problem::none) {
      bool const waits = found == text_problem::cut && !is_last;
      if (waits || policy == text_policy::strict) {
        done.error = found;
        return done;
      }
      if (policy == text_policy::replace)
        units = encode(to, to == utf::latin1 ? U'?' : U'\uFFFD');
    }
    if (done.out.size() + units.size > room) {
      done.error = text_problem::no_room;
      return done;
    }
    done.out.insert(done.out.end(), units.unit, units.unit + units.size);
    done.read += p.size;
    if (found != text_problem::none) ++done.replaced;
  }
  return done;
}

}  // namespace reference

#endif
