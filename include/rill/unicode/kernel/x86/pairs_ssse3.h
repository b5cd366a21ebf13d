// rill/unicode/kernel/x86/pairs_ssse3.h: between UTF-16 and UTF-32 of either
// byte order where there are pairs of surrogates, four units at a time.
//
// Floor 2. x86-64 with cpu::ssse3. Emoji take half the time of one character
// after the other. Tests: test/unicode/kernel/wide_test.cpp; figures:
// bench/unicode/wide.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_PAIRS_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_PAIRS_SSSE3_H

#include "../in_blocks.h"
#include "shuffle.h"

#define RILL_PAIRS [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]]
#define RILL_PAIRS_INLINE RILL_PAIRS RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail {
namespace pairs_ssse3 {

typedef char bytes __attribute__((vector_size(16)));
typedef unsigned short words __attribute__((vector_size(16)));
typedef unsigned int quads __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

// For each set of four numbers of 32 bits, those that are in it moved to the
// front; and for each set of them, two bytes of those outside and all four of
// those inside.
struct places {
  alignas(16) char kept[16][16];
  alignas(16) char halved[16][16];
};
constexpr places make_places() noexcept {
  places made{};
  for (int set = 0; set != 16; ++set) {
    int kept = 0, halved = 0;
    for (int at = 0; at != 16; ++at) {
      bool const is_in = (set >> at / 4 & 1) != 0;
      if (is_in) made.kept[set][kept++] = static_cast<char>(at);
      if (is_in || at % 4 < 2)
        made.halved[set][halved++] = static_cast<char>(at);
    }
  }
  return made;
}
inline constexpr places tables = make_places();

RILL_PAIRS_INLINE bytes load(char const* from) noexcept {
  bytes loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
RILL_PAIRS_INLINE bytes picked(bytes v, bytes by) noexcept {
  return __builtin_ia32_pshufb128(v, by);
}
// A bit for each number of a comparison's result.
RILL_PAIRS_INLINE unsigned bits(auto v) noexcept {
  return static_cast<unsigned>(
      __builtin_ia32_movmskps(reinterpret_cast<floats>(v)));
}
template <form Form>
RILL_PAIRS_INLINE bytes ordered(bytes v) noexcept {
  constexpr bytes twos = {1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14};
  constexpr bytes fours = {3,  2,  1, 0, 7,  6,  5,  4,
                           11, 10, 9, 8, 15, 14, 13, 12};
  if constexpr (!has_swapped_units(Form))
    return v;
  else if constexpr (has_utf16_units(Form))
    return picked(v, twos);
  else
    return picked(v, fours);
}

// What four units of UTF-16 and those behind each of them are, a bit for each,
// and the characters that begin there.
struct pairs {
  unsigned leads, trails, next_trails;
  quads scalars;
};
RILL_PAIRS_INLINE pairs look(quads unit, quads next) noexcept {
  auto const is_lead = (unit & 0xFC00) == 0xD800;
  // (D800 << 10) + DC00 - 10000 is 35FDC00.
  quads const more = (unit << 10) - unit + next - 0x35FDC00;
  return {bits(is_lead), bits((unit & 0xFC00) == 0xDC00),
          bits((next & 0xFC00) == 0xDC00),
          unit + (reinterpret_cast<quads>(is_lead) & more)};
}
RILL_PAIRS_INLINE quads first_four(words v) noexcept {
  return reinterpret_cast<quads>(
      RILL_SHUFFLE(v, words{}, 0, 8, 1, 9, 2, 10, 3, 11));
}
RILL_PAIRS_INLINE quads last_four(words v) noexcept {
  return reinterpret_cast<quads>(
      RILL_SHUFFLE(v, words{}, 4, 12, 5, 13, 6, 14, 7, 15));
}
// Writes the characters that begin in four units.
template <form To>
RILL_PAIRS_INLINE char* put(char* out, pairs const& p) noexcept {
  unsigned const kept = p.trails ^ 15;
  bytes const result = ordered<To>(
      picked(reinterpret_cast<bytes>(p.scalars), load(tables.kept[kept])));
  __builtin_memcpy(out, &result, sizeof result);
  return out + 4 * __builtin_popcount(kept);
}

inline constexpr int steps_between_blocks = 16;

// UTF-16 goes in steps of eight units, which need not end where a character
// does: the way through the input does not wait for what is in it.
template <form From, form To>
  requires(has_utf16_units(From) && has_utf32_units(To))
RILL_PAIRS kernel_progress some(char const* in, char const* in_end, char* out,
                                char* out_end) noexcept {
  unsigned carry = 0;  // a lead was last; its character is written
  for (int i = 0; i != steps_between_blocks; ++i) {
    if (in_end - in < 18 || out_end - out < 32) break;
    auto const v = reinterpret_cast<words>(ordered<From>(load(in)));
    auto const w = reinterpret_cast<words>(ordered<From>(load(in + 2)));
    pairs const a = look(first_four(v), first_four(w));
    pairs const b = look(last_four(v), last_four(w));
    if (a.leads != a.next_trails || b.leads != b.next_trails ||
        (a.trails & 1) != carry)
      break;
    out = put<To>(put<To>(out, a), b);
    carry = b.leads >> 3;
    in += 16;
  }
  return {in + 2 * carry, out};
}

// Converts four units of UTF-32.
template <form From, form To>
  requires(has_utf32_units(From) && has_utf16_units(To))
RILL_PAIRS_INLINE bool step(char const*& in, char*& out) noexcept {
  auto const v = reinterpret_cast<quads>(ordered<From>(load(in)));
  // As wrong_units in levels/checked.h.
  quads const moved = (v ^ 0xD800) - 0x80000800;
  typedef int signed_quads __attribute__((vector_size(16)));
  if (bits(reinterpret_cast<signed_quads>(moved) >
           static_cast<int>(0x10F7FF - 0x80000000)) != 0)
    return false;
  auto const is_pair = v >> 16 != 0;
  quads const beyond = v - 0x10000;
  quads const both = ((beyond >> 10) + 0xD800) | ((beyond & 0x3FF) + 0xDC00)
                                                     << 16;
  auto const chosen = reinterpret_cast<quads>(is_pair);
  bytes const result = picked(
      ordered<To>(reinterpret_cast<bytes>((both & chosen) | (v & ~chosen))),
      load(tables.halved[bits(is_pair)]));
  __builtin_memcpy(out, &result, sizeof result);
  in += 16;
  out += 8 + 2 * __builtin_popcount(bits(is_pair));
  return true;
}

template <form From, form To>
  requires(has_utf32_units(From) && has_utf16_units(To))
RILL_PAIRS kernel_progress some(char const* in, char const* in_end, char* out,
                                char* out_end) noexcept {
  for (int i = 0; i != steps_between_blocks; ++i)
    if (in_end - in < 16 || out_end - out < 16 || !step<From, To>(in, out))
      break;
  return {in, out};
}

}  // namespace pairs_ssse3

// The way for the characters that `blocks` does not take, from cpu::ssse3 on.
template <form From, form To>
constexpr converter pairs_by_ssse3() noexcept {
  if constexpr (has_wide_units(From) && has_wide_units(To) &&
                unit_width(From) != unit_width(To))
    return pairs_ssse3::some<From, To>;
  else
    return nullptr;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
