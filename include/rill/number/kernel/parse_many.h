// rill/number/kernel/parse_many.h: reads many integers at once; chooses the
// kernel.
//
// Layer 2. Tests: test/number/bulk_test.cpp.
#ifndef RILL_NUMBER_KERNEL_PARSE_MANY_H
#define RILL_NUMBER_KERNEL_PARSE_MANY_H

#include "../../memory/dispatch.h"
#include "../parse.h"
#include "../result.h"

// Many integers, one at a time.
//
// The reference for the other kernels, which use it near the ends and for
// unusual numbers.

namespace rill::inline RILL_BUILD {

namespace detail {

constexpr bool is_number_space(char c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// Reads one integer with the white space before it. Returns its end, or null
// when parse_many must stop before it.
template <integer T>
inline char const* parse_one(char const* at, char const* last, T& n) noexcept {
  while (at != last && is_number_space(*at)) ++at;
  T value{};
  parse_result const result = parse_integer(at, last, value);
  if (!result || result.end == last || !is_number_space(*result.end))
    return nullptr;
  n = value;
  return result.end;
}

template <integer T>
[[gnu::noinline]] bulk_result parse_ints_generic(char const* first,
                                                 char const* last, T* out,
                                                 std::size_t count) noexcept {
  std::size_t parsed = 0;
  while (parsed != count) {
    char const* const end = parse_one(first, last, out[parsed]);
    if (!end) break;
    first = end;
    ++parsed;
  }
  return {first, parsed};
}

#if RILL_X86_64
// Many integers, 64 bytes at a time.
//
// x86-64: SSE2. A block of 64 bytes becomes masks of digits, white space and
// signs. The masks give the first and last digit of every number in the block.
// A number is converted from the 16 bytes that end with it, whatever its length
// up to 16, without a branch. A version with AVX2 and bit manipulation won less
// than a tenth and was not kept. Figures: bench/number/parse.cpp.

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

// 32 bytes of 0, then 20 of 0xff. Loading 16 bytes from 16 + length on gives a
// mask that keeps the last `length` bytes of 16. Loading four bytes from 12 +
// length on gives a mask for the four bytes before these 16. It keeps those
// that belong to a number of 17 to 20 digits.
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
  // Pairs: each 16-bit lane is tens + 256 * ones; times 2561 its upper byte is
  // 10 * tens + ones. The term 2560 * 256 * ones is a multiple of 2^16 and
  // vanishes.
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

// The value of the digits before the last 16. Requires 16 < length <= 20.
RILL_ALWAYS_INLINE std::uint64_t top_value(char const* end,
                                           std::size_t length) noexcept {
  std::uint32_t digits, keep;
  __builtin_memcpy(&digits, end - 20, 4);
  __builtin_memcpy(&keep, keep_last.byte + 12 + length, 4);
  digits = (digits ^ 0x30303030) & keep;
  digits = (digits * (1 + (10 << 8)) >> 8) & 0x00ff00ff;
  return digits * (1 + (100 << 16)) >> 16;
}

// Sets `magnitude` from the digits [end - length, end). Returns false when
// one_more() must read the number.
template <class T>
RILL_ALWAYS_INLINE bool number_value(char const* end, std::size_t length,
                                     bool negative,
                                     std::uint64_t& magnitude) noexcept {
  if (RILL_LIKELY(length <= 16)) {
    magnitude = sixteen_value(end, length);
  } else {
    if (sizeof(T) < 8 || length > 20) return false;
    // The value, up to 9999 * 10^16 + 10^16 - 1, may exceed 64 bits.
    bool wrong = __builtin_mul_overflow(
        top_value(end, length), std::uint64_t{10000000000000000}, &magnitude);
    wrong |=
        __builtin_add_overflow(magnitude, sixteen_value(end, 16), &magnitude);
    if (RILL_UNLIKELY(wrong)) return false;
  }
  // Nothing to compare when T holds every 64-bit magnitude.
  return RILL_LIKELY(magnitude <= greatest_magnitude<T>(negative));
}

// The progress of parse_many.
template <class T>
struct parse_ints_state {
  char const* at;
  T* out;
  T* limit;
};

// Converts the numbers in the block at state.at that end, with white space
// after them, before its last byte. Requires that the block begins with white
// space or a number, and that 20 bytes before it can be read. The next block
// begins where the last number ended. Blocks at multiples of 64 bytes would
// have a shorter dependency chain, but their count of numbers varies and is
// mispredicted: 20-digit numbers took 7.1 ns that way, and 4.9 this way.
template <class T>
RILL_ALWAYS_INLINE void convert_block(parse_ints_state<T>& state,
                                      byte_masks masks) noexcept {
  char const* const block = state.at;
  std::uint64_t others = ~(masks.digits | masks.spaces);
  // A sign is after white space and before a digit.
  std::uint64_t signs = 0;
  if constexpr (is_signed_integer<T>) {
    signs = masks.minuses & (masks.spaces << 1 | 1) & masks.digits >> 1;
    others &= ~signs;
  }
  // All bits below the first byte that is no digit, white space or sign.
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

// Returns true when 64 bytes from state.at and 20 before it can be read.
template <class T>
RILL_ALWAYS_INLINE bool has_block(parse_ints_state<T> const& state,
                                  char const* first,
                                  char const* last) noexcept {
  return last - state.at >= 64 && state.at - first >= 20;
}

// Reads one number with parse_ints_generic; returns false when parse_many must
// stop. Inline, so that the state needs no address.
template <class T>
RILL_ALWAYS_INLINE bool one_more(parse_ints_state<T>& state,
                                 char const* last) noexcept {
  char const* const end = parse_ints_generic(state.at, last, state.out, 1).end;
  bool const read = end != state.at;
  state.at = end;
  state.out += read;
  return read;
}

template <integer T>
bulk_result parse_ints_sse2(char const* first, char const* last, T* out,
                            std::size_t count) noexcept {
  parse_ints_state<T> state{first, out, out + count};
  while (state.out != state.limit) {
    char const* const was = state.at;
    if (has_block(state, first, last))
      convert_block(state, masks_sse2<is_signed_integer<T>>(was));
    if (state.at == was && !one_more(state, last)) break;
  }
  return {state.at, static_cast<std::size_t>(state.out - out)};
}

// Many integers, eight at a time.
//
// x86-64 with cpu::avx512 and VBMI2: 0.9 ns for a number of seven digits,
// parse_ints_sse2 2.5 ns; random lengths and 20 digits gain a fifth or more. A
// block of 64 bytes becomes masks of digits, white space and signs. The first
// eight numbers in it are gathered into eight lanes and converted together,
// without a branch for their lengths. Figures: bench/number/parse.cpp.

typedef char bytes_64 __attribute__((vector_size(64)));
typedef unsigned char ubytes_64 __attribute__((vector_size(64)));
typedef short words_32 __attribute__((vector_size(64)));
typedef int ints_16 __attribute__((vector_size(64)));
typedef int ints_8 __attribute__((vector_size(32)));
typedef long long lanes_8x64 __attribute__((vector_size(64)));
typedef unsigned long long ulanes_8x64 __attribute__((vector_size(64)));

#define RILL_AVX512_PARSE_INTS                                            \
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

struct parse_ints_constants {
  alignas(64) char place[64];   // 0, 1, 2, ...
  alignas(64) char spread[64];  // byte i to the eight bytes of lane i
  alignas(64) char before[64];  // -8 to -1 in each lane
  alignas(64) char space[64];   // white space by its lower four bits
};
constexpr parse_ints_constants make_parse_ints_constants() noexcept {
  parse_ints_constants made{};
  for (int i = 0; i != 64; ++i) {
    made.place[i] = static_cast<char>(i);
    made.spread[i] = static_cast<char>(i / 8);
    made.before[i] = static_cast<char>(i % 8 - 8);
    // A byte is white space when it equals its entry. An entry of 0 matches no
    // byte, because byte 0 has the entry ' '. Bytes from 0x80 on look up 0.
    int const low = i % 16;
    made.space[i] = static_cast<char>(low >= '\t' && low <= '\r' ? low
                                      : low == 0                 ? ' '
                                                                 : 0);
  }
  return made;
}
inline constexpr parse_ints_constants parse_ints_tables =
    make_parse_ints_constants();

RILL_AVX512_PARSE_INTS RILL_ALWAYS_INLINE bytes_64
load_64(char const* from) noexcept {
  bytes_64 bytes;
  __builtin_memcpy(&bytes, from, 64);
  return bytes;
}

// Comparison predicates as the instructions encode them: 0 is ==, 1 <, 5 >=, 6
// >.
enum : int { is_equal = 0, is_less = 1, is_not_less = 5, is_greater = 6 };

// The values of eight digits in each lane, the first in its lowest byte.
RILL_AVX512_PARSE_INTS RILL_ALWAYS_INLINE ulanes_8x64
lane_values(bytes_64 digits) noexcept {
  auto const by_10 = reinterpret_cast<bytes_64>(words_32{} + (1 << 8 | 10));
  auto const by_100 = reinterpret_cast<words_32>(ints_16{} + (1 << 16 | 100));
  auto const fours = reinterpret_cast<ulanes_8x64>(
      RILL_ADD_PAIRS_16(RILL_ADD_PAIRS_8(digits, by_10), by_100));
  return (fours & 0xffffffff) * 10000 + (fours >> 32);
}

// Where the digits of eight numbers are in a block.
struct lane_places {
  bytes_64 digits;  // of the block, minus '0'
  bytes_64 ends;    // of the number in each lane, minus 8 to 1
  bytes_64 starts;
};

// The value of the eight digits before the last `skipped` ones of each number.
RILL_AVX512_PARSE_INTS RILL_ALWAYS_INLINE ulanes_8x64
part_values(lane_places const& lanes, char skipped) noexcept {
  bytes_64 const at = lanes.ends - skipped;
  return lane_values(RILL_PICK_BYTES(
      __builtin_ia32_cmpb512_mask(at, lanes.starts, is_not_less, ~0ull),
      lanes.digits, at));
}

// Adds the digits before the last eight to `values`. Returns the lanes that
// one_more() must read. `negative` lanes are -1.
template <class T>
RILL_AVX512_PARSE_INTS RILL_ALWAYS_INLINE unsigned add_upper_parts(
    lane_places const& lanes, lanes_8x64 negative,
    ulanes_8x64& values) noexcept {
  auto const lengths = reinterpret_cast<lanes_8x64>(
      lanes.ends - lanes.starts - load_64(parse_ints_tables.before));
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
RILL_AVX512_PARSE_INTS RILL_ALWAYS_INLINE void store_lanes(
    T* out, lanes_8x64 values, unsigned wanted) noexcept {
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

// The positions of the lowest eight set bits, each in all bytes of its lane.
RILL_AVX512_PARSE_INTS RILL_ALWAYS_INLINE bytes_64
spread_places(std::uint64_t bits) noexcept {
  bytes_64 const lowest = __builtin_ia32_compressqi512_mask(
      load_64(parse_ints_tables.place), bytes_64{}, bits);
  return RILL_PICK_BYTES(~0ull, lowest, load_64(parse_ints_tables.spread));
}

// Returns true when nine adjacent bytes are digits.
constexpr bool has_nine_digits(std::uint64_t is_digit) noexcept {
  std::uint64_t const twos = is_digit & is_digit >> 1;
  std::uint64_t const fours = twos & twos >> 2;
  return (fours & fours >> 4 & is_digit >> 8) != 0;
}

// Converts up to eight numbers of the block at `from`: those that end in it
// with white space after them. Returns the length of these numbers with one
// byte of white space after the last. Returns 0 when there is no number, or
// when one_more() must read the first. Requires that white space or the start
// precedes `from`.
template <class T>
RILL_AVX512_PARSE_INTS RILL_ALWAYS_INLINE unsigned convert_eight(
    parse_ints_state<T>& state, char const* from) noexcept {
  bytes_64 const block = load_64(from);
  auto const digits =
      reinterpret_cast<bytes_64>(reinterpret_cast<ubytes_64>(block) - '0');
  std::uint64_t const is_digit = __builtin_ia32_ucmpb512_mask(
      digits, bytes_64{} + char{10}, is_less, ~0ull);
  std::uint64_t const is_space = __builtin_ia32_cmpb512_mask(
      block, RILL_LOOK_UP(load_64(parse_ints_tables.space), block), is_equal,
      ~0ull);
  std::uint64_t others = ~(is_digit | is_space);
  // A sign is after white space and before a digit.
  std::uint64_t signs = 0;
  if constexpr (is_signed_integer<T>) {
    signs =
        __builtin_ia32_cmpb512_mask(block, bytes_64{} + '-', is_equal, ~0ull) &
        (is_space << 1 | 1) & is_digit >> 1;
    others &= ~signs;
  }
  // All bits below the first byte that is no digit, white space or sign.
  std::uint64_t const good = (others - 1) & ~others;
  std::uint64_t const starts = is_digit & ~(is_digit << 1);
  std::uint64_t const ends = is_space & is_digit << 1 & good;
  // The ends up to the eighth, or up to the last that is wanted.
  auto const wanted = static_cast<std::size_t>(state.limit - state.out);
  std::uint64_t const eighth = __builtin_ia32_pdep_di(
      wanted >= 8 ? 128 : std::uint64_t{1} << (wanted - 1), ends);
  std::uint64_t taken = ends & (eighth ^ (eighth - 1));
  if (RILL_UNLIKELY(taken == 0)) return 0;
  auto count = static_cast<unsigned>(__builtin_popcountll(taken));

  // Every end has its start: they pair up from the lowest bit on.
  lane_places const lanes = {
      digits, spread_places(taken) + load_64(parse_ints_tables.before),
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
RILL_AVX512_PARSE_INTS bulk_result parse_ints_avx512(
    char const* first, char const* last, T* out, std::size_t count) noexcept {
  parse_ints_state<T> state{first, out, out + count};
  // After a number and one byte of white space.
  char const* from = first;
  unsigned expected = 0;
  while (state.out != state.limit) {
    unsigned length = 0;
    if (RILL_LIKELY(last - from >= 64)) length = convert_eight(state, from);
    if (RILL_LIKELY(length != 0)) {
      // Numbers often have equal widths. A predicted branch instead of a
      // dependency: the next block does not wait for the length of this one.
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

#undef RILL_AVX512_PARSE_INTS
#undef RILL_PICK_BYTES
#undef RILL_LOOK_UP
#undef RILL_ADD_PAIRS_8
#undef RILL_ADD_PAIRS_16
#endif  // RILL_X86_64

// The choice of the kernel for many integers.
//
// The pointer first points at a chooser, which replaces it by the kernel for
// this processor.

#if RILL_X86_64
template <integer T>
using parse_ints_function = bulk_result (*)(char const*, char const*, T*,
                                            std::size_t) noexcept;
template <integer T>
[[gnu::cold]] bulk_result choose_parse_ints(char const* first, char const* last,
                                            T* out, std::size_t count) noexcept;
template <integer T>
inline parse_ints_function<T> parse_ints_now = choose_parse_ints<T>;

// Two threads may both choose: they store the same pointer.
template <integer T>
bulk_result choose_parse_ints(char const* first, char const* last, T* out,
                              std::size_t count) noexcept {
  parse_ints_function<T> const chosen =
      has_vbmi2() ? parse_ints_avx512<T> : parse_ints_sse2<T>;
  __atomic_store_n(&parse_ints_now<T>, chosen, __ATOMIC_RELAXED);
  return chosen(first, last, out, count);
}
#endif

template <integer T>
RILL_ALWAYS_INLINE bulk_result parse_ints(char const* first, char const* last,
                                          T* out, std::size_t count) noexcept {
#if RILL_X86_64
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
#if defined(__AVX512VBMI2__) && !RILL_CPU_OVERRIDE
    if constexpr (baseline_cpu >= cpu::avx512)
      return parse_ints_avx512(first, last, out, count);
#endif
    return __atomic_load_n(&parse_ints_now<T>, __ATOMIC_RELAXED)(first, last,
                                                                 out, count);
  }
#endif
  return parse_ints_generic(first, last, out, count);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
