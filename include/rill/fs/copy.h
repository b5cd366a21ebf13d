// rill/fs/copy.h: files, links and whole trees to another place.
//
// Floor 5. The machinery for trees is in fs/tree_copy.h, the bytes of a file
// are moved by stream/copy.h. Tests: test/fs/copy_test.cpp.
#ifndef RILL_FS_COPY_H
#define RILL_FS_COPY_H

#include "tree_copy.h"

namespace rill::inline RILL_BUILD::fs {

/// Copies a file, a symbolic link, or a folder with all that is below it.
///
/// A file that fails is not left behind half-written, and what is replaced is
/// replaced at once, by renaming. Folders that are there are filled; what is
/// in them besides stays. Links are copied as they are, unless rules.links
/// says otherwise. Descriptors and memory are bounded, however deep the tree
/// is; what is open of the target is never followed through a link.
///
/// Returns: how many files, links and folders were made or replaced.
/// Errors: the first, at which the copy ends; what was copied before it
/// stays. EEXIST for something that is there, unless rules.existing says
/// otherwise; ENOTSUP for pipes, sockets and devices;
/// library_problem::overlap for a folder into itself and a file onto itself.
///
/// Example:
///     rill::fs::directory().create_directories("photos/2026");
///     rill::fs::copy("photos", "backup");
inline result<unsigned long long> try_copy(path_view from, path_view to,
                                           copy_rules const& rules = {}) {
  return detail::tree_copy(rules).run(os::current_folder, from,
                                      os::current_folder, to);
}
inline unsigned long long copy(path_view from, path_view to,
                               copy_rules const& rules = {}) {
  return try_copy(from, to, rules).value();
}

/// The same below open folders.
inline result<unsigned long long> try_copy(directory const& from_folder,
                                           path_view from,
                                           directory const& to_folder,
                                           path_view to,
                                           copy_rules const& rules = {}) {
  return detail::tree_copy(rules).run(from_folder.native_handle(), from,
                                      to_folder.native_handle(), to);
}
inline unsigned long long copy(directory const& from_folder, path_view from,
                               directory const& to_folder, path_view to,
                               copy_rules const& rules = {}) {
  return try_copy(from_folder, from, to_folder, to, rules).value();
}

}  // namespace rill::inline RILL_BUILD::fs

#endif
