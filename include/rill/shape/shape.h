// rill/shape/shape.h: the chooser: which shape a type has.
//
// Floor 2. Each type is asked once, and only types that are no text, no
// number and no hook's. Tests: test/shape/shape_test.cpp.
#ifndef RILL_SHAPE_SHAPE_H
#define RILL_SHAPE_SHAPE_H

#include "aggregate.h"
#include "container.h"
#include "enumeration.h"
#include "fields.h"
#include "holder.h"
#include "reflection.h"
#include "standard.h"
#include "time.h"

namespace rill::inline RILL_BUILD::detail {

// The containers of the standard library that allocate, which are asked for
// most: none of their kind is anything but a container.
template <class T>
concept allocating_container = requires {
  typename T::allocator_type;
  typename T::value_type;
} && iterable<T>;

// What is named by the user comes first; then what is more special comes
// before what is more general: an optional may be a range, a duration's
// members are nobody's business.
template <class T>
constexpr shape find_shape() {
  if constexpr (std::is_array_v<T>) {
    return container_shape<T>();
  } else if constexpr (std::is_enum_v<T>) {
    constexpr shape odd = standard_shape<T>();
    return odd != shape::none ? odd : enumeration_shape<T>();
  } else if constexpr (!std::is_class_v<T> || is_of_rill<T>) {
    return shape::none;
  } else if constexpr (constexpr shape named = fields_shape<T>();
                       named != shape::none) {
    return named;
  } else if constexpr (allocating_container<T>) {
    return container_shape<T>();
  } else if constexpr (constexpr shape odd = standard_shape<T>();
                       odd != shape::none) {
    return odd;
  } else if constexpr (constexpr shape time = time_shape<T>();
                       time != shape::none) {
    return time;
  } else if constexpr (constexpr shape held = holder_shape<T>();
                       held != shape::none) {
    return held;
  } else if constexpr (constexpr shape many = container_shape<T>();
                       many != shape::none) {
    return many;
  } else if constexpr (iterable<T>) {
    return shape::none;  // one without end
  } else {
    return aggregate_shape<T>();
  }
}

template <class T>
inline constexpr shape shape_of = find_shape<T>();

template <class T>
using parts = typename shape_parts<shape_of<T>>::template list<T>;

}  // namespace rill::inline RILL_BUILD::detail

#endif
