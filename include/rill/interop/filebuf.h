// rill/interop/filebuf.h: an owned std::filebuf, opened by rill's rules or over
// a handle.
//
// Layer 7. Tests: test/interop/filebuf_file_test.cpp.
#ifndef RILL_INTEROP_FILEBUF_H
#define RILL_INTEROP_FILEBUF_H

#include <concepts>  // std::same_as
#include <fstream>   // std::filebuf

#include "../base/text.h"
#include "../cstdio/c_file_buffer.h"
#include "../os/c_file_calls.h"
#include "../os/file.h"
#include "../stream/lost_output.h"
#include "../stream/open_writers.h"
#include "stream_call.h"
#include "streambuf_view.h"

#if defined(__GLIBCXX__)
#include <ext/stdio_filebuf.h>  // a filebuf over a FILE
#endif

// A std::filebuf over an open file.
//
// The libraries differ: libstdc++'s stdio_filebuf and MSVC's std::filebuf take
// a FILE*, libc++'s std::filebuf takes a descriptor.

namespace rill::inline RILL_BUILD {
namespace detail {

#if defined(__GLIBCXX__)
using filebuf_base = __gnu_cxx::stdio_filebuf<char>;
inline constexpr bool end_may_be_error = false;
inline constexpr bool keeps_refused_bytes = true;
#else
// libc++ reports a read error as end of file.
inline constexpr bool end_may_be_error = true;
// A failed write cannot be retried: libc++ has lost its first byte.
inline constexpr bool keeps_refused_bytes = false;
using filebuf_base = std::filebuf;
#endif

class filebuf_over : public filebuf_base {
 public:
  filebuf_over() = default;
  filebuf_over(filebuf_over&& other)
      : filebuf_base(static_cast<filebuf_base&&>(other)), below_(other.below_) {
    other.below_ = nullptr;
  }
  filebuf_over& operator=(filebuf_over&& other) {
    filebuf_base::operator=(static_cast<filebuf_base&&>(other));
    below_ = other.below_;
    other.below_ = nullptr;
    return *this;
  }

  /// Takes ownership of the handle, except on failure.
  error_code open_over(os::native_handle handle, open_options const& options,
                       std::size_t size) {
#if defined(_LIBCPP_VERSION)
    return open_descriptor(*this, handle, mode_of(options), size);
#else
    os::opened_stream const made = os::open_stream(handle, options);
    if (made.error) return made.error;
    below_ = made.stream;
    return open_stream(made.stream, mode_of(options), size);
#endif
  }

  /// Drops the bytes that could not be written, so that closing writes nothing
  /// after a gap.
  void forget_pending() { this->setp(this->pbase(), this->epptr()); }

  /// Returns how many bytes are not written.
  std::size_t pending() const noexcept {
    return static_cast<std::size_t>(this->pptr() - this->pbase());
  }

  /// Closes the filebuf, then the FILE. Returns the first error.
  error_code close_both() {
    os::clear_c_error();
    error_code first = close()
                           ? error_code()
                           : reason_of_refusal(library_problem::wrote_nothing);
    if (below_) {
      error_code const second = os::close_stream(below_);
      if (!first) first = second;
    }
    below_ = nullptr;
    return first;
  }

 private:
  static std::ios_base::openmode mode_of(open_options const& options) {
    auto mode = std::ios_base::binary;
    if (options.read) mode |= std::ios_base::in;
    if (options.write || options.append) mode |= std::ios_base::out;
    if (options.append) mode |= std::ios_base::app;
    return mode;
  }

#if defined(_LIBCPP_VERSION)
  // A template, so that __open is looked up, and a handle of Windows converted
  // to a descriptor, only on instantiation.
  template <class Filebuf, class Handle>
  static error_code open_descriptor(Filebuf& to, Handle handle,
                                    std::ios_base::openmode mode,
                                    std::size_t size) {
    if constexpr (std::same_as<Handle, int>) {
      to.pubsetbuf(nullptr, static_cast<std::streamsize>(size));
      os::clear_c_error();
      if (to.__open(handle, mode)) return {};
      return reason_of_refusal(library_problem::unsupported);
    } else {
      return library_problem::unsupported;
    }
  }
#elif defined(__GLIBCXX__)
  error_code open_stream(FILE* stream, std::ios_base::openmode mode,
                         std::size_t size) {
    filebuf_base::operator=(filebuf_base(stream, mode, size));
    return {};
  }
#else
  error_code open_stream(FILE* stream, std::ios_base::openmode,
                         std::size_t size) {
    (void)::setvbuf(stream, nullptr, _IOFBF, size);
    filebuf_base::operator=(filebuf_base(stream));
    return {};
  }
#endif

  FILE* below_ = nullptr;
};

}  // namespace detail

// An owned std::filebuf, opened by the same functions as rill::file.
//
// It has a buffer of 64 KiB by default, is closed on exec, never gets a
// standard handle, rejects paths with a NUL, and its destructor reports errors.

class filebuf_file;
namespace detail {
streambuf_reader reader_of_filebuf(filebuf_file& in);
}

/// The default size of a filebuf's buffer, in bytes.
inline constexpr std::size_t default_filebuf_size =
    RILL_BUFFER_SIZE < 65536 ? RILL_BUFFER_SIZE : 65536;

/// Owns a std::filebuf: a sink, a source, and by rdbuf() the buffer of any
/// std::ostream, std::istream or std::iostream.
///
/// Errors are thrown with the path. After a failed print nothing more is
/// accepted. close() reports whether all bytes arrived. The destructor calls
/// it, and passes an error that no call has reported to the lost-output handler
/// (stream/lost_output.h).
///
/// Example:
///     auto out = rill::filebuf_file::create("numbers.txt");
///     std::ostream stream(out.rdbuf());
///     rill::println(out, 1, ' ', 2);
///     stream << 3 << '\n';
///     out.close();
class filebuf_file : private detail::open_writer {
 public:
  /// Makes a closed filebuf_file. A print to it fails.
  filebuf_file() noexcept : open_writer(finish_at_end) {
    stop(library_problem::closed, "write");
  }

  /// Creates the file, or empties it. Errors: as file::create.
  explicit filebuf_file(path_view path,
                        std::size_t buffer_size = default_filebuf_size)
      : filebuf_file(create(path, buffer_size)) {}

  /// Opens a filebuf over an open file. `mode` is "r", "w+" and so on, or
  /// open_options; by default it follows from how the file is open. If this
  /// throws, the caller keeps the file.
  explicit filebuf_file(file&& from, c_file_mode mode = {},
                        std::size_t buffer_size = default_filebuf_size)
      : filebuf_file(
            try_over(static_cast<file&&>(from), mode, buffer_size).value()) {}

  /// Rejects a mode string with a message that names the functions.
  template <class Mode>
    requires std::is_convertible_v<Mode const&, char const*>
  filebuf_file(path_view, Mode const&) : open_writer(finish_at_end) {
    static_assert(detail::always_false<Mode>,
                  "rill: a filebuf_file is opened by a verb and not by a mode: "
                  "open for \"r\", create for \"w\", create_new for \"wx\", "
                  "append for \"a\", update for \"r+\"");
  }

  filebuf_file(filebuf_file&& other)
      : open_writer(other, finish_at_end),
        buffer_(static_cast<detail::filebuf_over&&>(other.buffer_)) {
    take(other);
  }
  filebuf_file& operator=(filebuf_file&& other) {
    if (this == &other) return *this;
    close_or_report();
    buffer_ = static_cast<detail::filebuf_over&&>(other.buffer_);
    move_entry(other);
    take(other);
    return *this;
  }
  ~filebuf_file() { close_or_report(); }

  static result<filebuf_file> try_over(
      file&& from, c_file_mode mode = {},
      std::size_t buffer_size = default_filebuf_size) {
    result<open_options> const options = detail::options_over(from, mode);
    if (!options) return options.error();
    return opened(static_cast<file&&>(from), *options, buffer_size);
  }

  // The functions of rill::file.
  static result<filebuf_file> try_open(
      path_view path, std::size_t buffer_size = default_filebuf_size) {
    return made(file::try_open(path), file::reading, buffer_size);
  }
  static filebuf_file open(path_view path,
                           std::size_t buffer_size = default_filebuf_size) {
    return try_open(path, buffer_size).value();
  }
  static result<filebuf_file> try_create(
      path_view path, std::size_t buffer_size = default_filebuf_size) {
    return made(file::try_create(path), file::creating, buffer_size);
  }
  static filebuf_file create(path_view path,
                             std::size_t buffer_size = default_filebuf_size) {
    return try_create(path, buffer_size).value();
  }
  static result<filebuf_file> try_create_new(
      path_view path, std::size_t buffer_size = default_filebuf_size) {
    return made(file::try_create_new(path), file::creating_new, buffer_size);
  }
  static filebuf_file create_new(
      path_view path, std::size_t buffer_size = default_filebuf_size) {
    return try_create_new(path, buffer_size).value();
  }
  static result<filebuf_file> try_append(
      path_view path, std::size_t buffer_size = default_filebuf_size) {
    return made(file::try_append(path), file::appending, buffer_size);
  }
  static filebuf_file append(path_view path,
                             std::size_t buffer_size = default_filebuf_size) {
    return try_append(path, buffer_size).value();
  }
  static result<filebuf_file> try_update(
      path_view path, std::size_t buffer_size = default_filebuf_size) {
    return made(file::try_update(path), file::updating, buffer_size);
  }
  static filebuf_file update(path_view path,
                             std::size_t buffer_size = default_filebuf_size) {
    return try_update(path, buffer_size).value();
  }
  static result<filebuf_file> try_temporary(
      path_view folder = os::temporary_folder,
      std::size_t buffer_size = default_filebuf_size) {
    return made(file::try_temporary(folder), file::updating, buffer_size);
  }
  static filebuf_file temporary(
      path_view folder = os::temporary_folder,
      std::size_t buffer_size = default_filebuf_size) {
    return try_temporary(folder, buffer_size).value();
  }

  /// Writes the buffer. Returns the first error of this call or an earlier one.
  result<void> try_flush() {
    own();
    flush_everything();
    return outcome();
  }
  void flush() { try_flush().value(); }

  /// Flushes and closes. Bytes that could not be written are lost.
  result<void> try_close() {
    if (!is_open()) return {};
    leave();
    flush_everything();
    result<void> flushed = outcome();
    if (!flushed) buffer_.forget_pending();
    os::clear_c_error();
    error_code const reason = buffer_.close_both();
    if (reason && flushed) flushed = failure("close", reason);
    forget();
    return flushed;
  }
  void close() { try_close().value(); }

  /// Forgets the error. With libc++, also drops the bytes that could not be
  /// written, because its filebuf damages them. A closed file stays closed.
  void clear_error() {
    if (!is_open()) return;
    if (error_ && !detail::keeps_refused_bytes) buffer_.forget_pending();
    error_ = {};
    is_reported_ = false;
  }

  bool is_open() const noexcept { return buffer_.is_open(); }
  std::filebuf* rdbuf() noexcept { return &buffer_; }
  os::native_handle native_handle() const noexcept { return handle_; }
  text path() const noexcept {
    return path_.data() ? text{path_.data(), detail::length_of(path_.data())}
                        : text("a std::filebuf");
  }

 private:
  friend struct sink_traits<filebuf_file>;
  friend struct source_traits<filebuf_file>;
  friend detail::streambuf_reader detail::reader_of_filebuf(filebuf_file& in);

  static result<filebuf_file> made(result<file> from, open_options const& verb,
                                   std::size_t buffer_size) {
    if (!from) return from.error();
    return opened(static_cast<file&&>(*from), verb, buffer_size);
  }
  static result<filebuf_file> opened(file&& from, open_options const& options,
                                     std::size_t buffer_size) {
    filebuf_file made;
    if (from.name().size) made.path_ = storage::copy_of(from.name());
    error_code const reason =
        made.buffer_.open_over(from.native_handle(), options,
                               detail::larger<std::size_t>(buffer_size, 1));
    if (reason) return from.failure("open", reason);
    made.handle_ = from.release();
    made.error_ = {};
    made.is_read_ = options.read;
    made.is_written_ = options.write || options.append;
    return made;
  }

  void take(filebuf_file& other) noexcept {
    path_ = static_cast<storage&&>(other.path_);
    handle_ = other.handle_;
    error_ = other.error_;
    operation_ = other.operation_;
    is_reported_ = other.is_reported_;
    is_read_ = other.is_read_;
    is_written_ = other.is_written_;
    other.forget();
  }
  void forget() noexcept {
    handle_ = os::no_handle;
    is_reported_ = false;
    stop(library_problem::closed, "write");
  }
  void stop(error_code reason, char const* operation) noexcept {
    error_ = reason;
    operation_ = operation;
  }
  error failure(char const* operation, error_code reason) const {
    return error(reason, {operation, detail::length_of(operation)}, path());
  }
  result<void> outcome() {
    if (!error_) return {};
    is_reported_ = true;
    return failure(operation_, error_);
  }
  void flush_everything() {
    if (error_) return;
    if (error_code const reason =
            detail::to_error([&] { return detail::flush_streambuf(buffer_); }))
      stop(reason, "write");
  }
  void close_or_report() noexcept {
    if (!is_open()) return;
    bool const is_known = is_reported_;
    result<void> const closed = try_close();
    if (!closed && !is_known) detail::on_lost_output(closed.error());
  }

  // The end of the program: writes the buffer, and reports an error that no
  // call has reported. Leaves the file open.
  static void finish_at_end(open_writer& entry, bool is_ours) noexcept {
    auto& self = static_cast<filebuf_file&>(entry);
    if (!self.is_open()) return;
    std::size_t const left = self.buffer_.pending();
    if (!is_ours) {
      if (left != 0) detail::report_unwritten(self.path(), left);
      return;
    }
    bool const is_known = self.is_reported_;
    if (left != 0) self.flush_everything();
    result<void> const done = self.outcome();
    if (!done && !is_known) detail::on_lost_output(done.error());
  }

  [[gnu::noinline]] void print(detail::print_list list, bool is_plain) {
    own();
    if (!error_) {
      if (is_plain &&
          detail::put_list_directly(buffer_, detail::behind::nothing, list))
        return;
      error_code const reason = detail::put_through(
          buffer_, detail::to_error,
          [&](writer& out) { detail::put_list(out, list); }, &error_);
      if (!reason) return;
      stop(is_written_ ? reason : os::errors::unusable_handle, "write");
    }
    outcome().value();
  }

  detail::filebuf_over buffer_;
  storage path_;
  os::native_handle handle_ = os::no_handle;
  error_code error_;
  char const* operation_ = "write";
  bool is_reported_ = false;  // a call has thrown or returned error_
  // The directions in which the file is open. In the other direction, a
  // std::filebuf reports no error: reading looks like end of file, and writing
  // accepts nothing.
  bool is_read_ = false;
  bool is_written_ = false;
};

/// Errors: those of the file, with its path.
template <>
struct sink_traits<filebuf_file> {
  template <class... Args>
  static void put(filebuf_file& to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>) put_printable(to, args...);
  }
  static void flush(filebuf_file& to) { to.flush(); }

  /// Empty after an error, so that nothing more is accepted.
  static buffer_area<char> room(filebuf_file& of) noexcept {
    return of.error_ ? buffer_area<char>() : put_area(*of.rdbuf());
  }

 private:
  template <class... Args>
  static void put_printable(filebuf_file& to, Args const&... args) {
    if constexpr (detail::is_short_call<Args...>)
      if (RILL_LIKELY(!to.error_))
        if (RILL_LIKELY(detail::put_directly<detail::behind::nothing>(
                to.buffer_, detail::format_arg_of(args)...)))
          return;
    to.print(detail::listed_call<Args...>(args...).list(),
             (detail::is_plain_value<Args> && ...));
  }
};

namespace detail {

// A reader over the filebuf, made on first use and kept while a range lives.
class held_filebuf {
 public:
  explicit held_filebuf(filebuf_file& in) noexcept : in_(in) {}
  held_filebuf(held_filebuf&& other) noexcept : in_(other.in_) {}
  ~held_filebuf() {
    if (!is_open_) return;
    reader_finisher<streambuf_reader>{reader_};
    reader_.~streambuf_reader();
  }
  rill::reader& reader() {
    if (is_open_) return reader_;
    ::new (static_cast<void*>(&reader_))
        streambuf_reader(reader_of_filebuf(in_));
    is_open_ = true;
    return reader_;
  }

 private:
  filebuf_file& in_;
  bool is_open_ = false;
  union {
    streambuf_reader reader_;
  };
};

class owned_filebuf {
 public:
  explicit owned_filebuf(filebuf_file&& in)
      : in_(static_cast<filebuf_file&&>(in)) {}
  owned_filebuf(owned_filebuf&& other)
      : in_(static_cast<filebuf_file&&>(other.in_)) {}
  rill::reader& reader() { return held_.reader(); }

 private:
  filebuf_file in_;
  held_filebuf held_{in_};
};

// For a closed or write-only filebuf, the reader reports that as its error.
inline streambuf_reader reader_of_filebuf(filebuf_file& in) {
  if (!in.is_open())
    return streambuf_reader(library_problem::closed, in.path());
  if (!in.is_read_)
    return streambuf_reader(os::errors::unusable_handle, in.path());
  return streambuf_reader(*in.rdbuf(), to_error, in.path(), end_may_be_error);
}

}  // namespace detail

/// Errors: those of reading, with the path. An exception of the filebuf becomes
/// an error.
template <>
struct source_traits<filebuf_file> {
  using held = detail::held_filebuf;
  using owned = detail::owned_filebuf;
  template <class Use>
  static auto with(filebuf_file& in, Use use) {
    detail::streambuf_reader from = detail::reader_of_filebuf(in);
    return detail::read_and_finish(from, in.path(), use);
  }
  /// The bytes of its get area, for scan.
  static buffer_area<char const> ready(filebuf_file& in) noexcept {
    return get_area(*in.rdbuf());
  }
  static void take(filebuf_file& in, char const* end) noexcept {
    advance_get_area(*in.rdbuf(), end);
  }
};

inline buffer_area<char> put_area(filebuf_file& of) noexcept {
  return sink_traits<filebuf_file>::room(of);
}
inline void advance_put_area(filebuf_file& of, char* end) noexcept {
  if (of.is_open()) advance_put_area(*of.rdbuf(), end);
}
inline buffer_area<char const> get_area(filebuf_file& of) noexcept {
  return of.is_open() ? get_area(*of.rdbuf()) : buffer_area<char const>();
}
inline void advance_get_area(filebuf_file& of, char const* end) noexcept {
  if (of.is_open()) advance_get_area(*of.rdbuf(), end);
}

}  // namespace rill::inline RILL_BUILD

#endif
