// rill/unicode/kernel/x86/to_utf8_avx512.h: Latin-1 and UTF-32 to UTF-8, 64
// bytes at a time.
//
// Layer 2. Tests: test/unicode/kernel/avx512_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_TO_UTF8_AVX512_H
#define RILL_UNICODE_KERNEL_X86_TO_UTF8_AVX512_H

#include "vector_avx512.h"

// Converts units of 16 bits to UTF-8, 32 at a time.
//
// x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Spreads each unit to the
// bytes that it may need; compressing removes the unused ones. Units up to 07FF
// are spread to two bytes. Each surrogate becomes two of the four bytes of its
// pair, so pairs need no other path. Only with units of three bytes, a vector
// holds 16 units instead of 32. Figures: bench/unicode/avx512.cpp.

namespace rill::inline RILL_BUILD::detail {
namespace avx512 {

struct to_utf8_tables {
  // The first of the eight bits to take from a unit: for its first and second
  // byte.
  table bits_of_2;      // of two
  table bits_of_3;      // of three
  table bits_of_first;  // of what the first surrogate becomes
  table bits_of_4;      // of units of 32 bits, for four bytes
  // For 32 units of three bytes each: the units for each eight bytes, the first
  // of the bits to take from these, the bits that are kept, and the bits that
  // are added.
  table spread[2];
  table bits[2];
  table stay[2];
  table tags[2];
  // Puts first and second bytes of 16 units beside their third bytes.
  table beside[2];
};
constexpr to_utf8_tables make_to_utf8_tables() noexcept {
  to_utf8_tables made{};
  for (int i = 0; i != 64; ++i) {
    int const unit = i % 8 / 2 * 16;  // its first bit within eight bytes
    bool const second = i % 2 == 1;
    made.bits_of_2.at[i] = static_cast<char>(unit + (second ? 0 : 6));
    made.bits_of_3.at[i] = static_cast<char>(unit + (second ? 6 : 12));
    made.bits_of_first.at[i] = static_cast<char>(unit + (second ? 2 : 8));
    made.bits_of_4.at[i] = static_cast<char>(i % 8 / 4 * 32 + (3 - i % 4) * 6);
    for (int half = 0; half != 2; ++half) {
      int const byte = 64 * half + i;
      int const start = byte / 8 * 8 / 3;  // the first unit of eight bytes
      int const place = byte % 3;
      made.spread[half].at[i] = static_cast<char>(start * 2 + i % 8);
      made.bits[half].at[i] =
          static_cast<char>((byte / 3 - start) * 16 + (2 - place) * 6);
      made.stay[half].at[i] = static_cast<char>(place == 0 ? 0x0F : 0x3F);
      made.tags[half].at[i] = static_cast<char>(place == 0 ? 0xE0 : 0x80);
      made.beside[half].at[i] = static_cast<char>(32 * half + i / 4 * 2 +
                                                  i % 2 + (i % 4 < 2 ? 0 : 64));
    }
  }
  return made;
}
template <class = void>
inline constexpr to_utf8_tables to_utf8_table = make_to_utf8_tables();

RILL_AVX512_INLINE words fill_words(int word) noexcept {
  return words{} + static_cast<short>(word);
}
RILL_AVX512_INLINE words as_words(bytes v) noexcept {
  return reinterpret_cast<words>(v);
}
RILL_AVX512_INLINE bytes as_bytes(words v) noexcept {
  return reinterpret_cast<bytes>(v);
}

// Writes the bytes of the mask. A unit has `Bits` bits of the mask, at least
// one of which is set. Writes only whole units that have room, and returns
// their number.
template <int Bits>
RILL_AVX512_INLINE std::uint64_t put_part(bytes v, byte_mask mask, char*& out,
                                          char* out_end) noexcept {
  auto const room = static_cast<std::uint64_t>(out_end - out);
  if (count(mask) > room) {
    byte_mask const lost =
        mask & ~__builtin_ia32_pdep_di(bits_below(room), mask);
    mask &= bits_below(first_bit(lost) / Bits * Bits);
  }
  std::uint64_t const written = count(mask);
  store(out, compress(mask, v), bits_below(written));
  out += written;
  return (width(mask) + Bits - 1) / Bits;
}

// Writes the bytes of the mask. Requires room for 64.
RILL_AVX512_INLINE void put_all(bytes v, byte_mask mask, char*& out) noexcept {
  store(out, compress(mask, v));
  out += count(mask);
}

// The bytes that are used: the first of each unit, and the others if they are
// not 0.
RILL_AVX512_INLINE byte_mask kept_of_2(bytes v) noexcept {
  return not_below(v, as_bytes(fill_words(0x0100)));
}
RILL_AVX512_INLINE byte_mask kept_of_4(bytes v) noexcept {
  return not_below(v, reinterpret_cast<bytes>(ints{} + 0x01010100));
}

// Units of 16 bits and their classification.
struct utf16_block {
  words now;
  words before;  // the unit before each; valid if `second` is set
  word_mask not_ascii;
  word_mask long_ones;  // from 0800 on
  word_mask first;      // first surrogates
  word_mask second;     // second surrogates
};

// Spreads units from 0080 to 07FF to two bytes.
RILL_AVX512_INLINE words spread_twos(words now, word_mask not_ascii) noexcept {
  words const v =
      as_words(pick_bits(as_bytes(now), load(to_utf8_table<>.bits_of_2)));
  return choose(not_ascii, merge(v, fill_words(0x3F1F), fill_words(0x80C0)),
                now);
}

// Spreads each unit to two bytes: the first two of three, the two of a
// surrogate, or a shorter character.
RILL_AVX512_INLINE words spread_all(utf16_block const& b) noexcept {
  constexpr to_utf8_tables const& tables = to_utf8_table<>;
  words v = spread_twos(b.now, b.not_ascii);
  words const three =
      as_words(pick_bits(as_bytes(b.now), load(tables.bits_of_3)));
  v = choose(b.long_ones, merge(three, fill_words(0x3F0F), fill_words(0x80E0)),
             v);
  if ((b.first | b.second) == 0) return v;
  // Adds 40, because UTF-16 subtracts 10000 from the value of a pair.
  bytes const above =
      reinterpret_cast<bytes>(reinterpret_cast<uwords>(b.now) + 0x40);
  words const first = as_words(pick_bits(above, load(tables.bits_of_first)));
  v = choose(b.first, merge(first, fill_words(0x3F07), fill_words(0x80F0)), v);
  words const second =
      as_words(pick_bits(as_bytes(b.now), load(tables.bits_of_2)));
  words const kept = (b.before & fill_words(3)) << 4;
  return choose(b.second,
                merge(second, fill_words(0x3F0F), kept | fill_words(0x8080)),
                v);
}

// Spreads 16 values from 10000 on to four bytes each.
RILL_AVX512_INLINE bytes spread_fours(ints values) noexcept {
  bytes const v = pick_bits(reinterpret_cast<bytes>(values),
                            load(to_utf8_table<>.bits_of_4));
  return merge(v, reinterpret_cast<bytes>(fill_ints(0x3F3F3F07)),
               reinterpret_cast<bytes>(fill_ints(0x808080F0)));
}

// One half of the 96 bytes that 32 units of three bytes become, in 64 bytes.
RILL_AVX512_INLINE bytes spread_threes(words now, int half) noexcept {
  constexpr to_utf8_tables const& tables = to_utf8_table<>;
  bytes const spread = pick(as_bytes(now), load(tables.spread[half]));
  bytes const v = pick_bits(spread, load(tables.bits[half]));
  return merge(v, load(tables.stay[half]), load(tables.tags[half]));
}

// Writes 32 units of three bytes each. Requires room for 128 bytes.
RILL_AVX512_INLINE void put_threes(words now, char*& out) noexcept {
  store(out, spread_threes(now, 0));
  store(out + 64, spread_threes(now, 1));
  out += 96;
}

// Writes 32 units. Requires room for 128 bytes.
RILL_AVX512_INLINE void put_units(utf16_block const& b, char*& out) noexcept {
  word_mask const threes = b.long_ones & ~(b.first | b.second);
  if (threes == ~word_mask{0}) return put_threes(b.now, out);
  bytes const two = as_bytes(spread_all(b));
  if (threes == 0) return put_all(two, kept_of_2(two), out);
  bytes const last = as_bytes(choose(
      threes, merge(b.now, fill_words(0x3F), fill_words(0x80)), words{}));
  bytes const lower = pick_of_two(two, last, load(to_utf8_table<>.beside[0]));
  put_all(lower, kept_of_4(lower), out);
  bytes const upper = pick_of_two(two, last, load(to_utf8_table<>.beside[1]));
  put_all(upper, kept_of_4(upper), out);
}

// Writes the first `size` units, as far as there is room. Returns the number
// written.
RILL_AVX512_INLINE std::uint64_t put_some_units(utf16_block const& b,
                                                std::uint64_t size, char*& out,
                                                char* out_end) noexcept {
  word_mask const threes = b.long_ones & ~(b.first | b.second);
  bytes const two = as_bytes(spread_all(b));
  if (threes == 0)
    return put_part<2>(two, kept_of_2(two) & bits_below(2 * size), out,
                       out_end);
  bytes const last = as_bytes(choose(
      threes, merge(b.now, fill_words(0x3F), fill_words(0x80)), words{}));
  std::uint64_t done = 0;
  for (unsigned half = 0; half != 2; ++half) {
    std::uint64_t const left = size < 16 * half ? 0 : size - 16 * half;
    bytes const v = pick_of_two(two, last, load(to_utf8_table<>.beside[half]));
    if (done == 16 * half)
      done += put_part<4>(v, kept_of_4(v) & bits_below(4 * left), out, out_end);
  }
  return done;
}

// ISO 8859-1 to UTF-8 with AVX-512.
//
// x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. 2.8 times as fast as with
// AVX2 where every sixth character is not ASCII. Figures:
// bench/unicode/avx512.cpp.

struct from_latin1_tables {
  table interleave[2];  // first and second bytes, 32 each
};
constexpr from_latin1_tables make_from_latin1_tables() noexcept {
  from_latin1_tables made{};
  for (int i = 0; i != 64; ++i)
    for (int half = 0; half != 2; ++half)
      made.interleave[half].at[i] =
          static_cast<char>(32 * half + i / 2 + 64 * (i % 2));
  return made;
}
template <class = void>
inline constexpr from_latin1_tables from_latin1_table =
    make_from_latin1_tables();

// 64 characters of ISO 8859-1, spread to two bytes each. ASCII uses only the
// second.
struct spread_latin1 {
  bytes first;
  bytes second;
  byte_mask upper;

  RILL_AVX512_INLINE bytes half(int which) const noexcept {
    return pick_of_two(first, second,
                       load(from_latin1_table<>.interleave[which]));
  }
  RILL_AVX512_INLINE byte_mask kept(int which) const noexcept {
    return __builtin_ia32_pdep_di(upper >> 32 * which, ~0ull / 3) |
           ~0ull / 3 * 2;
  }
};
RILL_AVX512_INLINE spread_latin1 spread(bytes v, byte_mask upper) noexcept {
  // C2 and the byte, or C3 and the byte minus 40.
  byte_mask const from_c0 = not_below(v, 0xC0);
  return {choose(from_c0, fill(0xC3), fill(0xC2)),
          choose(from_c0, v ^ fill(0x40), v), upper};
}

template <form From>
RILL_AVX512 kernel_progress latin1_to_utf8(char const* in, char const* in_end,
                                           char* out, char* out_end) noexcept {
  char const* at = in;
  while (in_end - at >= 64 && out_end - out >= 128) {
    bytes const v = load(at);
    byte_mask const upper = upper_bits(v);
    if (upper == 0) {
      store(out, v);
      at += 64;
      out += 64;
      continue;
    }
    spread_latin1 const made = spread(v, upper);
    put_all(made.half(0), made.kept(0), out);
    put_all(made.half(1), made.kept(1), out);
    at += 64;
  }
  std::uint64_t done = 32;
  while (at != in_end && done == 32) {
    auto const left = static_cast<std::uint64_t>(in_end - at);
    std::uint64_t const size = left < 32 ? left : 32;
    bytes const v = load(at, bits_below(size));
    spread_latin1 const made = spread(v, upper_bits(v));
    done = put_part<2>(made.half(0), made.kept(0) & bits_below(2 * size), out,
                       out_end);
    at += done;
  }
  return {at, out};
}

}  // namespace avx512

template <form From>
  requires(From == form::latin1)
struct conversion_kernel<From, form::utf8, cpu::avx512> {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    return avx512::latin1_to_utf8<From>(in, in_end, out, out_end);
  }
};

// UTF-32 of either byte order to UTF-8 with AVX-512.
//
// x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Converts 32 units below
// 10000 as UTF-16; otherwise spreads 16 units to four bytes each. 1.15 to 2
// times as fast as with AVX2. Figures: bench/unicode/avx512.cpp.

namespace avx512 {

struct from_utf32_tables {
  table swap;      // reverses the bytes of each unit
  table low_half;  // the lower halves of 32 units
  table lowest;    // the lowest bytes of 32 units
};
constexpr from_utf32_tables make_from_utf32_tables() noexcept {
  from_utf32_tables made{};
  for (int i = 0; i != 64; ++i) {
    made.swap.at[i] = static_cast<char>(i % 16 ^ 3);
    made.low_half.at[i] = static_cast<char>(i / 2 * 4 + i % 2);
    made.lowest.at[i] = static_cast<char>(4 * i);
  }
  return made;
}
template <class = void>
inline constexpr from_utf32_tables from_utf32_table = make_from_utf32_tables();

// 16 units, spread to four bytes each with the last byte in the highest
// position, and a mask of the bytes that are used.
struct spread_quads {
  bytes all;
  byte_mask kept;
};
RILL_AVX512_INLINE spread_quads spread(ints v) noexcept {
  quad_mask const two = above(v, 0x7F);
  ints tags = choose(two, fill_ints(0x80C00000), ints{});
  tags = choose(above(v, 0x7FF), fill_ints(0x8080E000), tags);
  tags = choose(above(v, 0xFFFF), fill_ints(0x808080F0), tags);
  bytes const bits =
      pick_bits(reinterpret_cast<bytes>(v), load(to_utf8_table<>.bits_of_4));
  ints const longer =
      merge(reinterpret_cast<ints>(bits), fill_ints(0x3F3F3F3F), tags);
  return {reinterpret_cast<bytes>(choose(two, longer, v << 24)),
          not_below(reinterpret_cast<bytes>(tags),
                    reinterpret_cast<bytes>(ints{} + 0x00010101))};
}

// Writes a run of ASCII, 32 units at a time.
template <bool Swapped>
RILL_AVX512_INLINE void put_ascii_quads(char const*& at, char const* in_end,
                                        char*& out, char* out_end) noexcept {
  while (in_end - at >= 128 && out_end - out >= 64) {
    bytes const first = load(at);
    bytes const second = load(at + 64);
    bytes const others =
        reinterpret_cast<bytes>(fill_ints(Swapped ? 0x80FFFFFF : 0xFFFFFF80));
    if (have_common_bits(first | second, others) != 0) return;
    bytes const lowest = load(from_utf32_table<>.lowest);
    store(out, pick_of_two(first, second, Swapped ? lowest | fill(3) : lowest));
    at += 128;
    out += 32;
  }
}

template <bool Swapped>
RILL_AVX512_INLINE ints in_quad_order(bytes v) noexcept {
  if constexpr (Swapped) v = pick_near(v, load(from_utf32_table<>.swap));
  return reinterpret_cast<ints>(v);
}

// The units that are not scalar values.
RILL_AVX512_INLINE quad_mask wrong_quads(ints v) noexcept {
  return static_cast<quad_mask>(
      above(v, 0x10FFFF) |
      equal_quads(v & fill_ints(0xFFFFF800), fill_ints(0xD800)));
}

// Converts whole blocks while they are well-formed and there is room.
template <bool Swapped>
RILL_AVX512_INLINE void utf32_blocks(char const*& at, char const* in_end,
                                     char*& out, char* out_end) noexcept {
  bytes const upper_half = reinterpret_cast<bytes>(fill_ints(0xFFFF0000));
  while (in_end - at >= 128 && out_end - out >= 128) {
    ints const first = in_quad_order<Swapped>(load(at));
    ints const second = in_quad_order<Swapped>(load(at + 64));
    if (have_common_bits(reinterpret_cast<bytes>(first | second), upper_half) !=
        0) {
      if (RILL_UNLIKELY((wrong_quads(first) | wrong_quads(second)) != 0))
        return;
      if ((above(first, 0xFFFF) & above(second, 0xFFFF)) == 0xFFFF) {
        store(out, spread_fours(first));
        store(out + 64, spread_fours(second));
        out += 128;
        at += 128;
        continue;
      }
      spread_quads const lower = spread(first);
      put_all(lower.all, lower.kept, out);
      spread_quads const upper = spread(second);
      put_all(upper.all, upper.kept, out);
      at += 128;
      continue;
    }
    utf16_block b{};
    b.now = as_words(pick_of_two(reinterpret_cast<bytes>(first),
                                 reinterpret_cast<bytes>(second),
                                 load(from_utf32_table<>.low_half)));
    b.not_ascii = words_with(b.now, fill_words(0xFF80));
    b.long_ones = words_with(b.now, fill_words(0xF800));
    if (b.not_ascii == 0) {
      put_ascii_quads<Swapped>(at, in_end, out, out_end);
      continue;
    }
    if (b.long_ones == 0) {
      bytes const two = as_bytes(spread_twos(b.now, b.not_ascii));
      put_all(two, kept_of_2(two), out);
    } else {
      if (RILL_UNLIKELY(
              equal_words(b.now & fill_words(0xF800), fill_words(0xD800)) != 0))
        return;
      put_units(b, out);
    }
    at += 128;
  }
}

template <bool Swapped>
RILL_AVX512 kernel_progress utf32_to_utf8(char const* in, char const* in_end,
                                          char* out, char* out_end) noexcept {
  in_end -= (in_end - in) % 4;
  char const* at = in;
  utf32_blocks<Swapped>(at, in_end, out, out_end);
  std::uint64_t done = 16;
  while (at != in_end && done == 16) {
    auto const left = static_cast<std::uint64_t>(in_end - at) / 4;
    std::uint64_t size = left < 16 ? left : 16;
    ints const v = in_quad_order<Swapped>(load(at, bits_below(4 * size)));
    quad_mask const wrong = wrong_quads(v);
    if (wrong != 0 && first_bit(wrong) < size) size = first_bit(wrong);
    spread_quads const made = spread(v);
    done =
        put_part<4>(made.all, made.kept & bits_below(4 * size), out, out_end);
    at += 4 * done;
  }
  return {at, out};
}

}  // namespace avx512

template <form From>
  requires(From == form::utf32 || From == form::utf32_swapped)
struct conversion_kernel<From, form::utf8, cpu::avx512> {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    return avx512::utf32_to_utf8 < From ==
           form::utf32_swapped > (in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
