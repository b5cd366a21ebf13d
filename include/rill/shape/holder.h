// rill/shape/holder.h: optionals, variants, expected values, references and
// smart pointers, by their shape.
//
// Floor 2. Includes none of their headers. Tests: test/shape/holder_test.cpp.
#ifndef RILL_SHAPE_HOLDER_H
#define RILL_SHAPE_HOLDER_H

#include <concepts>  // std::same_as

#include "../base/bare.h"
#include "../base/text.h"
#include "kind.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept holds_perhaps = requires(T const& holder) {
  static_cast<bool>(holder.has_value());
  *holder;
  holder.value();
};

// std::optional, boost::optional and their like.
template <class T>
concept optional_like = holds_perhaps<T> && requires(T const& holder) {
  requires !std::is_void_v<decltype(*holder)>;
} && !requires(T const& holder) { holder.error(); };

// std::expected and its like, also of void.
template <class T>
concept expected_like =
    holds_perhaps<T> && requires(T const& holder) { *&holder.error(); };

// The alternatives of a variant, also of a class derived from one.
template <template <class...> class Variant, class... Args>
type_list<bare<Args>...> alternatives_of(Variant<Args...> const&);

template <class T>
concept variant_like = requires(T const& variant) {
  alternatives_of(variant);
  static_cast<bool>(variant.valueless_by_exception());
  variant.index();
};

// std::reference_wrapper.
template <class T>
concept reference_like = requires(T const& reference) {
  typename T::type;
  { reference.get() } -> std::same_as<typename T::type&>;
} && std::is_convertible_v<T const&, typename T::type&>;

// std::unique_ptr, std::shared_ptr and those of other libraries.
template <class T>
concept owner_like = requires(T const& pointer) {
  typename T::element_type;
  { pointer.get() } -> std::convertible_to<void const volatile*>;
  static_cast<bool>(pointer);
};

// std::weak_ptr.
template <class T>
concept observer_like = requires(T const& pointer) {
  typename T::element_type;
  pointer.expired();
  pointer.lock().get();
};

template <class T>
constexpr shape holder_shape() {
  if constexpr (optional_like<T>)
    return shape::optional;
  else if constexpr (expected_like<T>)
    return shape::expected;
  else if constexpr (variant_like<T>)
    return shape::variant;
  else if constexpr (owner_like<T> || observer_like<T>)
    return shape::pointer;
  else if constexpr (reference_like<T>)
    return shape::reference;
  else
    return shape::none;
}

template <>
struct shape_parts<shape::optional> {
  template <class T>
  using list = type_list<bare<decltype(*imagined<T const>())>>;
};

template <>
struct shape_parts<shape::variant> {
  template <class T>
  using list = decltype(alternatives_of(imagined<T const>()));
};

template <class T, class Value>
struct parts_of_expected {
  using list =
      type_list<bare<Value>, bare<decltype(imagined<T const>().error())>>;
};
template <class T>
struct parts_of_expected<T, void> {
  using list = type_list<bare<decltype(imagined<T const>().error())>>;
};

template <>
struct shape_parts<shape::expected> {
  template <class T>
  using list =
      typename parts_of_expected<T, decltype(*imagined<T const>())>::list;
};

template <>
struct shape_parts<shape::reference> {
  template <class T>
  using list = type_list<std::remove_cv_t<typename T::type>>;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
