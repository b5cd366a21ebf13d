// rill/print/fields.h: structures with a line RILL_FIELDS: `point{x: 1, y: 2}`.
//
// Floor 5. No allocation. In one line, a structure whose members are bounded
// by their types is bounded itself, and is written with the check of the
// buffer that is for the whole print. Tests: test/print/aggregate_test.cpp.
#ifndef RILL_PRINT_FIELDS_H
#define RILL_PRINT_FIELDS_H

#include "../shape/fields.h"
#include "../shape/own_name.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

template <class... Types>
constexpr numbers_up_to<int{sizeof...(Types)}> numbers_beside(
    type_list<Types...>) noexcept {
  return {};
}

// The numbers of the members.
template <class T>
using member_numbers = decltype(numbers_beside(parts<T>()));

// f with the members: `with(value, f)`. print/aggregate.h specializes this for
// structures without a line.
template <shape S>
struct parts_of_structure;

template <>
struct parts_of_structure<shape::fields> {
  template <class T, class Function>
  static constexpr decltype(auto) with(T const& value, Function&& function) {
    return with_fields(value,
                       [&](auto, auto const&... members) -> decltype(auto) {
                         return function(members...);
                       });
  }
};

template <class T, class Function>
constexpr decltype(auto) with_parts_of(T const& value, Function&& function) {
  return parts_of_structure<shape_of<T>>::with(value, function);
}

// What is written before a member: `point{`, `, ` or `, y: `.
template <class T, class Take>
constexpr void take_label(int number, Take&& take) noexcept {
  if (number == 0) {
    take(own_name<T>);
    take(text("{"));
  } else {
    take(text(", "));
  }
  if constexpr (shape_of<T> == shape::fields) {
    if (field_names<T>.size() == 0) return;
    take(field_names<T>.names[number]);
    take(text(": "));
  }
}

template <class T, int Number>
constexpr std::size_t find_label_size() noexcept {
  std::size_t size = 0;
  take_label<T>(Number, [&](text part) { size += part.size; });
  return size;
}

template <std::size_t Size>
struct label_bytes {
  char data[Size];
  static constexpr std::size_t size = Size;
};

template <class T, int Number>
inline constexpr auto label = [] {
  label_bytes<find_label_size<T, Number>()> made{};
  char* out = made.data;
  take_label<T>(Number, [&](text part) {
    for (char const c : part) *out++ = c;
  });
  return made;
}();

// A member in debug form.
template <class T>
using member_piece = decltype(piece_of(imagined<debugged<T const&> const>()));

template <class T>
concept bounded_member =
    bounded_piece<member_piece<T>> && !reserving<member_piece<T>>;

template <class T, class... Members, int... Numbers>
constexpr std::size_t find_room(type_list<Members...>, numbers<Numbers...>) {
  if constexpr (sizeof...(Members) == 0)
    return label<T, 0>.size + 1;
  else if constexpr ((bounded_member<Members> && ...))
    return ((label<T, Numbers>.size + member_piece<Members>::reach()) + ...) +
           1;
  else
    return 0;
}

template <class T>
  requires(shape_of<T> == shape::aggregate || shape_of<T> == shape::fields)
struct bounded_structure<T> {
  static constexpr std::size_t room =
      find_room<T>(parts<T>(), member_numbers<T>());

  static constexpr char* write(char* out, T const& value) {
    return with_parts_of(value, [out](auto const&... members) {
      return write_all(out, member_numbers<T>(), members...);
    });
  }

 private:
  template <int... Numbers, class... Members>
  static constexpr char* write_all(char* out, numbers<Numbers...>,
                                   Members const&... members) {
    if constexpr (sizeof...(Members) == 0) out = write_label<0>(out);
    ((out = write_piece<false>(write_label<Numbers>(out),
                               piece_of(debugged<Members const&>{members}))),
     ...);
    *out = '}';
    return out + 1;
  }
  template <int Number>
  static constexpr char* write_label(char* out) noexcept {
    return copy_bytes(out, label<T, Number>.data, label<T, Number>.size);
  }
};

struct shown_structure {
  // In several lines.
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open(own_name<T>, "{");
    with_parts_of(value, [&to](auto const&... members) {
      if constexpr (shape_of<T> == shape::fields) {
        [[maybe_unused]] text const* name = field_names<T>.begin();
        (to.field(*name++, members), ...);
      } else {
        (to.item(members), ...);
      }
    });
    to.close("}");
  }
  // In one line.
  template <class T>
  static constexpr void put(writer& out, T const& value) {
    with_parts_of(value, [&out](auto const&... members) {
      put_all<T>(out, member_numbers<T>(), members...);
    });
  }

 private:
  template <class T, int... Numbers, class... Members>
  static constexpr void put_all(writer& out, numbers<Numbers...>,
                                Members const&... members) {
    if constexpr (sizeof...(Members) == 0) put_label<T, 0>(out);
    ((put_label<T, Numbers>(out),
      detail::put(out, debugged<Members const&>{members})),
     ...);
    out.put('}');
  }
  template <class T, int Number>
  static constexpr void put_label(writer& out) {
    out.write(label<T, Number>.data, label<T, Number>.size);
  }
};

template <>
struct shown<shape::fields> : shown_structure {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
