// rill/interop/ostream_sink.h: a std::ostream as a sink of print.
//
// Floor 6. Bytes go straight into the put area of the stream's streambuf,
// so the order with `<<` is kept. Flags such as std::hex, the width, the fill
// and the locale of the stream mean nothing here and stay as they are. Tests:
// test/interop/ostream_sink_test.cpp, test/interop/stream_state_test.cpp.
#ifndef RILL_INTEROP_OSTREAM_SINK_H
#define RILL_INTEROP_OSTREAM_SINK_H

#include <concepts>  // std::derived_from
#include <ostream>   // std::ostream, its sentry

#include "ostream_styles.h"
#include "standard_streambuf.h"
#include "streambuf_writer.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// The stream's mask may ask for an exception of the library's; that one goes
// first.
template <class Stream>
[[gnu::cold, gnu::noinline]] void raise_ostream_error(Stream& to,
                                                      error_code reason) {
  to.setstate(std::ios_base::badbit);
  raise(error(reason, "write", "a std::ostream"));
}

// With all that an output function of the library does: the tied stream is
// flushed before, a unit-buffered one after.
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
  // The sentry's flush of a unit-buffered stream says it in the marks alone.
  if (!lost && to.bad())
    lost = reason_of_refusal(library_problem::stream_failed);
  if (lost) raise_ostream_error(to, lost);
}

// The library's own flush says nothing of an error that came before, and the
// FILE's loses bytes (os/libc/glibc.h).
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

// True when a print is nothing but bytes into the buffer.
inline bool is_plain_stream(std::ostream& to) {
  bool const is_marked = to.rdstate() != std::ios_base::goodbit;
  bool const is_unit = (to.flags() & std::ios_base::unitbuf) != 0;
  return !(is_marked | is_unit | (to.tie() != nullptr));
}

// std::ofstream and std::fstream: their rdbuf() is their own filebuf, which
// need not be the stream's buffer.
template <class S>
concept has_own_filebuf = requires(S& to) {
  { to.rdbuf() } -> std::same_as<std::basic_filebuf<char>*>;
};

// Its streambuf, with what lies behind that one's put pointer.
template <class S>
inline std::streambuf* own_streambuf(S& to) {
  std::ostream& stream = to;
  if constexpr (has_own_filebuf<S>) {
    // The address of its own is known without a load. One that was put in its
    // place is left to the slow way.
    std::streambuf* const own = to.rdbuf();
    return RILL_LIKELY(stream.rdbuf() == own) ? own : nullptr;
  } else {
    return stream.rdbuf();
  }
}
template <class S>
inline constexpr behind behind_put_area =
    has_own_filebuf<S> ? behind::nothing : behind::perhaps_bytes;

// Where styles are taken, the slow way writes them; `own` may be null.
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
                put_directly<behind_put_area<S>>(*own, piece_of(args)...)))
          return;
  bool is_plain = (is_plain_value<Args> && ...);
  if constexpr ((is_plain_unstyled<Args> && ...))
    is_plain = is_plain || styles_of(to) == style_mode::never;
  print_to_ostream(to, own_streambuf(to), behind_put_area<S>,
                   listed_call<Args...>(args...).list(), is_plain);
}

}  // namespace detail

/// std::ostream and what derives from it.
///
/// Errors: a stream that is not good(), or whose streambuf refuses bytes or
/// throws, gets badbit, and rill::error is thrown; where the stream's
/// exceptions() ask for badbit, what the library would throw.
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
