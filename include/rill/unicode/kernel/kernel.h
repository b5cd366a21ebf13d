// rill/unicode/kernel/kernel.h: the kernels of this module, their selection,
// and what they share.
//
// Layer 2. Tests: test/unicode/kernel_test.cpp,
// test/unicode/kernel/wide_test.cpp, test/unicode/kernel/count_test.cpp,
// test/unicode/kernel/neon_test.cpp, test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_KERNEL_H
#define RILL_UNICODE_KERNEL_KERNEL_H

#include <cstdint>  // std::uint64_t

#include "../../base/config.h"
#include "../../base/text.h"
#include "../../memory/dispatch.h"
#include "../form.h"

// The kernels of this module, and their selection.
//
// A kernel is a specialisation of one of the templates below for one level of
// instruction sets, in a file of its own; kernels.h includes them all. The
// function pointers first point to functions that select a kernel and replace
// the pointer (docs/decisions/0007-kernels.md).

namespace rill::inline RILL_BUILD::detail {

// The positions that a kernel has reached.
struct kernel_progress {
  char const* in;
  char* out;
};

// Converts whole well-formed characters from [in, in_end) to [out, out_end),
// which are bytes of any alignment. It stops at the latest before text that is
// ill-formed or cannot be mapped, and may stop when less input or room is left
// than it needs. It may write anywhere in [out, out_end), but not outside; it
// reads nothing outside [in, in_end). The portable code converts the rest.
using converter = kernel_progress (*)(char const* in, char const* in_end,
                                      char* out, char* out_end) noexcept;
template <form From, form To, cpu Level>
struct conversion_kernel {};  // static kernel_progress run(...) noexcept

// Returns the end of a prefix of [in, in_end) that consists of whole
// well-formed characters; not necessarily the longest one.
using checker = char const* (*)(char const* in, char const* in_end) noexcept;
template <form Form, cpu Level>
struct validation_kernel {};  // static char const* run(...) noexcept

// Returns how many units of To the well-formed characters of [in, in_end)
// become.
using counter = std::size_t (*)(char const* in, char const* in_end) noexcept;
template <form From, form To, cpu Level>
struct count_kernel {};  // static std::size_t run(...) noexcept

template <class Kernel>
concept is_written = requires { &Kernel::run; };

// The kernel for the highest level that has one, up to `level`. This module's
// kernels for cpu::avx512 use VBMI2, which that level does not guarantee: a
// processor without it gets the kernel of the next lower level.
template <class Function, template <cpu> class Kernel>
Function kernel_up_to(cpu level) noexcept {
  Function found = nullptr;
  auto const look = [&]<cpu Level>() {
    if constexpr (is_written<Kernel<Level>>)
      if (Level <= level) found = Kernel<Level>::run;
  };
  look.template operator()<cpu::generic>();
#if RILL_X86_64
  look.template operator()<cpu::sse2>();
  look.template operator()<cpu::ssse3>();
  look.template operator()<cpu::avx2>();
  if (has_vbmi2()) look.template operator()<cpu::avx512>();
#elif RILL_NEON
  look.template operator()<cpu::neon>();
#endif
  return found;
}

// The loop around kernels that convert most characters, but not all.
//
// Allocates nothing, throws nothing.

constexpr bool has_swapped_units(form f) noexcept {
  return f == form::utf16_swapped || f == form::utf32_swapped;
}
constexpr bool has_utf16_units(form f) noexcept {
  return f == form::utf16 || f == form::utf16_swapped;
}
constexpr bool has_utf32_units(form f) noexcept {
  return f == form::utf32 || f == form::utf32_swapped;
}
constexpr bool has_wide_units(form f) noexcept {
  return has_utf16_units(f) || has_utf32_units(f);
}
/// The bytes of a unit.
constexpr std::size_t unit_width(form f) noexcept {
  return has_utf32_units(f) ? 4 : has_utf16_units(f) ? 2 : 1;
}

// Latin-1, UTF-16 and UTF-32: pairs with units of different sizes, and pairs
// that differ only in byte order.
constexpr bool changes_width(form from, form to) noexcept {
  return (has_wide_units(from) || from == form::latin1) &&
         (has_wide_units(to) || to == form::latin1) &&
         unit_width(from) != unit_width(to);
}
constexpr bool changes_order(form from, form to) noexcept {
  return has_wide_units(from) && has_wide_units(to) &&
         unit_width(from) == unit_width(to) && from != to;
}

inline constexpr byte_order other_order =
    native_order == byte_order::little ? byte_order::big : byte_order::little;

// The form with bytes as its units.
template <form>
struct bytes_of_form;
template <>
struct bytes_of_form<form::utf8> : utf8_form_of<char> {};
template <>
struct bytes_of_form<form::latin1> : latin1_form<char> {};
template <>
struct bytes_of_form<form::utf16> : utf16_form<char> {};
template <>
struct bytes_of_form<form::utf16_swapped> : utf16_form<char, other_order> {};
template <>
struct bytes_of_form<form::utf32> : utf32_form<char> {};
template <>
struct bytes_of_form<form::utf32_swapped> : utf32_form<char, other_order> {};

// How many characters are converted one by one when neither kernel takes the
// next. Such characters come in runs.
inline constexpr int characters_between_blocks = 16;

// A kernel that runs two others in a loop: `blocks` as far as it goes, then
// `others`. If `others` is null or converts nothing, converts some characters
// one by one.
template <form From, form To>
kernel_progress in_blocks(converter blocks, converter others, char const* in,
                          char const* in_end, char* out,
                          char* out_end) noexcept {
  using source = bytes_of_form<From>;
  using target = bytes_of_form<To>;
  for (;;) {
    kernel_progress done = blocks(in, in_end, out, out_end);
    in = done.in;
    out = done.out;
    if (others) {
      done = others(in, in_end, out, out_end);
      bool const was_right = done.in != in;
      in = done.in;
      out = done.out;
      if (was_right) continue;
    }
    for (int i = 0; i != characters_between_blocks; ++i) {
      if (in == in_end || out_end - out < target::most_units) return {in, out};
      taken const one = source::take(in, in_end);
      if (one.problem != text_problem::none) return {in, out};
      char* const end = target::put(out, one.scalar);
      if (!end) return {in, out};
      in += one.size;
      out = end;
    }
  }
}

// The number of units in another form that each unit of a well-formed text
// counts for. Their sum is the size of the converted text.
//
// Pure, constexpr. The portable version of the kernels that count.

// The pairs for which the size is a sum over units: from any form here to
// UTF-8, UTF-16 and UTF-32 in the processor's byte order.
constexpr bool has_weights(form from, form to) noexcept {
  bool const is_source =
      from == form::utf8 || from == form::latin1 || has_wide_units(from);
  bool const is_target =
      to == form::utf8 || to == form::utf16 || to == form::utf32;
  return is_source && is_target;
}

// A character of four bytes counts for two units of UTF-16, and each surrogate
// for two bytes.
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

// The sum of the weights of eight bytes of UTF-8 or Latin-1.
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
  return weights * ones >> 56;  // the highest byte is the sum of all
}

// The sum of the weights in [in, in_end), which is whole units.
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

// Where a round of at most `size` bytes ends; the caller adds its vector of
// sums to the total there. The loop of a round thus has a single condition: g++
// at -O0 unrolls no other loop, and warns.
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

// Finds errors in pairs of adjacent bytes of UTF-8 by three look-ups of a
// nibble.
//
// Source: John Keiser, Daniel Lemire, "Validating UTF-8 In Less Than One
// Instruction Per Byte" (2020). A pair can be wrong in eight ways. Each way is
// a set of upper and lower nibbles of the first byte and of upper nibbles of
// the second. Each of the three tables has a bit for each way; a way applies if
// all three entries have its bit. A template, so that programs that convert
// nothing do not compute the tables.

struct utf8_pair_way {
  unsigned first_upper;  // bit n: nibble n is in the set
  unsigned first_lower;
  unsigned second_upper;
};

template <class = void>
struct utf8_pair_tables {
  static constexpr unsigned all = 0xFFFF;
  static constexpr unsigned continuations = 0x0F00;  // 8 to B
  static constexpr utf8_pair_way ways[8] = {
      {0xF000, all, all & ~continuations},  // a lead without continuation
      {0x00FF, all, continuations},         // ASCII, then a continuation
      {1 << 0xE, 1 << 0, 0x0300},           // E0 80 to E0 9F: overlong
      {1 << 0xE, 1 << 0xD, 0x0C00},         // ED A0 to ED BF: surrogates
      {1 << 0xC, 3 << 0, continuations},    // C0, C1: overlong
      {1 << 0xF, 0xFFF0, 0x0E00},           // F4 90, F5 90: too large
      {1 << 0xF, 0xFFE1, 0x0100},           // F0 80: overlong; F5 80
      // Not an error by itself: a second continuation in a row is valid exactly
      // if the lead two or three bytes before requires it.
      {continuations, all, continuations},
  };
  static constexpr unsigned char two_continuations = 0x80;  // the last of ways
  static constexpr int repeats = 2;  // both halves of 32 bytes
  struct table {
    alignas(32) unsigned char entry[16 * repeats];
  };
  static constexpr table make(unsigned utf8_pair_way::* set) noexcept {
    table made{};
    for (unsigned i = 0; i != 16 * repeats; ++i)
      for (unsigned way = 0; way != 8; ++way)
        made.entry[i] = static_cast<unsigned char>(
            made.entry[i] | (ways[way].*set >> i % 16 & 1) << way);
    return made;
  }
  static constexpr table first_upper = make(&utf8_pair_way::first_upper);
  static constexpr table first_lower = make(&utf8_pair_way::first_lower);
  static constexpr table second_upper = make(&utf8_pair_way::second_upper);
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
