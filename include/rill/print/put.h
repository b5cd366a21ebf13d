// rill/print/put.h: puts arguments into a writer: inline for short calls,
// through a cursor for the others.
//
// Layer 5. Tests: test/print/call_test.cpp, test/print/print_test.cpp.
#ifndef RILL_PRINT_PUT_H
#define RILL_PRINT_PUT_H

#include "../base/text.h"
#include "format_arg.h"
#include "format_string.h"
#include "refuse.h"

// One piece at the cursor of a call.
//
// A call of print compiles to calls of these functions, which exist once per
// type. Each takes the cursor, checks the room, writes, and returns the end.
// The writer's own cursor stays at the beginning until the call ends, so a call
// that has no room can be undone as a whole.

namespace rill::inline RILL_BUILD::detail {

template <class Arg>
void put_any(writer& out, void const* arg) {
  static_cast<Arg const*>(arg)->put(out);
}

// There is no room for the piece: the writer puts it.
template <class Arg>
[[gnu::cold, gnu::noinline]] constexpr char* put_at_slowly(writer& out,
                                                           char* cursor,
                                                           Arg arg) {
  print_call::hand_over(out, cursor);
  if (std::is_constant_evaluated())
    arg.put(out);
  else
    print_call::put_slowly(out, {put_any<Arg>, &arg});
  return out.cursor();
}

// The functions below make no call, or only a tail call. So they save no
// registers, which would be a third of their instructions. For that reason,
// texts of up to 32 bytes are copied inline. Longer texts go to a function that
// may call memcpy.
inline constexpr std::size_t most_inline = 32;

constexpr char* copy_inline(char* cursor, char const* data, std::size_t size) {
  if (std::is_constant_evaluated()) return copy_bytes(cursor, data, size);
  if (size >= 16) {
    copy_both_ends<16>(cursor, data, size);
    return cursor + size;
  }
  return copy_short(cursor, data, size);
}

// Writes short numbers inline, and others by the shared function of their type.
template <class Arg>
constexpr char* write_shared(char* cursor, Arg const& arg) {
  if constexpr (requires { requires Arg::max_size() <= 24; })
    return arg.write(cursor);
  else if constexpr (requires { arg.write_by_call(cursor); })
    return arg.write_by_call(cursor);
  else
    return arg.write(cursor);
}

[[gnu::noinline]] constexpr char* put_long_text_at(writer& out, char* cursor,
                                                   char const* data,
                                                   std::size_t size) {
  if (RILL_UNLIKELY(print_call::room(out, cursor) < size))
    return put_at_slowly(out, cursor, text_arg{{data, size}});
  return copy_bytes(cursor, data, size);
}

// Takes a text as pointer and size: g++ 12 passes a structure of the two in
// memory.
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

// Puts a plain piece: its bound is known, and it runs no code of the program.
template <class Arg>
  requires are_plain<Arg>
constexpr char* put_format_arg_at(writer& out, char* cursor, Arg const& arg) {
  if (RILL_UNLIKELY(print_call::room(out, cursor) < arg.max_size()))
    return put_at_slowly(out, cursor, arg);
  return write_shared(cursor, arg);
}

// Puts any other piece, which may run code of the program. A hook that keeps to
// its bound writes without further checks of the room.
template <class Arg>
constexpr char* put_format_arg_at(writer& out, char* cursor, Arg const& arg) {
  print_call::hand_over_to_hook(out, cursor);
  print_call::hook running(out);
  if constexpr (reserving<Arg>) {
    if (RILL_LIKELY(arg.max_size() <= out.room()))
      (void)arg.write_reserved(out);
    else
      arg.put(out);
  } else {
    arg.put(out);
  }
  running.has_returned = true;
  return out.cursor();
}

// Puts a styled piece; if the writer takes no styles, as the piece without its
// style.
template <class Arg>
  requires is_styled_arg<Arg>
constexpr char* put_format_arg_at(writer& out, char* cursor, Arg const& arg) {
  if (!out.takes_styles())
    return put_format_arg_at(out, cursor, unstyled_arg(arg));
  print_call::hand_over_to_hook(out, cursor);
  print_call::hook running(out);
  arg.put(out);
  running.has_returned = true;
  return out.cursor();
}

// How a value is passed to the function of its type.
template <class T>
struct passing {
  using type = T const&;
};
template <class T>
  requires std::is_scalar_v<T>
struct passing<T> {
  using type = std::remove_volatile_t<T>;
};
template <class T, sight S>
struct passing<seen<T, S>> : passing<T> {};
template <class T>
using passed = typename passing<T>::type;

/// Puts one value. One function per type.
template <class T>
[[gnu::noinline]] constexpr char* put_value_at(writer& out, char* cursor,
                                               passed<T> value) {
  return put_format_arg_at(out, cursor, format_arg_of(value));
}

template <class T>
[[gnu::noinline]] constexpr char* put_label_and_value_at(writer& out,
                                                         char* cursor,
                                                         char const* label,
                                                         std::size_t size,
                                                         passed<T> value) {
  return put_value_at<T>(out, put_text_at(out, cursor, label, size), value);
}

// Puts a text and the value after it: most values of a call have a text before
// them.
template <class T>
[[gnu::noinline]] constexpr char* put_labelled_at(writer& out, char* cursor,
                                                  char const* label,
                                                  std::size_t size,
                                                  passed<T> value) {
  if constexpr (are_plain<decltype(format_arg_of(value))>) {
    auto const arg = format_arg_of(value);
    std::size_t const max_size = arg.max_size();
    if (RILL_LIKELY(size <= most_inline) &&
        RILL_LIKELY(print_call::room(out, cursor) >= size + max_size) &&
        RILL_LIKELY(max_size <= ~most_inline))
      return write_shared(copy_inline(cursor, label, size), arg);
  }
  return put_label_and_value_at<T>(out, cursor, label, size, value);
}

// Ends a line, and the call with it.
[[gnu::noinline]] constexpr void end_line_at(writer& out, char* cursor) {
  if (RILL_UNLIKELY(print_call::room(out, cursor) == 0))
    cursor = put_at_slowly(out, cursor, builtin_arg<char>{'\n'});
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
  RILL_EXTERN template char* write_builtin<T>(char*, T) noexcept;            \
  RILL_EXTERN template void put_builtin<T>(writer&, T);
RILL_EACH_NUMBER(RILL_PUT)
RILL_PUT(bool)
RILL_PUT(char)
#undef RILL_PUT
#endif

// Puts pieces into a writer, with a single check if possible.
//
// This is the hot path of print.

// Writes numbers inline in a print of one or two pieces, such as the value and
// the newline of a loop, and by a call in a longer one (the figures are in
// format_arg.h).
template <bool Inline, class Arg>
RILL_ALWAYS_INLINE constexpr char* write_format_arg(char* cursor,
                                                    Arg const& arg) {
  if constexpr (!Inline && requires { arg.write_by_call(cursor); })
    return arg.write_by_call(cursor);
  else
    return arg.write(cursor);
}

template <class... Args>
constexpr void put_each(writer& out, Args const&... args) {
  (args.put(out), ...);
}

template <bool Inline>
RILL_ALWAYS_INLINE constexpr bool write_reserved(writer& out, char* cursor) {
  out.advance_to(cursor);
  return true;
}

// Writes pieces, for all of which there is room. Before a hook it updates the
// writer's cursor, because the hook may print to the same writer. Returns false
// if a hook, at any depth, did not keep to its reserved room: then the room of
// the callers has changed too.
template <bool Inline, class Arg, class... Rest>
RILL_ALWAYS_INLINE constexpr bool write_reserved(writer& out, char* cursor,
                                                 Arg const& arg,
                                                 Rest const&... rest) {
  if constexpr (reserving<Arg>) {
    out.advance_to(cursor);
    if (!arg.write_reserved(out)) [[unlikely]] {
      put_each(out, rest...);
      return false;
    }
    return write_reserved<Inline>(out, out.cursor(), rest...);
  } else {
    return write_reserved<Inline>(out, write_format_arg<Inline>(cursor, arg),
                                  rest...);
  }
}

// True for values that have max_size() and run no code of the program. One or
// two of them are written inline, such as the value and the newline of a loop:
// 6.2 instead of 6.9 ns a number.
template <class T>
inline constexpr bool is_plain_value =
    are_plain<decltype(format_arg_of(declval<T const&>()))>;

// Puts a part of a print, inside a hook or a container.
template <class... Args>
RILL_ALWAYS_INLINE constexpr void put_format_args(writer& out,
                                                  Args const&... args) {
  if constexpr (sizeof...(Args) <= 2 && (has_max_size<Args> && ...)) {
    if (RILL_LIKELY(max_size_of_args(args...) <= out.room())) {
      write_reserved<true>(out, out.cursor(), args...);
      return;
    }
  }
  put_each(out, args...);
}

// Puts the arguments of a call one after the other, at a cursor that stays in a
// register. A text is held back and put by one call together with the next
// argument. The end of a call's text is
//
//     (row{out, out.cursor()} ->* ... ->* args).end()
//
// An operator, because the compiler compiles an inlined function that takes all
// arguments of a call again in each function around it. With functions as the
// steps, a print cost 7 instead of 4 ms of g++'s time. Other libraries rarely
// overload ->*. The operators here are qualified with &&, so they are better
// matches than other libraries' templates that take anything.
struct labelled_row;

struct row {
  writer& out;
  char* cursor;

  template <class T>
  RILL_ALWAYS_INLINE constexpr row operator->*(T const& value) && {
    return {out, put_value_at<T>(out, cursor, value)};
  }
  template <class T, sight S>
  RILL_ALWAYS_INLINE constexpr row operator->*(seen<T, S> const& one) && {
    return {out, put_value_at<seen<T, S>>(out, cursor, one.value)};
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
  template <class T, sight S>
  RILL_ALWAYS_INLINE constexpr row operator->*(seen<T, S> const& one) && {
    return {out,
            put_labelled_at<seen<T, S>>(out, cursor, label, size, one.value)};
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

// True for one or two plain values; a newline counts as one.
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

// Returns false if there is no room for all.
template <bool EndsLine, class... Args>
RILL_ALWAYS_INLINE constexpr bool put_shortly(writer& out,
                                              Args const&... args) {
  if constexpr (EndsLine) {
    return put_shortly<false>(out, args..., line_end());
  } else {
    if (RILL_UNLIKELY(max_size_of_args(format_arg_of(args)...) > out.room()))
      return false;
    return write_reserved<true>(out, out.cursor(), format_arg_of(args)...);
  }
}

/// Prints the arguments into a writer: a whole call of print, or a part of one
/// inside a hook.
template <class... Args>
RILL_ALWAYS_INLINE constexpr void put(writer& out, Args const&... args) {
  if constexpr (!all_printable<Args...>) {
  } else if constexpr (any_to_see<Args...>) {
    put(out, as_seen(args)...);
  } else {
    if constexpr (is_short_call<Args...>)
      if (RILL_LIKELY(put_shortly<false>(out, args...))) return;
    end_call_at(out, (row{out, out.cursor()}->*...->*args).end());
  }
}

// The bound of a list of pieces, as the return type of a hook. A piece is
// bounded if its max_size() is a static function; a styled piece is not.
template <class Arg>
concept bounded_arg = !is_styled_arg<Arg> && requires { Arg::max_size(); };

template <class... Args>
constexpr auto bound_of() {
  if constexpr ((bounded_arg<Args> && ...))
    return bounded<(Args::max_size() + ... + 0)>{};
  else
    return unbounded{};
}

template <class... Args, sight S>
constexpr auto checked_out::operator()(Args const&... args) const {
  RILL_NOTE_FORMAT_STRING(args...);
  put(writer_, args...);
  return bound_of<decltype(format_arg_of(args))...>();
}

template <class... Args>
constexpr auto measuring_out::operator()(Args const&...) const {
  return bound_of<decltype(format_arg_of(declval<Args const&>()))...>();
}

template <class... Args, sight S>
constexpr auto reserved_out::operator()(Args const&... args) {
  RILL_NOTE_FORMAT_STRING(args...);
  using bound = decltype(bound_of<decltype(format_arg_of(args))...>());
  if constexpr (is_bounded<bound>) {
    if (kept_within() &&
        static_cast<std::size_t>(limit_ - cursor_) >= bound::size) {
      spilled_ = !write_reserved<(sizeof...(Args) <= 2)>(
          writer_, cursor_, format_arg_of(args)...);
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
