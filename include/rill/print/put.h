// rill/print/put.h: pieces into a writer, with one check where that will do.
//
// Floor 5. The heart of print. Tests: test/print/print_test.cpp.
#ifndef RILL_PRINT_PUT_H
#define RILL_PRINT_PUT_H

#include "put_at.h"
#include "refuse.h"

namespace rill::inline RILL_BUILD::detail {

// Numbers are inline in a print of one or two pieces, the value and the
// newline of a loop; in longer ones they are called (piece.h has the figures).
template <bool Inline, class Piece>
RILL_ALWAYS_INLINE constexpr char* write_piece(char* cursor,
                                               Piece const& piece) {
  if constexpr (!Inline && requires { piece.write_by_call(cursor); })
    return piece.write_by_call(cursor);
  else
    return piece.write(cursor);
}

template <class... Pieces>
constexpr void put_each(writer& out, Pieces const&... pieces) {
  (pieces.put(out), ...);
}

template <bool Inline>
RILL_ALWAYS_INLINE constexpr bool write_reserved(writer& out, char* cursor) {
  out.advance_to(cursor);
  return true;
}

// Writes pieces where there is room for all of them. Around a hook the
// writer's cursor is true, because the hook may print to the same writer.
// Returns false when a hook, at any depth, left its room: then that of the
// callers is not what it was either.
template <bool Inline, class Piece, class... Rest>
RILL_ALWAYS_INLINE constexpr bool write_reserved(writer& out, char* cursor,
                                                 Piece const& piece,
                                                 Rest const&... rest) {
  if constexpr (reserving<Piece>) {
    out.advance_to(cursor);
    if (!piece.write_reserved(out)) [[unlikely]] {
      put_each(out, rest...);
      return false;
    }
    return write_reserved<Inline>(out, out.cursor(), rest...);
  } else {
    return write_reserved<Inline>(out, write_piece<Inline>(cursor, piece),
                                  rest...);
  }
}

// Values whose way into memory is known, and runs no code of the program's.
// One or two of them are written inline: the value and the newline of a loop,
// at 6.2 instead of 6.9 ns a number.
template <class T>
inline constexpr bool is_plain_value =
    are_plain<decltype(piece_of(imagined<T const>()))>;

// A part of a print, inside of a hook or a container.
template <class... Pieces>
RILL_ALWAYS_INLINE constexpr void put_pieces(writer& out,
                                             Pieces const&... pieces) {
  if constexpr (sizeof...(Pieces) <= 2 && (reaching<Pieces> && ...)) {
    if (RILL_LIKELY(reach_of(pieces...) <= out.room())) {
      write_reserved<true>(out, out.cursor(), pieces...);
      return;
    }
  }
  put_each(out, pieces...);
}

// The arguments of a call one after the other, at a cursor that stays in a
// register. A text waits, and goes by one call with what is behind it. The end
// of a call's text is
//
//     (row{out, out.cursor()} ->* ... ->* args).end()
//
// It is a fold, because every function that takes all arguments of a call, and
// is inlined, is compiled again in each function around it: with the steps as
// functions a print cost g++ 7 instead of 4 ms. The operator is one that
// other libraries leave alone; with && it is better than a template of theirs
// that takes anything.
struct labelled_row;

struct row {
  writer& out;
  char* cursor;

  template <class T>
  RILL_ALWAYS_INLINE constexpr row operator->*(T const& value) && {
    return {out, put_value_at<T>(out, cursor, value)};
  }
  template <text_at_hand T>
  RILL_ALWAYS_INLINE constexpr labelled_row operator->*(T const& value) &&;
  RILL_ALWAYS_INLINE constexpr char* end() const noexcept { return cursor; }
};

struct labelled_row {
  writer& out;
  char* cursor;
  char const* label;
  std::size_t size;

  template <class T>
  RILL_ALWAYS_INLINE constexpr row operator->*(T const& value) && {
    return {out, put_labelled_at<T>(out, cursor, label, size, value)};
  }
  template <text_at_hand T>
  RILL_ALWAYS_INLINE constexpr row operator->*(T const& value) && {
    return {out, put_texts_at(out, cursor, label, size, data_of_text(value),
                              size_of_text(value))};
  }
  RILL_ALWAYS_INLINE constexpr char* end() const {
    return put_text_at(out, cursor, label, size);
  }
};

template <text_at_hand T>
RILL_ALWAYS_INLINE constexpr labelled_row row::operator->*(T const& value) && {
  return {out, cursor, data_of_text(value), size_of_text(value)};
}

// One or two values, of which a newline may be one.
template <class... Args>
inline constexpr bool is_short_call = false;
template <class T>
inline constexpr bool is_short_call<T> = is_plain_value<T>;
template <class T, class U>
inline constexpr bool is_short_call<T, U> =
    is_plain_value<T> && is_plain_value<U>;
template <bool EndsLine, class... Args>
inline constexpr bool is_short_line =
    EndsLine ? is_short_call<Args..., line_end> : is_short_call<Args...>;

// Returns false when there is not room for all.
template <bool EndsLine, class... Args>
RILL_ALWAYS_INLINE constexpr bool put_shortly(writer& out,
                                              Args const&... args) {
  if constexpr (EndsLine) {
    return put_shortly<false>(out, args..., line_end());
  } else {
    if (RILL_UNLIKELY(reach_of(piece_of(args)...) > out.room())) return false;
    return write_reserved<true>(out, out.cursor(), piece_of(args)...);
  }
}

/// Prints the arguments into a writer: a whole call of print, or a part of one
/// that a hook makes.
template <class... Args>
RILL_ALWAYS_INLINE constexpr void put(writer& out, Args const&... args) {
  if constexpr (all_printable<Args...>) {
    if constexpr (is_short_call<Args...>)
      if (RILL_LIKELY(put_shortly<false>(out, args...))) return;
    end_call_at(out, (row{out, out.cursor()}->*...->*args).end());
  }
}

// The bound of a list of pieces, as the return type of a hook. A piece has
// one when its reach is a static function; escape sequences are in none.
template <class Piece>
concept bounded_piece = !is_styled_piece<Piece> && requires { Piece::reach(); };

template <class... Pieces>
constexpr auto bound_of() {
  if constexpr ((bounded_piece<Pieces> && ...))
    return bounded<(Pieces::reach() + ... + 0)>{};
  else
    return unbounded{};
}

template <class... Args>
constexpr auto checked_out::operator()(Args const&... args) const {
  put(writer_, args...);
  return bound_of<decltype(piece_of(args))...>();
}

template <class... Args>
constexpr auto measuring_out::operator()(Args const&...) const {
  return bound_of<decltype(piece_of(imagined<Args const>()))...>();
}

template <class... Args>
constexpr auto reserved_out::operator()(Args const&... args) {
  using bound = decltype(bound_of<decltype(piece_of(args))...>());
  if constexpr (is_bounded<bound>) {
    if (kept_within() &&
        static_cast<std::size_t>(limit_ - cursor_) >= bound::size) {
      spilled_ = !write_reserved<(sizeof...(Args) <= 2)>(writer_, cursor_,
                                                         piece_of(args)...);
      cursor_ = writer_.cursor();
      return bound{};
    }
  }
  spilled_ = true;
  put(writer_, args...);
  return bound{};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
