// rill/print/enumeration.h: enumerations by name: `red`, `read|write`,
// `color(7)`.
//
// Floor 5. No allocation. Tests: test/print/enumeration_test.cpp.
#ifndef RILL_PRINT_ENUMERATION_H
#define RILL_PRINT_ENUMERATION_H

#include "../shape/own_name.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

template <class E>
constexpr auto number_of(E value) noexcept {
  using number = std::underlying_type_t<E>;
  if constexpr (std::is_same_v<number, bool> || character<number>)
    return static_cast<int>(value);
  else
    return static_cast<number>(value);
}

template <>
struct shown<shape::enumeration> {
  template <class E>
  static constexpr void put(writer& out, E const& value) {
    if constexpr (!has_enumerator_names<E>)
      detail::put(out, number_of(value));
    else if (enumerator<E> const* const found = find_enumerator(value))
      detail::put(out, found->name);
    else
      detail::put(out, own_name<E>, '(', number_of(value), ')');
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
