// rill/fs/functions.h: the operations of fs/directory.h by a path alone.
//
// Floor 5. Relative paths are below the current directory. What each does,
// what it returns and which errors it has is said in fs/directory.h. Tests:
// test/fs/directory_test.cpp.
#ifndef RILL_FS_FUNCTIONS_H
#define RILL_FS_FUNCTIONS_H

#include "directory.h"

namespace rill::inline RILL_BUILD::fs {

/// What an entry is; of a link, what it leads to.
inline result<file_status> try_status(path_view path) {
  return directory().try_status(path);
}
inline file_status status(path_view path) { return try_status(path).value(); }

/// What an entry is; of a link, the link.
inline result<file_status> try_link_status(path_view path) {
  return directory().try_link_status(path);
}
inline file_status link_status(path_view path) {
  return try_link_status(path).value();
}

/// Whether there is something.
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

/// Makes a folder and those above it; returns whether one was made.
inline result<bool> try_create_directories(path_view path,
                                           unsigned mode = 0777) {
  return directory().try_create_directories(path, mode);
}
inline bool create_directories(path_view path, unsigned mode = 0777) {
  return try_create_directories(path, mode).value();
}

/// Removes a file, a link or an empty folder; returns whether there was one.
inline result<bool> try_remove(path_view path) {
  return directory().try_remove(path);
}
inline bool remove(path_view path) { return try_remove(path).value(); }

/// Removes an entry with all below it; returns how many entries that were.
inline result<unsigned long long> try_remove_all(path_view path) {
  return directory().try_remove_all(path);
}
inline unsigned long long remove_all(path_view path) {
  return try_remove_all(path).value();
}

/// Gives an entry another name; what has it is replaced at once.
inline result<void> try_rename(path_view from, path_view to) {
  return directory().try_rename(from, to);
}
inline void rename(path_view from, path_view to) {
  try_rename(from, to).value();
}

/// Gives two entries each other's name, at once.
inline result<void> try_exchange(path_view one, path_view other) {
  return directory().try_exchange(one, other);
}
inline void exchange(path_view one, path_view other) {
  try_exchange(one, other).value();
}

/// Gives a file a second name.
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

/// Sets the lower 12 bits of the mode, as chmod(1) does: 0644.
inline result<void> try_set_permissions(path_view path, unsigned mode) {
  return directory().try_set_permissions(path, mode);
}
inline void set_permissions(path_view path, unsigned mode) {
  try_set_permissions(path, mode).value();
}

/// Sets when the bytes were last changed.
inline result<void> try_set_modified(path_view path, file_time when) {
  return directory().try_set_modified(path, when);
}
inline void set_modified(path_view path, file_time when) {
  try_set_modified(path, when).value();
}

}  // namespace rill::inline RILL_BUILD::fs

#endif
