// rill/unicode/kernel/x86/utf8_to_utf32_avx512.h: UTF-8 to UTF-32 of either
// byte order with AVX-512.
//
// Layer 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. As
// from_utf8_avx512.h, with one unit for each last byte and, if there are
// characters of four bytes, a third vector for bits 16 to 20. 1.6 to 2.2 times
// as fast as with AVX2. Tests: test/unicode/kernel/avx512_test.cpp; figures:
// bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF32_AVX512_H
#define RILL_UNICODE_KERNEL_X86_UTF8_TO_UTF32_AVX512_H

#include "from_utf8_avx512.h"

namespace rill::inline RILL_BUILD::detail {
namespace avx512 {

struct utf32_tables {
  table upper_4;        // by the byte two before: bits 12 to 15
  table plane_low;      // by the second of four: bits 16 and 17
  table plane_high;     // by the first of four: bits 18 to 20
  table interleave[4];  // low and high bytes, 16 units each
  table order;          // of the bytes of units
};
constexpr utf32_tables make_utf32_tables(bool swapped) noexcept {
  utf32_tables made{};
  for (int i = 0; i != 64; ++i) {
    made.upper_4.at[i] = static_cast<char>(i << 4);
    made.plane_low.at[i] = static_cast<char>(i >> 4);
    made.plane_high.at[i] = static_cast<char>((i & 7) << 2);
    // Which byte of its unit this is, 0 for the lowest. The vector with bits 16
    // to 20 has the same indices as the vector of low bytes.
    int const byte = swapped ? 3 - i % 4 : i % 4;
    made.order.at[i] = static_cast<char>(i / 4 * 4 + byte);
    for (int part = 0; part != 4; ++part)
      made.interleave[part].at[i] =
          static_cast<char>(part * 16 + i / 4 + (byte == 1 ? 64 : 0));
  }
  return made;
}
template <bool Swapped>
inline constexpr utf32_tables utf32_table = make_utf32_tables(Swapped);

template <bool Swapped>
struct utf32_sink {
  static constexpr int size = 4;
  static constexpr bool halves = false;
  static constexpr bool runs = true;
  static constexpr utf32_tables const& tables = utf32_table<Swapped>;

  // The positions of the lowest, the two lowest, and the third byte of units.
  static constexpr byte_mask lowest = ~0ull / 15 * (Swapped ? 8 : 1);
  static constexpr byte_mask two_lowest = ~0ull / 15 * (Swapped ? 12 : 3);
  static constexpr byte_mask third = ~0ull / 15 * (Swapped ? 2 : 4);

  // Not loops over the parts: g++ -O2 does not unroll them.
  RILL_AVX512_INLINE static bytes ascii_part(bytes v, int part) noexcept {
    return pick_or(lowest, v, load(tables.interleave[part]), bytes{});
  }
  RILL_AVX512_INLINE static void put_ascii(bytes v, char* out) noexcept {
    store(out, ascii_part(v, 0));
    store(out + 64, ascii_part(v, 1));
    store(out + 128, ascii_part(v, 2));
    store(out + 192, ascii_part(v, 3));
  }
  RILL_AVX512_INLINE static void put_ascii(bytes v, char* out,
                                           std::uint64_t units) noexcept {
    for (int part = 0; static_cast<std::uint64_t>(16 * part) < units; ++part)
      store(out + 64 * part, ascii_part(v, part),
            bits_below(4 * units - static_cast<std::uint64_t>(64 * part)));
  }
  RILL_AVX512_INLINE static void put_threes(ints values, char*& out) noexcept {
    auto v = reinterpret_cast<bytes>(values);
    if constexpr (Swapped) v = pick(v, load(tables.order));
    store(out, v);
    out += 64;
  }
  RILL_AVX512_INLINE static void put_fours(ints values, char*& out) noexcept {
    put_threes(values, out);
  }
  RILL_AVX512_INLINE static void find(utf8_block& b,
                                      utf8_carry& carry) noexcept {
    find_characters(b, carry);
  }
  RILL_AVX512_INLINE static byte_mask ends(utf8_block const& b) noexcept {
    return ~b.unfinished;
  }
  RILL_AVX512_INLINE static void put(utf8_block const& b, byte_mask ends,
                                     char* out, std::size_t room,
                                     std::uint64_t units) noexcept {
    constexpr utf8_tables const& common = utf8_table<>;
    bytes low =
        sum(b.now, pick_or(b.upper, load(common.low_6), b.one_before, bytes{}));
    bytes high =
        sum(pick_or(b.upper, load(common.high_4), b.one_before, bytes{}),
            pick_or(b.third | b.fourth, load(tables.upper_4), b.two_before,
                    bytes{}));
    bytes plane{};
    if (b.fourth != 0)
      plane = compress(ends, sum(pick_or(b.fourth, load(tables.plane_low),
                                         b.two_before, bytes{}),
                                 pick_or(b.fourth, load(tables.plane_high),
                                         b.three_before, bytes{})));
    low = compress(ends, low);
    high = compress(ends, high);
    if (RILL_LIKELY(room >= 64)) {
      store(out, part_of(b, low, high, plane, 0));
      if (units > 16) store(out + 64, part_of(b, low, high, plane, 1));
      if (units > 32) store(out + 128, part_of(b, low, high, plane, 2));
      if (units > 48) store(out + 192, part_of(b, low, high, plane, 3));
      return;
    }
    for (int part = 0; static_cast<std::uint64_t>(16 * part) < units; ++part)
      store(out + 64 * part, part_of(b, low, high, plane, part),
            bits_below(4 * units - static_cast<std::uint64_t>(64 * part)));
  }

 private:
  // 16 units from the three vectors of bytes.
  RILL_AVX512_INLINE static bytes part_of(utf8_block const& b, bytes low,
                                          bytes high, bytes plane,
                                          int part) noexcept {
    bytes const places = load(tables.interleave[part]);
    bytes const v = pick_of_two(two_lowest, low, high, places);
    return b.fourth == 0 ? v : pick_or(third, plane, places, v);
  }
};

}  // namespace avx512

template <form To>
  requires(To == form::utf32 || To == form::utf32_swapped)
struct conversion_kernel<form::utf8, To, cpu::avx512> {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    return avx512::from_utf8<avx512::utf32_sink<To == form::utf32_swapped>>(
        in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
