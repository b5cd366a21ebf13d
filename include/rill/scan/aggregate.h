// rill/scan/aggregate.h: plain structures: `point{1, 2}`.
//
// Layer 5. No allocation. A structure that is not a part may also be its
// members alone, separated by white space. Not a part of structure.h, which
// rill/scan.h includes: parsing shape/aggregate.h is a tenth of compiling the
// scan of an int with the compiled library. Tests:
// test/scan/aggregate_test.cpp.
#ifndef RILL_SCAN_AGGREGATE_H
#define RILL_SCAN_AGGREGATE_H

#include "../shape/aggregate.h"
#include "structure.h"

namespace rill::inline RILL_BUILD::detail {

// Lists the types of the members, including their const.
struct target_lister {
  template <class... Members>
  constexpr type_list<Members...> operator()(Members&...) const noexcept {
    return {};
  }
};

template <>
struct scanned_parts<shape::aggregate> {
  template <class T>
  using list = members_by<T, target_lister>;
};

template <>
struct scanned<shape::aggregate> {
  template <settable_structure T, sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& to, text& expected) {
    parts_reader from(in, expected, '}');
    scan_status how = open_structure<T>(from);
    if (how != scan_ok) return how;
    with_members(to, [&](auto&... members) {
      bool is_first = true;
      [[maybe_unused]] auto const next = [&](auto& member) {
        if (!is_first) how = from.comma();
        is_first = false;
        if (how == scan_ok) how = from.part(member);
        return how == scan_ok;
      };
      (void)(next(members) && ...);
    });
    return how == scan_ok ? from.close() : how;
  }
  template <class T, sight S = scan_sight_of<T>>
    requires(member_count<T> != 0)
  static scan_status read_alone(reader& in, T& to, text& expected) {
    if (is_opened(in, own_name<T>)) return read(in, to, expected);
    return with_members(to, [&](auto&... members) {
      return read_members(in, expected, members...);
    });
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
