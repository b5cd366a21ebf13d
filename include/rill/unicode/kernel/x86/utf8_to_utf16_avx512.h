// rill/unicode/kernel/x86/utf8_to_utf16_avx512.h: UTF-8 to UTF-16 of either
// byte order with AVX-512.
//
// Floor 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2.
// In its place in the block each last byte of a character is turned into the
// low byte of a unit and, in a second vector, its high byte; both are
// compressed and interleaved: 8 to 11 GB of any UTF-8 a second on Zen 4, twice
// as much as with AVX2, and 30 of four bytes a character. Of four bytes the
// third becomes the first surrogate and the fourth the second. Tests:
// test/unicode/kernel/avx512_test.cpp; figures: bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF16_AVX512_H
#define RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF16_AVX512_H

#include "from_utf8_avx512.h"

namespace rill::inline RILL_BUILD::detail {
namespace avx512 {

struct utf16_tables {
  table third_high;     // by the byte two before a third byte
  table lead_low;       // of first surrogates, by the byte before
  table lead_low_2;     // by the third byte itself
  table lead_high;      // by the byte before
  table trail_high;     // of second surrogates, by the byte before
  table interleave[2];  // low and high bytes; first the first 32
  table lower_halves;   // of 16 units of 32 bits
  table order;          // of the bytes of units
};
constexpr utf16_tables make_utf16_tables(bool swapped) noexcept {
  utf16_tables made{};
  for (int i = 0; i != 64; ++i) {
    // E0 to EF: the upper four bits; F0 to F4: of a surrogate.
    made.third_high.at[i] =
        static_cast<char>(i < 0x30 ? i << 4 : 0xD8 + (i & 7));
    // From what is above the lower ten bits, 10000 >> 10 = 40 is taken away,
    // and 1 from the high byte where that borrows.
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
  // D800 and the upper ten bits of what is above 10000, DC00 and the lower.
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
