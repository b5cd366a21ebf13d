// rill/print/debug.h: values in debug form.
//
// Floor 5. No allocation. Tests: test/print/debug_test.cpp.
#ifndef RILL_PRINT_DEBUG_H
#define RILL_PRINT_DEBUG_H

#include "../shape/shape.h"
#include "layout.h"
#include "quoted.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

// A character in single quotes, with the escapes of a text.
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

// Texts and characters of another library, by their driver.
template <class T>
concept has_debug_form = requires(writer& out, T const& value) {
  composite<T>::put_debug(out, value);
};

// A std::reference_wrapper.
template <class T>
concept refers =
    std::is_class_v<T> && !prints_itself<T> && shape_of<T> == shape::reference;

template <class T>
  requires(can_be_debugged<bare<T>>)
struct composite<debugged<T>> {
  static constexpr void put(writer& out, debugged<T> const& v) {
    using type = bare<T>;
    if constexpr (std::is_pointer_v<type>)
      if (!v.value) return detail::put(out, nullptr);
    if constexpr (text_like<type>)
      detail::put(out, quoted_text<type const&>{v.value, escape_set::debug});
    else if constexpr (character<type>)
      put_debug_character(out, v.value);
    else if constexpr (has_debug_form<type>)
      composite<type>::put_debug(out, v.value);
    else if constexpr (debug_pointer<type>)
      put_address(out, ptr(v.value));
    else if constexpr (refers<type>)
      detail::put(out, debugged<typename type::type const&>{v.value.get()});
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

#endif
