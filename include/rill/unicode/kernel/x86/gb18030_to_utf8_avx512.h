// rill/unicode/kernel/x86/gb18030_to_utf8_avx512.h: GB 18030 to UTF-8 through
// UTF-16.
//
// Layer 2. Pure, no allocation. The highest bits of 64 bytes show where codes
// begin. The leads among them, at most 32, are compressed and looked up, then
// expanded to their positions between the ASCII, so that no branch depends on
// the length of a code. Time relative to the portable kernel, on an AMD EPYC
// with g++ 12: Chinese 0.37, Russian 0.2, emoji 0.4, random 0.35. Tests:
// test/unicode/gb18030_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_GB18030_TO_UTF8_AVX512_H
#define RILL_UNICODE_KERNEL_X86_GB18030_TO_UTF8_AVX512_H

#include "gb18030.h"

namespace rill::inline RILL_BUILD::detail {
namespace gb18030 {

// Where codes begin in 64 bytes. Requires that the first byte begins one. A
// four-byte code counts as two codes of two bytes here. In a run of high bytes,
// leads and trails alternate, and the byte after a lead is always a trail. The
// same rule finds the first halves in a run of halves of four-byte codes.
struct beginnings {
  avx512::byte_mask leads;
  avx512::byte_mask all;
};
RILL_AVX512_INLINE beginnings find_beginnings(avx512::byte_mask high) noexcept {
  constexpr avx512::byte_mask even = 0x5555555555555555;
  avx512::byte_mask const starts = high & ~(high << 1);
  // A carry propagates through the runs that start at an even position.
  avx512::byte_mask const even_runs = high & ~(high + (starts & even));
  avx512::byte_mask const leads =
      (even_runs & even) | (high & ~even_runs & ~even);
  return {leads, ~(leads << 1)};
}

struct byte_places {
  avx512::table lower;
  avx512::table upper;
};
constexpr byte_places make_byte_places() noexcept {
  byte_places made{};
  for (int i = 0; i != 64; ++i) {
    made.lower.at[i] = static_cast<char>(i / 2);
    made.upper.at[i] = static_cast<char>(i / 2 + 32);
  }
  return made;
}
template <class = void>
inline constexpr byte_places places_of_bytes = make_byte_places();

// 32 of 64 bytes, zero-extended to words.
RILL_AVX512_INLINE avx512::words widen(avx512::bytes v,
                                       avx512::table const& places) noexcept {
  return reinterpret_cast<avx512::words>(avx512::pick_or(
      0x5555555555555555, v, avx512::load(places), avx512::bytes{}));
}

// The leads in 64 bytes that are invalid or whose next byte is not a trail;
// they include the leads of four-byte codes.
RILL_AVX512_INLINE avx512::byte_mask unpaired(
    avx512::bytes text, avx512::bytes next, avx512::byte_mask leads) noexcept {
  return leads & (avx512::equal_bytes(text, avx512::fill(0x80)) |
                  avx512::equal_bytes(text, avx512::fill(0xFF)) |
                  avx512::equal_bytes(next, avx512::fill(0x7F)) |
                  avx512::equal_bytes(next, avx512::fill(0xFF)) |
                  ~avx512::not_below(next, 0x40));
}

RILL_AVX512_INLINE avx512::words expand(avx512::word_mask to, avx512::words v,
                                        avx512::words others) noexcept {
  return __builtin_ia32_expandhi512_mask(v, others, to);
}
RILL_AVX512_INLINE avx512::words compress(avx512::word_mask from,
                                          avx512::words v) noexcept {
  return __builtin_ia32_compresshi512_mask(v, avx512::words{}, from);
}
// The lanes from `first` on, moved to the front; for a negative `first`, moved
// back.
RILL_AVX512_INLINE avx512::words shifted(avx512::words v, int first) noexcept {
  constexpr avx512::words places = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                    11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                    22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  avx512::words const from = places + static_cast<short>(first);
#if defined(__clang__)
  return __builtin_ia32_permvarhi512(v, from);
#else
  return __builtin_ia32_permvarhi512_mask(v, from, avx512::words{}, ~0u);
#endif
}

// The bits of `some` at the places that are set in `places`, side by side.
RILL_AVX512_INLINE avx512::word_mask lanes_at(avx512::byte_mask places,
                                              avx512::byte_mask some) noexcept {
  return static_cast<avx512::word_mask>(__builtin_ia32_pext_di(some, places));
}

// The leads in 64 bytes, at most 32, and the byte behind each. A code of two
// bytes takes one lane, a four-byte code two. Unused lanes are 0.
struct lanes {
  avx512::uwords lead, next;
};

RILL_AVX512_INLINE avx512::uwords as_lanes(avx512::bytes v) noexcept {
  return reinterpret_cast<avx512::uwords>(widen(v, places_of_bytes<>.lower));
}

// Indices into `pairs`; 0 if out of range.
RILL_AVX512_INLINE avx512::uwords pair_indices(lanes const& from) noexcept {
  // A comparison that holds is -1.
  avx512::uwords const index =
      from.lead * 190 + from.next +
      reinterpret_cast<avx512::uwords>(from.next > 0x7F) -
      static_cast<unsigned short>(0x81 * 190 + 0x40 - 0x80);
  return index & reinterpret_cast<avx512::uwords>(index < pair_codes);
}

RILL_AVX512_INLINE halves_8 pairs_at(unsigned short const* i) noexcept {
  return halves_8{pairs[i[0]], pairs[i[1]], pairs[i[2]], pairs[i[3]],
                  pairs[i[4]], pairs[i[5]], pairs[i[6]], pairs[i[7]]};
}

RILL_AVX512_INLINE halves_16
sixteen_pairs_at(unsigned short const* i) noexcept {
  return joined_halves<halves_16>(pairs_at(i), pairs_at(i + 8));
}

// Looks up 32 entries and stores them one by one.
RILL_AVX512_INLINE void put_pairs_32(unsigned short* out,
                                     avx512::uwords entries) noexcept {
  unsigned short stored[32];
  __builtin_memcpy(stored, &entries, sizeof stored);
  unsigned short const* i = in_memory(stored);
  for (unsigned short const* const end = i + 32; i != end; i += 8, out += 8) {
    out[0] = pairs[i[0]];
    out[1] = pairs[i[1]];
    out[2] = pairs[i[2]];
    out[3] = pairs[i[3]];
    out[4] = pairs[i[4]];
    out[5] = pairs[i[5]];
    out[6] = pairs[i[6]];
    out[7] = pairs[i[7]];
  }
}

// The entries that one permutation covers: a row of 94 pairs, such as that of
// the Cyrillic letters, and a few more.
inline constexpr unsigned row_size = 128;

// The 32 words of `from` at these positions, which are below 128.
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

// The characters of the first `count` entries. If all are in one row, permutes
// the row instead of loading them one by one.
RILL_AVX512_INLINE avx512::words pairs_of(avx512::uwords entries,
                                          unsigned count) noexcept {
  unsigned short stored[32];
  __builtin_memcpy(stored, &entries, sizeof stored);
  unsigned short const* const i = in_memory(stored);
  if (count <= 8) {
    // The lanes behind the first eight are unspecified.
    auto const both = joined_halves<halves_16>(pairs_at(i), halves_8{});
    return joined(both, both);
  }
  // The last 94 entries of a row have trails from A1 on.
  unsigned const row = (i[0] - 0x80u) / 190 * 190 + 0x80 + 96;
  avx512::uwords const places = entries - static_cast<unsigned short>(row);
  auto const all = static_cast<avx512::word_mask>((1ull << count) - 1);
  if (row + row_size <= pair_codes &&
      (mask_of_words((places >= row_size)) & all) == 0)
    return words_at(pairs + row, reinterpret_cast<avx512::words>(places));
  auto const first = sixteen_pairs_at(i);
  if (count <= 16) return joined(first, first);
  return joined(first, sixteen_pairs_at(i + 16));
}

// The units of UTF-16 that lanes become, one each. The second lane of a
// four-byte code is dropped if its character is below 10000.
struct lane_units {
  avx512::words units;
  avx512::word_mask dropped;
  avx512::word_mask none;  // first lanes of codes without a character
};

// The lower halves of both, alternating.
RILL_AVX512_INLINE avx512::words in_turn(avx512::uints even,
                                         avx512::uints odd) noexcept {
  return reinterpret_cast<avx512::words>((even & 0xFFFFu) | odd << 16);
}
RILL_AVX512_INLINE void put_32(unsigned short* to, avx512::words v) noexcept {
  __builtin_memcpy(to, &v, sizeof v);
}

// Converts four-byte codes. Other lanes are taken from `others`.
RILL_AVX512_INLINE lane_units put_fours(lanes const& from,
                                        avx512::word_mask firsts,
                                        avx512::words others) noexcept {
  auto const digits = reinterpret_cast<avx512::words>(
      (from.lead - static_cast<unsigned short>(0x81)) * 10 + from.next -
      static_cast<unsigned short>(0x30));
  // 1260 times a lane, plus the next lane.
  auto const factors =
      reinterpret_cast<avx512::words>(avx512::fill_ints(0x10000 + 1260));
  auto const even =
      reinterpret_cast<avx512::uints>(avx512::add_pairs(digits, factors));
  auto const odd = reinterpret_cast<avx512::uints>(
      avx512::add_pairs(shifted(digits, 1), factors));
  avx512::words const index = in_turn(even, odd);
  avx512::word_mask const low =
      firsts & mask_of_words(in_turn(
                   reinterpret_cast<avx512::uints>(even < four_byte_codes),
                   reinterpret_cast<avx512::uints>(odd < four_byte_codes)));
  avx512::uints const even_above = even - supplementary_index;
  avx512::uints const odd_above = odd - supplementary_index;
  avx512::word_mask const above = mask_of_words(
      in_turn(reinterpret_cast<avx512::uints>(even_above < 0x100000u),
              reinterpret_cast<avx512::uints>(odd_above < 0x100000u)));
  avx512::words units =
      in_turn((even_above >> 10) + 0xD800u, (odd_above >> 10) + 0xD800u);
  avx512::words const trail =
      in_turn((even_above & 0x3FFu) + 0xDC00u, (odd_above & 0x3FFu) + 0xDC00u);
  units = avx512::choose(firsts, units, others);
  units = avx512::choose(firsts << 1, shifted(trail, -1), units);
  if (low != 0) {
    unsigned short stored[32], indices[32];
    __builtin_memcpy(stored, &units, sizeof stored);
    __builtin_memcpy(indices, &index, sizeof indices);
    unsigned short const* const at = in_memory(indices);
    for (avx512::word_mask left = low; left != 0; left &= left - 1) {
      auto const i = static_cast<unsigned>(__builtin_ctz(left));
      stored[i] = static_cast<unsigned short>(of_index(at[i]));
    }
    __builtin_memcpy(&units, in_memory(stored), sizeof units);
  }
  return {units, low << 1, firsts & ~(low | above)};
}

// Converts units of UTF-16 to the edition of 2005.
RILL_AVX512_INLINE avx512::words exchanged_units(avx512::words units) noexcept {
  unsigned short stored[32];
  __builtin_memcpy(stored, &units, sizeof stored);
  for (unsigned short& unit : stored)
    if ((unit & 0xF800) != 0xD800)
      unit = static_cast<unsigned short>(in_edition<edition::of_2005>(unit));
  __builtin_memcpy(&units, stored, sizeof units);
  return units;
}

// True if 64 bytes are 32 pairs. A separate test, because the position of the
// next block is then known at once.
RILL_AVX512_INLINE bool are_all_pairs(avx512::bytes text,
                                      beginnings const& found) noexcept {
  constexpr avx512::byte_mask even = 0x5555555555555555;
  if (found.leads != even) return false;
  avx512::byte_mask const wrong =
      avx512::equal_bytes(text, avx512::fill(0xFF)) |
      (avx512::equal_bytes(text, avx512::fill(0x80)) & even) |
      ((avx512::equal_bytes(text, avx512::fill(0x7F)) |
        ~avx512::not_below(text, 0x40)) &
       ~even);
  return wrong == 0;
}

// The bytes taken from a block, and the units of UTF-16 that they became.
struct taken_block {
  unsigned bytes;
  unsigned units;
};

// The codes taken from 64 bytes, up to `end`, and the units of their leads.
struct block_parts {
  avx512::byte_mask all;
  avx512::byte_mask leads;
  unsigned end;
  avx512::words units;
};

// The parts of a block whose leads in `odd` belong to four-byte codes or are
// invalid. `parts` are those as if all leads began pairs.
RILL_AVX512_INLINE block_parts with_fours(avx512::bytes text,
                                          avx512::bytes next,
                                          avx512::byte_mask odd,
                                          lanes const& from,
                                          block_parts parts) noexcept {
  avx512::byte_mask const digits =
      odd & avx512::not_below(next, 0x30) & ~avx512::not_below(next, 0x3A) &
      ~avx512::equal_bytes(text, avx512::fill(0x80)) &
      ~avx512::equal_bytes(text, avx512::fill(0xFF));
  // The following masks have a bit for each code of one or two bytes.
  avx512::byte_mask const halves = __builtin_ia32_pext_di(digits, parts.all);
  avx512::byte_mask const places =
      __builtin_ia32_pext_di(parts.leads, parts.all);
  avx512::byte_mask const firsts = find_beginnings(halves).leads;
  avx512::word_mask const short_ones =
      lanes_at(parts.leads, parts.leads & ~odd);
  avx512::words units{};
  if (short_ones != 0) {
    auto const entries = compress(
        short_ones, reinterpret_cast<avx512::words>(pair_indices(from)));
    units =
        expand(short_ones,
               pairs_of(reinterpret_cast<avx512::uwords>(entries),
                        static_cast<unsigned>(__builtin_popcount(short_ones))),
               units);
  }
  lane_units const made =
      put_fours(from, lanes_at(places, firsts & halves >> 1), units);
  // A first half without a second is invalid, or continues behind the block.
  avx512::word_mask const stops = made.none |
                                  lanes_at(places, firsts & ~(halves >> 1)) |
                                  lanes_at(parts.leads, odd & ~digits);
  avx512::byte_mask kept = ~__builtin_ia32_pdep_di(made.dropped, parts.leads);
  if (stops != 0) {
    avx512::byte_mask const stop =
        __builtin_ia32_pdep_di(stops & (0 - stops), parts.leads);
    parts.end = static_cast<unsigned>(avx512::first_bit(stop));
    kept &= stop - 1;
  }
  return {parts.all & kept, parts.leads & kept, parts.end,
          compress(~made.dropped, made.units)};
}

// Writes up to 64 units in the order of the text: ASCII, widened, and for each
// lead the next one of parts.units.
RILL_AVX512_INLINE void put_parts(avx512::bytes text, block_parts const& parts,
                                  unsigned short* out) noexcept {
  avx512::byte_mask const to = __builtin_ia32_pext_di(parts.leads, parts.all);
  auto const lower = static_cast<avx512::word_mask>(to);
  auto const upper = static_cast<avx512::word_mask>(to >> 32);
  avx512::bytes const codes = avx512::compress(parts.all, text);
  put_32(out,
         expand(lower, parts.units, widen(codes, places_of_bytes<>.lower)));
  put_32(out + 32,
         expand(upper, shifted(parts.units, __builtin_popcount(lower)),
                widen(codes, places_of_bytes<>.upper)));
}

// Converts 64 bytes, or those before an invalid or cut code. Reads 65 bytes and
// may write 64 units. Looks up only leads; ASCII is copied.
template <edition Edition>
RILL_AVX512_INLINE taken_block take_block(char const* in,
                                          unsigned short* out) noexcept {
  avx512::bytes const text = avx512::load(in);
  beginnings const found = find_beginnings(avx512::upper_bits(text));
  if (are_all_pairs(text, found)) {
    auto const both = reinterpret_cast<avx512::uwords>(text);
    put_pairs_32(out, pair_indices({both & 0xFF, both >> 8}));
    if constexpr (Edition == edition::of_2005) {
      avx512::words units;
      __builtin_memcpy(&units, out, sizeof units);
      put_32(out, exchanged_units(units));
    }
    return {64, 32};
  }
  avx512::bytes const next = avx512::load(in + 1);
  avx512::byte_mask const odd = unpaired(text, next, found.leads);
  lanes const from = {as_lanes(avx512::compress(found.leads, text)),
                      as_lanes(avx512::compress(found.leads, next))};
  block_parts parts{found.all, found.leads,
                    static_cast<unsigned>(64 + (found.leads >> 63)),
                    avx512::words{}};
  if (odd == 0)
    parts.units = pairs_of(pair_indices(from),
                           static_cast<unsigned>(avx512::count(found.leads)));
  else
    parts = with_fours(text, next, odd, from, parts);
  if constexpr (Edition == edition::of_2005)
    parts.units = exchanged_units(parts.units);
  put_parts(text, parts, out);
  return {parts.end, static_cast<unsigned>(avx512::count(parts.all))};
}

template <edition Edition>
struct to_utf8_avx512 {
  RILL_AVX512 static kernel_progress run(char const* in, char const* in_end,
                                         char* out, char* out_end) noexcept {
    unsigned short units[block];
    // Reads 65 bytes for at most 64 units of at most 3 bytes.
    while (in_end - in >= 65 && out_end - out >= 4 * 64) {
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
      std::ptrdiff_t const fits = (out_end - out - 64) / 3;
      std::ptrdiff_t const room = fits < block ? fits : block;
      std::ptrdiff_t size = 0;
      while (in_end - in >= 65 && room - size >= 64) {
        taken_block const taken = take_block<Edition>(in, units + size);
        if (taken.bytes == 0) break;
        in += taken.bytes;
        size += taken.units;
        if (in_end - in >= 128 && is_ascii(in) && is_ascii(in + 64)) break;
      }
      if (size == 0) break;
      out = put_units(units, units + size, out, out_end);
    }
    return to_utf8<Edition>(in, in_end, out, out_end);
  }

 private:
  RILL_AVX512_INLINE static bool is_ascii(char const* in) noexcept {
    return avx512::upper_bits(avx512::load(in)) == 0;
  }
  // Converts well-formed UTF-16. Requires room for the result.
  RILL_AVX512_INLINE static char* put_units(unsigned short const* first,
                                            unsigned short const* last,
                                            char* out, char* out_end) noexcept {
    auto const bytes = [](unsigned short const* at) {
      return reinterpret_cast<char const*>(at);
    };
    kernel_progress const done = convert_fast<form::utf16, form::utf8>(
        bytes(first), bytes(last), out, out_end);
    using from = utf16_form<char>;
    char const* in = done.in;
    out = done.out;
    while (in != bytes(last)) {
      taken const one = from::take(in, bytes(last));
      in += one.size;
      out = utf8_form_of<char>::put(out, one.scalar);
    }
    return out;
  }
};

}  // namespace gb18030

template <>
struct conversion_kernel<form::gb18030, form::utf8, cpu::avx512>
    : gb18030::to_utf8_avx512<gb18030::edition::of_2022> {};
template <>
struct conversion_kernel<form::gb18030_2005, form::utf8, cpu::avx512>
    : gb18030::to_utf8_avx512<gb18030::edition::of_2005> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
