// rill/hash/kernel/x86/base64.h: base64 with vectors of 16, 32 and 64 bytes.
//
// Layer 2. Tests: test/hash/base64_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_BASE64_H
#define RILL_HASH_KERNEL_X86_BASE64_H

#include <cstddef>  // std::size_t
#include <cstdint>  // std::uint64_t

#include "../generic/base64.h"

// Base64 with vectors of 16 bytes.
//
// x86-64 with cpu::ssse3. Source: W. Mula and D. Lemire, "Faster Base64
// encoding and decoding using AVX2 instructions" (2018).

#define RILL_LEVEL base64_ssse3
#define RILL_LEVEL_WIDTH 16
#define RILL_LEVEL_BUILTIN(name) __builtin_ia32_##name##128
#define RILL_LEVEL_TARGET [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]]
#define RILL_LEVEL_INLINE RILL_LEVEL_TARGET RILL_ALWAYS_INLINE

#include "levels/base64.h"

namespace rill::inline RILL_BUILD::detail::base64_ssse3 {

// Stores 12 bytes and nothing after them.
RILL_LEVEL_INLINE void store_exactly(unsigned char* out, ubytes v) noexcept {
  __builtin_memcpy(out, &v, 12);
}

// Encodes 12 bytes a step while 16 can be read, and then the rest.
template <class Form>
RILL_LEVEL_INLINE char* encode_more(char* out, unsigned char const* from,
                                    std::size_t count, bool padded) noexcept {
  for (; count >= 16; count -= 12, from += 12, out += 16)
    store(out, encoded<Form>(load<ubytes>(from)));
  return encode_plainly<Form>(out, from, count, padded);
}
// Decodes whole steps of 16 characters.
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
  // Each store writes 4 bytes too many. At least 16 characters follow, which
  // decode to at least 10 bytes.
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

// Base64 with vectors of 32 bytes.
//
// x86-64 with cpu::avx2. Source: as above.

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
// Loads 12 bytes into each lane, followed by 4 others: reads 28 bytes.
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
// Writes 24 bytes, and 8 arbitrary ones after them.
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
  // The last store writes 8 bytes too many. At least 16 characters follow,
  // which decode to at least 10 bytes.
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

// Base64 with vectors of 64 bytes.
//
// x86-64 with cpu::avx512, where VBMI looks up in tables of 64 and 128 bytes.
// Source: W. Mula and D. Lemire, "Base64 encoding and decoding at almost the
// speed of a memory copy" (2020).

#define RILL_AVX512_64 \
  [[gnu::target(       \
      "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,popcnt,lzcnt,bmi,bmi2")]]
#define RILL_AVX512_64_INLINE RILL_AVX512_64 RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail::base64_avx512 {

typedef char bytes __attribute__((vector_size(64)));
typedef short words __attribute__((vector_size(64)));
typedef int ints __attribute__((vector_size(64)));
typedef unsigned uints __attribute__((vector_size(64)));
typedef std::uint64_t quads __attribute__((vector_size(64)));
using byte_mask = std::uint64_t;

struct row {
  alignas(64) unsigned char at[64];
};
template <class Entry>
constexpr row make_row(Entry entry) noexcept {
  row made = {};
  for (unsigned i = 0; i != 64; ++i)
    made.at[i] = static_cast<unsigned char>(entry(i));
  return made;
}
template <class Form>
struct tables {
  // Bytes b, a, c, b of each group abc, in two 16-bit halves, the lower one
  // first.
  static constexpr row spread = make_row(
      [](unsigned i) { return i / 4 * 3 + (i % 4 == 2 ? 2 : i % 4 != 1); });
  static constexpr row characters =
      make_row([](unsigned i) { return Form::characters[i]; });
  // The values of characters; 0x80 outside the alphabet.
  static constexpr row lower =
      make_row([](unsigned i) { return values_of<Form>.of[i] & 0xbf; });
  static constexpr row upper =
      make_row([](unsigned i) { return values_of<Form>.of[i + 64] & 0xbf; });
  // The three bytes of each four, from the most significant one on.
  static constexpr row pack =
      make_row([](unsigned i) { return i < 48 ? i / 3 * 4 + 2 - i % 3 : 0; });
};

RILL_AVX512_64_INLINE bytes load(void const* from) noexcept {
  bytes loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
RILL_AVX512_64_INLINE bytes load(row const& from) noexcept {
  return load(from.at);
}
RILL_AVX512_64_INLINE void store(void* to, bytes v) noexcept {
  __builtin_memcpy(to, &v, sizeof v);
}
// Keeps the first bytes; 0 after them.
RILL_AVX512_64_INLINE byte_mask first_bits(std::size_t count) noexcept {
  return __builtin_ia32_bzhi_di(~0ull, count);
}
RILL_AVX512_64_INLINE bytes load_first(void const* from,
                                       std::size_t count) noexcept {
  return __builtin_ia32_loaddquqi512_mask(
#if defined(__clang__)
      static_cast<bytes const*>(from),
#else
      static_cast<char const*>(from),
#endif
      bytes{}, first_bits(count));
}
// Loads of 64 bytes would cross cache lines more often: 10 % of the time for
// texts beyond the second-level cache (Zen 4).
RILL_AVX512_64_INLINE bytes load_48(void const* from) noexcept {
  return load_first(from, 48);
}
RILL_AVX512_64_INLINE void store_first(void* to, bytes v,
                                       std::size_t count) noexcept {
  __builtin_ia32_storedquqi512_mask(
#if defined(__clang__)
      static_cast<bytes*>(to),
#else
      static_cast<char*>(to),
#endif
      v, first_bits(count));
}
RILL_AVX512_64_INLINE bytes pick(bytes from, bytes places) noexcept {
#if defined(__clang__)
  return __builtin_ia32_permvarqi512(from, places);
#else
  return __builtin_ia32_permvarqi512_mask(from, places, bytes{}, ~0ull);
#endif
}

// The characters of the first 48 bytes.
template <class Form>
RILL_AVX512_64_INLINE bytes encoded(bytes v) noexcept {
  bytes const both = pick(v, load(tables<Form>::spread));
  // For each eight bytes, where the six bits of each character begin.
  bytes const starts = reinterpret_cast<bytes>(quads{} + 0x3036242a1016040a);
#if defined(__clang__)
  bytes const values = __builtin_ia32_vpmultishiftqb512(starts, both);
#else
  bytes const values =
      __builtin_ia32_vpmultishiftqb512_mask(starts, both, bytes{}, ~0ull);
#endif
  return pick(load(tables<Form>::characters), values);
}

// The values of characters; 0x80 and more for characters below 0x80 outside the
// alphabet.
template <class Form>
RILL_AVX512_64_INLINE bytes decoded(bytes v) noexcept {
#if defined(__clang__)
  return __builtin_ia32_vpermi2varqi512(load(tables<Form>::lower), v,
                                        load(tables<Form>::upper));
#else
  return __builtin_ia32_vpermt2varqi512_mask(v, load(tables<Form>::lower),
                                             load(tables<Form>::upper), ~0ull);
#endif
}
RILL_AVX512_64_INLINE byte_mask upper_bits(bytes v) noexcept {
  return __builtin_ia32_cvtb2mask512(v);
}

// The 48 bytes of 64 values, followed by others.
template <class Form>
RILL_AVX512_64_INLINE bytes packed(bytes values) noexcept {
  auto const by_64 = reinterpret_cast<bytes>(uints{} + 0x01400140);
  auto const by_4096 = reinterpret_cast<words>(uints{} + 0x00011000);
#if defined(__clang__)
  ints const fours = __builtin_ia32_pmaddwd512(
      __builtin_ia32_pmaddubsw512(values, by_64), by_4096);
#else
  ints const fours = __builtin_ia32_pmaddwd512_mask(
      __builtin_ia32_pmaddubsw512_mask(values, by_64, words{}, ~0u), by_4096,
      ints{}, 0xffff);
#endif
  return pick(reinterpret_cast<bytes>(fours), load(tables<Form>::pack));
}

// yes where the mask is set, otherwise no.
RILL_AVX512_64_INLINE bytes choose(byte_mask mask, bytes yes,
                                   bytes no) noexcept {
#if defined(__clang__)
  return __builtin_ia32_selectb_512(mask, yes, no);
#else
  return __builtin_ia32_blendmb_512_mask(no, yes, mask);
#endif
}
// Writes the characters of at most 48 bytes; returns their end. Only the last
// call may have an incomplete group.
template <class Form>
RILL_AVX512_64_INLINE char* encode_some(char* out, unsigned char const* from,
                                        std::size_t count,
                                        bool padded) noexcept {
  bytes const characters = encoded<Form>(load_first(from, count));
  std::size_t const size = (8 * count + 5) / 6;
  std::size_t const whole = padded ? (count + 2) / 3 * 4 : size;
  store_first(out, choose(first_bits(size), characters, bytes{} + '='), whole);
  return out + whole;
}

template <class Form>
RILL_AVX512_64 char* encode(char* out, unsigned char const* from,
                            std::size_t count, bool padded) noexcept {
  for (; count >= 192; count -= 192, from += 192, out += 256) {
    bytes const a = load_48(from), b = load_48(from + 48);
    bytes const c = load_48(from + 96), d = load_48(from + 144);
    store(out, encoded<Form>(a));
    store(out + 64, encoded<Form>(b));
    store(out + 128, encoded<Form>(c));
    store(out + 192, encoded<Form>(d));
  }
  for (; count >= 48; count -= 48, from += 48, out += 64)
    store(out, encoded<Form>(load_48(from)));
  if (count == 0) return out;
  return encode_some<Form>(out, from, count, padded);
}

template <class Form>
RILL_AVX512_64 std::size_t decode(unsigned char* out, char const* from,
                                  std::size_t count) noexcept {
  std::size_t taken = 0;
  // Each store writes 16 bytes too many. At least 32 characters follow, which
  // decode to at least 22 bytes.
  for (; count - taken >= 256 + 32; taken += 256) {
    bytes const a = load(from + taken), b = load(from + taken + 64);
    bytes const c = load(from + taken + 128), d = load(from + taken + 192);
    bytes const e = decoded<Form>(a), f = decoded<Form>(b);
    bytes const g = decoded<Form>(c), h = decoded<Form>(d);
    if (RILL_UNLIKELY(upper_bits(a | b | c | d | e | f | g | h) != 0)) break;
    unsigned char* const to = out + taken / 4 * 3;
    store(to, packed<Form>(e));
    store(to + 48, packed<Form>(f));
    store(to + 96, packed<Form>(g));
    store(to + 144, packed<Form>(h));
  }
  for (;;) {
    std::size_t const most = count - taken < 64 ? count - taken : 64;
    std::size_t size = most / 4 * 4;
    bytes const v = load_first(from + taken, size);
    bytes const values = decoded<Form>(v);
    // Bytes that were not loaded count as outside the alphabet.
    byte_mask const wrong = upper_bits(v | values);
    if (wrong != 0)
      size = static_cast<std::size_t>(__builtin_ctzll(wrong)) / 4 * 4;
    store_first(out + taken / 4 * 3, packed<Form>(values), size / 4 * 3);
    taken += size;
    if (size != 64) return taken;
  }
}

}  // namespace rill::inline RILL_BUILD::detail::base64_avx512

#undef RILL_AVX512_64_INLINE
#undef RILL_AVX512_64

#endif
