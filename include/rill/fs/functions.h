// rill/fs/functions.h: the operations of fs/directory.h for the current
// directory.
//
// Layer 6. fs/directory.h documents each operation, its result and its errors.
// Tests: test/fs/directory_test.cpp, test/fs/current_path_test.cpp.
#ifndef RILL_FS_FUNCTIONS_H
#define RILL_FS_FUNCTIONS_H

#include "../os/directory.h"
#include "../os/temporary.h"
#include "directory.h"

namespace rill::inline RILL_BUILD::fs {

/// The status of an entry. Follows links.
inline result<file_status> try_status(path_view path) {
  return directory().try_status(path);
}
inline file_status status(path_view path) { return try_status(path).value(); }

/// The status of an entry. Does not follow links.
inline result<file_status> try_link_status(path_view path) {
  return directory().try_link_status(path);
}
inline file_status link_status(path_view path) {
  return try_link_status(path).value();
}

/// Whether an entry exists.
inline result<bool> try_exists(path_view path) {
  return directory().try_exists(path);
}
inline bool exists(path_view path) { return try_exists(path).value(); }

/// Whether it is a folder, or a link to one.
inline result<bool> try_is_directory(path_view path) {
  return directory().try_is_directory(path);
}
inline bool is_directory(path_view path) {
  return try_is_directory(path).value();
}

/// Whether it is a regular file, or a link to one.
inline result<bool> try_is_regular(path_view path) {
  return directory().try_is_regular(path);
}
inline bool is_regular(path_view path) { return try_is_regular(path).value(); }

/// Makes a folder.
inline result<void> try_create_directory(path_view path, unsigned mode = 0777) {
  return directory().try_create_directory(path, mode);
}
inline void create_directory(path_view path, unsigned mode = 0777) {
  try_create_directory(path, mode).value();
}

/// Makes a folder and its missing parents; returns whether it made any.
inline result<bool> try_create_directories(path_view path,
                                           unsigned mode = 0777) {
  return directory().try_create_directories(path, mode);
}
inline bool create_directories(path_view path, unsigned mode = 0777) {
  return try_create_directories(path, mode).value();
}

/// Removes a file, a link or an empty folder; returns whether it existed.
inline result<bool> try_remove(path_view path) {
  return directory().try_remove(path);
}
inline bool remove(path_view path) { return try_remove(path).value(); }

/// Removes an entry and everything below it; returns how many entries it
/// removed.
inline result<unsigned long long> try_remove_all(path_view path) {
  return directory().try_remove_all(path);
}
inline unsigned long long remove_all(path_view path) {
  return try_remove_all(path).value();
}

/// Renames an entry; replaces an existing one atomically.
inline result<void> try_rename(path_view from, path_view to) {
  return directory().try_rename(from, to);
}
inline void rename(path_view from, path_view to) {
  try_rename(from, to).value();
}

/// Exchanges the names of two entries, atomically.
inline result<void> try_exchange(path_view one, path_view other) {
  return directory().try_exchange(one, other);
}
inline void exchange(path_view one, path_view other) {
  try_exchange(one, other).value();
}

/// Makes a hard link to a file.
inline result<void> try_create_hard_link(path_view existing, path_view name) {
  return directory().try_create_hard_link(existing, name);
}
inline void create_hard_link(path_view existing, path_view name) {
  try_create_hard_link(existing, name).value();
}

/// Makes a symbolic link with this text.
inline result<void> try_create_symbolic_link(path_view target, path_view name) {
  return directory().try_create_symbolic_link(target, name);
}
inline void create_symbolic_link(path_view target, path_view name) {
  try_create_symbolic_link(target, name).value();
}

/// The text of a symbolic link.
inline result<path_text> try_read_link(path_view path) {
  return directory().try_read_link(path);
}
inline path_text read_link(path_view path) {
  return try_read_link(path).value();
}

/// Sets the lower 12 bits of the mode, like chmod(1): 0644.
inline result<void> try_set_permissions(path_view path, unsigned mode) {
  return directory().try_set_permissions(path, mode);
}
inline void set_permissions(path_view path, unsigned mode) {
  try_set_permissions(path, mode).value();
}

/// Sets the modification time.
inline result<void> try_set_modified(path_view path, file_time when) {
  return directory().try_set_modified(path, when);
}
inline void set_modified(path_view path, file_time when) {
  try_set_modified(path, when).value();
}

// The current and temporary directories, free space, canonical paths.

/// Returns the path of the current directory, of any length. Errors: ENOENT if
/// it was removed.
inline result<path_text> try_current_directory() {
  for (std::size_t room = 1024;; room *= 4) {
    storage block(room);
    error_code const error = os::current_path(block.data(), room);
    if (!error) return path_text(text(block.data()));
    if (error != library_problem::no_room)
      return rill::error(error, "get current directory");
  }
}
inline path_text current_directory() { return try_current_directory().value(); }

/// Changes the current directory of the process, for all threads. Prefer an
/// open directory.
inline result<void> try_change_directory(path_view path) {
  detail::resolved_path const at(os::current_folder, path);
  error_code code = at.error();
  if (!code && at.folder() == os::current_folder) {
    code = os::change_path(at.name());
  } else if (!code) {
    os::opened const folder = os::open_passage_at(at.folder(), at.name(), true);
    code = folder.error ? folder.error : os::change_folder(folder.handle);
    if (!folder.error) (void)os::close(folder.handle);
  }
  if (code) return rill::error(code, "change directory to", path.bytes());
  return {};
}
inline void change_directory(path_view path) {
  try_change_directory(path).value();
}
inline result<void> try_change_directory(directory const& folder) {
  error_code const code = folder.native_handle() == os::current_folder
                              ? error_code{}
                              : os::change_folder(folder.native_handle());
  if (code) return rill::error(code, "change directory to", folder.path());
  return {};
}
inline void change_directory(directory const& folder) {
  try_change_directory(folder).value();
}

/// Returns the folder for temporary files: TMPDIR from the environment if it is
/// an absolute path, else /tmp. Does not check that it exists. Ignores TMPDIR
/// in programs that run with raised privileges.
inline path_text temporary_directory() {
  text const given = os::folder_for_temporaries();
  return path_text(is_absolute(given) ? given : text("/tmp"));
}

/// The size and the free space of a file system, in bytes.
struct space_on_device {
  unsigned long long capacity = 0;
  unsigned long long unused = 0;     ///< free bytes
  unsigned long long available = 0;  ///< free for this user

  /// Prints itself: `space_on_device{capacity: 4096, unused: 0, available: 0}`.
  friend constexpr auto rill_print(auto& out, space_on_device const& s) {
    return out("space_on_device{capacity: ", s.capacity, ", unused: ", s.unused,
               ", available: ", s.available, '}');
  }
};

/// Returns the size and free space of the file system of a path.
inline result<space_on_device> try_space(path_view path) {
  detail::resolved_path const at(os::current_folder, path);
  if (at.error()) return rill::error(at.error(), "get space of", path.bytes());
  os::opened const opened = os::open_to_ask(at.folder(), at.name());
  if (opened.error)
    return rill::error(opened.error, "get space of", path.bytes());
  os::room_on_device const room = os::room_at(opened.handle);
  (void)os::close(opened.handle);
  if (room.error) return rill::error(room.error, "get space of", path.bytes());
  return space_on_device{room.capacity, room.unused, room.available};
}
inline space_on_device space(path_view path) { return try_space(path).value(); }

namespace detail {

// Resolves a path without links, "." and "..". `done_` is the resolved part,
// `rest_` the remaining one; the texts of links are inserted into `rest_`.
class canonical_path {
 public:
  static constexpr int most_links = 40;  // like Linux

  error_code run(path_view path) {
    if (error_code const problem = path.problem()) return problem;
    if (path.bytes().size == 0) return os::errors::missing;
    rest_.add(path.bytes());
    if (is_absolute(path)) {
      done_.add("/");
    } else {
      result<path_text> here = try_current_directory();
      if (!here) return here.error().code();
      done_.add(*here);
    }
    while (at_ != rest_.size())
      if (error_code const error = take_part()) return error;
    return must_be_folder_ ? check_folder() : error_code{};
  }
  path_text& result_path() noexcept { return done_; }

 private:
  error_code take_part() {
    while (at_ != rest_.size() && rest_.data()[at_] == '/') ++at_;
    std::size_t const start = at_;
    while (at_ != rest_.size() && rest_.data()[at_] != '/') ++at_;
    text const part{rest_.data() + start, at_ - start};
    if (part.size == 0) return {};
    must_be_folder_ = at_ != rest_.size();
    bool const is_dots = part == "..";
    if (is_dots || part == ".") {
      if (error_code const error = check_folder()) return error;
      if (is_dots) done_.cut_to(parent(done_).size);
      return {};
    }
    std::size_t const before = done_.size();
    done_.add_part(part);
    result<path_text> link = directory().try_read_link(done_);
    if (link) return follow(*link, before);
    error_code const code = link.error().code();
    return code == os::errors::not_a_link ? error_code{} : code;
  }

  // Inserts the text of a link before the remaining path.
  error_code follow(path_text const& link, std::size_t before) {
    if (++links_ > most_links) return os::errors::too_many_links;
    if (link.empty()) return os::errors::missing;
    path_text rest;
    rest.add(link);
    rest.add({rest_.data() + at_, rest_.size() - at_});
    rest_ = static_cast<path_text&&>(rest);
    at_ = 0;
    done_.cut_to(is_absolute(link) ? 1 : before);
    return {};
  }

  error_code check_folder() const {
    result<bool> is = directory().try_is_directory(done_);
    if (!is) return is.error().code();
    return *is ? error_code{} : os::errors::not_a_folder;
  }

  path_text done_;
  path_text rest_;
  std::size_t at_ = 0;
  int links_ = 0;
  bool must_be_folder_ = false;
};

}  // namespace detail

/// Returns the absolute path of an existing entry, without links, "." and "..",
/// of any length. Errors: ENOENT if it does not exist; ELOOP after 40 links.
///
/// Cost: one system call for each part of the path.
inline result<path_text> try_canonical(path_view path) {
  detail::canonical_path found;
  if (error_code const code = found.run(path))
    return rill::error(code, "resolve", path.bytes());
  return static_cast<path_text&&>(found.result_path());
}
inline path_text canonical(path_view path) {
  return try_canonical(path).value();
}

}  // namespace rill::inline RILL_BUILD::fs

#endif
