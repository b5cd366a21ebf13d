// rill/print/rows.h: the parts of a value in rows.
//
// Floor 5. No allocation. Tests: test/print/join_test.cpp.
#ifndef RILL_PRINT_ROWS_H
#define RILL_PRINT_ROWS_H

#include "../value/parts.h"
#include "container.h"
#include "join.h"

namespace rill::inline RILL_BUILD::detail {

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

template <class Matrix, class Separator>
struct blamed<rows_of<Matrix, Separator>>
    : blamed_part<rows_of<Matrix, Separator>, bare<Matrix>, bare<Separator>> {};
template <class Matrix, class Separator>
inline constexpr wrapper_fault fault_of<rows_of<Matrix, Separator>> =
    joinable<bare<Matrix>> ? wrapper_fault::none : wrapper_fault::no_parts;

}  // namespace rill::inline RILL_BUILD::detail

#endif
