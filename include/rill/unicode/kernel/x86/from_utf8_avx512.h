// rill/unicode/kernel/x86/from_utf8_avx512.h: UTF-8, 64 bytes at a time, for
// what becomes of it: UTF-16, UTF-32, Latin-1 or a verdict.
//
// Floor 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2.
// Each byte that ends a character looks back at the bytes before it, so
// blocks follow each other at fixed distances and no block waits for the one
// before. Masks say where the first bytes of characters are; that each is
// followed by as many continuations as it needs is one comparison of masks.
// Masked loads and stores make the ends of the text blocks like others.
// Tests: test/unicode/kernel/avx512_test.cpp; figures:
// bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_FROM_UTF8_AVX512_H
#define RILL_UNICODE_KERNEL_X86_FROM_UTF8_AVX512_H

#include "utf8_runs_avx512.h"

namespace rill::inline RILL_BUILD::detail::avx512 {

// Tables for pick(), by the lower six bits of a byte. First bytes of
// characters are C0 to FF and continuations are 80 to BF: each kind fills all
// of a table.
struct utf8_tables {
  table wrong_next;  // by a first byte: the quarters its next must not be in
  table quarter;     // by a continuation: its quarter of 80 to BF, as a bit
  table low_6;       // what adds the bits of the byte before to the low byte
  table high_4;      // what the byte before the last adds to the high byte
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
    // The last byte is 80 + its six bits: 80 more is 80 less.
    made.low_6.at[i] = static_cast<char>((i & 3) << 6 ^ 0x80);
    made.high_4.at[i] = static_cast<char>(i >> 2 & 15);
  }
  return made;
}
// A template: made where a kernel is used, not where it is read.
template <class = void>
inline constexpr utf8_tables utf8_table = make_utf8_tables();

// 64 bytes and what is known about them. Bits are places of bytes.
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

// The bits that the masks of one block push into the next.
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
  // A byte that does not end its character, and no other, has a continuation
  // behind it.
  b.unfinished = b.lead | b.inner_second | b.third_of_4;
  b.wrong = (b.upper ^ b.lead) ^ (b.unfinished * 2 + carry.unfinished);
  b.wrong |=
      second & have_common_bits(pick(load(tables.wrong_next), b.one_before),
                                pick(load(tables.quarter), b.now));
  carry = {b.lead >> 63,      b.long_lead >> 63, b.long_lead >> 62,
           b.lead_of_4 >> 62, b.lead_of_4 >> 61, b.unfinished >> 63};
}

// How many bytes before `at`, where whole blocks ended, are the beginning of
// a character that goes on behind it.
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
// The same one, two and three bytes before, but none from before `begin` or
// from the text's end on.
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

// Goes on behind a block of ASCII that is written, at most up to one that has
// other characters. After eight blocks there are two at once, and stores
// begin at cache lines, which is a tenth faster.
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

// Converts a run of characters of three or of four bytes, if there is one
// where `b` is. It may begin in the last block: what that wrote of its first
// character is taken back. Leaves everything as it is if there is none.
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
//     static constexpr bool halves;  whether the third byte of four gives one
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
  // The third byte of four has become half a character already.
  if (Sink::halves && back == 3) out -= Sink::size;
  return {at - back, out};
}

}  // namespace rill::inline RILL_BUILD::detail::avx512

#endif
