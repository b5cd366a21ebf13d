// rill/shape/aggregate.h: the members of plain structures, by structured
// bindings.
//
// Floor 2. Tests: test/shape/aggregate_test.cpp.
#ifndef RILL_SHAPE_AGGREGATE_H
#define RILL_SHAPE_AGGREGATE_H

#include <type_traits>  // std::is_aggregate_v

#include "type_name.h"
#include "kind.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
constexpr shape aggregate_shape() {
  return shape::none;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
