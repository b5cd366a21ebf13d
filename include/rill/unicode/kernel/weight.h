// rill/unicode/kernel/weight.h: how many units of another form each unit of a
// well-formed text stands for. Their sum is the size of the converted text.
//
// Floor 2. Pure, constexpr. The portable twin of the kernels that count.
// Tests: test/unicode/kernel/count_test.cpp.
#ifndef RILL_UNICODE_KERNEL_WEIGHT_H
#define RILL_UNICODE_KERNEL_WEIGHT_H

#include <cstdint>  // std::uint64_t

#include "in_blocks.h"

namespace rill::inline RILL_BUILD::detail {

// The pairs for which a size is the sum of the weights of units: from any form
// here to UTF-8, UTF-16 and UTF-32 in units of the processor's order.
constexpr bool has_weights(form from, form to) noexcept {
  bool const is_source =
      from == form::utf8 || from == form::latin1 || has_wide_units(from);
  bool const is_target =
      to == form::utf8 || to == form::utf16 || to == form::utf32;
  return is_source && is_target;
}

// A character of four bytes is two units of UTF-16, and each half of such a
// pair is two bytes.
template <form From, form To>
constexpr std::size_t weight(char32_t unit) noexcept {
  constexpr bool is_same_family =
      From == To ||
      (has_wide_units(From) && unit_width(From) == unit_width(To));
  if constexpr (is_same_family) {
    return 1;
  } else if constexpr (From == form::utf8) {
    std::size_t const begins = (unit & 0xC0) != 0x80;
    return begins + (To == form::utf16 && unit >= 0xF0);
  } else if constexpr (To == form::utf8) {
    bool const is_half = has_utf16_units(From) && (unit & 0xF800) == 0xD800;
    return std::size_t{1} + (unit >= 0x80) + (unit >= 0x800) - is_half +
           (unit >= 0x10000);
  } else if constexpr (To == form::utf32) {
    return has_utf16_units(From) ? (unit & 0xFC00) != 0xDC00 : 1;
  } else {
    return std::size_t{1} + (unit >= 0x10000);
  }
}

// The same for eight bytes of UTF-8 or Latin-1.
template <form From, form To>
std::size_t weight_of_eight(char const* in) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101;
  std::uint64_t bytes;
  __builtin_memcpy(&bytes, in, sizeof bytes);
  std::uint64_t const bit_7 = bytes >> 7, bit_6 = bytes >> 6;
  std::uint64_t weights = ones;
  if constexpr (From == form::utf8 && To != form::utf8) {
    weights = (~bit_7 | bit_6) & ones;
    if constexpr (To == form::utf16)
      weights += bit_7 & bit_6 & bytes >> 5 & bytes >> 4 & ones;
  } else if constexpr (From == form::latin1 && To == form::utf8) {
    weights += bit_7 & ones;
  }
  return weights * ones >> 56;  // the upper byte is the sum of all
}

// The sum of the weights in [in, in_end), whole units.
template <form From, form To>
std::size_t sum_of_weights(char const* in, char const* in_end) noexcept {
  constexpr auto width = static_cast<std::ptrdiff_t>(unit_width(From));
  std::size_t sum = 0;
  if constexpr (width == 1)
    for (; in_end - in >= 8; in += 8) sum += weight_of_eight<From, To>(in);
  for (; in_end - in >= width; in += width) {
    if constexpr (width == 1) {
      sum += weight<From, To>(static_cast<unsigned char>(*in));
    } else {
      constexpr auto order =
          has_swapped_units(From) ? other_order : native_order;
      sum += weight<From, To>(
          number_units<unit_width(From), char, order>::load(in));
    }
  }
  return sum;
}

// Where a kernel that adds up `size` bytes at a time stops next. (One
// condition in its loop: g++ unrolls no other at -O0, and warns.)
RILL_ALWAYS_INLINE char const* end_of_rounds(char const* in, char const* in_end,
                                             std::ptrdiff_t size) noexcept {
  return in_end - in > size ? in + size : in_end;
}

template <form From, form To>
  requires(has_weights(From, To))
struct count_kernel<From, To, cpu::generic> {
  static std::size_t run(char const* in, char const* in_end) noexcept {
    return sum_of_weights<From, To>(in, in_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
