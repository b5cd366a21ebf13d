// rill/binary/binary_sight.h: what a file sees of a type that it writes or
// reads as binary data.
//
// Layer 6. No code. Tests: test/binary/binary_sight_test.cpp,
// test/system/sight_test.py.
#ifndef RILL_BINARY_BINARY_SIGHT_H
#define RILL_BINARY_BINARY_SIGHT_H

#include "../shape/sight.h"
#include "failure.h"

namespace rill::inline RILL_BUILD::detail {

/// The types of the parts of a structure or a variant.
template <class T>
struct binary_parts_of {
  using list = parts<T>;
};
template <has_own_parts T>
struct binary_parts_of<T> {
  using list = member_types<T>;
};
template <class T>
using binary_parts = typename binary_parts_of<T>::list;

// The types that are encoded with a T. They are not always the parts of its
// shape, by which it prints: an owning pointer contains its value, and the
// elements of a range are read as T::value_type, which may differ from what its
// iterator returns.
template <class T, binary_kind Kind>
struct encoded_parts {
  using list = binary_parts<T>;
};
template <class T>
  requires requires { typename T::value_type; }
struct encoded_parts<T, binary_kind::range> {
  using list = type_list<typename T::value_type>;
};
template <class T>
  requires requires { typename T::value_type; }
struct encoded_parts<T, binary_kind::layout> {
  using list = type_list<typename T::value_type>;
};
template <class T>
struct encoded_parts<T, binary_kind::owner> {
  using list = type_list<typename T::element_type>;
};

// `Within` are the types around T, as in a tree, which contains its own type.
template <class T, class... Within>
constexpr sight find_binary_sight();

template <class... Within, class... Parts>
constexpr sight binary_sight_of_parts(sight own, type_list<Parts...>) {
  ((own = own * sight_factor +
          find_binary_sight<remove_cvref<Parts>, Within...>()),
   ...);
  return own;
}

// Not find_sight of shape/sight.h: it stops at texts, also at those with a
// hook, and at the types of the library.
template <class T, class... Within>
constexpr sight find_binary_sight() {
  if constexpr (!may_be_seen<T> || (std::is_same_v<T, Within> || ...)) {
    return 0;
  } else {
    constexpr binary_kind kind = binary_kind_of<T>;
    if constexpr (kind == binary_kind::hook)
      return hooked_by_name<T> ? 1 : 2;
    else if constexpr (kind == binary_kind::text)
      return 0;
    else
      return binary_sight_of_parts<Within..., T>(
          sight_of_line<T>(), typename encoded_parts<T, kind>::list());
  }
}

/// What this file sees of a type that it writes or reads. A function that
/// encodes or decodes a T has it as a template argument if its code depends on
/// it.
template <class T>
inline constexpr sight binary_sight_of =
    find_binary_sight<std::remove_cv_t<T>>();

/// What this file sees of several types.
template <class... T>
inline constexpr sight binary_sight_of_call =
    binary_sight_of_parts(0, type_list<T...>());

}  // namespace rill::inline RILL_BUILD::detail

#endif
