// rill/stream/file_reader.h: a buffered file to read, and line and column of an
// offset in a file.
//
// Layer 4. Tests: test/stream/position_test.cpp,
// test/stream/file_reader_test.cpp, test/encoding/decoded_reader_test.cpp,
// test/stream/hashing_test.cpp.
#ifndef RILL_STREAM_FILE_READER_H
#define RILL_STREAM_FILE_READER_H

#include <new>  // placement new

#include "../os/file.h"
#include "../os/file_calls.h"
#include "read_buffer.h"
#include "reader.h"

// Lines and columns of a place in a file.
//
// Allocates nothing.

namespace rill::inline RILL_BUILD {
namespace detail {

// How much of a file one read takes to count its lines. For 1 GiB in the page
// cache, 4 KiB take 0.54 s and 16 KiB 0.31 s; but the chunk is on the stack,
// and making an error has to fit a stack of 12 KiB (docs/behaviour.md).
inline constexpr std::size_t counted_chunk = 4096;

// The position of an offset in a regular file, found by reading the file from
// its start, or from the offset `from`, which is not larger and whose position
// is `at`. The line is 0 when the file has become shorter.
inline source_position position_in_file(os::native_handle handle,
                                        long long offset,
                                        source_position at = {},
                                        long long from = 0) {
  char chunk[counted_chunk];
  for (long long done = from; done < offset;) {
    long long const want =
        smaller(offset - done, static_cast<long long>(sizeof chunk));
    os::transfer const got =
        os::read_all_at(handle, chunk, static_cast<std::size_t>(want), done);
    if (got.moved == 0) {
      at.line = 0;
      return at;
    }
    count_lines(at, {chunk, got.moved});
    done += static_cast<long long>(got.moved);
  }
  return at;
}

// The file offset of a descriptor of a regular file; -1 for everything that
// cannot be read again.
long long offset_in_file(os::native_handle handle,
                         os::device_status const& status);
long long offset_in_file(os::native_handle handle);

// A buffered file to read.
//
// One buffer (RILL_BUFFER_SIZE bytes unless asked otherwise; longer when a
// single token or line is), one file.

class copy_access;  // of copy/copy.h

// Counts lines as they are read. In a regular file it does so only from its
// first error on, because counting always costs 5 % of reading integers; that
// error reads the file again up to its position.
class handle_reader : public buffered_reader {
 protected:
  handle_reader(reader_device const& device, os::native_handle handle,
                std::size_t read_size)
      : buffered_reader(device, read_size),
        handle_(handle),
        offset_(offset_in_file(handle)) {}
  // Has no memory until allocate() is called.
  handle_reader(reader_device const& device, os::native_handle handle)
      : buffered_reader(device),
        handle_(handle),
        offset_(offset_in_file(handle)) {}
  handle_reader(handle_reader&& other) noexcept = default;
  ~handle_reader() = default;

  void take(handle_reader& other) noexcept {
    buffered_reader::take(other);
    handle_ = other.handle_;
    offset_ = other.offset_;
    counted_ = other.counted_;
  }

  // Reads at most `most` bytes.
  bool fill_from_handle(std::size_t most = ~std::size_t{0}) {
    if (error_) return false;
    make_room([this](text dropped) { pass(dropped); });
    os::transfer const got =
        os::read_available(handle_, room_begin(), smaller(room_size(), most));
    add(got.moved);
    error_ = got.error;
    return got.moved != 0;
  }

  // Gives the unread bytes of a regular file back by a seek, if the handle is
  // still at the end of the buffer.
  void give_back_unread() noexcept {
    if (offset_ < 0 || available() == 0) return;
    os::position const now = os::seek(handle_, 0, os::from_here);
    if (now.error || now.offset != offset_ + (end_ - begin_)) return;
    auto const unread = static_cast<long long>(available());
    if (os::seek(handle_, -unread, os::from_here).error) return;
    end_ = cursor_;
  }

  // Called by a copy that read `size` bytes from the handle while the buffer
  // was empty. Moves the position behind them; the line stays known only in a
  // regular file, which can be read again.
  void pass_over(unsigned long long size) noexcept {
    if (offset_ >= 0)
      offset_ += (end_ - begin_) + static_cast<long long>(size);
    else
      position_.line = 0;
    begin_ = cursor_ = end_;
  }

  // The position of the first byte in memory.
  source_position locate_in(text name) const {
    source_position at = position_;
    if (counted_ != offset_) {
      at = counted_ >= 0
               ? position_in_file(handle_, offset_, position_, counted_)
               : position_in_file(handle_, offset_);
      if (at.line != 0) {
        position_ = at;
        counted_ = offset_;
      }
    }
    at.name = name;
    return at;
  }
  source_position place_in(text name, char const* place) const {
    return count_on(memo_, locate_in(name), *this, place);
  }

  // Forgets the bytes in memory, because the handle has moved: to `offset` in
  // the file, or -1 when that is unknown.
  void start_at(long long offset) noexcept {
    begin_ = cursor_ = end_;
    position_ = {};
    memo_.first_line = 0;
    counted_ = -1;
    if (offset_ >= 0) offset_ = offset;
    if (offset_ < 0) position_.line = 0;
  }

  os::native_handle handle_;

 private:
  // Accounts for the first bytes in memory, which are about to leave it.
  void pass(text bytes) noexcept {
    if (counted_ == offset_ && position_.line != 0)
      count_leaving(memo_, position_, bytes);
    if (offset_ < 0) return;
    auto const next = offset_ + static_cast<long long>(bytes.size);
    if (counted_ == offset_) counted_ = next;
    offset_ = next;
  }

  long long offset_;  // in the file, of the first byte in memory; or -1
  // The offset whose position is position_; -1 before the first error, and when
  // offset_ is -1.
  mutable long long counted_ = -1;
};

// A buffered reader over an open file, owned or borrowed. The file's name, for
// errors, must outlive it.
class view_reader : public handle_reader {
 public:
  file_view file() const noexcept { return file_view(handle_, name_); }
  bool is_open() const noexcept { return handle_ != os::no_handle; }

 protected:
  view_reader(file_view file, std::size_t read_size)
      : view_reader(view_device, file, read_size) {}
  view_reader(reader_device const& device, file_view file,
              std::size_t read_size)
      : handle_reader(device, file.native_handle(), read_size),
        name_(file.name().data) {}
  view_reader(reader_device const& device, file_view file)
      : handle_reader(device, file.native_handle()), name_(file.name().data) {}
  view_reader(view_reader&& other) noexcept
      : handle_reader(static_cast<handle_reader&&>(other)), name_(other.name_) {
    other.forget();
    other.name_ = nullptr;
  }
  ~view_reader() = default;

  void take(view_reader& other) noexcept {
    handle_reader::take(other);
    name_ = other.name_;
    other.forget();
    other.name_ = nullptr;
  }
  // After close, release and move: nothing more to read.
  void forget() noexcept {
    handle_reader::forget();
    handle_ = os::no_handle;
  }

  static bool fill(reader& base) {
    return static_cast<view_reader&>(base).fill_from_handle();
  }
  static source_position locate_file(reader const& base) {
    auto& self = static_cast<view_reader const&>(base);
    return self.locate_in(self.file().name());
  }
  static source_position place_in_file(reader const& base, char const* place) {
    auto& self = static_cast<view_reader const&>(base);
    return self.place_in(self.file().name(), place);
  }
  static text name_file(reader const& base) {
    return static_cast<view_reader const&>(base).file().name();
  }
  static constexpr reader_device view_device{fill, locate_file, place_in_file,
                                             name_file};

  char const* name_;
};

}  // namespace detail

/// A reader over a file that it owns.
///
/// Each read takes what the device has; it never waits for a full buffer.
class file_reader : public detail::view_reader {
 public:
  /// Opens the file. Errors: as file::open.
  explicit file_reader(path_view path,
                       std::size_t buffer_size = default_read_size)
      : file_reader(file::open(path), buffer_size) {}

  /// Takes over an open file, and reads from its current position.
  explicit file_reader(rill::file file,
                       std::size_t buffer_size = default_read_size)
      : view_reader(file, buffer_size),
        file_(static_cast<rill::file&&>(file)) {}

  file_reader(file_reader&& other) noexcept
      : view_reader(static_cast<view_reader&&>(other)),
        file_(static_cast<rill::file&&>(other.file_)) {}
  file_reader& operator=(file_reader&& other) noexcept {
    if (this == &other) return *this;
    take(other);
    file_ = static_cast<rill::file&&>(other.file_);
    return *this;
  }
  ~file_reader() = default;

  static result<file_reader> try_open(
      path_view path, std::size_t buffer_size = default_read_size) {
    result<rill::file> opened = file::try_open(path);
    if (!opened) return opened.error();
    return file_reader(*static_cast<result<rill::file>&&>(opened), buffer_size);
  }
  static file_reader open(path_view path,
                          std::size_t buffer_size = default_read_size) {
    return file_reader(path, buffer_size);
  }

  /// Closes the file. The unread bytes are lost.
  result<void> try_close() {
    forget();
    return file_.try_close();
  }
  void close() { try_close().value(); }

 private:
  friend class detail::copy_access;  // calls pass_over

  rill::file file_;
};

// Where a reader over another reader gets its bytes: from the caller's reader,
// or from a file of its own.

namespace detail {

// The source of a reader over another reader: a borrowed reader, or an owned
// file.
class encoded_source {
 public:
  explicit encoded_source(reader& behind) noexcept : behind_(&behind) {}
  encoded_source(rill::file file, std::size_t buffer_size) {
    ::new (static_cast<void*>(&own_))
        file_reader(static_cast<rill::file&&>(file), buffer_size);
  }
  encoded_source(encoded_source&& other) noexcept : behind_(other.behind_) {
    if (!behind_)
      ::new (static_cast<void*>(&own_))
          file_reader(static_cast<file_reader&&>(other.own_));
  }
  ~encoded_source() {
    if (!behind_) own_.~file_reader();
  }

  reader& in() noexcept { return behind_ ? *behind_ : own_; }
  reader const& in() const noexcept {
    return behind_ ? *behind_ : static_cast<reader const&>(own_);
  }
  /// Null for a borrowed reader.
  file_reader* file() noexcept { return behind_ ? nullptr : &own_; }

 private:
  reader* behind_ = nullptr;
  union {
    file_reader own_;
  };
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "file_reader_body.h"
#endif

#endif
