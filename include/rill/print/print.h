// rill/print/print.h: the verbs print, println, eprint, eprintln, print_sep
// and flush.
//
// Floor 5. They are function objects, so that argument-dependent lookup
// never finds another library's print. Tests: test/print/print_test.cpp.
#ifndef RILL_PRINT_PRINT_H
#define RILL_PRINT_PRINT_H

#include "layout.h"
#include "quoted.h"
#include "sink.h"

#if RILL_HOSTED
#include "c_stream_sink.h"
#endif

namespace rill::inline RILL_BUILD {

namespace detail {

// Is the first of these types a sink? (References are dropped.)
template <class... Args>
inline constexpr bool begins_with_sink = false;
template <class First, class... Rest>
inline constexpr bool begins_with_sink<First, Rest...> = sink<bare<First>>;

#if RILL_HOSTED
template <class... Args>
RILL_ALWAYS_INLINE void put_to_stdout(Args const&... args) {
  if constexpr (all_printable<Args...>) put_standard(piece_of(args)...);
}

template <class... Args>
[[gnu::noinline]] void put_to_stderr(Args const&... args) {
  if constexpr (all_printable<Args...>) put_standard_error(piece_of(args)...);
}

inline void flush_standard_streams() {
  error_code code = drain_standard_streams();
  text const name = code ? "standard output" : "standard error";
  if (!code) code = standard_output.error_error;
  if (code) raise(error(code, {"write", 5}, name));
}
#else
template <class... Args>
void put_to_stdout(Args const&...) {
  static_assert(never<void(Args const&...)>,
                "rill: this program is built without standard streams: print "
                "to a writer");
}

template <class... Args>
void put_to_stderr(Args const&... args) {
  put_to_stdout(args...);
}
#endif

// The place of the first std::endl among the arguments; a sink is no argument.
template <class... Args>
constexpr int manipulator_place() {
  int place = 0;
  int found = 0;
  ((++place, found = found == 0 && std::is_same_v<Args, stream_manipulator>
                         ? place
                         : found),
   ...);
  return found - (begins_with_sink<Args...> ? 1 : 0);
}

template <class... Args>
concept with_manipulator = (std::is_same_v<Args, stream_manipulator> || ...);

// std::endl and its kin are templates, of which no type can be deduced: only
// a parameter with a default type accepts them. These are for the sentence
// that says what to write instead, up to six arguments.
struct manipulator_refusal {
  template <class A = stream_manipulator>
    requires with_manipulator<A>
  void operator()(A const&) const {
    refuse<A>();
  }
  template <class A = stream_manipulator, class B = stream_manipulator>
    requires with_manipulator<A, B>
  void operator()(A const&, B const&) const {
    refuse<A, B>();
  }
  template <class A = stream_manipulator, class B = stream_manipulator,
            class C = stream_manipulator>
    requires with_manipulator<A, B, C>
  void operator()(A const&, B const&, C const&) const {
    refuse<A, B, C>();
  }
  template <class A = stream_manipulator, class B = stream_manipulator,
            class C = stream_manipulator, class D = stream_manipulator>
    requires with_manipulator<A, B, C, D>
  void operator()(A const&, B const&, C const&, D const&) const {
    refuse<A, B, C, D>();
  }
  template <class A = stream_manipulator, class B = stream_manipulator,
            class C = stream_manipulator, class D = stream_manipulator,
            class E = stream_manipulator>
    requires with_manipulator<A, B, C, D, E>
  void operator()(A const&, B const&, C const&, D const&, E const&) const {
    refuse<A, B, C, D, E>();
  }
  template <class A = stream_manipulator, class B = stream_manipulator,
            class C = stream_manipulator, class D = stream_manipulator,
            class E = stream_manipulator, class F = stream_manipulator>
    requires with_manipulator<A, B, C, D, E, F>
  void operator()(A const&, B const&, C const&, D const&, E const&,
                  F const&) const {
    refuse<A, B, C, D, E, F>();
  }

 private:
  template <class... Args>
  static void refuse() {
    (void)argument_can_be_printed<manipulator_place<Args...>(),
                                  stream_manipulator>();
  }
};

// Says why a sink or an argument cannot be. Only writers and C++'s streams
// change themselves.
template <class Sink, class... Args>
constexpr bool sink_accepts() {
  if constexpr (std::is_const_v<std::remove_reference_t<Sink>> &&
                (std::is_base_of_v<writer, bare<Sink>> ||
                 output_stream<bare<Sink>>))
    return argument_can_be_printed<0, bare<Sink>>();
  else
    return all_printable<Args...>;
}

// Arguments are taken by reference to const, so that bit-fields and members
// of packed structures can be printed too.
struct print_verb : manipulator_refusal {
  using manipulator_refusal::operator();
  template <class... Args>
    requires(!begins_with_sink<Args...>)
  RILL_ALWAYS_INLINE void operator()(Args const&... args) const {
    put_to_stdout(args...);
  }
  template <class Sink, class... Args>
    requires sink<bare<Sink>>
  RILL_ALWAYS_INLINE constexpr void operator()(Sink&& to,
                                               Args const&... args) const {
    if constexpr (sink_accepts<Sink, Args...>())
      sink_traits<bare<Sink>>::put(to, args...);
  }
};

struct println_verb : manipulator_refusal {
  using manipulator_refusal::operator();
  template <class... Args>
    requires(!begins_with_sink<Args...>)
  RILL_ALWAYS_INLINE void operator()(Args const&... args) const {
    put_to_stdout(args..., '\n');
  }
  template <class Sink, class... Args>
    requires sink<bare<Sink>>
  RILL_ALWAYS_INLINE constexpr void operator()(Sink&& to,
                                               Args const&... args) const {
    if constexpr (sink_accepts<Sink, Args...>())
      sink_traits<bare<Sink>>::put(to, args..., '\n');
  }
};

struct eprint_verb : manipulator_refusal {
  using manipulator_refusal::operator();
  template <class... Args>
  void operator()(Args const&... args) const {
    put_to_stderr(args...);
  }
};

struct eprintln_verb : manipulator_refusal {
  using manipulator_refusal::operator();
  template <class... Args>
  void operator()(Args const&... args) const {
    put_to_stderr(args..., '\n');
  }
};

template <class T>
inline constexpr bool is_ending = false;
template <class T>
inline constexpr bool is_ending<ending<T>> = true;

// One argument with the separator before it, except for the first and for
// an end(…).
template <class Separator, class T>
struct separated {
  Separator const& separator;
  T const& value;
};

template <class Separator, class T>
struct composite<separated<Separator, T>> {
  static constexpr void put(writer& out, separated<Separator, T> const& v) {
    if constexpr (is_ending<T>)
      detail::put(out, v.value);
    else
      detail::put(out, v.separator, v.value);
  }
};

struct print_sep_verb {
  template <class Separator, class First, class... Rest>
    requires(!sink<bare<Separator>>)
  void operator()(Separator const& separator, First const& first,
                  Rest const&... rest) const {
    if constexpr (all_printable<Separator, First, Rest...>)
      put_to_stdout(first, separated<Separator, Rest>{separator, rest}...);
  }
  template <class Sink, class Separator, class First, class... Rest>
    requires sink<bare<Sink>>
  constexpr void operator()(Sink&& to, Separator const& separator,
                            First const& first, Rest const&... rest) const {
    if constexpr (all_printable<Separator, First, Rest...>)
      sink_traits<bare<Sink>>::put(
          to, first, separated<Separator, Rest>{separator, rest}...);
  }
};

// Of print/dbg.h.
template <class>
struct dbg_place;
template <class>
struct dbg_nothing;

// rill::dbg(…) is a macro that calls one of these. Where its door is not
// included it is a call of this object.
struct dbg_verb {
  template <class Place = void>
  constexpr auto at(char const* file, unsigned line,
                    char const* expressions) const noexcept {
    return dbg_place<Place>{file, line, expressions};
  }
  template <class Place = void>
  constexpr auto off() const noexcept {
    return dbg_nothing<Place>{};
  }
  template <class... Args>
  constexpr void operator()(Args const&...) const {
    static_assert(never<void(Args...)>,
                  "rill: dbg prints the text of its expression, for which it "
                  "is a macro: #include <rill/debug.h>");
  }
};

struct flush_verb {
#if RILL_HOSTED
  void operator()() const { flush_standard_streams(); }
#else
  template <class... None>
  void operator()(None const&... none) const {
    put_to_stdout(none...);
  }
#endif
  template <class Sink>
    requires sink<bare<Sink>>
  void operator()(Sink&& to) const {
    sink_traits<bare<Sink>>::flush(to);
  }
};

}  // namespace detail

/// Prints its arguments, one after the other, to C's stdout, or to the sink
/// that is the first argument: a writer, a file, a FILE*, a locked writer.
///
/// Errors: to stdout none (they are kept: see flush()); to a sink, those of
/// the sink. Cost: to a buffer, one check for the whole call when the sizes
/// are bounded by the types.
///
/// Example:
///     rill::print("x = ", 42, '\n');
inline constexpr detail::print_verb print{};

/// print, and a newline.
inline constexpr detail::println_verb println{};

/// Prints to C's stderr, in one write (up to 4 KiB).
inline constexpr detail::eprint_verb eprint{};

/// eprint, and a newline.
inline constexpr detail::eprintln_verb eprintln{};

/// print_sep(separator, args…): prints the separator between the arguments;
/// end(text) as the last argument has none before it.
inline constexpr detail::print_sep_verb print_sep{};

/// flush() writes out what stdout holds, and throws the first error that a
/// print to stdout or stderr met; flush(sink) does so for a sink.
inline constexpr detail::flush_verb flush{};

/// dbg(expressions…) shows expressions and their values: rill/debug.h.
inline constexpr detail::dbg_verb dbg{};

}  // namespace rill::inline RILL_BUILD

#endif
