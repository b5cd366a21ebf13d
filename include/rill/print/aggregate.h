// rill/print/aggregate.h: plain structures: `point{1, 2}`.
//
// Floor 5. No allocation. They are what structures with a line are
// (print/fields.h), without the names. Tests: test/print/aggregate_test.cpp.
#ifndef RILL_PRINT_AGGREGATE_H
#define RILL_PRINT_AGGREGATE_H

#include "../shape/aggregate.h"
#include "fields.h"

namespace rill::inline RILL_BUILD::detail {

template <>
struct parts_of_structure<shape::aggregate> {
  template <class T, class Function>
  static constexpr decltype(auto) with(T const& value, Function&& function) {
    return with_members(value, function);
  }
};

template <>
struct shown<shape::aggregate> : shown_structure {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
