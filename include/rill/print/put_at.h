// rill/print/put_at.h: one piece at the cursor of a call.
//
// Floor 5. A call of print is compiled to calls of these, which exist once a
// type: each takes the cursor, checks the room, writes, and returns the end.
// The writer's own cursor is behind until the call ends, so that a call which
// has no room can be taken back whole. Tests: test/print/call_test.cpp.
#ifndef RILL_PRINT_PUT_AT_H
#define RILL_PRINT_PUT_AT_H

#include "../base/each_type.h"
#include "piece.h"

namespace rill::inline RILL_BUILD::detail {

template <class Piece>
void put_any(writer& out, void const* piece) {
  static_cast<Piece const*>(piece)->put(out);
}

// There is not room for the piece: the writer itself puts it.
template <class Piece>
[[gnu::cold, gnu::noinline]] constexpr char* put_at_slowly(writer& out,
                                                           char* cursor,
                                                           Piece piece) {
  print_call::hand_over(out, cursor);
  if (std::is_constant_evaluated())
    piece.put(out);
  else
    print_call::put_slowly(out, {put_any<Piece>, &piece});
  return out.cursor();
}

// The functions below come to an end without a call, or with one that returns
// to their caller: then they save no registers, which would be a third of
// their instructions. So texts of up to 32 bytes are copied here, others where
// memcpy is called.
inline constexpr std::size_t most_inline = 32;

constexpr char* copy_inline(char* cursor, char const* data, std::size_t size) {
  if (std::is_constant_evaluated()) return copy_bytes(cursor, data, size);
  if (size >= 16) {
    copy_both_ends<16>(cursor, data, size);
    return cursor + size;
  }
  return copy_short(cursor, data, size);
}

// Short numbers are written where they are called for, the others by the one
// function of their type.
template <class Piece>
constexpr char* write_shared(char* cursor, Piece const& piece) {
  if constexpr (requires { requires Piece::reach() <= 24; })
    return piece.write(cursor);
  else if constexpr (requires { piece.write_by_call(cursor); })
    return piece.write_by_call(cursor);
  else
    return piece.write(cursor);
}

[[gnu::noinline]] constexpr char* put_long_text_at(writer& out, char* cursor,
                                                   char const* data,
                                                   std::size_t size) {
  if (RILL_UNLIKELY(print_call::room(out, cursor) < size))
    return put_at_slowly(out, cursor, text_piece{{data, size}});
  return copy_bytes(cursor, data, size);
}

// Texts come as two words: g++ 12 passes a structure of the two by memory.
[[gnu::noinline]] constexpr char* put_text_at(writer& out, char* cursor,
                                              char const* data,
                                              std::size_t size) {
  if (RILL_UNLIKELY(print_call::room(out, cursor) < size) ||
      RILL_UNLIKELY(size > most_inline))
    return put_long_text_at(out, cursor, data, size);
  return copy_inline(cursor, data, size);
}

[[gnu::noinline]] constexpr char* put_long_texts_at(writer& out, char* cursor,
                                                    char const* first,
                                                    std::size_t first_size,
                                                    char const* second,
                                                    std::size_t second_size) {
  cursor = put_text_at(out, cursor, first, first_size);
  return put_text_at(out, cursor, second, second_size);
}
[[gnu::noinline]] constexpr char* put_texts_at(writer& out, char* cursor,
                                               char const* first,
                                               std::size_t first_size,
                                               char const* second,
                                               std::size_t second_size) {
  if (RILL_LIKELY(first_size <= most_inline) &&
      RILL_LIKELY(second_size <= most_inline) &&
      RILL_LIKELY(print_call::room(out, cursor) >= first_size + second_size))
    return copy_inline(copy_inline(cursor, first, first_size), second,
                       second_size);
  return put_long_texts_at(out, cursor, first, first_size, second, second_size);
}

// A piece whose way into memory is known.
template <class Piece>
  requires are_plain<Piece>
constexpr char* put_piece_at(writer& out, char* cursor, Piece const& piece) {
  if (RILL_UNLIKELY(print_call::room(out, cursor) < piece.reach()))
    return put_at_slowly(out, cursor, piece);
  return write_shared(cursor, piece);
}

// All others go into the writer, and may be the program's own code. A hook
// that keeps to its bound writes without looking at the room.
template <class Piece>
constexpr char* put_piece_at(writer& out, char* cursor, Piece const& piece) {
  print_call::hand_over_to_hook(out, cursor);
  print_call::hook running(out);
  if constexpr (reserving<Piece>) {
    if (RILL_LIKELY(piece.reach() <= out.room()))
      (void)piece.write_reserved(out);
    else
      piece.put(out);
  } else {
    piece.put(out);
  }
  running.has_returned = true;
  return out.cursor();
}

// Where no styles are taken, a styled piece is the piece without them.
template <class Piece>
  requires is_styled_piece<Piece>
constexpr char* put_piece_at(writer& out, char* cursor, Piece const& piece) {
  if (!out.takes_styles()) return put_piece_at(out, cursor, bare_piece(piece));
  print_call::hand_over_to_hook(out, cursor);
  print_call::hook running(out);
  piece.put(out);
  running.has_returned = true;
  return out.cursor();
}

// How a value comes to the function of its type.
template <class T>
struct passing {
  using type = T const&;
};
template <class T>
  requires std::is_scalar_v<T>
struct passing<T> {
  using type = std::remove_volatile_t<T>;
};
template <class T>
using passed = typename passing<T>::type;

/// Puts one value. One function a type.
template <class T>
[[gnu::noinline]] constexpr char* put_value_at(writer& out, char* cursor,
                                               passed<T> value) {
  return put_piece_at(out, cursor, piece_of(value));
}

template <class T>
[[gnu::noinline]] constexpr char* put_label_and_value_at(writer& out,
                                                         char* cursor,
                                                         char const* label,
                                                         std::size_t size,
                                                         passed<T> value) {
  return put_value_at<T>(out, put_text_at(out, cursor, label, size), value);
}

// Most values of a call have a text before them: the two at once.
template <class T>
[[gnu::noinline]] constexpr char* put_labelled_at(writer& out, char* cursor,
                                                  char const* label,
                                                  std::size_t size,
                                                  passed<T> value) {
  if constexpr (are_plain<decltype(piece_of(value))>) {
    auto const piece = piece_of(value);
    std::size_t const reach = piece.reach();
    if (RILL_LIKELY(size <= most_inline) &&
        RILL_LIKELY(print_call::room(out, cursor) >= size + reach) &&
        RILL_LIKELY(reach <= ~most_inline))
      return write_shared(copy_inline(cursor, label, size), piece);
  }
  return put_label_and_value_at<T>(out, cursor, label, size, value);
}

// The end of a line, and of the call with it.
[[gnu::noinline]] constexpr void end_line_at(writer& out, char* cursor) {
  if (RILL_UNLIKELY(print_call::room(out, cursor) == 0))
    cursor = put_at_slowly(out, cursor, leaf_piece<char>{'\n'});
  else
    *cursor++ = '\n';
  print_call::end(out, cursor);
}
[[gnu::noinline]] constexpr void end_call_at(writer& out, char* cursor) {
  print_call::end(out, cursor);
}

#if RILL_COMPILED
#define RILL_PUT(T)                                                          \
  RILL_EXTERN template char* put_value_at<T>(writer&, char*, T);             \
  RILL_EXTERN template char* put_label_and_value_at<T>(                      \
      writer&, char*, char const*, std::size_t, T);                          \
  RILL_EXTERN template char* put_labelled_at<T>(writer&, char*, char const*, \
                                                std::size_t, T);             \
  RILL_EXTERN template char* write_leaf<T>(char*, T) noexcept;               \
  RILL_EXTERN template void put_leaf<T>(writer&, T);
RILL_EACH_NUMBER(RILL_PUT)
RILL_PUT(bool)
RILL_PUT(char)
#undef RILL_PUT
#endif

}  // namespace rill::inline RILL_BUILD::detail

#endif
