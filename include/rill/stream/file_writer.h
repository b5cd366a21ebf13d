// rill/stream/file_writer.h: a buffered file to write.
//
// Floor 4. One buffer (RILL_BUFFER_SIZE bytes unless asked otherwise), one
// file. Throws rill::error from the call whose bytes could not be written,
// and again from flush() and close(). Tests: test/stream/file_writer_test.cpp
// and test/system/.
#ifndef RILL_STREAM_FILE_WRITER_H
#define RILL_STREAM_FILE_WRITER_H

#include "../os/file.h"
#include "handle_writer.h"
#include "kept_error.h"
#include "lost_output.h"

namespace rill::inline RILL_BUILD {

inline constexpr std::size_t default_buffer_size = RILL_BUFFER_SIZE;

namespace detail {
class copy_access;     // of stream/copy_streams.h
class encoded_target;  // of stream/encoded_target.h
}  // namespace detail

/// A writer over a file that it owns.
///
/// Each full buffer is one write(2). In a file that is opened to append, what
/// is written ends with a whole line when the buffer holds one, so that the
/// lines of several processes do not mix.
///
/// A print or write that throws and that fits the buffer has not been accepted
/// at all: after clear_error() and flush() it can be made again. Of a longer
/// one as much of its text has been accepted as accepted() has grown by.
///
/// close() tells whether all bytes arrived; the destructor calls it, and
/// hands an error that no call has told yet to the lost-output handler
/// (stream/lost_output.h).
class file_writer : public detail::handle_writer {
 public:
  /// Creates the file, or empties it. Errors: as file::create.
  explicit file_writer(path_view path,
                       std::size_t buffer_size = default_buffer_size)
      : file_writer(file::create(path), buffer_size) {}

  /// Takes over an open file.
  explicit file_writer(rill::file file,
                       std::size_t buffer_size = default_buffer_size)
      : file_writer(static_cast<rill::file&&>(file),
                    storage(detail::larger(buffer_size, std::size_t{1}))) {}

  file_writer(file_writer&& other) noexcept
      : handle_writer(static_cast<handle_writer&&>(other)),
        buffer_(static_cast<storage&&>(other.buffer_)),
        file_(static_cast<rill::file&&>(other.file_)),
        is_told_(other.is_told_) {}
  file_writer& operator=(file_writer&& other) noexcept {
    if (this == &other) return *this;
    close_or_report();
    take(other);
    buffer_ = static_cast<storage&&>(other.buffer_);
    file_ = static_cast<rill::file&&>(other.file_);
    is_told_ = other.is_told_;
    return *this;
  }
  ~file_writer() { close_or_report(); }

  static file_writer create(path_view path,
                            std::size_t size = default_buffer_size) {
    return file_writer(file::create(path), size);
  }
  static file_writer create_new(path_view path,
                                std::size_t size = default_buffer_size) {
    return file_writer(file::create_new(path), size);
  }
  static file_writer append(path_view path,
                            std::size_t size = default_buffer_size) {
    return file_writer(file::append(path), size);
  }
  static file_writer update(path_view path,
                            std::size_t size = default_buffer_size) {
    return file_writer(file::update(path), size);
  }
  static file_writer temporary(path_view folder = os::temporary_folder,
                               std::size_t size = default_buffer_size) {
    return file_writer(file::temporary(folder), size);
  }
  static result<file_writer> try_create(
      path_view path, std::size_t size = default_buffer_size) {
    return made(file::try_create(path), size);
  }
  static result<file_writer> try_create_new(
      path_view path, std::size_t size = default_buffer_size) {
    return made(file::try_create_new(path), size);
  }
  static result<file_writer> try_append(
      path_view path, std::size_t size = default_buffer_size) {
    return made(file::try_append(path), size);
  }

  /// Writes the buffer and returns what went wrong, now or before.
  result<void> try_flush() noexcept {
    write_everything();
    return outcome();
  }
  void flush() { try_flush().value(); }

  /// Flushes, then waits until the disk has the bytes. An error of sync is
  /// final: what was not on the disk then may never be.
  result<void> try_sync() noexcept {
    write_everything();
    if (!error_) {
      if (error_code const code = os::sync(file_.native_handle())) {
        operation_ = "sync";
        stop(code);
      }
    }
    return outcome();
  }
  void sync() { try_sync().value(); }

  /// Flushes and closes. Bytes that could not be written are given up.
  result<void> try_close() noexcept {
    if (!file_.is_open()) return {};
    write_everything();
    result<void> flushed = outcome();
    result<void> closed = file_.try_close();
    forget();
    return flushed ? static_cast<result<void>&&>(closed)
                   : static_cast<result<void>&&>(flushed);
  }
  void close() { try_close().value(); }

  /// Forgets the error; the bytes still in the buffer are tried again by the
  /// next call. A writer that is closed or moved from stays so.
  void clear_error() noexcept {
    if (!file_.is_open()) return;  // a closed writer stays closed
    resume();
    is_told_ = false;
  }

  rill::file_view file() const noexcept { return file_; }
  bool is_open() const noexcept { return file_.is_open(); }

  /// Flushes and gives the file away.
  rill::file release() {
    flush();
    forget();
    return static_cast<rill::file&&>(file_);
  }

 private:
  file_writer(rill::file file, storage buffer)
      : file_writer(static_cast<rill::file&&>(file),
                    static_cast<storage&&>(buffer),
                    os::is_appending(file.native_handle())
                        ? detail::writing::by_lines
                        : detail::writing::by_block) {}
  file_writer(rill::file&& file, storage&& buffer, detail::writing mode)
      : handle_writer(device, buffer.data(), buffer.size(),
                      file.native_handle(), mode),
        buffer_(static_cast<storage&&>(buffer)),
        file_(static_cast<rill::file&&>(file)) {}

  static result<file_writer> made(result<rill::file> opened, std::size_t size) {
    if (!opened) return opened.error();
    return file_writer(*static_cast<result<rill::file>&&>(opened), size);
  }

  result<void> outcome() noexcept {
    if (!error_) return {};
    is_told_ = true;
    return file_.failure(operation_, error_);
  }
  void report() {
    detail::throw_kept(error_, [this] { return outcome().error(); });
  }
  void close_or_report() noexcept {
    if (!file_.is_open()) return;
    bool const is_known = is_told_;
    result<void> const closed = try_close();
    if (!closed && !is_known) detail::on_lost_output(closed.error());
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<file_writer&>(base);
    if (!self.accept(data, size)) self.report();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<file_writer&>(base);
    self.write_everything();
    self.report();
  }
  // For a copy that wrote to the file beside the empty buffer, and failed
  // and has said so.
  void keep_error(error_code reason) noexcept {
    operation_ = "write";
    stop(reason);
    is_told_ = true;
  }
  friend class detail::copy_access;
  // Knows better where lines end, and tells what is lost itself.
  friend class detail::encoded_target;

  static constexpr writer_device device{drain, flush_device, ask_handle};

  storage buffer_;
  rill::file file_;
  bool is_told_ = false;  // a call has thrown or returned error_
};

}  // namespace rill::inline RILL_BUILD

#endif
