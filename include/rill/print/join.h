// rill/print/join.h: elements with a separator between them, rows, and what
// pointers point to.
//
// Floor 5. No allocation. Tests: test/print/join_test.cpp.
#ifndef RILL_PRINT_JOIN_H
#define RILL_PRINT_JOIN_H

#include "../value/layout.h"
#include "container.h"

namespace rill::inline RILL_BUILD::detail {

/// The parts of a structure as print has them, with a separator between them
/// and no brackets.
template <class Separator>
class join_layout {
 public:
  constexpr join_layout(writer& out, Separator const& separator) noexcept
      : out_(out), separator_(separator) {}

  constexpr void open(text) noexcept {}
  constexpr void open(text, text) noexcept {}
  constexpr void word(text name) { item(name); }
  template <class... Args>
  constexpr void put(Args const&... args) {
    if (!is_first_)
      detail::put(out_, separator_, args...);
    else
      detail::put(out_, args...);
    is_first_ = false;
  }
  template <class T>
  constexpr void item(T const& value) {
    put(value);
  }
  template <class T>
    requires(narrow_text<Separator> || std::is_same_v<Separator, char>)
  constexpr void items(number_run<T> run) {
    if constexpr (std::is_same_v<Separator, char>)
      put_numbers(out_, run, {&separator_, 1});
    else
      put_numbers(out_, run, text_piece_of(separator_).bytes);
  }
  template <class Key, class T>
  constexpr void entry(Key const& key, T const& value) {
    put(key, ": ", value);
  }
  template <class T>
  constexpr void field(text, T const& value) {
    put(value);
  }
  constexpr void close(text) noexcept {}

 private:
  writer& out_;
  Separator const& separator_;
  bool is_first_ = true;
};

// What has a shape with several parts, and is no range that prints in a way
// of its own.
template <class T>
constexpr bool has_several_parts() {
  if constexpr (text_like<T>)
    return false;
  else
    return shape_of<T> == shape::map || shape_of<T> == shape::tuple ||
           shape_of<T> == shape::many_way || shape_of<T> == shape::fields ||
           shape_of<T> == shape::aggregate;
}

template <class T>
concept joinable = iterable<T> || has_several_parts<T>();

template <class Separator, class T>
constexpr void put_joined(writer& out, T const& whole,
                          Separator const& separator) {
  join_layout<Separator> layout(out, separator);
  if constexpr (has_several_parts<T>())
    shown<shape_of<T>>::walk(layout, whole);
  else
    show_elements(layout, whole);
}

template <class Range, class Separator>
  requires joinable<bare<Range>> && has_a_way<bare<Separator>>
struct composite<joined<Range, Separator>> {
  static constexpr void put(writer& out, joined<Range, Separator> const& j) {
    put_joined<bare<Separator>, bare<Range>>(out, j.range, j.separator);
  }
};

template <class Function, class Range>
concept makes_of_elements =
    requires(Function const& function,
             typename element<bare<Range>>::reference item) { function(item); };

template <class Range, class Separator, class Third>
  requires iterable<bare<Range>> && has_a_way<bare<Separator>> &&
           (makes_of_elements<bare<Third>, Range> || has_a_way<bare<Third>>)
struct composite<joined_with<Range, Separator, Third>> {
  using value_type = joined_with<Range, Separator, Third>;

  static constexpr void put(writer& out, value_type const& j) {
    join_layout<bare<Separator>> layout(out, j.separator);
    if constexpr (makes_of_elements<bare<Third>, Range>)
      for (auto&& element : to_iterate(whole(j))) layout.put(j.third(element));
    else
      put_with_last(out, j);
  }

 private:
  static constexpr auto& whole(value_type const& j) noexcept {
    return static_cast<bare<Range> const&>(j.range);
  }
  // One iterator is an element ahead.
  static constexpr void put_with_last(writer& out, value_type const& j) {
    auto& range = to_iterate(whole(j));
    auto at = iterator_of(range);
    auto const last = end_of(range);
    if (!(at != last)) return;
    put_element(out, *at);
    if (!(++at != last)) return;
    for (auto next = at; ++next != last; ++at) {
      detail::put(out, j.separator);
      put_element(out, *at);
    }
    detail::put(out, j.third);
    put_element(out, *at);
  }
  template <class Element>
  static constexpr void put_element(writer& out, Element const& element) {
    detail::put(out, as_value<element_type<bare<Range>>>(element));
  }
};

// Each part in a line.
template <class Separator>
class rows_layout {
 public:
  constexpr rows_layout(writer& out, Separator const& separator) noexcept
      : out_(out), separator_(separator) {}

  constexpr void open(text) noexcept {}
  constexpr void open(text, text) noexcept {}
  template <class T>
  constexpr void item(T const& row) {
    begin_line();
    if constexpr (has_rows<T>())
      put_joined<Separator, T>(out_, row, separator_);
    else
      detail::put(out_, row);
  }
  template <class Key, class T>
  constexpr void entry(Key const& key, T const& value) {
    begin_line();
    detail::put(out_, key, separator_);
    is_first_ = true;
    item(value);
  }
  template <class T>
  constexpr void field(text, T const& row) {
    item(row);
  }
  constexpr void close(text) noexcept {}

 private:
  // Does a row consist of elements? A text and what has a hook do not.
  template <class T>
  static constexpr bool has_rows() {
    if constexpr (prints_itself<T>)
      return false;
    else
      return joinable<T>;
  }
  constexpr void begin_line() {
    if (!is_first_) out_.put('\n');
    is_first_ = false;
  }

  writer& out_;
  Separator const& separator_;
  bool is_first_ = true;
};

template <class Matrix, class Separator>
  requires joinable<bare<Matrix>> && has_a_way<bare<Separator>>
struct composite<rows_of<Matrix, Separator>> {
  static constexpr void put(writer& out, rows_of<Matrix, Separator> const& r) {
    rows_layout<bare<Separator>> layout(out, r.separator);
    bare<Matrix> const& matrix = r.matrix;
    if constexpr (has_several_parts<bare<Matrix>>())
      shown<shape_of<bare<Matrix>>>::walk(layout, matrix);
    else
      show_elements(layout, matrix);
  }
};

template <class T>
concept points_to_a_value =
    !std::is_bounded_array_v<T> &&
    (requires(T const& pointer) { *&*pointer; } || requires(T const& pointer) {
      pointer.expired();
      *pointer.lock();
    });

// Writes what a pointer points to, or null: at the top as print has it, as an
// element in debug form.
template <bool AtTheTop, class T>
constexpr void put_pointee(writer& out, T const& pointer) {
  if constexpr (requires { pointer.expired(); }) {
    put_pointee<AtTheTop>(out, pointer.lock());
  } else {
    if constexpr (requires { static_cast<bool>(pointer); })
      if (!static_cast<bool>(pointer)) return out.write("null", 4);
    if constexpr (AtTheTop)
      detail::put(out, *pointer);
    else
      detail::put(out, debugged<bare<decltype(*pointer)> const&>{*pointer});
  }
}

template <class Pointer>
  requires points_to_a_value<bare<Pointer>>
struct composite<dereferenced<Pointer>> {
  static constexpr void put(writer& out, dereferenced<Pointer> const& d) {
    put_pointee<true, bare<Pointer>>(out, d.pointer);
  }
};

template <class Range>
  requires(!points_to_a_value<bare<Range>> && iterable<bare<Range>> &&
           points_to_a_value<element_type<bare<Range>>>)
struct composite<dereferenced<Range>> {
  static constexpr void put(writer& out, dereferenced<Range> const& d) {
    bare<Range> const& range = d.pointer;
    char const* before = "[";
    for (auto&& pointer : to_iterate(range)) {
      out.write(before);
      before = ", ";
      put_pointee<false, element_type<bare<Range>>>(out, pointer);
    }
    out.write(*before == '[' ? "[]" : "]");
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
