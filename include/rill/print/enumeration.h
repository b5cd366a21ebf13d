// rill/print/enumeration.h: enumerations by name: `red`, `read|write`,
// `color(7)`.
//
// Floor 5. No allocation. Tests: test/print/enumeration_test.cpp.
#ifndef RILL_PRINT_ENUMERATION_H
#define RILL_PRINT_ENUMERATION_H

#include "../shape/enumeration.h"
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

// Are there names for all bits of a value?
template <class E>
constexpr bool has_named_bits(E value) noexcept {
  unsigned long long rest = bits_of(value);
  if (rest == 0) return false;
  for (enumerator<E> const& one : enumerator_names<E>)
    if (is_single_bit(bits_of(one.value))) rest &= ~bits_of(one.value);
  return rest == 0;
}

template <class E>
constexpr void put_flags(writer& out, E value) {
  unsigned long long rest = bits_of(value);
  for (enumerator<E> const& one : enumerator_names<E>) {
    unsigned long long const bit = bits_of(one.value);
    if (!is_single_bit(bit) || (rest & bit) == 0) continue;
    rest -= bit;
    out.write(one.name);
    if (rest != 0) out.put('|');
  }
}

template <class E>
constexpr void put_unknown(writer& out, E value) {
  if constexpr (is_flags<E>)
    if (has_named_bits(value)) return put_flags(out, value);
  detail::put(out, own_name<E>, '(', number_of(value), ')');
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
      put_unknown(out, value);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
