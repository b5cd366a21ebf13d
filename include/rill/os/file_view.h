// rill/os/file_view.h: a path argument, a file with a borrowed handle, and its
// locks.
//
// Layer 3. Tests: test/os/file_test.cpp, test/os/file_lock_test.cpp,
// test/os/file_view_test.cpp.
#ifndef RILL_OS_FILE_VIEW_H
#define RILL_OS_FILE_VIEW_H

#include <concepts>  // std::convertible_to, std::integral, std::same_as

#include "../base/result.h"
#include "../base/text.h"
#include "../base/time_out.h"
#include "error.h"
#include "file_calls.h"

// A path argument, made from any string type.
//
// Allocates nothing, throws nothing.

namespace rill::inline RILL_BUILD {

/// A path that a caller passes: a string of any library, a literal, or a
/// std::filesystem::path. Used only during the call.
class path_view {
 public:
  constexpr path_view(char const* path) noexcept
      : bytes_{path, path ? detail::length_of(path) : 0} {}
  constexpr path_view(text path) noexcept : bytes_(path) {}

  /// From std::string, std::string_view and other strings of char.
  template <class Text>
    requires requires(Text const& t) {
      { t.data() } -> std::convertible_to<char const*>;
      { t.size() } -> std::convertible_to<std::size_t>;
    }
  constexpr path_view(Text const& path) noexcept
      : bytes_{path.data(), path.size()} {}

  /// From a literal of char8_t: u8"name".
  template <std::same_as<char8_t> Unit>
  path_view(Unit const* path) noexcept
      : path_view(reinterpret_cast<char const*>(path)) {}

  /// From std::u8string and other strings of char8_t.
  template <class Text>
    requires requires(Text const& t) {
      { t.data() } -> std::convertible_to<char8_t const*>;
      { t.size() } -> std::convertible_to<std::size_t>;
    }
  path_view(Text const& path) noexcept
      : bytes_{reinterpret_cast<char const*>(path.data()), path.size()} {}

  /// From std::filesystem::path, if its native strings are of char.
  template <class Path>
    requires requires(Path const& p) {
      { p.native().c_str() } -> std::convertible_to<char const*>;
    }
  constexpr path_view(Path const& path) noexcept
      : bytes_{path.native().c_str(), path.native().size()} {}

  /// A descriptor is not a path.
  template <std::integral Number>
  constexpr path_view(Number) noexcept {
    static_assert(detail::always_false<Number>,
                  "rill: a number is not a path: pass an open descriptor as "
                  "rill::file_view(descriptor)");
  }

  constexpr text bytes() const noexcept { return bytes_; }

  /// Returns the error if this is not a valid path.
  constexpr error_code problem() const noexcept {
    for (char c : bytes_)
      if (c == '\0') return library_problem::path_contains_nul;
    return {};
  }

 private:
  text bytes_;
};

// The lock of a file, held by an object.
//
// Allocates nothing. file_view::lock_file gives one.

/// Holds the lock of a file and releases it on destruction. Movable.
///
/// Requires: the file stays open meanwhile; closing it releases the lock too.
class [[nodiscard]] file_lock {
 public:
  file_lock() noexcept = default;
  explicit file_lock(os::native_handle handle) noexcept : handle_(handle) {}
  file_lock(file_lock&& other) noexcept : handle_(other.handle_) {
    other.handle_ = os::no_handle;
  }
  file_lock& operator=(file_lock&& other) noexcept {
    if (this == &other) return *this;
    unlock();
    handle_ = other.handle_;
    other.handle_ = os::no_handle;
    return *this;
  }
  ~file_lock() { unlock(); }

  bool is_held() const noexcept { return handle_ != os::no_handle; }

  /// Releases the lock. A second call does nothing.
  void unlock() noexcept {
    if (is_held()) os::unlock(handle_);
    handle_ = os::no_handle;
  }

 private:
  os::native_handle handle_ = os::no_handle;
};

namespace detail {

// No system call waits for a lock with a time limit, so this polls: with pauses
// of 1, 2, 4, 8, 16 and then 20 milliseconds.
error_code lock_within(os::native_handle handle, lock_kind kind,
                       unsigned long long limit);

}  // namespace detail

// A file whose handle another object owns. Unbuffered: every operation is a
// system call.
//
// Allocates only for errors. Each operation has two forms: try_read(…) returns
// a result, read(…) throws rill::error. os/posix/output.h has the rules for
// interrupted calls, short transfers and non-blocking handles.

using os::device_kind;
using os::device_status;

namespace os {

/// Prints the name of the enumerator.
constexpr void rill_print(auto& out, device_kind const& kind) {
  switch (kind) {
    case device_kind::unknown:
      out("unknown");
      break;
    case device_kind::regular:
      out("regular");
      break;
    case device_kind::directory:
      out("directory");
      break;
    case device_kind::pipe:
      out("pipe");
      break;
    case device_kind::socket:
      out("socket");
      break;
    case device_kind::character:
      out("character");
      break;
    case device_kind::block:
      out("block");
      break;
    case device_kind::symbolic_link:
      out("symbolic_link");
      break;
  }
}

}  // namespace os

class file;  // os/file.h

/// Borrows a native handle. Copyable; must not be used after the owner has
/// closed it.
class file_view {
 public:
  constexpr file_view() noexcept = default;
  constexpr explicit file_view(os::native_handle handle,
                               char const* name = nullptr) noexcept
      : handle_(handle), name_(name) {}

  constexpr os::native_handle native_handle() const noexcept { return handle_; }
  constexpr bool is_open() const noexcept { return handle_ != os::no_handle; }

  /// The name of the file in errors: its path, or the name it was given.
  constexpr text name() const noexcept {
    return name_ ? text{name_, detail::length_of(name_)} : text{};
  }

  /// Writes all the bytes. Errors: those of write(2); error::written() bytes
  /// are in the file.
  result<void> try_write(text bytes) const {
    return written(os::write_all(handle_, bytes.data, bytes.size));
  }
  void write(text bytes) const { try_write(bytes).value(); }

  /// Makes one write call, without waiting; returns how many bytes it wrote.
  result<std::size_t> try_write_some(text bytes) const {
    return counted("write", os::write_some(handle_, bytes.data, bytes.size));
  }
  std::size_t write_some(text bytes) const {
    return try_write_some(bytes).value();
  }

  /// Reads until `size` bytes are there or the file ends; returns how many.
  /// Errors: those of read(2), also after some bytes were read: a result below
  /// `size` always means the end.
  result<std::size_t> try_read(char* data, std::size_t size) const {
    return counted("read", os::read_all(handle_, data, size));
  }
  std::size_t read(char* data, std::size_t size) const {
    return try_read(data, size).value();
  }

  /// Makes one read call, without waiting; 0 bytes mean the end.
  result<std::size_t> try_read_some(char* data, std::size_t size) const {
    return counted("read", os::read_some(handle_, data, size));
  }
  std::size_t read_some(char* data, std::size_t size) const {
    return try_read_some(data, size).value();
  }

  /// Read and write at an offset in bytes from the start; the file's own
  /// position does not change.
  result<std::size_t> try_pread(char* data, std::size_t size,
                                long long offset) const {
    if (offset < 0) return failure("read", library_problem::out_of_reach);
    return counted("read", os::read_all_at(handle_, data, size, offset));
  }
  std::size_t pread(char* data, std::size_t size, long long offset) const {
    return try_pread(data, size, offset).value();
  }
  result<void> try_pwrite(text bytes, long long offset) const {
    if (offset < 0) return failure("write", library_problem::out_of_reach);
    return written(os::write_all_at(handle_, bytes.data, bytes.size, offset));
  }
  void pwrite(text bytes, long long offset) const {
    try_pwrite(bytes, offset).value();
  }

  /// Fills several places in order, with one system call for each 1,024 of
  /// them, until all are full or the file ends; returns how many bytes were
  /// read. Allocates for more than 64; without memory, makes a call for each
  /// 64. Errors: as try_read.
  [[gnu::noinline]] result<std::size_t> try_readv(memory_part const* parts,
                                                  std::size_t count) const {
    os::transfer done;
    os::part_array chunk(count);
    while (count != 0) {
      std::size_t const some = detail::smaller(count, chunk.size());
      std::size_t wanted = 0;
      for (std::size_t i = 0; i != some; ++i) {
        chunk.data()[i] = os::make_part(parts[i]);
        wanted += parts[i].size;
      }
      os::transfer const piece = os::read_all(handle_, chunk.data(), some);
      done.moved += piece.moved;
      if (piece.error) return failure("read", piece.error);
      if (piece.moved != wanted) break;
      parts += some;
      count -= some;
    }
    return done.moved;
  }
  std::size_t readv(memory_part const* parts, std::size_t count) const {
    return try_readv(parts, count).value();
  }

  /// Fills arrays, strings, vectors of char and memory_parts completely.
  template <class... Parts>
    requires(std::constructible_from<memory_part, Parts&> && ...)
  result<std::size_t> try_readv(Parts&&... parts) const {
    memory_part const all[] = {memory_part(parts)...};
    return try_readv(all, sizeof...(Parts));
  }
  template <class... Parts>
    requires(std::constructible_from<memory_part, Parts&> && ...)
  std::size_t readv(Parts&&... parts) const {
    return try_readv(parts...).value();
  }

  /// Writes several texts in order, with one system call for each 1,024 of
  /// them. Allocates for more than 64; without memory, makes a call for each
  /// 64. Errors: as try_write.
  [[gnu::noinline]] result<void> try_writev(text const* parts,
                                            std::size_t count) const {
    os::transfer done;
    os::part_array chunk(count);
    while (count != 0) {
      std::size_t const some = detail::smaller(count, chunk.size());
      for (std::size_t i = 0; i != some; ++i)
        chunk.data()[i] = os::make_part(parts[i].data, parts[i].size);
      os::transfer const piece = os::write_all(handle_, chunk.data(), some);
      done = {done.moved + piece.moved, piece.error};
      if (piece.error) return written(done);
      parts += some;
      count -= some;
    }
    return {};
  }
  void writev(text const* parts, std::size_t count) const {
    try_writev(parts, count).value();
  }
  template <class... Parts>
    requires(std::convertible_to<Parts const&, text> && ...)
  result<void> try_writev(Parts const&... parts) const {
    text const all[] = {text(parts)...};
    return try_writev(all, sizeof...(Parts));
  }
  template <class... Parts>
    requires(std::convertible_to<Parts const&, text> && ...)
  void writev(Parts const&... parts) const {
    try_writev(parts...).value();
  }

  /// Moves the position to an offset from the start; returns it.
  result<long long> try_seek(long long offset) const {
    if (offset < 0) return failure("seek", library_problem::out_of_reach);
    return positioned(os::seek(handle_, offset, os::from_start));
  }
  long long seek(long long offset) const { return try_seek(offset).value(); }

  /// Moves the position to the end; returns its offset.
  result<long long> try_seek_to_end() const {
    return positioned(os::seek(handle_, 0, os::from_end));
  }
  long long seek_to_end() const { return try_seek_to_end().value(); }

  /// Returns the offset of the next read or write.
  result<long long> try_position() const {
    return positioned(os::seek(handle_, 0, os::from_here));
  }
  long long position() const { return try_position().value(); }

  /// Returns the kind, size in bytes and permissions of the file.
  result<device_status> try_status() const {
    device_status const found = os::status(handle_);
    if (found.error) return failure("stat", found.error);
    return found;
  }
  device_status status() const { return try_status().value(); }
  result<unsigned long long> try_size() const {
    device_status const found = os::status(handle_);
    if (found.error) return failure("stat", found.error);
    return found.size;
  }
  unsigned long long size() const { return try_size().value(); }

  /// Truncates or extends the file to `size` bytes.
  result<void> try_truncate(long long size) const {
    if (size < 0) return failure("truncate", library_problem::out_of_reach);
    return finished("truncate", os::truncate(handle_, size));
  }
  void truncate(long long size) const { try_truncate(size).value(); }

  /// Reserves disk space for `size` bytes from an offset, so that writing there
  /// cannot fail for lack of space, and extends the file to their end. Errors:
  /// those of posix_fallocate(3), such as ENOSPC. If the file system has no
  /// such call, glibc writes into each block instead, which requires a file
  /// that is readable and not opened to append; other C libraries return
  /// EOPNOTSUPP.
  result<void> try_preallocate(long long size, long long offset = 0) const {
    if (size < 0 || offset < 0)
      return failure("preallocate", library_problem::out_of_reach);
    if (size == 0) return {};
    return finished("preallocate", os::preallocate(handle_, offset, size));
  }
  void preallocate(long long size, long long offset = 0) const {
    try_preallocate(size, offset).value();
  }

  /// Frees the disk space of some bytes: they read as zeros, and the file keeps
  /// its size. Errors: EOPNOTSUPP from file systems without holes,
  /// library_problem::unsupported from other systems than Linux and from
  /// Windows file systems without sparse files.
  result<void> try_punch_hole(long long offset, long long size) const {
    if (size < 0 || offset < 0)
      return failure("punch a hole in", library_problem::out_of_reach);
    if (size == 0) return {};
    return finished("punch a hole in", os::punch_hole(handle_, offset, size));
  }
  void punch_hole(long long offset, long long size) const {
    try_punch_hole(offset, size).value();
  }

  /// Advises the system how bytes will be read: `size` bytes from an offset, or
  /// all to the end if `size` is 0. Errors: ESPIPE for a pipe,
  /// library_problem::unsupported if the system takes no advice.
  result<void> try_advise(file_advice advice, long long offset = 0,
                          long long size = 0) const {
    if (size < 0 || offset < 0)
      return failure("advise", library_problem::out_of_reach);
    return finished("advise", os::advise(handle_, advice, offset, size));
  }
  void advise(file_advice advice, long long offset = 0,
              long long size = 0) const {
    try_advise(advice, offset, size).value();
  }

  /// Locks the whole file against other programs and other openings of it;
  /// waits until the lock is free. The lock is advisory: it stops only those
  /// who also lock.
  ///
  /// Requires: a file open for writing for an exclusive lock, for reading for a
  /// shared one (on Linux).
  /// Returns: the lock; its destructor releases it.
  /// Errors: EBADF for a file that is not open as required; ENOLCK;
  /// EOPNOTSUPP.
  result<file_lock> try_lock_file(lock_kind kind = lock_kind::exclusive) const {
    return locked(os::lock(handle_, kind));
  }
  file_lock lock_file(lock_kind kind = lock_kind::exclusive) const {
    return try_lock_file(kind).value();
  }

  /// The same, with a time limit: a std::chrono::duration or no_wait.
  /// Errors: library_problem::locked when the time is over.
  /// Cost: while it waits, an attempt every 20 milliseconds.
  template <detail::time_out Duration>
  result<file_lock> try_lock_file(lock_kind kind, Duration limit) const {
    return locked(
        detail::lock_within(handle_, kind, detail::nanoseconds_in(limit)));
  }
  template <detail::time_out Duration>
  file_lock lock_file(lock_kind kind, Duration limit) const {
    return try_lock_file(kind, limit).value();
  }

  /// Diagnoses likely mistakes and names the remedy.
  template <class Limit>
    requires(!detail::time_out<Limit>)
  file_lock lock_file(lock_kind, Limit) const {
    static_assert(detail::always_false<Limit>,
                  "rill: a time-out needs a unit: std::chrono::seconds(2), or "
                  "rill::no_wait");
    return {};
  }
  template <class Kind>
    requires(!std::same_as<Kind, lock_kind>)
  file_lock lock_file(Kind) const {
    static_assert(detail::always_false<Kind>,
                  "rill: the kind of the lock comes first: "
                  "lock_file(rill::lock_kind::exclusive, time-out)");
    return {};
  }

  /// Wait until the disk has the bytes (sync_data), and also the file's
  /// metadata (sync).
  result<void> try_sync() const { return finished("sync", os::sync(handle_)); }
  void sync() const { try_sync().value(); }
  result<void> try_sync_data() const {
    return finished("sync", os::sync_data(handle_));
  }
  void sync_data() const { try_sync_data().value(); }

  bool is_terminal() const noexcept { return os::is_terminal(handle_); }

  /// Returns a second handle of the same open file, which shares its position
  /// and locks. Needs os/file.h.
  result<file> try_duplicate() const;
  file duplicate() const;

  /// Makes an error about this file.
  rill::error failure(char const* operation, error_code code) const noexcept {
    return {code, {operation, detail::length_of(operation)}, name()};
  }
  /// Makes the error of a write that wrote some bytes before it failed.
  rill::error write_failure(error_code code,
                            unsigned long long moved) const noexcept {
    return {code, "write", name(), moved};
  }

 protected:
  result<void> finished(char const* operation, error_code code) const {
    if (code) return failure(operation, code);
    return {};
  }
  result<void> written(os::transfer done) const {
    if (done.error) return write_failure(done.error, done.moved);
    return {};
  }
  result<std::size_t> counted(char const* operation, os::transfer done) const {
    if (done.error) return failure(operation, done.error);
    return done.moved;
  }
  result<long long> positioned(os::position at) const {
    if (at.error) return failure("seek", at.error);
    return at.offset;
  }

  result<file_lock> locked(error_code code) const {
    if (code) return failure("lock", code);
    return file_lock(handle_);
  }

  os::native_handle handle_ = os::no_handle;
  char const* name_ = nullptr;
};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "file_view_body.h"
#endif

#endif
