// rill/hash/kernel/x86/levels/lanes.h: blocks of several messages side by side,
// a message in each element of a vector.
//
// Layer 2. Included once for each level, without a guard, by ../lanes.h, in a
// namespace named after the level. A template is not possible: a target
// attribute cannot depend on a template argument, and functions without the
// attribute cannot inline functions with it. ../lanes.h defines these macros:
//     RILL_LEVEL           the namespace
//     RILL_LEVEL_WIDTH     bytes of a vector
//     RILL_LEVEL_TARGET    the attribute of functions that are called
//     RILL_LEVEL_INLINE    the attributes of functions that are inlined
// Each word of a state is an array with an element for each message; `at`
// points to each message's next block. Source: FIPS 180-4 and RFC 1321, as for
// one message; the layout of words in vectors is that of S. Gueron and V.
// Krasnov, "Simultaneous hashing of multiple messages" (2012). Tests:
// test/hash/side_by_side_test.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

typedef std::uint32_t words32 __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef std::uint64_t words64 __attribute__((vector_size(RILL_LEVEL_WIDTH)));
typedef char bytes __attribute__((vector_size(RILL_LEVEL_WIDTH)));

template <class Word>
struct vector_of {
  typedef words32 type;
};
template <>
struct vector_of<std::uint64_t> {
  typedef words64 type;
};
template <class Word>
inline constexpr std::size_t lanes = RILL_LEVEL_WIDTH / sizeof(Word);

template <class V>
RILL_LEVEL_INLINE V load(void const* from) noexcept {
  V loaded;
  __builtin_memcpy(&loaded, from, sizeof loaded);
  return loaded;
}
template <int Count, class V>
RILL_LEVEL_INLINE V turned_right(V v) noexcept {
  constexpr int bits = 8 * sizeof v[0];
  return v >> Count | v << (bits - Count);
}
template <int Count, class V>
RILL_LEVEL_INLINE V turned_left(V v) noexcept {
  constexpr int bits = 8 * sizeof v[0];
  return v << Count | v >> (bits - Count);
}

// Transposes rows to columns: each step interleaves vector i with vector i +
// Count / 2.
template <class V, std::size_t Count>
RILL_LEVEL_INLINE void turn_rows(V (&rows)[Count]) noexcept {
  for (std::size_t step = 1; step != Count; step *= 2) {
    V before[Count];
#pragma GCC unroll 16
    for (std::size_t i = 0; i != Count; ++i) before[i] = rows[i];
#pragma GCC unroll 16
    for (std::size_t i = 0; i != Count / 2; ++i) {
      rows[2 * i] = zip_low(before[i], before[i + Count / 2]);
      rows[2 * i + 1] = zip_high(before[i], before[i + Count / 2]);
    }
  }
}

// Loads the sixteen words of a block of each message, and moves `at` on. The
// hardware prefetcher does not follow as many streams as there are lanes, so
// this prefetches four blocks ahead: messages of 1 KiB in the third-level cache
// take 0.65 to 0.93 of the time.
template <bool IsBig, class Word, class V>
RILL_LEVEL_INLINE void take_words(V* w, unsigned char const** at) noexcept {
  constexpr std::size_t count = lanes<Word>;
#pragma GCC unroll 4
  for (std::size_t part = 0; part != 16 / count; ++part) {
    V rows[count];
#pragma GCC unroll 16
    for (std::size_t i = 0; i != count; ++i) {
      rows[i] = load<V>(at[i]);
      if constexpr (IsBig) rows[i] = with_swapped_bytes(rows[i]);
      if (part * RILL_LEVEL_WIDTH % 64 == 0) __builtin_prefetch(at[i] + 256);
      at[i] += RILL_LEVEL_WIDTH;
    }
    turn_rows(rows);
#pragma GCC unroll 16
    for (std::size_t i = 0; i != count; ++i) w[part * count + i] = rows[i];
  }
}

// --- SHA-2 -----------------------------------------------------------------

// The terms of sha2_terms for vectors of words.
template <class Word, class V>
RILL_LEVEL_INLINE V of_e(V x) noexcept {
  using numbers = sha2_numbers<Word>;
  return turned_right<numbers::e[0]>(x) ^ turned_right<numbers::e[1]>(x) ^
         turned_right<numbers::e[2]>(x);
}
template <class Word, class V>
RILL_LEVEL_INLINE V of_a(V x) noexcept {
  using numbers = sha2_numbers<Word>;
  return turned_right<numbers::a[0]>(x) ^ turned_right<numbers::a[1]>(x) ^
         turned_right<numbers::a[2]>(x);
}
template <class Word, class V>
RILL_LEVEL_INLINE V of_early(V x) noexcept {
  using numbers = sha2_numbers<Word>;
  return turned_right<numbers::early[0]>(x) ^
         turned_right<numbers::early[1]>(x) ^ x >> numbers::early[2];
}
template <class Word, class V>
RILL_LEVEL_INLINE V of_late(V x) noexcept {
  using numbers = sha2_numbers<Word>;
  return turned_right<numbers::late[0]>(x) ^ turned_right<numbers::late[1]>(x) ^
         x >> numbers::late[2];
}

template <class Word, class V>
RILL_LEVEL_INLINE void step(V a, V b, V c, V& d, V e, V f, V g, V& h,
                            V added) noexcept {
  h += added + (g ^ (e & (f ^ g))) + of_e<Word>(e);
  d += h;
  h += ((a & b) | (c & (a | b))) + of_a<Word>(a);
}

// Sixteen rounds. From round 16 on, each makes its word from the sixteen
// before.
template <class Word, class V>
RILL_LEVEL_INLINE void sixteen_rounds(V* w, V* s, int from) noexcept {
#pragma GCC unroll 16
  for (int i = 0; i != 16; ++i) {
    if (from != 0)
      w[i] += of_early<Word>(w[(i + 1) & 15]) + w[(i + 9) & 15] +
              of_late<Word>(w[(i + 14) & 15]);
    V const root = V{} + sha2_numbers<Word>::root(from + i);
    // Each round moves the words of the state by one letter.
    step<Word>(s[(16 - i) & 7], s[(17 - i) & 7], s[(18 - i) & 7],
               s[(19 - i) & 7], s[(20 - i) & 7], s[(21 - i) & 7],
               s[(22 - i) & 7], s[(23 - i) & 7], w[i] + root);
  }
}

template <class Word>
RILL_LEVEL_TARGET void sha2_lanes(Word (*state)[lanes<Word>],
                                  unsigned char const** at,
                                  std::size_t count) noexcept {
  using V = typename vector_of<Word>::type;
  V s[8];
  for (int i = 0; i != 8; ++i) s[i] = load<V>(state[i]);
  for (; count != 0; --count) {
    V w[16], before[8];
    take_words<true, Word>(w, at);
    for (int i = 0; i != 8; ++i) before[i] = s[i];
    sixteen_rounds<Word>(w, s, 0);
    for (int i = 16; i != sha2_numbers<Word>::rounds; i += 16)
      sixteen_rounds<Word>(w, s, i);
    for (int i = 0; i != 8; ++i) s[i] += before[i];
  }
  __builtin_memcpy(state, s, sizeof s);
}

// --- SHA-1 -----------------------------------------------------------------

template <int Phase>
RILL_LEVEL_INLINE words32 mixed(words32 b, words32 c, words32 d) noexcept {
  if constexpr (Phase == 0)
    return d ^ (b & (c ^ d));
  else if constexpr (Phase == 2)
    return (b & c) | (d & (b | c));
  else
    return b ^ c ^ d;
}
template <int Phase>
RILL_LEVEL_INLINE void twenty_rounds(words32* w, words32* s) noexcept {
#pragma GCC unroll 20
  for (int k = 0; k != 20; ++k) {
    int const i = 20 * Phase + k;
    if (i >= 16)
      w[i & 15] = turned_left<1>(w[i & 15] ^ w[(i + 2) & 15] ^ w[(i + 8) & 15] ^
                                 w[(i + 13) & 15]);
    words32 const a = s[(20 - k) % 5], c = s[(22 - k) % 5], d = s[(23 - k) % 5];
    words32 &b = s[(21 - k) % 5], &e = s[(24 - k) % 5];
    e += w[i & 15] + sha1_added[Phase] + mixed<Phase>(b, c, d) +
         turned_left<5>(a);
    b = turned_left<30>(b);
  }
}

RILL_LEVEL_TARGET inline void sha1_lanes(
    std::uint32_t (*state)[lanes<std::uint32_t>], unsigned char const** at,
    std::size_t count) noexcept {
  words32 s[5];
  for (int i = 0; i != 5; ++i) s[i] = load<words32>(state[i]);
  for (; count != 0; --count) {
    words32 w[16], before[5];
    take_words<true, std::uint32_t>(w, at);
    for (int i = 0; i != 5; ++i) before[i] = s[i];
    twenty_rounds<0>(w, s);
    twenty_rounds<1>(w, s);
    twenty_rounds<2>(w, s);
    twenty_rounds<3>(w, s);
    for (int i = 0; i != 5; ++i) s[i] += before[i];
  }
  __builtin_memcpy(state, s, sizeof s);
}

// --- MD5 -------------------------------------------------------------------

template <int Phase>
RILL_LEVEL_INLINE words32 md5_mixed(words32 b, words32 c, words32 d) noexcept {
  if constexpr (Phase == 0)
    return d ^ (b & (c ^ d));
  else if constexpr (Phase == 1)
    return c ^ (d & (b ^ c));
  else if constexpr (Phase == 2)
    return b ^ c ^ d;
  else
    return c ^ (b | ~d);
}
template <int Phase>
RILL_LEVEL_INLINE void md5_phase(words32 const* w, words32* s) noexcept {
#pragma GCC unroll 16
  for (int i = 0; i != 16; ++i) {
    words32& a = s[(16 - i) & 3];
    words32 const b = s[(17 - i) & 3], c = s[(18 - i) & 3], d = s[(19 - i) & 3];
    a += w[md5_word(Phase, i)] + md5_sines[16 * Phase + i] +
         md5_mixed<Phase>(b, c, d);
    int const turn = md5_turns[Phase][i & 3];
    a = b + (a << turn | a >> (32 - turn));
  }
}

RILL_LEVEL_TARGET inline void md5_lanes(
    std::uint32_t (*state)[lanes<std::uint32_t>], unsigned char const** at,
    std::size_t count) noexcept {
  words32 s[4];
  for (int i = 0; i != 4; ++i) s[i] = load<words32>(state[i]);
  for (; count != 0; --count) {
    words32 w[16], before[4];
    take_words<false, std::uint32_t>(w, at);
    for (int i = 0; i != 4; ++i) before[i] = s[i];
    md5_phase<0>(w, s);
    md5_phase<1>(w, s);
    md5_phase<2>(w, s);
    md5_phase<3>(w, s);
    for (int i = 0; i != 4; ++i) s[i] += before[i];
  }
  __builtin_memcpy(state, s, sizeof s);
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL
