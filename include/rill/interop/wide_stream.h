// rill/interop/wide_stream.h: std::wostream as a sink of print, std::wistream
// as a source of scan, lines, words and values.
//
// Floor 6. Text is UTF-8 on rill's side and wchar_t on the stream's; what the
// stream makes of that in its file is its locale's business. Tests:
// test/interop/wide_stream_test.cpp.
#ifndef RILL_INTEROP_WIDE_STREAM_H
#define RILL_INTEROP_WIDE_STREAM_H

#include <new>  // placement new

#include "istream_source.h"
#include "ostream_sink.h"
#include "wide_reader.h"
#include "wide_writer.h"

namespace rill::inline RILL_BUILD {

namespace detail {

[[gnu::noinline]] inline void print_to_wostream(std::wostream& to,
                                                print_list list) {
  os::clear_c_error();
  error_code lost;
  {
    std::wostream::sentry const ready(to);
    if (!ready || !to.rdbuf())
      return raise_ostream_error(to, library_problem::stream_failed);
    wide_writer out(*to.rdbuf(), wide_stream_caller(to));
    writer_finisher finish(out);
    put_list(out, list);
    lost = finish.run();
  }
  if (!lost && to.bad())
    lost = reason_of_refusal(library_problem::stream_failed);
  if (lost) raise_ostream_error(to, lost);
}

// Short pieces, when the stream has room for them.
template <class... Pieces>
inline bool put_wide_directly(std::wostream& to, Pieces const&... pieces) {
  bool const is_unit = (to.flags() & std::ios_base::unitbuf) != 0;
  if (!to.good() || is_unit || to.tie()) return false;
  return put_wide_directly(*to.rdbuf(), pieces...);
}

// A stream with a reader over it, from the first use for as long as a range
// lives.
class held_wistream {
 public:
  explicit held_wistream(std::wistream& in) noexcept : in_(in) {}
  held_wistream(held_wistream&& other) noexcept : in_(other.in_) {}
  ~held_wistream() {
    if (is_open_) end_range(in_, reader_);
  }

  rill::reader& reader() {
    if (is_open_) return reader_;
    if (in_.good())
      ::new (static_cast<void*>(&reader_)) wide_reader(in_);
    else
      ::new (static_cast<void*>(&reader_)) wide_reader(why_unreadable(in_));
    is_open_ = true;
    return reader_;
  }

 private:
  std::wistream& in_;
  bool is_open_ = false;
  union {
    wide_reader reader_;
  };
};

}  // namespace detail

/// std::wostream and what derives from it. Errors: as those of a
/// std::ostream; and characters that its locale cannot write.
template <std::derived_from<std::wostream> S>
struct sink_traits<S> {
  template <class... Args>
  static void put(S& to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>) put_printable(to, args...);
  }
  static void flush(S& to) {
    os::clear_c_error();
    if (to.good() && to.flush()) return;
    detail::raise_ostream_error(
        to, detail::reason_of_refusal(library_problem::stream_failed));
  }

 private:
  template <class... Args>
  static void put_printable(S& to, Args const&... args) {
    if constexpr (detail::is_short_wide_call<Args...>)
      if (detail::put_wide_directly(to, detail::piece_of(args)...)) return;
    detail::print_to_wostream(to, detail::listed_call<Args...>(args...).list());
  }
};

/// std::wistream and what derives from it.
template <std::derived_from<std::wistream> S>
struct source_traits<S> {
  using held = detail::held_wistream;
  using owned = detail::owned_istream<S, detail::held_wistream>;
  template <class Use>
  static auto with(S& in, Use use) {
    if (!in.good()) {
      detail::wide_reader from(detail::why_unreadable(in));
      return detail::use_and_finish(in, from, use);
    }
    detail::wide_reader from(in);
    return detail::use_and_finish(in, from, use);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
