// rill/unicode/kernel/x86/utf8_pieces.h: what the kernels from UTF-8 share:
// steps over ASCII, shuffles, and the ends of texts.
//
// Layer 2. Tests: test/unicode/kernel/wide_test.cpp,
// test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_PIECES_H
#define RILL_UNICODE_KERNEL_X86_UTF8_PIECES_H

#include "../../../base/text.h"
#include "../../../memory/kernel/shuffle.h"
#include "../kernel.h"

// Halves of vectors, and byte orders.

namespace rill::inline RILL_BUILD::detail {

// Joins two vectors of 16 bytes. Going through memory, as g++ 11 does, is slow.
template <class Half>
struct vector_halves {
  Half low, high;
};
typedef unsigned long long half_quads __attribute__((vector_size(16)));
typedef unsigned long long whole_quads __attribute__((vector_size(32)));

template <class Whole, class Half>
[[gnu::target("avx2")]] RILL_ALWAYS_INLINE Whole
joined_halves(Half low, Half high) noexcept {
#if defined(__clang__) || __GNUC__ >= 12
  return reinterpret_cast<Whole>(
      __builtin_shufflevector(reinterpret_cast<half_quads>(low),
                              reinterpret_cast<half_quads>(high), 0, 1, 2, 3));
#else
  vector_halves<Half> const both{low, high};
  return __builtin_bit_cast(Whole, both);
#endif
}

// Positions of bytes within lanes of 16 bytes, for two lanes. Positions of 0x80
// and above give 0.
struct shuffle_of_bytes {
  alignas(32) unsigned char at[32];
};
template <class Place>
constexpr shuffle_of_bytes make_shuffle(Place place) noexcept {
  shuffle_of_bytes made{};
  for (unsigned i = 0; i != 32; ++i)
    made.at[i] = static_cast<unsigned char>(place(i % 16));
  return made;
}

// A template, so that it costs nothing where it is not used.
template <class = void>
struct byte_places {
  // Swaps the byte order of units of `Size` bytes.
  template <unsigned Size>
  static constexpr shuffle_of_bytes swapped =
      make_shuffle([](unsigned i) { return i ^ (Size - 1); });
  // Puts three bytes at the end of each four.
  static constexpr shuffle_of_bytes triples = make_shuffle(
      [](unsigned i) { return i % 4 == 0 ? 0x80 : i / 4 * 3 + i % 4 - 1; });
  // The lower two of each four bytes, in the processor's byte order or swapped.
  template <bool IsSwapped>
  static constexpr shuffle_of_bytes lower_halves = make_shuffle([](unsigned i) {
    return i >= 8 ? 0x80 : i / 2 * 4 + (i % 2 ^ unsigned{IsSwapped});
  });
};

// Converts sixteen bytes of ASCII to another form.
//
// SSE2, which every x86-64 processor has. The kernels of all levels below
// AVX-512 end a text with it.

template <form To>
struct ascii_steps {
  typedef char bytes __attribute__((vector_size(16)));
  typedef short words __attribute__((vector_size(16)));

  static constexpr int unit = static_cast<int>(unit_width(To));

  RILL_ALWAYS_INLINE static bytes load(char const* from) noexcept {
    bytes loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return loaded;
  }
  // The highest bits: 0 if all bytes are ASCII.
  RILL_ALWAYS_INLINE static unsigned bits(bytes v) noexcept {
    return static_cast<unsigned>(__builtin_ia32_pmovmskb128(v));
  }

  // Stores the sixteen units.
  RILL_ALWAYS_INLINE static void store_ascii(char* out,
                                             char const* in) noexcept {
    bytes const now = load(in);
    if constexpr (unit == 1) {
      store(out, now);
    } else {
      constexpr bytes zero{};
      bytes const a = has_swapped_units(To) ? zero : now;
      bytes const b = has_swapped_units(To) ? now : zero;
      store_words(out, RILL_SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5,
                                    21, 6, 22, 7, 23));
      store_words(out + 8 * unit,
                  RILL_SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13,
                               29, 14, 30, 15, 31));
    }
  }

 private:
  template <class Vector>
  RILL_ALWAYS_INLINE static void store(char* to, Vector v) noexcept {
    __builtin_memcpy(to, &v, sizeof v);
  }
  // Stores eight units of two bytes as units of the output.
  RILL_ALWAYS_INLINE static void store_words(char* out, bytes units) noexcept {
    if constexpr (unit == 2) {
      store(out, units);
    } else {
      auto const v = reinterpret_cast<words>(units);
      words const a = has_swapped_units(To) ? words{} : v;
      words const b = has_swapped_units(To) ? v : words{};
      store(out, RILL_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
      store(out + 16, RILL_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
    }
  }
};

}  // namespace rill::inline RILL_BUILD::detail

// Converts between UTF-16 and UTF-32 of either byte order, for text with
// surrogate pairs: four units at a time.
//
// x86-64 with cpu::ssse3. Emoji take half the time that they take one by one.
// Figures: bench/unicode/wide.cpp.

#define RILL_PAIRS [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]]
#define RILL_PAIRS_INLINE RILL_PAIRS RILL_ALWAYS_INLINE

namespace rill::inline RILL_BUILD::detail {
namespace pairs_ssse3 {

typedef char bytes __attribute__((vector_size(16)));
typedef unsigned short words __attribute__((vector_size(16)));
typedef unsigned int quads __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

// Shuffles for each set of four 32-bit numbers. `kept` moves the numbers in the
// set to the front; `halved` keeps all four bytes of these, and two bytes of
// the others.
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
// A bit for each number in the result of a comparison.
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

// The kinds of four units of UTF-16 and of the unit behind each, one bit for
// each, and the characters that begin there.
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

// UTF-16 goes in steps of eight units, which need not end with a character. So
// the position of the next step does not depend on the data.
template <form From, form To>
  requires(has_utf16_units(From) && has_utf32_units(To))
RILL_PAIRS kernel_progress some(char const* in, char const* in_end, char* out,
                                char* out_end) noexcept {
  unsigned carry = 0;  // the last unit was a lead; its character is written
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

// The kernel for characters that `blocks` does not take, from cpu::ssse3 on.
template <form From, form To>
constexpr converter pairs_by_ssse3() noexcept {
  if constexpr (has_wide_units(From) && has_wide_units(To) &&
                unit_width(From) != unit_width(To))
    return pairs_ssse3::some<From, To>;
  else
    return nullptr;
}

// What the kernels from UTF-8 share: tables, and the handling of text ends.
//
// Everything is a template, so that programs that convert nothing only parse
// it.

// For each set of eight units of two bytes: the positions of the units in the
// set, side by side. Bytes behind them are unspecified.
template <class = void>
struct unit_compress_table {
  struct table {
    alignas(16) unsigned char place[256][16];
  };
  static constexpr table make() noexcept {
    table made{};
    for (unsigned set = 0; set != 256; ++set) {
      unsigned char* at = made.place[set];
      for (unsigned char i = 0; i != 8; ++i)
        if (set >> i & 1) {
          *at++ = static_cast<unsigned char>(2 * i);
          *at++ = static_cast<unsigned char>(2 * i + 1);
        }
    }
    return made;
  }
  static constexpr table places = make();
};

// The same for eight bytes.
template <class = void>
struct byte_compress_table {
  struct table {
    alignas(8) unsigned char place[256][8];
  };
  static constexpr table make() noexcept {
    table made{};
    for (unsigned set = 0; set != 256; ++set) {
      unsigned char* at = made.place[set];
      for (unsigned char i = 0; i != 8; ++i)
        if (set >> i & 1) *at++ = i;
    }
    return made;
  }
  static constexpr table places = make();
};

// How many bytes of a cut character are before `end`; 0 if the last one is
// whole. Requires that [begin, end) is otherwise well-formed.
inline int bytes_of_cut_utf8(char const* begin, char const* end) noexcept {
  for (int back = 1; back != 4 && back <= end - begin; ++back) {
    auto const byte = static_cast<unsigned char>(end[-back]);
    if (byte >= 0xC0)
      return back < (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

// Ends a conversion at `in` and takes back a cut character. In UTF-16, the
// first of its two surrogates was written with its third byte.
template <int Unit>
kernel_progress end_of_whole_utf8(char const* begin, char const* in,
                                  char* out) noexcept {
  int const cut = bytes_of_cut_utf8(begin, in);
  return {in - cut, Unit == 2 && cut == 3 ? out - 2 : out};
}

// The number of 64-byte blocks for which there is input, and room for 64 units.
template <int Unit>
std::ptrdiff_t blocks_of_ascii(char const* in, char const* in_end, char* out,
                               char* out_end) noexcept {
  std::ptrdiff_t const blocks = (in_end - in) / 64;
  std::ptrdiff_t const rooms = (out_end - out) / (64 * Unit);
  return blocks < rooms ? blocks : rooms;
}

// A copy of the next up to 64 bytes of a text, whole characters only, with
// zeros before and behind it.
struct padded_utf8 {
  static constexpr std::size_t most = 64;
  alignas(16) char bytes[16 + most] = {};
  std::size_t size;

  padded_utf8(char const* in, char const* in_end) noexcept {
    auto const left = static_cast<std::size_t>(in_end - in);
    size = left < most ? left : most;
    copy_some(text(), in, size);
    for (int cut = bytes_of_cut_utf8(text(), text() + size); cut != 0; --cut)
      text()[--size] = 0;
  }
  char* text() noexcept { return bytes + 16; }

 private:
  // Copies at most `most` bytes.
  static void copy_some(char* to, char const* from, std::size_t size) noexcept {
    auto const both_ends = [=]<std::size_t Part>() {
      char parts[2][Part];
      __builtin_memcpy(parts[0], from, Part);
      __builtin_memcpy(parts[1], from + size - Part, Part);
      __builtin_memcpy(to, parts[0], Part);
      __builtin_memcpy(to + size - Part, parts[1], Part);
    };
    if (size >= 32) return both_ends.template operator()<32>();
    if (size >= 16) return both_ends.template operator()<16>();
    if (size >= 8) return both_ends.template operator()<8>();
    if (size >= 4) return both_ends.template operator()<4>();
    for (std::size_t i = 0; i != size; ++i) to[i] = from[i];
  }
};

// Continues from `at` through ASCII, 16 bytes at a time. The last 16 bytes of
// the text may overlap bytes that were already converted. Steps::store_ascii
// stores the units of 16 bytes.
template <class Steps>
kernel_progress convert_ascii_end(char const* begin, kernel_progress at,
                                  char const* in_end, char* out_end) noexcept {
  constexpr int step = 16;
  constexpr int unit = Steps::unit;
  auto const is_ascii = [](char const* in) {
    return Steps::bits(Steps::load(in)) == 0;
  };
  while (in_end - at.in >= step && out_end - at.out >= step * unit) {
    if (!is_ascii(at.in)) return at;
    Steps::store_ascii(at.out, at.in);
    at = {at.in + step, at.out + step * unit};
  }
  auto const left = in_end - at.in;
  char const* const last = in_end - step;
  if (left == 0 || left >= step || at.in - begin < step - left ||
      out_end - at.out < left * unit || !is_ascii(last))
    return at;
  Steps::store_ascii(at.out - (step - left) * unit, last);
  return {in_end, at.out + left * unit};
}

// Runs Loop, then converts the rest through padded buffers. Loop::run(begin,
// in, in_end, out, out_end) converts whole steps of Loop::step bytes while
// there is room for Loop::room bytes; the bytes from begin to in are earlier
// text, or zeros. Loop::unit is the size of a unit.
template <class Loop>
kernel_progress convert_in_steps(char const* in, char const* in_end, char* out,
                                 char* out_end) noexcept {
  constexpr std::size_t step = Loop::step;
  static_assert(padded_utf8::most % step == 0);
  // Shorter rests are faster one character at a time.
  constexpr int least_to_pad = 8;
  constexpr std::size_t most_written =
      padded_utf8::most * Loop::unit + Loop::room;
  kernel_progress at{in, out};
  if (in_end - in >= Loop::step) at = Loop::run(in, in, in_end, out, out_end);
  at = convert_ascii_end<typename Loop::ascii>(in, at, in_end, out_end);
  while (in_end - at.in >= least_to_pad) {
    padded_utf8 piece(at.in, in_end);
    auto const room = static_cast<std::size_t>(out_end - at.out);
    char units[most_written];
    char* const to = room >= most_written ? at.out : units;
    char* const from = piece.text();
    kernel_progress const made = Loop::run(
        piece.bytes, from, from + (piece.size + step - 1) / step * step, to,
        to + most_written);
    // A run of characters of one length may end within the last step.
    auto read = static_cast<std::size_t>(made.in - from);
    auto written = static_cast<std::size_t>(made.out - to);
    if (read > piece.size) {
      written -= (read - piece.size) * Loop::unit;
      read = piece.size;
    }
    if (read == 0 || room < written) return at;
    if (to == units) __builtin_memcpy(at.out, units, written);
    at = {at.in + read, at.out + written};
  }
  return at;
}

// The same for validation. The last step of a longer text overlaps the steps
// before it.
template <class Loop>
char const* validate_in_steps(char const* begin, char const* in_end) noexcept {
  constexpr int step = Loop::step;
  static_assert(padded_utf8::most == step);
  char const* in = begin;
  if (in_end - in >= step) {
    in = Loop::run(begin, begin, in_end);
    // The first bytes of the step need the three bytes before them.
    if (in_end - in < step && in - begin >= step + 3) {
      char const* const last = Loop::run(begin, in_end - step, in_end);
      return last > in ? last : in;
    }
  }
  while (in != in_end) {
    padded_utf8 piece(in, in_end);
    char const* const end = piece.text() + step;
    if (piece.size == 0 || Loop::run(piece.bytes, piece.text(), end) != end)
      return in;
    in += piece.size;
  }
  return in;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
