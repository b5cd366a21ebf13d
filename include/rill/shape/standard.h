// rill/shape/standard.h: the smaller types of the standard library, by their
// shape.
//
// Floor 2. Includes none of their headers. Tests: test/shape/standard_test.cpp.
#ifndef RILL_SHAPE_STANDARD_H
#define RILL_SHAPE_STANDARD_H

#include "../base/bare.h"
#include "kind.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
constexpr shape standard_shape() {
  return shape::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
