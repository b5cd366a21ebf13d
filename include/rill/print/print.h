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

#if RILL_HOSTED
void flush_standard_streams();
#else
template <bool EndsLine>
struct standard_verb {
  template <class... Args>
  void operator()(Args const&...) const {
    static_assert(never<void(Args const&...)>,
                  "rill: this program is built without standard streams: print "
                  "to a writer");
  }
};
template <bool EndsLine>
using standard_error_verb = standard_verb<EndsLine>;
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
                                  stream_manipulator>(about_manipulators());
  }
};

// Only writers, C++'s streams and hash states change themselves.
template <class Sink>
inline constexpr bool is_sink_to_use = true;
template <class Sink>
  requires(std::is_base_of_v<writer, Sink> || output_stream<Sink> ||
           state_of_hash<Sink>)
inline constexpr bool is_sink_to_use<Sink const> =
    argument_can_be_printed<0, Sink>(topic_of<Sink>());

// Arguments are taken by reference to const, so that bit-fields and members
// of packed structures can be printed too.
template <bool EndsLine>
struct print_verb_of : manipulator_refusal, standard_verb<EndsLine> {
  using manipulator_refusal::operator();
  using standard_verb<EndsLine>::operator();
  template <class Sink, class... Args>
    requires sink<bare<Sink>>
  RILL_ALWAYS_INLINE constexpr void operator()(Sink&& to,
                                               Args const&... args) const {
    if constexpr (!is_sink_to_use<std::remove_reference_t<Sink>> ||
                  !all_printable<Args...>) {
    } else if constexpr (std::derived_from<bare<Sink>, writer>) {
      if constexpr (is_short_line<EndsLine, Args...>) {
        if (RILL_LIKELY(put_shortly<EndsLine>(to, args...))) return;
      }
      char* const end = (row{to, to.cursor()}->*...->*args).end();
      if constexpr (EndsLine)
        end_line_at(to, end);
      else
        end_call_at(to, end);
    } else {
      if constexpr (EndsLine)
        sink_traits<bare<Sink>>::put(to, args..., line_end{});
      else
        sink_traits<bare<Sink>>::put(to, args...);
    }
  }
};
using print_verb = print_verb_of<false>;
using println_verb = print_verb_of<true>;

template <bool EndsLine>
struct eprint_verb_of : manipulator_refusal, standard_error_verb<EndsLine> {
  using manipulator_refusal::operator();
  using standard_error_verb<EndsLine>::operator();
};
using eprint_verb = eprint_verb_of<false>;
using eprintln_verb = eprint_verb_of<true>;

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
      print_verb()(first, separated<Separator, Rest>{separator, rest}...);
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
struct dbg_place_at;
template <class>
struct dbg_nothing;

// rill::dbg(…) and rill::dbg_at(level, …) are macros that call one of these.
// Where their door is not included they are calls of this object.
struct dbg_verb {
  template <class Place = void>
  constexpr auto at(char const* file, unsigned line,
                    char const* expressions) const noexcept {
    return dbg_place<Place>{file, line, expressions};
  }
  template <class Level, class Place = void>
  constexpr auto at_level(Level level, int bound, char const* file,
                          unsigned line,
                          char const* expressions) const noexcept {
    return dbg_place_at<Place>{{file, line, expressions}, level, bound};
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
    print_verb()(none...);
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

/// dbg(expressions…) and dbg_at(level, expressions…) show expressions and their
/// values: rill/debug.h.
inline constexpr detail::dbg_verb dbg{};
inline constexpr detail::dbg_verb dbg_at{};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "print_body.h"
#endif

#endif
