// rill/unicode/kernel/x86/avx2.h: the kernels of cpu::avx2, with vectors of 32
// bytes.
//
// Layer 2. x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT. The kernels are in
// levels/; this file has the operations that cross the two lanes of 16 bytes.
// Tests: test/unicode/kernel/from_utf8_test.cpp, test/unicode/kernel/
// to_utf8_test.cpp, test/unicode/kernel/wide_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_AVX2_H
#define RILL_UNICODE_KERNEL_X86_AVX2_H

#include "../kernel.h"
#include "utf8_pieces.h"
#include "to_utf8.h"

#define RILL_LEVEL avx2
#define RILL_LEVEL_WIDTH 32
#define RILL_LEVEL_BUILTIN(name) __builtin_ia32_##name##256
#define RILL_LEVEL_TARGET [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

#include "levels/vectors.h"

namespace rill::inline RILL_BUILD::detail::avx2 {

template <int Which, class V>
RILL_LEVEL_INLINE lane lane_of(V v) noexcept {
  return reinterpret_cast<lane>(
      __builtin_ia32_extract128i256(reinterpret_cast<longs>(v), Which));
}
RILL_LEVEL_INLINE longs join(lane_longs low, lane_longs high) noexcept {
#if defined(__clang__)
  longs const wide = __builtin_shufflevector(low, low, 0, 1, -1, -1);
#else
  auto const wide = reinterpret_cast<longs>(
      __builtin_ia32_si256_si(reinterpret_cast<lane_ints>(low)));
#endif
  return __builtin_ia32_insert128i256(wide, high, 1);
}
// Loads the two lanes from `from` and from `distance` bytes behind it.
RILL_LEVEL_INLINE ubytes load_lanes(char const* from, int distance) noexcept {
  return reinterpret_cast<ubytes>(
      join(load<lane_longs>(from), load<lane_longs>(from + distance)));
}
// Moves the low lane to the high lane, for bytes_ago() at the start of a text:
// the bytes before the low lane are 0.
template <class V>
RILL_LEVEL_INLINE V nothing_before(V v) noexcept {
  auto const q = reinterpret_cast<longs>(v);
  return reinterpret_cast<V>(__builtin_ia32_permti256(q, q, 0x08));
}
// Restores the order of units: packs work within lanes and leave the quarters
// in the order 0, 2, 1, 3.
template <class V>
RILL_LEVEL_INLINE V in_order(V packed) noexcept {
  auto const q = reinterpret_cast<longs>(packed);
#if defined(__clang__)
  return reinterpret_cast<V>(__builtin_shufflevector(q, q, 0, 2, 1, 3));
#else
  return reinterpret_cast<V>(__builtin_ia32_permdi256(q, 0xD8));
#endif
}
// Loads one row of a table for each lane.
RILL_LEVEL_INLINE bytes rows_of(unsigned char const* low,
                                unsigned char const* high) noexcept {
  return reinterpret_cast<bytes>(
      join(load<lane_longs>(low), load<lane_longs>(high)));
}

// One half of the units, widened to twice the size.
RILL_LEVEL_INLINE words widened_lane(ubytes, lane v) noexcept {
#if defined(__clang__)
  typedef unsigned char narrow __attribute__((vector_size(16)));
  return __builtin_convertvector(reinterpret_cast<narrow>(v), words);
#else
  return reinterpret_cast<words>(__builtin_ia32_pmovzxbw256(v));
#endif
}
RILL_LEVEL_INLINE uints widened_lane(words, lane v) noexcept {
#if defined(__clang__)
  return __builtin_convertvector(reinterpret_cast<lane_uwords>(v), uints);
#else
  return reinterpret_cast<uints>(
      __builtin_ia32_pmovzxwd256(reinterpret_cast<lane_words>(v)));
#endif
}
template <int Half, class V>
RILL_LEVEL_INLINE auto widened(V v) noexcept {
  return widened_lane(v, lane_of<Half>(v));
}
// Stores eight units of two bytes as units of four.
RILL_LEVEL_INLINE void store_widened(char* out, lane units) noexcept {
  store(out, widened_lane(words{}, units));
}

}  // namespace rill::inline RILL_BUILD::detail::avx2

// Each of these needs the ones before.
#include "levels/from_utf8.h"
#include "levels/to_utf8.h"
#include "levels/checked.h"

#undef RILL_LEVEL_INLINE
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_BUILTIN
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL

#endif
