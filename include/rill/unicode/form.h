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

#include <type_traits>  // std::conditional_t, std::is_constant_evaluated

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
  ascii,
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
  static constexpr unit* put(unit* out, char32_t c) noexcept {
    if (c < 0x80) [[likely]] {
      *out = unit_of_bits(c);
      return out + 1;
    }
    if (c < 0x800) {
      out[0] = unit_of_bits(0xC0 | c >> 6);
      out[1] = unit_of_bits(0x80 | (c & 0x3F));
      return out + 2;
    }
    if (c < 0x10000) {
      out[0] = unit_of_bits(0xE0 | c >> 12);
      out[1] = unit_of_bits(0x80 | (c >> 6 & 0x3F));
      out[2] = unit_of_bits(0x80 | (c & 0x3F));
      return out + 3;
    }
    out[0] = unit_of_bits(0xF0 | c >> 18);
    out[1] = unit_of_bits(0x80 | (c >> 12 & 0x3F));
    out[2] = unit_of_bits(0x80 | (c >> 6 & 0x3F));
    out[3] = unit_of_bits(0x80 | (c & 0x3F));
    return out + 4;
  }

 private:
  static constexpr char32_t byte(unit u) noexcept {
    return static_cast<char32_t>(static_cast<unsigned char>(u));
  }
  static constexpr unit unit_of_bits(char32_t bits) noexcept {
    return static_cast<unit>(bits);
  }
  static constexpr bool continues(unit const* at) noexcept {
    return (byte(*at) & 0xC0) == 0x80;
  }
  static constexpr char32_t low_6(unit u) noexcept { return byte(u) & 0x3F; }

  // What is wrong with a sequence that is, and its maximal subpart: the bytes
  // up to the first one that no well-formed sequence has there. The second
  // byte decides about overlong forms, surrogates and more than 10FFFF;
  // behind it everything from 80 to BF will do.
  [[gnu::cold, gnu::noinline]] static constexpr taken problem_at(
      unit const* first, unit const* last) noexcept {
    char32_t const lead = byte(*first);
    if (lead < 0xC0) return refuse(1, text_problem::stray_continuation);
    if (lead < 0xC2) return refuse(1, text_problem::overlong);
    if (lead > 0xFD) return refuse(1, text_problem::invalid_byte);
    if (lead > 0xF4) return refuse(1, text_problem::too_large);
    std::size_t const size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    std::size_t i = 1;
    for (; i != size; ++i) {
      if (first + i == last) return refuse(i, text_problem::cut);
      if (!continues(first + i)) break;
      if (i == 1)
        if (text_problem const found = second_problem(lead, byte(first[1]));
            found != text_problem::none)
          return refuse(1, found);
    }
    return refuse(i, text_problem::too_short);
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

  // Which byte is the i-th from below.
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
    // Without a branch: what is behind one unit may be overwritten.
    bool const is_pair = c >= 0x10000;
    // D800 less the 10000 that are subtracted first is D7C0.
    number::store(out, is_pair ? 0xD7C0 + (c >> 10) : c);
    number::store(out + number::count, 0xDC00 + (c & 0x3FF));
    return out + (is_pair ? 2 : 1) * number::count;
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
