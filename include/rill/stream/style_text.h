// rill/stream/style_text.h: the escape sequence of a style.
//
// Floor 4. Pure, constexpr. CSI, parameters between semicolons, m: Select
// Graphic Rendition of ECMA-48 (value/style.h names the sources of the
// colours). Tests: test/print/styled_test.cpp.
#ifndef RILL_STREAM_STYLE_TEXT_H
#define RILL_STREAM_STYLE_TEXT_H

#include "../number/decimal.h"
#include "../value/style.h"

namespace rill::inline RILL_BUILD::detail {

// Bytes of an escape sequence.
struct style_text {
  // ESC [ and m; 0; nine attributes of one digit and 22 of two; two colours
  // of five numbers. And what write_decimal may touch behind its digits.
  static constexpr std::size_t most =
      3 + 2 + 9 * 2 + 22 * 3 + 2 * 17 + decimal_size<unsigned>;

  char bytes[most] = {};
  std::size_t size = 0;

  constexpr void add(unsigned parameter) noexcept {
    char* at = bytes + size;
    if (size == 0) *at++ = '\x1b';
    *at++ = size == 0 ? '[' : ';';
    char* const end = write_decimal(at, parameter);
    size = static_cast<std::size_t>(end - bytes);
  }
  constexpr void end() noexcept {
    if (size != 0) bytes[size++] = 'm';
  }
};

// `base`: 30 for what is in front, 40 for what is behind.
constexpr void add_colour(style_text& to, unsigned colour,
                          unsigned base) noexcept {
  unsigned const value = colour & 0xFFFFFF;
  switch (colour_kind(colour)) {
    case named_colour:
      if (value == 16)
        to.add(base + 9);
      else
        to.add(value < 8 ? base + value : base + 60 + value - 8);
      break;
    case palette_colour:
      to.add(base + 8);
      to.add(5);
      to.add(value);
      break;
    case true_colour:
      to.add(base + 8);
      to.add(2);
      to.add(value >> 16);
      to.add(value >> 8 & 255);
      to.add(value & 255);
      break;
  }
}

constexpr void add_style(style_text& to, style look) noexcept {
  for (unsigned bit = 1; bit != 32; ++bit)
    if ((look.attributes >> bit & 1) != 0)
      to.add(bit == overline_bit ? 53 : bit);
  add_colour(to, look.foreground, 30);
  add_colour(to, look.background, 40);
}

/// What begins the style; nothing for a style without anything.
constexpr style_text beginning_of(style look) noexcept {
  style_text made;
  add_style(made, look);
  made.end();
  return made;
}

/// What goes back to the style from any other.
constexpr style_text return_to(style look) noexcept {
  style_text made;
  made.add(0);
  add_style(made, look);
  made.end();
  return made;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
