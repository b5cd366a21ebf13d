// rill/print/list.h: the sinks of print, and the values of one print as a list.
//
// Layer 5. Tests: test/print/sink_test.cpp, test/print/call_test.cpp.
#ifndef RILL_PRINT_LIST_H
#define RILL_PRINT_LIST_H

#include <concepts>  // std::derived_from, std::same_as

#include "put.h"

// Sinks of print.
//
// print knows a sink only by sink_traits<S>. Other headers
// (print/standard_sink.h, print/file_sink.h, print/locked_sink.h,
// rill/iostream.h) specialise it for their sinks.

namespace rill::inline RILL_BUILD {

/// How to print to an S: `static void put(S&, args…)` prints, and
/// `static void flush(S&)` passes every byte on.
template <class S>
struct sink_traits;

namespace detail {

template <class S>
concept sink = !std::is_array_v<S> && !std::is_arithmetic_v<S> &&
               requires(S& s) { sink_traits<S>::put(s, 'c'); };

// True if the first of these types is a sink. References are dropped.
template <class... Args>
inline constexpr bool begins_with_sink = false;
template <class First, class... Rest>
inline constexpr bool begins_with_sink<First, Rest...> =
    sink<remove_cvref<First>>;

// Writers and files. For an incomplete class the first two tests are false, and
// `sink` would be an error.
template <class S>
concept native_sink = (requires(S& s, void (*take)(writer&)) { take(s); } ||
                       requires(S& s) { s.native_handle(); }) &&
                      !output_stream<S> && sink<S>;

// The result of a refused operator<<: the rest of the chain compiles without
// more errors.
struct refused_insertion {};

template <class T = stream_manipulator>
constexpr refused_insertion operator<<(refused_insertion, T const&) {
  return {};
}

// The operands of the refused operator. The call converts to both, so any other
// operator<<, such as a program's own for its writers or for all of them, is a
// better match.
struct refused_sink {
  template <class Sink>
    requires native_sink<remove_cvref<Sink>>
  constexpr refused_sink(Sink&&) {
    static_assert(always_false<Sink>,
                  "rill: a sink is printed to by rill::print(out, x) and "
                  "rill::println(out, x), without operator<<");
  }
};
struct inserted_operand {
  template <class T = stream_manipulator>
  constexpr inserted_operand(T const&) {}
};

// The same for the first argument of a hook.
struct refused_hook_sink {
  template <class Out>
    requires(std::same_as<Out, checked_out> || std::same_as<Out, reserved_out>)
  constexpr refused_hook_sink(Out const&) {
    static_assert(always_false<Out>,
                  "rill: a hook prints by calls of its first argument, out(a, "
                  "\", \", b), without operator<<");
  }
};
template <class = void>
constexpr refused_insertion operator<<(refused_hook_sink, inserted_operand) {
  return {};
}

#if RILL_HOSTED
// hex(n), right(x, 8), join(range) and other wrappers, which argument-dependent
// lookup brings to this operator.
template <class T>
concept printed_wrapper =
    std::is_class_v<T> && is_of_rill<T> &&
    (is_based<T> || is_formed<T> || is_styled_number<T> || has_printer<T>);

// Does not compile. Returns the stream, so that the rest of the chain adds no
// error.
template <printed_wrapper T>
std::ostream& operator<<(std::ostream& out, T const&) {
  static_assert(always_false<T>,
                "rill: hex, right, join and other wrappers are for rill's "
                "print: rill::print(std::cout, rill::hex(n)), with "
                "#include <rill/iostream.h>");
  return out;
}
#endif

}  // namespace detail

/// Every class derived from writer.
template <std::derived_from<writer> W>
struct sink_traits<W> {
  template <class... Args>
  static constexpr void put(W& out, Args const&... args) {
    detail::put(out, args...);
  }
  static constexpr void flush(W& out) {
    if constexpr (requires { out.try_flush().value(); })
      out.try_flush().value();
    else
      out.flush();
  }
};

/// Does not compile: print to a sink by a call, `print(out, x)`.
template <class = void>
constexpr detail::refused_insertion operator<<(detail::refused_sink,
                                               detail::inserted_operand) {
  return {};
}

// The values of one print, as a list.
//
// If the caller has no writer at hand, a call of print makes a list with two
// pointers per value: to the value and to its type. It passes the list to one
// function of the sink, which makes a writer and prints the values. So the code
// for each sink and for each type exists once. Lists do not work in constant
// evaluation.

namespace detail {

// Only values that are arrays set `size`, and only theirs is read. If the
// program is built with a sanitizer, g++ warns that the others are
// uninitialised.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

// A value, or the bytes of an array of characters.
struct listed_value {
  void const* at;    // not set for a newline
  std::size_t size;  // set only for an array of characters

  RILL_ALWAYS_INLINE listed_value() noexcept {}
  RILL_ALWAYS_INLINE explicit listed_value(void const* value) noexcept
      : at(value) {}
  RILL_ALWAYS_INLINE listed_value(char const* array,
                                  std::size_t length) noexcept
      : at(array), size(length) {}
};

// The operations on the values of a type.
struct listed_type {
  char* (*put_at)(writer& out, char* cursor, listed_value const& value);
  text (*as_text)(listed_value const& value);  // null: it is not a text
};

char* put_listed_array(writer& out, char* cursor, listed_value const& value);
text listed_array(listed_value const& value);
inline constexpr listed_type array_in_list{put_listed_array, listed_array};

template <class T>
char* put_listed(writer& out, char* cursor, listed_value const& value) {
  unseen<T> const& actual = *static_cast<unseen<T> const*>(value.at);
  if constexpr (text_at_hand<T>)
    return put_text_at(out, cursor, data_of_text(actual), size_of_text(actual));
  else
    return put_value_at<T>(out, cursor, actual);
}
template <class T>
text listed_text(listed_value const& value) {
  return text_arg_of(*static_cast<T const*>(value.at)).bytes;
}

// The length of an array is part of its value, so all arrays have the same type
// in the list.
template <class T>
constexpr listed_type make_listed_type() {
  if constexpr (narrow_text<T>)
    return {put_listed<T>, listed_text<T>};
  else
    return {put_listed<T>, nullptr};
}
char* put_listed_newline(writer& out, char* cursor, listed_value const&);
inline constexpr listed_type newline_in_list{put_listed_newline, nullptr};

template <class T>
inline constexpr listed_type type_in_list = make_listed_type<T>();
template <array_of_char T>
inline constexpr listed_type const& type_in_list<T> = array_in_list;
template <>
inline constexpr listed_type const& type_in_list<line_end> = newline_in_list;

template <class T>
RILL_ALWAYS_INLINE listed_value listed(T const& value) noexcept {
  if constexpr (array_of_char<T>)
    return listed_value(&value[0], size_of_text(value));
  else
    return listed_value(const_cast<void const*>(
        static_cast<void const volatile*>(__builtin_addressof(value))));
}

template <class T, sight S>
RILL_ALWAYS_INLINE listed_value listed(seen<T, S> const& argument) noexcept {
  return listed(argument.value);
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

// The types of the values of a call, then a null pointer. Constant data, no
// code.
template <class... Args>
inline constexpr listed_type const* types_in_list[] = {&type_in_list<Args>...,
                                                       nullptr};
// types_in_list, with the newline at the end of a call that ends a line.
template <bool EndsLine, class... Args>
inline constexpr auto& types_of_call = types_in_list<Args...>;
template <class... Args>
inline constexpr auto& types_of_call<true, Args...> =
    types_in_list<Args..., line_end>;

// The values of a call. Two pointers, which are passed in registers.
struct print_list {
  listed_type const* const* types;
  listed_value const* values;
};

// The values and their list, on the caller's stack for the duration of the
// call.
template <class... Args>
struct listed_call {
  listed_value values[sizeof...(Args) + 1];

  RILL_ALWAYS_INLINE explicit listed_call(Args const&... args) noexcept
      : values{listed(args)...} {}
  RILL_ALWAYS_INLINE print_list list() const noexcept {
    return {types_in_list<Args...>, values};
  }
};

// Prints the values of a call, or of a part of one inside a hook.
void put_list(writer& out, print_list list);

// True for types that are plain if the writer takes no styles. Plain values can
// be printed twice, with the same text.
template <class T>
inline constexpr bool is_plain_unstyled =
    are_plain<decltype(unstyled_arg(format_arg_of(declval<T const&>())))>;

// A writer into a buffer that the caller owns. A text that does not fit is an
// error.
class area_writer : public writer {
 public:
  area_writer(char* cursor, char* end) noexcept
      : writer(device, cursor, static_cast<std::size_t>(end - cursor)) {}

 private:
  static void drain(writer& base, char const*, std::size_t size) {
    if (size != 0)
      static_cast<area_writer&>(base).stop(library_problem::no_room);
  }
  static void flush_nothing(writer&) {}
  static void put_slowly(writer& out, any_arg arg) { arg.put(out, arg.arg); }
  static constexpr writer_device device{drain, flush_nothing, no_styles,
                                        put_slowly};
};

// Writes plain values into [cursor, end). Returns the end of the text, or null
// if it does not fit.
char* put_list_directly(char* cursor, char* end, print_list list);

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "list_body.h"
#endif

#endif
