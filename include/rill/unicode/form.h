// rill/unicode/form.h: the encoding forms, one character at a time.
//
// Floor 2. Pure, constexpr, no allocation. This is the plain twin of all
// kernels. A form has
//
//     using unit = ...;                       what it is counted in
//     static constexpr form name;             for which kernels exist
//     static constexpr int most_units;        of one character
//     static constexpr char32_t substitute;   for what cannot be converted
//     static constexpr taken take(unit const* first, unit const* last);
//     static constexpr unit* put(unit* out, char32_t scalar);
//
// take() requires first != last. put() may touch most_units units and returns
// null for a character that the encoding does not have. UTF-16 and UTF-32 are
// made of units of their size in the processor's byte order, or of bytes in a
// given one. Tests: test/unicode/form_test.cpp.
#ifndef RILL_UNICODE_FORM_H
#define RILL_UNICODE_FORM_H

#include "encode.h"
#include "problem.h"

namespace rill::inline RILL_BUILD::detail {

/// The encodings that kernels know. "swapped" is the byte order that is not
/// the processor's.
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
};

// A character and its units; or a problem and the units of its maximal
// subpart, which one replacement stands for.
struct taken {
  char32_t scalar;
  std::size_t size;
  text_problem problem;
};

constexpr taken refuse(std::size_t size, text_problem problem) noexcept {
  return {replacement_character, size, problem};
}

template <class Unit>
struct utf8_form {
  static_assert(sizeof(Unit) == 1);
  using unit = Unit;
  static constexpr form name = form::utf8;
  static constexpr int most_units = 4;
  static constexpr char32_t substitute = replacement_character;

  static constexpr taken take(unit const* first, unit const* last) noexcept {
    char32_t const lead = byte(*first);
    if (lead < 0x80) [[likely]]
      return {lead, 1, text_problem::none};
    if (lead < 0xC0) return refuse(1, text_problem::stray_continuation);
    if (lead < 0xC2) return refuse(1, text_problem::overlong);
    if (lead > 0xFD) return refuse(1, text_problem::invalid_byte);
    if (lead > 0xF4) return refuse(1, text_problem::too_large);
    return take_sequence(first, last, lead);
  }
  static constexpr unit* put(unit* out, char32_t c) noexcept {
    char bytes[most_units] = {};
    char const* const end = write_utf8(bytes, c);
    for (char const* at = bytes; at != end; ++at)
      *out++ = static_cast<unit>(*at);
    return out;
  }

 private:
  static constexpr char32_t byte(unit u) noexcept {
    return static_cast<char32_t>(static_cast<unsigned char>(u));
  }
  // The second byte decides about overlong forms, surrogates and more than
  // 10FFFF; behind it everything from 80 to BF will do.
  static constexpr taken take_sequence(unit const* first, unit const* last,
                                       char32_t lead) noexcept {
    std::size_t const size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t value = lead & (0x7Fu >> size);
    for (std::size_t i = 1; i != size; ++i) {
      if (first + i == last) return refuse(i, text_problem::cut);
      char32_t const next = byte(first[i]);
      if ((next & 0xC0) != 0x80) return refuse(i, text_problem::too_short);
      if (i == 1)
        if (text_problem const found = second_problem(lead, next);
            found != text_problem::none)
          return refuse(1, found);
      value = value << 6 | (next & 0x3F);
    }
    return {value, size, text_problem::none};
  }
  static constexpr text_problem second_problem(char32_t lead,
                                               char32_t next) noexcept {
    if ((lead == 0xE0 && next < 0xA0) || (lead == 0xF0 && next < 0x90))
      return text_problem::overlong;
    if (lead == 0xED && next > 0x9F) return text_problem::surrogate;
    if (lead == 0xF4 && next > 0x8F) return text_problem::too_large;
    return text_problem::none;
  }
};

/// The order of a unit's bytes, where it is read from bytes.
enum class byte_order : unsigned char { little, big };
inline constexpr byte_order native_order =
    RILL_LITTLE_ENDIAN ? byte_order::little : byte_order::big;

// A number of Size bytes, of one unit or of Size units of a byte.
template <std::size_t Size, class Unit, byte_order Order>
struct number_units {
  static_assert(sizeof(Unit) == Size || sizeof(Unit) == 1);
  static constexpr std::size_t count = Size / sizeof(Unit);

  // Which byte is the i-th from below.
  static constexpr std::size_t place(std::size_t i) noexcept {
    return Order == byte_order::little ? i : count - 1 - i;
  }
  static constexpr char32_t load(Unit const* from) noexcept {
    if constexpr (count == 1) {
      return static_cast<char32_t>(*from);
    } else {
      char32_t value = 0;
      for (std::size_t i = 0; i != count; ++i)
        value |=
            static_cast<char32_t>(static_cast<unsigned char>(from[place(i)]))
            << 8 * i;
      return value;
    }
  }
  static constexpr Unit* store(Unit* out, char32_t value) noexcept {
    if constexpr (count == 1) {
      *out = static_cast<Unit>(value);
    } else {
      for (std::size_t i = 0; i != count; ++i)
        out[place(i)] = static_cast<Unit>(value >> 8 * i & 0xFF);
    }
    return out + count;
  }
};

template <class Unit, byte_order Order = native_order>
struct utf16_form {
  using unit = Unit;
  using number = number_units<2, Unit, Order>;
  static constexpr form name =
      Order == native_order ? form::utf16 : form::utf16_swapped;
  static constexpr int most_units = 2 * number::count;
  static constexpr char32_t substitute = replacement_character;

  static constexpr taken take(unit const* first, unit const* last) noexcept {
    auto const left = static_cast<std::size_t>(last - first);
    if (left < number::count) return refuse(left, text_problem::cut);
    char32_t const lead = number::load(first);
    if ((lead & 0xF800) != 0xD800) [[likely]]
      return {lead, number::count, text_problem::none};
    if (lead >= 0xDC00) return refuse(number::count, text_problem::surrogate);
    if (left < 2 * number::count) return refuse(left, text_problem::cut);
    char32_t const trail = number::load(first + number::count);
    if ((trail & 0xFC00) != 0xDC00)
      return refuse(number::count, text_problem::surrogate);
    // 10 bits of each, above the 10000 code points of one unit.
    return {0x10000 + ((lead & 0x3FF) << 10 | (trail & 0x3FF)),
            2 * number::count, text_problem::none};
  }
  static constexpr unit* put(unit* out, char32_t c) noexcept {
    if (c < 0x10000) return number::store(out, c);
    out = number::store(out, 0xD800 + ((c - 0x10000) >> 10));
    return number::store(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
  }
};

template <class Unit, byte_order Order = native_order>
struct utf32_form {
  using unit = Unit;
  using number = number_units<4, Unit, Order>;
  static constexpr form name =
      Order == native_order ? form::utf32 : form::utf32_swapped;
  static constexpr int most_units = number::count;
  static constexpr char32_t substitute = replacement_character;

  static constexpr taken take(unit const* first, unit const* last) noexcept {
    auto const left = static_cast<std::size_t>(last - first);
    if (left < number::count) return refuse(left, text_problem::cut);
    char32_t const c = number::load(first);
    if (is_scalar_value(c)) [[likely]]
      return {c, number::count, text_problem::none};
    return refuse(number::count, c < 0x110000 ? text_problem::surrogate
                                              : text_problem::too_large);
  }
  static constexpr unit* put(unit* out, char32_t c) noexcept {
    return number::store(out, c);
  }
};

/// ISO 8859-1: the first 256 code points, a byte each.
template <class Unit>
struct latin1_form {
  static_assert(sizeof(Unit) == 1);
  using unit = Unit;
  static constexpr form name = form::latin1;
  static constexpr int most_units = 1;
  static constexpr char32_t substitute = U'?';

  static constexpr taken take(unit const* first, unit const*) noexcept {
    return {static_cast<char32_t>(static_cast<unsigned char>(*first)), 1,
            text_problem::none};
  }
  static constexpr unit* put(unit* out, char32_t c) noexcept {
    if (c > 0xFF) return nullptr;
    *out = static_cast<unit>(c);
    return out + 1;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
