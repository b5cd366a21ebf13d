// rill/stream/c_file_view.h: a FILE that somebody else owns.
//
// Floor 4. Allocates nothing but errors. Tests: test/stream/c_file_test.cpp.
#ifndef RILL_STREAM_C_FILE_VIEW_H
#define RILL_STREAM_C_FILE_VIEW_H

#include "../base/bare.h"
#include "../os/c_file_calls.h"
#include "../os/file_view.h"
#include "c_target.h"
#include "standard_output.h"

namespace rill::inline RILL_BUILD {

namespace detail {

struct c_file_access;  // of stream/c_file_lock.h

// What the caller of a wrong sentence may have meant.
template <class Wrong>
constexpr void refuse_stream() {
  static_assert(never<Wrong>,
                "rill: this takes a FILE*, and not a path: a file is opened by "
                "rill::c_file::open(path), create, append or update");
}

}  // namespace detail

/// Borrows a FILE*. Copyable; must not be used after the stream was closed.
/// As a sink of print and a source of scan it is what the FILE* is: each call
/// takes the stream's lock once, unless the program has a single thread.
///
/// Example:
///     rill::c_file_view out(stdout, "the report");
///     rill::println(out, "in order with ", "printf");
///     std::printf("%s\n", "and with stdio's other functions");
class c_file_view {
 public:
  constexpr c_file_view() noexcept = default;
  /// `name` is what errors call the stream; it must live as long as the view.
  constexpr explicit c_file_view(FILE* stream,
                                 char const* name = nullptr) noexcept
      : stream_(stream), name_(name) {}

  /// What is likely to be typed, and its remedy.
  template <class Wrong>
    requires std::is_convertible_v<Wrong const&, char const*>
  explicit c_file_view(Wrong const&) {
    detail::refuse_stream<Wrong>();
  }

  FILE* get() const noexcept { return stream_; }
  bool is_open() const noexcept { return stream_ != nullptr; }

  /// What errors call this stream.
  text name() const noexcept {
    if (name_) return {name_, detail::length_of(name_)};
    return stream_ ? detail::stream_name : detail::null_stream_name;
  }

  /// The handle below; none for streams over memory and over callables.
  os::native_handle native_handle() const noexcept {
    return stream_ ? os::handle_of(stream_) : os::no_handle;
  }

  /// The file below, by the stream's name. What the stream's buffer holds goes
  /// there by flush() first.
  rill::file_view file() const noexcept {
    return rill::file_view(native_handle(), name_);
  }

  /// Writes the buffer. Errors: what write(2) says, or the C library; the
  /// bytes that could not be written stay, where the library lets them.
  result<void> try_flush() const {
    if (!stream_) return failure("write", library_problem::no_stream);
    if (stream_ == stdout) {
      error_code const kept = detail::drain_standard_output();
      return kept ? failure("write", kept) : result<void>();
    }
    detail::stream_guard const guard(stream_);
    error_code const reason = libc::write_pending(stream_);
    return reason ? failure("write", reason) : result<void>();
  }
  void flush() const { try_flush().value(); }

  /// Flushes, then waits until the disk has the bytes.
  result<void> try_sync() const {
    if (result<void> flushed = try_flush(); !flushed) return flushed;
    error_code const reason = os::sync(native_handle());
    return reason ? failure("sync", reason) : result<void>();
  }
  void sync() const { try_sync().value(); }

  /// An error about this stream.
  rill::error failure(char const* operation, error_code code) const noexcept {
    return {code, {operation, detail::length_of(operation)}, name()};
  }

 protected:
  friend struct detail::c_file_access;
  FILE* stream_ = nullptr;
  char const* name_ = nullptr;
};

}  // namespace rill::inline RILL_BUILD

#endif
