// rill/unicode/code_units.h: UTF-16 and UTF-32 to UTF-8 while printing.
//
// Layer 2. Pure, constexpr, no allocation. unicode/convert.h has kernels and is
// faster for long texts. This header adds little to print.h: short templates
// that work on 64-bit words. It takes eight units at a time if all are ASCII,
// or if all take one or two bytes (then without branches), else one by one. The
// last few units, if they are ASCII, are taken together with some of those
// before them. Tests: test/unicode/narrow_units_test.cpp.
#ifndef RILL_UNICODE_CODE_UNITS_H
#define RILL_UNICODE_CODE_UNITS_H

#include <cstdint>      // std::uint64_t
#include <type_traits>  // std::is_constant_evaluated

#include "utf8.h"

namespace rill::inline RILL_BUILD::detail {

// The most bytes of UTF-8 that a unit becomes. A surrogate counts for two,
// because a pair becomes four.
template <class Unit>
inline constexpr std::size_t bytes_of_unit = sizeof(Unit) == 2 ? 3 : 4;

template <class Unit>
struct narrowing {
  Unit const* at;
  Unit const* last;
  char* out;
  char* out_end;

  // Takes units while there is room for the longest character. Stops with less
  // than four bytes of room, or at the end.
  constexpr void run() noexcept {
    [[maybe_unused]] Unit const* const first = at;
    while (at != last && out_end - out >= 4) {
      bool const are_eight = last - at >= 8 && out_end - out >= 32;
      if (!std::is_constant_evaluated())
        if (are_eight ? take_eight() : take_rest(first)) continue;
      Unit const* const end = are_eight ? at + 8 : at + 1;
      while (at < end) take_one();
    }
  }

 private:
  // The bitwise or of `Count` units, with each unit at its place in 64 bits.
  template <int Count>
  static std::uint64_t bits_of(Unit const* from) noexcept {
    std::uint64_t words[Count * sizeof(Unit) / 8];
    __builtin_memcpy(words, from, sizeof words);
    std::uint64_t all = 0;
    for (std::uint64_t const word : words) all |= word;
    return all;
  }
  // The bits that are 0 in all units below `limit`, a power of two.
  static constexpr std::uint64_t bits_from(unsigned limit) noexcept {
    constexpr std::uint64_t every =
        sizeof(Unit) == 2 ? 0x0001000100010001u : 0x0000000100000001u;
    return every * static_cast<lane>(~(limit - 1));
  }
  // Converts a vector of ASCII units to bytes.
  template <class Lanes, class Bytes>
  static void narrow(Unit const* from, char* to) noexcept {
    Lanes units;
    __builtin_memcpy(&units, from, sizeof units);
    Bytes const narrowed = __builtin_convertvector(units, Bytes);
    __builtin_memcpy(to, &narrowed, sizeof narrowed);
  }
  // Takes eight units. False if one of them takes more than two bytes.
  RILL_ALWAYS_INLINE bool take_eight() noexcept {
    std::uint64_t const all = bits_of<8>(at);
    if ((all & bits_from(0x80)) == 0) {
      narrow<eight_lanes, eight_bytes>(at, out);
      out += 8;
      at += 8;
    } else if ((all & bits_from(0x800)) == 0) {
      take_one_or_two();
    } else {
      return false;
    }
    return true;
  }
  // Takes the last units, at most eight, if they are ASCII and there is room.
  // Loads and writes units before them again to fill a vector. False if any of
  // these is not ASCII, or if there are too few.
  RILL_ALWAYS_INLINE bool take_rest(Unit const* first) noexcept {
    auto const left = last - at;
    if (left > 8 || left > out_end - out) return false;
    char* const end = out + left;
    if (last - first >= 8) {
      if ((bits_of<8>(last - 8) & bits_from(0x80)) != 0) return false;
      narrow<eight_lanes, eight_bytes>(last - 8, end - 8);
    } else if (left >= 4) {
      std::uint64_t const all = bits_of<4>(at) | bits_of<4>(last - 4);
      if ((all & bits_from(0x80)) != 0) return false;
      narrow<four_lanes, four_bytes>(at, out);
      narrow<four_lanes, four_bytes>(last - 4, end - 4);
    } else {
      return false;
    }
    out = end;
    at = last;
    return true;
  }
  // Takes eight units of one or two bytes. Always writes two bytes; the next
  // unit overwrites the second one if it is not needed.
  RILL_ALWAYS_INLINE void take_one_or_two() noexcept {
    char* to = out;
    for (int i = 0; i != 8; ++i) {
      auto const c = static_cast<unsigned>(at[i]);
      unsigned const is_two = (c + 0x780) >> 11;  // c < 800
      unsigned const lead = 0xC0 | c >> 6;
      to[0] = static_cast<char>(c < 0x80 ? c : lead);
      to[1] = static_cast<char>(0x80 | (c & 0x3F));
      to += 1 + is_two;
    }
    out = to;
    at += 8;
  }
  RILL_ALWAYS_INLINE constexpr void take_one() noexcept {
    auto const c = static_cast<char32_t>(*at);
    if (c < 0x80) {
      *out++ = static_cast<char>(c);
      ++at;
    } else if ((c >= 0x800) & (c < 0xD800)) {
      out = put_three(out, c);
      ++at;
    } else {
      decoded<Unit> const one = decode_one(at, last);
      out = put_utf8(out, one.code_point);
      at = one.end;
    }
  }

  using lane =
      std::conditional_t<sizeof(Unit) == 2, std::uint16_t, std::uint32_t>;
  using eight_lanes [[gnu::vector_size(8 * sizeof(Unit))]] = lane;
  using four_lanes [[gnu::vector_size(4 * sizeof(Unit))]] = lane;
  using eight_bytes [[gnu::vector_size(8)]] = std::uint8_t;
  using four_bytes [[gnu::vector_size(4)]] = std::uint8_t;
};

template <class Unit>
struct narrowed {
  char* out;
  Unit const* at;
};

// Not inlined, so that all code that prints such units shares one copy.
template <class Unit>
[[gnu::noinline]] constexpr narrowed<Unit> narrow_units(
    Unit const* at, Unit const* last, char* out, char* out_end) noexcept {
  narrowing<Unit> work{at, last, out, out_end};
  work.run();
  return {work.out, work.at};
}

// The size of the units in UTF-8.
template <class Unit>
[[gnu::noinline]] constexpr std::size_t narrowed_size(
    Unit const* at, Unit const* last) noexcept {
  std::size_t size = 0;
  while (at != last) {
    decoded<Unit> const one = decode_one(at, last);
    char32_t const c = one.code_point;
    size += 1u + (c >= 0x80) + (c >= 0x800) + (c >= 0x10000);
    at = one.end;
  }
  return size;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
