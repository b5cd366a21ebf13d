// rill/unicode/kernel/x86/gb18030_avx512.h: UTF-8 to GB 18030 and back, by way
// of UTF-32, with compression of bytes.
//
// Floor 2. Pure, no allocation. No branch depends on the length of a
// character: codes are written in four bytes each and their unused bytes
// squeezed out; where codes begin follows from the highest bits of 64 bytes.
// Tables are read one by one, since that is faster than gathering. Of the time
// of gb18030_sse2.h with the kernels of AVX2 for UTF-32, on an AMD EPYC with
// g++ 12: to GB 18030 Chinese 0.8, Russian 0.6, emoji and Korean 0.4, French
// 1.06; of the portable one's, to UTF-8: Chinese 0.33, Russian and emoji 0.4,
// Japanese 0.5, four-byte codes 1.05. Tests: test/unicode/gb18030_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_GB18030_AVX512_H
#define RILL_UNICODE_KERNEL_X86_GB18030_AVX512_H

#include "gb18030_sse2.h"
#include "vector_avx512.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {
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

// As quotient in gb18030_sse2.h.
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

// Codes of four bytes from their indices.
RILL_AVX512_INLINE avx512::uints long_codes(avx512::uints indices) noexcept {
  avx512::uints const upper = quotient_16<1260>(indices);
  avx512::uints const lower = indices - upper * 1260u;
  return half_codes_16(upper) | half_codes_16(lower) << 16;
}

// 16 characters and their cells; `indices` are those of the special ones.
RILL_AVX512_INLINE char* put_16(char* out, avx512::uints c, avx512::uints cell,
                                avx512::uints indices) noexcept {
  auto const is_long = ((cell & 0xFF00u) == special);
  avx512::uints codes = cell >> 8 | (cell & 0xFFu) << 8;
  if (mask_of(is_long)) codes = pick(is_long, long_codes(indices), codes);
  avx512::uints const used =
      reinterpret_cast<avx512::uints>(is_long) |
      (reinterpret_cast<avx512::uints>(c > 0x7Fu) & 0xFFFFu) | 0xFFu;
  avx512::byte_mask const bytes =
      avx512::upper_bits(reinterpret_cast<avx512::bytes>(used));
  avx512::store(
      out, avx512::compress(bytes, reinterpret_cast<avx512::bytes>(codes)));
  return out + avx512::count(bytes);
}

// Eight entries of the cells at a time: inserting them into a vector is faster
// than reading back what was just written.
RILL_AVX512_INLINE avx512::uints cells_16(halves_8 first,
                                          halves_8 second) noexcept {
  typedef unsigned short halves_16 __attribute__((vector_size(32)));
  auto const both = joined_halves<halves_16>(first, second);
  return __builtin_convertvector(both, avx512::uints);
}

// A surrogate stands for what is above FFFF: it is special too.
RILL_AVX512_INLINE halves_8 cells_of_any(unsigned const* c) noexcept {
  auto const low = [](unsigned one) { return one < 0x10000 ? one : 0xD800; };
  unsigned const small[8] = {low(c[0]), low(c[1]), low(c[2]), low(c[3]),
                             low(c[4]), low(c[5]), low(c[6]), low(c[7])};
  return cells_by_rows(small);
}
RILL_AVX512_INLINE halves_8 bases_of_any(unsigned const* c) noexcept {
  auto const base = [](unsigned one) { return bases[one >> 6 & 0x3FF]; };
  return halves_8{base(c[0]), base(c[1]), base(c[2]), base(c[3]),
                  base(c[4]), base(c[5]), base(c[6]), base(c[7])};
}

// Needs room for 4 bytes per character, and 64 more.
template <edition Edition>
RILL_AVX512 char* put_characters_16(unsigned const* in, unsigned const* end,
                                    char* out) noexcept {
  for (; end - in >= 16; in += 16) {
    avx512::uints const c = load_uints(in);
    if (mask_of((c - first_ideograph <= last_ideograph - first_ideograph)) ==
        0xFFFF) {
      for (int i = 0; i != 16; i += 4) put_four_ideographs(out + 2 * i, in + i);
      out += 32;
      continue;
    }
    auto const above = (c >= 0x10000u);
    avx512::uints indices = c - 0x10000u + supplementary_index;
    if (mask_of(above) == 0xFFFF) {
      avx512::store(out, reinterpret_cast<avx512::bytes>(long_codes(indices)));
      out += 64;
      continue;
    }
    avx512::uints cell;
    if (mask_of((c < direct_cells)) == 0xFFFF) {
      cell = cells_16(cells_in_a_row<0>(in), cells_in_a_row<0>(in + 8));
    } else if (mask_of(above) == 0) {
      cell = cells_16(cells_by_rows(in), cells_by_rows(in + 8));
    } else {
      cell = cells_16(cells_of_any(in), cells_of_any(in + 8));
    }
    auto const strange = (cell == stranger);
    bool odd = mask_of(strange & ~above) != 0;
    if constexpr (Edition == edition::of_2005)
      odd |= mask_of((c >= least_exchanged) & ~above) != 0;
    if (odd) [[unlikely]] {
      for (int i = 0; i != 16; ++i) out = put_any<Edition>(out, in[i]);
      continue;
    }
    auto const in_block = ((cell & 0xFF00u) == special) & ~strange;
    if (mask_of(in_block) != 0) {
      indices = pick(
          in_block,
          cells_16(bases_of_any(in), bases_of_any(in + 8)) + cell - special,
          indices);
    }
    out = put_16(out, c, cell, indices);
  }
  while (in != end) out = put_any<Edition>(out, *in++);
  return out;
}

template <edition Edition>
struct from_utf8_avx512 {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    unsigned scalars[block];
    char* const begin = reinterpret_cast<char*>(scalars);
    while (in_end - in >= 64 && out_end - out >= 128) {
      avx512::bytes const text = avx512::load(in);
      avx512::byte_mask const high = avx512::upper_bits(text);
      if (high == 0) {
        avx512::store(out, text);
        in += 64;
        out += 64;
        continue;
      }
      if (avx512::count(high) < least_high) {
        kernel_progress const some =
            from_utf8<Edition>(in, in + 64, out, out_end);
        if (some.in == in) break;
        in = some.in;
        out = some.out;
        continue;
      }
      std::ptrdiff_t const fits = (out_end - out - 64) / 4;
      kernel_progress const far = convert_fast<form::utf8, form::utf32>(
          in, in_end, begin, begin + 4 * (fits < block ? fits : block));
      unsigned const* const end =
          scalars + (far.out - begin) / std::ptrdiff_t{4};
      if (end == scalars) break;
      out = put_characters_16<Edition>(scalars, end, out);
      in = far.in;
    }
    return from_utf8_by_blocks<Edition>(in, in_end, out, out_end);
  }

 private:
  // With fewer bytes of 64 that are not ASCII, one pass is faster than two.
  static constexpr int least_high = 24;
};

// Where codes begin in 64 bytes, the first of which begins one: neither codes
// of two bytes nor the halves of those of four are told apart here. A run of
// high bytes is leads and trails in turn, and the byte after a lead is a
// trail in any case.
struct beginnings {
  avx512::byte_mask leads;
  avx512::byte_mask all;
};
RILL_AVX512_INLINE beginnings find_beginnings(avx512::byte_mask high) noexcept {
  constexpr avx512::byte_mask even = 0x5555555555555555;
  avx512::byte_mask const starts = high & ~(high << 1);
  // A carry runs through the runs that start at an even place.
  avx512::byte_mask const even_runs = high & ~(high + (starts & even));
  avx512::byte_mask const leads =
      (even_runs & even) | (high & ~even_runs & ~even);
  return {leads, ~(leads << 1)};
}

typedef unsigned char ubytes_32 __attribute__((vector_size(32)));

RILL_AVX512_INLINE avx512::uwords widen(avx512::bytes v) noexcept {
  ubytes_32 lower;
  __builtin_memcpy(&lower, &v, sizeof lower);
  return __builtin_convertvector(lower, avx512::uwords);
}

// Which of the leads in 64 bytes are none, or have a next byte that is no
// trail; those of four bytes are among them.
RILL_AVX512_INLINE avx512::byte_mask unpaired(
    avx512::bytes text, avx512::bytes next, avx512::byte_mask leads) noexcept {
  return leads & (avx512::equal_bytes(text, avx512::fill(0x80)) |
                  avx512::equal_bytes(text, avx512::fill(0xFF)) |
                  avx512::equal_bytes(next, avx512::fill(0x7F)) |
                  avx512::equal_bytes(next, avx512::fill(0xFF)) |
                  ~avx512::not_below(next, 0x40));
}

// What begins in 64 bytes, at most 32 of them, as lanes: a code of one or two
// bytes is a lane, one of four bytes two.
struct lanes {
  avx512::uwords lead, next;
};
RILL_AVX512_INLINE lanes lanes_of(avx512::bytes text, avx512::bytes next,
                                  avx512::byte_mask all) noexcept {
  return {widen(avx512::compress(all, text)),
          widen(avx512::compress(all, next))};
}

// Entries of the table of pairs; 0 where that has none.
RILL_AVX512_INLINE avx512::uwords pair_indices(lanes const& from) noexcept {
  // The mask of what is above 7F is -1.
  avx512::uwords const pair =
      from.lead * 190 + from.next +
      reinterpret_cast<avx512::uwords>(from.next > 0x7F) -
      static_cast<unsigned short>(0x81 * 190 + 0x40 - 0x80);
  auto const is_lead = reinterpret_cast<avx512::uwords>(from.lead > 0x7F);
  avx512::uwords const index = (pair & is_lead) | (from.lead & ~is_lead);
  return index & reinterpret_cast<avx512::uwords>(index < pair_codes);
}

struct taken_lanes {
  unsigned lanes;
  unsigned scalars;
};

// The codes of four bytes, by the first of their two lanes.
struct four_byte_lanes {
  unsigned scalars[32];       // of those above FFFF
  unsigned short halves[34];  // the digits of each lane
  avx512::word_mask low;      // those that the tables have
  avx512::word_mask none;     // those that are no character
};
RILL_AVX512_INLINE four_byte_lanes fours_of(lanes const& from,
                                            avx512::word_mask firsts) noexcept {
  four_byte_lanes made;
  avx512::uwords const half =
      (from.lead - static_cast<unsigned short>(0x81)) * 10 + from.next -
      static_cast<unsigned short>(0x30);
  __builtin_memcpy(made.halves, &half, sizeof half);
  made.halves[32] = 0;
  made.low = made.none = 0;
  for (unsigned side = 0; side != 32; side += 16) {
    typedef unsigned short halves_16 __attribute__((vector_size(32)));
    halves_16 first, second;
    __builtin_memcpy(&first, made.halves + side, sizeof first);
    __builtin_memcpy(&second, made.halves + side + 1, sizeof second);
    avx512::uints const index =
        __builtin_convertvector(first, avx512::uints) * 1260u +
        __builtin_convertvector(second, avx512::uints);
    avx512::uints const above = index - supplementary_index;
    auto const mask = [](avx512::quad_mask bits, unsigned shift) {
      return static_cast<avx512::word_mask>(bits) << shift;
    };
    made.low |= mask(mask_of((index < four_byte_codes)), side);
    made.none |= mask(
        mask_of(((above >= 0x100000u) & (index >= four_byte_codes))), side);
    avx512::uints const c = above + 0x10000u;
    __builtin_memcpy(made.scalars + side, &c, sizeof c);
  }
  made.low &= firsts;
  made.none &= firsts;
  return made;
}

// The lanes of each mask.
struct lane_kinds {
  avx512::word_mask fours;  // halves of codes of four bytes
  avx512::word_mask wrong;
};

RILL_AVX512_INLINE halves_8 pairs_at(unsigned short const* i) noexcept {
  return halves_8{pairs[i[0]], pairs[i[1]], pairs[i[2]], pairs[i[3]],
                  pairs[i[4]], pairs[i[5]], pairs[i[6]], pairs[i[7]]};
}

// Lanes of all lengths, at most `count`. Nothing branches on what they are.
template <edition Edition>
RILL_AVX512_INLINE taken_lanes take_lanes(lanes const& from, lane_kinds kinds,
                                          unsigned count,
                                          unsigned* scalars) noexcept {
  constexpr avx512::word_mask even = 0x55555555;
  avx512::word_mask const fours = kinds.fours;
  // As find_beginnings: first and second halves in turn.
  avx512::word_mask const starts = fours & ~(fours << 1);
  avx512::word_mask const even_runs = fours & ~(fours + (starts & even));
  avx512::word_mask const firsts =
      (even_runs & even) | (fours & ~even_runs & ~even);
  avx512::word_mask const seconds = firsts << 1;
  four_byte_lanes found = fours_of(from, firsts & fours >> 1);
  // A first half without a second one is wrong, or goes on behind the block.
  avx512::word_mask const stops =
      kinds.wrong | found.none | (firsts & ~(fours >> 1));
  if (stops) {
    auto const clean = static_cast<unsigned>(__builtin_ctz(stops));
    if (clean < count) count = clean;
  }
  // The limit may cut a code.
  if (count != 32 && (seconds >> count & 1)) --count;
  avx512::word_mask const kept =
      ~seconds & static_cast<avx512::word_mask>((1ull << count) - 1);
  for (; found.low != 0; found.low &= found.low - 1) {
    auto const i = static_cast<unsigned>(__builtin_ctz(found.low));
    found.scalars[i] = of_index(found.halves[i] * 1260u + found.halves[i + 1]);
  }
  unsigned short indices[32];
  avx512::uwords const pair = pair_indices(from);
  __builtin_memcpy(indices, &pair, sizeof indices);
  unsigned* out = scalars;
  for (unsigned side = 0; side != 32; side += 16) {
    avx512::uints const short_ones =
        cells_16(pairs_at(indices + side), pairs_at(indices + side + 8));
    avx512::uints const c = reinterpret_cast<avx512::uints>(avx512::choose(
        static_cast<avx512::quad_mask>(fours >> side),
        reinterpret_cast<avx512::ints>(load_uints(found.scalars + side)),
        reinterpret_cast<avx512::ints>(short_ones)));
    auto const keep = static_cast<avx512::quad_mask>(kept >> side);
    auto const together = __builtin_ia32_compresssi512_mask(
        reinterpret_cast<avx512::ints>(c), avx512::ints{}, keep);
    __builtin_memcpy(out, &together, sizeof together);
    out += avx512::count(keep);
  }
  auto const size = static_cast<unsigned>(out - scalars);
  if constexpr (Edition == edition::of_2005)
    for (unsigned i = 0; i != size; ++i)
      scalars[i] = in_edition<Edition>(scalars[i]);
  return {count, size};
}

// The characters of the first `count` entries of the table of pairs.
template <edition Edition>
RILL_AVX512_INLINE void take_entries(avx512::uwords entries, unsigned count,
                                     unsigned* scalars) noexcept {
  unsigned short indices[32];
  __builtin_memcpy(indices, &entries, sizeof indices);
  // In eights: what lies behind the last lane is written over later.
  for (unsigned i = 0; i < count; i += 8) {
    unsigned short const* const from_here = indices + i;
    unsigned* const to = scalars + i;
    to[0] = in_edition<Edition>(pairs[from_here[0]]);
    to[1] = in_edition<Edition>(pairs[from_here[1]]);
    to[2] = in_edition<Edition>(pairs[from_here[2]]);
    to[3] = in_edition<Edition>(pairs[from_here[3]]);
    to[4] = in_edition<Edition>(pairs[from_here[4]]);
    to[5] = in_edition<Edition>(pairs[from_here[5]]);
    to[6] = in_edition<Edition>(pairs[from_here[6]]);
    to[7] = in_edition<Edition>(pairs[from_here[7]]);
  }
}

// 32 pairs, where nothing but pairs begins in 64 bytes: this is asked for its
// own sake, because the place of the next block then is known at once. False
// where there is something else.
template <edition Edition>
RILL_AVX512_INLINE bool take_all_pairs(avx512::bytes text,
                                       beginnings const& found,
                                       unsigned* scalars) noexcept {
  constexpr avx512::byte_mask even = 0x5555555555555555;
  if (found.leads != even) return false;
  avx512::byte_mask const wrong =
      avx512::equal_bytes(text, avx512::fill(0xFF)) |
      (avx512::equal_bytes(text, avx512::fill(0x80)) & even) |
      ((avx512::equal_bytes(text, avx512::fill(0x7F)) |
        ~avx512::not_below(text, 0x40)) &
       ~even);
  if (wrong != 0) return false;
  auto const both = reinterpret_cast<avx512::uwords>(text);
  // A trail above 7F counts one less: its highest bit says so.
  avx512::uwords const entries =
      (both & 0xFF) * 190 + (both >> 8) - (both >> 15) -
      static_cast<unsigned short>(0x81 * 190 + 0x40 - 0x80);
  take_entries<Edition>(entries, 32, scalars);
  return true;
}

// A row of 94 pairs and a few more, as that of Cyrillic letters.
inline constexpr unsigned row_size = 128;

// The 32 words of `from` at these places below 128.
RILL_AVX512_INLINE avx512::words words_at(char16_t const* from,
                                          avx512::words places) noexcept {
  avx512::words part[4];
  __builtin_memcpy(part, from, sizeof part);
#if defined(__clang__)
  auto const lower = __builtin_ia32_vpermi2varhi512(part[0], places, part[1]);
  auto const upper = __builtin_ia32_vpermi2varhi512(part[2], places, part[3]);
#else
  auto const lower =
      __builtin_ia32_vpermt2varhi512_mask(places, part[0], part[1], ~0u);
  auto const upper =
      __builtin_ia32_vpermt2varhi512_mask(places, part[2], part[3], ~0u);
#endif
  return avx512::choose(avx512::words_with(places, avx512::words{} + short{64}),
                        upper, lower);
}

// ASCII and pairs of one row: 32 scalars, by permuting. False where there are
// others.
template <edition Edition>
RILL_AVX512_INLINE bool take_row(lanes const& from,
                                 unsigned* scalars) noexcept {
  avx512::uwords const index = pair_indices(from);
  auto const is_pair = reinterpret_cast<avx512::uwords>(from.lead > 0x7F);
  avx512::word_mask const some =
      mask_of_words(reinterpret_cast<avx512::words>(is_pair));
  // Trails from A1 on, 94 of them.
  auto const lead = static_cast<unsigned char>(
      static_cast<unsigned>(from.lead[__builtin_ctz(some | 1u << 31)]));
  unsigned const begin = 0x80u + (lead - 0x81u) * 190u + 96u;
  if (begin + row_size > pair_codes) return false;
  avx512::uwords const place = index - static_cast<unsigned short>(begin);
  auto const outside =
      is_pair & reinterpret_cast<avx512::uwords>(place >= row_size);
  if (mask_of_words(reinterpret_cast<avx512::words>(outside)) != 0)
    return false;
  auto const found = reinterpret_cast<avx512::uwords>(
      words_at(pairs + begin, reinterpret_cast<avx512::words>(place)));
  avx512::uwords const c = (found & is_pair) | (from.lead & ~is_pair);
  typedef unsigned short halves_16 __attribute__((vector_size(32)));
  halves_16 half[2];
  __builtin_memcpy(half, &c, sizeof half);
  for (int i = 0; i != 2; ++i) {
    avx512::uints const wide = __builtin_convertvector(half[i], avx512::uints);
    __builtin_memcpy(scalars + 16 * i, &wide, sizeof wide);
  }
  if constexpr (Edition == edition::of_2005)
    for (int i = 0; i != 32; ++i) scalars[i] = in_edition<Edition>(scalars[i]);
  return true;
}

template <edition Edition>
struct to_utf8_avx512 {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    unsigned scalars[block];
    char const* const begin = reinterpret_cast<char const*>(scalars);
    // 65 bytes are read for 32 codes; a character has at most 4 bytes.
    while (in_end - in >= 65 && out_end - out >= 4 * 32 + 64) {
      if (avx512::upper_bits(avx512::load(in)) == 0) {
        avx512::store(out, avx512::load(in));
        in += 64;
        out += 64;
        continue;
      }
      if (take_four_codes(out, in)) {
        in += 16;
        out += 16;
        continue;
      }
      char const* const before = in;
      std::ptrdiff_t const fits = (out_end - out - 64) / 4;
      taken_block const made =
          take_block(in, in_end, scalars, fits < block ? fits : block);
      in = made.in;
      kernel_progress const far = convert_fast<form::utf32, form::utf8>(
          begin, begin + 4 * made.size, out, out_end);
      out = far.out;
      for (auto i = (far.in - begin) / std::ptrdiff_t{4}; i != made.size; ++i)
        out = put_scalar(out, scalars[i]);
      if (made.is_low) {
        kernel_progress const some = to_utf8<Edition>(
            in, in_end - in > low_run ? in + low_run : in_end, out, out_end);
        in = some.in;
        out = some.out;
      }
      if (in == before) break;
    }
    return to_utf8<Edition>(in, in_end, out, out_end);
  }

 private:
  // Bytes that are taken one character after the other at a time.
  static constexpr std::ptrdiff_t low_run = 512;

  struct taken_block {
    char const* in;
    std::ptrdiff_t size;
    bool is_low;  // stopped at codes that have to be looked up one by one
  };
  // Up to `room` scalars.
  RILL_AVX512_INLINE static taken_block take_block(
      char const* in, char const* in_end, unsigned* scalars,
      std::ptrdiff_t room) noexcept {
    taken_block made{in, 0, false};
    while (in_end - made.in >= 65 && room - made.size >= 32) {
      avx512::bytes const text = avx512::load(made.in);
      avx512::byte_mask const high = avx512::upper_bits(text);
      if (high == 0) break;
      beginnings const found = find_beginnings(high);
      if (take_all_pairs<Edition>(text, found, scalars + made.size)) {
        made.size += 32;
        made.in += 64;
        continue;
      }
      avx512::bytes const next = avx512::load(made.in + 1);
      avx512::byte_mask const odd = unpaired(text, next, found.leads);
      lanes const from = lanes_of(text, next, found.all);
      auto const begun = static_cast<unsigned>(avx512::count(found.all));
      unsigned count = begun < 32 ? begun : 32;
      if (odd == 0) {
        if (!take_row<Edition>(from, scalars + made.size))
          take_entries<Edition>(pair_indices(from), count, scalars + made.size);
        made.size += count;
      } else {
        avx512::byte_mask const digits =
            odd & avx512::not_below(next, 0x30) &
            ~avx512::not_below(next, 0x3A) &
            ~avx512::equal_bytes(text, avx512::fill(0x80)) &
            ~avx512::equal_bytes(text, avx512::fill(0xFF));
        // The tables know low ones, which are looked up one by one: then one
        // character after the other is faster.
        made.is_low =
            avx512::count(digits & ~avx512::not_below(text, 0x90)) >= 2;
        if (made.is_low) break;
        lane_kinds const kinds = {lanes_in(digits, found.all),
                                  lanes_in(odd & ~digits, found.all)};
        if (kinds.fours == 0xFFFFFFFF && made.size != 0) break;
        taken_lanes const taken =
            take_lanes<Edition>(from, kinds, count, scalars + made.size);
        made.size += taken.scalars;
        count = taken.lanes;
      }
      if (count == 0) break;
      made.in += length_of(found, count);
    }
    return made;
  }

  RILL_AVX512_INLINE static avx512::word_mask lanes_in(
      avx512::byte_mask bytes, avx512::byte_mask all) noexcept {
    return static_cast<avx512::word_mask>(__builtin_ia32_pext_di(bytes, all));
  }
  // The bytes of the first `count` lanes.
  RILL_AVX512_INLINE static std::ptrdiff_t length_of(beginnings const& found,
                                                     unsigned count) noexcept {
    avx512::byte_mask const behind =
        __builtin_ia32_pdep_di(1ull << count, found.all);
    if (behind) return static_cast<std::ptrdiff_t>(__builtin_ctzll(behind));
    return 64 + static_cast<std::ptrdiff_t>(found.leads >> 63);
  }
  RILL_AVX512_INLINE static char* put_scalar(char* out, char32_t c) noexcept {
    if (c >= 0x10000) {
      store_four(out, 0x808080F0 | c >> 18 | (c >> 12 & 0x3F) << 8 |
                          (c >> 6 & 0x3F) << 16 | (c & 0x3F) << 24);
      return out + 4;
    }
    if (c < 0x80) {
      *out = static_cast<char>(c);
      return out + 1;
    }
    return put_utf8(out, c);
  }
};

}  // namespace gb18030

template <>
struct conversion_kernel<form::utf8, form::gb18030, cpu::avx512>
    : gb18030::from_utf8_avx512<gb18030::edition::of_2022> {};
template <>
struct conversion_kernel<form::utf8, form::gb18030_2005, cpu::avx512>
    : gb18030::from_utf8_avx512<gb18030::edition::of_2005> {};
template <>
struct conversion_kernel<form::gb18030, form::utf8, cpu::avx512>
    : gb18030::to_utf8_avx512<gb18030::edition::of_2022> {};
template <>
struct conversion_kernel<form::gb18030_2005, form::utf8, cpu::avx512>
    : gb18030::to_utf8_avx512<gb18030::edition::of_2005> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
