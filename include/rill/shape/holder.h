// rill/shape/holder.h: optionals, variants, expected values and smart pointers,
// by their shape.
//
// Floor 2. Includes none of their headers. Tests: test/shape/holder_test.cpp.
#ifndef RILL_SHAPE_HOLDER_H
#define RILL_SHAPE_HOLDER_H

#include "../base/bare.h"
#include "kind.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
constexpr shape holder_shape() {
  return shape::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
