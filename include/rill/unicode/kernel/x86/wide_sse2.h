// rill/unicode/kernel/x86/wide_sse2.h: between Latin-1, UTF-16 and UTF-32 of
// either byte order with SSE2: sixteen units at a time become wider or
// narrower, as long as each of them is a character of both.
//
// Floor 2. x86-64. Tests: test/unicode/kernel/wide_test.cpp; figures:
// bench/unicode/wide.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_WIDE_SSE2_H
#define RILL_UNICODE_KERNEL_X86_WIDE_SSE2_H

#include "pairs_ssse3.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {
namespace wide_sse2 {

typedef char bytes __attribute__((vector_size(16)));
typedef short signed_words __attribute__((vector_size(16)));
typedef unsigned short words __attribute__((vector_size(16)));
typedef int signed_quads __attribute__((vector_size(16)));
typedef unsigned int quads __attribute__((vector_size(16)));

template <class Vector>
RILL_ALWAYS_INLINE Vector load(char const* from) noexcept {
  Vector loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
template <class Vector>
RILL_ALWAYS_INLINE void store(char* to, Vector v) noexcept {
  __builtin_memcpy(to, &v, sizeof v);
}

// The upper bit of each byte.
RILL_ALWAYS_INLINE unsigned byte_bits(auto v) noexcept {
  return static_cast<unsigned>(
      __builtin_ia32_pmovmskb128(reinterpret_cast<bytes>(v)));
}

// Units in the order of Form's bytes from the processor's, and back.
template <form Form>
RILL_ALWAYS_INLINE words ordered(words v) noexcept {
  if constexpr (has_swapped_units(Form))
    return v << 8 | v >> 8;
  else
    return v;
}
template <form Form>
RILL_ALWAYS_INLINE quads ordered(quads v) noexcept {
  if constexpr (has_swapped_units(Form)) {
    auto const pairs = reinterpret_cast<words>(v);
    auto const swapped = reinterpret_cast<quads>(pairs << 8 | pairs >> 8);
    return swapped << 16 | swapped >> 16;
  } else {
    return v;
  }
}

// The lower and the upper half of a vector's units, twice as wide.
RILL_ALWAYS_INLINE words low_half(bytes v) noexcept {
  return reinterpret_cast<words>(RILL_SHUFFLE(
      v, bytes{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
}
RILL_ALWAYS_INLINE words high_half(bytes v) noexcept {
  return reinterpret_cast<words>(RILL_SHUFFLE(v, bytes{}, 8, 24, 9, 25, 10, 26,
                                              11, 27, 12, 28, 13, 29, 14, 30,
                                              15, 31));
}
RILL_ALWAYS_INLINE quads low_half(words v) noexcept {
  return reinterpret_cast<quads>(
      RILL_SHUFFLE(v, words{}, 0, 8, 1, 9, 2, 10, 3, 11));
}
RILL_ALWAYS_INLINE quads high_half(words v) noexcept {
  return reinterpret_cast<quads>(
      RILL_SHUFFLE(v, words{}, 4, 12, 5, 13, 6, 14, 7, 15));
}
template <form To>
RILL_ALWAYS_INLINE void store_wider(char* out, words v) noexcept {
  store(out, ordered<To>(low_half(v)));
  store(out + 16, ordered<To>(high_half(v)));
}

// The other way; the units fit.
RILL_ALWAYS_INLINE bytes narrow(words a, words b) noexcept {
  return __builtin_ia32_packuswb128(reinterpret_cast<signed_words>(a),
                                    reinterpret_cast<signed_words>(b));
}
// SSE2 has an instruction for signed numbers only.
RILL_ALWAYS_INLINE words narrow(quads a, quads b) noexcept {
  auto const as_signed = [](quads v) {
    return reinterpret_cast<signed_quads>(v << 16) >> 16;
  };
  return reinterpret_cast<words>(
      __builtin_ia32_packssdw128(as_signed(a), as_signed(b)));
}

RILL_ALWAYS_INLINE auto surrogates(auto v) noexcept {
  return (v & 0xF800) == 0xD800;
}
RILL_ALWAYS_INLINE bool are_below_100(auto v) noexcept {
  return byte_bits(v >> 8 == 0) == 0xFFFF;
}

// Four vectors of UTF-32.
struct sixteen {
  quads a, b, c, d;
};
template <form From, form To>
RILL_ALWAYS_INLINE bool fits(sixteen const& v) noexcept {
  quads const all = v.a | v.b | v.c | v.d;
  if constexpr (To == form::latin1)
    return are_below_100(all);
  else
    return byte_bits(surrogates(v.a) | surrogates(v.b) | surrogates(v.c) |
                     surrogates(v.d) | (all >> 16 != 0)) == 0;
}

// Converts sixteen units. False where one of them does not fit.
template <form From, form To>
RILL_ALWAYS_INLINE bool step(char const* in, char* out) noexcept {
  constexpr std::size_t from = unit_width(From), to = unit_width(To);
  if constexpr (from == 1) {
    auto const v = load<bytes>(in);
    if constexpr (to == 2) {
      store(out, ordered<To>(low_half(v)));
      store(out + 16, ordered<To>(high_half(v)));
    } else {
      store_wider<To>(out, low_half(v));
      store_wider<To>(out + 32, high_half(v));
    }
  } else if constexpr (from == 2) {
    auto const a = ordered<From>(load<words>(in));
    auto const b = ordered<From>(load<words>(in + 16));
    if constexpr (to == 1) {
      if (!are_below_100(a | b)) return false;
      store(out, narrow(a, b));
    } else {
      if (byte_bits(surrogates(a) | surrogates(b)) != 0) return false;
      store_wider<To>(out, a);
      store_wider<To>(out + 32, b);
    }
  } else {
    sixteen const v = {ordered<From>(load<quads>(in)),
                       ordered<From>(load<quads>(in + 16)),
                       ordered<From>(load<quads>(in + 32)),
                       ordered<From>(load<quads>(in + 48))};
    if (!fits<From, To>(v)) return false;
    words const low = narrow(v.a, v.b), high = narrow(v.c, v.d);
    if constexpr (to == 2) {
      store(out, ordered<To>(low));
      store(out + 16, ordered<To>(high));
    } else {
      store(out, narrow(low, high));
    }
  }
  return true;
}

template <form From, form To>
kernel_progress blocks(char const* in, char const* in_end, char* out,
                       char* out_end) noexcept {
  constexpr auto in_step = static_cast<std::ptrdiff_t>(16 * unit_width(From));
  constexpr auto out_step = static_cast<std::ptrdiff_t>(16 * unit_width(To));
  auto steps = smaller((in_end - in) / in_step, (out_end - out) / out_step);
  for (; steps != 0 && step<From, To>(in, out); --steps) {
    in += in_step;
    out += out_step;
  }
  return {in, out};
}

}  // namespace wide_sse2

template <form From, form To>
  requires(changes_width(From, To))
struct conversion_kernel<From, To, cpu::ssse3> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return in_blocks<From, To>(wide_sse2::blocks<From, To>,
                               pairs_by_ssse3<From, To>(), in, in_end, out,
                               out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
