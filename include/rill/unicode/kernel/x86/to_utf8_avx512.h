// rill/unicode/kernel/x86/to_utf8_avx512.h: units of 16 bits, 32 at a time,
// to UTF-8.
//
// Floor 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2.
// Each unit spreads to the bytes that it may become, and compressing leaves
// those that it does. Up to 07FF that is two bytes. Half of a surrogate pair
// becomes two bytes of the four, so pairs need no place of their own. Only
// where there are three bytes, 16 units take a vector. Tests:
// test/unicode/kernel/avx512_test.cpp; figures: bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_TO_UTF8_AVX512_H
#define RILL_UNICODE_KERNEL_X86_TO_UTF8_AVX512_H

#include "vector_avx512.h"

namespace rill::inline RILL_BUILD::detail::avx512 {

struct to_utf8_tables {
  // Where eight bits of a unit begin: for the first and second byte.
  table bits_of_2;      // of two
  table bits_of_3;      // of three
  table bits_of_first;  // of what the first surrogate becomes
  table bits_of_4;      // of units of 32 bits, for four bytes
  // 32 units that become three bytes each: the units for each eight bytes,
  // where the bits of these begin, which of them stay, and what is added.
  table spread[2];
  table bits[2];
  table stay[2];
  table tags[2];
  // First and second bytes of units with their third bytes; 16 each.
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

// Writes the bytes of the mask, Bits of which are a unit each with one of them
// at least, as far as there is room for whole units. Returns the
// number of these units.
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

// Writes the bytes of the mask; there is room for 64.
RILL_AVX512_INLINE void put_all(bytes v, byte_mask mask, char*& out) noexcept {
  store(out, compress(mask, v));
  out += count(mask);
}

// Which bytes there are: what is 0 in its second to last byte is not.
RILL_AVX512_INLINE byte_mask kept_of_2(bytes v) noexcept {
  return not_below(v, as_bytes(fill_words(0x0100)));
}
RILL_AVX512_INLINE byte_mask kept_of_4(bytes v) noexcept {
  return not_below(v, reinterpret_cast<bytes>(ints{} + 0x01010100));
}

// Units of 16 bits and what is known about them.
struct utf16_block {
  words now;
  words before;  // the unit before each; read where `second` is set
  word_mask not_ascii;
  word_mask long_ones;  // from 0800 on
  word_mask first;      // first surrogates
  word_mask second;     // second surrogates
};

// Two bytes for each unit that is not ASCII, below 0800.
RILL_AVX512_INLINE words spread_twos(words now, word_mask not_ascii) noexcept {
  words const v =
      as_words(pick_bits(as_bytes(now), load(to_utf8_table<>.bits_of_2)));
  return choose(not_ascii, merge(v, fill_words(0x3F1F), fill_words(0x80C0)),
                now);
}

// The first two bytes of three, the two of each surrogate, and those of what
// is shorter.
RILL_AVX512_INLINE words spread_all(utf16_block const& b) noexcept {
  constexpr to_utf8_tables const& tables = to_utf8_table<>;
  words v = spread_twos(b.now, b.not_ascii);
  words const three =
      as_words(pick_bits(as_bytes(b.now), load(tables.bits_of_3)));
  v = choose(b.long_ones, merge(three, fill_words(0x3F0F), fill_words(0x80E0)),
             v);
  if ((b.first | b.second) == 0) return v;
  // 40 more, as 10000 is taken away from what surrogates stand for.
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

// Four bytes for each of 16 values from 10000 on.
RILL_AVX512_INLINE bytes spread_fours(ints values) noexcept {
  bytes const v = pick_bits(reinterpret_cast<bytes>(values),
                            load(to_utf8_table<>.bits_of_4));
  return merge(v, reinterpret_cast<bytes>(fill_ints(0x3F3F3F07)),
               reinterpret_cast<bytes>(fill_ints(0x808080F0)));
}

// 64 bytes of what 32 units of three bytes each become.
RILL_AVX512_INLINE bytes spread_threes(words now, int half) noexcept {
  constexpr to_utf8_tables const& tables = to_utf8_table<>;
  bytes const spread = pick(as_bytes(now), load(tables.spread[half]));
  bytes const v = pick_bits(spread, load(tables.bits[half]));
  return merge(v, load(tables.stay[half]), load(tables.tags[half]));
}

// Writes 32 units of three bytes each; there is room for 128.
RILL_AVX512_INLINE void put_threes(words now, char*& out) noexcept {
  store(out, spread_threes(now, 0));
  store(out + 64, spread_threes(now, 1));
  out += 96;
}

// Writes what 32 units become; there is room for 128 bytes.
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

// Writes what the first `size` units become, as far as there is room. Returns
// the number of these units.
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

}  // namespace rill::inline RILL_BUILD::detail::avx512

#endif
