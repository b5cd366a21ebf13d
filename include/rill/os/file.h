// rill/os/file.h: a file that owns its native handle.
//
// Layer 3. A file keeps a copy of its path for its errors; nothing else
// allocates. Its operations are in os/file_view.h. Tests:
// test/os/file_test.cpp.
#ifndef RILL_OS_FILE_H
#define RILL_OS_FILE_H

#include "../memory/storage.h"
#include "file_view.h"

namespace rill::inline RILL_BUILD {

/// Owns a native handle and closes it. Movable.
///
/// Ways to open: open (reads an existing file), create (writes a new file, or
/// overwrites an existing one from its start), create_new (fails if the file
/// exists), append (writes at the end, creates the file if it is missing),
/// update (reads and writes an existing file), temporary (reads and writes an
/// unnamed file in a folder).
class file : public file_view {
 public:
  file() noexcept = default;

  /// Takes ownership of a handle.
  explicit file(os::native_handle handle) noexcept : file_view(handle) {}

  /// Takes ownership of a handle; errors call it `name`.
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

  /// Closes the file and returns the system's error: a network file system may
  /// report only here that it could not store written bytes.
  result<void> try_close() {
    if (!is_open()) return {};
    error_code const code = os::close(handle_);
    handle_ = os::no_handle;
    if (code) return failure("close", code);
    return {};
  }
  void close() { try_close().value(); }

  /// Releases the handle to the caller, who closes it.
  [[nodiscard]] os::native_handle release() noexcept {
    os::native_handle const handle = handle_;
    forget();
    return handle;
  }

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

  // Adds the caller's options to those of the operation.
  static result<file> made(path_view path, open_options options,
                           open_options const& verb) {
    options.read |= verb.read;
    options.write |= verb.write;
    options.create |= verb.create;
    options.create_new |= verb.create_new;
    options.truncate |= verb.truncate;
    options.append |= verb.append;
    if (error_code const problem = path.problem())
      return rill::error(problem, "open", path.bytes());
    storage name = storage::copy_of(path.bytes());
    os::opened const opened = os::open(name.data(), options);
    if (opened.error) return rill::error(opened.error, "open", path.bytes());
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

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "file_body.h"
#endif

#endif
