// rill/scan/enumeration.h: enumerations by name: `red`, `read|write`,
// `color(7)`.
//
// Floor 5. No allocation. An enumeration whose names are not known is not
// read: which numbers it can hold is not known either. Tests:
// test/scan/enumeration_test.cpp.
#ifndef RILL_SCAN_ENUMERATION_H
#define RILL_SCAN_ENUMERATION_H

#include "../shape/enumeration.h"
#include "../shape/own_name.h"
#include "number_words.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

// a color: red, green, blue
template <class E>
struct enumeration_words {
  static constexpr void write(word_writer& to) noexcept {
    constexpr text name = own_name<E>;
    constexpr char first = name.size != 0 ? name.data[0] | 0x20 : 'x';
    constexpr bool is_vowel = first == 'a' || first == 'e' || first == 'i' ||
                              first == 'o' || first == 'u';
    to.add(is_vowel ? "an " : "a ");
    for (char const c : name) to.add(c);
    char const* before = ": ";
    std::size_t left = 12;
    for (enumerator<E> const& one : enumerator_names<E>) {
      to.add(before);
      if (left-- == 0) return to.add("…");
      for (char const c : one.name) to.add(c);
      before = ", ";
    }
  }
};

// What `color(7)` has in its brackets.
template <class E>
using enumeration_number =
    std::conditional_t<integer<std::underlying_type_t<E>>,
                       std::underlying_type_t<E>, int>;

// Whether a number can be made an E: without a fixed type, only up to the
// highest bit of its names.
template <class E>
constexpr bool can_hold(enumeration_number<E> number) noexcept {
  using type = std::underlying_type_t<E>;
  if (static_cast<enumeration_number<E>>(static_cast<type>(number)) != number)
    return false;
  if constexpr (fixed_enumeration<E>) {
    return true;
  } else {
    unsigned long long bits = 0;
    bool has_negative = false;
    for (enumerator<E> const& one : enumerator_names<E>) {
      auto const value = static_cast<enumeration_number<E>>(one.value);
      has_negative = has_negative || value < 0;
      bits |= static_cast<unsigned long long>(value < 0 ? ~value : value);
    }
    bool const is_negative = number < 0;
    auto const rest =
        static_cast<unsigned long long>(is_negative ? ~number : number);
    while ((bits & (bits + 1)) != 0) bits |= bits >> 1;
    return (!is_negative || has_negative) && rest <= bits;
  }
}

template <>
struct scanned<shape::enumeration> {
  template <class E>
    requires has_enumerator_names<E>
  static outcome read(reader& in, E& to, text& expected) {
    expected = text_of_words<enumeration_words<E>>();
    if (!skip_space(in)) return scan_problem::end_of_input;
    constexpr text name = own_name<E>;
    if (name.size != 0 && starts_with(in, name) &&
        byte_ahead(in, name.size) == '(')
      return read_number(in, to, expected);
    E value{};
    std::size_t size = 0;
    if (!find_name(in, size, value)) return scan_problem::malformed;
    if constexpr (is_flags<E>)
      while (byte_ahead(in, size) == '|') {
        ++size;
        E more{};
        if (!find_name(in, size, more)) return scan_problem::malformed;
        using number = std::underlying_type_t<E>;
        value = static_cast<E>(static_cast<number>(static_cast<number>(value) |
                                                   static_cast<number>(more)));
      }
    if (is_cut(in, in.cursor() + size)) return scan_problem::malformed;
    to = value;
    in.advance_to(in.cursor() + size);
    return fine;
  }

 private:
  template <class E>
  static constexpr std::size_t longest_name() noexcept {
    std::size_t size = 0;
    for (enumerator<E> const& one : enumerator_names<E>)
      size = larger(size, one.name.size);
    return size;
  }
  // The name that begins `size` bytes behind the cursor; adds its own size.
  template <class E>
  static bool find_name(reader& in, std::size_t& size, E& to) {
    std::size_t const begin = size;
    while (size - begin <= longest_name<E>() &&
           is_in_name(byte_ahead(in, size)))
      ++size;
    auto const* const found =
        find_enumerator<E>({in.cursor() + begin, size - begin});
    if (found) to = found->value;
    return found;
  }
  template <class E>
  static outcome read_number(reader& in, E& to, text& expected) {
    using number_type = enumeration_number<E>;
    in.advance_to(in.cursor() + own_name<E>.size + 1);
    number_type number{};
    // Looked at before it is taken, so that the error is at its place.
    if (!skip_space(in)) return scan_problem::malformed;
    text const digits = whole_integer(in, 10);
    if (plain_parse(digits.begin(), digits.end(), number, 10u) &&
        !can_hold<E>(number))
      return scan_problem::malformed;
    outcome const how = detail::read_number(in, number, expected);
    if (how != fine) return how;
    expected = words_of("')'");
    if (byte_ahead(in, 0) != ')') return scan_problem::malformed;
    in.advance_to(in.cursor() + 1);
    to = static_cast<E>(number);
    return fine;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
