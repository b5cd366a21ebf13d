// rill/unicode/kernel/arm/neon.h: validation of UTF-8, and UTF-8 from and to
// the other forms, with vectors of 16 bytes.
//
// Layer 2. Tests: test/unicode/kernel/neon_test.cpp.
#ifndef RILL_UNICODE_KERNEL_ARM_NEON_H
#define RILL_UNICODE_KERNEL_ARM_NEON_H

#include <cstdint>  // std::uint8_t

#include "../kernel.h"

// Vectors for the NEON kernels.
//
// 64-bit ARM. Uses the compiler's vector types, and inline assembly for one
// instruction: <arm_neon.h> is not included (docs/decisions/0007-kernels.md),
// and the builtins for table look-ups have other names in each compiler
// version.

namespace rill::inline RILL_BUILD::detail {
namespace neon {

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

// The two halves of a vector of 32 bytes, which takes two registers.
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

// table[places]; 0 for places above 15.
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

// The number of leading lanes for which a comparison holds.
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

// Swaps the byte order.
RILL_ALWAYS_INLINE units_8 swapped(units_8 made) noexcept {
  return made << 8 | made >> 8;
}
RILL_ALWAYS_INLINE scalars_4 swapped(scalars_4 made) noexcept {
  constexpr bytes_16 places = {3,  2,  1, 0, 7,  6,  5,  4,
                               11, 10, 9, 8, 15, 14, 13, 12};
  return reinterpret_cast<scalars_4>(
      look_up(reinterpret_cast<bytes_16>(made), places));
}

// UTF-8 to UTF-16 and UTF-32.
//
// 64-bit ARM. Text consists of runs of characters of equal length. Each step
// looks at the first byte, converts everything that it has loaded as if all
// characters had that length, writes the result, and continues behind those
// that really had it and were well-formed. Instructions per byte of UTF-8 to
// UTF-16 with g++ 12 -O2 (portable code in parentheses): Latin 1.4 (3.9),
// Russian 5.5 (18), Chinese 4.5 (15), emoji 3.9 (15). Not timed.

// Stores characters as UTF-16 or UTF-32 of either byte order.
template <form To>
struct wide_store {
  static constexpr bool is_16 = To == form::utf16 || To == form::utf16_swapped;
  static constexpr bool is_swapped =
      To == form::utf16_swapped || To == form::utf32_swapped;
  static constexpr std::ptrdiff_t unit = is_16 ? 2 : 4;

  template <class Vector>
  RILL_ALWAYS_INLINE static char* put(char* out, Vector made) noexcept {
    return store(out, is_swapped ? swapped(made) : made);
  }
  // Eight characters below 10000.
  RILL_ALWAYS_INLINE static void eight(char* out, units_8 made) noexcept {
    if constexpr (is_16) {
      put(out, made);
    } else {
      auto const wide =
          halves_of<scalars_4>(__builtin_convertvector(made, scalars_8));
      put(put(out, wide.low), wide.high);
    }
  }
  // Four characters below 10000.
  RILL_ALWAYS_INLINE static void four(char* out, scalars_4 made) noexcept {
    if constexpr (is_16) {
      units_4 const narrow = __builtin_convertvector(made, units_4);
      store(out, is_swapped ? narrow << 8 | narrow >> 8 : narrow);
    } else {
      put(out, made);
    }
  }
  // Four characters from 10000 on, each of two units in UTF-16.
  RILL_ALWAYS_INLINE static void four_pairs(char* out,
                                            scalars_4 made) noexcept {
    if constexpr (is_16) {
      scalars_4 const offset = made - 0x10000;
      scalars_4 const pairs =
          (offset >> 10 | (offset & 0x3FF) << 16) + 0xDC00D800;
      put(out, reinterpret_cast<units_8>(pairs));
    } else {
      put(out, made);
    }
  }
};

// Each of these functions converts 16 bytes as if all characters had one
// length. Returns how many characters at the start have it and are well-formed.
template <class Store>
RILL_ALWAYS_INLINE int put_ascii(char* out, bytes_16 next) noexcept {
  auto const wide = halves_of<units_8>(__builtin_convertvector(next, units_16));
  Store::eight(out, wide.low);
  Store::eight(out + 8 * Store::unit, wide.high);
  return leading_lanes(reinterpret_cast<bytes_16>(next < 0x80));
}

template <class Store>
RILL_ALWAYS_INLINE int put_twos(char* out, bytes_16 next) noexcept {
  units_8 const lanes = reinterpret_cast<units_8>(next);
  Store::eight(out, (lanes & 0x1F) << 6 | (lanes >> 8 & 0x3F));
  // C0 and C1 begin overlong forms: in a valid lead, one of the four bits above
  // the lowest is set.
  return leading_lanes(reinterpret_cast<units_8>(((lanes & 0xC0E0) == 0x80C0) &
                                                 ((lanes & 0x1E) != 0)));
}

template <class Store>
RILL_ALWAYS_INLINE int put_threes(char* out, bytes_16 next) noexcept {
  constexpr bytes_16 places = {0, 1, 2, 255, 3, 4,  5,  255,
                               6, 7, 8, 255, 9, 10, 11, 255};
  auto const lanes = reinterpret_cast<scalars_4>(look_up(next, places));
  scalars_4 const made =
      (lanes & 0xF) << 12 | (lanes >> 2 & 0xFC0) | (lanes >> 16 & 0x3F);
  Store::four(out, made);
  // Values below 800 are overlong, D800 to DFFF are surrogates.
  return leading_lanes(reinterpret_cast<scalars_4>(
      ((lanes & 0xC0C0F0) == 0x8080E0) & (made > 0x7FF) &
      ((made & 0xF800) != 0xD800)));
}

template <class Store>
RILL_ALWAYS_INLINE int put_fours(char* out, bytes_16 next) noexcept {
  auto const lanes = reinterpret_cast<scalars_4>(next);
  scalars_4 const made = (lanes & 7) << 18 | (lanes << 4 & 0x3F000) |
                         (lanes >> 10 & 0xFC0) | (lanes >> 24 & 0x3F);
  Store::four_pairs(out, made);
  return leading_lanes(
      reinterpret_cast<scalars_4>(((lanes & 0xC0C0C0F8) == 0x808080F0) &
                                  (made > 0xFFFF) & (made < 0x110000)));
}

template <form To>
struct from_utf8 {
  using target = wide_store<To>;

  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    constexpr std::ptrdiff_t unit = target::unit;
    while (in_end - in >= 16 && out_end - out >= 16 * unit) {
      bytes_16 const next = load<bytes_16>(in);
      auto const lead = static_cast<unsigned char>(*in);
      int count = 0;
      if (lead < 0x80) {
        count = put_ascii<target>(out, next);
        in += count;
      } else if (lead < 0xE0) {
        count = put_twos<target>(out, next);
        in += 2 * count;
      } else if (lead < 0xF0) {
        count = put_threes<target>(out, next);
        in += 3 * count;
      } else {
        count = put_fours<target>(out, next);
        in += 4 * count;
        if constexpr (target::is_16) count *= 2;
      }
      if (count == 0) break;
      out += count * unit;
    }
    return {in, out};
  }
};

}  // namespace neon

template <>
struct conversion_kernel<form::utf8, form::utf16, cpu::neon>
    : neon::from_utf8<form::utf16> {};
template <>
struct conversion_kernel<form::utf8, form::utf16_swapped, cpu::neon>
    : neon::from_utf8<form::utf16_swapped> {};
template <>
struct conversion_kernel<form::utf8, form::utf32, cpu::neon>
    : neon::from_utf8<form::utf32> {};
template <>
struct conversion_kernel<form::utf8, form::utf32_swapped, cpu::neon>
    : neon::from_utf8<form::utf32_swapped> {};

// UTF-16 and UTF-32 to UTF-8.
//
// 64-bit ARM. Each step converts all that it has loaded as if every character
// took as many bytes as the first. It continues behind those that do.
// Instructions per byte of UTF-8 from UTF-16 with g++ 12 -O2 (portable code in
// parentheses): Latin 1.9 (2.2), Russian 6.0 (17), Chinese 3.5 (12), emoji 3.7
// (12). Not timed.

namespace neon {

// Each of these functions writes all characters with one length. Returns how
// many at the start have it and are scalar values.
RILL_ALWAYS_INLINE int put_ones(char* out, units_8 next) noexcept {
  store(out, __builtin_convertvector(next, bytes_8));
  return leading_lanes(reinterpret_cast<units_8>(next < 0x80));
}

RILL_ALWAYS_INLINE int put_pairs_of_bytes(char* out, units_8 next) noexcept {
  store(out, units_8(next >> 6 | (next & 0x3F) << 8 | 0x80C0));
  return leading_lanes(
      reinterpret_cast<units_8>((next > 0x7F) & (next < 0x800)));
}

RILL_ALWAYS_INLINE int put_triples(char* out, scalars_4 next) noexcept {
  constexpr bytes_16 places = {0,  1,  2,  4,  5,   6,   8,   9,
                               10, 12, 13, 14, 255, 255, 255, 255};
  scalars_4 const made =
      next >> 12 | (next << 2 & 0x3F00) | (next & 0x3F) << 16 | 0x8080E0;
  store(out, look_up(reinterpret_cast<bytes_16>(made), places));
  return leading_lanes(reinterpret_cast<scalars_4>(
      (next > 0x7FF) & (next < 0x10000) & ((next & 0xF800) != 0xD800)));
}

RILL_ALWAYS_INLINE int put_quadruples(char* out, scalars_4 next) noexcept {
  store(out,
        scalars_4(next >> 18 | (next >> 4 & 0x3F00) | (next << 10 & 0x3F0000) |
                  (next & 0x3F) << 24 | 0x808080F0));
  return leading_lanes(
      reinterpret_cast<scalars_4>((next > 0xFFFF) & (next < 0x110000)));
}

// Four surrogate pairs as characters. Units that are not a pair become 0.
RILL_ALWAYS_INLINE scalars_4 join_pairs(scalars_4 pairs) noexcept {
  auto const held =
      reinterpret_cast<scalars_4>((pairs & 0xFC00FC00) == 0xDC00D800);
  return (((pairs & 0x3FF) << 10 | (pairs >> 16 & 0x3FF)) + 0x10000) & held;
}

template <bool IsSwapped>
struct utf16_to_utf8 {
  RILL_ALWAYS_INLINE static units_8 load_units(char const* in) noexcept {
    units_8 const next = load<units_8>(in);
    return IsSwapped ? swapped(next) : next;
  }
  // Writes sixteen units, of which the lower eight are ASCII. Returns whether
  // the upper eight are, too.
  RILL_ALWAYS_INLINE static bool put_sixteen(char* out, units_8 low,
                                             units_8 high) noexcept {
    store(store(out, __builtin_convertvector(low, bytes_8)),
          __builtin_convertvector(high, bytes_8));
    return is_zero(high >> 7);
  }
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    while (in_end - in >= 16 && out_end - out >= 16) {
      units_8 const next = load_units(in);
      unsigned const lead = next[0];
      int count = 0;
      if (lead < 0x80) {
        if (is_zero(next >> 7) && in_end - in >= 32 &&
            put_sixteen(out, next, load_units(in + 16))) {
          in += 32;
          out += 16;
          continue;
        }
        count = put_ones(out, next);
        out += count;
      } else if (lead < 0x800) {
        count = put_pairs_of_bytes(out, next);
        out += 2 * count;
      } else if ((lead & 0xF800) != 0xD800) {
        auto const wide =
            halves_of<scalars_4>(__builtin_convertvector(next, scalars_8));
        count = put_triples(out, wide.low);
        out += 3 * count;
      } else {
        count =
            put_quadruples(out, join_pairs(reinterpret_cast<scalars_4>(next)));
        out += 4 * count;
        count *= 2;
      }
      if (count == 0) break;
      in += 2 * count;
    }
    return {in, out};
  }
};

template <bool IsSwapped>
struct utf32_to_utf8 {
  // Sets all bits of values above FFFF.
  RILL_ALWAYS_INLINE static scalars_4 cut_off(scalars_4 made) noexcept {
    return made | reinterpret_cast<scalars_4>(made > 0xFFFF);
  }
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    while (in_end - in >= 32 && out_end - out >= 16) {
      scalars_4 low = load<scalars_4>(in);
      scalars_4 high = load<scalars_4>(in + 16);
      if constexpr (IsSwapped) low = swapped(low), high = swapped(high);
      std::uint32_t const lead = low[0];
      int count = 0;
      if (lead < 0x800) {
        // Values above FFFF must not become small by narrowing.
        units_8 const next = narrowed(cut_off(low), cut_off(high));
        count =
            lead < 0x80 ? put_ones(out, next) : put_pairs_of_bytes(out, next);
        out += lead < 0x80 ? count : 2 * count;
      } else if (lead < 0x10000) {
        count = put_triples(out, low);
        out += 3 * count;
      } else {
        count = put_quadruples(out, low);
        out += 4 * count;
      }
      if (count == 0) break;
      in += 4 * count;
    }
    return {in, out};
  }
};

}  // namespace neon

template <>
struct conversion_kernel<form::utf16, form::utf8, cpu::neon>
    : neon::utf16_to_utf8<false> {};
template <>
struct conversion_kernel<form::utf16_swapped, form::utf8, cpu::neon>
    : neon::utf16_to_utf8<true> {};
template <>
struct conversion_kernel<form::utf32, form::utf8, cpu::neon>
    : neon::utf32_to_utf8<false> {};
template <>
struct conversion_kernel<form::utf32_swapped, form::utf8, cpu::neon>
    : neon::utf32_to_utf8<true> {};

// Validates UTF-8.
//
// 64-bit ARM. Checks 16 bytes at a time by the tables of utf8_pair_tables
// (../kernel.h). Skips 64 bytes at a time if they are ASCII.

namespace neon {

// The end of the last whole character before `at`. Requires that everything
// before `at` is well-formed, except for a cut character at its end.
RILL_ALWAYS_INLINE char const* last_whole(char const* first,
                                          char const* at) noexcept {
  for (int back = 1; back <= 3 && at - first >= back; ++back) {
    auto const byte = static_cast<unsigned char>(at[-back]);
    if (byte < 0x80) return at;
    if (byte < 0xC0) continue;
    int const size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return size > back ? at - back : at;
  }
  return at;
}

// Zero if the 16 bytes at `in` are valid. Also reads the three bytes before
// them.
RILL_ALWAYS_INLINE bytes_16 wrong_pairs(char const* in) noexcept {
  using tables = utf8_pair_tables<>;
  auto const table = [](tables::table const& from) {
    return load<bytes_16>(reinterpret_cast<char const*>(from.entry));
  };
  bytes_16 const now = load<bytes_16>(in);
  bytes_16 const before = load<bytes_16>(in - 1);
  bytes_16 const ways = look_up(table(tables::first_upper), before >> 4) &
                        look_up(table(tables::first_lower), before & 15) &
                        look_up(table(tables::second_upper), now >> 4);
  // The second of two continuations is valid exactly if the byte two before is
  // a lead of three or four, or the byte three before a lead of four.
  auto const asked = reinterpret_cast<bytes_16>(
      (load<bytes_16>(in - 2) > 0xDF) | (load<bytes_16>(in - 3) > 0xEF));
  return ways ^ (asked & tables::two_continuations);
}

}  // namespace neon

template <>
struct validation_kernel<form::utf8, cpu::neon> {
  static char const* run(char const* in, char const* in_end) noexcept {
    using namespace neon;
    if (in_end - in < 16) return in;
    // wrong_pairs also reads three bytes before its argument: here, zeros.
    char first[3 + 16] = {};
    __builtin_memcpy(first + 3, in, 16);
    if (!is_zero(wrong_pairs(first + 3))) return in;
    char const* at = in + 16;
    while (in_end - at >= 16) {
      if (in_end - at >= 64 && is_ascii(at - 1, at + 64)) {
        at += 64;
        continue;
      }
      if (!is_zero(wrong_pairs(at))) break;
      at += 16;
    }
    return last_whole(in, at);
  }

 private:
  // True if the 64 bytes before `last` are ASCII, and the byte before these
  // too, so that no character continues into them.
  static bool is_ascii(char const* first, char const* last) noexcept {
    using namespace neon;
    bytes_16 const all = load<bytes_16>(last - 64) | load<bytes_16>(last - 48) |
                         load<bytes_16>(last - 32) | load<bytes_16>(last - 16);
    return static_cast<unsigned char>(*first) < 0x80 && is_zero(all >> 7);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
