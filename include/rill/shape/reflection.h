// rill/shape/reflection.h: the names of members and enumerators, where the
// compiler has reflection (P2996).
//
// Layer 2. constexpr. Empty where RILL_REFLECTION is 0. It is 1 with g++ 16 and
// -std=c++26 -freflection; <meta> then costs as much as a large header. Tested
// by hand with g++ 16.2: no compiler of the test suite has reflection. Tests:
// test/shape/fields_test.cpp.
#ifndef RILL_SHAPE_REFLECTION_H
#define RILL_SHAPE_REFLECTION_H

#include "../base/config.h"

#if RILL_REFLECTION
#include <meta>  // std::meta::nonstatic_data_members_of, enumerators_of

#include "aggregate.h"
#include "enumeration.h"
#include "fields.h"

namespace rill::inline RILL_BUILD::detail {

consteval text name_of(std::meta::info what) {
  return std::define_static_string(identifier_of(what));
}

// Unnamed members are bit-fields that are only padding.
template <class T>
consteval auto reflect_names() {
  name_list<std::size_t{member_count<T>}> made{};
  int i = 0;
  for (std::meta::info const member :
       nonstatic_data_members_of(^^T, std::meta::access_context::unchecked()))
    if (has_identifier(member)) made.names[i++] = name_of(member);
  return made;
}

template <class T>
struct reflected_names {
  static constexpr auto list = reflect_names<T>();
};

template <class T, class Function>
constexpr decltype(auto) with_reflected_fields(T& value, Function& function) {
  return with_members(value, [&](auto&... members) -> decltype(auto) {
    return function(reflected_names<std::remove_cv_t<T>>(), members...);
  });
}

template <class E>
consteval auto reflect_enumerators() {
  constexpr int count = static_cast<int>(enumerators_of(^^E).size());
  counted_enumerators<E, count> made;
  int i = 0;
  for (std::meta::info const one : enumerators_of(^^E))
    made.list[i++] = {name_of(one), extract<E>(one)};
  return made;
}

template <class E>
struct names_by_reflection {
  static constexpr auto all = reflect_enumerators<E>();
  static constexpr enumerator_list<E> names = {all.list, all.list + all.count};
};

}  // namespace rill::inline RILL_BUILD::detail
#endif

#endif
