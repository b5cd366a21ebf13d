// rill/unicode/kernel/x86/to_utf8_sse2.h: eight units at a time to UTF-8, with
// SSE2.
//
// Floor 2. x86-64. What utf16_to_utf8_sse2.h and its neighbours are made of.
// There is no shuffle of bytes yet: the slots of characters are computed
// together and stored one by one, each behind the bytes of the last one, where
// a table says. Tests: test/unicode/kernel/to_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_TO_UTF8_SSE2_H
#define RILL_UNICODE_KERNEL_X86_TO_UTF8_SSE2_H

#include "to_utf8.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

// A template, so that only who uses it pays for it.
template <class Tables>
struct to_utf8_sse2 {
  typedef char bytes __attribute__((vector_size(16)));
  typedef unsigned short words __attribute__((vector_size(16)));
  typedef short short_words __attribute__((vector_size(16)));
  typedef unsigned ints __attribute__((vector_size(16)));
  typedef int short_ints __attribute__((vector_size(16)));
  typedef unsigned long long longs __attribute__((vector_size(16)));

  // The room that a block of eight needs: four slots are at most 12 bytes, and
  // the last one begins at 21.
  static constexpr std::ptrdiff_t room = 32;

  to_utf8_words const& all = unknown(Tables::words);

  template <class V>
  RILL_ALWAYS_INLINE static V load(void const* from) noexcept {
    V value;
    __builtin_memcpy(&value, from, 16);
    return value;
  }
  RILL_ALWAYS_INLINE static words each(
      to_utf8_words::repeated const& word) noexcept {
    return *reinterpret_cast<words const*>(&word);
  }
  RILL_ALWAYS_INLINE static ints each(
      to_utf8_ints::repeated const& number) noexcept {
    return *reinterpret_cast<ints const*>(&number);
  }
  // The bytes of a block from `place` on, without the first of the block.
  template <class V>
  RILL_ALWAYS_INLINE static V without(std::size_t skipped, V v,
                                      std::size_t place = 0) noexcept {
    return v & load<V>(Tables::keep.byte + 64 - skipped + place);
  }
  template <class V>
  RILL_ALWAYS_INLINE static void store(char* out, V v) noexcept {
    __builtin_memcpy(out, &v, 16);
  }

  template <class V>
  RILL_ALWAYS_INLINE static unsigned signs(V v) noexcept {
    return static_cast<unsigned>(
        __builtin_ia32_pmovmskb128(reinterpret_cast<bytes>(v)));
  }
  template <class V>
  RILL_ALWAYS_INLINE static bool has_none(V v, V bits) noexcept {
    return signs(reinterpret_cast<ints>(v & bits) == ints{}) == 0xFFFF;
  }
  // All bits of the words whose wanted bits are those of `value`.
  RILL_ALWAYS_INLINE static words match(words v, words wanted,
                                        words value) noexcept {
    return reinterpret_cast<words>((v & wanted) == value);
  }
  template <class V>
  RILL_ALWAYS_INLINE static V chosen(V where, V yes, V no) noexcept {
    return (yes & where) | (no & ~where);
  }
  // Words that are bytes, those of a in front.
  RILL_ALWAYS_INLINE static bytes narrowed(words a, words b) noexcept {
    return reinterpret_cast<bytes>(__builtin_ia32_packuswb128(
        reinterpret_cast<short_words>(a), reinterpret_cast<short_words>(b)));
  }

  RILL_ALWAYS_INLINE words is_ascii(words v) const noexcept {
    return match(v, each(all.above_ascii), words{});
  }
  RILL_ALWAYS_INLINE words is_below_three(words v) const noexcept {
    return match(v, each(all.above_two), words{});
  }
  RILL_ALWAYS_INLINE words is_surrogate(words v) const noexcept {
    return match(v, each(all.above_two), each(all.surrogate));
  }

  // Four slots of four bytes, at the places that a table has.
  RILL_ALWAYS_INLINE static char* put_slots(ints slots, unsigned where,
                                            char* out) noexcept {
    auto const both = reinterpret_cast<longs>(slots);
    unsigned long long const low = both[0], high = both[1];
    put_slot(out, low);
    put_slot(out + (where & 0xFF), low >> 32);
    put_slot(out + (where >> 8 & 0xFF), high);
    put_slot(out + (where >> 16 & 0xFF), high >> 32);
    return out + (where >> 24);
  }
  RILL_ALWAYS_INLINE static void put_slot(char* out,
                                          unsigned long long slot) noexcept {
    auto const four = static_cast<unsigned>(slot);
    __builtin_memcpy(out, &four, 4);
  }

  // The bytes of characters of two.
  RILL_ALWAYS_INLINE words both_of_two(words v) const noexcept {
    return (v >> 6) | (v << 8 & each(all.upper_six)) | each(all.both_of_two);
  }

  // Eight characters of one or two bytes.
  RILL_ALWAYS_INLINE char* put_two(words v, char* out) const noexcept {
    words const single = is_ascii(v), two = both_of_two(v);
    unsigned const mask = signs(__builtin_ia32_packsswb128(
                              reinterpret_cast<short_words>(single),
                              reinterpret_cast<short_words>(single))) &
                          0xFF;
    if (mask == 0) {
      store(out, two);
      return out + 16;
    }
    // Of two neighbours, the second moves up behind a first of one byte.
    auto const pairs = reinterpret_cast<ints>(chosen(single, v, two));
    auto const first = reinterpret_cast<ints>(
        reinterpret_cast<short_ints>(reinterpret_cast<ints>(single) << 16) >>
        16);
    ints const moved = (pairs & 0xFF) | (pairs >> 8 & 0xFFFFFF00);
    return put_slots(chosen(first, moved, pairs), Tables::pair_places.of[mask],
                     out);
  }

  // Eight characters of three bytes, by their first two and their last.
  RILL_ALWAYS_INLINE static char* put_triples(words first, words last,
                                              char* out) noexcept {
    ints const fours[] = {low_slots(first, last), high_slots(first, last)};
    for (ints const four : fours) {
      auto const two = reinterpret_cast<longs>(four);
      longs const six = (two & 0xFFFFFF) | (two >> 8 & 0xFFFFFF000000);
      unsigned long long const low = six[0], high = six[1];
      __builtin_memcpy(out, &low, 8);
      __builtin_memcpy(out + 6, &high, 8);
      out += 12;
    }
    return out;
  }
  // Eight of one to three.
  RILL_ALWAYS_INLINE static char* put_quads(words first, words last,
                                            words single, words below_three,
                                            char* out) noexcept {
    unsigned const mask = signs((single | 0xFF00) & below_three);
    out = put_slots(low_slots(first, last), Tables::quad_places.of[mask & 0xFF],
                    out);
    return put_slots(high_slots(first, last), Tables::quad_places.of[mask >> 8],
                     out);
  }
  RILL_ALWAYS_INLINE static ints low_slots(words a, words b) noexcept {
    return reinterpret_cast<ints>(RILL_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
  }
  RILL_ALWAYS_INLINE static ints high_slots(words a, words b) noexcept {
    return reinterpret_cast<ints>(
        RILL_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
  }

  // Of each, as if it had three bytes.
  RILL_ALWAYS_INLINE words first_of_three(words v) const noexcept {
    return (v >> 12) | (v << 2 & each(all.upper_six)) | 0x80E0;
  }
  RILL_ALWAYS_INLINE words last_of_three(words v) const noexcept {
    return (v & each(all.last_six)) | 0x80;
  }
  RILL_ALWAYS_INLINE char* put_three(words v, char* out) const noexcept {
    words const below_three = is_below_three(v);
    words const first = first_of_three(v), last = last_of_three(v);
    if (!signs(below_three)) return put_triples(first, last, out);
    words const single = is_ascii(v);
    return put_quads(
        chosen(below_three, chosen(single, v, both_of_two(v)), first), last,
        single, below_three, out);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
