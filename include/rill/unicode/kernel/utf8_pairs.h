// rill/unicode/kernel/utf8_pairs.h: what is wrong with two neighbouring bytes
// of UTF-8, by three look-ups of half a byte.
//
// Floor 2. Source: John Keiser, Daniel Lemire, "Validating UTF-8 In Less Than
// One Instruction Per Byte" (2020). A pair is wrong in one of eight ways; each
// way is a set of high and low halves of the first byte and of high halves of
// the second. Each of the three tables has a bit for each way, and a way holds
// where all three have its bit. Tests: test/unicode/kernel/neon_test.cpp.
#ifndef RILL_UNICODE_KERNEL_UTF8_PAIRS_H
#define RILL_UNICODE_KERNEL_UTF8_PAIRS_H

#include "../../base/config.h"

namespace rill::inline RILL_BUILD::detail {

struct utf8_pair_tables {
  alignas(16) unsigned char first_high[16];
  alignas(16) unsigned char first_low[16];
  alignas(16) unsigned char second_high[16];
};

// The pair is two continuations: wrong, unless a lead of three or four bytes
// is before them. The only way that asks for more than two bytes.
inline constexpr unsigned char two_continuations = 0x80;

constexpr utf8_pair_tables make_utf8_pair_tables() noexcept {
  // Bit i of a set: half i is in it.
  constexpr unsigned all = 0xFFFF;
  constexpr unsigned continuation = 0x0F00;  // 8 to B
  struct way {
    unsigned char bit;
    unsigned first_high, first_low, second_high;
  };
  constexpr way ways[] = {
      {0x01, 0xF000, all, all & ~continuation},  // a lead that is left alone
      {0x02, 0x00FF, all, continuation},         // ASCII, then a continuation
      {0x04, 1 << 0xC, 0x0003, continuation},    // C0, C1: overlong
      {0x08, 1 << 0xE, 0x0001, 0x0300},          // E0 80 to E0 9F: overlong
      {0x10, 1 << 0xE, 0x2000, 0x0C00},          // ED A0 to ED BF: surrogates
      {0x20, 1 << 0xF, 0xFFE1, 0x0100},          // F0 80: overlong; F5 80
      {0x40, 1 << 0xF, 0xFFF0, 0x0E00},          // F4 90, F5 90: too large
      {two_continuations, 0x0F00, all, continuation},
  };
  utf8_pair_tables made{};
  for (way const& w : ways)
    for (unsigned half = 0; half != 16; ++half) {
      if (w.first_high >> half & 1) made.first_high[half] |= w.bit;
      if (w.first_low >> half & 1) made.first_low[half] |= w.bit;
      if (w.second_high >> half & 1) made.second_high[half] |= w.bit;
    }
  return made;
}
inline constexpr utf8_pair_tables utf8_pairs = make_utf8_pair_tables();

}  // namespace rill::inline RILL_BUILD::detail

#endif
