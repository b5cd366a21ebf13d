// rill/print/structure.h: how types with a shape and no hook print, and quoted
// texts.
//
// Layer 5. Tests: test/print/quoted_test.cpp, test/print/structure_test.cpp.
#ifndef RILL_PRINT_STRUCTURE_H
#define RILL_PRINT_STRUCTURE_H

#include "../base/text.h"
#include "../unicode/utf8.h"
#include "../value/padding.h"
#include "../value/wrappers.h"
#include "number_run.h"
#include "put.h"

// Text with escapes, with or without quotes around it.
//
// No allocation. value/padding.h describes the sets; scan/text.h reads them.
// All narrow texts share the code, and each wide kind has its own.

namespace rill::inline RILL_BUILD::detail {

// Characters outside ASCII that are invisible, or that change how the
// characters beside them appear: control characters (Cc), spaces and separators
// (Z), and of the format characters (Cf) those of UAX #9 and those of zero
// width.
constexpr bool is_unseen(char32_t c) noexcept {
  struct interval {
    char32_t first, last;
  };
  constexpr interval unseen[] = {
      {0x80, 0xA0},      {0xAD, 0xAD},     {0x61C, 0x61C},   {0x1680, 0x1680},
      {0x180E, 0x180E},  {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F},
      {0x3000, 0x3000},  {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF},
      {0xE0001, 0xE007F}};
  for (interval const& r : unseen)
    if (c <= r.last) return c >= r.first;
  return false;
}

// Writes text with the escapes of a set.
template <class Unit>
class escaping {
 public:
  constexpr escaping(writer& out, escape_set set) noexcept
      : out_(out), set_(set) {}

  constexpr void put(Unit const* first, Unit const* last) {
    Unit const* at = first;
    Unit const* from = at;  // beginning of the text to copy as it is
    while (at != last) {
      auto const c =
          static_cast<char32_t>(static_cast<std::make_unsigned_t<Unit>>(*at));
      bool const behind_question = at != first && at[-1] == Unit{'?'};
      if (stays(c, behind_question)) {
        ++at;
        continue;
      }
      if constexpr (sizeof(Unit) == 1)
        if (Unit const* const end = behind_visible(at, last, c)) {
          at = end;
          continue;
        }
      put_plain(from, at);
      if (c < 0x80)
        put_ascii(static_cast<char>(*at++));
      else
        at = put_other(at, last);
      from = at;
    }
    put_plain(from, last);
  }

 private:
  constexpr bool is_json() const noexcept {
    return set_ == escape_set::json || set_ == escape_set::json_ascii;
  }
  // True for units that are copied without being decoded.
  constexpr bool stays(char32_t c, bool behind_question) const noexcept {
    if (c >= 0x80) return sizeof(Unit) == 1 && set_ == escape_set::plain;
    if (c == '"' || c == '\\') return false;
    if (c == '?') return !behind_question || set_ != escape_set::cpp;
    return !is_control(static_cast<char>(c)) ||
           (c == 127 && set_ == escape_set::json);
  }
  // Returns the end of a character that debug form leaves unchanged, or null.
  constexpr Unit const* behind_visible(Unit const* at, Unit const* last,
                                       char32_t unit) const noexcept {
    if (unit < 0x80 || set_ != escape_set::debug) return nullptr;
    decoded_utf8 const one = decode_utf8(at, last);
    bool const is_visible =
        one.form == utf8_form::valid && !is_unseen(one.code_point);
    return is_visible ? one.end : nullptr;
  }
  constexpr void put_plain(Unit const* from, Unit const* to) {
    auto const size = static_cast<std::size_t>(to - from);
    if (size == 0) return;
    if constexpr (sizeof(Unit) == 1)
      out_.write(from, size);
    else
      put_wide(out_, run<Unit>{from, size});
  }
  constexpr void put_number(char const* before, char32_t value, int digits,
                            unsigned bits = 4) {
    char text[12] = {};
    char* end = text;
    while (*before) *end++ = *before++;
    for (int i = digits - 1; i >= 0; --i)
      *end++ = "0123456789abcdef"[value >> bits * static_cast<unsigned>(i) &
                                  ((1u << bits) - 1)];
    out_.write(text, static_cast<std::size_t>(end - text));
  }
  constexpr void put_byte(char c) {
    auto const byte = static_cast<unsigned char>(c);
    if (set_ == escape_set::cpp)
      put_number("\\", byte, 3, 3);
    else if (is_json())
      put_number("\\u", byte, 4);
    else
      put_number("\\x", byte, 2);
  }
  constexpr void put_ascii(char c) {
    char letter = c;  // of the quote, the backslash and the question mark
    if (is_control(c)) {
      constexpr char const* controls = "\b\f\n\r\t";
      letter = 0;
      for (int i = is_json() ? 0 : 2; i != 5; ++i)
        if (controls[i] == c) letter = "bfnrt"[i];
    }
    if (letter == 0) return put_byte(c);
    out_.put('\\');
    out_.put(letter);
  }
  // Writes a character outside ASCII, or ill-formed units.
  constexpr Unit const* put_other(Unit const* at, Unit const* last) {
    if constexpr (sizeof(Unit) == 1) {
      decoded_utf8 const one = decode_utf8(at, last);
      if (one.form == utf8_form::valid)
        put_scalar(one.code_point);
      else if (is_json())
        put_scalar(replacement_character);
      else
        for (; at != one.end; ++at) put_ill_formed(*at);
      return one.end;
    } else {
      decoded<Unit> const one = decode_one(at, last);
      auto const unit = static_cast<char32_t>(*at);
      if (unit >= 0xD800 && unit < 0xE000 && one.end == at + 1)
        put_half(unit);
      else
        put_scalar(one.code_point);
      return one.end;
    }
  }
  constexpr void put_ill_formed(char byte) {
    if (set_ == escape_set::python)
      put_number("\\udc", static_cast<unsigned char>(byte), 2);
    else
      put_byte(byte);
  }
  // Writes a lone surrogate, which C++ cannot express in a text of bytes.
  constexpr void put_half(char32_t unit) {
    if (set_ == escape_set::cpp)
      put_scalar(replacement_character);
    else if (is_json() || set_ == escape_set::python)
      put_number("\\u", unit, 4);
    else
      put_braces(unit);
  }
  constexpr void put_braces(char32_t c) {
    int digits = 1;
    while (c >> 4 * digits != 0) ++digits;
    put_number("\\u{", c, digits);
    out_.put('}');
  }
  constexpr void put_scalar(char32_t c) {
    switch (set_) {
      case escape_set::ascii:
        return put_braces(c);
      case escape_set::debug:
        if (is_unseen(c)) return put_braces(c);
        break;
      case escape_set::json_ascii:
        if (c < 0x10000) return put_number("\\u", c, 4);
        put_number("\\u", lead_surrogate(c), 4);
        return put_number("\\u", trail_surrogate(c), 4);
      case escape_set::python:
        return c < 0x10000 ? put_number("\\u", c, 4) : put_number("\\U", c, 8);
      default:
        break;
    }
    char bytes[utf8_size] = {};
    char const* const end = write_utf8(bytes, c);
    if (set_ == escape_set::cpp)
      for (char const* at = bytes; at != end; ++at) put_byte(*at);
    else
      out_.write(bytes, static_cast<std::size_t>(end - bytes));
  }

  writer& out_;
  escape_set set_;
};

template <class Unit>
[[gnu::noinline]] constexpr void put_escaped(writer& out, run<Unit> units,
                                             escape_set set) {
  escaping<Unit>(out, set).put(units.data, units.data + units.size);
}

template <class T, bool Marks>
inline constexpr wrapper_fault fault_of<quoted_text<T, Marks>> =
    wrapper_fault::no_text;

template <class T, bool Marks>
  requires text_like<remove_cvref<T>>
struct printer<quoted_text<T, Marks>> {
  static constexpr void put(writer& out, quoted_text<T, Marks> const& v) {
    if (Marks) out.put('"');
    if constexpr (narrow_text<remove_cvref<T>>) {
      text const bytes = text_arg_of<remove_cvref<T>>(v.value).bytes;
      put_escaped(out, run<char>{bytes.data, bytes.size}, v.set);
    } else {
      put_escaped(out, run_of(v.value), v.set);
    }
    if (Marks) out.put('"');
  }
};

// How types with a shape and no hook print.
//
// No allocation. Each shape prints by a specialisation of shape_printer in the
// file of its kind. A type with parts passes them to a layout, of which the
// flat one below prints them on one line.

/// How a T of shape S prints: on one line by
///     template <class T> static constexpr void put(writer&, T const&);
/// and, if it has parts, by
///     template <class Layout, class T>
///     static constexpr void walk(Layout&, T const&);
/// which also prints on one line if there is no put.
template <shape S>
struct shape_printer;

/// Prints the parts of a structure on one line: `[1, 2]`, `{"a": 1}`,
/// `point{x: 1, y: 2}`. The parts are in debug form.
class flat_layout {
 public:
  explicit constexpr flat_layout(writer& out) noexcept : out_(out) {}

  /// Writes the opening bracket, perhaps with a name before it.
  constexpr void open(text bracket) { out_.write(bracket); }
  constexpr void open(text name, text bracket) {
    out_.write(name);
    out_.write(bracket);
  }
  /// Writes the text of a structure without parts: `none`.
  constexpr void word(text name) { out_.write(name); }
  /// Writes one part. Without open() before it, the part is the whole text,
  /// such as the value in an optional.
  template <class T, sight S = sight_of<T>>
  constexpr void item(T const& value) {
    using part = debugged<T const&>;
    if constexpr (has_max_size<decltype(format_arg_of(
                      declval<part const&>()))>) {
      auto const arg = format_arg_of(part{value});
      if (RILL_UNLIKELY(is_first_))
        arg.put(out_);
      else
        put_format_args(out_, literal_arg<3>{", "}, arg);
      is_first_ = false;
    } else {
      separate();
      detail::put(out_, part{value});
    }
  }
  /// Writes contiguous numbers, each a part: the same as item() for each.
  template <class T>
  constexpr void items(number_run<T> run) {
    if (run.first == run.last) return;
    separate();
    put_numbers(out_, run, ", ");
  }
  /// Writes a part with its key.
  template <class Key, class T, sight S = sight_of_call<Key, T>()>
  constexpr void entry(Key const& key, T const& value) {
    separate();
    detail::put(out_, debugged<Key const&>{key}, ": ",
                debugged<T const&>{value});
  }
  /// Writes a part with its name.
  template <class T, sight S = sight_of<T>>
  constexpr void field(text name, T const& value) {
    separate();
    detail::put(out_, name, ": ", debugged<T const&>{value});
  }
  constexpr void close(text bracket) { out_.write(bracket); }

 private:
  constexpr void separate() {
    if (!is_first_) out_.write(", ");
    is_first_ = false;
  }

  writer& out_;
  bool is_first_ = true;
};

template <class T>
concept with_parts = requires(flat_layout& to, T const& value) {
  shape_printer<shape_of<T>>::walk(to, value);
};

template <class T, sight S>
constexpr void put_shape(writer& out, T const& value) {
  if constexpr (requires { shape_printer<shape_of<T>>::put(out, value); }) {
    shape_printer<shape_of<T>>::put(out, value);
  } else {
    flat_layout layout(out);
    shape_printer<shape_of<T>>::walk(layout, value);
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
