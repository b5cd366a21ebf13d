// rill/unicode/kernel/x86/shuffle.h: elements of vectors in another order, for
// g++ 11 too, which has no __builtin_shufflevector.
//
// Floor 2. Tests: test/unicode/kernel/wide_test.cpp,
// test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_SHUFFLE_H
#define RILL_UNICODE_KERNEL_X86_SHUFFLE_H

#include "../kernel.h"

#if defined(__clang__) || __GNUC__ >= 12
#define RILL_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define RILL_SHUFFLE(a, b, ...) \
  __builtin_shuffle(a, b, __typeof__(a){__VA_ARGS__})
#endif

namespace rill::inline RILL_BUILD::detail {

// Vectors of 32 bytes and their halves. By way of memory, as g++ 11 does it,
// this is slow.
template <class Half>
struct vector_halves {
  Half low, high;
};
typedef unsigned long long half_quads __attribute__((vector_size(16)));
typedef unsigned long long whole_quads __attribute__((vector_size(32)));

template <class Half, class Whole>
[[gnu::target("avx2")]] RILL_ALWAYS_INLINE vector_halves<Half> halves_of(
    Whole v) noexcept {
#if defined(__clang__) || __GNUC__ >= 12
  auto const whole = reinterpret_cast<whole_quads>(v);
  return {reinterpret_cast<Half>(__builtin_shufflevector(whole, whole, 0, 1)),
          reinterpret_cast<Half>(__builtin_shufflevector(whole, whole, 2, 3))};
#else
  return __builtin_bit_cast(vector_halves<Half>, v);
#endif
}

template <class Whole, class Half>
[[gnu::target("avx2")]] RILL_ALWAYS_INLINE Whole
joined_halves(Half low, Half high) noexcept {
#if defined(__clang__) || __GNUC__ >= 12
  return reinterpret_cast<Whole>(
      __builtin_shufflevector(reinterpret_cast<half_quads>(low),
                              reinterpret_cast<half_quads>(high), 0, 1, 2, 3));
#else
  vector_halves<Half> const both{low, high};
  return __builtin_bit_cast(Whole, both);
#endif
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
