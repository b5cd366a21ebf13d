// rill/print/aggregate.h: structures: `point{1, 2}`, and with a line
// RILL_FIELDS `point{x: 1, y: 2}`.
//
// Floor 5. No allocation. Tests: test/print/aggregate_test.cpp.
#ifndef RILL_PRINT_AGGREGATE_H
#define RILL_PRINT_AGGREGATE_H

#include "../shape/own_name.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

template <>
struct shown<shape::aggregate> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open(own_name<T>, {"{", 1});
    with_members(value,
                 [&to](auto const&... members) { (to.item(members), ...); });
    to.close({"}", 1});
  }
};

template <>
struct shown<shape::fields> {
  template <class Layout, class T>
  static constexpr void walk(Layout& to, T const& value) {
    to.open(own_name<T>, {"{", 1});
    with_fields(value, [&to](auto, auto const&... members) {
      [[maybe_unused]] text const* name = field_names<T>.begin();
      (to.field(*name++, members), ...);
    });
    to.close({"}", 1});
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
