// rill/interop/istream_source.h: a std::istream as a source of scan, lines,
// words and values.
//
// Layer 7. Sets the state that a user of `>>` expects: eofbit if the read
// reached the end of the input, failbit too if nothing was left for an item,
// failbit alone for malformed input, badbit if the streambuf throws. Ignores
// and keeps the stream's flags, width and locale. Tests:
// test/interop/stream_state_test.cpp, test/interop/streambuf_fuzz_test.cpp.
#ifndef RILL_INTEROP_ISTREAM_SOURCE_H
#define RILL_INTEROP_ISTREAM_SOURCE_H

#include <concepts>  // std::derived_from, std::same_as
#include <istream>   // std::istream
#include <new>       // placement new

#include "../stream/source.h"
#include "stream_call.h"
#include "streambuf_reader.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// The error of a stream that cannot be read from. A stream at its end is no
// error: it has nothing left.
inline error_code why_unreadable(auto const& in) noexcept {
  if (in.bad() || (in.fail() && !in.eof()))
    return library_problem::stream_failed;
  return {};
}

// True if a call found no input for an item. A bool result is either the
// success of a scan or a bool that was read. On exhausted input it is the
// success of a scan, because reading a bool then throws.
template <class Result>
bool found_nothing(Result const& result, bool is_exhausted) {
  if constexpr (std::same_as<Result, bool>)
    return is_exhausted && !result;
  else if constexpr (std::same_as<Result, std::size_t>)
    return is_exhausted;
  else if constexpr (requires { result.error().code(); })
    return !result;
  else
    return false;
}

// Ends a read: puts back unread bytes and sets the stream's state.
template <class Stream, class Reader>
class istream_finisher {
 public:
  istream_finisher(Stream& in, Reader& from) noexcept : in_(in), from_(from) {}
  istream_finisher(istream_finisher const&) = delete;

  // Runs while an exception is in flight. So an exception from putting bytes
  // back is caught, and sets badbit.
  ~istream_finisher() {
    if (is_done_) return;
    auto marks = std::ios_base::failbit;
    if (from_.is_exhausted()) marks |= std::ios_base::eofbit;
    if (from_.error()) marks |= std::ios_base::badbit;
#if RILL_EXCEPTIONS
    try {
      (void)from_.finish();
    } catch (...) {
      marks |= std::ios_base::badbit;
    }
#endif
    mark_quietly(in_, marks);
  }

  template <class Result>
  void run(Result const& result) {
    error_code const lost = from_.finish();
    is_done_ = true;
    bool const failed = found_nothing(result, from_.is_exhausted());
    if (RILL_UNLIKELY(failed || lost || from_.is_at_end() || from_.error()))
      mark(failed, lost);
  }

 private:
  [[gnu::cold, gnu::noinline]] void mark(bool failed, error_code lost) {
    auto marks = std::ios_base::goodbit;
    if (failed ? from_.is_exhausted() : from_.is_at_end())
      marks |= std::ios_base::eofbit;
    if (failed) marks |= std::ios_base::failbit;
    // After a failed read the position in the input is unspecified, so bytes
    // that cannot be put back are no error then.
    if (from_.error() || (lost && !failed)) marks |= std::ios_base::badbit;
    in_.setstate(marks);
    if (lost && !failed) raise(error(lost, "read", "<istream>"));
  }

  Stream& in_;
  Reader& from_;
  bool is_done_ = false;
};

template <class Stream, class Reader, class Use>
RILL_ALWAYS_INLINE auto use_and_finish(Stream& in, Reader& from, Use& use) {
  istream_finisher<Stream, Reader> finish(in, from);
  auto result = use(static_cast<reader&>(from));
  finish.run(result);
  return result;
}

// Reads from a stream that is not good(), from the FILE behind a stream, or
// from any other stream.
template <class Use>
auto read_istream(std::istream& in, Use& use) {
  if (!in.good()) {
    streambuf_reader from(why_unreadable(in));
    return use_and_finish(in, from, use);
  }
  if (FILE* const stream = c_stream_behind(*in.rdbuf())) {
    stream_guard const guard(stream);
    tied_reader from(stream, in);
    return use_and_finish(in, from, use);
  }
  streambuf_reader from(in);
  return use_and_finish(in, from, use);
}

template <class Reader>
bool lost_by(Reader& from) noexcept {
#if RILL_EXCEPTIONS
  try {
    return bool(from.finish());
  } catch (...) {
    return true;
  }
#else
  return bool(from.finish());
#endif
}

// Ends the reader of a range, then sets the stream's state.
template <class Stream, class Reader>
void end_range(Stream& in, Reader& from) noexcept {
  auto marks = std::ios_base::goodbit;
  // Malformed input stays unread, and its error has looked for its end.
  if (from.is_at_end() && from.available() == 0) marks |= std::ios_base::eofbit;
  if (from.is_exhausted()) marks |= std::ios_base::failbit;
  if (from.error() || lost_by(from)) marks |= std::ios_base::badbit;
  from.~Reader();
  if (marks != std::ios_base::goodbit) mark_quietly(in, marks);
}

// A reader over a stream, made on first use and kept while a range lives. Sets
// the stream's state at the end, without the exceptions of its mask.
class held_istream {
 public:
  explicit held_istream(std::istream& in) noexcept : in_(in) {}
  held_istream(held_istream&& other) noexcept : in_(other.in_) {}
  ~held_istream() {
    if (way_ == way::plain) end_range(in_, plain_);
    if (way_ != way::c_stream) return;
    end_range(in_, c_stream_.in);
    c_stream_.guard.~stream_guard();
  }

  rill::reader& reader() {
    if (way_ == way::none) open();
    if (way_ == way::plain) return plain_;
    return c_stream_.in;
  }

 private:
  enum class way : unsigned char { none, plain, c_stream };
  struct c_stream_way {
    stream_guard guard;
    tied_reader in;
  };

  void open() {
    FILE* stream = nullptr;
    if (!in_.good()) {
      ::new (static_cast<void*>(&plain_)) streambuf_reader(why_unreadable(in_));
    } else if ((stream = c_stream_behind(*in_.rdbuf())) != nullptr) {
      ::new (static_cast<void*>(&c_stream_))
          c_stream_way{stream_guard(stream), tied_reader(stream, in_)};
    } else {
      ::new (static_cast<void*>(&plain_)) streambuf_reader(in_);
    }
    way_ = stream ? way::c_stream : way::plain;
  }

  std::istream& in_;
  way way_ = way::none;
  union {
    streambuf_reader plain_;
    c_stream_way c_stream_;
  };
};

template <class Stream, class Held>
class owned_istream {
 public:
  explicit owned_istream(Stream&& in) : in_(static_cast<Stream&&>(in)) {}
  owned_istream(owned_istream&& other)
      : in_(static_cast<Stream&&>(other.in_)) {}
  rill::reader& reader() { return held_.reader(); }

 private:
  Stream in_;
  Held held_{in_};
};

}  // namespace detail

/// std::istream and classes derived from it.
///
/// Errors: the stream has failed before; its streambuf throws; or its streambuf
/// does not take back a byte after a token crossed the end of its buffer.
template <std::derived_from<std::istream> S>
struct source_traits<S> {
  using held = detail::held_istream;
  using owned = detail::owned_istream<S, detail::held_istream>;
  template <class Use>
  static auto with(S& in, Use use) {
    return detail::read_istream(in, use);
  }
  /// The unread bytes of the get area, for scan.
  static buffer_area<char const> ready(std::istream const& in) noexcept {
    if (RILL_UNLIKELY(!in.good())) return {};
    return get_area(*in.rdbuf());
  }
  static void take(std::istream& in, char const* end) noexcept {
    advance_get_area(*in.rdbuf(), end);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
