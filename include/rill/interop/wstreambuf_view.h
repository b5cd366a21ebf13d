// rill/interop/wstreambuf_view.h: a std::wstreambuf without a stream, as a
// sink and a source.
//
// Floor 6. As interop/streambuf_view.h; text is UTF-8 on rill's side and
// wchar_t on the buffer's. Tests: test/interop/wstreambuf_view_test.cpp.
#ifndef RILL_INTEROP_WSTREAMBUF_VIEW_H
#define RILL_INTEROP_WSTREAMBUF_VIEW_H

#include "streambuf_view.h"
#include "wide_reader.h"
#include "wide_writer.h"

namespace rill::inline RILL_BUILD {

/// Borrows a std::wstreambuf, such as a std::wfilebuf or a std::wstringbuf:
/// one pointer, to be copied.
///
/// Text that is not UTF-8 is printed as U+FFFD, and half a pair of surrogates
/// is scanned as U+FFFD. A std::wfilebuf converts by its locale; for a
/// character that the locale does not have, libstdc++'s throws
/// std::ios_base::failure, and libc++'s refuses it, which is a rill::error.
/// Example:
///     #include <rill/iostream.h>
///     #include <sstream>
///     std::wstringbuf text;
///     rill::wstreambuf_view view(text);
///     rill::print(view, 640, "\u00D7", 480);
///     int width = 0, height = 0;
///     rill::scan(view, width, "\u00D7", height);
///     rill::println(width * height);
class wstreambuf_view {
 public:
  wstreambuf_view(std::wstreambuf& of) noexcept : of_(&of) {}
  /// Of a stream: its rdbuf(). Null is an error when it is used.
  wstreambuf_view(std::wstreambuf* of) noexcept : of_(of) {}
  /// What is likely to be typed, and its remedy.
  template <class Stream>
    requires std::is_base_of_v<std::wios, Stream>
  wstreambuf_view(Stream&) {
    static_assert(detail::never<Stream>,
                  "rill: a wstreambuf_view is of a streambuf: x.rdbuf(); a "
                  "stream is a sink or a source by itself");
  }

  std::wstreambuf* rdbuf() const noexcept { return of_; }

  /// Moves every character on, as pubsync() does.
  result<void> try_flush() const;
  void flush() const { try_flush().value(); }

 private:
  std::wstreambuf* of_;
};

namespace detail {

inline constexpr text wstreambuf_name = "a std::wstreambuf";

// What the buffer throws goes on to the caller.
[[gnu::noinline]] inline void print_to_wide_view(std::wstreambuf* to,
                                                 print_list list) {
  if (!to)
    return raise_streambuf_error(library_problem::closed, wstreambuf_name);
  wide_writer out(*to, passing_wide_on);
  writer_finisher finish(out);
  put_list(out, list);
  if (error_code const reason = finish.run())
    raise_streambuf_error(reason, wstreambuf_name);
}

inline void make_wide_reader(void* place, wstreambuf_view of) {
  if (of.rdbuf())
    ::new (place) wide_reader(of.rdbuf(), passing_wide_on, wstreambuf_name);
  else
    ::new (place) wide_reader(library_problem::closed, wstreambuf_name);
}
using held_wstreambuf =
    held_view<wstreambuf_view, wide_reader, make_wide_reader>;

template <class Use>
auto read_wide_view(std::wstreambuf* of, Use& use) {
  if (!of) {
    wide_reader from(library_problem::closed, wstreambuf_name);
    return read_and_finish(from, wstreambuf_name, use);
  }
  wide_reader from(of, passing_wide_on, wstreambuf_name);
  return read_and_finish(from, wstreambuf_name, use);
}

}  // namespace detail

inline result<void> wstreambuf_view::try_flush() const {
  error_code const reason =
      of_ ? detail::sync_streambuf(*of_) : error_code(library_problem::closed);
  if (!reason) return {};
  return rill::error(reason, "write", detail::wstreambuf_name);
}

/// A wide streambuf. Errors: one that refuses characters, with errno's reason
/// if there is one; what it throws goes on.
template <>
struct sink_traits<wstreambuf_view> {
  template <class... Args>
  static void put(wstreambuf_view to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>) put_printable(to, args...);
  }
  static void flush(wstreambuf_view to) { to.flush(); }

 private:
  template <class... Args>
  static void put_printable(wstreambuf_view to, Args const&... args) {
    if constexpr (detail::is_short_wide_call<Args...>)
      if (to.rdbuf() &&
          detail::put_wide_directly(*to.rdbuf(), detail::piece_of(args)...))
        return;
    detail::print_to_wide_view(to.rdbuf(),
                               detail::listed_call<Args...>(args...).list());
  }
};

template <>
struct source_traits<wstreambuf_view> {
  using held = detail::held_wstreambuf;
  using owned = detail::held_wstreambuf;
  template <class Use>
  static auto with(wstreambuf_view in, Use use) {
    return detail::read_wide_view(in.rdbuf(), use);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
