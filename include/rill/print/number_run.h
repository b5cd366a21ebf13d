// rill/print/number_run.h: contiguous numbers, with a separator between them.
//
// Layer 5. No allocation. All containers of the same type of numbers share the
// code. Tests: test/print/number_run_test.cpp.
#ifndef RILL_PRINT_NUMBER_RUN_H
#define RILL_PRINT_NUMBER_RUN_H

#include "../shape/range.h"
#include "put.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept number_in_a_row =
    has_builtin_formatter<T> && std::is_arithmetic_v<T> && !character<T>;

/// The numbers in [first, last).
template <class T>
struct number_run {
  T const* first;
  T const* last;
};

// A range whose elements may be contiguous numbers.
template <class Range>
concept holds_numbers =
    number_in_a_row<element_type<Range>> && iterable_as_it_is<Range const> &&
    std::is_lvalue_reference_v<typename element<Range>::reference> &&
    (std::is_pointer_v<typename element<Range>::iterator> ||
     requires(Range const& range) {
       { range.data() } -> std::convertible_to<element_type<Range> const*>;
       { range.size() } -> std::convertible_to<std::size_t>;
     });

// Finds the contiguous numbers of a range. The addresses of the first and the
// last element reveal a range whose data() is not all of its elements in order,
// such as one with a stride of two.
template <holds_numbers Range>
constexpr bool find_numbers(Range const& range,
                            number_run<element_type<Range>>& found) {
  if constexpr (std::is_bounded_array_v<Range>) {
    found = {&range[0], &range[0] + std::extent_v<Range>};
    return true;
  } else if constexpr (requires {
                         range.data();
                         range.size();
                       }) {
    auto const size = static_cast<std::size_t>(range.size());
    found = {range.data(), range.data() + size};
    if (size < 2) return true;
    auto last = iterator_of(range);
    auto const first = last;
    if constexpr (requires { last += range.size(); }) {
      last += static_cast<decltype(last - first)>(size - 1);
      return &*first == found.first && &*last == found.last - 1;
    } else {
      return false;
    }
  } else if constexpr (requires { found.last = range.end(); }) {
    found = {iterator_of(range), range.end()};
    return true;
  } else {
    return false;
  }
}

/// Writes numbers. Cost: two checks of the room for each number. If the
/// separator has at most eight bytes, one move copies it, and one check serves
/// as many numbers as certainly fit.
template <class T>
[[gnu::noinline]] constexpr void put_numbers(writer& out, number_run<T> numbers,
                                             text separator) {
  constexpr std::size_t most = 8;
  constexpr std::size_t max_size = most + builtin_formatter<T>::room;
  T const* at = numbers.first;
  if (at == numbers.last) return;
  put_builtin<T>(out, *at++);
  bool const is_short = separator.size <= most;
  char bytes[most] = {};
  if (is_short) copy_bytes(bytes, separator.data, separator.size);
  while (at != numbers.last) {
    std::size_t const fit =
        is_short ? smaller(out.room() / max_size,
                           static_cast<std::size_t>(numbers.last - at))
                 : 0;
    char* cursor = out.cursor();
    for (T const* const end = at + fit; at != end; ++at) {
      copy_bytes(cursor, bytes, most);
      cursor = builtin_formatter<T>::write(cursor + separator.size, *at);
    }
    out.advance_to(cursor);
    if (fit != 0) continue;
    out.write(separator);
    put_builtin<T>(out, *at++);
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
