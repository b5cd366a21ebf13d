// rill/base/iteration.h: the ranges that a range-for accepts, and those that
// change when they are iterated.
//
// Layer 0. Includes no header of a container. Tests:
// test/shape/container_test.cpp, test/print/const_range_test.cpp.
#ifndef RILL_BASE_ITERATION_H
#define RILL_BASE_ITERATION_H

#include <type_traits>  // std::is_copy_constructible_v

#include "run.h"
#include "text.h"

namespace rill::inline RILL_BUILD::detail {

// An iterator that can be compared with its sentinel, incremented and
// dereferenced.
template <class Iterator, class End>
concept goes_to = requires(Iterator& at, End& end) {
  at != end;
  ++at;
  requires !std::is_void_v<decltype(*at)>;
};

template <class Range>
concept iterable_as_it_is = requires(Range& range) {
  requires goes_to<decltype(range.begin()), decltype(range.end())>;
} || std::is_bounded_array_v<Range> || requires(Range& range) {
  requires goes_to<decltype(begin(range)), decltype(end(range))>;
};

// The begin iterator of a range.
template <class Range>
constexpr auto iterator_of(Range& range) {
  if constexpr (std::is_bounded_array_v<Range>)
    return &range[0];
  else if constexpr (requires { range.begin(); })
    return range.begin();
  else
    return begin(range);
}

// The end iterator or sentinel of a range.
template <class Range>
constexpr auto end_of(Range& range) {
  if constexpr (std::is_bounded_array_v<Range>)
    return &range[0] + std::extent_v<Range>;
  else if constexpr (requires { range.end(); })
    return range.end();
  else
    return end(range);
}

// A range whose begin() is not const, such as a std::views::filter, which keeps
// its first element, or a generator. Texts are excluded.
template <class T>
concept changed_by_iterating = std::is_class_v<T> && !requires(T const& range) {
  range.begin();
} && iterable_as_it_is<T> && !iterable_as_it_is<T const> && !text_like<T>;

// A range that can be iterated only where it is not const: it has no copy.
template <class T>
concept iterable_only_in_place =
    changed_by_iterating<T> && !std::is_copy_constructible_v<T>;

// The member types by which a set and a map are recognised.
template <class Range>
concept has_keys = requires { typename Range::key_type; };
template <class Range>
concept has_keys_and_values =
    has_keys<Range> && requires { typename Range::mapped_type; };
template <class Range>
struct keys_of {};
template <has_keys Range>
struct keys_of<Range> {
  using key_type = typename Range::key_type;
};
template <has_keys_and_values Range>
struct keys_of<Range> {
  using key_type = typename Range::key_type;
  using mapped_type = typename Range::mapped_type;
};

// Makes a range that may be changed iterable as const. The functions of print
// take each argument by reference to const, so its type does not say whether
// the argument itself is const. `in_place<Range&>` refers to a variable,
// `in_place<Range>` holds a temporary.
template <class Range>
struct in_place : keys_of<Range> {
  mutable Range range;
  constexpr in_place(Range&& from) : range(static_cast<Range&&>(from)) {}
  constexpr auto begin() const { return iterator_of(range); }
  constexpr auto end() const { return end_of(range); }
};
template <class Range>
struct in_place<Range&> : keys_of<Range> {
  Range& range;
  constexpr in_place(Range& to) noexcept : range(to) {}
  constexpr auto begin() const { return iterator_of(range); }
  constexpr auto end() const { return end_of(range); }
};

template <class T>
inline constexpr bool is_in_place = false;
template <class Range>
inline constexpr bool is_in_place<in_place<Range>> = true;

// T, or the range that an in_place<Range> stands for.
template <class T>
struct type_in_place {
  using type = T;
};
template <class Range>
struct type_in_place<in_place<Range>> {
  using type = std::remove_reference_t<Range>;
};

// True for the T of a parameter T&& whose argument is changed_by_iterating and
// not const.
template <class T>
concept range_to_change = !std::is_const_v<std::remove_reference_t<T>> &&
                          changed_by_iterating<std::remove_reference_t<T>>;

// What a wrapper keeps of an argument T&&. A temporary that has a copy is kept
// as it is and prints as a copy, so two threads may print one wrapper.
template <class T>
struct kept_argument {
  using type = T;
};
template <range_to_change T>
  requires(std::is_lvalue_reference_v<T> || iterable_only_in_place<T>)
struct kept_argument<T> {
  using type = in_place<T>;
};
template <class T>
using kept = typename kept_argument<T>::type;

// Passes on an argument of a print, a range that may be changed as in_place.
template <class T>
constexpr decltype(auto) to_print(std::remove_reference_t<T>& value) noexcept {
  if constexpr (range_to_change<T>)
    return in_place<std::remove_reference_t<T>&>(value);
  else
    return static_cast<T&&>(value);
}

// The type that an argument T&& prints as.
template <class T>
struct printed_argument {
  using type = remove_cvref<T>;
};
template <range_to_change T>
struct printed_argument<T> {
  using type = in_place<std::remove_reference_t<T>&>;
};
template <class T>
using printed = typename printed_argument<T>::type;

// A verb that takes its arguments by reference to const derives from this. The
// overload here is a better match if one of them is a range that may be
// changed. In such a call, a bit-field does not compile: T&& cannot refer to
// it. The call has no symbol of its own: that would not tell what the file sees
// of the types (shape/sight.h).
template <class Verb>
struct changing_ranges {
  template <class... Args>
    requires(range_to_change<Args> || ...)
  RILL_ALWAYS_INLINE constexpr decltype(auto) operator()(Args&&... args) const {
    return static_cast<Verb const&>(*this)(to_print<Args>(args)...);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
