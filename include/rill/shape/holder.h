// rill/shape/holder.h: containers, optionals, variants, expected values and
// references by their shape, and the choice of a shape.
//
// Layer 2. Tests: test/shape/container_test.cpp, test/shape/holder_test.cpp,
// test/shape/shape_test.cpp.
#ifndef RILL_SHAPE_HOLDER_H
#define RILL_SHAPE_HOLDER_H

#include <concepts>     // std::same_as
#include <type_traits>  // std::is_bounded_array_v, std::is_convertible_v

#include "../base/run.h"
#include "../base/text.h"
#include "aggregate.h"
#include "enumeration.h"
#include "fields.h"
#include "range.h"
#include "reflection.h"
#include "shape.h"
#include "standard_types.h"

// Ranges, maps, sets, pairs, tuples, container adaptors and mdspan, by their
// shape.
//
// Includes none of their headers.

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept pair_like = requires(T const& pair) {
  pair.first;
  pair.second;
  typename T::first_type;
  typename T::second_type;
} && !requires(T const& match) { match.matched; };  // std::sub_match

// True for a range that has its own type among its elements, their elements and
// so on; true also for ranges nested 32 deep. The search ends at maps.
template <class First, class T = First, class... Within>
constexpr bool is_endless() {
  if constexpr (sizeof...(Within) == 32) {
    return true;
  } else if constexpr (sizeof...(Within) != 0 && std::is_same_v<T, First>) {
    return true;
  } else if constexpr ((std::is_same_v<T, Within> || ...) || text_like<T>) {
    return false;
  } else if constexpr (std::is_class_v<T> || std::is_bounded_array_v<T>) {
    if constexpr (!iterable<T>)
      return false;
    else if constexpr (map_like<T>)
      return false;
    else
      return is_endless<First, element_type<T>, Within..., T>();
  } else {
    return false;
  }
}

// Only class and array elements can be endless; numbers skip the check.
template <class Element>
inline constexpr bool may_be_endless =
    std::is_class_v<Element> || std::is_array_v<Element>;

// The arguments of a template that takes only types, such as std::tuple.
template <class T>
struct arguments_of {
  using list = type_list<>;
};
template <template <class...> class Template, class... Args>
struct arguments_of<Template<Args...>> {
  using list = type_list<Args...>;
};

template <class T>
inline constexpr bool is_template_of_nothing = false;
template <template <class...> class Template>
inline constexpr bool is_template_of_nothing<Template<>> = true;

// std::tuple<>, which only its name distinguishes from other empty templates.
template <class T>
constexpr bool is_empty_tuple() {
  if constexpr (is_template_of_nothing<T>)
    return whole_type_name<T>().ends_with("::tuple<>");
  else
    return false;
}

// get<0> of a std::tuple<> is a hard error, so the first condition excludes it.
template <class T>
concept tuple_like =
    !std::is_same_v<typename arguments_of<T>::list, type_list<>> &&
    requires(T const& tuple) { get<0>(tuple); };

// Accesses the container of a std::stack or std::queue, a protected member.
template <class Adaptor>
struct below : Adaptor {
  template <class T>
  static constexpr auto& of(T const& adaptor)
    requires requires { adaptor.*(&below::c); }
  {
    return adaptor.*(&below::c);
  }
};

// std::stack, std::queue, std::priority_queue.
template <class T>
concept adaptor_like = requires(T& adaptor) {
  typename T::container_type;
  adaptor.pop();
} && !std::is_final_v<T> && requires(T const& adaptor) {
  below<T>::of(adaptor);
};

// std::mdspan.
template <class T>
concept mdspan_like = requires(T const& span) {
  typename T::extents_type;
  span.extent(T::rank() - T::rank());
  span.mapping();
  span.accessor().access(span.data_handle(), 0);
};

// QString, QByteArray and the string views of Qt. They are text if driver/qt.h
// is included, and never ranges of characters.
template <class T>
concept qt_string_like = requires(T const& text) {
  { text.isNull() } -> std::same_as<bool>;
  { text.isEmpty() } -> std::same_as<bool>;
  *text.data();
  text.chopped(1);
};

template <class T>
constexpr shape container_shape() {
  if constexpr (iterable<T>) {
    if constexpr (map_like<T>)
      return shape::map;
    else if constexpr (qt_string_like<T>)
      return shape::none;
    else if constexpr (frame_like<element_type<T>>)
      return shape::stack_trace;
    else if constexpr (may_be_endless<element_type<T>> && is_endless<T>())
      return shape::none;
    else if constexpr (requires { typename T::key_type; })
      return shape::set;
    else
      return shape::range;
  } else if constexpr (pair_like<T> || tuple_like<T> || is_empty_tuple<T>()) {
    return shape::tuple;
  } else if constexpr (adaptor_like<T>) {
    return shape::adaptor;
  } else if constexpr (mdspan_like<T>) {
    return shape::mdspan;
  } else {
    return shape::none;
  }
}

template <>
struct shape_parts<shape::range> {
  template <class T>
  using list = type_list<element_type<T>>;
};
template <>
struct shape_parts<shape::set> : shape_parts<shape::range> {};

// The types of the key and the value of a map entry. The value may be a proxy
// reference to bool.
template <class Map>
struct entry_of {
  using reference = typename element<Map>::reference;
  using key = remove_cvref<decltype(declval<reference&>().first)>;
  using held = remove_cvref<decltype(declval<reference&>().second)>;
  struct value_of_map {
    using value_type = typename Map::mapped_type;
  };
  using value = typename value_behind<held, value_of_map>::type;
};

template <>
struct shape_parts<shape::map> {
  template <class T>
  using list =
      type_list<typename entry_of<T>::key, typename entry_of<T>::value>;
};

template <class... Args>
constexpr type_list<remove_cvref<Args>...> bare_list(type_list<Args...>) {
  return {};
}

template <class T>
struct parts_of_tuple {
  using list = decltype(bare_list(typename arguments_of<T>::list()));
};
template <pair_like T>
struct parts_of_tuple<T> {
  using list = type_list<remove_cvref<decltype(T::first)>,
                         remove_cvref<decltype(T::second)>>;
};

template <>
struct shape_parts<shape::tuple> {
  template <class T>
  using list = typename parts_of_tuple<T>::list;
};

template <>
struct shape_parts<shape::adaptor> {
  template <class T>
  using list = type_list<remove_cvref<decltype(below<T>::of(declval<T&>()))>>;
};

template <class T>
struct parts_of_mdspan {
  using list = type_list<remove_cvref<decltype(declval<T&>().accessor().access(
      declval<T&>().data_handle(), 0))>>;
};

template <>
struct shape_parts<shape::mdspan> {
  template <class T>
  using list = typename parts_of_mdspan<T>::list;
};

// Optionals, variants, expected values, references and smart pointers, by
// their shape.
//
// Includes none of their headers.

template <class T>
concept holds_perhaps = requires(T const& holder) {
  static_cast<bool>(holder.has_value());
  *holder;
  holder.value();
};

// std::optional, boost::optional and similar types.
template <class T>
concept optional_like = holds_perhaps<T> && requires(T const& holder) {
  requires !std::is_void_v<decltype(*holder)>;
} && !requires(T const& holder) { holder.error(); };

// std::expected and similar types, with void values too.
template <class T>
concept expected_like =
    holds_perhaps<T> && requires(T const& holder) { *&holder.error(); };

// The alternatives of a variant or of a class derived from one.
template <template <class...> class Variant, class... Args>
type_list<remove_cvref<Args>...> alternatives_of(Variant<Args...> const&);

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

// std::unique_ptr, std::shared_ptr and the smart pointers of other libraries.
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
  using list = type_list<remove_cvref<decltype(*declval<T const&>())>>;
};

template <>
struct shape_parts<shape::variant> {
  template <class T>
  using list = decltype(alternatives_of(declval<T const&>()));
};

template <class T, class Value>
struct parts_of_expected {
  using list = type_list<remove_cvref<Value>,
                         remove_cvref<decltype(declval<T const&>().error())>>;
};
template <class T>
struct parts_of_expected<T, void> {
  using list = type_list<remove_cvref<decltype(declval<T const&>().error())>>;
};

template <>
struct shape_parts<shape::expected> {
  template <class T>
  using list =
      typename parts_of_expected<T, decltype(*declval<T const&>())>::list;
};

template <>
struct shape_parts<shape::reference> {
  template <class T>
  using list = type_list<std::remove_cv_t<typename T::type>>;
};

// The shapes of types for which the user wrote no RILL_FIELDS or hook.

// Containers with an allocator, the most frequent case. Every such type is a
// container, so the other checks are skipped.
template <class T>
concept allocating_container = requires {
  typename T::allocator_type;
  typename T::value_type;
} && iterable<T>;

// Special shapes are checked before general ones: an optional may also be a
// range, and a duration does not print by its members.
template <class T>
constexpr shape choose_shape() {
  if constexpr (std::is_array_v<T>) {
    return container_shape<T>();
  } else if constexpr (std::is_enum_v<T>) {
    constexpr shape odd = standard_shape<T>();
    return odd != shape::none ? odd : enumeration_shape<T>();
  } else if constexpr (is_in_place<T>) {
    return container_shape<T>();
  } else if constexpr (is_of_rill<T>) {
    return shape::none;
  } else if constexpr (allocating_container<T>) {
    return container_shape<T>();
  } else if constexpr (constexpr shape odd = standard_shape<T>();
                       odd != shape::none) {
    return odd;
  } else if constexpr (constexpr shape time = time_shape<T>();
                       time != shape::none) {
    return time;
  } else if constexpr (constexpr shape held = holder_shape<T>();
                       held != shape::none) {
    return held;
  } else if constexpr (constexpr shape many = container_shape<T>();
                       many != shape::none) {
    return many;
  } else if constexpr (iterable<T>) {
    return shape::none;  // an endless range
  } else if constexpr (frame_like<T>) {
    return shape::stack_frame;
  } else {
    return aggregate_shape<T>();
  }
}

template <class T>
constexpr shape_fault find_shape_fault() {
  if constexpr (qt_string_like<T>)
    return shape_fault::qt_string;
  else if constexpr (is_endless<T>())
    return shape_fault::endless;
  else if constexpr (requires(T const& range) {
                       range.begin();
                       range.end();
                     })
    return shape_fault::no_iterators;
  else if constexpr (derived_structure<T>)
    return shape_fault::derived;
  else if constexpr (large_structure<T>)
    return shape_fault::large;
  else if constexpr (uncounted_structure<T>)
    return shape_fault::uncountable;
  else
    return shape_fault::none;
}

template <class T>
struct chosen_shape {
  static constexpr shape value = choose_shape<T>();
  // Evaluated only for refused types.
  static constexpr shape_fault fault() { return find_shape_fault<T>(); }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
