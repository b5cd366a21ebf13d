// rill/interop/ostream_sink.h: a std::ostream as a sink of print.
//
// Layer 7. Writes bytes straight into the put area of the stream's streambuf,
// so the order with `<<` is kept. Ignores and keeps the stream's flags (such as
// std::hex), width, fill and locale. Tests:
// test/interop/ostream_styles_test.cpp, test/system/style_test.py,
// test/interop/ostream_sink_test.cpp, test/interop/stream_state_test.cpp.
#ifndef RILL_INTEROP_OSTREAM_SINK_H
#define RILL_INTEROP_OSTREAM_SINK_H

#include <concepts>  // std::derived_from
#include <ios>       // std::ios_base::xalloc
#include <iostream>  // std::cout, std::cerr, std::clog
#include <ostream>   // std::ostream, its sentry

#include "stream_call.h"
#include "streambuf_view.h"

// When a std::ostream takes styles.
//
// set_styles stores the mode in the stream's iword, which copyfmt copies.

namespace rill::inline RILL_BUILD {

namespace detail {

inline int style_word() {
  static int const index = std::ios_base::xalloc();
  return index;
}

inline style_mode mode_of(std::ostream& to) {
  return static_cast<style_mode>(to.iword(style_word()));
}

// The initial buffers of std::cout and std::cerr. A program that replaces a
// buffer sends the bytes elsewhere. The std::ios_base::Init constructs the
// standard streams, because an inline variable may be initialised earlier.
inline std::streambuf* buffer_at_start(std::ostream& stream) {
  std::ios_base::Init const streams;
  return stream.rdbuf();
}
inline std::streambuf* const buffer_of_cout = buffer_at_start(std::cout);
inline std::streambuf* const buffer_of_cerr = buffer_at_start(std::cerr);

// The C stream that the bytes finally reach, if known, otherwise null.
inline FILE* stream_behind(std::ostream& to) {
  std::streambuf* const buffer = to.rdbuf();
  if (!buffer) return nullptr;
  if (FILE* const found = standard_output_behind(*buffer)) return found;
  if (FILE* const found = unsynchronised_output_behind(*buffer)) return found;
  if (&to == &std::cout && buffer == buffer_of_cout) return stdout;
  bool const is_error = &to == &std::cerr || &to == &std::clog;
  return is_error && buffer == buffer_of_cerr ? stderr : nullptr;
}

inline style_mode styles_of(std::ostream& to) {
  style_mode const mode = mode_of(to);
  if (mode != style_mode::automatic) return mode;
  FILE* const stream = stream_behind(to);
  return stream && standard_styles_of(stream) != style_answer::no
             ? style_mode::always
             : style_mode::never;
}

}  // namespace detail

/// Sets when a std::ostream takes styles. By default std::cout takes them if
/// stdout does, std::cerr and std::clog take them if stderr does, and other
/// streams do not.
inline void set_styles(std::ostream& to, style_mode mode) {
  to.iword(detail::style_word()) = static_cast<long>(mode);
}

/// Returns true if styled values that are printed to the stream get their
/// escape sequences.
inline bool takes_styles(std::ostream& to) {
  return detail::styles_of(to) == style_mode::always;
}

namespace detail {

// If the stream's mask asks for it, setstate throws the standard library's
// exception instead.
template <class Stream>
[[gnu::cold, gnu::noinline]] void raise_ostream_error(Stream& to,
                                                      error_code reason) {
  to.setstate(std::ios_base::badbit);
  raise(error(reason, "write", "a std::ostream"));
}

// Does all that an output function of the standard library does: flushes the
// tied stream before, and a unit-buffered stream after.
[[gnu::noinline]] inline void print_to_ostream_slowly(std::ostream& to,
                                                      print_list list,
                                                      bool is_plain) {
  os::clear_c_error();
  error_code lost;
  {
    std::ostream::sentry const ready(to);
    if (!ready || !to.rdbuf())
      return raise_ostream_error(to, library_problem::stream_failed);
    bool const is_automatic = mode_of(to) == style_mode::automatic;
    FILE* const stream = standard_output_behind(*to.rdbuf());
    if (stream && is_automatic) {
      print_to_standard(stream, list, is_plain);
      lost = kept_error(stream);
    } else {
      lost = put_through(*to.rdbuf(), stream_caller(to), [&](writer& out) {
        out.set_styles(styles_of(to));
        put_list(out, list);
      });
    }
  }
  // The sentry's flush of a unit-buffered stream reports an error only in the
  // stream's state.
  if (!lost && to.bad())
    lost = reason_of_refusal(library_problem::stream_failed);
  if (lost) raise_ostream_error(to, lost);
}

// std::ostream::flush does not report an earlier error, and flushing the FILE
// of std::cout loses bytes after an error (os/libc/glibc.h).
[[gnu::noinline]] inline void flush_ostream(std::ostream& to) {
  if (!to.good() || !to.rdbuf())
    raise_ostream_error(to, library_problem::stream_failed);
  error_code lost;
  if (standard_output_behind(*to.rdbuf()) == stdout) {
    lost = drain_standard_output();
  } else {
    os::clear_c_error();
    if (!to.flush()) lost = reason_of_refusal(library_problem::wrote_nothing);
  }
  if (lost) raise_ostream_error(to, lost);
}

// True if a print only has to copy bytes into the buffer.
inline bool is_plain_stream(std::ostream& to) {
  bool const is_marked = to.rdstate() != std::ios_base::goodbit;
  bool const is_unit = (to.flags() & std::ios_base::unitbuf) != 0;
  return !(is_marked | is_unit | (to.tie() != nullptr));
}

// std::ofstream and std::fstream: their rdbuf() is their own filebuf, which
// need not be the stream's current buffer.
template <class S>
concept has_own_filebuf = requires(S& to) {
  { to.rdbuf() } -> std::same_as<std::basic_filebuf<char>*>;
};

// The stream's streambuf, or null if it is not the own filebuf of a file
// stream.
template <class S>
inline std::streambuf* own_streambuf(S& to) {
  std::ostream& stream = to;
  if constexpr (has_own_filebuf<S>) {
    // The address of the own filebuf is known without a load. A replaced buffer
    // takes the slow path.
    std::streambuf* const own = to.rdbuf();
    return RILL_LIKELY(stream.rdbuf() == own) ? own : nullptr;
  } else {
    return stream.rdbuf();
  }
}
template <class S>
inline constexpr behind behind_put_area =
    has_own_filebuf<S> ? behind::nothing : behind::perhaps_bytes;

// Prints by the slow path, which also writes styles, if bytes cannot go
// straight into the buffer. `own` may be null.
[[gnu::noinline]] inline void print_to_ostream(std::ostream& to,
                                               std::streambuf* own, behind what,
                                               print_list list, bool is_plain) {
  if (is_plain && own && is_plain_stream(to) &&
      put_list_directly(*own, what, list))
    return;
  print_to_ostream_slowly(to, list, is_plain);
}

template <class S, class... Args>
RILL_ALWAYS_INLINE void put_ostream(S& to, Args const&... args) {
  if constexpr (is_short_call<Args...>)
    if (RILL_LIKELY(is_plain_stream(to)))
      if (std::streambuf* const own = own_streambuf(to); RILL_LIKELY(own))
        if (RILL_LIKELY(
                put_directly<behind_put_area<S>>(*own, format_arg_of(args)...)))
          return;
  bool is_plain = (is_plain_value<Args> && ...);
  if constexpr ((is_plain_unstyled<Args> && ...))
    is_plain = is_plain || styles_of(to) == style_mode::never;
  print_to_ostream(to, own_streambuf(to), behind_put_area<S>,
                   listed_call<Args...>(args...).list(), is_plain);
}

}  // namespace detail

/// std::ostream and classes derived from it.
///
/// Errors: if the stream is not good(), or its streambuf refuses bytes or
/// throws, badbit is set and rill::error is thrown. If the stream's
/// exceptions() include badbit, the standard library's exception is thrown
/// instead.
template <std::derived_from<std::ostream> S>
struct sink_traits<S> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(S& to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_ostream(to, args...);
  }
  static void flush(S& to) { detail::flush_ostream(to); }
};

}  // namespace rill::inline RILL_BUILD

#endif
