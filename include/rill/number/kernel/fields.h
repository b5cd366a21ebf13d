// rill/number/kernel/fields.h: reads rows of numbers; chooses the kernel.
//
// Layer 2. Tests: test/number/fields_test.cpp.
#ifndef RILL_NUMBER_KERNEL_FIELDS_H
#define RILL_NUMBER_KERNEL_FIELDS_H

#include <cstddef>  // std::size_t
#include <cstdint>  // std::uint64_t

#include "../../base/config.h"
#include "../../memory/dispatch.h"
#include "parse_many.h"

// The numbers of a row, as a reader stores them.

namespace rill::inline RILL_BUILD {
namespace detail {

// A reader stores up to this many values more than it counts.
inline constexpr unsigned fields_slack = 7;
inline constexpr unsigned most_fields = 64;  // of one row

/// `count` decimal numbers without their points, and for each the number of
/// digits after its point. Requires room for fields_slack more, and 1 <= count
/// <= most_fields.
struct row_of_numbers {
  std::int64_t* values;
  unsigned char* decimals;
  unsigned count;
  bool has_points = false;  // at least one number has a point
};

/// Reads the row at `at`: fields of '-', digits and a point between digits. The
/// last field ends with \n or \r\n, the others with `delimiter`. Returns the
/// end of the row. Returns null when the row has another form or is too near to
/// `last`, or when a field has more than 19 digits, does not fit, or is -0. No
/// byte at or past `last` is read.
using fields_reader = char const* (*)(char const* at, char const* last,
                                      char delimiter,
                                      row_of_numbers& out) noexcept;

#if RILL_X86_64
// The numbers of a row, eight at a time.
//
// x86-64 with cpu::avx512 and VBMI2. As parse_many.h, with a delimiter and
// newlines for white space. Decimal points are removed from the block, so that
// only integers remain. Figures: bench/scan/csv.cpp.

#define RILL_AVX512_FIELDS                                                \
  [[gnu::target(                                                          \
      "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,popcnt," \
      "lzcnt,bmi,bmi2")]]

// One bit for each byte of a block that begins with a field.
struct field_masks {
  std::uint64_t digits, minuses, points;
  std::uint64_t ends;       // ends of fields: of \r\n the \r
  std::uint64_t line_ends;  // ends of the row
  std::uint64_t returns;    // ends that are \r

  std::uint64_t begins() const noexcept { return ends << 1 | 1; }
  /// The bytes that cannot be at their position in a plain number.
  std::uint64_t wrong() const noexcept {
    return ~(digits | minuses | points | ends) |
           (ends & (digits | minuses | points)) |
           (minuses & ~(begins() & digits >> 1)) |
           (points & ~(digits << 1 & digits >> 1)) | (ends & ~(digits << 1));
  }
};

RILL_AVX512_FIELDS RILL_ALWAYS_INLINE std::uint64_t bytes_equal(
    bytes_64 block, char c) noexcept {
  return __builtin_ia32_cmpb512_mask(block, bytes_64{} + c, is_equal, ~0ull);
}

RILL_AVX512_FIELDS RILL_ALWAYS_INLINE field_masks
masks_of_fields(bytes_64 block, bytes_64 less_zero, char delimiter) noexcept {
  std::uint64_t const newlines = bytes_equal(block, '\n');
  field_masks made;
  made.digits = __builtin_ia32_ucmpb512_mask(less_zero, bytes_64{} + char{10},
                                             is_less, ~0ull);
  made.minuses = bytes_equal(block, '-');
  made.points = bytes_equal(block, '.');
  made.returns = bytes_equal(block, '\r') & newlines >> 1;
  made.line_ends = made.returns | (newlines & ~(made.returns << 1));
  made.ends = bytes_equal(block, delimiter) | made.line_ends;
  return made;
}

// Sets the number of digits after the point for each field that ends at
// `taken`: a byte for each of the first eight. Returns false when a field has
// two points.
RILL_AVX512_FIELDS RILL_ALWAYS_INLINE bool find_decimals(
    std::uint64_t points, std::uint64_t taken,
    std::uint64_t& decimals) noexcept {
  std::uint64_t const is_point = __builtin_ia32_pext_di(points, points | taken);
  if (RILL_UNLIKELY((is_point & is_point >> 1) != 0)) return false;
  // One bit for each field: after its point, or at its end.
  std::uint64_t const has_point =
      __builtin_ia32_pext_di(is_point << 1, ~is_point);
  std::uint64_t const marks =
      points << 1 | __builtin_ia32_pdep_di(~has_point, taken);
  bytes_64 const places = load_64(parse_ints_tables.place);
  bytes_64 const counts =
      __builtin_ia32_compressqi512_mask(places, bytes_64{}, taken) -
      __builtin_ia32_compressqi512_mask(places, bytes_64{}, marks);
  __builtin_memcpy(&decimals, &counts, 8);
  return true;
}

// Stores integers of up to nineteen digits below 2^63. Returns false when one
// of the `wanted` lanes has another number, or -0.
RILL_AVX512_FIELDS RILL_ALWAYS_INLINE bool store_values(
    lane_places const& lanes, std::uint64_t is_digit, std::uint64_t negative,
    unsigned wanted, std::int64_t* out) noexcept {
  ulanes_8x64 magnitudes = part_values(lanes, 0);
  unsigned odd = 0;
  if (has_nine_digits(is_digit)) {
    magnitudes += part_values(lanes, 8) * 100000000 +
                  part_values(lanes, 16) * 10000000000000000;
    auto const lengths = reinterpret_cast<lanes_8x64>(
        lanes.ends - lanes.starts - load_64(parse_ints_tables.before));
    constexpr long long bytes_of_1 = 0x0101010101010101;
    odd = __builtin_ia32_cmpq512_mask(lengths, lanes_8x64{} + bytes_of_1 * 19,
                                      is_greater, 255) |
          __builtin_ia32_cmpq512_mask(reinterpret_cast<lanes_8x64>(magnitudes),
                                      lanes_8x64{}, is_less, 255);
  }
  if (negative != 0) {
    auto const flip = reinterpret_cast<ulanes_8x64>(
        __builtin_ia32_cvtmask2q512(static_cast<unsigned char>(negative)));
    odd |= static_cast<unsigned>(negative) &
           __builtin_ia32_cmpq512_mask(reinterpret_cast<lanes_8x64>(magnitudes),
                                       lanes_8x64{}, is_equal, 255);
    magnitudes = (magnitudes ^ flip) - flip;
  }
  __builtin_memcpy(out, &magnitudes, sizeof magnitudes);
  return (odd & wanted) == 0;
}

/// Implements fields_reader.
RILL_AVX512_FIELDS inline char const* fields_avx512(
    char const* at, char const* last, char delimiter,
    row_of_numbers& out) noexcept {
  out.has_points = false;
  for (unsigned done = 0;;) {
    if (RILL_UNLIKELY(last - at < 64)) return nullptr;
    bytes_64 const block = load_64(at);
    auto digits =
        reinterpret_cast<bytes_64>(reinterpret_cast<ubytes_64>(block) - '0');
    field_masks const masks = masks_of_fields(block, digits, delimiter);
    // The ends up to the eighth, or up to the last that is wanted.
    unsigned const left = out.count - done;
    std::uint64_t const eighth = __builtin_ia32_pdep_di(
        left >= 8 ? 128 : std::uint64_t{1} << (left - 1), masks.ends);
    std::uint64_t const taken = masks.ends & (eighth ^ (eighth - 1));
    if (RILL_UNLIKELY(taken == 0)) return nullptr;
    auto const unused = static_cast<unsigned>(__builtin_clzll(taken));
    std::uint64_t const region = ~std::uint64_t{0} >> unused;
    auto const count = static_cast<unsigned>(__builtin_popcountll(taken));
    bool const is_last = count == left;
    std::uint64_t const row_end = std::uint64_t{is_last} << (63 - unused);
    if (RILL_UNLIKELY(
            ((masks.wrong() | (masks.line_ends ^ row_end)) & region) != 0))
      return nullptr;

    std::uint64_t is_digit = masks.digits & region;
    std::uint64_t starts = is_digit & (masks.begins() | masks.minuses << 1);
    std::uint64_t ends = taken;
    std::uint64_t const negative =
        __builtin_ia32_pext_di(masks.minuses << 1, starts);
    // Without the points, all are integers.
    std::uint64_t const points = masks.points & region;
    std::uint64_t decimals = 0;
    if (points != 0) {
      if (!find_decimals(points, taken, decimals)) return nullptr;
      out.has_points = true;
      digits = __builtin_ia32_compressqi512_mask(digits, bytes_64{}, ~points);
      starts = __builtin_ia32_pext_di(starts, ~points);
      ends = __builtin_ia32_pext_di(ends, ~points);
      is_digit = __builtin_ia32_pext_di(is_digit, ~points);
    }
    __builtin_memcpy(out.decimals + done, &decimals, 8);
    lane_places const lanes = {
        digits, spread_places(ends) + load_64(parse_ints_tables.before),
        spread_places(starts)};
    if (RILL_UNLIKELY(!store_values(lanes, is_digit, negative,
                                    (1u << count) - 1, out.values + done)))
      return nullptr;
    done += count;
    at += 64 - unused;
    if (is_last) return at + (masks.returns >> (63 - unused) & 1);
  }
}

#undef RILL_AVX512_FIELDS
#endif  // RILL_X86_64

// Which kernel reads rows of numbers.

/// The kernel for this processor, or null where one field at a time is as
/// fast.
inline fields_reader choose_fields() noexcept {
#if RILL_X86_64
  if (has_vbmi2()) return fields_avx512;
#endif
  return nullptr;
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
