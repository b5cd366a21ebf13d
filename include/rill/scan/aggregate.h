// rill/scan/aggregate.h: plain structures: `point{1, 2}`.
//
// Floor 5. No allocation. A structure by itself may also be its members
// alone, separated by white space. Tests: test/scan/aggregate_test.cpp.
#ifndef RILL_SCAN_AGGREGATE_H
#define RILL_SCAN_AGGREGATE_H

#include "../shape/aggregate.h"
#include "fields.h"

namespace rill::inline RILL_BUILD::detail {

// The members with their const, as they are set.
struct target_lister {
  template <class... Members>
  constexpr type_list<Members...> operator()(Members&...) const noexcept {
    return {};
  }
};

template <>
struct scanned_parts<shape::aggregate> {
  template <class T>
  using list = decltype(with_members(imagined<T>(), target_lister()));
};

template <>
struct scanned<shape::aggregate> {
  template <settable_structure T>
  static outcome read(reader& in, T& to, text& expected) {
    parts_reader from(in, expected, '}');
    outcome how = open_structure<T>(from);
    if (how != fine) return how;
    with_members(to, [&](auto&... members) {
      bool is_first = true;
      [[maybe_unused]] auto const next = [&](auto& member) {
        if (!is_first) how = from.comma();
        is_first = false;
        if (how == fine) how = from.part(member);
        return how == fine;
      };
      (void)(next(members) && ...);
    });
    return how == fine ? from.close() : how;
  }
  template <class T>
    requires(member_count<T> != 0)
  static outcome read_alone(reader& in, T& to, text& expected) {
    if (is_opened(in, own_name<T>)) return read(in, to, expected);
    return with_members(to, [&](auto&... members) {
      return read_members(in, expected, members...);
    });
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
