// rill/unicode/form.h: the encoding forms, one character at a time, in either
// byte order.
//
// Layer 2. Tests: test/unicode/form_test.cpp, test/unicode/convert_test.cpp,
// test/unicode/codec_test.cpp.
#ifndef RILL_UNICODE_FORM_H
#define RILL_UNICODE_FORM_H

#include <cstddef>      // std::byte
#include <type_traits>  // std::conditional_t, std::is_constant_evaluated

#include "../base/run.h"
#include "utf8.h"

// The encoding forms, one character at a time.
//
// Pure, constexpr, no allocation. This is the reference for all kernels. A form
// has these members:
//
//     using unit = ...;                       the type of a code unit
//     static constexpr form name;             selects the kernels
//     static constexpr int most_units;        of one character
//     static constexpr char32_t substitute;   for what cannot be converted
//     static constexpr taken take(unit const* first, unit const* last);
//     static constexpr unit* put(unit* out, char32_t scalar);
//
// take() requires first != last. put() may overwrite most_units units and
// returns null for a character that the encoding does not have. The units of
// UTF-16 and UTF-32 are numbers in the processor's byte order, or bytes in a
// given order.

namespace rill::inline RILL_BUILD::detail {

/// The encodings of kernels. "swapped" is the byte order opposite to the
/// processor's.
enum class form : unsigned char {
  utf8,
  utf16,
  utf16_swapped,
  utf32,
  utf32_swapped,
  latin1,
  windows1252,
  gb18030,
  gb18030_2005,
  utf_ebcdic,
  ascii,
};

// The properties of a form without its functions.
template <class Unit, form Name, int MostUnits,
          char32_t Substitute = replacement_character>
struct form_facts {
  using unit = Unit;
  static constexpr form name = Name;
  static constexpr int most_units = MostUnits;
  static constexpr char32_t substitute = Substitute;
};
template <class Unit, form Name, int MostUnits,
          char32_t Substitute = replacement_character>
struct form_of_bytes : form_facts<Unit, Name, MostUnits, Substitute> {
  static_assert(sizeof(Unit) == 1);
};

// Decodes well-formed sequences without a loop; only for the others calls
// take_utf8, which finds the problem. (utf8_form is the public enum of utf8.h.)
template <class Unit>
struct utf8_form_of : form_of_bytes<Unit, form::utf8, 4> {
  static constexpr taken take(Unit const* first, Unit const* last) noexcept {
    char32_t const lead = byte(*first);
    if (lead < 0x80) [[likely]]
      return {lead, 1, text_problem::none};
    auto const left = static_cast<std::size_t>(last - first);
    if (lead < 0xE0) {
      if (lead >= 0xC2 && left >= 2 && continues(first + 1))
        return {(lead & 0x1F) << 6 | low_6(first[1]), 2, text_problem::none};
    } else if (lead < 0xF0) {
      if (left >= 3 && continues(first + 1) && continues(first + 2)) {
        char32_t const c =
            (lead & 0xF) << 12 | low_6(first[1]) << 6 | low_6(first[2]);
        if (c >= 0x800 && (c & 0xF800) != 0xD800)
          return {c, 3, text_problem::none};
      }
    } else if (lead < 0xF5) {
      if (left >= 4 && continues(first + 1) && continues(first + 2) &&
          continues(first + 3)) {
        char32_t const c = (lead & 7) << 18 | low_6(first[1]) << 12 |
                           low_6(first[2]) << 6 | low_6(first[3]);
        if (c >= 0x10000 && c < 0x110000) return {c, 4, text_problem::none};
      }
    }
    return problem_at(first, last);
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    return put_utf8(out, c);
  }

 private:
  static constexpr char32_t byte(Unit u) noexcept {
    return static_cast<char32_t>(static_cast<unsigned char>(u));
  }
  static constexpr bool continues(Unit const* at) noexcept {
    return (byte(*at) & 0xC0) == 0x80;
  }
  static constexpr char32_t low_6(Unit u) noexcept { return byte(u) & 0x3F; }

  // The size and the problem of an ill-formed sequence.
  [[gnu::cold, gnu::noinline]] static constexpr taken problem_at(
      Unit const* first, Unit const* last) noexcept {
    utf8_piece const piece = take_utf8(first, last);
    if (piece.form == utf8_form::cut)
      return refuse(piece.size, text_problem::cut);
    char32_t const lead = byte(*first);
    bool const has_second = lead >= 0xC2 && lead <= 0xF4 && piece.size == 1;
    return refuse(piece.size, has_second && continues(first + 1)
                                  ? second_problem(lead)
                                  : lead_problem(lead));
  }
  static constexpr text_problem lead_problem(char32_t lead) noexcept {
    return lead < 0xC0   ? text_problem::stray_continuation
           : lead < 0xC2 ? text_problem::overlong
           : lead < 0xF5 ? text_problem::too_short
           : lead < 0xFE ? text_problem::too_large
                         : text_problem::invalid_byte;
  }
  // The problem of a lead byte followed by a continuation that it does not
  // allow.
  static constexpr text_problem second_problem(char32_t lead) noexcept {
    return lead == 0xED   ? text_problem::surrogate
           : lead == 0xF4 ? text_problem::too_large
                          : text_problem::overlong;
  }
};

/// The byte order of units that are read from bytes.
enum class byte_order : unsigned char { little, big };
inline constexpr byte_order native_order =
    RILL_LITTLE_ENDIAN ? byte_order::little : byte_order::big;

// A number of Size bytes, stored in one unit or in Size units of a byte.
template <std::size_t Size, class Unit, byte_order Order>
struct number_units {
  static_assert(sizeof(Unit) == Size || sizeof(Unit) == 1);
  static constexpr std::size_t count = Size / sizeof(Unit);

  static constexpr char32_t load(Unit const* from) noexcept {
    if constexpr (count == 1) {
      return static_cast<char32_t>(*from);
    } else if (std::is_constant_evaluated()) {
      char32_t value = 0;
      for (std::size_t i = 0; i != count; ++i)
        value |=
            static_cast<char32_t>(static_cast<unsigned char>(from[place(i)]))
            << 8 * i;
      return value;
    } else {
      number value;
      __builtin_memcpy(&value, from, Size);
      return ordered(value);
    }
  }
  static constexpr Unit* store(Unit* out, char32_t value) noexcept {
    if constexpr (count == 1) {
      *out = static_cast<Unit>(value);
    } else if (std::is_constant_evaluated()) {
      for (std::size_t i = 0; i != count; ++i)
        out[place(i)] = static_cast<Unit>(value >> 8 * i & 0xFF);
    } else {
      number const bytes = ordered(static_cast<number>(value));
      __builtin_memcpy(out, &bytes, Size);
    }
    return out + count;
  }

 private:
  using number = std::conditional_t<Size == 2, unsigned short, unsigned int>;

  // The index of the i-th lowest byte.
  static constexpr std::size_t place(std::size_t i) noexcept {
    return Order == byte_order::little ? i : count - 1 - i;
  }
  static constexpr number ordered(number value) noexcept {
    if constexpr (Order == native_order)
      return value;
    else if constexpr (Size == 2)
      return __builtin_bswap16(value);
    else
      return __builtin_bswap32(value);
  }
};

// The name of a form in this byte order.
template <byte_order Order>
constexpr form in_order(form native, form swapped) noexcept {
  return Order == native_order ? native : swapped;
}

template <class Unit, byte_order Order = native_order>
struct utf16_form
    : form_facts<Unit, in_order<Order>(form::utf16, form::utf16_swapped),
                 4 / sizeof(Unit)> {
  using number = number_units<2, Unit, Order>;

  static constexpr taken take(Unit const* first, Unit const* last) noexcept {
    return take_utf16<number>(first, last);
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    // Always stores two units, which avoids a branch. For a character of one
    // unit, the second is unspecified.
    bool const is_pair = c >= 0x10000;
    number::store(out, is_pair ? lead_surrogate(c) : c);
    number::store(out + number::count, trail_surrogate(c));
    return out + (is_pair ? 2 : 1) * number::count;
  }
};

template <class Unit, byte_order Order = native_order>
struct utf32_form
    : form_facts<Unit, in_order<Order>(form::utf32, form::utf32_swapped),
                 4 / sizeof(Unit)> {
  using number = number_units<4, Unit, Order>;

  static constexpr taken take(Unit const* first, Unit const* last) noexcept {
    auto const left = static_cast<std::size_t>(last - first);
    if (left < number::count) return refuse(left, text_problem::cut);
    char32_t const c = number::load(first);
    if (is_scalar_value(c)) [[likely]]
      return {c, number::count, text_problem::none};
    return refuse(number::count, c < 0x110000 ? text_problem::surrogate
                                              : text_problem::too_large);
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    return number::store(out, c);
  }
};

/// ISO 8859-1: the first 256 code points, one byte each.
template <class Unit>
struct latin1_form : form_of_bytes<Unit, form::latin1, 1, U'?'> {
  static constexpr taken take(Unit const* first, Unit const*) noexcept {
    return {static_cast<char32_t>(static_cast<unsigned char>(*first)), 1,
            text_problem::none};
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    if (c > 0xFF) return nullptr;
    *out = static_cast<Unit>(c);
    return out + 1;
  }
};

// Finds the units of a text in strings, views, spans, vectors, arrays, and
// pointers to text that ends with 0.
//
// No allocation, constexpr. Recognizes types by their shape, so that no header
// of the standard library is needed.

// The types that may hold units of each size. wchar_t counts by its size.
template <class Unit>
concept unit_of_8 = sizeof(Unit) == 1 &&
                    (narrow_character<Unit> || std::same_as<Unit, std::byte> ||
                     std::same_as<Unit, unsigned char>);
template <class Unit>
concept unit_of_16 = sizeof(Unit) == 2 && (wide_character<Unit> ||
                                           std::same_as<Unit, unsigned short>);
template <class Unit>
concept unit_of_32 = sizeof(Unit) == 4 &&
                     (wide_character<Unit> || std::same_as<Unit, unsigned int>);

// Spans, vectors, strings and std::array.
template <class T>
concept run_like = requires(T& t) {
  *t.data();
  { t.size() } -> std::convertible_to<std::size_t>;
};

// Never a valid unit: the result of `units_in` for a type that is not a text.
struct no_unit {};

// The whole text; an array and a pointer up to their first 0. A null pointer is
// an empty text.
template <class T>
constexpr auto units_in(T const& t) noexcept {
  if constexpr (run_like<T const>) {
    using unit = remove_cvref<decltype(*t.data())>;
    return run<unit>{t.data(), static_cast<std::size_t>(t.size())};
  } else if constexpr (std::is_bounded_array_v<T>) {
    using unit = remove_cvref<std::remove_extent_t<T>>;
    return run<unit>{t, length_up_to(&t[0], std::extent_v<T>)};
  } else if constexpr (character_pointer<T>) {
    using unit = remove_cvref<std::remove_pointer_t<T>>;
    return t ? run_of(t) : run<unit>{};
  } else if constexpr (std::same_as<T, text>) {
    return run_of(t);
  } else {
    return run<no_unit>{};
  }
}

// Memory to write to.
template <class Unit>
struct room {
  Unit* data;
  std::size_t size;
};

// All of an array, a span, or a container at its current size.
template <class T>
constexpr auto room_in(T& t) noexcept {
  if constexpr (run_like<T>) {
    using unit = std::remove_reference_t<decltype(*t.data())>;
    return room<unit>{t.data(), static_cast<std::size_t>(t.size())};
  } else if constexpr (std::is_bounded_array_v<T>) {
    return room<std::remove_extent_t<T>>{t, std::extent_v<T>};
  } else {
    return room<no_unit>{};
  }
}

// The encodings of the typed functions: the units that they accept, and the
// compiler's message for other types.
struct utf8_text {
  template <class Unit>
  using form_of = utf8_form_of<Unit>;
  using form = form_of<char>;
  template <class Unit>
  static constexpr bool accepts = unit_of_8<Unit>;
  template <class Unit>
  static constexpr void want_input() noexcept {
    static_assert(accepts<Unit>,
                  "rill: UTF-8 comes in a string, view, span or array of char "
                  "or char8_t");
  }
  template <class Unit>
  static constexpr void want_output() noexcept {
    static_assert(accepts<Unit>,
                  "rill: UTF-8 goes to a span, array or string of char or "
                  "char8_t that can be written to");
  }
};
struct utf16_text {
  template <class Unit>
  using form_of = utf16_form<Unit>;
  using form = form_of<char16_t>;
  template <class Unit>
  static constexpr bool accepts = unit_of_16<Unit>;
  template <class Unit>
  static constexpr void want_input() noexcept {
    static_assert(accepts<Unit>,
                  "rill: UTF-16 comes in a string, view, span or array of "
                  "char16_t");
  }
  template <class Unit>
  static constexpr void want_output() noexcept {
    static_assert(accepts<Unit>,
                  "rill: UTF-16 goes to a span, array or string of char16_t "
                  "that can be written to");
  }
};
struct utf32_text {
  template <class Unit>
  using form_of = utf32_form<Unit>;
  using form = form_of<char32_t>;
  template <class Unit>
  static constexpr bool accepts = unit_of_32<Unit>;
  template <class Unit>
  static constexpr void want_input() noexcept {
    static_assert(accepts<Unit>,
                  "rill: UTF-32 comes in a string, view, span or array of "
                  "char32_t");
  }
  template <class Unit>
  static constexpr void want_output() noexcept {
    static_assert(accepts<Unit>,
                  "rill: UTF-32 goes to a span, array or string of char32_t "
                  "that can be written to");
  }
};
struct latin1_text {
  template <class Unit>
  using form_of = latin1_form<Unit>;
  using form = form_of<char>;
  template <class Unit>
  static constexpr bool accepts = unit_of_8<Unit>;
  template <class Unit>
  static constexpr void want_input() noexcept {
    static_assert(accepts<Unit>,
                  "rill: Latin-1 comes in a string, view, span or array of "
                  "char");
  }
  template <class Unit>
  static constexpr void want_output() noexcept {
    static_assert(accepts<Unit>,
                  "rill: Latin-1 goes to a span, array or string of char "
                  "that can be written to");
  }
};

// US-ASCII, one character at a time.
//
// Pure, constexpr, no allocation. A form as those above.

/// The first 128 code points, one byte each; other bytes are invalid.
template <class Unit>
struct ascii_form : form_of_bytes<Unit, form::ascii, 1, U'?'> {
  static constexpr taken take(Unit const* first, Unit const*) noexcept {
    auto const byte = static_cast<unsigned char>(*first);
    if (byte > 0x7F) return refuse(1, text_problem::invalid_byte);
    return {static_cast<char32_t>(byte), 1, text_problem::none};
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    if (c > 0x7F) return nullptr;
    *out = static_cast<Unit>(c);
    return out + 1;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
