// rill/shape/type_name.h: the name of a type, from the text that compilers
// have for the function they are in.
//
// Floor 2. constexpr; no run-time type information. Tests:
// test/shape/type_name_test.cpp.
#ifndef RILL_SHAPE_TYPE_NAME_H
#define RILL_SHAPE_TYPE_NAME_H

#include "../base/text.h"

// In a namespace without types: g++ writes those of the function's own without
// their namespaces.
namespace rill::inline RILL_BUILD::type_texts {

// g++:   … [with T = std::vector<int>]
// clang: … [T = std::vector<int>]
template <class T>
constexpr text function_text() noexcept {
  return {__PRETTY_FUNCTION__, sizeof __PRETTY_FUNCTION__ - 1};
}

}  // namespace rill::inline RILL_BUILD::type_texts

namespace rill::inline RILL_BUILD::detail {

using type_texts::function_text;

// How much of the text of another type is not its name; that of int is known.
inline constexpr std::size_t name_begin = [] {
  text const of_int = function_text<int>();
  std::size_t at = of_int.size - 4;
  while (of_int.data[at] != 'i') --at;
  return at;
}();
inline constexpr std::size_t name_tail =
    function_text<int>().size - name_begin - 3;

/// The whole name of T as the compiler writes it: `app::point`.
template <class T>
constexpr text whole_type_name() noexcept {
  constexpr text whole = function_text<T>();
  return {whole.data + name_begin, whole.size - name_begin - name_tail};
}

/// True for types in namespace rill. They define their own printing.
template <class T>
inline constexpr bool is_of_rill = whole_type_name<T>().starts_with("rill::");

}  // namespace rill::inline RILL_BUILD::detail

#endif
