// rill/hash/kernel/x86/base64_avx2.h: base64 with vectors of 32 bytes.
//
// Floor 2. x86-64 with cpu::avx2. Source: as base64_ssse3.h. Tests:
// test/hash/base64_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_BASE64_AVX2_H
#define RILL_HASH_KERNEL_X86_BASE64_AVX2_H

#include "base64_ssse3.h"

#define RILL_LEVEL base64_avx2
#define RILL_LEVEL_WIDTH 32
#define RILL_LEVEL_BUILTIN(name) __builtin_ia32_##name##256
#define RILL_LEVEL_TARGET [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

#include "levels/base64.h"

namespace rill::inline RILL_BUILD::detail::base64_avx2 {

typedef long long lane __attribute__((vector_size(16)));
typedef int lane_ints __attribute__((vector_size(16)));

RILL_LEVEL_INLINE lane load_lane(void const* from) noexcept {
  lane loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
// 12 bytes in each lane, in front of others: reads 28 bytes.
RILL_LEVEL_INLINE ubytes load_bytes(unsigned char const* from) noexcept {
  lane const low = load_lane(from);
#if defined(__clang__)
  longs const wide = __builtin_shufflevector(low, low, 0, 1, -1, -1);
#else
  auto const wide = reinterpret_cast<longs>(
      __builtin_ia32_si256_si(reinterpret_cast<lane_ints>(low)));
#endif
  return reinterpret_cast<ubytes>(
      __builtin_ia32_insert128i256(wide, load_lane(from + 12), 1));
}
// Writes 24 bytes, and 8 others behind them.
RILL_LEVEL_INLINE void store_bytes(unsigned char* out, ubytes v) noexcept {
  ints const order = {0, 1, 2, 4, 5, 6, 3, 7};
  store(out, __builtin_ia32_permvarsi256(reinterpret_cast<ints>(v), order));
}

template <class Form>
RILL_LEVEL_TARGET char* encode(char* out, unsigned char const* from,
                               std::size_t count, bool padded) noexcept {
  for (; count >= 72 + 28; count -= 96, from += 96, out += 128) {
    ubytes const a = load_bytes(from);
    ubytes const b = load_bytes(from + 24);
    ubytes const c = load_bytes(from + 48);
    ubytes const d = load_bytes(from + 72);
    store(out, encoded<Form>(a));
    store(out + 32, encoded<Form>(b));
    store(out + 64, encoded<Form>(c));
    store(out + 96, encoded<Form>(d));
  }
  for (; count >= 28; count -= 24, from += 24, out += 32)
    store(out, encoded<Form>(load_bytes(from)));
  return base64_ssse3::encode_more<Form>(out, from, count, padded);
}

template <class Form>
RILL_LEVEL_TARGET std::size_t decode(unsigned char* out, char const* from,
                                     std::size_t count) noexcept {
  std::size_t taken = 0;
  // The last store writes 8 bytes too many: at least 16 characters follow,
  // which are 10 bytes or more.
  for (; count - taken >= 128 + 16; taken += 128) {
    values const a = decoded<Form>(load<ubytes>(from + taken));
    values const b = decoded<Form>(load<ubytes>(from + taken + 32));
    values const c = decoded<Form>(load<ubytes>(from + taken + 64));
    values const d = decoded<Form>(load<ubytes>(from + taken + 96));
    if (RILL_UNLIKELY(!all_right(smaller_of(smaller_of(a.right, b.right),
                                            smaller_of(c.right, d.right)))))
      break;
    unsigned char* const to = out + taken / 4 * 3;
    store_bytes(to, packed<Form>(a.v));
    store_bytes(to + 24, packed<Form>(b.v));
    store_bytes(to + 48, packed<Form>(c.v));
    store_bytes(to + 72, packed<Form>(d.v));
  }
  for (; count - taken >= 32 + 16; taken += 32) {
    values const a = decoded<Form>(load<ubytes>(from + taken));
    if (!all_right(a.right)) break;
    store_bytes(out + taken / 4 * 3, packed<Form>(a.v));
  }
  return base64_ssse3::decode_more<Form>(out, from, count, taken);
}

}  // namespace rill::inline RILL_BUILD::detail::base64_avx2

#undef RILL_LEVEL_INLINE
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_BUILTIN
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL

#endif
