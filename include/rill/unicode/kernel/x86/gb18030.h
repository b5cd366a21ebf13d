// rill/unicode/kernel/x86/gb18030.h: UTF-8 to GB 18030 with vectors of 16 and
// of 64 bytes.
//
// Layer 2. Tests: test/unicode/gb18030_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_GB18030_H
#define RILL_UNICODE_KERNEL_X86_GB18030_H

#include "../generic/gb18030.h"
#include "../kernels.h"
#include "utf8_pieces.h"
#include "vector_avx512.h"

// UTF-8 to GB 18030 through UTF-32, and runs of four-byte codes to UTF-8.
//
// Pure, no allocation. If lengths mix, as with letters and spaces, a branch on
// the length of each character costs more than converting it. So kernels first
// convert blocks of text to UTF-32, and the loops here see units of one size.
// Runs of ASCII and of characters of four bytes are converted directly. Texts
// whose characters mostly become four-byte codes are converted by the portable
// kernel. Time relative to that kernel, with g++ 12: Chinese 0.43, emoji 0.33,
// Japanese 0.9, Russian, Korean and French 1.0; with AVX2 Chinese 0.31, Russian
// 0.78. Chinese mixed with English words takes 1.1 to 1.3.

namespace rill::inline RILL_BUILD::detail {
namespace gb18030 {

using bytes_16 [[gnu::vector_size(16)]] = unsigned char;
using halves_8 [[gnu::vector_size(16)]] = unsigned short;
using words_4 [[gnu::vector_size(16)]] = unsigned;
using signed_4 [[gnu::vector_size(16)]] = int;
using floats_4 [[gnu::vector_size(16)]] = float;
using chars_16 [[gnu::vector_size(16)]] = char;

template <class Vector>
RILL_ALWAYS_INLINE Vector load_16(void const* from) noexcept {
  Vector value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
template <class Vector>
RILL_ALWAYS_INLINE void store_16(void* to, Vector value) noexcept {
  __builtin_memcpy(to, &value, sizeof value);
}
// The highest bit of each byte.
template <class Vector>
RILL_ALWAYS_INLINE unsigned high_bits(Vector value) noexcept {
  return static_cast<unsigned>(
      __builtin_ia32_pmovmskb128(reinterpret_cast<chars_16>(value)));
}

// x / Divisor, for x < 2^22 - Divisor. The half is added because (x + 0.5) /
// Divisor is farther from an integer than the rounding error.
template <int Divisor>
RILL_ALWAYS_INLINE words_4 quotient(words_4 x) noexcept {
  static_assert(Divisor <= 1260);
  floats_4 const exact =
      __builtin_convertvector(reinterpret_cast<signed_4>(x), floats_4);
  return reinterpret_cast<words_4>(
      __builtin_convertvector((exact + 0.5f) * (1.0f / Divisor), signed_4));
}

RILL_ALWAYS_INLINE words_4 half_codes(words_4 x) noexcept {
  words_4 const tenth = quotient<10>(x);
  // 10 t = 8 t + 2 t.
  words_4 const digit = x - (tenth << 3) - (tenth << 1);
  return tenth + (digit << 8) + 0x3081;
}

// Converts four characters of four bytes. False if not all have four.
RILL_ALWAYS_INLINE bool put_four_codes(char* out, char const* in) noexcept {
  words_4 const w = load_16<words_4>(in);
  words_4 const c =
      (w & 7) << 18 | (w << 4 & 0x3F000) | (w >> 10 & 0xFC0) | (w >> 24 & 0x3F);
  words_4 const above = c - 0x10000;
  auto const good = ((w & 0xC0C0C0F8) == 0x808080F0) & (above < 0x100000);
  if (high_bits(good) != 0xFFFF) return false;
  words_4 const index = above + supplementary_index;
  words_4 const upper = quotient<1260>(index);
  // 1260 = 1024 + 256 - 16 - 4.
  words_4 const lower =
      index - (upper << 10) - (upper << 8) + (upper << 4) + (upper << 2);
  store_16(out, half_codes(upper) | half_codes(lower) << 16);
  return true;
}

// Converts four codes of characters above FFFF to UTF-8. False if any of them
// is not.
RILL_ALWAYS_INLINE bool take_four_codes(char* out, char const* in) noexcept {
  bytes_16 const digits = load_16<bytes_16>(in) -
                          reinterpret_cast<bytes_16>(words_4{} + 0x30813081u);
  bytes_16 const most = reinterpret_cast<bytes_16>(words_4{} + 0x097D097Du);
  // Makes 10 a + b of each two digits. Of the two halves of an index, the upper
  // one is in the lower 16 bits.
  halves_8 const pairs_of_digits = reinterpret_cast<halves_8>(digits);
  words_4 const both = reinterpret_cast<words_4>((pairs_of_digits & 0xFF) * 10 +
                                                 (pairs_of_digits >> 8));
  words_4 const upper = both & 0xFFFF;
  words_4 const index =
      (upper << 10) + (upper << 8) - (upper << 4) - (upper << 2) + (both >> 16);
  words_4 const above = index - supplementary_index;
  auto const good = reinterpret_cast<words_4>(digits <= most) &
                    reinterpret_cast<words_4>(above < 0x100000);
  if (high_bits(good) != 0xFFFF) return false;
  words_4 const c = above + 0x10000;
  store_16(out, c >> 18 | (c >> 4 & 0x3F00) | (c << 10 & 0x3F0000) |
                    (c << 24 & 0x3F000000) | 0x808080F0);
  return true;
}

// Eight characters of UTF-32.
struct group {
  words_4 low, high;
};
RILL_ALWAYS_INLINE bool all_true(words_4 conditions) noexcept {
  return high_bits(conditions) == 0xFFFF;
}
template <class Condition>
RILL_ALWAYS_INLINE bool all_of(group const& g, Condition holds) noexcept {
  return all_true(reinterpret_cast<words_4>(holds(g.low)) &
                  reinterpret_cast<words_4>(holds(g.high)));
}

// The cells of eight characters whose rows are consecutive.
template <unsigned Before>
RILL_ALWAYS_INLINE halves_8 cells_in_a_row(unsigned const* c) noexcept {
  auto const cell = [](unsigned one) { return cells[one - Before]; };
  halves_8 const found = {cell(c[0]), cell(c[1]), cell(c[2]), cell(c[3]),
                          cell(c[4]), cell(c[5]), cell(c[6]), cell(c[7])};
  return found + static_cast<unsigned short>(cell_base);
}
RILL_ALWAYS_INLINE halves_8 cells_by_rows(unsigned const* c) noexcept {
  auto const cell = [](unsigned one) {
    return cells[rows[one >> 6] + (one & 0x3F)];
  };
  halves_8 const found = {cell(c[0]), cell(c[1]), cell(c[2]), cell(c[3]),
                          cell(c[4]), cell(c[5]), cell(c[6]), cell(c[7])};
  return found + static_cast<unsigned short>(cell_base);
}

// Writes the codes of four ideographs. Builds them in a general register, with
// the first one highest, and swaps the bytes at the end. Adding cell_base to a
// cell has no carry.
inline void put_four_ideographs(char* out, unsigned const* c) noexcept {
  auto const cell = [](unsigned one) {
    return static_cast<word>(cells[one - (first_ideograph - ideograph_cells)]);
  };
  word const found =
      cell(c[0]) << 48 | cell(c[1]) << 32 | cell(c[2]) << 16 | cell(c[3]);
  word const codes =
      __builtin_bswap64(found + word{cell_base} * 0x0001000100010001);
  __builtin_memcpy(out, &codes, sizeof codes);
}

// Writes any character without a branch on its kind.
template <edition Edition>
RILL_ALWAYS_INLINE char* put_any(char* out, char32_t c) noexcept {
  c = in_edition<Edition>(c);
  // Looks up a surrogate instead of characters above FFFF: its cell stands for
  // a code that is not in the tables.
  char32_t const low = c < 0x10000 ? c : 0xD800;
  char32_t const cell = cell_of(low);
  char32_t index = cell == displaced_cell ? c - 0x10000 + supplementary_index
                                          : index_in_block(low, cell);
  if (cell == displaced_cell && c < 0x10000) [[unlikely]]
    index = displaced_index(c);
  char32_t const upper = index / 1260;
  char32_t const four = half_code(upper) | half_code(index - upper * 1260)
                                               << 16;
  bool const long_code = is_special(cell);
  store_four(out, long_code ? four : cell >> 8 | (cell & 0xFF) << 8);
  return out + (long_code ? 4 : 1 + (c > 0x7F));
}

// Writes eight characters, each with a code of one or two bytes.
RILL_ALWAYS_INLINE char* put_short(char* out, unsigned const* c,
                                   halves_8 found) noexcept {
  unsigned short codes[8];
  store_16(codes, found << 8 | found >> 8);
  for (int i = 0; i != 8; ++i) {
    __builtin_memcpy(out, codes + i, 2);
    out += 1 + (c[i] > 0x7F);
  }
  return out;
}

// Requires room for 4 bytes per character.
template <edition Edition>
char* put_characters(unsigned const* in, unsigned const* end,
                     char* out) noexcept {
  constexpr unsigned ideographs = last_ideograph - first_ideograph;
  constexpr unsigned unchanged =
      Edition == edition::of_2022 ? 0x10000 : least_exchanged;
  while (end - in >= 8) {
    group const g = {load_16<words_4>(in), load_16<words_4>(in + 4)};
    if (all_of(g,
               [](words_4 c) { return c - first_ideograph <= ideographs; })) {
      put_four_ideographs(out, in);
      put_four_ideographs(out + 8, in + 4);
      in += 8;
      out += 16;
      continue;
    }
    if (all_of(g, [](words_4 c) { return c < unchanged; })) {
      halves_8 const found =
          all_of(g, [](words_4 c) { return c < direct_cells; })
              ? cells_in_a_row<0>(in)
              : cells_by_rows(in);
      if (high_bits((found & 0xFF00) == special) == 0) {
        out = put_short(out, in, found);
        in += 8;
        continue;
      }
    }
    for (int i = 0; i != 8; ++i) out = put_any<Edition>(out, *in++);
  }
  while (in != end) out = put_any<Edition>(out, *in++);
  return out;
}

// The size of a block between the two passes, in characters. With 512, UTF-8 to
// GB 18030 is 8 % faster (Zen, AVX2), but transcode_copy overflows a stack of
// 16 KiB (docs/behaviour.md#memory).
inline constexpr std::ptrdiff_t block = 256;

// True if most characters have codes of two bytes: five characters from 3000 to
// 9FFF or from F000 to FFFF (ideographs, kana and their punctuation), or four
// from 400 to 47F. For other text two passes are slower than one.
RILL_ALWAYS_INLINE bool begins_with_pairs(char const* in) noexcept {
  auto const text = load_16<bytes_16>(in);
  auto const wide = (text - 0xE3 < 7) | (text == 0xEF);
  auto const cyrillic = (text & 0xFE) == 0xD0;
  return (high_bits(wide) & 0x1249) == 0x1249 ||
         __builtin_popcount(high_bits(cyrillic)) >= 4;
}

// How many bytes are converted one character at a time if begins_with_pairs()
// is false.
inline constexpr std::ptrdiff_t plain_run = 64;

template <edition Edition>
kernel_progress from_utf8_by_blocks(char const* in, char const* in_end,
                                    char* out, char* out_end) noexcept {
  unsigned scalars[block];
  char* const scalars_begin = reinterpret_cast<char*>(scalars);
  while (in_end - in >= 16 && out_end - out >= 64) {
    unsigned const high = high_bits(load_16<bytes_16>(in));
    if (high == 0) {
      store_16(out, load_16<bytes_16>(in));
      in += 16;
      out += 16;
      continue;
    }
    if (static_cast<unsigned char>(*in) >= 0xF0 && put_four_codes(out, in)) {
      in += 16;
      out += 16;
      continue;
    }
    if (!begins_with_pairs(in)) {
      kernel_progress const some = from_utf8<Edition>(
          in, in_end - in > plain_run ? in + plain_run : in_end, out, out_end);
      if (some.in == in) break;
      in = some.in;
      out = some.out;
      continue;
    }
    // No more characters than have room for their codes.
    std::ptrdiff_t const fits = (out_end - out) / 4;
    kernel_progress const done = convert_fast<form::utf8, form::utf32>(
        in, in_end, scalars_begin,
        scalars_begin + 4 * (fits < block ? fits : block));
    unsigned const* const scalars_end =
        scalars + (done.out - scalars_begin) / std::ptrdiff_t{4};
    if (scalars_end == scalars) break;
    out = put_characters<Edition>(scalars, scalars_end, out);
    in = done.in;
  }
  return from_utf8<Edition>(in, in_end, out, out_end);
}

template <edition Edition>
struct from_utf8_sse2 {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return from_utf8_by_blocks<Edition>(in, in_end, out, out_end);
  }
};

}  // namespace gb18030

template <>
struct conversion_kernel<form::utf8, form::gb18030, cpu::sse2>
    : gb18030::from_utf8_sse2<gb18030::edition::of_2022> {};
template <>
struct conversion_kernel<form::utf8, form::gb18030_2005, cpu::sse2>
    : gb18030::from_utf8_sse2<gb18030::edition::of_2005> {};

// UTF-8 to GB 18030 through UTF-32, with compression of bytes.
//
// Pure, no allocation. No branch depends on the length of a character: those
// that are not ASCII are compressed and looked up. Then their codes are
// expanded to their places, in four bytes each, and the unused bytes are
// removed. Table entries are read one by one, because gather instructions are
// slower. Time relative to the conversion above, on an AMD EPYC with g++ 12:
// accents in ASCII 0.2, Russian 0.6, emoji 0.5, mixed 0.4, Chinese 0.8.

namespace gb18030 {

typedef float floats_16 __attribute__((vector_size(64)));

template <class Lanes>
RILL_AVX512_INLINE avx512::quad_mask mask_of(Lanes lanes) noexcept {
  return __builtin_ia32_cvtd2mask512(reinterpret_cast<avx512::ints>(lanes));
}
template <class Lanes>
RILL_AVX512_INLINE avx512::word_mask mask_of_words(Lanes lanes) noexcept {
  return __builtin_ia32_cvtw2mask512(reinterpret_cast<avx512::words>(lanes));
}
RILL_AVX512_INLINE avx512::uints load_uints(void const* from) noexcept {
  avx512::uints loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
RILL_AVX512_INLINE avx512::uints pick(avx512::ints condition, avx512::uints yes,
                                      avx512::uints no) noexcept {
  auto const mask = reinterpret_cast<avx512::uints>(condition);
  return (yes & mask) | (no & ~mask);
}

// As quotient above.
template <int Divisor>
RILL_AVX512_INLINE avx512::uints quotient_16(avx512::uints x) noexcept {
  floats_16 const exact =
      __builtin_convertvector(reinterpret_cast<avx512::ints>(x), floats_16);
  return reinterpret_cast<avx512::uints>(
      __builtin_convertvector((exact + 0.5f) * (1.0f / Divisor), avx512::ints));
}
RILL_AVX512_INLINE avx512::uints half_codes_16(avx512::uints x) noexcept {
  // As half_code.
  avx512::uints const tenth = x * 6554u >> 16;
  return (x << 8) + 0x3081u - tenth * 0x9FFu;
}

// Four-byte codes from their indices.
RILL_AVX512_INLINE avx512::uints long_codes(avx512::uints indices) noexcept {
  avx512::uints const upper = quotient_16<1260>(indices);
  avx512::uints const lower = indices - upper * 1260u;
  return half_codes_16(upper) | half_codes_16(lower) << 16;
}

typedef unsigned short halves_16 __attribute__((vector_size(32)));
RILL_AVX512_INLINE avx512::words joined(halves_16 low,
                                        halves_16 high) noexcept {
#if defined(__clang__) || __GNUC__ >= 12
  return reinterpret_cast<avx512::words>(__builtin_shufflevector(
      reinterpret_cast<whole_quads>(low), reinterpret_cast<whole_quads>(high),
      0, 1, 2, 3, 4, 5, 6, 7));
#else
  vector_halves<halves_16> const both{low, high};
  return __builtin_bit_cast(avx512::words, both);
#endif
}

// Sixteen cells, loaded eight at a time: inserting them into vectors is faster
// than reloading what was just stored.
RILL_AVX512_INLINE avx512::uints cells_16(halves_8 first,
                                          halves_8 second) noexcept {
  auto const both = joined_halves<halves_16>(first, second);
  return __builtin_convertvector(both, avx512::uints);
}

RILL_AVX512_INLINE halves_8 bases_by_rows(unsigned const* c) noexcept {
  auto const base = [](unsigned one) { return bases[one >> 6]; };
  return halves_8{base(c[0]), base(c[1]), base(c[2]), base(c[3]),
                  base(c[4]), base(c[5]), base(c[6]), base(c[7])};
}

RILL_AVX512_INLINE avx512::uints short_codes(avx512::uints cell) noexcept {
  return cell >> 8 | (cell & 0xFFu) << 8;
}
RILL_AVX512_INLINE void put_16(unsigned* to, avx512::uints values) noexcept {
  __builtin_memcpy(to, &values, sizeof values);
}

// Forces single loads from memory that was just stored: g++ 12 would extract
// the elements from the vector instead, which is slower.
template <class Element>
RILL_ALWAYS_INLINE Element const* in_memory(Element const* stored) noexcept {
  __asm__("" : "+r"(stored) : : "memory");
  return stored;
}

// Replaces 16 characters that are not ASCII by the bytes of their codes, the
// first byte lowest; codes of two bytes are followed by 0.
template <edition Edition>
RILL_AVX512_INLINE void make_codes_16(unsigned* list) noexcept {
  avx512::uints const c = load_uints(list);
  if (mask_of((c - first_ideograph <= last_ideograph - first_ideograph)) ==
      0xFFFF) {
    constexpr unsigned before = first_ideograph - ideograph_cells;
    return put_16(list, short_codes(cells_16(
                            cells_in_a_row<before>(list),
                            cells_in_a_row<before>(in_memory(list + 8)))));
  }
  auto const above = (c >= 0x10000u);
  avx512::quad_mask const any_above = mask_of(above);
  avx512::uints indices = c - 0x10000u + supplementary_index;
  if (any_above == 0xFFFF) return put_16(list, long_codes(indices));
  // Looks up a surrogate instead of characters above FFFF: its cell is special,
  // too.
  unsigned stored[16];
  unsigned const* low = in_memory(list);
  if (any_above != 0) {
    put_16(stored, pick(above, avx512::uints{} + 0xD800u, c));
    low = in_memory(stored);
  }
  bool const in_a_row = mask_of((c < direct_cells)) == 0xFFFF;
  halves_8 const first = in_a_row ? cells_in_a_row<0>(low) : cells_by_rows(low);
  low = in_memory(low + 8);
  avx512::uints const cell =
      cells_16(first, in_a_row ? cells_in_a_row<0>(low) : cells_by_rows(low));
  auto const strange = (cell == displaced_cell);
  bool odd = mask_of(strange & ~above) != 0;
  if constexpr (Edition == edition::of_2005)
    odd |= mask_of((c >= least_exchanged) & ~above) != 0;
  if (odd) [[unlikely]] {
    for (int i = 0; i != 16; ++i)
      put_any<Edition>(reinterpret_cast<char*>(list + i), list[i]);
    return;
  }
  auto const is_long = ((cell & 0xFF00u) == special);
  if (mask_of(is_long) == 0) return put_16(list, short_codes(cell));
  if (mask_of(is_long & ~strange) != 0)
    indices = pick(
        above, indices,
        cells_16(bases_by_rows(low - 8), bases_by_rows(low)) + cell - special);
  put_16(list, pick(is_long, long_codes(indices), short_codes(cell)));
}

// A block of characters in UTF-32, and a list of those that are not ASCII, the
// only ones to be looked up. 16 more elements allow stores of whole vectors.
struct listed {
  unsigned scalars[block + 16];
  unsigned list[block + 16];
};

// Makes the list and returns its size.
RILL_AVX512_INLINE unsigned list_long_ones(listed& work,
                                           unsigned size) noexcept {
  unsigned* end = work.list;
  for (unsigned i = 0; i < size; i += 16) {
    auto const c = reinterpret_cast<avx512::ints>(load_uints(work.scalars + i));
    avx512::quad_mask const keep = static_cast<avx512::quad_mask>(
        avx512::above(c, 0x7F) & avx512::bits_below(size - i));
    auto const together =
        __builtin_ia32_compresssi512_mask(c, avx512::ints{}, keep);
    __builtin_memcpy(end, &together, sizeof together);
    end += avx512::count(keep);
  }
  // Adds sixteen copies of the last character, because make_codes_16 takes
  // sixteen at a time.
  if (end != work.list) {
    avx512::uints const last = avx512::uints{} + end[-1];
    __builtin_memcpy(end, &last, sizeof last);
  }
  return static_cast<unsigned>(end - work.list);
}

// Requires room for 4 bytes per character, and 64 more. No branch depends on
// how many bytes a character has.
template <edition Edition>
RILL_AVX512 char* put_characters_16(listed& work, unsigned size,
                                    char* out) noexcept {
  unsigned const long_ones = list_long_ones(work, size);
  for (unsigned i = 0; i < long_ones; i += 16)
    make_codes_16<Edition>(work.list + i);
  unsigned const* list = work.list;
  for (unsigned i = 0; i < size; i += 16) {
    auto const c = reinterpret_cast<avx512::ints>(load_uints(work.scalars + i));
    avx512::quad_mask const is_long = avx512::above(c, 0x7F);
    auto const codes =
        reinterpret_cast<avx512::bytes>(__builtin_ia32_expandsi512_mask(
            reinterpret_cast<avx512::ints>(load_uints(list)), c, is_long));
    list += avx512::count(is_long);
    // No byte of a code is 0, except for U+0000.
    avx512::byte_mask const bytes =
        (avx512::have_common_bits(codes, codes) | 0x1111111111111111) &
        avx512::bits_below(4 * (size - i));
    avx512::store(out, avx512::compress(bytes, codes));
    out += avx512::count(bytes);
  }
  return out;
}

// Converts 64 bytes of ASCII and up to eight characters of two bytes whose
// codes also have two bytes, so that all stay in position. Returns how many
// bytes it took; 0 if there are other characters. No edition has changed such
// codes.
RILL_AVX512_INLINE unsigned put_few_pairs(avx512::bytes text,
                                          avx512::byte_mask high,
                                          char* out) noexcept {
  avx512::byte_mask const leads =
      high & avx512::not_below(text, 0xC2) & ~avx512::not_below(text, 0xE0);
  avx512::byte_mask const others = high & avx512::not_below(text, 0xC0);
  avx512::byte_mask const second = high & ~others;
  if (leads != others || leads << 1 != second || avx512::count(leads) > 8)
    return 0;
  // The last character may be cut.
  avx512::byte_mask const whole = second | second >> 1;
  auto const together = avx512::compress(whole, text);
  halves_8 pairs_of_bytes;
  __builtin_memcpy(&pairs_of_bytes, &together, sizeof pairs_of_bytes);
  typedef unsigned words_8 __attribute__((vector_size(32)));
  words_8 const c = __builtin_convertvector(
      (pairs_of_bytes & 0x1F) << 6 | (pairs_of_bytes >> 8 & 0x3F), words_8);
  unsigned stored[8];
  __builtin_memcpy(stored, &c, sizeof stored);
  halves_8 const cell = cells_by_rows(in_memory(stored));
  if (high_bits((cell & 0xFF00) == special) != 0) return 0;
  halves_16 const codes =
      joined_halves<halves_16>(cell << 8 | cell >> 8, halves_8{});
  avx512::store(out, __builtin_ia32_expandqi512_mask(
                         reinterpret_cast<avx512::bytes>(joined(codes, codes)),
                         text, whole));
  return static_cast<unsigned>(64 - (leads >> 63));
}

template <edition Edition>
struct from_utf8_avx512 {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    listed work;
    char* const begin = reinterpret_cast<char*>(work.scalars);
    while (in_end - in >= 64 && out_end - out >= 128) {
      avx512::bytes const text = avx512::load(in);
      avx512::byte_mask const high = avx512::upper_bits(text);
      if (high == 0) {
        avx512::store(out, text);
        in += 64;
        out += 64;
        continue;
      }
      if (unsigned const size = put_few_pairs(text, high, out); size != 0) {
        in += size;
        out += size;
        continue;
      }
      std::ptrdiff_t const fits = (out_end - out - 64) / 4;
      kernel_progress const done = convert_fast<form::utf8, form::utf32>(
          in, in_end, begin, begin + 4 * (fits < block ? fits : block));
      auto const size = static_cast<unsigned>((done.out - begin) / 4);
      if (size == 0) break;
      out = put_characters_16<Edition>(work, size, out);
      in = done.in;
    }
    return from_utf8_by_blocks<Edition>(in, in_end, out, out_end);
  }
};

}  // namespace gb18030

template <>
struct conversion_kernel<form::utf8, form::gb18030, cpu::avx512>
    : gb18030::from_utf8_avx512<gb18030::edition::of_2022> {};
template <>
struct conversion_kernel<form::utf8, form::gb18030_2005, cpu::avx512>
    : gb18030::from_utf8_avx512<gb18030::edition::of_2005> {};
}  // namespace rill::inline RILL_BUILD::detail

#endif
