// rill/hash/kernel/x86/base64_ssse3.h: base64 with vectors of 16 bytes.
//
// Floor 2. x86-64 with cpu::ssse3. Source: W. Mula and D. Lemire, "Faster
// Base64 encoding and decoding using AVX2 instructions" (2018). Tests:
// test/hash/base64_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_BASE64_SSSE3_H
#define RILL_HASH_KERNEL_X86_BASE64_SSSE3_H

#include <cstddef>  // std::size_t

#include "../base64_tables.h"
#include "../generic/base_n.h"

#define RILL_LEVEL base64_ssse3
#define RILL_LEVEL_WIDTH 16
#define RILL_LEVEL_BUILTIN(name) __builtin_ia32_##name##128
#define RILL_LEVEL_TARGET [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

#include "levels/base64.h"

namespace rill::inline RILL_BUILD::detail::base64_ssse3 {

// Stores 12 bytes and nothing behind them.
RILL_LEVEL_INLINE void store_exactly(unsigned char* out, ubytes v) noexcept {
  __builtin_memcpy(out, &v, 12);
}

// As many steps of 12 bytes as there are 16 bytes for, and what is left.
template <class Form>
RILL_LEVEL_INLINE char* encode_more(char* out, unsigned char const* from,
                                    std::size_t count, bool padded) noexcept {
  for (; count >= 16; count -= 12, from += 12, out += 16)
    store(out, encoded<Form>(load<ubytes>(from)));
  return encode_plainly<Form>(out, from, count, padded);
}
// As many steps of 16 characters as there are.
template <class Form>
RILL_LEVEL_INLINE std::size_t decode_more(unsigned char* out, char const* from,
                                          std::size_t count,
                                          std::size_t taken) noexcept {
  for (; count - taken >= 16; taken += 16) {
    values const made = decoded<Form>(load<ubytes>(from + taken));
    if (!all_right(made.right)) break;
    store_exactly(out + taken / 4 * 3, packed<Form>(made.v));
  }
  return taken;
}

template <class Form>
RILL_LEVEL_TARGET char* encode(char* out, unsigned char const* from,
                               std::size_t count, bool padded) noexcept {
  for (; count >= 36 + 16; count -= 48, from += 48, out += 64) {
    ubytes const a = load<ubytes>(from);
    ubytes const b = load<ubytes>(from + 12);
    ubytes const c = load<ubytes>(from + 24);
    ubytes const d = load<ubytes>(from + 36);
    store(out, encoded<Form>(a));
    store(out + 16, encoded<Form>(b));
    store(out + 32, encoded<Form>(c));
    store(out + 48, encoded<Form>(d));
  }
  return encode_more<Form>(out, from, count, padded);
}

template <class Form>
RILL_LEVEL_TARGET std::size_t decode(unsigned char* out, char const* from,
                                     std::size_t count) noexcept {
  std::size_t taken = 0;
  // Each store writes 4 bytes too many: at least 16 characters follow, which
  // are 10 bytes or more.
  for (; count - taken >= 64 + 16; taken += 64) {
    values const a = decoded<Form>(load<ubytes>(from + taken));
    values const b = decoded<Form>(load<ubytes>(from + taken + 16));
    values const c = decoded<Form>(load<ubytes>(from + taken + 32));
    values const d = decoded<Form>(load<ubytes>(from + taken + 48));
    if (RILL_UNLIKELY(!all_right(smaller_of(smaller_of(a.right, b.right),
                                            smaller_of(c.right, d.right)))))
      break;
    unsigned char* const to = out + taken / 4 * 3;
    store(to, packed<Form>(a.v));
    store(to + 12, packed<Form>(b.v));
    store(to + 24, packed<Form>(c.v));
    store(to + 36, packed<Form>(d.v));
  }
  return decode_more<Form>(out, from, count, taken);
}

}  // namespace rill::inline RILL_BUILD::detail::base64_ssse3

#undef RILL_LEVEL_INLINE
#undef RILL_LEVEL_TARGET
#undef RILL_LEVEL_BUILTIN
#undef RILL_LEVEL_WIDTH
#undef RILL_LEVEL

#endif
