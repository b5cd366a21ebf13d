// rill/print/elsewhere.h: what the compiler says of names that another header
// has.
//
// Floor 5. No code: only sentences. Tests: test/refuse/..._without_door.cpp.
// Any function there is a better match than the one here.
#ifndef RILL_PRINT_ELSEWHERE_H
#define RILL_PRINT_ELSEWHERE_H

#include "../base/bare.h"
#include "../base/text.h"

namespace rill::inline RILL_BUILD {

template <class T = void>
constexpr text via_ostream(...) {
  static_assert(detail::never<T>,
                "rill: via_ostream(x) is in <rill/iostream.h>: include it");
  return {};
}
template <class T = void>
constexpr text via_format(...) {
  static_assert(detail::never<T>,
                "rill: via_format(x) and via_format(\"{}\", x, y) are in "
                "<rill/format.h>: include it");
  return {};
}
template <class T = void>
constexpr text via_fmt(...) {
  static_assert(detail::never<T>,
                "rill: via_fmt(x) and via_fmt(\"{}\", x, y) are in "
                "<rill/driver/fmt.h>: include it");
  return {};
}

template <class T = void>
constexpr text styled(...) {
  static_assert(detail::never<T>,
                "rill: styled(x, style) is in <rill/terminal.h>: include it");
  return {};
}
template <class T = void>
constexpr text with_styles(...) {
  static_assert(detail::never<T>,
                "rill: with_styles is in <rill/terminal.h>: include it");
  return {};
}
template <class T = void>
constexpr text rows(...) {
  static_assert(detail::never<T>,
                "rill: rows(range) is in <rill/types.h>: include it");
  return {};
}
template <class T = void>
constexpr text deref(...) {
  static_assert(detail::never<T>,
                "rill: deref(pointer) is in <rill/types.h>: include it");
  return {};
}
template <class T = void>
constexpr text pretty(...) {
  static_assert(detail::never<T>,
                "rill: pretty(x) is in <rill/types.h>: include it");
  return {};
}
template <class T = void>
constexpr text tr(...) {
  static_assert(detail::never<T>,
                "rill: tr(template, args...) is in <rill/types.h>: include it");
  return {};
}

}  // namespace rill::inline RILL_BUILD

#endif
