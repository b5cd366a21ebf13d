// rill/number/kernel/x86/many_avx512.h: many integers, eight at a time.
//
// Floor 2. x86-64 with cpu::avx512 and VBMI2: 0.9 ns for a number of
// seven digits where many_sse2 takes 2.5; random lengths and 20 digits gain
// a fifth or more.
// A block of 64 bytes becomes masks of digits, white space and signs; the
// first eight numbers in it are gathered into eight lanes and converted
// together, without a branch for their lengths. Tests:
// test/number/bulk_test.cpp; figures: bench/number/parse.cpp.
#ifndef RILL_NUMBER_KERNEL_X86_MANY_AVX512_H
#define RILL_NUMBER_KERNEL_X86_MANY_AVX512_H

#include "many.h"

namespace rill::inline RILL_BUILD {
namespace detail {

typedef char bytes_64 __attribute__((vector_size(64)));
typedef unsigned char ubytes_64 __attribute__((vector_size(64)));
typedef short words_32 __attribute__((vector_size(64)));
typedef int ints_16 __attribute__((vector_size(64)));
typedef int ints_8 __attribute__((vector_size(32)));
typedef long long lanes_8x64 __attribute__((vector_size(64)));
typedef unsigned long long ulanes_8x64 __attribute__((vector_size(64)));

#define RILL_AVX512_MANY                                                  \
  [[gnu::target(                                                          \
      "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,popcnt," \
      "lzcnt,bmi,bmi2")]]

#if defined(__clang__)  // the two compilers name them differently
#define RILL_PICK_BYTES(keep, bytes, places)                                   \
  __builtin_ia32_selectb_512(keep, __builtin_ia32_permvarqi512(bytes, places), \
                             bytes_64{})
#define RILL_LOOK_UP(table, places) __builtin_ia32_pshufb512(table, places)
#define RILL_ADD_PAIRS_8(a, b) __builtin_ia32_pmaddubsw512(a, b)
#define RILL_ADD_PAIRS_16(a, b) __builtin_ia32_pmaddwd512(a, b)
using stored_ints = ints_8;
#else
#define RILL_PICK_BYTES(keep, bytes, places) \
  __builtin_ia32_permvarqi512_mask(bytes, places, bytes_64{}, keep)
#define RILL_LOOK_UP(table, places) \
  __builtin_ia32_pshufb512_mask(table, places, bytes_64{}, ~0ull)
#define RILL_ADD_PAIRS_8(a, b) \
  __builtin_ia32_pmaddubsw512_mask(a, b, words_32{}, ~0u)
#define RILL_ADD_PAIRS_16(a, b) \
  __builtin_ia32_pmaddwd512_mask(a, b, ints_16{}, 0xffff)
using stored_ints = int;
#endif

struct many_constants {
  alignas(64) char place[64];   // 0, 1, 2, ...
  alignas(64) char spread[64];  // byte i to the eight bytes of lane i
  alignas(64) char before[64];  // -8 to -1 in each lane
  alignas(64) char space[64];   // white space by its lower four bits
};
constexpr many_constants make_many_constants() noexcept {
  many_constants made{};
  for (int i = 0; i != 64; ++i) {
    made.place[i] = static_cast<char>(i);
    made.spread[i] = static_cast<char>(i / 8);
    made.before[i] = static_cast<char>(i % 8 - 8);
    // A byte is white space when it is its entry. 0 is no byte's: that with
    // lower bits of 0 has ' '; and bytes from 0x80 on look up 0.
    int const low = i % 16;
    made.space[i] = static_cast<char>(low >= '\t' && low <= '\r' ? low
                                      : low == 0                 ? ' '
                                                                 : 0);
  }
  return made;
}
inline constexpr many_constants many_tables = make_many_constants();

RILL_AVX512_MANY RILL_ALWAYS_INLINE bytes_64
load_64(char const* from) noexcept {
  bytes_64 bytes;
  __builtin_memcpy(&bytes, from, 64);
  return bytes;
}

// Comparisons by the number the instructions give them: 0 is ==, 1 <, 5 >=,
// 6 >.
enum : int { is_equal = 0, is_less = 1, is_not_less = 5, is_greater = 6 };

// Eight digits in each lane, the first in its lowest byte, to their value.
RILL_AVX512_MANY RILL_ALWAYS_INLINE ulanes_8x64
lane_values(bytes_64 digits) noexcept {
  auto const by_10 = reinterpret_cast<bytes_64>(words_32{} + (1 << 8 | 10));
  auto const by_100 = reinterpret_cast<words_32>(ints_16{} + (1 << 16 | 100));
  auto const fours = reinterpret_cast<ulanes_8x64>(
      RILL_ADD_PAIRS_16(RILL_ADD_PAIRS_8(digits, by_10), by_100));
  return (fours & 0xffffffff) * 10000 + (fours >> 32);
}

// Where the digits of eight numbers are in a block.
struct lane_places {
  bytes_64 digits;  // of the block, less '0'
  bytes_64 ends;    // of the number in each lane, less 8 to 1
  bytes_64 starts;
};

// The value of the eight digits that `skipped` digits follow.
RILL_AVX512_MANY RILL_ALWAYS_INLINE ulanes_8x64
part_values(lane_places const& lanes, char skipped) noexcept {
  bytes_64 const at = lanes.ends - skipped;
  return lane_values(RILL_PICK_BYTES(
      __builtin_ia32_cmpb512_mask(at, lanes.starts, is_not_less, ~0ull),
      lanes.digits, at));
}

// Adds what is before the last eight digits to `values`. Returns the lanes
// that need a closer look. `negative` lanes are -1.
template <class T>
RILL_AVX512_MANY RILL_ALWAYS_INLINE unsigned add_upper_parts(
    lane_places const& lanes, lanes_8x64 negative,
    ulanes_8x64& values) noexcept {
  auto const lengths = reinterpret_cast<lanes_8x64>(
      lanes.ends - lanes.starts - load_64(many_tables.before));
  values += part_values(lanes, 8) * 100000000;
  // No number of a lane has more than 63 digits.
  constexpr long long bytes_of_1 = 0x0101010101010101;
  unsigned odd = __builtin_ia32_cmpq512_mask(
      lengths, lanes_8x64{} + bytes_of_1 * (sizeof(T) == 8 ? 24 : 16),
      is_greater, 255);
  if constexpr (sizeof(T) == 8) {
    // 1844 * 10^16 < 2^64 < 1845 * 10^16.
    ulanes_8x64 const top = part_values(lanes, 16);
    ulanes_8x64 const lower = values;
    values += top * 10000000000000000;
    odd |= static_cast<unsigned>(
        __builtin_ia32_cmpq512_mask(reinterpret_cast<lanes_8x64>(top),
                                    lanes_8x64{} + 1844, is_greater, 255) |
        __builtin_ia32_ucmpq512_mask(reinterpret_cast<lanes_8x64>(values),
                                     reinterpret_cast<lanes_8x64>(lower),
                                     is_less, 255));
  }
  if constexpr (sizeof(T) == 4 || is_signed_integer<T>) {
    // One more for a negative number.
    ulanes_8x64 const most =
        greatest_magnitude<T>(false) - reinterpret_cast<ulanes_8x64>(negative);
    odd |= __builtin_ia32_ucmpq512_mask(reinterpret_cast<lanes_8x64>(values),
                                        reinterpret_cast<lanes_8x64>(most),
                                        is_greater, 255);
  }
  return odd;
}

template <class T>
RILL_AVX512_MANY RILL_ALWAYS_INLINE void store_lanes(T* out, lanes_8x64 values,
                                                     unsigned wanted) noexcept {
  auto const mask = static_cast<unsigned char>(wanted);
  if constexpr (sizeof(T) == 8)
    __builtin_ia32_storedqudi512_mask(reinterpret_cast<long long*>(out), values,
                                      mask);
  else
    // Not __builtin_convertvector: g++ 12 makes that and the store one
    // vextracti32x8, which faults on bytes that the mask leaves out.
    __builtin_ia32_storedqusi256_mask(
        reinterpret_cast<stored_ints*>(out),
        __builtin_ia32_pmovqd512_mask(values, ints_8{}, 255), mask);
}

// The places of the lowest eight bits, each in all bytes of its lane.
RILL_AVX512_MANY RILL_ALWAYS_INLINE bytes_64
spread_places(std::uint64_t bits) noexcept {
  bytes_64 const lowest = __builtin_ia32_compressqi512_mask(
      load_64(many_tables.place), bytes_64{}, bits);
  return RILL_PICK_BYTES(~0ull, lowest, load_64(many_tables.spread));
}

// Whether nine bytes next to each other are digits.
constexpr bool has_nine_digits(std::uint64_t is_digit) noexcept {
  std::uint64_t const twos = is_digit & is_digit >> 1;
  std::uint64_t const fours = twos & twos >> 2;
  return (fours & fours >> 4 & is_digit >> 8) != 0;
}

// Converts up to eight numbers of the block at `from` that end, with white
// space after them, in it. Returns the length of what was converted with one
// byte of white space behind it, or 0 when there is no number or the first
// needs a closer look. `from` is just after white space or a start.
template <class T>
RILL_AVX512_MANY RILL_ALWAYS_INLINE unsigned convert_eight(
    many_state<T>& state, char const* from) noexcept {
  bytes_64 const block = load_64(from);
  auto const digits =
      reinterpret_cast<bytes_64>(reinterpret_cast<ubytes_64>(block) - '0');
  std::uint64_t const is_digit = __builtin_ia32_ucmpb512_mask(
      digits, bytes_64{} + char{10}, is_less, ~0ull);
  std::uint64_t const is_space = __builtin_ia32_cmpb512_mask(
      block, RILL_LOOK_UP(load_64(many_tables.space), block), is_equal, ~0ull);
  std::uint64_t others = ~(is_digit | is_space);
  // A sign stands after white space and before a digit.
  std::uint64_t signs = 0;
  if constexpr (is_signed_integer<T>) {
    signs =
        __builtin_ia32_cmpb512_mask(block, bytes_64{} + '-', is_equal, ~0ull) &
        (is_space << 1 | 1) & is_digit >> 1;
    others &= ~signs;
  }
  // All bits below the first byte that is none of these.
  std::uint64_t const good = (others - 1) & ~others;
  std::uint64_t const starts = is_digit & ~(is_digit << 1);
  std::uint64_t const ends = is_space & is_digit << 1 & good;
  // Up to the eighth, or as many as are wanted.
  auto const wanted = static_cast<std::size_t>(state.limit - state.out);
  std::uint64_t const eighth = __builtin_ia32_pdep_di(
      wanted >= 8 ? 128 : std::uint64_t{1} << (wanted - 1), ends);
  std::uint64_t taken = ends & (eighth ^ (eighth - 1));
  if (RILL_UNLIKELY(taken == 0)) return 0;
  auto count = static_cast<unsigned>(__builtin_popcountll(taken));

  // Every end has its start: they pair up from the lowest bit on.
  lane_places const lanes = {digits,
                             spread_places(taken) + load_64(many_tables.before),
                             spread_places(starts)};
  lanes_8x64 negative{};
  if constexpr (is_signed_integer<T>)
    negative = __builtin_ia32_cvtmask2q512(
        static_cast<unsigned char>(__builtin_ia32_pext_di(signs << 1, starts)));
  ulanes_8x64 values = part_values(lanes, 0);
  if (has_nine_digits(is_digit)) {
    unsigned const odd =
        add_upper_parts<T>(lanes, negative, values) & ((1u << count) - 1);
    if (RILL_UNLIKELY(odd != 0)) {
      count = static_cast<unsigned>(__builtin_ctz(odd));
      if (count == 0) return 0;
      taken = __builtin_ia32_pdep_di((1u << count) - 1, taken);
    }
  }
  auto const flip = reinterpret_cast<ulanes_8x64>(negative);
  store_lanes(state.out, reinterpret_cast<lanes_8x64>((values ^ flip) - flip),
              (1u << count) - 1);
  state.out += count;
  return 64 - static_cast<unsigned>(__builtin_clzll(taken));
}

template <integer T>
RILL_AVX512_MANY bulk_result many_avx512(char const* first, char const* last,
                                         T* out, std::size_t count) noexcept {
  many_state<T> state{first, out, out + count};
  // After a number, and so after the white space behind it.
  char const* from = first;
  unsigned expected = 0;
  while (state.out != state.limit) {
    unsigned length = 0;
    if (RILL_LIKELY(last - from >= 64)) length = convert_eight(state, from);
    if (RILL_LIKELY(length != 0)) {
      // Numbers of one width: a branch, so that the next block need not wait
      // for this one.
      if (length != expected) {
        expected = length;
        asm volatile("" : "+r"(expected));
      }
      from += expected;
      state.at = from - 1;
    } else {
      if (!one_more(state, last)) break;
      from = state.at + 1;
    }
  }
  return {state.at, static_cast<std::size_t>(state.out - out)};
}

#undef RILL_AVX512_MANY
#undef RILL_PICK_BYTES
#undef RILL_LOOK_UP
#undef RILL_ADD_PAIRS_8
#undef RILL_ADD_PAIRS_16

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
