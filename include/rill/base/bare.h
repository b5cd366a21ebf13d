// rill/base/bare.h: types without their qualifiers, a false that depends on
// one, and a tag that names one.
//
// Floor 0. Tests: test/base/text_test.cpp.
#ifndef RILL_BASE_BARE_H
#define RILL_BASE_BARE_H

#include <type_traits>  // std::remove_cvref_t

#include "config.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
using bare = std::remove_cvref_t<T>;

// For a static_assert that fails only where it is reached.
template <class T>
inline constexpr bool never = false;

// A type as a value.
template <class T>
struct type_tag {
  using type = T;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
