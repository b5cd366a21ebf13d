// rill/stream/file_writer.h: a buffered file to write.
//
// Layer 4. One buffer (RILL_BUFFER_SIZE bytes unless asked otherwise), one
// file. Throws rill::error from the call whose bytes could not be written,
// and again from flush() and close(). Tests: test/stream/file_writer_test.cpp.
#ifndef RILL_STREAM_FILE_WRITER_H
#define RILL_STREAM_FILE_WRITER_H

#include "../os/file.h"
#include "handle_writer.h"
#include "kept_error.h"
#include "lost_output.h"
#include "open_writers.h"

namespace rill::inline RILL_BUILD {

inline constexpr std::size_t default_buffer_size = RILL_BUFFER_SIZE;

namespace detail {

class copy_access;     // of copy/copy.h
class encoded_target;  // of encoding/filter_writer.h

// A buffered writer over an open file, owned or borrowed. The file's name, for
// errors, must outlive it.
class view_writer : public handle_writer, protected open_writer {
 public:
  /// Writes the buffer and returns the first error, of this call or an earlier
  /// one.
  result<void> try_flush() noexcept {
    own();
    write_everything();
    return outcome();
  }
  void flush() { try_flush().value(); }

  /// Flushes, then waits until the disk has the bytes. An error of sync is
  /// final: bytes that were not on the disk then may never get there.
  result<void> try_sync() noexcept {
    write_everything();
    if (!error_) {
      if (error_code const code = os::sync(handle_)) {
        operation_ = "sync";
        stop(code);
      }
    }
    return outcome();
  }
  void sync() { try_sync().value(); }

  /// Clears the error; the next call tries the bytes in the buffer again. A
  /// writer that is closed or moved from stays so.
  void clear_error() noexcept {
    if (!is_open()) return;
    resume();
    is_reported_ = false;
  }

  file_view file() const noexcept { return file_view(handle_, name_); }
  bool is_open() const noexcept { return handle_ != os::no_handle; }

 protected:
  view_writer(writer_device const& device, file_view file, storage&& buffer,
              writing mode)
      : handle_writer(device, buffer.data(), buffer.size(),
                      file.native_handle(), mode),
        open_writer(finish_at_end),
        buffer_(static_cast<storage&&>(buffer)),
        name_(file.name().data) {}
  // Writes whole lines to files that are opened to append.
  view_writer(writer_device const& device, file_view file, storage&& buffer)
      : view_writer(device, file, static_cast<storage&&>(buffer),
                    os::is_appending(file.native_handle())
                        ? writing::by_lines
                        : writing::by_block) {}
  view_writer(view_writer&& other) noexcept
      : handle_writer(static_cast<handle_writer&&>(other)),
        open_writer(other, finish_at_end),
        buffer_(static_cast<storage&&>(other.buffer_)),
        name_(other.name_),
        is_reported_(other.is_reported_) {
    other.name_ = nullptr;
  }
  ~view_writer() = default;

  void take(view_writer& other) noexcept {
    handle_writer::take(other);
    move_entry(other);
    buffer_ = static_cast<storage&&>(other.buffer_);
    name_ = other.name_;
    is_reported_ = other.is_reported_;
    other.name_ = nullptr;
  }

  // Allocates the buffer of a writer that was made without memory.
  void allocate(std::size_t size) {
    buffer_ = block_of(size);
    begin_ = cursor_ = end_ = buffer_.data();
    capacity_ = buffer_.size();
  }
  bool has_memory() const noexcept { return buffer_.data() != nullptr; }

  static storage block_of(std::size_t size) {
    return storage(larger(size, std::size_t{1}));
  }

  result<void> outcome() noexcept {
    if (!error_) return {};
    is_reported_ = true;
    return file().failure(operation_, error_);
  }
  void report() {
    throw_kept(error_, [this] { return outcome().error(); });
  }

  static void drain(writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<view_writer&>(base);
    self.own();
    if (!self.accept(data, size)) self.report();
  }
  static void flush_device(writer& base) {
    auto& self = static_cast<view_writer&>(base);
    self.own();
    self.write_everything();
    self.report();
  }
  static constexpr writer_device view_device{drain, flush_device, ask_handle};

  // The end of the program: writes the buffer, and reports an error that no
  // call has reported. Leaves the file open.
  static void finish_at_end(open_writer& entry, bool is_ours) noexcept {
    auto& self = static_cast<view_writer&>(entry);
    if (!is_ours) {
      std::size_t const left = self.seen_from_outside();
      if (left != 0) report_unwritten(self.file().name(), left);
      return;
    }
    bool const is_known = self.is_reported_;
    self.write_everything();
    result<void> const done = self.outcome();
    if (!done && !is_known) on_lost_output(done.error());
  }

  storage buffer_;
  char const* name_;
  bool is_reported_ = false;  // a call has thrown or returned error_
};

}  // namespace detail

/// A writer over a file that it owns.
///
/// Each full buffer is one write(2), which ends where a call of print or write
/// ended, unless the call is longer than the buffer. In a file that is opened
/// to append, it ends after a whole line if the buffer holds one. So the calls
/// and lines of several processes do not mix.
///
/// A print or write that throws and that fits the buffer has not been accepted
/// at all: the caller may repeat it after clear_error() and flush(). Of a
/// longer one, as many bytes have been accepted as accepted() has grown by.
///
/// close() reports whether all bytes were written. The destructor calls it, and
/// passes an error that no call has thrown or returned to the lost-output
/// handler (stream/lost_output.h). If the program ends without the destructor,
/// the end does it for the writers of its thread, and reports how many bytes
/// those of other threads hold.
class file_writer : public detail::view_writer {
 public:
  /// Creates the file, or empties it. Errors: as file::create.
  explicit file_writer(path_view path,
                       std::size_t buffer_size = default_buffer_size)
      : file_writer(file::create(path), buffer_size) {}

  /// Takes over an open file.
  explicit file_writer(rill::file file,
                       std::size_t buffer_size = default_buffer_size)
      : file_writer(static_cast<rill::file&&>(file), block_of(buffer_size)) {}

  file_writer(file_writer&& other) noexcept
      : view_writer(static_cast<view_writer&&>(other)),
        file_(static_cast<rill::file&&>(other.file_)) {}
  file_writer& operator=(file_writer&& other) noexcept {
    if (this == &other) return *this;
    close_or_report();
    take(other);
    file_ = static_cast<rill::file&&>(other.file_);
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
  static result<file_writer> try_update(
      path_view path, std::size_t size = default_buffer_size) {
    return made(file::try_update(path), size);
  }
  static result<file_writer> try_temporary(
      path_view folder = os::temporary_folder,
      std::size_t size = default_buffer_size) {
    return made(file::try_temporary(folder), size);
  }

  /// Flushes and closes. Bytes that could not be written are given up.
  result<void> try_close() noexcept {
    if (!is_open()) return {};
    leave();
    write_everything();
    result<void> flushed = outcome();
    result<void> closed = file_.try_close();
    forget();
    return flushed ? static_cast<result<void>&&>(closed)
                   : static_cast<result<void>&&>(flushed);
  }
  void close() { try_close().value(); }

  /// Flushes and gives the file away.
  rill::file release() {
    flush();
    leave();
    forget();
    name_ = nullptr;
    return static_cast<rill::file&&>(file_);
  }

 protected:
  file_writer(rill::file&& file, storage&& buffer)
      : view_writer(view_device, file, static_cast<storage&&>(buffer)),
        file_(static_cast<rill::file&&>(file)) {}
  file_writer(rill::file&& file, storage&& buffer, detail::writing mode)
      : view_writer(view_device, file, static_cast<storage&&>(buffer), mode),
        file_(static_cast<rill::file&&>(file)) {}

 private:
  static result<file_writer> made(result<rill::file> opened, std::size_t size) {
    if (!opened) return opened.error();
    return file_writer(*static_cast<result<rill::file>&&>(opened), size);
  }

  void close_or_report() noexcept {
    if (!is_open()) return;
    bool const is_known = is_reported_;
    result<void> const closed = try_close();
    if (!closed && !is_known) detail::on_lost_output(closed.error());
  }

  // Keeps the error of a copy that wrote to the file directly, while the buffer
  // was empty. The copy has reported it.
  void keep_error(error_code reason) noexcept {
    operation_ = "write";
    stop(reason);
    is_reported_ = true;
  }
  friend class detail::copy_access;
  // encoded_target finds line ends in its own encoding, and reports lost output
  // itself.
  friend class detail::encoded_target;

  rill::file file_;
};

}  // namespace rill::inline RILL_BUILD

#endif
