// rill/unicode/units.h: where the units of a text are, whatever holds them:
// strings, views, spans, vectors, arrays, pointers to text that ends with 0.
//
// Floor 2. No allocation, constexpr. Everything is recognised by its shape,
// so that no header of the standard library is needed. Tests:
// test/unicode/convert_test.cpp.
#ifndef RILL_UNICODE_UNITS_H
#define RILL_UNICODE_UNITS_H

#include <cstddef>  // std::byte

#include "../base/run.h"
#include "form.h"

namespace rill::inline RILL_BUILD::detail {

// What the units of each size may be. A wchar_t is of the size it has.
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

// Never a valid unit: what `units_in` finds in something that is no text.
struct no_unit {};

// A text up to its end; an array and a pointer up to their first 0. A null
// pointer is an empty text.
template <class T>
constexpr auto units_in(T const& t) noexcept {
  if constexpr (run_like<T const>) {
    using unit = bare<decltype(*t.data())>;
    return run<unit>{t.data(), static_cast<std::size_t>(t.size())};
  } else if constexpr (std::is_bounded_array_v<T>) {
    using unit = bare<std::remove_extent_t<T>>;
    return run<unit>{t, length_up_to(&t[0], std::extent_v<T>)};
  } else if constexpr (character_pointer<T>) {
    using unit = bare<std::remove_pointer_t<T>>;
    return t ? run_of(t) : run<unit>{};
  } else if constexpr (std::same_as<T, text>) {
    return run_of(t);
  } else {
    return run<no_unit>{};
  }
}

// Room to write to.
template <class Unit>
struct room {
  Unit* data;
  std::size_t size;
};

// All of an array, of a span, of a container as large as it is.
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

// The encodings of the typed functions: which units they have, and what the
// compiler says when others come.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
