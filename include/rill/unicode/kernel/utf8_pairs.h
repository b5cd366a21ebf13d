// rill/unicode/kernel/utf8_pairs.h: what is wrong with two neighbouring bytes
// of UTF-8, by three look-ups of half a byte.
//
// Floor 2. Source: John Keiser, Daniel Lemire, "Validating UTF-8 In Less Than
// One Instruction Per Byte" (2020). A pair is wrong in one of eight ways; each
// way is a set of upper and lower halves of the first byte and of upper halves
// of the second. Each of the three tables has a bit for each way, and a way
// holds where all three have its bit. A template: a unit that converts nothing
// does not compute the tables. Tests: test/unicode/kernel/neon_test.cpp,
// test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_UTF8_PAIRS_H
#define RILL_UNICODE_KERNEL_UTF8_PAIRS_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::detail {

struct utf8_pair_way {
  unsigned first_upper;  // bit n: half n is in the set
  unsigned first_lower;
  unsigned second_upper;
};

template <class = void>
struct utf8_pair_tables {
  static constexpr unsigned all = 0xFFFF;
  static constexpr unsigned continuations = 0x0F00;  // 8 to B
  static constexpr utf8_pair_way ways[8] = {
      {0xF000, all, all & ~continuations},  // a lead that is left alone
      {0x00FF, all, continuations},         // ASCII, then a continuation
      {1 << 0xE, 1 << 0, 0x0300},           // E0 80 to E0 9F: overlong
      {1 << 0xE, 1 << 0xD, 0x0C00},         // ED A0 to ED BF: surrogates
      {1 << 0xC, 3 << 0, continuations},    // C0, C1: overlong
      {1 << 0xF, 0xFFF0, 0x0E00},           // F4 90, F5 90: too large
      {1 << 0xF, 0xFFE1, 0x0100},           // F0 80: overlong; F5 80
      // Not wrong by itself: a continuation behind a continuation is right
      // exactly where the two or three bytes before ask for it.
      {continuations, all, continuations},
  };
  static constexpr unsigned char two_continuations = 0x80;  // the last way
  static constexpr int repeats = 2;  // both halves of 32 bytes
  struct table {
    alignas(32) unsigned char entry[16 * repeats];
  };
  static constexpr table make(unsigned utf8_pair_way::* set) noexcept {
    table made{};
    for (unsigned i = 0; i != 16 * repeats; ++i)
      for (unsigned way = 0; way != 8; ++way)
        made.entry[i] = static_cast<unsigned char>(
            made.entry[i] | (ways[way].*set >> i % 16 & 1) << way);
    return made;
  }
  static constexpr table first_upper = make(&utf8_pair_way::first_upper);
  static constexpr table first_lower = make(&utf8_pair_way::first_lower);
  static constexpr table second_upper = make(&utf8_pair_way::second_upper);
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
