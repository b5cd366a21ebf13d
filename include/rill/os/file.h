// rill/os/file.h: a file by its native handle: one that owns, one that
// borrows. Unbuffered: every call here is a system call.
//
// Floor 3. A file keeps a copy of its path, for its errors; nothing else
// allocates. Each operation has two faces: try_open(…) returns a result,
// open(…) throws rill::error. The rules for interrupted, short and waiting
// calls are in os/posix/output.h. Tests: test/os/file_test.cpp.
#ifndef RILL_OS_FILE_H
#define RILL_OS_FILE_H

#include "../memory/storage.h"
#include "error.h"
#include "os.h"
#include "path.h"

namespace rill::inline RILL_BUILD {

using os::device_kind;
using os::device_status;

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

  /// What errors call this file: its path, or what was given.
  constexpr text name() const noexcept {
    return name_ ? text{name_, detail::length_of(name_)} : text{};
  }

  /// Writes all the bytes. Errors: what write(2) says; the bytes before the
  /// error are in the file.
  result<void> try_write(text bytes) const {
    return finished("write", os::write_all(handle_, bytes.data, bytes.size));
  }
  void write(text bytes) const { try_write(bytes).value(); }

  /// Writes what one call takes, without waiting, and returns how many bytes
  /// that were.
  result<std::size_t> try_write_some(text bytes) const {
    return counted("write", os::write_some(handle_, bytes.data, bytes.size));
  }
  std::size_t write_some(text bytes) const {
    return try_write_some(bytes).value();
  }

  /// Reads until `size` bytes are there or the file ends; returns how many.
  /// Errors: what read(2) says, also when some bytes came before: fewer than
  /// `size` always mean the end.
  result<std::size_t> try_read(char* data, std::size_t size) const {
    return counted("read", os::read_all(handle_, data, size));
  }
  std::size_t read(char* data, std::size_t size) const {
    return try_read(data, size).value();
  }

  /// Reads what one call gives, without waiting; 0 bytes is the end.
  result<std::size_t> try_read_some(char* data, std::size_t size) const {
    return counted("read", os::read_some(handle_, data, size));
  }
  std::size_t read_some(char* data, std::size_t size) const {
    return try_read_some(data, size).value();
  }

  /// Reads and writes at an offset in bytes from the start; the file's own
  /// position stays where it is.
  result<std::size_t> try_pread(char* data, std::size_t size,
                                long long offset) const {
    return counted("read", os::read_all_at(handle_, data, size, offset));
  }
  std::size_t pread(char* data, std::size_t size, long long offset) const {
    return try_pread(data, size, offset).value();
  }
  result<void> try_pwrite(text bytes, long long offset) const {
    return finished("write",
                    os::write_all_at(handle_, bytes.data, bytes.size, offset));
  }
  void pwrite(text bytes, long long offset) const {
    try_pwrite(bytes, offset).value();
  }

  /// Moves to an offset from the start; returns it.
  result<long long> try_seek(long long offset) const {
    return positioned(os::seek(handle_, offset, os::from_start));
  }
  long long seek(long long offset) const { return try_seek(offset).value(); }

  /// Moves to the end; returns its offset.
  result<long long> try_seek_to_end() const {
    return positioned(os::seek(handle_, 0, os::from_end));
  }
  long long seek_to_end() const { return try_seek_to_end().value(); }

  /// Returns the offset at which the next read or write takes place.
  result<long long> try_position() const {
    return positioned(os::seek(handle_, 0, os::from_here));
  }
  long long position() const { return try_position().value(); }

  /// What the system says of the file: kind, size in bytes, permissions.
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

  /// Cuts or extends the file to `size` bytes.
  result<void> try_truncate(long long size) const {
    return finished("truncate", os::truncate(handle_, size));
  }
  void truncate(long long size) const { try_truncate(size).value(); }

  /// Waits until the bytes (sync_data) and what is known about the file
  /// (sync) are on the disk.
  result<void> try_sync() const { return finished("sync", os::sync(handle_)); }
  void sync() const { try_sync().value(); }
  result<void> try_sync_data() const {
    return finished("sync", os::sync_data(handle_));
  }
  void sync_data() const { try_sync_data().value(); }

  bool is_terminal() const noexcept { return os::is_terminal(handle_); }

  /// An error about this file.
  rill::error failure(char const* operation, error_code code) const noexcept {
    return {code, {operation, detail::length_of(operation)}, name()};
  }

 protected:
  result<void> finished(char const* operation, error_code code) const {
    if (code) return failure(operation, code);
    return {};
  }
  result<void> finished(char const* operation, os::transfer done) const {
    return finished(operation, done.error);
  }
  result<std::size_t> counted(char const* operation, os::transfer done) const {
    if (done.error) return failure(operation, done.error);
    return done.moved;
  }
  result<long long> positioned(os::position at) const {
    if (at.error) return failure("seek", at.error);
    return at.offset;
  }

  os::native_handle handle_ = os::no_handle;
  char const* name_ = nullptr;
};

/// Owns a native handle and closes it. Movable.
///
/// The verbs: open (reads what is there), create (writes a new file, or over
/// an old one from its start), create_new (fails when there is one), append
/// (writes at the end, makes the file when there is none), update (reads and
/// writes what is there), temporary (reads and writes a file without a name
/// in a folder).
class file : public file_view {
 public:
  file() noexcept = default;

  /// Takes over a handle.
  explicit file(os::native_handle handle) noexcept : file_view(handle) {}

  /// Takes over a handle, and calls it by a name in its errors.
  static file adopt(os::native_handle handle, path_view name) {
    file owner(handle);
    owner.path_ = storage::copy_of(name.bytes());
    owner.name_ = owner.path_.data();
    return owner;
  }
  file(file&& other) noexcept
      : file_view(other), path_(static_cast<storage&&>(other.path_)) {
    other.forget();
  }
  file& operator=(file&& other) noexcept {
    if (this == &other) return *this;
    close_quietly();
    static_cast<file_view&>(*this) = other;
    path_ = static_cast<storage&&>(other.path_);
    other.forget();
    return *this;
  }
  ~file() { close_quietly(); }

  static result<file> try_open(path_view path, open_options options = {}) {
    return made(path, options, reading);
  }
  static file open(path_view path, open_options options = {}) {
    return made(path, options, reading).value();
  }
  static result<file> try_create(path_view path, open_options options = {}) {
    return made(path, options, creating);
  }
  static file create(path_view path, open_options options = {}) {
    return made(path, options, creating).value();
  }
  static result<file> try_create_new(path_view path,
                                     open_options options = {}) {
    return made(path, options, creating_new);
  }
  static file create_new(path_view path, open_options options = {}) {
    return made(path, options, creating_new).value();
  }
  static result<file> try_append(path_view path, open_options options = {}) {
    return made(path, options, appending);
  }
  static file append(path_view path, open_options options = {}) {
    return made(path, options, appending).value();
  }
  static result<file> try_update(path_view path, open_options options = {}) {
    return made(path, options, updating);
  }
  static file update(path_view path, open_options options = {}) {
    return made(path, options, updating).value();
  }
  static result<file> try_temporary(path_view folder = os::temporary_folder);
  static file temporary(path_view folder = os::temporary_folder) {
    return try_temporary(folder).value();
  }

  /// Closes, and says what the system says: the last chance to hear of bytes
  /// that a network file system could not keep.
  result<void> try_close() {
    if (!is_open()) return {};
    error_code const code = os::close(handle_);
    handle_ = os::no_handle;
    if (code) return failure("close", code);
    return {};
  }
  void close() { try_close().value(); }

  /// Gives the handle away; the caller closes it.
  [[nodiscard]] os::native_handle release() noexcept {
    os::native_handle const handle = handle_;
    forget();
    return handle;
  }

  /// A second handle for the same open file.
  result<file> try_duplicate() const {
    storage name_of_copy = storage::copy_of(name());
    os::opened const copy = os::duplicate(handle_);
    if (copy.error) return failure("duplicate", copy.error);
    return file(copy.handle, static_cast<storage&&>(name_of_copy));
  }
  file duplicate() const { return try_duplicate().value(); }

  static constexpr open_options reading{.read = true};
  static constexpr open_options creating{
      .write = true, .create = true, .truncate = true};
  static constexpr open_options creating_new{.write = true, .create_new = true};
  static constexpr open_options appending{
      .write = true, .create = true, .append = true};
  static constexpr open_options updating{.read = true, .write = true};

 private:
  file(os::native_handle handle, storage path) noexcept
      : file_view(handle), path_(static_cast<storage&&>(path)) {
    name_ = path_.data();
  }

  // What the caller asks for comes on top of what the verb is.
  static result<file> made(path_view path, open_options options,
                           open_options const& verb) {
    options.read |= verb.read;
    options.write |= verb.write;
    options.create |= verb.create;
    options.create_new |= verb.create_new;
    options.truncate |= verb.truncate;
    options.append |= verb.append;
    if (error_code const problem = path.problem())
      return rill::error(problem, {"open", 4}, path.bytes());
    storage name = storage::copy_of(path.bytes());
    os::opened const opened = os::open(name.data(), options);
    if (opened.error)
      return rill::error(opened.error, {"open", 4}, path.bytes());
    return file(opened.handle, static_cast<storage&&>(name));
  }

  void forget() noexcept {
    handle_ = os::no_handle;
    name_ = nullptr;
  }
  void close_quietly() noexcept {
    if (is_open()) (void)os::close(handle_);
    handle_ = os::no_handle;
  }

  storage path_;
};

inline result<file> file::try_temporary(path_view folder) {
  if (error_code const problem = folder.problem())
    return rill::error(problem, {"open", 4}, folder.bytes());
  storage name = storage::copy_of(folder.bytes());
  os::opened const opened = os::open_unnamed(name.data());
  if (opened.error)
    return rill::error(opened.error, {"make a temporary file in", 24},
                       folder.bytes());
  return file(opened.handle, static_cast<storage&&>(name));
}

}  // namespace rill::inline RILL_BUILD

#endif
