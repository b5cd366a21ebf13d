// rill/unicode/kernel/x86/utf8_sse2.h: 16 bytes of UTF-8 with SSE2.
//
// Floor 2. Without shuffles of bytes. Tests:
// test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_SSE2_H
#define RILL_UNICODE_KERNEL_X86_UTF8_SSE2_H

#include "utf8_pieces.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

struct utf8_sse2 {
  typedef char bytes __attribute__((vector_size(16)));
  typedef signed char signed_bytes __attribute__((vector_size(16)));
  typedef unsigned char ubytes __attribute__((vector_size(16)));
  typedef unsigned short words __attribute__((vector_size(16)));
  typedef short signed_words __attribute__((vector_size(16)));
  typedef int ints __attribute__((vector_size(16)));
  typedef unsigned uints __attribute__((vector_size(16)));
  typedef unsigned long long quads __attribute__((vector_size(16)));

  RILL_ALWAYS_INLINE static ubytes load(void const* from) noexcept {
    ubytes loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return loaded;
  }
  RILL_ALWAYS_INLINE static void store(char* to, ubytes v) noexcept {
    __builtin_memcpy(to, &v, sizeof v);
  }
  RILL_ALWAYS_INLINE static ubytes all(int value) noexcept {
    return ubytes{} + static_cast<unsigned char>(value);
  }
  // The uppermost bits.
  RILL_ALWAYS_INLINE static unsigned bits(ubytes v) noexcept {
    return static_cast<unsigned>(
        __builtin_ia32_pmovmskb128(reinterpret_cast<bytes>(v)));
  }
  RILL_ALWAYS_INLINE static bool is_zero(ubytes v) noexcept {
    return bits(reinterpret_cast<ubytes>(v == ubytes{})) == 0xFFFF;
  }
  // Of all bits of a byte, its uppermost.
  RILL_ALWAYS_INLINE static ubytes spread(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(v) <
                                    signed_bytes{});
  }
  // Of bytes from 80 to BF.
  RILL_ALWAYS_INLINE static ubytes is_below(ubytes v, int limit) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(v) <
                                    reinterpret_cast<signed_bytes>(all(limit)));
  }
  RILL_ALWAYS_INLINE static ubytes is(ubytes v, int value) noexcept {
    return reinterpret_cast<ubytes>(v == all(value));
  }
  // Moves bits within pairs of bytes; the caller masks.
  template <int Count>
  RILL_ALWAYS_INLINE static ubytes up(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<words>(v) << Count);
  }
  template <int Count>
  RILL_ALWAYS_INLINE static ubytes down(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<words>(v) >> Count);
  }
  // Where the uppermost bit of `where` is set, from b, elsewhere from a.
  RILL_ALWAYS_INLINE static ubytes choose(ubytes a, ubytes b,
                                          ubytes where) noexcept {
    return a ^ ((a ^ b) & spread(where));
  }

#if defined(__clang__)  // the two compilers name them differently
  RILL_ALWAYS_INLINE static ubytes less(ubytes a, ubytes b) noexcept {
    return __builtin_elementwise_sub_sat(a, b);
  }
  RILL_ALWAYS_INLINE static ubytes zip_lower(ubytes a, ubytes b) noexcept {
    return RILL_SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22,
                        7, 23);
  }
  RILL_ALWAYS_INLINE static ubytes zip_upper(ubytes a, ubytes b) noexcept {
    return RILL_SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14,
                        30, 15, 31);
  }
  RILL_ALWAYS_INLINE static ubytes zip_lower_16(ubytes a, ubytes b) noexcept {
    auto const x = reinterpret_cast<words>(a);
    auto const y = reinterpret_cast<words>(b);
    return reinterpret_cast<ubytes>(
        RILL_SHUFFLE(x, y, 0, 8, 1, 9, 2, 10, 3, 11));
  }
  RILL_ALWAYS_INLINE static ubytes zip_upper_16(ubytes a, ubytes b) noexcept {
    auto const x = reinterpret_cast<words>(a);
    auto const y = reinterpret_cast<words>(b);
    return reinterpret_cast<ubytes>(
        RILL_SHUFFLE(x, y, 4, 12, 5, 13, 6, 14, 7, 15));
  }
#else
  RILL_ALWAYS_INLINE static ubytes less(ubytes a, ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_psubusb128(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
  }
  RILL_ALWAYS_INLINE static ubytes zip_lower(ubytes a, ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpcklbw128(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
  }
  RILL_ALWAYS_INLINE static ubytes zip_upper(ubytes a, ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpckhbw128(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
  }
  RILL_ALWAYS_INLINE static ubytes zip_lower_16(ubytes a, ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpcklwd128(
        reinterpret_cast<signed_words>(a), reinterpret_cast<signed_words>(b)));
  }
  RILL_ALWAYS_INLINE static ubytes zip_upper_16(ubytes a, ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpckhwd128(
        reinterpret_cast<signed_words>(a), reinterpret_cast<signed_words>(b)));
  }
#endif

  // The lower halves of four numbers that 16 bits with a sign hold, in the
  // first 8 bytes.
  RILL_ALWAYS_INLINE static ubytes pack(ints v) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_packssdw128(v, v));
  }

  // Brings those of each four units that are in the set side by side. The
  // others are 0.
  RILL_ALWAYS_INLINE static ubytes squeeze_units(ubytes v,
                                                 unsigned set) noexcept {
    using table = unit_move_table<>;
    auto x = reinterpret_cast<quads>(v);
    quads by_1 = x & reinterpret_cast<quads>(load(table::moves.by_1[set]));
    x ^= by_1 ^ by_1 >> 16;
    quads by_2 = x & reinterpret_cast<quads>(load(table::moves.by_2[set]));
    x ^= by_2 ^ by_2 >> 32;
    return reinterpret_cast<ubytes>(x);
  }

  // 16 bytes, and what was one, two and three bytes before each.
  struct window {
    ubytes now, ago_1, ago_2, ago_3;
  };
  RILL_ALWAYS_INLINE static window look_back(char const* in) noexcept {
    return {load(in), load(in - 1), load(in - 2), load(in - 3)};
  }
  // The same at the beginning, where nothing was before.
  RILL_ALWAYS_INLINE static window look_first(char const* in) noexcept {
    char padded[32] = {};
    __builtin_memcpy(padded + 16, in, 16);
    return look_back(padded + 16);
  }

  // Not zero where something is wrong.
  struct checked {
    ubytes wrong;
    ubytes third;   // uppermost bit: a third byte of three or four
    ubytes fourth;  // uppermost bit: a fourth byte
  };
  RILL_ALWAYS_INLINE static checked check(window const& w) noexcept {
    ubytes const second = less(w.ago_1, all(0xC0 - 0x80));
    ubytes const third = less(w.ago_2, all(0xE0 - 0x80));
    ubytes const fourth = less(w.ago_3, all(0xF0 - 0x80));
    // A continuation is where one is asked for.
    ubytes const lead = less(w.now, all(0xC0 - 0x80));
    ubytes const misplaced =
        ((second | third | fourth) ^ (w.now & ~lead)) & all(0x80);
    // C0 and C1; F5 and above.
    ubytes const never = is(w.now & all(0xFE), 0xC0) | less(w.now, all(0xF4));
    ubytes wrong = misplaced | never;
    if (bits(less(w.ago_1, all(0xE0 - 0x80))) != 0) {
      // The second byte decides: E0 80, F0 80 overlong; ED A0 a surrogate;
      // F4 90 too large.
      ubytes const below_A0 = is_below(w.now, 0xA0);
      ubytes const below_90 = is_below(w.now, 0x90);
      wrong |= (is(w.ago_1, 0xE0) & below_A0) | (is(w.ago_1, 0xED) & ~below_A0);
      wrong |= (is(w.ago_1, 0xF0) & below_90) | (is(w.ago_1, 0xF4) & ~below_90);
    }
    return {wrong, third, fourth};
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
