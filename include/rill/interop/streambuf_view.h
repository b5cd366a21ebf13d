// rill/interop/streambuf_view.h: a borrowed std::streambuf as a sink and a
// source, and the writer into it.
//
// Layer 7. Tests: test/interop/streambuf_fuzz_test.cpp,
// test/interop/filebuf_file_test.cpp.
#ifndef RILL_INTEROP_STREAMBUF_VIEW_H
#define RILL_INTEROP_STREAMBUF_VIEW_H

#include <new>  // placement new

#include "../print/standard_sink.h"
#include "../shape/shape.h"
#include "../stream/source.h"
#include "stream_call.h"
#include "streambuf_reader.h"

// A writer into a std::streambuf.
//
// Allocates nothing. Made for one print call. Most prints bypass it and write
// straight into the put area (put_directly). If the area has no room (at its
// end, before the first use, streambufs without one), or if foreign code runs
// that may print to the same stream, the pieces collect in a block and go out
// by sputn.

namespace rill::inline RILL_BUILD {
namespace detail {

// Writes all bytes. On failure returns the error of errno, or wrote_nothing.
template <class Char>
error_code put_all(std::basic_streambuf<Char>& to, Char const* data,
                   std::size_t size) {
  auto const wanted = static_cast<std::streamsize>(size);
  if (to.sputn(data, wanted) == wanted) return {};
  return reason_of_refusal(library_problem::wrote_nothing);
}

class streambuf_writer : public writer {
 public:
  streambuf_writer(std::streambuf& to, stream_caller caller) noexcept
      : writer(device, block_, sizeof block_), to_(to), caller_(caller) {}

  /// Passes all collected bytes to the streambuf.
  void finish() {
    if (!error_) pass_block();
  }

 private:
  void pass(char const* data, std::size_t size) {
    if (size == 0 || error_) return;
    buffer_area<char> const area = put_area(to_);
    if (size <= area.size()) {
      advance_put_area(to_, copy_bytes(area.cursor, data, size));
      return;
    }
    struct stopper {
      streambuf_writer& out;
      error_code outcome = library_problem::stream_failed;
      ~stopper() {
        if (outcome) out.stop(outcome);
      }
    } result{*this};
    result.outcome = caller_([&] { return put_all(to_, data, size); });
  }
  void pass_block() {
    auto const held = static_cast<std::size_t>(cursor_ - begin_);
    cursor_ = begin_;
    pass(begin_, held);
  }
  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<streambuf_writer&>(base);
    self.finish();
    if (!self.error_ && size <= self.room())
      self.cursor_ = copy_bytes(self.cursor_, data, size);
    else
      self.pass(data, size);
  }
  static void flush_block(writer& base) {
    static_cast<streambuf_writer&>(base).finish();
  }
  static constexpr writer_device device{drain, flush_block};

  std::streambuf& to_;
  stream_caller caller_;
  char block_[4096];
};

// Ends a print, also when a hook throws: the pieces before the exception are
// written. If that fails while the exception is in flight, the error is stored
// in `kept` if it is not null; a stream gets badbit.
template <class Writer>
class writer_finisher {
 public:
  explicit writer_finisher(Writer& out, error_code* kept = nullptr) noexcept
      : out_(out), kept_(kept) {}
  writer_finisher(writer_finisher const&) = delete;
  ~writer_finisher() {
    if (is_done_) return;
#if RILL_EXCEPTIONS
    try {
      out_.finish();
    } catch (...) {
      // The exception in flight takes precedence.
    }
    if (kept_ && out_.error()) *kept_ = out_.error();
#endif
  }
  error_code run() {
    is_done_ = true;
    out_.finish();
    return out_.error();
  }

 private:
  Writer& out_;
  error_code* kept_;
  bool is_done_ = false;
};
template <class Writer>
writer_finisher(Writer&) -> writer_finisher<Writer>;

// Calls print(writer&) and returns the error. For `kept` see writer_finisher.
template <class Print>
error_code put_through(std::streambuf& to, stream_caller caller, Print print,
                       error_code* kept = nullptr) {
  streambuf_writer out(to, caller);
  writer_finisher finish(out, kept);
  print(out);
  return finish.run();
}

// The bytes after the put pointer: unused, as in a filebuf, or perhaps content,
// as in a stringbuf after a seek.
enum class behind { nothing, perhaps_bytes };

// True for pieces that can be written without touching the bytes after them.
template <class Arg>
inline constexpr bool can_be_exact = is_text_arg<Arg>;
template <class Arg>
  requires(requires { Arg::max_size(); })
inline constexpr bool can_be_exact<Arg> =
    is_text_arg<Arg> || Arg::max_size() <= 256;

// The writers of numbers may store more bytes than the number has, so they
// write to a scratch.
template <class Arg>
inline char* write_exactly(char* out, Arg const& arg) {
  if constexpr (is_text_arg<Arg>) {
    return copy_bytes(out, text_of(arg).data, text_of(arg).size);
  } else if constexpr (Arg::max_size() == 1) {
    return arg.write(out);
  } else {
    char scratch[Arg::max_size()];
    char const* const end = arg.write(&scratch[0]);
    return copy_bytes(out, scratch, static_cast<std::size_t>(end - scratch));
  }
}

// Prints straight into the put area if all pieces fit. Otherwise returns false.
template <behind Behind, class... Args>
inline bool put_directly(std::streambuf& to, Args const&... args) {
  using access = streambuf_access<char>;
  constexpr bool is_exact = Behind == behind::perhaps_bytes;
  if constexpr (!streambufs_are_open ||
                (is_exact && !(can_be_exact<Args> && ...))) {
    return false;
  } else {
    // The extra byte rejects a missing area, which would pass as room for 0
    // bytes. pbump takes an int.
    std::uint64_t const max_size = (args.max_size() + ... + std::uint64_t{1});
    char* const start = access::put_begin(to);
    auto const begin = reinterpret_cast<std::uintptr_t>(start);
    auto const end = reinterpret_cast<std::uintptr_t>(access::put_end(to));
    if (RILL_UNLIKELY(max_size > access::most_at_once) ||
        RILL_UNLIKELY(begin + max_size > end))
      return false;
    char* cursor = start;
    if constexpr (is_exact)
      ((cursor = write_exactly(cursor, args)), ...);
    else
      ((cursor = args.write(cursor)), ...);
    access::put_up_to(to, cursor);
    return true;
  }
}

// The same with a list of plain values. If the bytes after them must stay, the
// text goes through a scratch, and must fit in it.
inline bool put_list_directly(std::streambuf& to, behind what,
                              print_list list) {
  buffer_area<char> const area = put_area(to);
  if (area.size() == 0) return false;
  if (what == behind::nothing) {
    char* const end = put_list_directly(area.cursor, area.end, list);
    if (end) advance_put_area(to, end);
    return end != nullptr;
  }
  char scratch[512];
  char const* const end =
      put_list_directly(scratch, scratch + sizeof scratch, list);
  if (!end) return false;
  auto const size = static_cast<std::size_t>(end - scratch);
  if (size > area.size()) return false;
  advance_put_area(to, copy_bytes(area.cursor, scratch, size));
  return true;
}

}  // namespace detail

// A borrowed std::streambuf as a sink and a source.
//
// Allocates nothing. Transfers bytes alone: no sentry, no stream state, no tied
// stream.

/// Borrows a std::streambuf: a single pointer, cheap to copy.
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
  /// From the rdbuf() of a stream. To use a null pointer is an error.
  streambuf_view(std::streambuf* of) noexcept : of_(of) {}
  /// Rejects a stream with a message that says what to write.
  template <class Stream>
    requires std::is_base_of_v<std::ios, Stream>
  streambuf_view(Stream&) {
    static_assert(detail::always_false<Stream>,
                  "rill: a streambuf_view takes a streambuf: x.rdbuf(); a "
                  "stream is a sink or a source by itself");
  }

  template <detail::wide_stream_buffer Wide>
  streambuf_view(Wide&) {
    static_assert(detail::always_false<Wide>,
                  "rill: a streambuf_view is for bytes: a wide streambuf takes "
                  "a rill::wstreambuf_view");
  }

  std::streambuf* rdbuf() const noexcept { return of_; }

  /// Flushes all bytes, as pubsync() does.
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

// Prints to a streambuf without a stream. Its exceptions go on to the caller.
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
              put_directly<behind::perhaps_bytes>(*to, format_arg_of(args)...)))
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

// Ends a read, also while an exception is in flight: puts unread bytes back.
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
      // The exception in flight takes precedence.
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

// A reader over a streambuf, which `make` constructs on first use, and which is
// kept while a range lives.
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

/// A borrowed streambuf. Errors: the streambuf refuses bytes, with errno's
/// reason if it is set. Its exceptions go on to the caller.
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
  /// The unread bytes of the get area, for scan.
  static buffer_area<char const> ready(streambuf_view in) noexcept {
    return get_area(in);
  }
  static void take(streambuf_view in, char const* end) noexcept {
    advance_get_area(in, end);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
