// rill/interop/streambuf_view.h: a std::streambuf of somebody else's as a sink
// and a source.
//
// Floor 6. Allocates nothing. No sentry, no marks, no tied stream: bytes and
// nothing else. Tests: test/interop/filebuf_file_test.cpp.
#ifndef RILL_INTEROP_STREAMBUF_VIEW_H
#define RILL_INTEROP_STREAMBUF_VIEW_H

#include <new>  // placement new

#include "../shape/standard_stream.h"
#include "../stream/source.h"
#include "standard_streambuf.h"
#include "streambuf_reader.h"
#include "streambuf_writer.h"
#include "tied_reader.h"

namespace rill::inline RILL_BUILD {

/// Borrows a std::streambuf: one pointer, to be copied.
///
/// Example:
///     #include <rill/iostream.h>
///     #include <sstream>
///     std::stringbuf text;
///     rill::streambuf_view view(text);
///     rill::print(view, 640, 'x', 480);
///     int width = 0, height = 0;
///     rill::scan(view, width, "x", height);
///     rill::println(width * height);
class streambuf_view {
 public:
  streambuf_view(std::streambuf& of) noexcept : of_(&of) {}
  /// Of a stream: its rdbuf(). Null is an error when it is used.
  streambuf_view(std::streambuf* of) noexcept : of_(of) {}
  /// What is likely to be typed, and its remedy.
  template <class Stream>
    requires std::is_base_of_v<std::ios, Stream>
  streambuf_view(Stream&) {
    static_assert(detail::never<Stream>,
                  "rill: a streambuf_view is of a streambuf: x.rdbuf(); a "
                  "stream is a sink or a source by itself");
  }

  template <detail::wide_stream_buffer Wide>
  streambuf_view(Wide&) {
    static_assert(detail::never<Wide>,
                  "rill: a streambuf_view has bytes: that of a wide streambuf "
                  "is rill::wstreambuf_view");
  }

  std::streambuf* rdbuf() const noexcept { return of_; }

  /// Moves every byte on, as pubsync() does.
  result<void> try_flush() const;
  void flush() const { try_flush().value(); }

 private:
  std::streambuf* of_;
};

namespace detail {

inline constexpr text streambuf_name = "a std::streambuf";

[[noreturn, gnu::cold, gnu::noinline]] inline void raise_streambuf_error(
    error_code reason, text name = streambuf_name) {
  raise(error(reason, "write", name));
}

// To a streambuf without a stream, whose exceptions go on to the caller.
inline error_code print_to_streambuf(std::streambuf& to, print_list list,
                                     bool is_plain) {
  if (FILE* const stream = standard_output_behind(to)) {
    print_to_standard(stream, list, is_plain);
    return kept_error(stream);
  }
  return put_through(to, passing_on, [&](writer& out) { put_list(out, list); });
}

[[gnu::noinline]] inline void print_to_view(std::streambuf* to, print_list list,
                                            bool is_plain) {
  if (!to) return raise_streambuf_error(library_problem::closed);
  if (is_plain && put_list_directly(*to, behind::perhaps_bytes, list)) return;
  if (error_code const reason = print_to_streambuf(*to, list, is_plain))
    raise_streambuf_error(reason);
}

template <class... Args>
inline void put_view(std::streambuf* to, Args const&... args) {
  if constexpr (is_short_call<Args...>)
    if (RILL_LIKELY(to != nullptr))
      if (RILL_LIKELY(
              put_directly<behind::perhaps_bytes>(*to, piece_of(args)...)))
        return;
  print_to_view(to, listed_call<Args...>(args...).list(),
                (is_plain_value<Args> && ...));
}

template <class Char>
error_code sync_streambuf(std::basic_streambuf<Char>& of) {
  os::clear_c_error();
  if (of.pubsync() != -1) return {};
  return reason_of_refusal(library_problem::wrote_nothing);
}
inline error_code flush_streambuf(std::streambuf& of) {
  if (standard_output_behind(of) == stdout) return drain_standard_output();
  return sync_streambuf(of);
}

// The last of a read, also when an exception is on its way: what was not
// taken goes back.
template <class Reader>
class reader_finisher {
 public:
  explicit reader_finisher(Reader& from) noexcept : from_(from) {}
  reader_finisher(reader_finisher const&) = delete;
  ~reader_finisher() {
    if (is_done_) return;
#if RILL_EXCEPTIONS
    try {
      (void)from_.finish();
    } catch (...) {
      // The exception that is on its way says more than this one.
    }
#else
    (void)from_.finish();
#endif
  }
  error_code run() {
    is_done_ = true;
    return from_.finish();
  }

 private:
  Reader& from_;
  bool is_done_ = false;
};

template <class Reader, class Use>
auto read_and_finish(Reader& from, text name, Use& use) {
  reader_finisher finish(from);
  auto result = use(static_cast<reader&>(from));
  if (error_code const lost = finish.run(); RILL_UNLIKELY(bool(lost)))
    raise(error(lost, "read", name));
  return result;
}

template <class Use>
auto read_streambuf(std::streambuf* of, Use& use) {
  if (!of) {
    streambuf_reader from(library_problem::closed);
    return read_and_finish(from, streambuf_name, use);
  }
  streambuf_reader from(*of, passing_on, streambuf_name);
  return read_and_finish(from, streambuf_name, use);
}

// Readers over a streambuf, from the first use for as long as a range lives.
// `make` makes one in a place.
template <class View, class Reader, void (*make)(void* place, View of)>
class held_view {
 public:
  explicit held_view(View of) noexcept : of_(of) {}
  held_view(held_view&& other) noexcept : of_(other.of_) {}
  ~held_view() {
    if (!is_open_) return;
    reader_finisher<Reader>{reader_};
    reader_.~Reader();
  }
  rill::reader& reader() {
    if (!is_open_) make(&reader_, of_);
    is_open_ = true;
    return reader_;
  }

 private:
  View of_;
  bool is_open_ = false;
  union {
    Reader reader_;
  };
};

inline void make_streambuf_reader(void* place, streambuf_view of) {
  if (of.rdbuf())
    ::new (place) streambuf_reader(*of.rdbuf(), passing_on, streambuf_name);
  else
    ::new (place) streambuf_reader(library_problem::closed);
}
using held_streambuf =
    held_view<streambuf_view, streambuf_reader, make_streambuf_reader>;

}  // namespace detail

inline result<void> streambuf_view::try_flush() const {
  error_code const reason =
      of_ ? detail::flush_streambuf(*of_) : error_code(library_problem::closed);
  if (!reason) return {};
  return rill::error(reason, "write", detail::streambuf_name);
}

inline buffer_area<char> put_area(streambuf_view of) noexcept {
  return of.rdbuf() ? put_area(*of.rdbuf()) : buffer_area<char>();
}
inline void advance_put_area(streambuf_view of, char* end) noexcept {
  if (of.rdbuf()) advance_put_area(*of.rdbuf(), end);
}
inline buffer_area<char const> get_area(streambuf_view of) noexcept {
  return of.rdbuf() ? get_area(*of.rdbuf()) : buffer_area<char const>();
}
inline void advance_get_area(streambuf_view of, char const* end) noexcept {
  if (of.rdbuf()) advance_get_area(*of.rdbuf(), end);
}

/// A streambuf. Errors: one that refuses bytes, with errno's reason if there
/// is one; what it throws goes on.
template <>
struct sink_traits<streambuf_view> {
  template <class... Args>
  static void put(streambuf_view to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_view(to.rdbuf(), args...);
  }
  static void flush(streambuf_view to) { to.flush(); }
};

template <>
struct source_traits<streambuf_view> {
  using held = detail::held_streambuf;
  using owned = detail::held_streambuf;
  template <class Use>
  static auto with(streambuf_view in, Use use) {
    return detail::read_streambuf(in.rdbuf(), use);
  }
  /// The bytes of its get area, for scan.
  static buffer_area<char const> ready(streambuf_view in) noexcept {
    return get_area(in);
  }
  static void take(streambuf_view in, char const* end) noexcept {
    advance_get_area(in, end);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
