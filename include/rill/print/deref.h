// rill/print/deref.h: what pointers, optionals and iterators point to.
//
// Floor 5. No allocation. Tests: test/print/join_test.cpp.
#ifndef RILL_PRINT_DEREF_H
#define RILL_PRINT_DEREF_H

#include "../shape/range.h"
#include "../value/parts.h"
#include "put.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept points_to_a_value =
    !std::is_bounded_array_v<T> &&
    (requires(T const& pointer) { *&*pointer; } || requires(T const& pointer) {
      pointer.expired();
      *pointer.lock();
    });

// Writes what a pointer points to, or null: at the top as print has it, as an
// element in debug form.
template <bool AtTheTop, class T>
constexpr void put_pointee(writer& out, T const& pointer) {
  if constexpr (requires { pointer.expired(); }) {
    put_pointee<AtTheTop>(out, pointer.lock());
  } else {
    if constexpr (requires { static_cast<bool>(pointer); })
      if (!static_cast<bool>(pointer)) return out.write("null");
    if constexpr (AtTheTop)
      detail::put(out, *pointer);
    else
      detail::put(out, debugged<bare<decltype(*pointer)> const&>{*pointer});
  }
}

template <class Pointer>
inline constexpr wrapper_fault fault_of<dereferenced<Pointer>> =
    wrapper_fault::no_pointer;

template <class Pointer>
  requires points_to_a_value<bare<Pointer>>
struct composite<dereferenced<Pointer>> {
  static constexpr void put(writer& out, dereferenced<Pointer> const& d) {
    put_pointee<true, bare<Pointer>>(out, d.pointer);
  }
};

template <class Range>
  requires(!points_to_a_value<bare<Range>> && iterable<bare<Range>> &&
           points_to_a_value<element_type<bare<Range>>>)
struct composite<dereferenced<Range>> {
  static constexpr void put(writer& out, dereferenced<Range> const& d) {
    bare<Range> const& range = d.pointer;
    char const* before = "[";
    for (auto&& pointer : to_iterate(range)) {
      out.write(before);
      before = ", ";
      put_pointee<false, element_type<bare<Range>>>(out, pointer);
    }
    out.write(*before == '[' ? "[]" : "]");
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
