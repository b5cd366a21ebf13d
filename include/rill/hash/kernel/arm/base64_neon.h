// rill/hash/kernel/arm/base64_neon.h: base64 with vectors of 16 bytes.
//
// Layer 2. 64-bit ARM. The steps are those of x86/levels/base64.h, with shifts
// of the compiler's vectors instead of multiplications, and the table look-up
// in inline assembly (docs/decisions/0007-kernels.md). A third of the
// instructions of the generic functions (g++ 12: 24 for 12 bytes, 36 for 16
// characters); time not measured.
// Tests: test/hash/base64_test.cpp.
#ifndef RILL_HASH_KERNEL_ARM_BASE64_NEON_H
#define RILL_HASH_KERNEL_ARM_BASE64_NEON_H

#include <cstdint>  // std::uint8_t

#include "../generic/base64.h"

namespace rill::inline RILL_BUILD::detail::base64_neon {

typedef std::uint8_t bytes __attribute__((vector_size(16)));
typedef std::uint16_t words __attribute__((vector_size(16)));
typedef std::uint32_t uints __attribute__((vector_size(16)));
typedef std::uint64_t halves __attribute__((vector_size(16)));

RILL_ALWAYS_INLINE bytes load(void const* from) noexcept {
  bytes loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
RILL_ALWAYS_INLINE void store(void* to, bytes v) noexcept {
  __builtin_memcpy(to, &v, sizeof v);
}
// table[places]; 0 for places above 15.
RILL_ALWAYS_INLINE bytes look_up(bytes table, bytes places) noexcept {
  bytes found;
  asm("tbl %0.16b, {%1.16b}, %2.16b" : "=w"(found) : "w"(table), "w"(places));
  return found;
}
RILL_ALWAYS_INLINE bytes look_up(base64_row const& row, bytes places) noexcept {
  return look_up(load(row.at), places);
}

// The characters of the first 12 bytes.
template <class Form>
RILL_ALWAYS_INLINE bytes encoded(bytes v) noexcept {
  using tables = base64_tables<Form>;
  auto const both =
      reinterpret_cast<uints>(look_up(v, load(tables::spread.at)));
  auto const values = reinterpret_cast<bytes>(
      (both >> 10 & 0x3f) | (both << 4 & 0x3f00) | (both >> 6 & 0x3f0000) |
      (both << 8 & 0x3f000000));
  auto const is_later = reinterpret_cast<bytes>(values > 25);
  auto const is_last = reinterpret_cast<bytes>(values > 51);
  bytes const places = ((values - 51) & is_last) - is_later;
  return values + look_up(tables::to_character, places);
}

// The values of characters; `right` is 0 for characters outside the alphabet.
struct values {
  bytes v;
  bytes right;
};
template <class Form>
RILL_ALWAYS_INLINE values decoded(bytes v) noexcept {
  using tables = base64_tables<Form>;
  bytes const lower = v & 15;
  bytes const slot = (look_up(tables::to_slot, lower) + (v >> 3) + 1) >> 1;
  return {v + look_up(tables::to_value, slot),
          look_up(tables::slots_with, lower) & look_up(tables::slot_bit, slot)};
}
RILL_ALWAYS_INLINE bool all_right(bytes right) noexcept {
  auto const wrong = reinterpret_cast<halves>(right == 0);
  return (wrong[0] | wrong[1]) == 0;
}

// The bytes of 16 values, followed by four others.
template <class Form>
RILL_ALWAYS_INLINE bytes packed(bytes values) noexcept {
  auto const w = reinterpret_cast<words>(values);
  auto const fours = reinterpret_cast<uints>((w << 6 & 0x0fc0) | w >> 8);
  return look_up(reinterpret_cast<bytes>(fours << 12 | fours >> 16),
                 load(base64_tables<Form>::pack.at));
}

template <class Form>
char* encode(char* out, unsigned char const* from, std::size_t count,
             bool padded) noexcept {
  for (; count >= 16; count -= 12, from += 12, out += 16)
    store(out, encoded<Form>(load(from)));
  return encode_plainly<Form>(out, from, count, padded);
}

// Stores the 12 bytes of 16 characters, and nothing after them.
template <class Form>
std::size_t decode(unsigned char* out, char const* from,
                   std::size_t count) noexcept {
  std::size_t taken = 0;
  for (; count - taken >= 16; taken += 16) {
    values const made = decoded<Form>(load(from + taken));
    if (!all_right(made.right)) break;
    bytes const result = packed<Form>(made.v);
    __builtin_memcpy(out + taken / 4 * 3, &result, 12);
  }
  return taken;
}

}  // namespace rill::inline RILL_BUILD::detail::base64_neon

#endif
