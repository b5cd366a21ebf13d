// rill/unicode/kernel/arm/vectors.h: what the NEON kernels are made of.
//
// Floor 2. 64-bit ARM. Vector types of the compiler, and one instruction by
// name: <arm_neon.h> is not included (docs/decisions/0007-kernels.md), and
// the compilers' builtins for a table look-up have other names in each
// version. Tests: test/unicode/kernel/neon_test.cpp.
#ifndef RILL_UNICODE_KERNEL_ARM_VECTORS_H
#define RILL_UNICODE_KERNEL_ARM_VECTORS_H

#include <cstdint>  // std::uint8_t

#include "../kernel.h"

namespace rill::inline RILL_BUILD::detail::neon {

typedef std::uint8_t bytes_8 __attribute__((vector_size(8)));
typedef std::uint8_t bytes_16 __attribute__((vector_size(16)));
typedef std::uint16_t units_4 __attribute__((vector_size(8)));
typedef std::uint16_t units_8 __attribute__((vector_size(16)));
typedef std::uint32_t scalars_4 __attribute__((vector_size(16)));
typedef std::uint32_t scalars_8 __attribute__((vector_size(32)));
typedef std::uint16_t units_16 __attribute__((vector_size(32)));
typedef std::uint64_t halves __attribute__((vector_size(16)));

template <class Vector>
RILL_ALWAYS_INLINE Vector load(char const* from) noexcept {
  Vector made;
  __builtin_memcpy(&made, from, sizeof made);
  return made;
}
template <class Vector>
RILL_ALWAYS_INLINE char* store(char* out, Vector const& made) noexcept {
  __builtin_memcpy(out, &made, sizeof made);
  return out + sizeof made;
}

// The two halves of a vector of 32 bytes, which lies in two registers.
template <class Half>
struct two_halves {
  Half low, high;
};
template <class Half, class Vector>
RILL_ALWAYS_INLINE two_halves<Half> halves_of(Vector whole) noexcept {
  two_halves<Half> made;
  __builtin_memcpy(&made, &whole, sizeof whole);
  return made;
}
// Eight numbers that fit into 16 bits.
RILL_ALWAYS_INLINE units_8 narrowed(scalars_4 low, scalars_4 high) noexcept {
  units_4 const both[] = {__builtin_convertvector(low, units_4),
                          __builtin_convertvector(high, units_4)};
  units_8 made;
  __builtin_memcpy(&made, both, sizeof made);
  return made;
}

// table[places], 0 where a place is above 15.
RILL_ALWAYS_INLINE bytes_16 look_up(bytes_16 table, bytes_16 places) noexcept {
  bytes_16 found;
  asm("tbl %0.16b, {%1.16b}, %2.16b" : "=w"(found) : "w"(table), "w"(places));
  return found;
}

template <class Vector>
RILL_ALWAYS_INLINE bool is_zero(Vector const& made) noexcept {
  halves const both = reinterpret_cast<halves const&>(made);
  return (both[0] | both[1]) == 0;
}

// How many lanes of a comparison hold, from the first on without a gap.
RILL_ALWAYS_INLINE int leading_lanes(bytes_16 held) noexcept {
  auto const four_bits =
      __builtin_convertvector(reinterpret_cast<units_8>(held) >> 4, bytes_8);
  std::uint64_t const missed = ~reinterpret_cast<std::uint64_t>(four_bits);
  return missed ? __builtin_ctzll(missed) / 4 : 16;
}
RILL_ALWAYS_INLINE int leading_lanes(units_8 held) noexcept {
  std::uint64_t const missed =
      ~reinterpret_cast<std::uint64_t>(__builtin_convertvector(held, bytes_8));
  return missed ? __builtin_ctzll(missed) / 8 : 8;
}
RILL_ALWAYS_INLINE int leading_lanes(scalars_4 held) noexcept {
  std::uint64_t const missed =
      ~reinterpret_cast<std::uint64_t>(__builtin_convertvector(held, units_4));
  return missed ? __builtin_ctzll(missed) / 16 : 4;
}

// The other byte order.
RILL_ALWAYS_INLINE units_8 swapped(units_8 made) noexcept {
  return made << 8 | made >> 8;
}
RILL_ALWAYS_INLINE scalars_4 swapped(scalars_4 made) noexcept {
  constexpr bytes_16 places = {3,  2,  1, 0, 7,  6,  5,  4,
                               11, 10, 9, 8, 15, 14, 13, 12};
  return reinterpret_cast<scalars_4>(
      look_up(reinterpret_cast<bytes_16>(made), places));
}

}  // namespace rill::inline RILL_BUILD::detail::neon

#endif
