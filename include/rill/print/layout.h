// rill/print/layout.h: aligned values, addresses, choices, and values in debug
// form.
//
// Layer 5. Tests: test/print/container_test.cpp, test/print/join_test.cpp,
// test/print/layout_test.cpp, test/print/debug_test.cpp.
#ifndef RILL_PRINT_LAYOUT_H
#define RILL_PRINT_LAYOUT_H

#include "../shape/range.h"
#include "../shape/shape.h"
#include "../unicode/width.h"
#include "../value/padding.h"
#include "number_run.h"
#include "put.h"
#include "structure.h"

// Passes the elements of a range to a layout.
//
// No allocation.

namespace rill::inline RILL_BUILD::detail {

// Converts a proxy reference, such as an element of std::vector<bool>, to the
// value that it stands for.
template <class Value, class Element>
constexpr decltype(auto) as_value(Element const& element) {
  if constexpr (std::is_same_v<Value, Element> || directly_printable<Element>)
    return (element);
  else
    return static_cast<Value>(element);
}

// Numbers that are not contiguous are passed as runs of one number. A separate
// loop for them would be half of the code for a vector. Few ranges need it:
// those with data() whose elements have another order.
template <class Layout, class T, sight S = sight_of<element_type<T>>>
constexpr void show_elements(Layout& to, T const& value) {
  using number = element_type<T>;
  if constexpr (holds_numbers<T> &&
                requires(number_run<number> run) { to.items(run); }) {
    number_run<number> run{};
    if (find_numbers(value, run)) return to.items(run);
    for (auto&& element : to_iterate(value)) {
      number const one = element;
      to.items(number_run<number>{&one, &one + 1});
    }
  } else {
    for (auto&& element : to_iterate(value))
      to.item(as_value<element_type<T>>(element));
  }
}

// A range that may be changed and that has a hook, or members with names,
// prints by these.
template <class Range>
  requires(directly_printable<std::remove_reference_t<Range>> ||
           fields_shape<std::remove_reference_t<Range>>() == shape::fields)
struct printer<in_place<Range>> {
  static constexpr void put(writer& out, in_place<Range> const& r) {
    detail::put(out,
                static_cast<std::remove_reference_t<Range> const&>(r.range));
  }
};

// Aligned values, addresses, choices.
//
// A value whose type does not bound its length is printed into a scratch first
// (on the heap above 256 bytes); nothing else allocates. Widths are columns of
// a terminal.

// Templates and constexpr functions: a program without aligned values only
// parses them.
struct filling {
  char32_t character;
  std::size_t columns;
};

// No character before U+1100 is two columns wide. If the compiler knows that
// the fill character is one of these, the program does not contain the width
// tables for it.
constexpr filling filling_of(char32_t fill) noexcept {
  return {fill, fill >= 0x1100 && kind_of(fill).columns() == 2 ? 2u : 1u};
}

template <class Writer>
constexpr void put_fill(Writer& out, std::size_t count, filling fill) {
  char unit[utf8_size] = {};
  auto const size =
      static_cast<std::size_t>(write_utf8(unit, fill.character) - unit);
  for (; count >= fill.columns; count -= fill.columns) out.write(unit, size);
}

template <class Writer>
constexpr void put_before(Writer& out, std::size_t missing, filling fill) {
  put_fill(out, missing, fill);
  if (missing % fill.columns != 0) out.put(' ');
}

template <class Writer>
constexpr void put_behind(Writer& out, std::size_t missing, filling fill) {
  if (missing % fill.columns != 0) out.put(' ');
  put_fill(out, missing, fill);
}

// Returns how many of the missing columns go to the left.
constexpr std::size_t fill_before(std::size_t missing,
                                  alignment place) noexcept {
  return place == alignment::left    ? 0
         : place == alignment::right ? missing
                                     : missing / 2;
}

// Writes a text in its field.
template <class Writer>
constexpr void put_aligned(Writer& out, text bytes, std::size_t missing,
                           alignment place, filling fill) {
  std::size_t const before = fill_before(missing, place);
  put_before(out, before, fill);
  out.write(bytes);
  put_behind(out, missing - before, fill);
}

struct field {
  std::size_t width;  // columns
  alignment place;
  filling fill;
};

// Prints a value whose width is only known once it is formatted.
void put_in_field(writer& out, any_arg value, field const& in);

// True for leaves that consist of ASCII digits and letters. Characters can be
// wide, and the marks of a locale have more bytes than columns.
template <class T>
inline constexpr bool is_ascii_leaf =
    !character<T> && !requires { builtin_formatter<T>::has_marks; };

template <class T, alignment Place>
  requires is_printable<remove_cvref<T>>
struct printer<aligned<T, Place>> {
  using value_type = aligned<T, Place>;

  static constexpr filling prepare(value_type const& v) noexcept {
    return filling_of(v.fill);
  }
  template <sight S = sight_of<value_type>>
  static constexpr void put(writer& out, value_type const& v, filling fill) {
    if constexpr (has_builtin_formatter<remove_cvref<T>>) {
      char scratch[builtin_formatter<remove_cvref<T>>::room] = {};
      char const* const end =
          builtin_formatter<remove_cvref<T>>::write(scratch, v.value);
      text const made(scratch, static_cast<std::size_t>(end - scratch));
      place(out, v, fill, made,
            is_ascii_leaf<remove_cvref<T>> ? made.size : display_width(made));
    } else if constexpr (measured<remove_cvref<T>>) {
      put_number(out, v, fill);
    } else if constexpr (narrow_text<remove_cvref<T>>) {
      text const bytes = text_arg_of<remove_cvref<T>>(v.value).bytes;
      place(out, v, fill, bytes, display_width(bytes));
    } else if constexpr (is_styled<remove_cvref<T>>) {
      put_styled<S>(out, v, fill);
    } else {
      put_measured<S>(out, v, fill);
    }
  }

 private:
  // Trailing zeros are not made in the scratch: their number has no limit.
  static constexpr void put_number(writer& out, value_type const& v,
                                   filling fill) {
    char scratch[measured_formatter<remove_cvref<T>>::most];
    number_text const made =
        measured_formatter<remove_cvref<T>>::render(scratch, v.value);
    auto const size = static_cast<std::size_t>(made.end - scratch);
    std::size_t const width = size + made.zeros;
    std::size_t const missing = v.width > width ? v.width - width : 0;
    std::size_t const before = fill_before(missing, Place);
    put_before(out, before, fill);
    out.write(scratch, size - made.tail);
    put_zeros(out, made.zeros);
    out.write(made.end - made.tail, made.tail);
    put_behind(out, missing - before, fill);
  }
  // If the writer takes no styles, a styled value in a field is the bare value
  // in that field.
  template <sight S>
  static constexpr void put_styled(writer& out, value_type const& v,
                                   [[maybe_unused]] filling fill) {
    using content = decltype((v.value.value));
    if (out.takes_styles())
      put_measured<S>(out, v, fill);
    else
      detail::put(out, aligned<content, Place>{v.value.value, v.width, v.fill});
  }
  template <sight S>
  static void put_measured(writer& out, value_type const& v, filling fill) {
    using type = remove_cvref<T>;
    put_in_field(out,
                 {[](writer& to, void const* value) {
                    detail::put(to, *static_cast<type const*>(value));
                  },
                  __builtin_addressof(v.value)},
                 {v.width, Place, fill});
  }
  static constexpr void place(writer& out, value_type const& v, filling fill,
                              text bytes, std::size_t width) {
    put_aligned(out, bytes, v.width > width ? v.width - width : 0, Place, fill);
  }
};

template <class T, alignment Place>
struct blamed<aligned<T, Place>>
    : blamed_part<aligned<T, Place>, remove_cvref<T>> {};

template <class A, class B>
  requires is_printable<remove_cvref<A>> && is_printable<remove_cvref<B>>
struct printer<choice<A, B>> {
  template <sight S = sight_of<choice<A, B>>>
  static constexpr void put(writer& out, choice<A, B> const& v) {
    if (v.first)
      detail::put(out, v.a);
    else
      detail::put(out, v.b);
  }
};

template <class A, class B>
struct blamed<choice<A, B>>
    : blamed_part<choice<A, B>, remove_cvref<A>, remove_cvref<B>> {};

template <class T>
  requires is_printable<remove_cvref<T>>
struct printer<ending<T>> {
  template <sight S = sight_of<ending<T>>>
  static constexpr void put(writer& out, ending<T> const& v) {
    detail::put(out, v.value);
  }
};

template <class T>
struct blamed<ending<T>> : blamed_part<ending<T>, remove_cvref<T>> {};

template <>
struct builtin_formatter<address> {
  using number = decltype(sizeof 0);
  static_assert(sizeof(number) == sizeof(void*));
  static constexpr std::size_t room = base_size<number, 16> + 2;
  static char* write(char* out, address a) noexcept {
    *out++ = '0';
    *out++ = 'x';
    return write_base<16>(out, reinterpret_cast<number>(a.value));
  }
  static std::size_t size(address a) noexcept {
    return 2 + base_digits<16>(reinterpret_cast<number>(a.value));
  }
};

// Values in debug form.
//
// No allocation.

// Writes a character in single quotes, with the escapes of a text.
template <character C>
constexpr void put_debug_character(writer& out, C c) {
  using unit = std::conditional_t<narrow_character<C>, char, C>;
  auto const one = static_cast<unit>(c);
  out.put('\'');
  if (c == C{'\''})
    out.write("\\'");
  else if (c == C{'"'})
    out.put('"');
  else
    put_escaped(out, run<unit>{&one, 1}, escape_set::debug);
  out.put('\'');
}

// Texts and characters of another library, whose driver defines their debug
// form.
template <class T>
concept has_debug_form = requires(writer& out, T const& value) {
  printer<T>::put_debug(out, value);
};

// True for a std::reference_wrapper.
template <class T>
concept refers = std::is_class_v<T> && !directly_printable<T> &&
                 shape_of<T> == shape::reference;

// True for types of the standard library that print as a text.
template <class T>
concept names_text = std::is_class_v<T> && !directly_printable<T> &&
                     shape_of<T> == shape::naming;

template <class T>
  requires(can_be_debugged<remove_cvref<T>>)
struct printer<debugged<T>> {
  template <sight S = sight_of<debugged<T>>>
  static constexpr void put(writer& out, debugged<T> const& v) {
    using type = remove_cvref<T>;
    if constexpr (std::is_pointer_v<type>)
      if (!v.value) return detail::put(out, nullptr);
    if constexpr (text_like<type>)
      detail::put(out, quoted_text<type const&>{v.value, escape_set::debug});
    else if constexpr (character<type>)
      put_debug_character(out, v.value);
    else if constexpr (has_debug_form<type>)
      printer<type>::put_debug(out, v.value);
    else if constexpr (debug_pointer<type>)
      put_address(out, ptr(v.value));
    else if constexpr (refers<type>)
      detail::put(out, debugged<typename type::type const&>{v.value.get()});
    else if constexpr (names_text<type>)
      shape_printer<shape_of<type>>::put_debug(out, v.value);
    else
      detail::put(out, v.value);
  }

 private:
  static constexpr void put_address(writer& out, address p) {
    if (p.value)
      detail::put(out, p);
    else
      detail::put(out, nullptr);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "layout_body.h"
#endif

#endif
