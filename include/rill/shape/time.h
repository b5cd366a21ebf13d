// rill/shape/time.h: durations, points in time and dates, by their shape.
//
// Floor 2. Includes none of their headers. Tests: test/shape/time_test.cpp.
#ifndef RILL_SHAPE_TIME_H
#define RILL_SHAPE_TIME_H

#include "../base/bare.h"
#include "kind.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
constexpr shape time_shape() {
  return shape::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
