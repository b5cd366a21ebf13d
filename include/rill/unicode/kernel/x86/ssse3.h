// rill/unicode/kernel/x86/ssse3.h: the kernels of cpu::ssse3, with vectors of
// 16 bytes.
//
// Layer 2. x86-64 with SSE3, SSSE3, SSE4.1, SSE4.2 and POPCNT. The kernels are
// in levels/; this file has the operations that depend on the level. Tests:
// test/unicode/kernel/from_utf8_test.cpp, test/unicode/kernel/
// to_utf8_test.cpp, test/unicode/kernel/wide_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_SSSE3_H

#include "../kernel.h"
#include "utf8_pieces.h"
#include "to_utf8.h"

#define RILL_LEVEL ssse3
#define RILL_LEVEL_WIDTH 16
#define RILL_LEVEL_BUILTIN(name) __builtin_ia32_##name##128
#define RILL_LEVEL_TARGET [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

#include "levels/vectors.h"

namespace rill::inline RILL_BUILD::detail::ssse3 {

template <int Which, class V>
RILL_LEVEL_INLINE lane lane_of(V v) noexcept {
  static_assert(Which == 0);
  return reinterpret_cast<lane>(v);
}
// As in avx2.h: there is one lane, so `distance` is ignored.
RILL_LEVEL_INLINE ubytes load_lanes(char const* from, int) noexcept {
  return load<ubytes>(from);
}
// As in avx2.h, for bytes_ago() at the start of a text: zeros.
template <class V>
RILL_LEVEL_INLINE V nothing_before(V) noexcept {
  return V{};
}
// As in avx2.h: with one lane, packs keep the order of units.
template <class V>
RILL_LEVEL_INLINE V in_order(V packed) noexcept {
  return packed;
}
// As in avx2.h: loads a row of a table for the single lane.
RILL_LEVEL_INLINE bytes rows_of(unsigned char const* low,
                                unsigned char const*) noexcept {
  return *reinterpret_cast<bytes const*>(low);
}

// One half of the units, widened to twice the size.
template <int Half>
RILL_LEVEL_INLINE words widened(ubytes v) noexcept {
  ubytes const zero{};
  return reinterpret_cast<words>(Half == 0 ? zip_lower(v, zero)
                                           : zip_upper(v, zero));
}
template <int Half>
RILL_LEVEL_INLINE uints widened(words v) noexcept {
  words const zero{};
  return reinterpret_cast<uints>(Half == 0 ? zip_lower(v, zero)
                                           : zip_upper(v, zero));
}
// Stores eight units of two bytes as units of four.
RILL_LEVEL_INLINE void store_widened(char* out, lane units) noexcept {
  auto const v = reinterpret_cast<words>(units);
  store(out, widened<0>(v));
  store(out + 16, widened<1>(v));
}

}  // namespace rill::inline RILL_BUILD::detail::ssse3

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
