// rill/print/print.h: the verbs print, println, eprint, eprintln, print_sep and
// flush, and error codes as arguments.
//
// Layer 5. Tests: test/print/error_code_test.cpp, test/print/print_test.cpp.
#ifndef RILL_PRINT_PRINT_H
#define RILL_PRINT_PRINT_H

#include "../base/config.h"
#include "format_string.h"
#include "layout.h"
#include "list.h"
#include "structure.h"

#if RILL_HOSTED
#include "../os/error.h"
#include "standard_sink.h"
#endif

#if RILL_HOSTED
// What is inside an error. No allocation.

namespace rill::inline RILL_BUILD {

namespace detail {

// The same names that rill/types.h finds for these enumerations.
constexpr text name_of(error_source source) noexcept {
  constexpr text names[] = {"none",      "system", "library", "scan",
                            "c_library", "text",   "openssl", "binary"};
  constexpr unsigned count = sizeof names / sizeof *names;
  static_assert(count == static_cast<unsigned>(error_source::binary) + 1);
  auto const number = static_cast<unsigned>(source);
  return number < count ? names[number] : text("unknown");
}

constexpr text name_of(scan_problem problem) noexcept {
  constexpr text names[] = {"unknown",  "malformed",    "out_of_range",
                            "mismatch", "end_of_input", "left_over",
                            "cut"};
  constexpr unsigned count = sizeof names / sizeof *names;
  static_assert(count == static_cast<unsigned>(scan_problem::cut) + 1);
  auto const number = static_cast<unsigned>(problem);
  return names[number < count ? number : 0];
}

}  // namespace detail

/// Prints an error code: `No such file or directory (system:2)`, in the form of
/// std::error_code.
void rill_print(auto& out, error_code const& code) {
  if (!code) return static_cast<void>(out("no error"));
  char buffer[os::error_text_size];
  if (code.source == error_source::library)
    out(text(detail::library_text(code.number)));
  else if (code.source == error_source::scan)
    out(detail::name_of(static_cast<scan_problem>(code.number)));
  else if (code.source == error_source::text)
    out(text(detail::text_problem_name(code.number)));
  else if (code.source == error_source::openssl ||
           code.source == error_source::binary)
    out(text(detail::plain_sentence(code)));
  else
    out(text(os::error_text(code, buffer, sizeof buffer)));
  out(" (", detail::name_of(code.source), ':', code.number, ')');
}

}  // namespace rill::inline RILL_BUILD
#endif

// The verbs. They are function objects, so that argument-dependent lookup never
// finds another library's print.

namespace rill::inline RILL_BUILD {

namespace detail {

#if RILL_HOSTED
void flush_standard_streams();
#else
template <bool EndsLine>
struct standard_fn {
  template <class... Args>
  void operator()(Args const&...) const {
    static_assert(always_false<void(Args const&...)>,
                  "rill: this program is built without standard streams: print "
                  "to a writer");
  }
};
template <bool EndsLine>
using standard_error_fn = standard_fn<EndsLine>;
#endif

// The position of the first std::endl among the arguments, counted from 1; a
// sink does not count.
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

// std::endl and similar manipulators are function templates, from which no type
// can be deduced: only a parameter with a default type accepts them. These
// overloads, for up to six arguments, produce the message that says what to
// write instead.
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

// Refuses a const writer, C++ stream or hash state: printing changes its state.
template <class Sink>
inline constexpr bool is_sink_to_use = true;
template <class Sink>
  requires(std::is_base_of_v<writer, Sink> || output_stream<Sink> ||
           state_of_hash<Sink>)
inline constexpr bool is_sink_to_use<Sink const> =
    argument_can_be_printed<0, Sink>(topic_of<Sink>());

// Takes arguments by reference to const, so that bit-fields and members of
// packed structures can be printed too.
template <bool EndsLine>
struct print_fn_of : manipulator_refusal,
                     standard_fn<EndsLine>,
                     changing_ranges<print_fn_of<EndsLine>> {
  using manipulator_refusal::operator();
  using changing_ranges<print_fn_of>::operator();
  using standard_fn<EndsLine>::operator();
  template <class Sink, class... Args>
    requires sink<remove_cvref<Sink>>
  RILL_ALWAYS_INLINE constexpr void operator()(Sink&& to,
                                               Args const&... args) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(args)...) {
    RILL_NOTE_FORMAT_STRING(args...);
    if constexpr (!is_sink_to_use<std::remove_reference_t<Sink>> ||
                  !all_printable<Args...>) {
    } else if constexpr (any_to_see<Args...>) {
      (*this)(static_cast<Sink&&>(to), as_seen(args)...);
    } else if constexpr (std::derived_from<remove_cvref<Sink>, writer>) {
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
        sink_traits<remove_cvref<Sink>>::put(to, args..., line_end{});
      else
        sink_traits<remove_cvref<Sink>>::put(to, args...);
    }
  }
};
using print_fn = print_fn_of<false>;
using println_fn = print_fn_of<true>;

template <bool EndsLine>
struct eprint_fn_of : manipulator_refusal,
                      standard_error_fn<EndsLine>,
                      changing_ranges<eprint_fn_of<EndsLine>> {
  using manipulator_refusal::operator();
  using changing_ranges<eprint_fn_of>::operator();
  using standard_error_fn<EndsLine>::operator();
};
using eprint_fn = eprint_fn_of<false>;
using eprintln_fn = eprint_fn_of<true>;

template <class T>
inline constexpr bool is_ending = false;
template <class T>
inline constexpr bool is_ending<ending<T>> = true;

// An argument with a separator before it; an end(…) prints without the
// separator.
template <class Separator, class T>
struct separated {
  Separator const& separator;
  T const& value;
};

template <class Separator, class T>
constexpr format_part format_part_of(
    separated<Separator, T> const& v) noexcept {
  return format_part_of(v.value);
}

template <class Separator, class T>
struct printer<separated<Separator, T>> {
  template <sight S = sight_of<separated<Separator, T>>>
  static constexpr void put(writer& out, separated<Separator, T> const& v) {
    if constexpr (is_ending<T>)
      detail::put(out, v.value);
    else
      detail::put(out, v.separator, v.value);
  }
};

struct print_sep_fn : changing_ranges<print_sep_fn> {
  using changing_ranges::operator();
  template <class Separator, class First, class... Rest,
            sight S = sight_of_call<Separator, First, Rest...>()>
    requires(!sink<remove_cvref<Separator>>)
  void operator()(Separator const& separator, First const& first,
                  Rest const&... rest) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(first),
                            RILL_FORMAT_PART(rest)...) {
    if constexpr (all_printable<Separator, First, Rest...>)
      print_fn()(first, separated<Separator, Rest>{separator, rest}...);
  }
  template <class Sink, class Separator, class First, class... Rest,
            sight S = sight_of_call<Separator, First, Rest...>()>
    requires sink<remove_cvref<Sink>>
  constexpr void operator()(Sink&& to, Separator const& separator,
                            First const& first, Rest const&... rest) const
      RILL_NO_FORMAT_STRING(RILL_FORMAT_PART(first),
                            RILL_FORMAT_PART(rest)...) {
    RILL_NOTE_FORMAT_STRING(first, rest...);
    if constexpr (all_printable<Separator, First, Rest...>)
      sink_traits<remove_cvref<Sink>>::put(
          to, as_seen(first),
          as_seen(separated<Separator, Rest>{separator, rest})...);
  }
};

// Defined in print/dbg.h.
template <class>
struct dbg_place;
template <class>
struct dbg_place_at;
template <class>
struct dbg_nothing;

// The macros rill::dbg(…) and rill::dbg_at(level, …) call one of these. Without
// the public header of the macros, a call of dbg is one of this object, and
// does not compile.
struct dbg_fn {
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
    static_assert(always_false<void(Args...)>,
                  "rill: dbg prints the text of its expression, for which it "
                  "is a macro: #include <rill/debug.h>");
  }
};

struct flush_fn {
#if RILL_HOSTED
  void operator()() const { flush_standard_streams(); }
#else
  template <class... Nothing>
  void operator()(Nothing const&... none) const {
    print_fn()(none...);
  }
#endif
  template <class Sink>
    requires sink<remove_cvref<Sink>>
  void operator()(Sink&& to) const {
    sink_traits<remove_cvref<Sink>>::flush(to);
  }
};

}  // namespace detail

/// Prints its arguments, one after the other, to C's stdout, or to the sink
/// that is the first argument: a writer, a file, a FILE*, a locked writer.
///
/// Errors: to stdout none (it keeps them: see flush()); to a sink, those of the
/// sink. Cost: into a buffer, one check for the whole call if the types bound
/// the sizes.
///
/// Example:
///     rill::print("x = ", 42, '\n');
inline constexpr detail::print_fn print{};

/// print, followed by a newline.
inline constexpr detail::println_fn println{};

/// Prints to C's stderr, in one write (up to 4 KiB).
inline constexpr detail::eprint_fn eprint{};

/// eprint, followed by a newline.
inline constexpr detail::eprintln_fn eprintln{};

/// print_sep(separator, args…): prints the arguments with the separator between
/// them. If the last argument is end(text), no separator precedes it.
inline constexpr detail::print_sep_fn print_sep{};

/// flush() writes out what stdout, stderr, out() and err() hold, and throws the
/// first error of a print to them. It leaves out() and err() alone while they
/// belong to another thread (docs/threads.md#out-and-err). flush(sink) flushes
/// a sink, and throws the sink's error.
inline constexpr detail::flush_fn flush{};

/// dbg(expressions…) and dbg_at(level, expressions…) print expressions and
/// their values; they are macros in rill/debug.h.
inline constexpr detail::dbg_fn dbg{};
inline constexpr detail::dbg_fn dbg_at{};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "print_body.h"
#endif

#endif
