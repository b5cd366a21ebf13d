// rill/unicode/ascii_block.h: eight characters of ASCII at a time from one
// encoding form to another, for whatever no kernel takes.
//
// Floor 2. Allocates nothing, throws nothing. A step of eight costs as much as
// two characters one by one. Tests: test/unicode/convert_test.cpp.
#ifndef RILL_UNICODE_ASCII_BLOCK_H
#define RILL_UNICODE_ASCII_BLOCK_H

#include <cstdint>  // std::uint64_t

#include "form.h"

namespace rill::inline RILL_BUILD::detail {

// How many bytes an ASCII character has; 0 where it is not its own number.
constexpr std::size_t ascii_bytes(form f) noexcept {
  switch (f) {
    case form::utf16:
    case form::utf16_swapped:
      return 2;
    case form::utf32:
    case form::utf32_swapped:
      return 4;
    case form::utf_ebcdic:
      return 0;
    default:
      return 1;
  }
}
constexpr bool is_swapped(form f) noexcept {
  return f == form::utf16_swapped || f == form::utf32_swapped;
}

template <std::size_t Bytes>
struct ascii_lane;
template <>
struct ascii_lane<1> {
  typedef unsigned char vector __attribute__((vector_size(8)));
  static constexpr std::uint64_t beyond = 0x8080808080808080;
};
template <>
struct ascii_lane<2> {
  typedef unsigned short vector __attribute__((vector_size(16)));
  static constexpr std::uint64_t beyond = 0xFF80FF80FF80FF80;
};
template <>
struct ascii_lane<4> {
  typedef unsigned int vector __attribute__((vector_size(32)));
  static constexpr std::uint64_t beyond = 0xFFFFFF80FFFFFF80;
};

inline constexpr std::size_t ascii_block = 8;

template <form From>
using ascii_words = std::uint64_t[ascii_bytes(From)];

// Loads eight characters and tells whether all of them are ASCII.
template <form From>
inline bool load_ascii(void const* in, ascii_words<From>& words) noexcept {
  constexpr std::size_t width = ascii_bytes(From);
  constexpr std::uint64_t beyond = ascii_lane<width>::beyond;
  __builtin_memcpy(words, in, sizeof words);
  std::uint64_t all = words[0];
  for (std::size_t i = 1; i < width; ++i) all |= words[i];
  return (all & (is_swapped(From) ? __builtin_bswap64(beyond) : beyond)) == 0;
}

// Converts eight characters, if they are ASCII. Requires as many units of both
// forms. False where one is not: nothing is written then.
template <form From, form To>
inline bool convert_ascii_block(void const* in, void* out) noexcept {
  constexpr std::size_t from = ascii_bytes(From), to = ascii_bytes(To);
  ascii_words<From> words;
  if (!load_ascii<From>(in, words)) return false;
  if constexpr (From == To) {
    __builtin_memcpy(out, words, sizeof words);
  } else {
    typename ascii_lane<from>::vector units;
    __builtin_memcpy(&units, words, sizeof units);
    // The bits of ASCII are in the upper or the lower byte of a unit.
    if constexpr (is_swapped(From)) units >>= 8 * (from - 1);
    // By way of 2 bytes, because g++ 12 takes units between 1 and 4 one by one.
    auto const twos =
        __builtin_convertvector(units, typename ascii_lane<2>::vector);
    auto converted =
        __builtin_convertvector(twos, typename ascii_lane<to>::vector);
    if constexpr (is_swapped(To)) converted <<= 8 * (to - 1);
    __builtin_memcpy(out, &converted, sizeof converted);
  }
  return true;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
