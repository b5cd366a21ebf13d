// rill/value/style.h: colours and other styles of text, and whether a sink
// shows them.
//
// Layer 2. Tests: test/value/style_test.cpp, test/print/styled_test.cpp,
// test/stream/handle_styles_test.cpp, test/print/styled_sink_test.cpp.
#ifndef RILL_VALUE_STYLE_H
#define RILL_VALUE_STYLE_H

#include <concepts>     // std::same_as
#include <type_traits>  // std::remove_cvref_t

#include "../base/text.h"

// Colours and other styles of text.
//
// Pure, constexpr, stateless; print/styled.h writes them. Sources: ECMA-48
// (1991), 8.3.117, Select Graphic Rendition, for the numbers; aixterm for the
// bright colours; ISO/IEC 8613-6 as xterm reads it for the palette and true
// colours.

namespace rill::inline RILL_BUILD {

namespace detail {

// A colour is 32 bits: its kind above bit 24; below, its number or its red,
// green and blue.
inline constexpr unsigned no_colour = 0;
inline constexpr unsigned named_colour = 1u << 24;
inline constexpr unsigned palette_colour = 2u << 24;
inline constexpr unsigned true_colour = 3u << 24;

constexpr unsigned colour_kind(unsigned colour) noexcept {
  return colour & ~0xFFFFFFu;
}

}  // namespace detail

/// A colour, a background and attributes, each optional. Combine the constants
/// below with `|`.
struct style {
  unsigned foreground = detail::no_colour;
  unsigned background = detail::no_colour;
  unsigned attributes = 0;  ///< bit n: parameter n of ECMA-48; bit 31: 53

  /// Combines two styles: attributes add up, and a colour of `b` replaces that
  /// of `a`.
  friend constexpr style operator|(style a, style b) noexcept {
    return {b.foreground != detail::no_colour ? b.foreground : a.foreground,
            b.background != detail::no_colour ? b.background : a.background,
            a.attributes | b.attributes};
  }
  constexpr style& operator|=(style other) noexcept {
    return *this = *this | other;
  }
  friend constexpr bool operator==(style const&, style const&) = default;
};

namespace detail {
// Parameter 53 is beyond the 32 bits of `attributes`, so it uses bit 31.
inline constexpr unsigned overline_bit = 31;
}  // namespace detail

/// Colours of text. `on(red)` is the background. The terminal chooses the
/// actual colours.
inline constexpr style black{detail::named_colour | 0};
inline constexpr style red{detail::named_colour | 1};
inline constexpr style green{detail::named_colour | 2};
inline constexpr style yellow{detail::named_colour | 3};
inline constexpr style blue{detail::named_colour | 4};
inline constexpr style magenta{detail::named_colour | 5};
inline constexpr style cyan{detail::named_colour | 6};
inline constexpr style white{detail::named_colour | 7};
inline constexpr style bright_black{detail::named_colour | 8};
inline constexpr style bright_red{detail::named_colour | 9};
inline constexpr style bright_green{detail::named_colour | 10};
inline constexpr style bright_yellow{detail::named_colour | 11};
inline constexpr style bright_blue{detail::named_colour | 12};
inline constexpr style bright_magenta{detail::named_colour | 13};
inline constexpr style bright_cyan{detail::named_colour | 14};
inline constexpr style bright_white{detail::named_colour | 15};
/// The terminal's default colour.
inline constexpr style default_colour{detail::named_colour | 16};

/// A colour of the palette of 256: 0 to 15 are the named colours above, 16 to
/// 231 a cube of 6 × 6 × 6, 232 to 255 greys.
constexpr style palette(unsigned char number) noexcept {
  return {detail::palette_colour | number};
}

/// A colour by its red, green and blue.
constexpr style rgb(unsigned char red_part, unsigned char green_part,
                    unsigned char blue_part) noexcept {
  return {detail::true_colour | unsigned{red_part} << 16 |
          unsigned{green_part} << 8 | blue_part};
}

/// The style with its colour as the background: `white | on(red)`.
constexpr style on(style look) noexcept {
  return {detail::no_colour, look.foreground, look.attributes};
}

/// Attributes. Not every terminal shows all of them.
inline constexpr style bold{0, 0, 1u << 1};
inline constexpr style dim{0, 0, 1u << 2};
inline constexpr style italic{0, 0, 1u << 3};
inline constexpr style underline{0, 0, 1u << 4};
inline constexpr style blink{0, 0, 1u << 5};
inline constexpr style inverse{0, 0, 1u << 7};
inline constexpr style hidden{0, 0, 1u << 8};
inline constexpr style strikethrough{0, 0, 1u << 9};
inline constexpr style double_underline{0, 0, 1u << 21};
inline constexpr style overline{0, 0, 1u << detail::overline_bit};

[[deprecated("rill::inverse is its name now")]]
inline constexpr style reverse = inverse;

/// When styles are written.
enum class style_mode : unsigned char {
  automatic,  ///< if the sink is a terminal that shows them: docs/styles.md
  always,
  never,
};

namespace detail {

// Values in a style: print/styled.h.
template <class T>
struct styled_value;

template <class First, class... Rest>
struct several;

template <class T>
inline constexpr bool is_several = false;
template <class... Ts>
inline constexpr bool is_several<several<Ts...>> = true;

template <class T>
inline constexpr bool is_styled = false;
template <class T>
inline constexpr bool is_styled<styled_value<T>> = true;

template <class T>
concept a_style = std::same_as<std::remove_cvref_t<T>, style>;

// Whether a writer takes styles, or the handle to query for the answer.
//
// Allocates nothing, throws nothing.

// Whether a writer takes styles. `unasked` means that this is not known yet.
enum class style_answer : unsigned char {
  unasked,
  no,
  yes,
  inside,  // yes, and the writer is a styling_writer
};

constexpr style_answer answer_for(style_mode mode) noexcept {
  return mode == style_mode::always  ? style_answer::yes
         : mode == style_mode::never ? style_answer::no
                                     : style_answer::unasked;
}

// A device's answer about styles, or the handle to query. Only code that prints
// styled values makes the query, so other programs do not contain it.
struct style_question {
  style_answer answer = style_answer::no;
  void const* handle = nullptr;  // points to an os::native_handle
  void* c_stream = nullptr;      // a FILE*
};

#if !RILL_HOSTED
// Without an operating system there is no handle to query. The hosted version
// is in stream/writer.h.
constexpr style_answer settle(style_question const& question) {
  return question.answer;
}
#endif

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
