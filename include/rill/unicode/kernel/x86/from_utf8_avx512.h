// rill/unicode/kernel/x86/from_utf8_avx512.h: validates UTF-8 and converts it
// to the other forms, 64 bytes at a time.
//
// Layer 2. Tests: test/unicode/kernel/avx512_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_FROM_UTF8_AVX512_H
#define RILL_UNICODE_KERNEL_X86_FROM_UTF8_AVX512_H

#include "vector_avx512.h"

// The loop over UTF-8, 64 bytes at a time, shared by the conversions and the
// validation.
//
// x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Each byte that ends a
// character looks back at the bytes before it, so blocks follow each other at
// fixed distances and no block waits for the one before. Masks hold the
// positions of first bytes. One comparison of masks checks that each has as
// many continuations as it needs. With masked loads and stores, the ends of the
// text take the same path as other blocks. Figures: bench/unicode/avx512.cpp.

namespace rill::inline RILL_BUILD::detail {
namespace avx512 {

// Tables for pick(), by the lower six bits of a byte. Lead bytes are C0 to FF
// and continuations 80 to BF, so each kind has 64 values.
struct utf8_tables {
  table wrong_next;  // by a lead: the quarters not allowed for the next byte
  table quarter;     // by a continuation: its quarter of 80 to BF, as a bit
  table low_6;       // by the byte before: what it adds to the low byte
  table high_4;      // by the byte before: what it adds to the high byte
};
constexpr utf8_tables make_utf8_tables() noexcept {
  utf8_tables made{};
  for (int i = 0; i != 64; ++i) {
    int const lead = 0xC0 + i;
    int const wrong = lead < 0xC2 || lead > 0xF4 ? 15
                      : lead == 0xE0             ? 3   // below A0: overlong
                      : lead == 0xED             ? 12  // surrogates
                      : lead == 0xF0             ? 1   // below 90: overlong
                      : lead == 0xF4             ? 14  // above 10FFFF
                                                 : 0;
    made.wrong_next.at[i] = static_cast<char>(wrong);
    made.quarter.at[i] = static_cast<char>(1 << i / 16);
    // The last byte is 80 plus six bits; adding 80 removes the 80.
    made.low_6.at[i] = static_cast<char>((i & 3) << 6 ^ 0x80);
    made.high_4.at[i] = static_cast<char>(i >> 2 & 15);
  }
  return made;
}
// A template, so that it is computed only where a kernel is used.
template <class = void>
inline constexpr utf8_tables utf8_table = make_utf8_tables();

// 64 bytes and their classification. Each bit of a mask stands for a byte.
struct utf8_block {
  bytes now;
  bytes one_before;
  bytes two_before;
  bytes three_before;
  byte_mask upper;         // 80 to FF
  byte_mask inner_second;  // second of three or four
  byte_mask third;         // third of three or four
  byte_mask lead;
  byte_mask long_lead;  // of three or four
  byte_mask lead_of_4;
  byte_mask third_of_4;
  byte_mask fourth;
  byte_mask unfinished;  // bytes that do not end their character
  byte_mask wrong;
};

// The bits that the masks of one block carry into the next.
struct utf8_carry {
  byte_mask lead = 0;
  byte_mask inner_second = 0;
  byte_mask third = 0;
  byte_mask third_of_4 = 0;
  byte_mask fourth = 0;
  byte_mask unfinished = 0;
};

RILL_AVX512_INLINE void find_characters(utf8_block& b,
                                        utf8_carry& carry) noexcept {
  constexpr utf8_tables const& tables = utf8_table<>;
  b.lead = not_below(b.now, 0xC0);
  b.long_lead = not_below(b.now, 0xE0);
  b.lead_of_4 = not_below(b.now, 0xF0);
  byte_mask const second = b.lead * 2 + carry.lead;
  b.inner_second = b.long_lead * 2 + carry.inner_second;
  b.third = b.long_lead * 4 + carry.third;
  b.third_of_4 = b.lead_of_4 * 4 + carry.third_of_4;
  b.fourth = b.lead_of_4 * 8 + carry.fourth;
  // A continuation follows exactly those bytes that do not end their character.
  b.unfinished = b.lead | b.inner_second | b.third_of_4;
  b.wrong = (b.upper ^ b.lead) ^ (b.unfinished * 2 + carry.unfinished);
  b.wrong |=
      second & have_common_bits(pick(load(tables.wrong_next), b.one_before),
                                pick(load(tables.quarter), b.now));
  carry = {b.lead >> 63,      b.long_lead >> 63, b.long_lead >> 62,
           b.lead_of_4 >> 62, b.lead_of_4 >> 61, b.unfinished >> 63};
}

// How many bytes before `at`, the end of whole blocks, begin a character that
// continues behind `at`.
RILL_AVX512_INLINE std::ptrdiff_t begun(char const* begin,
                                        char const* at) noexcept {
  for (std::ptrdiff_t back = 1; back != 4 && at - begin >= back; ++back) {
    auto const byte = static_cast<unsigned char>(at[-back]);
    if (byte < 0x80) return 0;
    if (byte >= 0xC0)
      return byte >= (back == 1 ? 0xC0 : back == 2 ? 0xE0 : 0xF0) ? back : 0;
  }
  return 0;
}

RILL_AVX512_INLINE bytes load_now(char const* at, std::uint64_t left) noexcept {
  return RILL_LIKELY(left >= 64) ? load(at) : load(at, bits_below(left));
}
// Loads the vectors one, two and three bytes before. Reads nothing before
// `begin` or behind the end of the text.
RILL_AVX512_INLINE void load_before(utf8_block& b, char const* begin,
                                    char const* at,
                                    std::uint64_t left) noexcept {
  if (RILL_LIKELY(left >= 64 && at != begin)) {
    b.one_before = load(at - 1);
    b.two_before = load(at - 2);
    b.three_before = load(at - 3);
    return;
  }
  byte_mask const first = at == begin;
  b.one_before = load(at - 1, bits_below(left + 1) & ~first);
  b.two_before = load(at - 2, bits_below(left + 2) & ~(first * 3));
  b.three_before = load(at - 3, bits_below(left + 3) & ~(first * 7));
}

// Continues behind a block of ASCII that the caller has written. Stops before a
// block with other characters, or for lack of input or room. After eight
// blocks, takes two at a time and aligns stores to cache lines, which is a
// tenth faster.
template <class Sink>
RILL_AVX512_INLINE void ascii_run(char const*& at, char const* in_end,
                                  char*& out, char* out_end) noexcept {
  for (int blocks = 1; blocks != 8; ++blocks) {
    at += 64;
    out += 64 * Sink::size;
    if (in_end - at < 64 || out_end - out < 64 * Sink::size) return;
    bytes const v = load(at);
    if (upper_bits(v) != 0) return;
    Sink::put_ascii(v, out);
  }
  auto const step = static_cast<std::ptrdiff_t>(
      64 - reinterpret_cast<std::uintptr_t>(out) % 64 / Sink::size);
  at += step;
  out += step * Sink::size;
  while (in_end - at >= 128 && out_end - out >= 128 * Sink::size) {
    bytes const first = load(at);
    bytes const second = load(at + 64);
    if (upper_bits(first | second) != 0) return;
    Sink::put_ascii(first, out);
    Sink::put_ascii(second, out + 64 * Sink::size);
    at += 128;
    out += 128 * Sink::size;
  }
}

// Converts a run of characters of three or of four bytes, if `b` is in one. If
// the run begins in the previous block, takes back what was written of its
// first character. Otherwise changes nothing and returns false.
template <class Sink>
RILL_AVX512_INLINE bool try_run(utf8_block const& b, char const* begin,
                                char const*& at, char const* in_end, char*& out,
                                char* out_end) noexcept {
  std::ptrdiff_t const back = begun(begin, at);
  char const* from = at - back;
  char* to = out - (Sink::halves && back == 3 ? Sink::size : 0);
  if constexpr (Sink::runs) {
    if (b.lead == b.lead_of_4)
      convert_run<Sink, 4>(from, in_end, to, out_end);
    else if (b.lead == b.long_lead && b.lead_of_4 == 0)
      convert_run<Sink, 3>(from, in_end, to, out_end);
  }
  if (from <= at) return false;
  at = from;
  out = to;
  return true;
}

// Sink has
//     static constexpr int size;     of a unit, in bytes
//     static constexpr bool halves;  whether the third of four bytes is a unit
//     static constexpr bool runs;    whether it has put_threes and put_fours
//     void put_ascii(bytes, char* out);                   64 of them
//     void put_ascii(bytes, char* out, units);            or fewer
//     void put_threes(ints, char*& out);                  16 values
//     void put_fours(ints, char*& out);
//     void find(utf8_block&, utf8_carry&);  find_characters, or a part of it
//     byte_mask ends(utf8_block const&);    a bit for each unit
//     void put(utf8_block const&, byte_mask ends, char* out, room, count);
template <class Sink>
RILL_AVX512 kernel_progress from_utf8(char const* in, char const* in_end,
                                      char* out, char* out_end) noexcept {
  char const* at = in;
  utf8_carry carry;
  utf8_block b;
  while (at != in_end) {
    auto const left = static_cast<std::uint64_t>(in_end - at);
    b.now = load_now(at, left);
    auto const room = static_cast<std::uint64_t>(out_end - out) / Sink::size;
    b.upper = upper_bits(b.now);
    if ((b.upper | carry.unfinished) == 0) {
      if (RILL_LIKELY(left >= 64 && room >= 64)) {
        Sink::put_ascii(b.now, out);
        ascii_run<Sink>(at, in_end, out, out_end);
        continue;
      }
      std::uint64_t const most = left < 64 ? left : 64;
      std::uint64_t const units = most < room ? most : room;
      Sink::put_ascii(b.now, out, units);
      return {at + units, out + units * Sink::size};
    }
    load_before(b, in, at, left);
    Sink::find(b, carry);
    byte_mask ends = Sink::ends(b);
    bool last = false;
    if (RILL_UNLIKELY(b.wrong != 0 || left < 64)) {
      byte_mask const stop = b.wrong | ~bits_below(left);
      ends &= bits_below(first_bit(stop));
      last = true;
    } else if (b.upper == ~byte_mask{0} &&
               try_run<Sink>(b, in, at, in_end, out, out_end)) {
      carry = {};
      continue;
    }
    std::uint64_t units = count(ends);
    if (RILL_UNLIKELY(units > room)) {
      ends = __builtin_ia32_pdep_di(bits_below(room), ends);
      units = room;
      last = true;
    }
    Sink::put(b, ends, out, room, units);
    out += units * Sink::size;
    if (RILL_UNLIKELY(last)) {
      at += width(ends);
      break;
    }
    at += 64;
  }
  std::ptrdiff_t const back = begun(in, at);
  // The third byte of four was already written as a surrogate.
  if (Sink::halves && back == 3) out -= Sink::size;
  return {at - back, out};
}

}  // namespace avx512

// Validates UTF-8 with AVX-512.
//
// x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Masked loads make texts of
// 24 bytes 1.7 to 3.7 times as fast as with AVX2; from some hundred bytes on
// both take 2.9 ns for 64 bytes on Zen 4. Figures: bench/unicode/avx512.cpp.

template <form Form>
  requires(Form == form::utf8)
struct validation_kernel<Form, cpu::avx512> {
  RILL_AVX512 static char const* run(char const* in,
                                     char const* in_end) noexcept {
    using namespace avx512;
    char const* at = in;
    utf8_carry carry;
    utf8_block b;
    while (at != in_end) {
      auto const left = static_cast<std::uint64_t>(in_end - at);
      b.now = avx512::load_now(at, left);
      b.upper = upper_bits(b.now);
      bool const whole = left >= 64;
      if ((b.upper | carry.unfinished) == 0) {
        if (!whole) return in_end;
        at = skip_ascii(at + 64, in_end);
        continue;
      }
      avx512::load_before(b, in, at, left);
      find_characters(b, carry);
      if (RILL_UNLIKELY(b.wrong != 0 || !whole)) {
        byte_mask const stop = b.wrong | ~bits_below(left);
        at += width(~b.unfinished & bits_below(first_bit(stop)));
        break;
      }
      at += 64;
    }
    return at - avx512::begun(in, at);
  }

 private:
  // Skips whole blocks.
  RILL_AVX512_INLINE static char const* skip_ascii(
      char const* at, char const* in_end) noexcept {
    using namespace avx512;
    while (in_end - at >= 256) {
      bytes const all =
          load(at) | load(at + 64) | load(at + 128) | load(at + 192);
      if (upper_bits(all) != 0) break;
      at += 256;
    }
    while (in_end - at >= 64 && upper_bits(load(at)) == 0) at += 64;
    return at;
  }
};

// UTF-8 to ISO 8859-1 with AVX-512, up to the first character that ISO 8859-1
// does not have.
//
// x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Twice as fast as with AVX2
// where every sixth character is not ASCII. Figures: bench/unicode/avx512.cpp.

namespace avx512 {

struct latin1_sink {
  static constexpr int size = 1;
  static constexpr bool halves = false;
  static constexpr bool runs = false;

  RILL_AVX512_INLINE static void put_ascii(bytes v, char* out) noexcept {
    store(out, v);
  }
  RILL_AVX512_INLINE static void put_ascii(bytes v, char* out,
                                           std::uint64_t units) noexcept {
    store(out, v, bits_below(units));
  }
  // All characters that are not ASCII begin with C2 or C3.
  RILL_AVX512_INLINE static void find(utf8_block& b,
                                      utf8_carry& carry) noexcept {
    byte_mask const from_c0 = not_below(b.now, 0xC0);
    b.lead = equal_bytes(b.now & fill(0xFE), fill(0xC2));
    b.wrong = (from_c0 ^ b.lead) |
              ((b.upper ^ from_c0) ^ (b.lead * 2 + carry.unfinished));
    carry.unfinished = b.lead >> 63;
  }
  RILL_AVX512_INLINE static byte_mask ends(utf8_block const& b) noexcept {
    return ~b.lead;
  }
  RILL_AVX512_INLINE static void put(utf8_block const& b, byte_mask ends,
                                     char* out, std::size_t room,
                                     std::uint64_t units) noexcept {
    bytes const low = sum(b.now, pick_or(b.upper, load(utf8_table<>.low_6),
                                         b.one_before, bytes{}));
    if (RILL_LIKELY(room >= 64))
      store(out, compress(ends, low));
    else
      store(out, compress(ends, low), bits_below(units));
  }
};

}  // namespace avx512

template <form To>
  requires(To == form::latin1)
struct conversion_kernel<form::utf8, To, cpu::avx512> {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    return avx512::from_utf8<avx512::latin1_sink>(in, in_end, out, out_end);
  }
};

// UTF-8 to UTF-16 of either byte order with AVX-512.
//
// x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Each last byte of a
// character becomes the low byte of a unit and, in a second vector, the high
// byte. Both vectors are compressed and interleaved. Of four bytes, the third
// becomes the first surrogate and the fourth the second. On Zen 4: 8 to 11 GB/s
// of any UTF-8, twice as much as with AVX2; 30 GB/s of characters of four
// bytes. Figures: bench/unicode/avx512.cpp.

namespace avx512 {

struct utf16_tables {
  table third_high;     // of a third byte, by the first byte
  table lead_low;       // of first surrogates, by the second byte
  table lead_low_2;     // of first surrogates, by the third byte
  table lead_high;      // of first surrogates, by the second byte
  table trail_high;     // of second surrogates, by the third byte
  table interleave[2];  // low and high bytes, of 32 units each
  table lower_halves;   // of 16 units of 32 bits
  table order;          // of the bytes of units
};
constexpr utf16_tables make_utf16_tables(bool swapped) noexcept {
  utf16_tables made{};
  for (int i = 0; i != 64; ++i) {
    // By E0 to EF: the upper four bits of the unit. By F0 to F4: the high byte
    // of a first surrogate.
    made.third_high.at[i] =
        static_cast<char>(i < 0x30 ? i << 4 : 0xD8 + (i & 7));
    // 10000 >> 10 = 40 is subtracted from the bits above the lower ten, and 1
    // from the high byte if that borrows.
    made.lead_low.at[i] = static_cast<char>((i << 2) - 0x40);
    made.lead_low_2.at[i] = static_cast<char>(i >> 4);
    made.lead_high.at[i] = static_cast<char>(i < 16 ? -1 : 0);
    made.trail_high.at[i] = static_cast<char>(0xDC | (i >> 2 & 3));
    int const byte = i % 2 ^ (swapped ? 1 : 0);
    made.lower_halves.at[i] = static_cast<char>(i / 2 * 4 + byte);
    made.order.at[i] = static_cast<char>(i / 2 * 2 + byte);
    for (int half = 0; half != 2; ++half)
      made.interleave[half].at[i] =
          static_cast<char>(half * 32 + i / 2 + (byte == 1 ? 64 : 0));
  }
  return made;
}
template <bool Swapped>
inline constexpr utf16_tables utf16_table = make_utf16_tables(Swapped);

template <bool Swapped>
struct utf16_sink {
  static constexpr int size = 2;
  static constexpr bool halves = true;
  static constexpr bool runs = true;
  static constexpr utf16_tables const& tables = utf16_table<Swapped>;

  RILL_AVX512_INLINE static bytes ascii_half(bytes v, int half) noexcept {
    byte_mask const low = Swapped ? ~0ull / 3 * 2 : ~0ull / 3;
    return pick_or(low, v, load(tables.interleave[half]), bytes{});
  }
  RILL_AVX512_INLINE static void put_ascii(bytes v, char* out) noexcept {
    store(out, ascii_half(v, 0));
    store(out + 64, ascii_half(v, 1));
  }
  RILL_AVX512_INLINE static void put_ascii(bytes v, char* out,
                                           std::uint64_t units) noexcept {
    store(out, ascii_half(v, 0), bits_below(2 * units));
    if (units > 32)
      store(out + 64, ascii_half(v, 1), bits_below(2 * units - 64));
  }
  RILL_AVX512_INLINE static void put_threes(ints values, char*& out) noexcept {
    store(out,
          pick(reinterpret_cast<bytes>(values), load(tables.lower_halves)));
    out += 32;
  }
  // D800 plus the upper ten bits of what exceeds 10000, and DC00 plus the lower
  // ten.
  RILL_AVX512_INLINE static void put_fours(ints values, char*& out) noexcept {
    ints const above = values - 0x10000;
    ints const pairs = merge(above << 16 | above >> 10, fill_ints(0x03FF03FF),
                             fill_ints(0xDC00D800));
    auto v = reinterpret_cast<bytes>(pairs);
    if constexpr (Swapped) v = pick(v, load(tables.order));
    store(out, v);
    out += 64;
  }
  RILL_AVX512_INLINE static void find(utf8_block& b,
                                      utf8_carry& carry) noexcept {
    find_characters(b, carry);
  }
  RILL_AVX512_INLINE static byte_mask ends(utf8_block const& b) noexcept {
    return ~(b.lead | b.inner_second);
  }
  RILL_AVX512_INLINE static void put(utf8_block const& b, byte_mask ends,
                                     char* out, std::size_t room,
                                     std::uint64_t units) noexcept {
    constexpr utf8_tables const& common = utf8_table<>;
    bytes low =
        sum(b.now, pick_or(b.upper, load(common.low_6), b.one_before, bytes{}));
    bytes high = pick_or(b.upper, load(common.high_4), b.one_before, bytes{});
    if (b.third_of_4 | b.fourth) {
      low = choose(b.third_of_4,
                   sum(pick(load(tables.lead_low), b.one_before),
                       pick(load(tables.lead_low_2), b.now)),
                   low);
      high = pick_or(b.third_of_4, load(tables.lead_high), b.one_before, high);
      high = pick_or(b.fourth, load(tables.trail_high), b.one_before, high);
    }
    high = sum(
        high, pick_or(b.third, load(tables.third_high), b.two_before, bytes{}));
    low = compress(ends, low);
    high = compress(ends, high);
    bytes const first = pick_of_two(low, high, load(tables.interleave[0]));
    bytes const second = pick_of_two(low, high, load(tables.interleave[1]));
    if (RILL_LIKELY(room >= 64)) {
      store(out, first);
      store(out + 64, second);
    } else {
      store(out, first, bits_below(2 * units));
      if (units > 32) store(out + 64, second, bits_below(2 * units - 64));
    }
  }
};

}  // namespace avx512

template <form To>
  requires(To == form::utf16 || To == form::utf16_swapped)
struct conversion_kernel<form::utf8, To, cpu::avx512> {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    return avx512::from_utf8<avx512::utf16_sink<To == form::utf16_swapped>>(
        in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
