// rill/print/structure.h: how types are printed that have a shape and no hook.
//
// Floor 5. No allocation. A shape prints by a specialisation of shown in the
// file of its kind; what has parts lays them out by a layout, of which this
// one is the flat form, in one line. Tests: test/print/structure_test.cpp.
#ifndef RILL_PRINT_STRUCTURE_H
#define RILL_PRINT_STRUCTURE_H

#include "../value/debug.h"
#include "number_run.h"

namespace rill::inline RILL_BUILD::detail {

/// How a T of shape S is printed: in one line by
///     template <class T> static constexpr void put(writer&, T const&);
/// and, when it has parts, by
///     template <class Layout, class T>
///     static constexpr void walk(Layout&, T const&);
/// which also does for one line, where there is no put.
template <shape S>
struct shown;

/// The parts of a structure in one line: `[1, 2]`, `{"a": 1}`,
/// `point{x: 1, y: 2}`. The parts are in debug form.
class flat_layout {
 public:
  explicit constexpr flat_layout(writer& out) noexcept : out_(out) {}

  /// The beginning: a bracket, perhaps with a name before it.
  constexpr void open(text bracket) { out_.write(bracket); }
  constexpr void open(text name, text bracket) {
    out_.write(name);
    out_.write(bracket);
  }
  /// What stands for a structure without parts: `none`.
  constexpr void word(text name) { out_.write(name); }
  /// One part. Without open() before it, the structure is this part: what an
  /// optional holds.
  template <class T>
  constexpr void item(T const& value) {
    using part = debugged<T const&>;
    if constexpr (reaching<decltype(piece_of(imagined<part const>()))>) {
      auto const piece = piece_of(part{value});
      if (RILL_UNLIKELY(is_first_))
        piece.put(out_);
      else
        put_pieces(out_, literal_piece<3>{", "}, piece);
      is_first_ = false;
    } else {
      separate();
      detail::put(out_, part{value});
    }
  }
  /// Numbers in a row, each a part: the same as item() of each.
  template <class T>
  constexpr void items(number_run<T> run) {
    if (run.first == run.last) return;
    separate();
    put_numbers(out_, run, ", ");
  }
  /// A part with its key.
  template <class Key, class T>
  constexpr void entry(Key const& key, T const& value) {
    separate();
    detail::put(out_, debugged<Key const&>{key}, ": ",
                debugged<T const&>{value});
  }
  /// A part with its name.
  template <class T>
  constexpr void field(text name, T const& value) {
    separate();
    detail::put(out_, name, ": ", debugged<T const&>{value});
  }
  constexpr void close(text bracket) { out_.write(bracket); }

 private:
  constexpr void separate() {
    if (!is_first_) out_.write(", ");
    is_first_ = false;
  }

  writer& out_;
  bool is_first_ = true;
};

template <class T>
concept with_parts = requires(flat_layout& to, T const& value) {
  shown<shape_of<T>>::walk(to, value);
};

template <class T>
constexpr void put_shape(writer& out, T const& value) {
  if constexpr (requires { shown<shape_of<T>>::put(out, value); }) {
    shown<shape_of<T>>::put(out, value);
  } else {
    flat_layout layout(out);
    shown<shape_of<T>>::walk(layout, value);
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
