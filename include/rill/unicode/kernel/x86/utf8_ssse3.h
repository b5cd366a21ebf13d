// rill/unicode/kernel/x86/utf8_ssse3.h: 16 bytes of UTF-8
// with SSSE3 and SSE4.1.
//
// Floor 2. Tests: test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_UTF8_SSSE3_H

#include "utf8_pieces.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

#define RILL_UTF8_SSSE3 [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]]

struct utf8_ssse3 {
  typedef char bytes __attribute__((vector_size(16)));
  typedef signed char signed_bytes __attribute__((vector_size(16)));
  typedef unsigned char ubytes __attribute__((vector_size(16)));
  typedef unsigned short words __attribute__((vector_size(16)));
  typedef short signed_words __attribute__((vector_size(16)));
  typedef int ints __attribute__((vector_size(16)));
  typedef long long quads __attribute__((vector_size(16)));

  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes load(
      void const* from) noexcept {
    ubytes loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return loaded;
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static void store(char* to,
                                                       ubytes v) noexcept {
    __builtin_memcpy(to, &v, sizeof v);
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes all(int value) noexcept {
    return ubytes{} + static_cast<unsigned char>(value);
  }
  // The uppermost bits.
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static unsigned bits(ubytes v) noexcept {
    return static_cast<unsigned>(
        __builtin_ia32_pmovmskb128(reinterpret_cast<bytes>(v)));
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static bool is_zero(ubytes v) noexcept {
    auto const q = reinterpret_cast<quads>(v);
    return __builtin_ia32_ptestz128(q, q);
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes look_up(
      ubytes table, ubytes place) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_pshufb128(
        reinterpret_cast<bytes>(table), reinterpret_cast<bytes>(place)));
  }
  // Of all bits of a byte, its uppermost.
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes spread(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(v) <
                                    signed_bytes{});
  }
  // Moves bits within pairs of bytes; the caller masks.
  template <int Count>
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes up(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<words>(v) << Count);
  }
  template <int Count>
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes down(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<words>(v) >> Count);
  }
  // Where the uppermost bit of `where` is set, from b, elsewhere from a.
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes choose(
      ubytes a, ubytes b, ubytes where) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_pblendvb128(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b),
        reinterpret_cast<bytes>(where)));
  }
#if defined(__clang__)  // the two compilers name them differently
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes less(ubytes a,
                                                        ubytes b) noexcept {
    return __builtin_elementwise_sub_sat(a, b);
  }
  template <int Count>
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes shifted_in(
      ubytes v, ubytes before) noexcept {
    return reinterpret_cast<ubytes>(
        __builtin_ia32_palignr128(reinterpret_cast<bytes>(v),
                                  reinterpret_cast<bytes>(before), 16 - Count));
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes zip_lower(
      ubytes a, ubytes b) noexcept {
    return RILL_SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22,
                        7, 23);
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes zip_upper(
      ubytes a, ubytes b) noexcept {
    return RILL_SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14,
                        30, 15, 31);
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes zip_lower_16(
      ubytes a, ubytes b) noexcept {
    auto const x = reinterpret_cast<words>(a);
    auto const y = reinterpret_cast<words>(b);
    return reinterpret_cast<ubytes>(
        RILL_SHUFFLE(x, y, 0, 8, 1, 9, 2, 10, 3, 11));
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes zip_upper_16(
      ubytes a, ubytes b) noexcept {
    auto const x = reinterpret_cast<words>(a);
    auto const y = reinterpret_cast<words>(b);
    return reinterpret_cast<ubytes>(
        RILL_SHUFFLE(x, y, 4, 12, 5, 13, 6, 14, 7, 15));
  }
#else
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes less(ubytes a,
                                                        ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_psubusb128(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
  }
  template <int Count>
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes shifted_in(
      ubytes v, ubytes before) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_palignr128(
        reinterpret_cast<quads>(v), reinterpret_cast<quads>(before),
        8 * (16 - Count)));
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes zip_lower(
      ubytes a, ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpcklbw128(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes zip_upper(
      ubytes a, ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpckhbw128(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes zip_lower_16(
      ubytes a, ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpcklwd128(
        reinterpret_cast<signed_words>(a), reinterpret_cast<signed_words>(b)));
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes zip_upper_16(
      ubytes a, ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpckhwd128(
        reinterpret_cast<signed_words>(a), reinterpret_cast<signed_words>(b)));
  }
#endif

  // 16 bytes, and what was one, two and three bytes before each.
  struct window {
    ubytes now, ago_1, ago_2, ago_3;
  };
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static window look(ubytes before,
                                                        ubytes now) noexcept {
    return {now, shifted_in<1>(now, before), shifted_in<2>(now, before),
            shifted_in<3>(now, before)};
  }

  // The same where the three bytes before can be read.
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static window look_back(
      char const* in) noexcept {
    return {load(in), load(in - 1), load(in - 2), load(in - 3)};
  }

  // Not zero where something is wrong.
  struct checked {
    ubytes wrong;
    ubytes third;   // uppermost bit: a third byte of three or four
    ubytes fourth;  // uppermost bit: a fourth byte
  };
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static checked check(
      window const& w) noexcept {
    using tables = utf8_pair_tables<>;
    ubytes const kinds =
        look_up(load(tables::first_upper.entry), down<4>(w.ago_1) & all(0xF)) &
        look_up(load(tables::first_lower.entry), w.ago_1 & all(0xF)) &
        look_up(load(tables::second_upper.entry), down<4>(w.now) & all(0xF));
    ubytes const third = less(w.ago_2, all(0xE0 - 0x80));
    ubytes const fourth = less(w.ago_3, all(0xF0 - 0x80));
    return {kinds ^ ((third | fourth) & all(0x80)), third, fourth};
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
