// rill/print/sink.h: what can be printed to.
//
// Floor 5. sink_traits<S> is all that print knows of a sink; another header
// (print/c_stream_sink.h, print/file_sink.h, print/locked_sink.h,
// rill/iostream.h) adds its own by specialising it. Tests:
// test/print/sink_test.cpp.
#ifndef RILL_PRINT_SINK_H
#define RILL_PRINT_SINK_H

#include <concepts>  // std::derived_from

#include "put.h"

namespace rill::inline RILL_BUILD {

/// How to print to an S: `static void put(S&, args…)` prints, and
/// `static void flush(S&)` moves every byte on.
template <class S>
struct sink_traits;

namespace detail {

template <class S>
concept sink = !std::is_array_v<S> && !std::is_arithmetic_v<S> &&
               requires(S& s) { sink_traits<S>::put(s, 'c'); };

// Is the first of these types a sink? (References are dropped.)
template <class... Args>
inline constexpr bool begins_with_sink = false;
template <class First, class... Rest>
inline constexpr bool begins_with_sink<First, Rest...> = sink<bare<First>>;

// Writers and files. The first two tests are false for a class that has no
// definition yet, and sink would be an error for it.
template <class S>
concept native_sink = (requires(S& s, void (*take)(writer&)) { take(s); } ||
                       requires(S& s) { s.native_handle(); }) &&
                      !output_stream<S> && sink<S>;

// What a refused operator<< returns: the rest of the chain says no more.
struct refused_insertion {};

template <class T = stream_manipulator>
constexpr refused_insertion operator<<(refused_insertion, T const&) {
  return {};
}

// The operands of the refused operator. Both are converted to by the call, so
// any other operator<<, such as one that a program has for its own writers or
// for all of them, is a better match.
struct refused_sink {
  template <class Sink>
    requires native_sink<bare<Sink>>
  constexpr refused_sink(Sink&&) {
    static_assert(never<Sink>,
                  "rill: a sink is printed to by rill::print(out, x) and "
                  "rill::println(out, x), without operator<<");
  }
};
struct inserted_operand {
  template <class T = stream_manipulator>
  constexpr inserted_operand(T const&) {}
};

}  // namespace detail

/// Writers of every kind.
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

/// Refused: a sink is printed to by a call, `print(out, x)`.
template <class = void>
constexpr detail::refused_insertion operator<<(detail::refused_sink,
                                               detail::inserted_operand) {
  return {};
}

}  // namespace rill::inline RILL_BUILD

#endif
