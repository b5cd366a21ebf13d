// rill/unicode/kernel/x86/shuffle.h: halves of vectors, and orders of bytes.
//
// Floor 2. Tests: test/unicode/kernel/wide_test.cpp,
// test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_SHUFFLE_H
#define RILL_UNICODE_KERNEL_X86_SHUFFLE_H

#include "../../../base/numbering.h"
#include "../../../memory/kernel/shuffle.h"
#include "../kernel.h"

namespace rill::inline RILL_BUILD::detail {

// Vectors of 32 bytes and their halves. By way of memory, as g++ 11 does it,
// this is slow.
template <class Half>
struct vector_halves {
  Half low, high;
};
typedef unsigned long long half_quads __attribute__((vector_size(16)));
typedef unsigned long long whole_quads __attribute__((vector_size(32)));

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

// Places of bytes within lanes of 16 bytes, for two lanes; those that are
// 0x80 or more become 0.
struct shuffle_of_bytes {
  alignas(32) unsigned char at[32];
};
template <class Place>
constexpr shuffle_of_bytes make_shuffle(Place place) noexcept {
  shuffle_of_bytes made{};
  for (unsigned i = 0; i != 32; ++i)
    made.at[i] = static_cast<unsigned char>(place(i % 16));
  return made;
}

// A template, so that only who uses them pays for them.
template <class = void>
struct byte_places {
  // Units of so many bytes in the other byte order.
  template <unsigned Size>
  static constexpr shuffle_of_bytes swapped =
      make_shuffle([](unsigned i) { return i ^ (Size - 1); });
  // Three bytes each at the end of four.
  static constexpr shuffle_of_bytes triples = make_shuffle(
      [](unsigned i) { return i % 4 == 0 ? 0x80 : i / 4 * 3 + i % 4 - 1; });
  // The lower two of four bytes each, in the processor's order or the other.
  template <bool IsSwapped>
  static constexpr shuffle_of_bytes lower_halves = make_shuffle([](unsigned i) {
    return i >= 8 ? 0x80 : i / 2 * 4 + (i % 2 ^ unsigned{IsSwapped});
  });
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
