// rill/value/several.h: values that are printed one after the other.
//
// Floor 2. Pure, constexpr. Tests: test/print/styled_test.cpp,
// test/print/translate_test.cpp.
#ifndef RILL_VALUE_SEVERAL_H
#define RILL_VALUE_SEVERAL_H

#include "../base/config.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class First, class... Rest>
struct several {
  First first;
  several<Rest...> rest;
};
template <class First>
struct several<First> {
  First first;
};

template <class First, class... Rest>
constexpr several<First, Rest...> make_several(First&& first, Rest&&... rest) {
  if constexpr (sizeof...(Rest) == 0)
    return {static_cast<First&&>(first)};
  else
    return {static_cast<First&&>(first),
            make_several<Rest...>(static_cast<Rest&&>(rest)...)};
}

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif
