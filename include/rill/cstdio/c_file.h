// rill/cstdio/c_file.h: a FILE that an object owns.
//
// Layer 4. A stream of the C library, with a buffer of 64 KiB by default.
// Opened by the verbs of rill::file (closed on exec, never below the standard
// handles, paths with a NUL refused). Its destructor closes it and loses no
// error. get() returns the FILE*; what C writes to it and what rill prints stay
// in order. Tests: test/cstdio/c_file_test.cpp, test/system/c_streams_test.py.
#ifndef RILL_CSTDIO_C_FILE_H
#define RILL_CSTDIO_C_FILE_H

#include "../base/text.h"
#include "../os/c_file_calls.h"
#include "../os/c_stream.h"
#include "../os/file.h"
#include "../os/file_view.h"
#include "../stream/lost_output.h"
#include "../stream/open_writers.h"
#include "c_file_buffer.h"
#include "c_stream_writer.h"
#include "standard_output.h"

// A borrowed FILE.
//
// Allocates only errors.

namespace rill::inline RILL_BUILD {

namespace detail {

struct c_file_access;  // of cstdio/c_file_lock.h

// Refuses a path where a FILE* is expected.
template <class Wrong>
constexpr void refuse_stream() {
  static_assert(always_false<Wrong>,
                "rill: this takes a FILE*, and not a path: a file is opened by "
                "rill::c_file::open(path), create, append or update");
}

}  // namespace detail

/// Borrows a FILE*. Copyable; must not be used after the stream was closed. It
/// is a sink of print and a source of scan in the same way as the FILE*: a call
/// takes the stream's lock once, unless the program has a single thread.
///
/// Example:
///     rill::c_file_view out(stdout, "the report");
///     rill::println(out, "in order with ", "printf");
///     std::printf("%s\n", "and with stdio's other functions");
class c_file_view {
 public:
  constexpr c_file_view() noexcept = default;
  /// `name` is the stream's name in errors; it must outlive the view.
  constexpr explicit c_file_view(FILE* stream,
                                 char const* name = nullptr) noexcept
      : stream_(stream), name_(name) {}

  /// Refuses a path.
  template <class Wrong>
    requires std::is_convertible_v<Wrong const&, char const*>
  explicit c_file_view(Wrong const&) {
    detail::refuse_stream<Wrong>();
  }

  FILE* get() const noexcept { return stream_; }
  bool is_open() const noexcept { return stream_ != nullptr; }

  /// Returns the stream's name in errors.
  text name() const noexcept {
    if (name_) return {name_, detail::length_of(name_)};
    return stream_ ? detail::stream_name : detail::null_stream_name;
  }

  /// Returns the handle of the stream; no_handle for streams over memory and
  /// over callables.
  os::native_handle native_handle() const noexcept {
    return stream_ ? os::handle_of(stream_) : os::no_handle;
  }

  /// Returns the file of the stream, with the stream's name. Does not write the
  /// stream's buffer: call flush() before.
  rill::file_view file() const noexcept {
    return rill::file_view(native_handle(), name_);
  }

  /// Writes the buffer. Errors: those of write(2) or of the C library. Bytes
  /// that could not be written stay in the buffer if the library supports that.
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

  /// Makes an error with this stream's name.
  rill::error failure(char const* operation, error_code code) const noexcept {
    return {code, {operation, detail::length_of(operation)}, name()};
  }

 protected:
  friend struct detail::c_file_access;
  FILE* stream_ = nullptr;
  char const* name_ = nullptr;
};

/// Owns a FILE* and closes it. Movable. As a sink of print and a source of scan
/// it takes the stream's lock once for each call, and not at all while the
/// program has a single thread; c_file_unlocked never takes it.
///
/// Errors of print and scan are thrown with the path. After an error of print
/// nothing more is accepted until clear_error(), so that no piece in the middle
/// is missing. close() reports whether all bytes were written. The destructor
/// calls it, and passes an error that no call has thrown or returned to the
/// lost-output handler (stream/lost_output.h).
///
/// Example:
///     rill::c_file out("numbers.txt");
///     rill::println(out, 1, ' ', 2);
///     std::fprintf(out.get(), "%d %d\n", 3, 4);
///     out.close();
template <bool Locks>
class basic_c_file : public c_file_view, private detail::open_writer {
 public:
  /// Makes a closed object: a print to it fails.
  basic_c_file() noexcept : open_writer(finish_at_end) {
    state_.stop(library_problem::closed, "write");
  }

  /// Creates the file, or empties it. Errors: as file::create.
  explicit basic_c_file(path_view path,
                        std::size_t buffer_size = default_c_buffer_size)
      : basic_c_file(create(path, {}, buffer_size)) {}

  /// Opens a stream over an open file, as fdopen does. `mode` is letters such
  /// as "r" or "w+", or open_options; by default the mode in which the file is
  /// open. When it throws, the caller still owns the file.
  explicit basic_c_file(rill::file&& from, c_file_mode mode = {},
                        std::size_t buffer_size = default_c_buffer_size)
      : basic_c_file(
            try_over(static_cast<rill::file&&>(from), mode, buffer_size)
                .value()) {}
  explicit basic_c_file(rill::file&& from, std::size_t buffer_size)
      : basic_c_file(static_cast<rill::file&&>(from), c_file_mode(),
                     buffer_size) {}

  /// Takes over a FILE*, with its buffer.
  explicit basic_c_file(FILE* stream) noexcept
      : c_file_view(stream), open_writer(finish_at_end) {
    is_own_ = stream != nullptr;
    open_fast_path();
  }

  /// Refuses a mode, and a file that is not moved in.
  template <class Mode>
    requires std::is_convertible_v<Mode const&, char const*>
  basic_c_file(path_view, Mode const&) : open_writer(finish_at_end) {
    refuse_mode<Mode>();
  }
  template <class File, class... More>
    requires std::is_same_v<std::remove_const_t<File>, rill::file>
  explicit basic_c_file(File&, More const&...) : open_writer(finish_at_end) {
    static_assert(detail::always_false<File>,
                  "rill: a c_file takes a file over: c_file(std::move(f)); "
                  "c_file_view borrows a FILE*, file_view a descriptor");
  }

  basic_c_file(basic_c_file&& other) noexcept
      : c_file_view(other), open_writer(other, finish_at_end) {
    take(other);
  }
  basic_c_file& operator=(basic_c_file&& other) noexcept {
    if (this == &other) return *this;
    close_or_report();
    static_cast<c_file_view&>(*this) = other;
    move_entry(other);
    take(other);
    return *this;
  }
  ~basic_c_file() { close_or_report(); }

  /// The same, but returns the error.
  static result<basic_c_file> try_over(
      rill::file&& from, c_file_mode mode = {},
      std::size_t buffer_size = default_c_buffer_size) {
    result<open_options> const options = detail::options_over(from, mode);
    if (!options) return options.error();
    return opened(static_cast<rill::file&&>(from), *options, buffer_size);
  }

  /// Takes over a FILE*, with a name for its errors.
  static basic_c_file adopt(FILE* stream, path_view name) {
    storage path = storage::copy_of(name.bytes());
    basic_c_file owner(stream);
    owner.call_it(static_cast<storage&&>(path));
    return owner;
  }

  // The verbs of rill::file. `options` add to what the verb implies.
  static result<basic_c_file> try_open(
      path_view path, open_options options = {},
      std::size_t buffer_size = default_c_buffer_size) {
    return made(file::try_open(path, options), options, file::reading,
                buffer_size);
  }
  static basic_c_file open(path_view path, open_options options = {},
                           std::size_t buffer_size = default_c_buffer_size) {
    return try_open(path, options, buffer_size).value();
  }
  static result<basic_c_file> try_create(
      path_view path, open_options options = {},
      std::size_t buffer_size = default_c_buffer_size) {
    return made(file::try_create(path, options), options, file::creating,
                buffer_size);
  }
  static basic_c_file create(path_view path, open_options options = {},
                             std::size_t buffer_size = default_c_buffer_size) {
    return try_create(path, options, buffer_size).value();
  }
  static result<basic_c_file> try_create_new(
      path_view path, open_options options = {},
      std::size_t buffer_size = default_c_buffer_size) {
    return made(file::try_create_new(path, options), options,
                file::creating_new, buffer_size);
  }
  static basic_c_file create_new(
      path_view path, open_options options = {},
      std::size_t buffer_size = default_c_buffer_size) {
    return try_create_new(path, options, buffer_size).value();
  }
  static result<basic_c_file> try_append(
      path_view path, open_options options = {},
      std::size_t buffer_size = default_c_buffer_size) {
    return made(file::try_append(path, options), options, file::appending,
                buffer_size);
  }
  static basic_c_file append(path_view path, open_options options = {},
                             std::size_t buffer_size = default_c_buffer_size) {
    return try_append(path, options, buffer_size).value();
  }
  static result<basic_c_file> try_update(
      path_view path, open_options options = {},
      std::size_t buffer_size = default_c_buffer_size) {
    return made(file::try_update(path, options), options, file::updating,
                buffer_size);
  }
  static basic_c_file update(path_view path, open_options options = {},
                             std::size_t buffer_size = default_c_buffer_size) {
    return try_update(path, options, buffer_size).value();
  }
  static result<basic_c_file> try_temporary(
      path_view folder = os::temporary_folder,
      std::size_t buffer_size = default_c_buffer_size) {
    return made(file::try_temporary(folder), {}, file::updating, buffer_size);
  }
  static basic_c_file temporary(
      path_view folder = os::temporary_folder,
      std::size_t buffer_size = default_c_buffer_size) {
    return try_temporary(folder, buffer_size).value();
  }

  /// Refuses a mode.
  template <class Mode>
    requires std::is_convertible_v<Mode const&, char const*>
  static basic_c_file open(path_view, Mode const&) {
    return refuse_mode<Mode>();
  }
  template <class Mode>
    requires std::is_convertible_v<Mode const&, char const*>
  static basic_c_file create(path_view, Mode const&) {
    return refuse_mode<Mode>();
  }

  /// Returns the stream's name in errors.
  text name() const noexcept {
    return stream_ ? c_file_view::name() : text("a closed c_file");
  }

  /// Writes the buffer and returns the first error, of this call or an earlier
  /// one.
  result<void> try_flush() {
    flush_everything();
    return outcome();
  }
  void flush() { try_flush().value(); }

  /// Flushes, then waits until the disk has the bytes. An error of sync is
  /// final: bytes that were not on the disk then may never get there.
  result<void> try_sync() {
    flush_everything();
    if (!state_.error)
      if (error_code const reason = os::sync(native_handle()))
        state_.stop(reason, "sync");
    return outcome();
  }
  void sync() { try_sync().value(); }

  /// Flushes and closes. Bytes that could not be written are given up. Errors:
  /// the first one of print and flush, also an earlier one; those of close(2);
  /// EIO when a function of the C library lost bytes and set only the stream's
  /// error indicator (ferror).
  result<void> try_close() {
    if (!is_open()) return {};
    leave();
    flush_everything();
    result<void> flushed = outcome();
    if (!flushed) libc::forget_pending(stream_);
    if (error_code const reason = os::close_stream(stream_); reason && flushed)
      flushed = failure("close", reason);
    forget();
    return flushed;
  }
  void close() { try_close().value(); }

  /// Clears the error, also the stream's error indicator. The next call that
  /// writes tries the bytes in the buffer again. A closed stream stays so.
  void clear_error() noexcept {
    if (!is_open()) return;
    ::clearerr(stream_);
    state_.error = {};
    state_.is_reported = false;
    open_fast_path();
  }

  /// Flushes and gives the stream away, with its buffer. The caller closes it.
  [[nodiscard]] FILE* release() {
    flush();
    leave();
    FILE* const stream = stream_;
    buffer_.leave_to(stream);
    is_own_ = false;
    forget();
    return stream;
  }

 private:
  friend struct detail::c_file_access;

  basic_c_file(FILE* stream, storage path, detail::c_buffer buffer) noexcept
      : c_file_view(stream),
        open_writer(finish_at_end),
        buffer_(static_cast<detail::c_buffer&&>(buffer)) {
    call_it(static_cast<storage&&>(path));
    is_own_ = true;
    open_fast_path();
  }

  static result<basic_c_file> made(result<rill::file> from,
                                   open_options options,
                                   open_options const& verb,
                                   std::size_t buffer_size) {
    if (!from) return from.error();
    options.read |= verb.read;
    options.write |= verb.write;
    options.append |= verb.append;
    return opened(static_cast<rill::file&&>(*from), options, buffer_size);
  }

  // Releases `from` last: if an earlier step fails, the caller keeps the file.
  static result<basic_c_file> opened(rill::file&& from,
                                     open_options const& options,
                                     std::size_t buffer_size) {
    storage path = from.name().size ? storage::copy_of(from.name()) : storage();
    os::opened_stream const made =
        os::open_stream(from.native_handle(), options);
    if (made.error) return from.failure("open", made.error);
    (void)from.release();
    return basic_c_file(made.stream, static_cast<storage&&>(path),
                        detail::c_buffer(made.stream, buffer_size));
  }

  void call_it(storage path) noexcept {
    path_ = static_cast<storage&&>(path);
    name_ = path_.data();
  }

  // Not for stdout and stderr, whose errors are kept elsewhere.
  void open_fast_path() noexcept {
    bool const is_plain =
        stream_ && stream_ != stdout && stream_ != stderr && !state_.error;
    state_.fast_path = is_plain ? stream_ : nullptr;
    if (!stream_) state_.stop(library_problem::closed, "write");
  }

  void take(basic_c_file& other) noexcept {
    path_ = static_cast<storage&&>(other.path_);
    buffer_ = static_cast<detail::c_buffer&&>(other.buffer_);
    is_own_ = other.is_own_;
    state_ = other.state_;
    other.is_own_ = false;
    other.forget();
  }
  void forget() noexcept {
    stream_ = nullptr;
    name_ = nullptr;
    is_own_ = false;
    buffer_.give_back();
    state_ = {};
    state_.stop(library_problem::closed, "write");
  }

  void flush_everything() {
    if (state_.error) return;
    if (stream_ == stdout || stream_ == stderr) {
      result<void> const flushed = c_file_view::try_flush();
      if (!flushed) state_.stop(flushed.error().code(), "write");
      return;
    }
    detail::stream_guard const guard(stream_);
    error_code reason;
    if (!state_.has_read || libc::has_pending(stream_))
      reason = libc::write_pending(stream_);
    if (!reason && ::ferror(stream_) && !state_.has_read)
      reason = os::c_error(EIO);
    if (reason) state_.stop(reason, "write");
  }
  result<void> outcome() noexcept {
    if (!state_.error) return {};
    state_.is_reported = true;
    return rill::error(state_.error,
                       {state_.operation, detail::length_of(state_.operation)},
                       name());
  }
  void close_or_report() noexcept {
    if (!is_own_) return;
    bool const is_known = state_.is_reported;
    if (detail::finish_or_report(name(), [&] {
          result<void> const closed = try_close();
          if (!closed && !is_known) detail::on_lost_output(closed.error());
        }))
      return;
    // A function that the stream's creator gave to fopencookie has thrown.
    give_up();
  }
  // The end of the program: writes the buffer, and reports an error that no
  // call has reported. Leaves the stream open. A lock that another thread holds
  // for a second is not waited for any longer; without locks, only the thread
  // that opened or moved the object may write.
  static void finish_at_end(open_writer& entry, bool is_ours) noexcept {
    auto& self = static_cast<basic_c_file&>(entry);
    FILE* const stream = self.stream_;
    if (!self.is_own_ || stream == stdout || stream == stderr) return;
    if (!Locks && !is_ours) return;
    int patience = os::longest_wait;
    if (!os::lock_stream_soon(stream, os::handle_of(stream), patience, true))
      return detail::on_lost_output(
          self.failure("write", library_problem::used_elsewhere));
    bool const is_known = self.state_.is_reported;
    (void)detail::finish_or_report(self.name(), [&] {
      if (libc::has_pending(stream)) self.flush_everything();
    });
    os::unlock_stream(stream);
    result<void> const done = self.outcome();
    if (!done && !is_known) detail::on_lost_output(done.error());
  }
  // Closes the stream and drops the bytes in its buffer. If closing throws, the
  // stream keeps its buffer: the C library may use it when the program ends.
  [[gnu::cold]] void give_up() noexcept {
    libc::forget_pending(stream_);
    if (!detail::finish_or_report(name(),
                                  [&] { (void)os::close_stream(stream_); }))
      buffer_.leave_to(stream_);
    forget();
  }

  template <class Mode>
  static basic_c_file refuse_mode() {
    static_assert(detail::always_false<Mode>,
                  "rill: a c_file is opened by a verb and not by a mode: open "
                  "for \"r\", create for \"w\", create_new for \"wx\", append "
                  "for \"a\", update for \"r+\"");
    return {};
  }

  storage path_;
  detail::c_buffer buffer_;
  bool is_own_ = false;
  mutable detail::c_file_state state_;
};

/// Takes the lock once for each call of print and scan.
using c_file = basic_c_file<true>;

/// Takes no lock: for a stream that one thread uses.
using c_file_unlocked = basic_c_file<false>;

}  // namespace rill::inline RILL_BUILD

#endif
