// rill/unicode/kernel/x86/utf8_pieces.h: what the kernels from UTF-8 share:
// the tables, and the way through the end of a text.
//
// Floor 2. Everything is a template: a unit that converts nothing pays for
// parsing only. Tests: test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_PIECES_H
#define RILL_UNICODE_KERNEL_X86_UTF8_PIECES_H

#include "../kernel.h"

namespace rill::inline RILL_BUILD::detail {

// Two bytes that follow each other are wrong when all three nibbles (the
// upper and lower of the first, the upper of the second) are in the sets of
// one kind of error: Keiser & Lemire, "Validating UTF-8 in less than one
// instruction per byte" (2020). Bit i of a table's entry says that the nibble
// is in the set of kind i.
struct utf8_error_kind {
  unsigned first_upper;  // bit n: nibble n is in the set
  unsigned first_lower;
  unsigned second_upper;
};

template <class = void>
struct utf8_error_tables {
  static constexpr unsigned all = 0xFFFF;
  static constexpr unsigned continuations = 0x0F00;
  static constexpr utf8_error_kind kinds[8] = {
      {0xF000, all, all & ~continuations},  // too short
      {0x00FF, all, continuations},         // stray after ASCII
      {1 << 0xE, 1 << 0, 0x0300},           // E0 80: overlong
      {1 << 0xE, 1 << 0xD, 0x0C00},         // ED A0: surrogate
      {1 << 0xC, 3 << 0, continuations},    // C0, C1: overlong
      {1 << 0xF, 0xFFF0, 0x0E00},           // F4 90, F5 90: too large
      {1 << 0xF, 0xFFE1, 0x0100},           // F0 80: overlong; F5 80
      // Not wrong by itself: a continuation behind a continuation is right
      // exactly where the two or three bytes before ask for it.
      {continuations, all, continuations},
  };
  static constexpr int repeats = 2;  // both halves of 32 bytes
  struct table {
    alignas(32) unsigned char entry[16 * repeats];
  };
  static constexpr table make(unsigned utf8_error_kind::* set) noexcept {
    table made{};
    for (unsigned i = 0; i != 16 * repeats; ++i)
      for (unsigned kind = 0; kind != 8; ++kind)
        made.entry[i] = static_cast<unsigned char>(
            made.entry[i] | (kinds[kind].*set >> i % 16 & 1) << kind);
    return made;
  }
  static constexpr table first_upper = make(&utf8_error_kind::first_upper);
  static constexpr table first_lower = make(&utf8_error_kind::first_lower);
  static constexpr table second_upper = make(&utf8_error_kind::second_upper);
  // What a lead at the end of 32 bytes exceeds: it wants more bytes.
  static constexpr table make_most_at_end() noexcept {
    table made{};
    for (unsigned i = 0; i != 32; ++i)
      made.entry[i] = i == 31 ? 0xBF : i == 30 ? 0xDF : i == 29 ? 0xEF : 0xFF;
    return made;
  }
  static constexpr table most_at_end = make_most_at_end();
};

// For each set of eight units of two bytes: the places of those in the set,
// side by side. Bytes behind them are of no interest.
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

// For each set of eight units of two bytes of which the others are 0: how
// those in the set come side by side, at the beginning of each half of 64
// bits, by two moves downwards.
template <class = void>
struct unit_move_table {
  struct table {
    // The units that move by one and then, where they are now, by two.
    alignas(16) unsigned char by_1[256][16];
    alignas(16) unsigned char by_2[256][16];
    unsigned char in_half[256];  // how many are in the first half
    unsigned char in_all[256];
  };
  static constexpr void add(unsigned char* mask, unsigned unit) noexcept {
    mask[2 * unit] = mask[2 * unit + 1] = 0xFF;
  }
  static constexpr table make() noexcept {
    table made{};
    for (unsigned set = 0; set != 256; ++set)
      for (unsigned half = 0; half != 8; half += 4)
        for (unsigned i = 0, to = 0; i != 4; ++i) {
          if ((set >> (half + i) & 1) == 0) continue;
          unsigned const down = i - to++;
          if (down & 1) add(made.by_1[set], half + i);
          if (down & 2) add(made.by_2[set], half + i - (down & 1));
          if (half == 0) ++made.in_half[set];
          ++made.in_all[set];
        }
    return made;
  }
  static constexpr table moves = make();
};

// How many bytes of the last character before `end` are there, when it is not
// whole. [begin, end) is otherwise well-formed.
inline int bytes_of_cut_utf8(char const* begin, char const* end) noexcept {
  for (int back = 1; back != 4 && back <= end - begin; ++back) {
    auto const byte = static_cast<unsigned char>(end[-back]);
    if (byte >= 0xC0)
      return back < (byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

// Ends a conversion at `in`: a character that is cut there stays. In UTF-16
// the first of its two surrogates was written with its third byte.
template <int Unit>
kernel_progress end_of_whole_utf8(char const* begin, char const* in,
                                  char* out) noexcept {
  int const cut = bytes_of_cut_utf8(begin, in);
  return {in - cut, Unit == 2 && cut == 3 ? out - 2 : out};
}

// How many blocks of 64 bytes there are that become 64 units each.
template <int Unit>
std::ptrdiff_t blocks_of_ascii(char const* in, char const* in_end, char* out,
                               char* out_end) noexcept {
  std::ptrdiff_t const blocks = (in_end - in) / 64;
  std::ptrdiff_t const rooms = (out_end - out) / (64 * Unit);
  return blocks < rooms ? blocks : rooms;
}

// Runs a loop that converts whole steps of Loop::step bytes where there is
// room for Loop::room bytes, and through the rest, in blocks of a few steps
// filled up with zeros, between buffers of its own. Loop::unit is the size of
// a unit.
template <class Loop>
kernel_progress convert_in_steps(char const* in, char const* in_end, char* out,
                                 char* out_end) noexcept {
  constexpr int block = 64;
  static_assert(block % Loop::step == 0);
  kernel_progress at = Loop::run(in, in_end, out, out_end);
  while (at.in != in_end) {
    auto const left = in_end - at.in;
    auto size = static_cast<std::size_t>(left < block ? left : block);
    char units[block * Loop::unit + Loop::room];
    alignas(32) char padded[block] = {};
    __builtin_memcpy(padded, at.in, size);
    auto const cut =
        static_cast<std::size_t>(bytes_of_cut_utf8(padded, padded + size));
    size -= cut;
    for (std::size_t i = 0; i != cut; ++i) padded[size + i] = 0;
    std::size_t const filled =
        (size + Loop::step - 1) / Loop::step * Loop::step;
    kernel_progress const made =
        Loop::run(padded, padded + filled, units, units + sizeof units);
    // A run of one length may end within the last step.
    auto read = static_cast<std::size_t>(made.in - padded);
    auto written = static_cast<std::size_t>(made.out - units);
    if (read > size) {
      written -= (read - size) * Loop::unit;
      read = size;
    }
    if (read == 0 || static_cast<std::size_t>(out_end - at.out) < written)
      return at;
    __builtin_memcpy(at.out, units, written);
    at = {at.in + read, at.out + written};
  }
  return at;
}

// The same for validation. What is left is shorter than a step, and perhaps a
// cut character before it.
template <class Loop>
char const* validate_in_steps(char const* in, char const* in_end) noexcept {
  in = Loop::run(in, in_end);
  while (in != in_end) {
    auto const left = in_end - in;
    auto const size =
        static_cast<std::size_t>(left < Loop::step ? left : Loop::step);
    alignas(32) char padded[Loop::step] = {};
    __builtin_memcpy(padded, in, size);
    char const* const end = padded + size;
    int const cut = bytes_of_cut_utf8(padded, end);
    for (int i = 0; i != cut; ++i)
      padded[size - 1 - static_cast<std::size_t>(i)] = 0;
    if (Loop::run(padded, padded + Loop::step) != padded + Loop::step)
      return in;
    in += end - padded - cut;
    if (left <= Loop::step) return in;
  }
  return in;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
