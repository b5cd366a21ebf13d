// rill/unicode/kernel/x86/to_utf8_avx2.h: sixteen units at a time to UTF-8,
// with AVX2.
//
// Floor 2. x86-64 with cpu::avx2. What utf16_to_utf8_avx2.h and its
// neighbours are made of. Tests: test/unicode/kernel/to_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_TO_UTF8_AVX2_H
#define RILL_UNICODE_KERNEL_X86_TO_UTF8_AVX2_H

#include "to_utf8.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

#define RILL_TO_UTF8_AVX2 \
  [[gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")]] RILL_ALWAYS_INLINE

// A template, so that only who uses it pays for it.
template <class Tables>
struct to_utf8_avx2 {
  typedef char bytes __attribute__((vector_size(32)));
  typedef unsigned short words __attribute__((vector_size(32)));
  typedef short short_words __attribute__((vector_size(32)));
  typedef unsigned ints __attribute__((vector_size(32)));
  typedef int short_ints __attribute__((vector_size(32)));
  typedef long long longs __attribute__((vector_size(32)));
  typedef int half_ints __attribute__((vector_size(16)));
  typedef long long half __attribute__((vector_size(16)));
  using repeated = to_utf8_words::repeated;

  // The room that a block needs: sixteen words write 16 bytes from at most 36
  // on; sixteen characters of four bytes need it all.
  static constexpr std::ptrdiff_t room = 64;

  to_utf8_words const& all = unknown(Tables::words);

  template <class V>
  RILL_TO_UTF8_AVX2 static V load(void const* from) noexcept {
    V value;
    __builtin_memcpy(&value, from, 32);
    return value;
  }
  RILL_TO_UTF8_AVX2 static words each(repeated const& word) noexcept {
    return load<words>(&word);
  }
  RILL_TO_UTF8_AVX2 static ints each(
      to_utf8_ints::repeated const& number) noexcept {
    return load<ints>(&number);
  }
  // The bytes of a block from `from` on, without the first of the block.
  template <class V>
  RILL_TO_UTF8_AVX2 static V without(std::size_t skipped, V v,
                                     std::size_t from = 0) noexcept {
    return v & load<V>(Tables::keep.byte + 64 - skipped + from);
  }
  template <class V>
  RILL_TO_UTF8_AVX2 static void store(char* out, V v) noexcept {
    __builtin_memcpy(out, &v, 32);
  }
  template <int Which>
  RILL_TO_UTF8_AVX2 static void store_half(char* out, bytes v) noexcept {
    half const part =
        __builtin_ia32_extract128i256(reinterpret_cast<longs>(v), Which);
    __builtin_memcpy(out, &part, 16);
  }

  template <class V>
  RILL_TO_UTF8_AVX2 static bool has_none(V v, V bits) noexcept {
    return __builtin_ia32_ptestz256(reinterpret_cast<longs>(v),
                                    reinterpret_cast<longs>(bits));
  }
  // Whether all bits are 1.
  RILL_TO_UTF8_AVX2 static bool is_all(words v) noexcept {
    return __builtin_ia32_ptestc256(
        reinterpret_cast<longs>(v),
        reinterpret_cast<longs>(words{} == words{}));
  }
  // All bits of the words whose wanted bits are those of `value`.
  RILL_TO_UTF8_AVX2 static words match(words v, words wanted,
                                       words value) noexcept {
    return reinterpret_cast<words>((v & wanted) == value);
  }
  RILL_TO_UTF8_AVX2 static words chosen(words where, words yes,
                                        words no) noexcept {
    return reinterpret_cast<words>(__builtin_ia32_pblendvb256(
        reinterpret_cast<bytes>(no), reinterpret_cast<bytes>(yes),
        reinterpret_cast<bytes>(where)));
  }
  template <class V>
  RILL_TO_UTF8_AVX2 static unsigned signs(V v) noexcept {
    return static_cast<unsigned>(
        __builtin_ia32_pmovmskb256(reinterpret_cast<bytes>(v)));
  }
  // By the rows for the two halves.
  template <class V>
  RILL_TO_UTF8_AVX2 static bytes shuffled(V v, shuffle_rows const& rows,
                                          std::size_t low,
                                          std::size_t high) noexcept {
    half lower, upper;
    __builtin_memcpy(&lower, rows.row[low], 16);
    __builtin_memcpy(&upper, rows.row[high], 16);
#if defined(__clang__)
    longs const wide = RILL_SHUFFLE(lower, lower, 0, 1, -1, -1);
#else
    auto const wide = reinterpret_cast<longs>(
        __builtin_ia32_si256_si(reinterpret_cast<half_ints>(lower)));
#endif
    return __builtin_ia32_pshufb256(
        reinterpret_cast<bytes>(v),
        reinterpret_cast<bytes>(__builtin_ia32_insert128i256(wide, upper, 1)));
  }
  // Words that are bytes, those of a in front.
  RILL_TO_UTF8_AVX2 static bytes narrowed(words a, words b) noexcept {
    auto const v = reinterpret_cast<longs>(__builtin_ia32_packuswb256(
        reinterpret_cast<short_words>(a), reinterpret_cast<short_words>(b)));
    return reinterpret_cast<bytes>(__builtin_ia32_permdi256(v, 0xD8));
  }
  // Numbers that are words.
  RILL_TO_UTF8_AVX2 static words narrowed(ints a, ints b) noexcept {
    auto const v = reinterpret_cast<longs>(__builtin_ia32_packusdw256(
        reinterpret_cast<short_ints>(a), reinterpret_cast<short_ints>(b)));
    return reinterpret_cast<words>(__builtin_ia32_permdi256(v, 0xD8));
  }

  RILL_TO_UTF8_AVX2 words is_ascii(words v) const noexcept {
    return match(v, each(all.above_ascii), words{});
  }
  RILL_TO_UTF8_AVX2 words is_below_three(words v) const noexcept {
    return match(v, each(all.above_two), words{});
  }
  RILL_TO_UTF8_AVX2 words is_surrogate(words v) const noexcept {
    return match(v, each(all.above_two), each(all.surrogate));
  }
  // The last two bytes of each, as if it had three.
  RILL_TO_UTF8_AVX2 words last_two(words v) const noexcept {
    return (v >> 6 & each(all.last_six)) | (v << 8 & each(all.upper_six)) |
           each(all.trailing);
  }

  // Sixteen slots of two bytes, of which the second is all of it where there
  // is a 1 in the masks of the two halves.
  RILL_TO_UTF8_AVX2 static char* put_pairs(words slots, unsigned low,
                                           unsigned high, char* out) noexcept {
    bytes const packed = shuffled(slots, Tables::pairs, low, high);
    // Each store is behind the one whose surplus it overwrites.
    store_half<0>(out, packed);
    out += 16 - __builtin_popcount(low);
    store_half<1>(out, packed);
    return out + 16 - __builtin_popcount(high);
  }

  // The first four of each half, and the last four.
  RILL_TO_UTF8_AVX2 static words low_slots(words a, words b) noexcept {
    return RILL_SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26,
                        11, 27);
  }
  RILL_TO_UTF8_AVX2 static words high_slots(words a, words b) noexcept {
    return RILL_SHUFFLE(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14,
                        30, 15, 31);
  }

  // Slots of the second half of `lead`, for characters of three bytes, and of
  // the two of `slots`, as above.
  RILL_TO_UTF8_AVX2 char* put_quads(words lead, words slots, words single,
                                    words below_three,
                                    char* out) const noexcept {
    words const low = low_slots(lead, slots), high = high_slots(lead, slots);
    // What is single is below three, too.
    unsigned const mask = signs((single | each(all.high_byte)) & below_three);
    bytes const even =
        shuffled(low, Tables::quads, mask & 0xFF, mask >> 16 & 0xFF);
    bytes const odd =
        shuffled(high, Tables::quads, mask >> 8 & 0xFF, mask >> 24);
    store_half<0>(out, even);
    store_half<0>(out + 12 - __builtin_popcount(mask & 0xFF), odd);
    store_half<1>(out + 24 - __builtin_popcount(mask & 0xFFFF), even);
    store_half<1>(out + 36 - __builtin_popcount(mask & 0xFFFFFF), odd);
    return out + 48 - __builtin_popcount(mask);
  }

  // Sixteen characters of one or two bytes; and of one to three.
  RILL_TO_UTF8_AVX2 words slots_of_two(words v, words single) const noexcept {
    words const shifted = v << 8;
    words const two =
        (v >> 6) | (shifted & each(all.upper_six)) | each(all.both_of_two);
    return chosen(single, shifted, two);
  }
  RILL_TO_UTF8_AVX2 char* put_two(words v, char* out) const noexcept {
    words const single = is_ascii(v);
    unsigned const mask = signs(
        __builtin_ia32_packsswb256(reinterpret_cast<short_words>(single),
                                   reinterpret_cast<short_words>(single)));
    return put_pairs(slots_of_two(v, single), mask & 0xFF, mask >> 24, out);
  }
  // The slots of put_quads, all of three bytes.
  RILL_TO_UTF8_AVX2 static char* put_triples(words lead, words slots,
                                             char* out) noexcept {
    bytes const even = shuffled(low_slots(lead, slots), Tables::quads, 0, 0);
    bytes const odd = shuffled(high_slots(lead, slots), Tables::quads, 0, 0);
    store_half<0>(out, even);
    store_half<0>(out + 12, odd);
    store_half<1>(out + 24, even);
    store_half<1>(out + 36, odd);
    return out + 48;
  }
  RILL_TO_UTF8_AVX2 char* put_three(words v, char* out) const noexcept {
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
