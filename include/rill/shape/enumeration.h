// rill/shape/enumeration.h: the names of enumerators, found at compile time.
//
// Floor 2. Tests: test/shape/enumeration_test.cpp.
#ifndef RILL_SHAPE_ENUMERATION_H
#define RILL_SHAPE_ENUMERATION_H

#include <type_traits>  // std::is_enum_v

#include "type_name.h"
#include "kind.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
constexpr shape enumeration_shape() {
  return shape::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
