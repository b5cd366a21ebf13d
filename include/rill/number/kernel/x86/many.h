// rill/number/kernel/x86/many.h: many integers, 64 bytes at a time.
//
// Floor 2. x86-64: SSE2. The same with AVX2 and bit manipulation won less
// than a tenth and is not here. A block of 64 bytes becomes masks of digits,
// white space and signs; the masks give the first and last digit of every
// number in the block, and a number is converted from the 16 bytes that end
// with it, whatever its length up to there, without a branch. Tests:
// test/number/bulk_test.cpp; figures: bench/number/parse.cpp.
#ifndef RILL_NUMBER_KERNEL_X86_MANY_H
#define RILL_NUMBER_KERNEL_X86_MANY_H

#include "../generic/many.h"

namespace rill::inline RILL_BUILD {
namespace detail {

typedef signed char bytes_16 __attribute__((vector_size(16)));
typedef unsigned char ubytes_16 __attribute__((vector_size(16)));
typedef short words_8 __attribute__((vector_size(16)));
typedef unsigned short uwords_8 __attribute__((vector_size(16)));
typedef int ints_4 __attribute__((vector_size(16)));
typedef long long longs_2 __attribute__((vector_size(16)));

// One bit for each of 64 bytes.
struct byte_masks {
  std::uint64_t digits, spaces, minuses;
};

RILL_ALWAYS_INLINE std::uint64_t mask_16(bytes_16 chosen) noexcept {
  typedef char chars_16 __attribute__((vector_size(16)));
  return static_cast<unsigned>(
      __builtin_ia32_pmovmskb128(reinterpret_cast<chars_16>(chosen)));
}

// Unsigned: digits are the ten bytes from '0', the white space other than
// ' ' is the five from '\t'.
template <bool has_sign>
RILL_ALWAYS_INLINE byte_masks masks_sse2(char const* from) noexcept {
  byte_masks masks{};
  for (int i = 0; i != 64; i += 16) {
    ubytes_16 bytes;
    __builtin_memcpy(&bytes, from + i, 16);
    ubytes_16 const from_zero = bytes - '0';
    ubytes_16 const from_tab = bytes - '\t';
    auto const digits = reinterpret_cast<bytes_16>(from_zero < 10);
    auto const spaces =
        reinterpret_cast<bytes_16>((from_tab < 5) | (bytes == ' '));
    masks.digits |= mask_16(digits) << i;
    masks.spaces |= mask_16(spaces) << i;
    if constexpr (has_sign)
      masks.minuses |= mask_16(reinterpret_cast<bytes_16>(bytes == '-')) << i;
  }
  return masks;
}

// 32 bytes of 0, then 0xff. Sixteen from 16 + length keep the last `length`
// of sixteen bytes; four from 12 + length those of the four bytes before
// them that a number of 17 to 20 digits has.
struct keep_last_table {
  unsigned char byte[52];
};
constexpr keep_last_table make_keep_last() noexcept {
  keep_last_table table{};
  for (int i = 32; i != 52; ++i) table.byte[i] = 255;
  return table;
}
inline constexpr keep_last_table keep_last = make_keep_last();

// The value of the last `length` <= 16 of the 16 bytes before `end`.
RILL_ALWAYS_INLINE std::uint64_t sixteen_value(char const* end,
                                               std::size_t length) noexcept {
  ubytes_16 bytes, keep;
  __builtin_memcpy(&bytes, end - 16, 16);
  __builtin_memcpy(&keep, keep_last.byte + 16 + length, 16);
  // Pairs: each word is tens + 256 * ones; times 2561 its upper byte is
  // 10 * tens + ones. What comes from 2560 * 256 * ones is a multiple of
  // 2^16.
  uwords_8 factor = uwords_8{} + 2561;
  asm("" : "+x"(factor));  // one multiplication: not four shifts and sums
  uwords_8 const pairs =
      reinterpret_cast<uwords_8>((bytes - '0') & keep) * factor >> 8;
  words_8 constexpr by_100 = {100, 1, 100, 1, 100, 1, 100, 1};
  words_8 constexpr by_10000 = {10000, 1, 10000, 1, 10000, 1, 10000, 1};
  ints_4 const fours =
      __builtin_ia32_pmaddwd128(reinterpret_cast<words_8>(pairs), by_100);
  auto const eights = reinterpret_cast<longs_2>(__builtin_ia32_pmaddwd128(
      __builtin_ia32_packssdw128(fours, fours), by_10000));
  auto const both = static_cast<std::uint64_t>(eights[0]);
  return (both & 0xffffffff) * 100000000 + (both >> 32);
}

// The value of the four bytes before those, as far as `length` includes them.
RILL_ALWAYS_INLINE std::uint64_t top_value(char const* end,
                                           std::size_t length) noexcept {
  std::uint32_t digits, keep;
  __builtin_memcpy(&digits, end - 20, 4);
  __builtin_memcpy(&keep, keep_last.byte + 12 + length, 4);
  digits = (digits ^ 0x30303030) & keep;
  digits = (digits * (1 + (10 << 8)) >> 8) & 0x00ff00ff;
  return digits * (1 + (100 << 16)) >> 16;
}

// Sets `magnitude` from the digits [end - length, end); false when that needs
// a closer look.
template <class T>
RILL_ALWAYS_INLINE bool number_value(char const* end, std::size_t length,
                                     bool negative,
                                     std::uint64_t& magnitude) noexcept {
  if (RILL_LIKELY(length <= 16)) {
    magnitude = sixteen_value(end, length);
  } else {
    if (sizeof(T) < 8 || length > 20) return false;
    // At most 9999 * 10^16 + 10^16 - 1, which 64 bits cannot hold: checked.
    bool wrong = __builtin_mul_overflow(
        top_value(end, length), std::uint64_t{10000000000000000}, &magnitude);
    wrong |=
        __builtin_add_overflow(magnitude, sixteen_value(end, 16), &magnitude);
    if (RILL_UNLIKELY(wrong)) return false;
  }
  // Nothing to compare when T holds every 64-bit magnitude.
  return RILL_LIKELY(magnitude <= greatest_magnitude<T>(negative));
}

// Where parse_many is.
template <class T>
struct many_state {
  char const* at;
  T* out;
  T* limit;
};

// Converts the numbers in the block at state.at that end, with white space
// after them, before its last byte. The block begins with white space or a
// number; 20 bytes before it can be read. The next block begins where the
// last number ended. Blocks that follow each other at 64 bytes wait less for
// each other, but a changing count of numbers in them costs mispredictions:
// 20-digit numbers took 7.1 ns so, and 4.9 this way.
template <class T>
RILL_ALWAYS_INLINE void convert_block(many_state<T>& state,
                                      byte_masks masks) noexcept {
  char const* const block = state.at;
  std::uint64_t others = ~(masks.digits | masks.spaces);
  // A sign stands after white space and before a digit.
  std::uint64_t signs = 0;
  if constexpr (is_signed_integer<T>) {
    signs = masks.minuses & (masks.spaces << 1 | 1) & masks.digits >> 1;
    others &= ~signs;
  }
  // All bits below the first byte that is none of these.
  std::uint64_t const good = (others - 1) & ~others;
  std::uint64_t starts = masks.digits & ~(masks.digits << 1);
  std::uint64_t ends = masks.spaces & masks.digits << 1 & good;
  // Every end has its start: they pair up from the lowest bit on.
  for (; ends != 0 && state.out != state.limit; ends &= ends - 1) {
    auto const start = static_cast<unsigned>(__builtin_ctzll(starts));
    auto const end = static_cast<unsigned>(__builtin_ctzll(ends));
    starts &= starts - 1;
    bool const negative =
        is_signed_integer<T> && (signs << 1 >> start & 1) != 0;
    std::uint64_t magnitude;
    if (!number_value<T>(block + end, end - start, negative, magnitude)) return;
    std::uint64_t const flip = std::uint64_t{0} - negative;
    *state.out++ = static_cast<T>((magnitude ^ flip) - flip);
    state.at = block + end;
  }
}

// True when 64 bytes from state.at can be read, and 20 before them.
template <class T>
RILL_ALWAYS_INLINE bool has_block(many_state<T> const& state, char const* first,
                                  char const* last) noexcept {
  return last - state.at >= 64 && state.at - first >= 20;
}

// Reads one number the careful way; false when parse_many must stop. Inline,
// so that the address of the state is not needed.
template <class T>
RILL_ALWAYS_INLINE bool one_more(many_state<T>& state,
                                 char const* last) noexcept {
  char const* const end = many_generic(state.at, last, state.out, 1).end;
  bool const read = end != state.at;
  state.at = end;
  state.out += read;
  return read;
}

template <integer T>
bulk_result many_sse2(char const* first, char const* last, T* out,
                      std::size_t count) noexcept {
  many_state<T> state{first, out, out + count};
  while (state.out != state.limit) {
    char const* const was = state.at;
    if (has_block(state, first, last))
      convert_block(state, masks_sse2<is_signed_integer<T>>(was));
    if (state.at == was && !one_more(state, last)) break;
  }
  return {state.at, static_cast<std::size_t>(state.out - out)};
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
