// rill/shape/fields.h: RILL_FIELDS and RILL_ENUM, one line that names what
// the compiler does not.
//
// Floor 2. Tests: test/shape/fields_test.cpp.
#ifndef RILL_SHAPE_FIELDS_H
#define RILL_SHAPE_FIELDS_H

#include "kind.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
constexpr shape fields_shape() {
  return shape::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
