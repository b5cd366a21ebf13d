// rill/unicode/kernel/x86/utf16_to_utf8_avx512.h: UTF-16 of either byte order
// to UTF-8 with AVX-512.
//
// Layer 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Speed relative to
// AVX2: 1.15 for characters of three bytes and for random text, 2.3 for
// Cyrillic. Tests: test/unicode/kernel/avx512_test.cpp; figures:
// bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF16_TO_UTF8_AVX512_H
#define RILL_UNICODE_KERNEL_X86_UTF16_TO_UTF8_AVX512_H

#include "to_utf8_avx512.h"

namespace rill::inline RILL_BUILD::detail {
namespace avx512 {

struct order_tables {
  table swap;    // swaps the bytes of each unit
  table low[2];  // the low bytes of units, in native and in swapped order
};
constexpr order_tables make_order_tables() noexcept {
  order_tables made{};
  for (int i = 0; i != 64; ++i) {
    made.swap.at[i] = static_cast<char>(i % 16 ^ 1);
    made.low[0].at[i] = static_cast<char>(2 * i);
    made.low[1].at[i] = static_cast<char>(2 * i + 1);
  }
  return made;
}
template <class = void>
inline constexpr order_tables order_table = make_order_tables();

template <bool Swapped>
RILL_AVX512_INLINE words in_order(bytes v) noexcept {
  if constexpr (Swapped) v = pick_near(v, load(order_table<>.swap));
  return as_words(v);
}

// Writes a run of ASCII, 64 units at a time.
template <bool Swapped>
RILL_AVX512_INLINE void put_ascii_units(char const*& at, char const* in_end,
                                        char*& out, char* out_end) noexcept {
  words const others = fill_words(Swapped ? 0x80FF : 0xFF80);
  while (in_end - at >= 128 && out_end - out >= 64) {
    bytes const first = load(at);
    bytes const second = load(at + 64);
    if (words_with(as_words(first | second), others) != 0) return;
    store(out, pick_of_two(first, second, load(order_table<>.low[Swapped])));
    at += 128;
    out += 64;
  }
}

// Finds the surrogates. Returns those that are unpaired. `carry` is 1 if the
// previous unit was a first surrogate.
template <bool Swapped>
RILL_AVX512_INLINE word_mask find_pairs(utf16_block& b, char const* in,
                                        char const* at, std::uint64_t size,
                                        word_mask& carry) noexcept {
  words const kind = b.now & fill_words(0xFC00);
  b.first = equal_words(kind, fill_words(0xD800));
  b.second = equal_words(kind, fill_words(0xDC00));
  word_mask const wrong = b.second ^ (b.first * 2 + carry);
  carry = b.first >> 31;
  if ((b.first | b.second) != 0)
    b.before = in_order<Swapped>(
        load(at - 2, bits_below(2 * size + 2) & (at == in ? ~3ull : ~0ull)));
  return wrong;
}

// Writes 16 surrogate pairs. Requires room for 64 bytes.
RILL_AVX512_INLINE void put_pairs(words now, char*& out) noexcept {
  // Joins 10 bits of each, and adds 10000.
  ints const bits = reinterpret_cast<ints>(now) & fill_ints(0x03FF03FF);
  ints const values =
      add_pairs(reinterpret_cast<words>(bits),
                reinterpret_cast<words>(fill_ints(1 << 16 | 1 << 10)));
  store(out, spread_fours(values + 0x10000));
  out += 64;
}

// Converts whole blocks while they are well-formed and there is room.
template <bool Swapped>
RILL_AVX512_INLINE void utf16_blocks(char const* in, char const*& at,
                                     char const* in_end, char*& out,
                                     char* out_end, word_mask& carry) noexcept {
  utf16_block b{};
  while (in_end - at >= 64 && out_end - out >= 64) {
    b.now = in_order<Swapped>(load(at));
    b.not_ascii = words_with(b.now, fill_words(0xFF80));
    b.long_ones = words_with(b.now, fill_words(0xF800));
    if (b.long_ones == 0 && carry == 0) {
      if (b.not_ascii == 0) {
        char const* const before = at;
        put_ascii_units<Swapped>(at, in_end, out, out_end);
        if (at != before) continue;
      }
      bytes const two = as_bytes(spread_twos(b.now, b.not_ascii));
      put_all(two, kept_of_2(two), out);
    } else {
      if (RILL_UNLIKELY(out_end - out < 128)) return;
      word_mask const before = carry;
      if (RILL_UNLIKELY(find_pairs<Swapped>(b, in, at, 32, carry) != 0)) {
        carry = before;
        return;
      }
      // Only pairs. If the first one began in the previous block, goes back to
      // its first surrogate.
      if (b.second == ~word_mask{0} / 3) {
        at -= 2;
        out -= 2;
        carry = 0;
        continue;
      }
      if (b.first == ~word_mask{0} / 3)
        put_pairs(b.now, out);
      else
        put_units(b, out);
    }
    at += 64;
  }
}

template <bool Swapped>
RILL_AVX512 kernel_progress utf16_to_utf8(char const* in, char const* in_end,
                                          char* out, char* out_end) noexcept {
  in_end -= (in_end - in) % 2;
  char const* at = in;
  word_mask carry = 0;
  utf16_blocks<Swapped>(in, at, in_end, out, out_end, carry);
  std::uint64_t done = 32;
  while (at != in_end && done == 32) {
    auto const left = static_cast<std::uint64_t>(in_end - at) / 2;
    std::uint64_t size = left < 32 ? left : 32;
    utf16_block b{};
    b.now = in_order<Swapped>(load(at, bits_below(2 * size)));
    b.not_ascii = words_with(b.now, fill_words(0xFF80));
    b.long_ones = words_with(b.now, fill_words(0xF800));
    if (b.long_ones == 0 && carry == 0) {
      bytes const two = as_bytes(spread_twos(b.now, b.not_ascii));
      done =
          put_part<2>(two, kept_of_2(two) & bits_below(2 * size), out, out_end);
    } else {
      word_mask const wrong = find_pairs<Swapped>(b, in, at, size, carry);
      if (wrong != 0 && first_bit(wrong) < size) size = first_bit(wrong);
      done = put_some_units(b, size, out, out_end);
    }
    at += 2 * done;
  }
  // The first surrogate of a pair was already written as two bytes.
  if (at != in &&
      (static_cast<unsigned char>(at[Swapped ? -2 : -1]) & 0xFC) == 0xD8) {
    at -= 2;
    out -= 2;
  }
  return {at, out};
}

}  // namespace avx512

template <form From>
  requires(From == form::utf16 || From == form::utf16_swapped)
struct conversion_kernel<From, form::utf8, cpu::avx512> {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    return avx512::utf16_to_utf8 < From ==
           form::utf16_swapped > (in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
