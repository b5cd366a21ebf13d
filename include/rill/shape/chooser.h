// rill/shape/chooser.h: the shapes of types for which the user wrote no line.
//
// Floor 2. Tests: test/shape/shape_test.cpp.
#ifndef RILL_SHAPE_CHOOSER_H
#define RILL_SHAPE_CHOOSER_H

#include "aggregate.h"
#include "container.h"
#include "enumeration.h"
#include "holder.h"
#include "reflection.h"
#include "shape.h"
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

// What is more special comes before what is more general: an optional may be a
// range too, and a duration is not printed by its members.
template <class T>
constexpr shape choose_shape() {
  if constexpr (std::is_array_v<T>) {
    return container_shape<T>();
  } else if constexpr (std::is_enum_v<T>) {
    constexpr shape odd = standard_shape<T>();
    return odd != shape::none ? odd : enumeration_shape<T>();
  } else if constexpr (is_of_rill<T>) {
    return shape::none;
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
  } else if constexpr (frame_like<T>) {
    return shape::stack_frame;
  } else {
    return aggregate_shape<T>();
  }
}

template <class T>
constexpr shape_fault find_shape_fault() {
  if constexpr (qt_string_like<T>)
    return shape_fault::qt_string;
  else if constexpr (is_endless<T>())
    return shape_fault::endless;
  else if constexpr (requires(T const& range) {
                       range.begin();
                       range.end();
                     })
    return shape_fault::no_iterators;
  else if constexpr (derived_structure<T>)
    return shape_fault::derived;
  else if constexpr (large_structure<T>)
    return shape_fault::large;
  else if constexpr (uncounted_structure<T>)
    return shape_fault::uncountable;
  else
    return shape_fault::none;
}

template <class T>
struct chosen_shape {
  static constexpr shape value = choose_shape<T>();
  // Evaluated only for refused types.
  static constexpr shape_fault fault() { return find_shape_fault<T>(); }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
