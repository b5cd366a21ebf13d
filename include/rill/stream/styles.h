// rill/stream/styles.h: writers that know the current style, for text printed
// inside a styled value.
//
// Layer 4. Allocates nothing, constexpr. Tests: test/print/styled_test.cpp.
#ifndef RILL_STREAM_STYLES_H
#define RILL_STREAM_STYLES_H

#include <type_traits>  // std::is_constant_evaluated

#include "../number/decimal.h"
#include "../value/style.h"
#include "writer.h"

// The escape sequence of a style.
//
// Pure, constexpr. CSI, parameters separated by semicolons, m: Select Graphic
// Rendition of ECMA-48 (value/style.h names the sources of the colours).

namespace rill::inline RILL_BUILD::detail {

// The bytes of an escape sequence.
struct style_text {
  // ESC [ and m; 0; nine attributes of one digit and 22 of two; two colours of
  // five numbers. And the bytes that write_decimal may touch behind its digits.
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

// `base`: 30 for the foreground, 40 for the background.
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

/// The sequence that begins the style; empty for a plain style.
constexpr style_text beginning_of(style look) noexcept {
  style_text made;
  add_style(made, look);
  made.end();
  return made;
}

/// The sequence that returns to the style from any other.
constexpr style_text return_to(style look) noexcept {
  style_text made;
  made.add(0);
  add_style(made, look);
  made.end();
  return made;
}

class styling_writer;

// Access to a writer's private answer about styles.
class style_access {
 public:
  static constexpr style_answer& answer(writer& out) noexcept {
    return out.styles_;
  }
  // True for a styling_writer, whether it takes styles or not. For one that
  // another shared library made, true only if it takes styles: then its answer
  // is `inside`.
  static constexpr bool is_styling(writer& out) noexcept;
  // Null without a current style, and when the writer takes no styles.
  static constexpr styling_writer* inside(writer& out);
  // Adds bytes of escape sequences in a text that is going to be written.
  static constexpr void add_unseen(writer& out, std::size_t size);
};

// A writer in front of another. It takes styles if that one does, and counts
// the bytes of escape sequences.
class styling_writer : public writer {
  friend class style_access;

 public:
  /// Begins `look` inside of the current style. Returns the style before, for
  /// end_style.
  constexpr style begin_style(style look) {
    style const before = current_;
    current_ |= look;
    if (current_ != before) write_escape(beginning_of(look));
    return before;
  }
  constexpr void end_style(style before) {
    bool const has_changed = current_ != before;
    current_ = before;
    if (has_changed) write_escape(return_to(before));
  }

  constexpr style current() const noexcept { return current_; }

  /// Returns the number of bytes of escape sequences.
  constexpr std::size_t unseen() const noexcept { return unseen_; }
  constexpr void add_unseen(std::size_t size) noexcept { unseen_ += size; }

 protected:
  constexpr styling_writer(writer_device const& device, char* begin,
                           std::size_t size, writer& behind) noexcept
      : writer(device, begin, size), behind_(behind) {}
  ~styling_writer() = default;

  // The takes_styles function of the derived devices.
  static constexpr style_question ask_behind(writer& base) {
    auto& self = static_cast<styling_writer&>(base);
    if (!self.behind_.takes_styles()) return {style_answer::no};
    if (auto const* const outer = style_access::inside(self.behind_))
      self.current_ = outer->current();
    return {style_answer::inside};
  }

  writer& behind_;

 private:
  constexpr void write_escape(style_text const& escape) {
    unseen_ += escape.size;
    write(escape.bytes, escape.size);
  }

  style current_;
  std::size_t unseen_ = 0;
};

constexpr bool style_access::is_styling(writer& out) noexcept {
  if (out.styles_ == style_answer::inside) return true;
  // False at compile time: with a sanitizer g++ cannot compare functions there,
  // and no caller counts escape sequences there.
  if (std::is_constant_evaluated()) return false;
  return out.device_->takes_styles == styling_writer::ask_behind;
}

constexpr styling_writer* style_access::inside(writer& out) {
  if (!out.takes_styles() || !is_styling(out)) return nullptr;
  return static_cast<styling_writer*>(&out);
}

constexpr void style_access::add_unseen(writer& out, std::size_t size) {
  if (is_styling(out)) static_cast<styling_writer&>(out).add_unseen(size);
}

// Passes each piece on at once, because a nested print may write to the writer
// behind directly.
class passing_styler : public styling_writer {
 public:
  explicit constexpr passing_styler(writer& behind)
      : styling_writer(device, nullptr, 0, behind) {
    (void)takes_styles();
  }

 private:
  static constexpr void drain(writer& base, char const* data,
                              std::size_t size) {
    auto& self = static_cast<passing_styler&>(base);
    if (size != 0) self.behind_.write(data, size);
    if (self.behind_.error()) self.stop(self.behind_.error());
  }
  static constexpr void flush_behind(writer& base) {
    static_cast<passing_styler&>(base).behind_.flush();
  }
  static constexpr writer_device device{drain, flush_behind, ask_behind};
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
