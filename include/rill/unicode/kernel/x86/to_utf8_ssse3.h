// rill/unicode/kernel/x86/to_utf8_ssse3.h: eight units at a time to UTF-8, with
// the shuffles of bytes of SSSE3.
//
// Floor 2. x86-64 with cpu::ssse3. What utf16_to_utf8_ssse3.h and its
// neighbours are made of; to_utf8_avx2.h is the same with wider vectors.
// Tests: test/unicode/kernel/to_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_TO_UTF8_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_TO_UTF8_SSSE3_H

#include "to_utf8.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

#define RILL_TO_UTF8_SSSE3 \
  [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]] RILL_ALWAYS_INLINE

// A template, so that only who uses it pays for it.
template <class Tables>
struct to_utf8_ssse3 {
  typedef char bytes __attribute__((vector_size(16)));
  typedef unsigned short words __attribute__((vector_size(16)));
  typedef short short_words __attribute__((vector_size(16)));
  typedef unsigned ints __attribute__((vector_size(16)));
  typedef int short_ints __attribute__((vector_size(16)));
  typedef long long longs __attribute__((vector_size(16)));

  // The room that a block of sixteen needs: eight words write 16 bytes from at
  // most 36 on; sixteen characters of four bytes need it all.
  static constexpr std::ptrdiff_t room = 64;

  to_utf8_words const& all = unknown(Tables::words);

  template <class V>
  RILL_TO_UTF8_SSSE3 static V load(void const* from) noexcept {
    V value;
    __builtin_memcpy(&value, from, 16);
    return value;
  }
  RILL_TO_UTF8_SSSE3 static words each(
      to_utf8_words::repeated const& word) noexcept {
    return *reinterpret_cast<words const*>(&word);
  }
  RILL_TO_UTF8_SSSE3 static ints each(
      to_utf8_ints::repeated const& number) noexcept {
    return *reinterpret_cast<ints const*>(&number);
  }
  // The bytes of a block from `from` on, without the first of the block.
  template <class V>
  RILL_TO_UTF8_SSSE3 static V without(std::size_t skipped, V v,
                                      std::size_t from = 0) noexcept {
    return v & load<V>(Tables::keep.byte + 64 - skipped + from);
  }
  template <class V>
  RILL_TO_UTF8_SSSE3 static void store(char* out, V v) noexcept {
    __builtin_memcpy(out, &v, 16);
  }

  template <class V>
  RILL_TO_UTF8_SSSE3 static bool has_none(V v, V bits) noexcept {
    return __builtin_ia32_ptestz128(reinterpret_cast<longs>(v),
                                    reinterpret_cast<longs>(bits));
  }
  // Whether all bits are 1.
  RILL_TO_UTF8_SSSE3 static bool is_all(words v) noexcept {
    return __builtin_ia32_ptestc128(
        reinterpret_cast<longs>(v),
        reinterpret_cast<longs>(words{} == words{}));
  }
  // All bits of the words whose wanted bits are those of `value`.
  RILL_TO_UTF8_SSSE3 static words match(words v, words wanted,
                                        words value) noexcept {
    return reinterpret_cast<words>((v & wanted) == value);
  }
  RILL_TO_UTF8_SSSE3 static words chosen(words where, words yes,
                                         words no) noexcept {
    return reinterpret_cast<words>(__builtin_ia32_pblendvb128(
        reinterpret_cast<bytes>(no), reinterpret_cast<bytes>(yes),
        reinterpret_cast<bytes>(where)));
  }
  template <class V>
  RILL_TO_UTF8_SSSE3 static unsigned signs(V v) noexcept {
    return static_cast<unsigned>(
        __builtin_ia32_pmovmskb128(reinterpret_cast<bytes>(v)));
  }
  template <class V>
  RILL_TO_UTF8_SSSE3 static bytes shuffled(V v, shuffle_rows const& rows,
                                           std::size_t row) noexcept {
    return __builtin_ia32_pshufb128(
        reinterpret_cast<bytes>(v),
        *reinterpret_cast<bytes const*>(rows.row[row]));
  }
  // Words that are bytes, those of a in front.
  RILL_TO_UTF8_SSSE3 static bytes narrowed(words a, words b) noexcept {
    return reinterpret_cast<bytes>(__builtin_ia32_packuswb128(
        reinterpret_cast<short_words>(a), reinterpret_cast<short_words>(b)));
  }
  // Numbers that are words.
  RILL_TO_UTF8_SSSE3 static words narrowed(ints a, ints b) noexcept {
    return reinterpret_cast<words>(__builtin_ia32_packusdw128(
        reinterpret_cast<short_ints>(a), reinterpret_cast<short_ints>(b)));
  }

  RILL_TO_UTF8_SSSE3 words is_ascii(words v) const noexcept {
    return match(v, each(all.above_ascii), words{});
  }
  RILL_TO_UTF8_SSSE3 words is_below_three(words v) const noexcept {
    return match(v, each(all.above_two), words{});
  }
  RILL_TO_UTF8_SSSE3 words is_surrogate(words v) const noexcept {
    return match(v, each(all.above_two), each(all.surrogate));
  }
  // The last two bytes of each, as if it had three.
  RILL_TO_UTF8_SSSE3 words last_two(words v) const noexcept {
    return (v >> 6 & each(all.last_six)) | (v << 8 & each(all.upper_six)) |
           each(all.trailing);
  }

  // Eight slots of two bytes, of which the second is all of it where there is
  // a 1 in the mask.
  RILL_TO_UTF8_SSSE3 static char* put_pairs(words slots, unsigned mask,
                                            char* out) noexcept {
    store(out, shuffled(slots, Tables::pairs, mask));
    return out + 16 - __builtin_popcount(mask);
  }

  RILL_TO_UTF8_SSSE3 static words low_slots(words a, words b) noexcept {
    return RILL_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  }
  RILL_TO_UTF8_SSSE3 static words high_slots(words a, words b) noexcept {
    return RILL_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  }

  // Slots of the second half of `lead`, for characters of three bytes, and of
  // the two of `slots`, as above.
  RILL_TO_UTF8_SSSE3 char* put_quads(words lead, words slots, words single,
                                     words below_three,
                                     char* out) const noexcept {
    words const low = low_slots(lead, slots), high = high_slots(lead, slots);
    // What is single is below three, too.
    unsigned const mask = signs((single | each(all.high_byte)) & below_three);
    // The second store is behind the one whose surplus it overwrites.
    store(out, shuffled(low, Tables::quads, mask & 0xFF));
    store(out + 12 - __builtin_popcount(mask & 0xFF),
          shuffled(high, Tables::quads, mask >> 8));
    return out + 24 - __builtin_popcount(mask);
  }

  // Eight characters of one or two bytes; and of one to three.
  RILL_TO_UTF8_SSSE3 words slots_of_two(words v, words single) const noexcept {
    words const shifted = v << 8;
    words const two =
        (v >> 6) | (shifted & each(all.upper_six)) | each(all.both_of_two);
    return chosen(single, shifted, two);
  }
  RILL_TO_UTF8_SSSE3 char* put_two(words v, char* out) const noexcept {
    words const single = is_ascii(v);
    unsigned const mask = signs(narrow_mask(single));
    return put_pairs(slots_of_two(v, single), mask & 0xFF, out);
  }
  RILL_TO_UTF8_SSSE3 static bytes narrow_mask(words mask) noexcept {
    return reinterpret_cast<bytes>(
        __builtin_ia32_packsswb128(reinterpret_cast<short_words>(mask),
                                   reinterpret_cast<short_words>(mask)));
  }
  // The slots of put_quads, all of three bytes.
  RILL_TO_UTF8_SSSE3 static char* put_triples(words lead, words slots,
                                              char* out) noexcept {
    store(out, shuffled(low_slots(lead, slots), Tables::quads, 0));
    store(out + 12, shuffled(high_slots(lead, slots), Tables::quads, 0));
    return out + 24;
  }
  RILL_TO_UTF8_SSSE3 char* put_three(words v, char* out) const noexcept {
    words const below_three = is_below_three(v);
    words const lead = v >> 4 | each(all.lead_of_three);
    if (has_none(below_three, below_three))
      return put_triples(lead, last_two(v), out);
    words const single = is_ascii(v);
    words const slots = last_two(v) | (below_three & each(all.lead_of_two));
    return put_quads(lead, chosen(single, v << 8, slots), single, below_three,
                     out);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
