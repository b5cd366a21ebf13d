// rill/shape/shape.h: which shape a type has, as far as the program knows
// shapes.
//
// Floor 2. Without rill/types.h only RILL_FIELDS gives a type a shape, and that
// of all others is unknown: they are refused, so that no two files of a program
// mean different things by the same call. Each type is asked once, and only
// types that are no text, no number and no hook's. Tests:
// test/shape/shape_test.cpp, test/refuse/.
#ifndef RILL_SHAPE_SHAPE_H
#define RILL_SHAPE_SHAPE_H

#include "fields.h"
#include "kind.h"
#include "type_name.h"

namespace rill::inline RILL_BUILD::detail {

// Of shape/chooser.h, which rill/types.h includes.
template <class T>
struct chosen_shape;

template <class T>
concept may_have_a_shape =
    std::is_array_v<T> || std::is_enum_v<T> || std::is_class_v<T>;

// What the user named comes first. A class of rill's has no shape.
template <class T>
constexpr shape find_shape() {
  if constexpr (!may_have_a_shape<T> || (std::is_class_v<T> && is_of_rill<T>))
    return shape::none;
  else if constexpr (fields_shape<T>() == shape::fields)
    return shape::fields;
  else if constexpr (requires { chosen_shape<T>::value; })
    return chosen_shape<T>::value;
  else
    return shape::unknown;
}

template <class T>
inline constexpr shape shape_of = find_shape<T>();

/// Why a type that looks as if it had a shape has none.
enum class shape_fault : unsigned char {
  none,
  endless,       // a range whose elements are ranges of its own type
  no_iterators,  // begin() and end() that are not those of a range
  derived,       // an aggregate with a base class
  large,         // one with too many members
  uncountable,   // one whose members cannot be counted
  qt_string,     // one of Qt, which driver/qt.h knows
};

template <class T>
constexpr shape_fault fault_of_shape() {
  if constexpr (requires { chosen_shape<T>::fault(); })
    return chosen_shape<T>::fault();
  else
    return shape_fault::none;
}

template <class T>
using parts = typename shape_parts<shape_of<T>>::template list<T>;

}  // namespace rill::inline RILL_BUILD::detail

#endif
