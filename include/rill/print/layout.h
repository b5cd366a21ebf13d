// rill/print/layout.h: fields of a width, addresses, choices.
//
// Floor 5. A value whose length is not bounded by its type is printed into a
// scratch first (the heap above 256 bytes); nothing else allocates. Widths
// are columns of a terminal. Tests: test/print/layout_test.cpp.
#ifndef RILL_PRINT_LAYOUT_H
#define RILL_PRINT_LAYOUT_H

#include "../unicode/width.h"
#include "../value/layout.h"
#include "put.h"

namespace rill::inline RILL_BUILD::detail {

// Templates: in a program without fields they are only parsed.
struct filling {
  char32_t character;
  std::size_t columns;
};

// No character before U+1100 takes two columns. Where the compiler sees the
// fill character, a program that needs no tables for it has none.
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

// How much of what is missing goes to the left.
constexpr std::size_t fill_before(std::size_t missing,
                                  alignment place) noexcept {
  return place == alignment::left    ? 0
         : place == alignment::right ? missing
                                     : missing / 2;
}

// The text in its field.
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

// A value whose width is known when it is printed.
void put_in_field(writer& out, any_piece value, field const& in);

// Characters can be wide, and the marks of a locale have more bytes than
// columns; all other leaves are digits and letters.
template <class T>
inline constexpr bool is_ascii_leaf =
    !character<T> && !requires { own_leaf<T>::has_marks; };

template <class T, alignment Place>
  requires has_a_way<bare<T>>
struct composite<aligned<T, Place>> {
  using value_type = aligned<T, Place>;

  static constexpr filling prepare(value_type const& v) noexcept {
    return filling_of(v.fill);
  }
  static constexpr void put(writer& out, value_type const& v, filling fill) {
    if constexpr (built_in_leaf<bare<T>>) {
      char scratch[own_leaf<bare<T>>::room] = {};
      char const* const end = own_leaf<bare<T>>::write(scratch, v.value);
      text const made(scratch, static_cast<std::size_t>(end - scratch));
      place(out, v, fill, made,
            is_ascii_leaf<bare<T>> ? made.size : display_width(made));
    } else if constexpr (measured<bare<T>>) {
      put_number(out, v, fill);
    } else if constexpr (narrow_text<bare<T>>) {
      text const bytes = text_piece_of<bare<T>>(v.value).bytes;
      place(out, v, fill, bytes, display_width(bytes));
    } else if constexpr (is_styled<bare<T>>) {
      put_styled(out, v, fill);
    } else {
      put_measured(out, v, fill);
    }
  }

 private:
  // Zeros that are nothing else are not made first: there can be any number.
  static constexpr void put_number(writer& out, value_type const& v,
                                   filling fill) {
    char scratch[measured_leaf<bare<T>>::most];
    number_text const made = measured_leaf<bare<T>>::render(scratch, v.value);
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
  // Without styles, a styled value in a field is the value in that field.
  static constexpr void put_styled(writer& out, value_type const& v,
                                   [[maybe_unused]] filling fill) {
    using content = decltype((v.value.value));
    if (out.takes_styles())
      put_measured(out, v, fill);
    else
      detail::put(out, aligned<content, Place>{v.value.value, v.width, v.fill});
  }
  static void put_measured(writer& out, value_type const& v, filling fill) {
    using type = bare<T>;
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
struct blamed<aligned<T, Place>> : blamed_part<aligned<T, Place>, bare<T>> {};

template <class A, class B>
  requires has_a_way<bare<A>> && has_a_way<bare<B>>
struct composite<choice<A, B>> {
  static constexpr void put(writer& out, choice<A, B> const& v) {
    if (v.first)
      detail::put(out, v.a);
    else
      detail::put(out, v.b);
  }
};

template <class A, class B>
struct blamed<choice<A, B>> : blamed_part<choice<A, B>, bare<A>, bare<B>> {};

template <class T>
  requires has_a_way<bare<T>>
struct composite<ending<T>> {
  static constexpr void put(writer& out, ending<T> const& v) {
    detail::put(out, v.value);
  }
};

template <class T>
struct blamed<ending<T>> : blamed_part<ending<T>, bare<T>> {};

template <>
struct own_leaf<address> {
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

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "layout_body.h"
#endif

#endif
