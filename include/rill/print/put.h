// rill/print/put.h: pieces into a writer, with one check where that will do.
//
// Floor 5. The heart of print. Tests: test/print/print_test.cpp.
#ifndef RILL_PRINT_PUT_H
#define RILL_PRINT_PUT_H

#include "piece.h"
#include "refuse.h"

namespace rill::inline RILL_BUILD::detail {

template <class... Pieces>
constexpr void put_each(writer& out, Pieces const&... pieces) {
  (pieces.put(out), ...);
}

// There is not room for all at once: piece by piece, each checked. The device
// that fails in the middle can take the pieces before it back.
template <class... Pieces>
[[gnu::noinline]] constexpr void put_checked(writer& out, Pieces... pieces) {
  print_call const whole(out);
  put_each(out, pieces...);
}

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

template <class... Pieces>
RILL_ALWAYS_INLINE constexpr void put_pieces(writer& out,
                                             Pieces const&... pieces) {
  if constexpr (any_styled<Pieces...>) {
    if (RILL_UNLIKELY(out.takes_styles()))
      put_checked(out, pieces...);
    else
      put_pieces(out, bare_piece(pieces)...);
  } else if constexpr ((reaching<Pieces> && ...)) {
    if (RILL_LIKELY(reach_of(pieces...) <= out.room()))
      write_reserved<(sizeof...(Pieces) <= 2)>(out, out.cursor(), pieces...);
    else
      put_checked(out, pieces...);
  } else {
    put_each(out, pieces...);
  }
}

/// Prints the arguments into a writer.
template <class... Args>
RILL_ALWAYS_INLINE constexpr void put(writer& out, Args const&... args) {
  if constexpr (all_printable<Args...>) put_pieces(out, piece_of(args)...);
}

// A whole call of print. Plain pieces either fit or come to put_checked(). A
// hook, and a piece without a bound, may find the buffer full behind pieces
// of the call that are in it already.
template <class... Pieces>
RILL_ALWAYS_INLINE constexpr void put_call_pieces(writer& out,
                                                  Pieces const&... pieces) {
  if constexpr (are_plain<decltype(bare_piece(pieces))...>) {
    put_pieces(out, pieces...);
  } else {
    print_call const whole(out);
    put_pieces(out, pieces...);
  }
}
template <class... Args>
RILL_ALWAYS_INLINE constexpr void put_call(writer& out, Args const&... args) {
  if constexpr (all_printable<Args...>) put_call_pieces(out, piece_of(args)...);
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
