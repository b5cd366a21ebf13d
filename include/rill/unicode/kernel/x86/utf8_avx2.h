// rill/unicode/kernel/x86/utf8_avx2.h: 32 bytes of UTF-8 with AVX2.
//
// Floor 2. Tests: test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_AVX2_H
#define RILL_UNICODE_KERNEL_X86_UTF8_AVX2_H

#include "utf8_pieces.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

#define RILL_UTF8_AVX2 [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]]

struct utf8_avx2 {
  typedef char bytes __attribute__((vector_size(32)));
  typedef signed char signed_bytes __attribute__((vector_size(32)));
  typedef unsigned char ubytes __attribute__((vector_size(32)));
  typedef unsigned short words __attribute__((vector_size(32)));
  typedef short signed_words __attribute__((vector_size(32)));
  typedef unsigned uints __attribute__((vector_size(32)));
  typedef int ints __attribute__((vector_size(32)));
  typedef long long quads __attribute__((vector_size(32)));
  typedef char half __attribute__((vector_size(16)));
  typedef short half_words __attribute__((vector_size(16)));
  typedef unsigned short half_uwords __attribute__((vector_size(16)));
  typedef long long half_quads __attribute__((vector_size(16)));

  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes load(
      void const* from) noexcept {
    ubytes loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return loaded;
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static half load_half(
      void const* from) noexcept {
    half loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return loaded;
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static void store(char* to,
                                                      ubytes v) noexcept {
    __builtin_memcpy(to, &v, sizeof v);
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes all(int value) noexcept {
    return ubytes{} + static_cast<unsigned char>(value);
  }
  // The uppermost bits.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static unsigned bits(ubytes v) noexcept {
    return static_cast<unsigned>(
        __builtin_ia32_pmovmskb256(reinterpret_cast<bytes>(v)));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static bool is_zero(ubytes v) noexcept {
    auto const q = reinterpret_cast<quads>(v);
    return __builtin_ia32_ptestz256(q, q);
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes look_up(
      ubytes table, ubytes place) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_pshufb256(
        reinterpret_cast<bytes>(table), reinterpret_cast<bytes>(place)));
  }
  // Of all bits of a byte, its uppermost.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes spread(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(v) <
                                    signed_bytes{});
  }
  // Moves bits within pairs of bytes; the caller masks.
  template <int Count>
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes up(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<words>(v) << Count);
  }
  template <int Count>
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes down(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<words>(v) >> Count);
  }
  // Where the uppermost bit of `where` is set, from b, elsewhere from a.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes choose(
      ubytes a, ubytes b, ubytes where) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_pblendvb256(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b),
        reinterpret_cast<bytes>(where)));
  }
  template <int Which>
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static half half_of(ubytes v) noexcept {
    return reinterpret_cast<half>(
        __builtin_ia32_extract128i256(reinterpret_cast<quads>(v), Which));
  }

  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes join(half lower,
                                                       half upper) noexcept {
    auto const a = reinterpret_cast<half_quads>(lower);
    auto const b = reinterpret_cast<half_quads>(upper);
    return reinterpret_cast<ubytes>(quads{a[0], a[1], b[0], b[1]});
  }

#if defined(__clang__)  // the two compilers name them differently
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes less(ubytes a,
                                                       ubytes b) noexcept {
    return __builtin_elementwise_sub_sat(a, b);
  }
  template <int Count>
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes shifted_in(
      ubytes v, ubytes crossing) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_palignr256(
        reinterpret_cast<bytes>(v), reinterpret_cast<bytes>(crossing),
        16 - Count));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes zip_lower(ubytes a,
                                                            ubytes b) noexcept {
    return RILL_SHUFFLE(a, b, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38,
                        7, 39, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53,
                        22, 54, 23, 55);
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes zip_upper(ubytes a,
                                                            ubytes b) noexcept {
    return RILL_SHUFFLE(a, b, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14,
                        46, 15, 47, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29,
                        61, 30, 62, 31, 63);
  }
  // Sixteen or eight bytes, each with zeros behind it.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes widen_to_16(
      char const* from) noexcept {
    unsigned char narrow __attribute__((vector_size(16)));
    __builtin_memcpy(&narrow, from, 16);
    return reinterpret_cast<ubytes>(__builtin_convertvector(narrow, words));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes widen_to_32(
      char const* from) noexcept {
    unsigned char narrow __attribute__((vector_size(8)));
    __builtin_memcpy(&narrow, from, 8);
    return reinterpret_cast<ubytes>(__builtin_convertvector(narrow, uints));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes widen_units(half u) noexcept {
    auto const narrow = reinterpret_cast<half_uwords>(u);
    return reinterpret_cast<ubytes>(__builtin_convertvector(narrow, uints));
  }
  // The quarters 0, 2, 1, 3: what zip_lower and zip_upper make is then in
  // order.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes cross(ubytes v) noexcept {
    auto const q = reinterpret_cast<quads>(v);
    return reinterpret_cast<ubytes>(RILL_SHUFFLE(q, q, 0, 2, 1, 3));
  }
#else
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes less(ubytes a,
                                                       ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_psubusb256(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
  }
  template <int Count>
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes shifted_in(
      ubytes v, ubytes crossing) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_palignr256(
        reinterpret_cast<quads>(v), reinterpret_cast<quads>(crossing),
        8 * (16 - Count)));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes zip_lower(ubytes a,
                                                            ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpcklbw256(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes zip_upper(ubytes a,
                                                            ubytes b) noexcept {
    return reinterpret_cast<ubytes>(__builtin_ia32_punpckhbw256(
        reinterpret_cast<bytes>(a), reinterpret_cast<bytes>(b)));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes widen_to_16(
      char const* from) noexcept {
    return reinterpret_cast<ubytes>(
        __builtin_ia32_pmovzxbw256(load_half(from)));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes widen_to_32(
      char const* from) noexcept {
    long long eight;
    __builtin_memcpy(&eight, from, 8);
    return reinterpret_cast<ubytes>(__builtin_ia32_pmovzxbd256(
        reinterpret_cast<half>(half_quads{eight, 0})));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes widen_units(half u) noexcept {
    return reinterpret_cast<ubytes>(
        __builtin_ia32_pmovzxwd256(reinterpret_cast<half_words>(u)));
  }
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static ubytes cross(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(
        __builtin_ia32_permdi256(reinterpret_cast<quads>(v), 0xD8));
  }
#endif

  // 32 bytes, and what was one, two and three bytes before each.
  struct window {
    ubytes now, ago_1, ago_2, ago_3;
  };
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static window look(ubytes before,
                                                       ubytes now) noexcept {
    auto const crossing = reinterpret_cast<ubytes>(__builtin_ia32_permti256(
        reinterpret_cast<quads>(before), reinterpret_cast<quads>(now), 0x21));
    return {now, shifted_in<1>(now, crossing), shifted_in<2>(now, crossing),
            shifted_in<3>(now, crossing)};
  }

  // The same where the three bytes before can be read.
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static window look_back(
      char const* in) noexcept {
    return {load(in), load(in - 1), load(in - 2), load(in - 3)};
  }

  // Not zero where something is wrong.
  struct checked {
    ubytes wrong;
    ubytes third;   // uppermost bit: a third byte of three or four
    ubytes fourth;  // uppermost bit: a fourth byte
  };
  RILL_UTF8_AVX2 RILL_ALWAYS_INLINE static checked check(
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
