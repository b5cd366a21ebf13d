// rill/unicode/kernel/x86/vector_avx512.h: vectors of 64 bytes for this
// module's kernels, and runs of UTF-8.
//
// Layer 2. Tests: test/unicode/kernel/avx512_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_VECTOR_AVX512_H
#define RILL_UNICODE_KERNEL_X86_VECTOR_AVX512_H

#include <cstddef>  // std::size_t
#include <cstdint>  // std::uint64_t

#include "../kernel.h"

// Vectors of 64 bytes for this module's AVX-512 kernels, with the same names
// for both compilers.
//
// x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Must only be called from
// functions with the same target.

#define RILL_AVX512                                                       \
  [[gnu::target(                                                          \
      "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,popcnt," \
      "lzcnt,bmi,bmi2")]]
#define RILL_AVX512_INLINE RILL_AVX512 RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::avx512 {

typedef char bytes __attribute__((vector_size(64)));
typedef unsigned char ubytes __attribute__((vector_size(64)));
typedef short words __attribute__((vector_size(64)));
typedef unsigned short uwords __attribute__((vector_size(64)));
typedef int ints __attribute__((vector_size(64)));
typedef unsigned int uints __attribute__((vector_size(64)));

/// A bit for each byte of a vector.
using byte_mask = std::uint64_t;
using word_mask = std::uint32_t;
using quad_mask = std::uint16_t;

// A mask of the bits below the given one; all bits for 64 or more.
RILL_AVX512_INLINE byte_mask bits_below(std::uint64_t bit) noexcept {
  return __builtin_ia32_bzhi_di(~0ull, bit < 64 ? bit : 64);
}

// 64 bytes of a table that is computed at compile time.
struct table {
  alignas(64) char at[64];
};

RILL_AVX512_INLINE bytes load(char const* from) noexcept {
  bytes loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
RILL_AVX512_INLINE bytes load(table const& from) noexcept {
  bytes loaded;
  __builtin_memcpy(&loaded, from.at, sizeof loaded);
  return loaded;
}
RILL_AVX512_INLINE void store(char* to, bytes v) noexcept {
  __builtin_memcpy(to, &v, sizeof v);
}
RILL_AVX512_INLINE bytes fill(int byte) noexcept {
  return bytes{} + static_cast<char>(byte);
}

// Accesses only the bytes in the mask; bytes that are not loaded are 0.
RILL_AVX512_INLINE bytes load(char const* from, byte_mask mask) noexcept {
#if defined(__clang__)
  return __builtin_ia32_loaddquqi512_mask(reinterpret_cast<bytes const*>(from),
                                          bytes{}, mask);
#else
  return __builtin_ia32_loaddquqi512_mask(from, bytes{}, mask);
#endif
}
RILL_AVX512_INLINE void store(char* to, bytes v, byte_mask mask) noexcept {
#if defined(__clang__)
  __builtin_ia32_storedquqi512_mask(reinterpret_cast<bytes*>(to), v, mask);
#else
  __builtin_ia32_storedquqi512_mask(to, v, mask);
#endif
}

RILL_AVX512_INLINE byte_mask upper_bits(bytes v) noexcept {
  return __builtin_ia32_cvtb2mask512(v);
}
RILL_AVX512_INLINE byte_mask not_below(bytes v, bytes limits) noexcept {
  return __builtin_ia32_ucmpb512_mask(v, limits, 5, ~0ull);
}
RILL_AVX512_INLINE byte_mask not_below(bytes v, int limit) noexcept {
  return not_below(v, fill(limit));
}
RILL_AVX512_INLINE byte_mask equal_bytes(bytes a, bytes b) noexcept {
  return __builtin_ia32_cmpb512_mask(a, b, 0, ~0ull);
}
RILL_AVX512_INLINE byte_mask have_common_bits(bytes a, bytes b) noexcept {
#if defined(__clang__)
  return __builtin_ia32_cmpb512_mask(a & b, bytes{}, 4, ~0ull);
#else
  return __builtin_ia32_ptestmb512(a, b, ~0ull);
#endif
}
RILL_AVX512_INLINE word_mask words_with(words a, words b) noexcept {
#if defined(__clang__)
  return __builtin_ia32_cmpw512_mask(a & b, words{}, 4, ~0u);
#else
  return __builtin_ia32_ptestmw512(a, b, ~0u);
#endif
}
RILL_AVX512_INLINE word_mask equal_words(words a, words b) noexcept {
  return __builtin_ia32_cmpw512_mask(a, b, 0, ~0u);
}

RILL_AVX512_INLINE word_mask words_not_below(bytes v, int limit) noexcept {
  return __builtin_ia32_ucmpw512_mask(
      reinterpret_cast<words>(v), words{} + static_cast<short>(limit), 5, ~0u);
}
RILL_AVX512_INLINE quad_mask equal_quads(ints a, ints b) noexcept {
  return __builtin_ia32_cmpd512_mask(a, b, 0, 0xFFFF);
}
RILL_AVX512_INLINE quad_mask differing_quads(ints a, ints b) noexcept {
  return __builtin_ia32_cmpd512_mask(a, b, 4, 0xFFFF);
}
RILL_AVX512_INLINE ints fill_ints(unsigned value) noexcept {
  return reinterpret_cast<ints>(uints{} + value);
}
RILL_AVX512_INLINE quad_mask above(ints v, unsigned limit) noexcept {
  return __builtin_ia32_ucmpd512_mask(v, fill_ints(limit), 6, 0xFFFF);
}

// `yes` where the mask is set, else `no`.
RILL_AVX512_INLINE bytes choose(byte_mask mask, bytes yes, bytes no) noexcept {
#if defined(__clang__)
  return __builtin_ia32_selectb_512(mask, yes, no);
#else
  return __builtin_ia32_blendmb_512_mask(no, yes, mask);
#endif
}
RILL_AVX512_INLINE words choose(word_mask mask, words yes, words no) noexcept {
#if defined(__clang__)
  return __builtin_ia32_selectw_512(mask, yes, no);
#else
  return __builtin_ia32_blendmw_512_mask(no, yes, mask);
#endif
}
RILL_AVX512_INLINE ints choose(quad_mask mask, ints yes, ints no) noexcept {
#if defined(__clang__)
  return __builtin_ia32_selectd_512(mask, yes, no);
#else
  return __builtin_ia32_blendmd_512_mask(no, yes, mask);
#endif
}

// The bytes of `from` at the lower six bits of each position.
RILL_AVX512_INLINE bytes pick(bytes from, bytes places) noexcept {
#if defined(__clang__)
  return __builtin_ia32_permvarqi512(from, places);
#else
  return __builtin_ia32_permvarqi512_mask(from, places, bytes{}, ~0ull);
#endif
}
// The same where the mask is set, else `no`.
RILL_AVX512_INLINE bytes pick_or(byte_mask mask, bytes from, bytes places,
                                 bytes no) noexcept {
#if defined(__clang__)
  return __builtin_ia32_selectb_512(
      mask, __builtin_ia32_permvarqi512(from, places), no);
#else
  return __builtin_ia32_permvarqi512_mask(from, places, no, mask);
#endif
}
// The same from two consecutive vectors, by the lower seven bits.
RILL_AVX512_INLINE bytes pick_of_two(bytes first, bytes second,
                                     bytes places) noexcept {
#if defined(__clang__)
  return __builtin_ia32_vpermi2varqi512(first, places, second);
#else
  return __builtin_ia32_vpermt2varqi512_mask(places, first, second, ~0ull);
#endif
}
// The same where the mask is set, else 0.
RILL_AVX512_INLINE bytes pick_of_two(byte_mask mask, bytes first, bytes second,
                                     bytes places) noexcept {
#if defined(__clang__)
  return __builtin_ia32_selectb_512(
      mask, __builtin_ia32_vpermi2varqi512(first, places, second), bytes{});
#else
  return __builtin_ia32_vpermt2varqi512_maskz(places, first, second, mask);
#endif
}
// As pick, but within each 16 bytes, by the lower four bits.
RILL_AVX512_INLINE bytes pick_near(bytes from, bytes places) noexcept {
#if defined(__clang__)
  return __builtin_ia32_pshufb512(from, places);
#else
  return __builtin_ia32_pshufb512_mask(from, places, bytes{}, ~0ull);
#endif
}
// For each byte, eight bits of its group of eight bytes, beginning at the bit
// in `starts`.
RILL_AVX512_INLINE bytes pick_bits(bytes from, bytes starts) noexcept {
#if defined(__clang__)
  return __builtin_ia32_vpmultishiftqb512(starts, from);
#else
  return __builtin_ia32_vpmultishiftqb512_mask(starts, from, bytes{}, ~0ull);
#endif
}

// The bytes in the mask, without gaps.
RILL_AVX512_INLINE bytes compress(byte_mask mask, bytes v) noexcept {
  return __builtin_ia32_compressqi512_mask(v, bytes{}, mask);
}

// (v & stay) | others.
RILL_AVX512_INLINE ints merge(ints v, ints stay, ints others) noexcept {
#if defined(__clang__)
  return (v & stay) | others;
#else
  // One instruction; g++ 12 makes two of the expression. EA is its truth table.
  return __builtin_ia32_pternlogd512_mask(v, stay, others, 0xEA, 0xFFFF);
#endif
}
template <class Vector>
RILL_AVX512_INLINE Vector merge(Vector v, Vector stay, Vector others) noexcept {
  return reinterpret_cast<Vector>(merge(reinterpret_cast<ints>(v),
                                        reinterpret_cast<ints>(stay),
                                        reinterpret_cast<ints>(others)));
}

// Products of adjacent elements, added in pairs.
RILL_AVX512_INLINE words add_pairs(bytes v, bytes factors) noexcept {
#if defined(__clang__)
  return __builtin_ia32_pmaddubsw512(v, factors);
#else
  return __builtin_ia32_pmaddubsw512_mask(v, factors, words{}, ~0u);
#endif
}
RILL_AVX512_INLINE ints add_pairs(words v, words factors) noexcept {
#if defined(__clang__)
  return __builtin_ia32_pmaddwd512(v, factors);
#else
  return __builtin_ia32_pmaddwd512_mask(v, factors, ints{}, 0xFFFF);
#endif
}

// Sums of bytes; carries are dropped.
RILL_AVX512_INLINE bytes sum(bytes a, bytes b) noexcept {
  return reinterpret_cast<bytes>(reinterpret_cast<ubytes>(a) +
                                 reinterpret_cast<ubytes>(b));
}

RILL_AVX512_INLINE std::uint64_t count(byte_mask mask) noexcept {
  return static_cast<std::uint64_t>(__builtin_popcountll(mask));
}
RILL_AVX512_INLINE std::uint64_t first_bit(byte_mask mask) noexcept {
  return static_cast<std::uint64_t>(__builtin_ctzll(mask));
}
// The number of bits up to the last one that is set.
RILL_AVX512_INLINE std::uint64_t width(byte_mask mask) noexcept {
  return mask ? 64u - static_cast<std::uint64_t>(__builtin_clzll(mask)) : 0;
}

// Converts runs of UTF-8 in which all characters have three bytes, or all have
// four, 16 characters at a time.
//
// x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Runs of three bytes are
// converted 2.5 times as fast as by the loop for any text, runs of four 3 to 5
// times. Figures: bench/unicode/avx512.cpp.

struct utf8_run_tables {
  table threes;  // 16 times three bytes, each behind an unused one
};
constexpr utf8_run_tables make_utf8_run_tables() noexcept {
  utf8_run_tables made{};
  for (int i = 0; i != 64; ++i)
    made.threes.at[i] =
        static_cast<char>(i / 4 * 3 + (i % 4 == 0 ? 0 : i % 4 - 1));
  return made;
}
template <class = void>
inline constexpr utf8_run_tables utf8_run_table = make_utf8_run_tables();

// The values that need another number of bytes or are not scalar values.
template <int Size>
RILL_AVX512_INLINE int no_scalars(ints values) noexcept {
  if constexpr (Size == 4) {
    auto const planes = reinterpret_cast<uints>(values) - 0x10000;
    return above(reinterpret_cast<ints>(planes), 0xFFFFF);
  } else {
    ints const upper = values & fill_ints(0xF800);
    return equal_quads(upper, ints{}) | equal_quads(upper, fill_ints(0xD800));
  }
}

// The scalar values of 16 characters of Size bytes at `from`, and a mask of
// those that are ill-formed or of another size. Reads 64 bytes.
struct utf8_values {
  ints values;
  quad_mask wrong;
};
template <int Size>
RILL_AVX512_INLINE utf8_values values_of(char const* from) noexcept {
  bytes v = load(from);
  if constexpr (Size == 3) v = pick(v, load(utf8_run_table<>.threes));
  auto const quads = reinterpret_cast<ints>(v);
  // Takes one more bit from a lead byte than belongs to its value: from F8 on,
  // the value is then too large.
  ints const parts = quads & fill_ints(Size == 3 ? 0x3F3F0F00 : 0x3F3F3F0F);
  ints const values =
      add_pairs(add_pairs(reinterpret_cast<bytes>(parts),
                          reinterpret_cast<bytes>(fill_ints(0x01400140))),
                reinterpret_cast<words>(fill_ints(0x00011000)));
  quad_mask const other_size =
      differing_quads(quads & fill_ints(Size == 3 ? 0xC0C0F000 : 0xC0C0C0F0),
                      fill_ints(Size == 3 ? 0x8080E000 : 0x808080F0));
  return {values,
          static_cast<quad_mask>(other_size | no_scalars<Size>(values))};
}

// Converts characters of this size while there are 64 bytes of input, and room
// for 64 units.
template <class Sink, int Size>
RILL_AVX512_INLINE void convert_run(char const*& at, char const* in_end,
                                    char*& out, char* out_end) noexcept {
  while (in_end - at >= 64 && out_end - out >= 64 * Sink::size) {
    utf8_values const found = values_of<Size>(at);
    if (found.wrong != 0) return;
    if constexpr (Size == 3)
      Sink::put_threes(found.values, out);
    else
      Sink::put_fours(found.values, out);
    at += 16 * Size;
  }
}

}  // namespace rill::inline RILL_BUILD::detail::avx512

#endif
