// rill/fs/directory.h: an open folder, and the operations on its entries.
//
// Layer 6. Paths are relative to the folder, also after it was moved, or
// absolute. Each operation has two forms: try_x returns a result, x throws
// rill::error, which names the operation and the path. fs/functions.h has the
// same operations for the current directory. Tests: test/fs/directory_test.cpp.
#ifndef RILL_FS_DIRECTORY_H
#define RILL_FS_DIRECTORY_H

#include "../os/directory.h"
#include "resolved_path.h"
#include "walk.h"

namespace rill::inline RILL_BUILD::fs {

namespace detail {

// Whether the last part of a path is "." or "..".
inline bool ends_in_dots(char const* path) noexcept {
  text const all{path, rill::detail::length_of(path)};
  return os::is_dot_or_dots(path + start_of_name(all));
}

}  // namespace detail

/// Owns an open folder. Movable. Default-constructed, it means the current
/// directory at the time of each call.
///
/// Paths may be longer than the system's limit of 4,096 bytes: they are then
/// opened in pieces. Errors: the system's (ENOENT, EACCES, …), and
/// path_contains_nul.
class directory {
 public:
  directory() noexcept = default;
  directory(directory&& other) noexcept
      : handle_(other.handle_), path_(static_cast<path_text&&>(other.path_)) {
    other.handle_ = os::current_folder;
  }
  directory& operator=(directory&& other) noexcept {
    os::native_handle const handle = handle_;
    handle_ = other.handle_;
    other.handle_ = handle;
    path_ = static_cast<path_text&&>(other.path_);
    return *this;
  }
  ~directory() {
    if (handle_ >= 0) (void)os::close(handle_);
  }

  /// Opens a folder.
  static result<directory> try_open(path_view path) {
    return directory().try_open_directory(path);
  }
  static directory open(path_view path) { return try_open(path).value(); }

  /// The descriptor; AT_FDCWD for the current directory.
  os::native_handle native_handle() const noexcept { return handle_; }
  /// The path that it was opened with, for errors.
  text path() const noexcept { return path_.bytes(); }

  /// Opens a folder. follow_links: the last part of the path may be a link.
  result<directory> try_open_directory(path_view path,
                                       bool follow_links = true) const {
    detail::resolved_path const at(handle_, path);
    if (at.error()) return failure(at.error(), "open", path);
    os::opened const opened =
        os::open_folder_at(at.folder(), at.name(), follow_links);
    if (opened.error) return failure(opened.error, "open", path);
    return made(opened.handle, path);
  }
  directory open_directory(path_view path, bool follow_links = true) const {
    return try_open_directory(path, follow_links).value();
  }

  /// Opens a file, like file::open.
  result<file> try_open_file(path_view path,
                             open_options options = file::reading) const {
    detail::resolved_path const at(handle_, path);
    if (at.error()) return failure(at.error(), "open", path);
    os::opened const opened = os::open_at(at.folder(), at.name(), options);
    if (opened.error) return failure(opened.error, "open", path);
    return file(opened.handle);
  }
  file open_file(path_view path, open_options options = file::reading) const {
    return try_open_file(path, options).value();
  }

  /// Opens a file or folder. Fails if the path leaves this folder on the way:
  /// by "..", as an absolute path, or by a link. For untrusted paths, as in
  /// archives. Errors: EXDEV if it leaves the folder, or a link is absolute.
  result<file> try_open_file_inside(
      path_view path, open_options options = file::reading) const {
    os::opened const opened =
        detail::open_beneath(handle_, path, options, os::must_be::anything);
    if (opened.error) return failure(opened.error, "open", path);
    return file(opened.handle);
  }
  file open_file_inside(path_view path,
                        open_options options = file::reading) const {
    return try_open_file_inside(path, options).value();
  }
  result<directory> try_open_directory_inside(path_view path) const {
    os::opened const opened =
        detail::open_beneath(handle_, path, file::reading, os::must_be::folder);
    if (opened.error) return failure(opened.error, "open", path);
    return made(opened.handle, path);
  }
  directory open_directory_inside(path_view path) const {
    return try_open_directory_inside(path).value();
  }

  /// The status of an entry. Follows links; link_status does not.
  result<file_status> try_status(path_view path) const {
    return status_of(path, true);
  }
  file_status status(path_view path) const { return try_status(path).value(); }
  result<file_status> try_link_status(path_view path) const {
    return status_of(path, false);
  }
  file_status link_status(path_view path) const {
    return try_link_status(path).value();
  }
  /// The status of the folder itself.
  result<file_status> try_status() const { return try_status("."); }
  file_status status() const { return try_status().value(); }

  /// Returns whether an entry exists; false for a link to nothing.
  /// Errors: those that hide the answer, such as EACCES.
  result<bool> try_exists(path_view path) const {
    return is_of_kind(path, device_kind::unknown);
  }
  bool exists(path_view path) const { return try_exists(path).value(); }
  result<bool> try_is_directory(path_view path) const {
    return is_of_kind(path, device_kind::directory);
  }
  bool is_directory(path_view path) const {
    return try_is_directory(path).value();
  }
  result<bool> try_is_regular(path_view path) const {
    return is_of_kind(path, device_kind::regular);
  }
  bool is_regular(path_view path) const { return try_is_regular(path).value(); }

  /// Makes a folder. Errors: EEXIST if the path exists.
  result<void> try_create_directory(path_view path,
                                    unsigned mode = 0777) const {
    return done("create directory", path, [&](detail::resolved_path const& at) {
      return os::make_folder_at(at.folder(), at.name(), mode);
    });
  }
  void create_directory(path_view path, unsigned mode = 0777) const {
    try_create_directory(path, mode).value();
  }

  /// Makes a folder and its missing parents. Returns whether it made any.
  /// Errors: EEXIST or ENOTDIR if part of the path is not a folder.
  result<bool> try_create_directories(path_view path,
                                      unsigned mode = 0777) const;
  bool create_directories(path_view path, unsigned mode = 0777) const {
    return try_create_directories(path, mode).value();
  }

  /// Removes a file, a link or an empty folder. Returns false if it did not
  /// exist. Errors: ENOTEMPTY, …
  result<bool> try_remove(path_view path) const {
    detail::resolved_path const at(handle_, path);
    error_code const code =
        at.error() ? at.error() : os::remove_at(at.folder(), at.name());
    return removed(code, path);
  }
  bool remove(path_view path) const { return try_remove(path).value(); }

  /// Removes an entry and everything below it. Removes links, and never follows
  /// them, not even one that replaces a folder meanwhile. Trees may have any
  /// depth. Returns how many entries it removed, 0 if there were none. Entries
  /// that others remove meanwhile are no error.
  /// Errors: the first one, with the path of the entry that stayed; the rest is
  /// removed nevertheless. EINVAL for a path that ends in . or .., which is
  /// always a mistake.
  result<unsigned long long> try_remove_all(path_view path) const {
    detail::resolved_path at(handle_, path);
    if (os::is_absent(at.error())) return 0ull;
    if (at.error()) return failure(at.error(), "remove", path);
    at.drop_slashes();
    if (detail::ends_in_dots(at.name()))
      return failure(os::errors::invalid_argument, "remove", path);
    os::removal const gone = os::remove_tree_at(at.folder(), at.name());
    if (!gone.error) return gone.count;
    text const below(gone.below());
    if (below.size != 0)
      return failure(gone.error, "remove", join_path(path, below));
    // Also absent if another process has removed the rest meanwhile.
    if (os::is_absent(gone.error)) return gone.count;
    return failure(gone.error, "remove", path);
  }
  unsigned long long remove_all(path_view path) const {
    return try_remove_all(path).value();
  }

  /// Renames an entry within a file system. Atomically replaces an existing one
  /// (a folder only if it is empty). Errors: EXDEV if the new name is on
  /// another file system.
  result<void> try_rename(path_view from, directory const& to_folder,
                          path_view to) const {
    return done_to("rename", from, to_folder, to, os::rename_at);
  }
  result<void> try_rename(path_view from, path_view to) const {
    return try_rename(from, *this, to);
  }
  void rename(path_view from, directory const& to_folder, path_view to) const {
    try_rename(from, to_folder, to).value();
  }
  void rename(path_view from, path_view to) const {
    try_rename(from, to).value();
  }

  /// Exchanges the names of two entries, atomically. Errors: ENOTSUP or EINVAL
  /// if the system or the file system does not support it.
  result<void> try_exchange(path_view one, directory const& other_folder,
                            path_view other) const {
    return done_to("exchange", one, other_folder, other, os::exchange_at);
  }
  result<void> try_exchange(path_view one, path_view other) const {
    return try_exchange(one, *this, other);
  }
  void exchange(path_view one, directory const& other_folder,
                path_view other) const {
    try_exchange(one, other_folder, other).value();
  }
  void exchange(path_view one, path_view other) const {
    try_exchange(one, other).value();
  }

  /// Makes a hard link to a file. Does not follow a symbolic link.
  result<void> try_create_hard_link(path_view existing, directory const& folder,
                                    path_view name) const {
    return done_to("link", existing, folder, name, os::link_at);
  }
  result<void> try_create_hard_link(path_view existing, path_view name) const {
    return try_create_hard_link(existing, *this, name);
  }
  void create_hard_link(path_view existing, directory const& folder,
                        path_view name) const {
    try_create_hard_link(existing, folder, name).value();
  }
  void create_hard_link(path_view existing, path_view name) const {
    try_create_hard_link(existing, name).value();
  }

  /// Makes a symbolic link. Does not check its text.
  result<void> try_create_symbolic_link(path_view target,
                                        path_view name) const {
    if (error_code const problem = target.problem())
      return failure(problem, "create symbolic link", name);
    path_text const copy(target.bytes());
    return done(
        "create symbolic link", name, [&](detail::resolved_path const& at) {
          return os::symbolic_link_at(copy.c_str(), at.folder(), at.name());
        });
  }
  void create_symbolic_link(path_view target, path_view name) const {
    try_create_symbolic_link(target, name).value();
  }

  /// Returns the text of a symbolic link, of any length. Errors: EINVAL if the
  /// entry is not a link.
  result<path_text> try_read_link(path_view path) const;
  path_text read_link(path_view path) const {
    return try_read_link(path).value();
  }

  /// Sets the lower 12 bits of the mode, like chmod(1): 0644. Follows links.
  result<void> try_set_permissions(path_view path, unsigned mode) const {
    return done("set permissions of", path,
                [&](detail::resolved_path const& at) {
                  return os::set_permissions_at(at.folder(), at.name(), mode);
                });
  }
  void set_permissions(path_view path, unsigned mode) const {
    try_set_permissions(path, mode).value();
  }

  /// Sets the modification time of an entry. Follows links.
  result<void> try_set_modified(path_view path, file_time when) const {
    return done("set time of", path, [&](detail::resolved_path const& at) {
      return os::set_times_at(at.folder(), at.name(), nullptr, &when, true);
    });
  }
  void set_modified(path_view path, file_time when) const {
    try_set_modified(path, when).value();
  }

  /// Lists everything below a folder; see rill::fs::walk.
  result<fs::walk> try_walk(path_view path = ".",
                            walk_options const& options = {}) const {
    return fs::walk::try_open_at(handle_, path, options);
  }
  fs::walk walk(path_view path = ".", walk_options const& options = {}) const {
    return try_walk(path, options).value();
  }

  /// Makes an error for an entry of this folder.
  rill::error failure(error_code code, text operation, path_view path) const {
    return {code, operation, join_path(path_, path)};
  }

 private:
  directory made(os::native_handle handle, path_view path) const {
    directory result;
    result.handle_ = handle;
    result.path_ = join_path(path_, path);
    return result;
  }
  result<bool> removed(error_code code, path_view path) const {
    if (!code) return true;
    if (os::is_absent(code)) return false;
    return failure(code, "remove", path);
  }
  os::entry_status native_status(path_view path, bool follow) const {
    detail::resolved_path const at(handle_, path);
    if (!at.error()) return os::status_at(at.folder(), at.name(), follow);
    os::entry_status none;
    none.error = at.error();
    return none;
  }
  result<file_status> status_of(path_view path, bool follow) const {
    os::entry_status const found = native_status(path, follow);
    if (found.error) return failure(found.error, "stat", path);
    return file_status(found);
  }
  // `unknown` means any kind.
  result<bool> is_of_kind(path_view path, device_kind kind) const {
    os::entry_status const found = native_status(path, true);
    if (os::is_absent(found.error)) return false;
    if (found.error) return failure(found.error, "stat", path);
    return kind == device_kind::unknown || found.kind == kind;
  }
  template <class Operation>
  result<void> done(text operation, path_view path, Operation run) const {
    detail::resolved_path const at(handle_, path);
    error_code const code = at.error() ? at.error() : run(at);
    if (code) return failure(code, operation, path);
    return {};
  }
  template <class Operation>
  result<void> done_to(text operation, path_view from,
                       directory const& to_folder, path_view to,
                       Operation run) const {
    detail::resolved_path const source(handle_, from);
    detail::resolved_path const target(to_folder.handle_, to);
    error_code code = source.error() ? source.error() : target.error();
    if (!code)
      code =
          run(source.folder(), source.name(), target.folder(), target.name());
    if (!code) return {};
    path_text both = join_path(path_, from);
    both.add(" to ");
    both.add(join_path(to_folder.path_, to));
    return rill::error(code, operation, both);
  }

  os::native_handle handle_ = os::current_folder;
  path_text path_;
};

inline result<bool> directory::try_create_directories(path_view path,
                                                      unsigned mode) const {
  auto const make = [&](text part) {
    detail::resolved_path const at(handle_, part);
    return at.error() ? at.error()
                      : os::make_folder_at(at.folder(), at.name(), mode);
  };
  text const all = path.bytes();
  error_code code = make(all);
  bool is_made = !code;
  // Go up until a parent exists or can be made, then down again.
  std::size_t end = all.size;
  while (code == os::errors::missing && end != 0) {
    text const above = parent(text{all.data, end});
    if (above.size == end) break;
    end = above.size;
    if (end == 0) break;
    code = make(above);
    is_made |= !code;
  }
  if (code == os::errors::exists || !code) {
    while (end != all.size) {
      while (end != all.size && all.data[end] == '/') ++end;
      while (end != all.size && all.data[end] != '/') ++end;
      code = make({all.data, end});
      is_made |= !code;
      if (code && code != os::errors::exists) break;
    }
  }
  if (!code) return is_made;
  if (code == os::errors::exists) {
    os::entry_status const found = native_status(path, true);
    if (!found.error && found.kind == device_kind::directory) return is_made;
  }
  return failure(code, "create directory", path);
}

inline result<path_text> directory::try_read_link(path_view path) const {
  detail::resolved_path const at(handle_, path);
  if (at.error()) return failure(at.error(), "read link", path);
  for (std::size_t room = 256;; room *= 4) {
    storage block(room);
    os::transfer const got =
        os::read_link_at(at.folder(), at.name(), block.data(), room);
    if (got.error) return failure(got.error, "read link", path);
    if (got.moved != room) return path_text({block.data(), got.moved});
  }
}

}  // namespace rill::inline RILL_BUILD::fs

#endif
