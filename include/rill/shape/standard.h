// rill/shape/standard.h: the smaller types of the standard library, by their
// names, and exceptions by their base.
//
// Floor 2. Includes none of their headers. Tests: test/shape/standard_test.cpp.
#ifndef RILL_SHAPE_STANDARD_H
#define RILL_SHAPE_STANDARD_H

#include <type_traits>  // std::is_convertible_v

#include "../base/bare.h"
#include "kind.h"
#include "name_in_std.h"

#if RILL_HOSTED
#include <new>  // std::exception, the base of std::bad_alloc
#endif

namespace rill::inline RILL_BUILD::detail {

constexpr shape shape_of_name(text whole) noexcept {
  name_in_std const made(whole);
  text const name = made.name();
  if (name.size == 0) return shape::none;
  struct known {
    text name;
    shape kind;
  };
  constexpr known all[] = {
      {"byte", shape::byte},
      {"ratio", shape::ratio},
      {"atomic", shape::atomic},
      {"bitset", shape::bits},
      {"complex", shape::complex},
      {"monostate", shape::nothing},
      {"nullopt_t", shape::nothing},
      {"unexpected", shape::unexpected},
      // That of a const std::vector<bool> in libc++.
      {"__bit_const_reference", shape::bit},
      {"weak_ordering", shape::ordering},
      {"strong_ordering", shape::ordering},
      {"source_location", shape::source_location},
      {"partial_ordering", shape::ordering},
#if RILL_HOSTED
      {"errc", shape::error_code},
      {"locale", shape::naming},
      {"type_info", shape::type_info},
      {"sub_match", shape::naming},
      {"type_index", shape::type_info},
      // What clang calls those of libc++.
      {"csub_match", shape::naming},
      {"ssub_match", shape::naming},
      {"wcsub_match", shape::naming},
      {"wssub_match", shape::naming},
      {"thread::id", shape::thread_id},
      {"error_code", shape::error_code},
      {"__thread_id", shape::thread_id},
      {"exception_ptr", shape::exception_pointer},
      {"error_condition", shape::error_code},
      {"filesystem::directory_entry", shape::naming},
#endif
  };
  for (known const& one : all)
    if (name == one.name) return one.kind;
  return shape::none;
}

// A base that can be reached; of a type without a definition, none. Asked of
// every class, so without a class template of the standard library.
template <class T>
concept exception_like =
#if RILL_HOSTED
    requires(T const* value, void (*take)(std::exception const*)) {
      take(value);
    };
#else
    false;
#endif

// An element of std::vector<bool> and of std::bitset, which is an object of a
// class and stands for a bool.
template <class T>
concept bit_like = requires(T& bit) {
  bit.flip();
  bit = true;
} && std::is_convertible_v<T const&, bool>;

template <class T>
constexpr shape standard_shape() {
  constexpr shape named = shape_of_name(whole_type_name<T>());
  if constexpr (named == shape::none && exception_like<T>)
    return shape::exception;
  else if constexpr (named == shape::none && bit_like<T>)
    return shape::bit;
  else
    return named;
}

template <>
struct shape_parts<shape::atomic> {
  template <class T>
  using list = type_list<typename T::value_type>;
};
template <>
struct shape_parts<shape::complex> {
  template <class T>
  using list = type_list<typename T::value_type>;
};
template <>
struct shape_parts<shape::unexpected> {
  template <class T>
  using list = type_list<bare<decltype(imagined<T const>().error())>>;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
