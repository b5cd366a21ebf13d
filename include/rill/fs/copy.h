// rill/fs/copy.h: copies files, links and trees.
//
// Layer 6. The bytes of a file are moved by copy/copy.h. Tests:
// test/fs/copy_test.cpp.
#ifndef RILL_FS_COPY_H
#define RILL_FS_COPY_H

#include "../copy/copy.h"
#include "../os/temporary.h"
#include "directory.h"

namespace rill::inline RILL_BUILD::fs {

/// What copy does if the target exists.
enum class copy_existing : unsigned char {
  refuse,         ///< fails with EEXIST
  keep,           ///< keeps the target
  replace,        ///< replaces files and links
  replace_older,  ///< replaces what is older than the source
};

/// What copy does with symbolic links.
enum class copy_links : unsigned char {
  keep,    ///< copies the link
  follow,  ///< copies the target of the link
  skip,    ///< skips the link
};

/// Options of copy.
struct copy_rules {
  copy_existing existing = copy_existing::refuse;
  copy_links links = copy_links::keep;
  bool permissions = true;  ///< copies them; else 0666 or 0777
  bool times = false;       ///< copies the modification time
};

namespace detail {

class tree_copy {
 public:
  explicit tree_copy(copy_rules const& rules) noexcept : rules_(rules) {}
  tree_copy(tree_copy const&) = delete;
  tree_copy& operator=(tree_copy const&) = delete;
  ~tree_copy() {
    if (here_ != os::no_handle) (void)os::close(here_);
  }

  result<unsigned long long> run(os::native_handle from_folder, path_view from,
                                 os::native_handle to_folder, path_view to) {
    error_code const code = copy(from_folder, from, to_folder, to);
    if (!code) return count_;
    path_text both(from.bytes());
    if (!below_.empty()) both.add_part(below_);
    both.add(" to ");
    both.add(to.bytes());
    return rill::error(code, "copy", both);
  }

 private:
  // A folder of the target, on the path to the current one.
  struct level {
    unsigned long long device;
    unsigned long long inode;
    unsigned mode;  // set when it is complete
    bool is_made;
    file_time modified;
  };

  error_code copy(os::native_handle from_folder, path_view from,
                  os::native_handle to_folder, path_view to) {
    resolved_path source(from_folder, from);
    resolved_path target(to_folder, to);
    if (source.error()) return source.error();
    if (target.error()) return target.error();
    target.drop_slashes();
    bool const follow = rules_.links == copy_links::follow;
    os::entry_status const found =
        os::status_at(source.folder(), source.name(), follow);
    if (found.error) return found.error;
    if (found.kind != device_kind::directory)
      return copy_leaf(found, source.folder(), source.name(), target.folder(),
                       target.name());
    if (error_code const error = refuse_inside(found, target)) return error;
    if (error_code const error =
            enter(target.folder(), target.name(), found, true))
      return error;
    walk_options options;
    options.follow_links = follow;
    options.on_error = walk_errors::yield;
    result<fs::walk> all = fs::walk::try_open_at(from_folder, from, options);
    if (!all) return all.error().code();
    for (walk_entry& entry : *all)
      if (error_code const error = copy_entry(entry)) {
        below_.add(entry.relative_path());
        return error;
      }
    return leave_to(0);
  }

  error_code copy_entry(walk_entry& entry) {
    if (rill::error const error = entry.error()) return error.code();
    if (error_code const error = leave_to(entry.depth())) return error;
    os::entry_status const found = entry.walker()->status();
    // Skip entries that were removed since they were listed.
    if (found.error == os::errors::missing) return {};
    if (found.error) return found.error;
    char const* const name = entry.name().data;
    if (found.kind == device_kind::directory)
      return enter(here_, name, found, false);
    return copy_leaf(found, entry.walker()->folder_of_entry(), name, here_,
                     name);
  }

  // Returns an error if the source is a folder above the target.
  static error_code refuse_inside(os::entry_status const& source,
                                  resolved_path const& target) {
    path_text const above(parent(text(target.name())));
    os::opened at = os::open_passage_at(
        target.folder(), above.empty() ? "." : above.c_str(), true);
    os::entry_status last;
    while (!at.error) {
      os::entry_status const found = os::status_of_open(at.handle);
      bool const is_source = !found.error && found.device == source.device &&
                             found.inode == source.inode;
      bool const is_root = found.error || (found.device == last.device &&
                                           found.inode == last.inode);
      os::opened up;
      if (!is_source && !is_root)
        up = os::open_passage_at(at.handle, "..", false);
      (void)os::close(at.handle);
      if (is_source) return library_problem::overlap;
      if (is_root) return {};
      last = found;
      at = up;
    }
    return {};  // the copy fails when it enters this folder
  }

  // Makes a folder of the target, or uses an existing one, and enters it. It is
  // writable until leave_to().
  error_code enter(os::native_handle folder, char const* name,
                   os::entry_status const& source, bool is_top) {
    // Following links can lead back into the target: the copy would not end.
    for (std::size_t i = 0; i != levels_.size(); ++i)
      if (levels_[i].device == source.device &&
          levels_[i].inode == source.inode)
        return library_problem::overlap;
    unsigned const mode = rules_.permissions ? source.mode : 0777u;
    error_code const made = os::make_folder_at(folder, name, mode | 0700u);
    bool const is_there = made == os::errors::exists;
    if (made && !is_there) return made;
    os::opened const opened = os::open_folder_at(folder, name, is_top);
    if (opened.error) return is_there ? made : opened.error;
    os::entry_status const found = os::status_of_open(opened.handle);
    bool const is_source =
        found.device == source.device && found.inode == source.inode;
    if (found.error || is_source) {
      (void)os::close(opened.handle);
      return is_source ? error_code(library_problem::overlap) : found.error;
    }
    if (here_ != os::no_handle) (void)os::close(here_);
    here_ = opened.handle;
    levels_.add({found.device, found.inode, mode, !is_there,
                 file_time(source.modified)});
    count_ += !is_there;
    return {};
  }

  // Goes up until the depth is `depth`.
  error_code leave_to(std::size_t depth) {
    while (levels_.size() > depth) {
      if (error_code const error = finish_folder()) return error;
      levels_.take_back();
      if (levels_.empty()) break;
      os::opened up = os::open_folder_at(here_, "..", false);
      if (up.error == os::errors::access_denied)
        up = os::open_passage_at(here_, "..", false);
      if (up.error) return up.error;
      (void)os::close(here_);
      here_ = up.handle;
      os::entry_status const found = os::status_of_open(here_);
      if (found.error) return found.error;
      if (found.device != levels_.back().device ||
          found.inode != levels_.back().inode)
        return os::errors::moved_away;
    }
    return {};
  }

  // Sets the time and permissions of a folder that was made here.
  error_code finish_folder() {
    level const& done = levels_.back();
    if (!done.is_made) return {};
    if (rules_.times) {
      error_code const error = os::set_time_of(here_, done.modified);
      if (error) return error;
    }
    if (!rules_.permissions) return {};
    return os::set_permissions_of(here_, done.mode);
  }

  error_code copy_leaf(os::entry_status const& source,
                       os::native_handle from_folder, char const* from,
                       os::native_handle to_folder, char const* to) {
    if (source.kind == device_kind::symbolic_link &&
        rules_.links == copy_links::skip)
      return {};
    os::entry_status const there = os::status_at(to_folder, to, false);
    if (there.error && there.error != os::errors::missing) return there.error;
    bool const is_there = !there.error;
    if (is_there && there.device == source.device &&
        there.inode == source.inode)
      return library_problem::overlap;
    if (is_there && !replaces(source, there))
      return rules_.existing == copy_existing::refuse ? os::errors::exists
                                                      : error_code{};
    if (is_there && there.kind == device_kind::directory)
      return os::errors::is_a_folder;
    error_code error;
    if (source.kind == device_kind::symbolic_link)
      error = copy_link(from_folder, from, to_folder, to, is_there);
    else if (source.kind == device_kind::regular)
      error = copy_file(from_folder, from, to_folder, to, is_there);
    else
      error = os::errors::not_supported;
    count_ += !error;
    return error;
  }
  bool replaces(os::entry_status const& source,
                os::entry_status const& there) const noexcept {
    if (rules_.existing == copy_existing::replace) return true;
    return rules_.existing == copy_existing::replace_older &&
           file_time(there.modified) < file_time(source.modified);
  }

  // Calls make(name) to make an entry. A new entry gets its final name at once,
  // which must not exist. A replacement gets a temporary name and is renamed.
  template <class Make>
  error_code made(os::native_handle folder, char const* to, bool replaces,
                  Make make) {
    os::temporary_name fresh{};
    if (replaces) fresh = os::make_temporary_name();
    char const* const name = replaces ? fresh.characters : to;
    // The temporary file is in the same folder.
    path_text beside;
    if (replaces) {
      beside.add(parent(text(to)));
      beside.add_part(text(name));
    }
    char const* const place_name = replaces ? beside.c_str() : to;
    error_code error = make(place_name);
    if (!error && replaces) {
      error = os::rename_at(folder, place_name, folder, to);
      if (error) (void)os::unlink_at(folder, place_name);
    }
    return error;
  }

  [[gnu::noinline]] error_code copy_link(os::native_handle from_folder,
                                         char const* from,
                                         os::native_handle to_folder,
                                         char const* to, bool is_there) {
    char target[longest_native_path];
    os::transfer const got =
        os::read_link_at(from_folder, from, target, sizeof target - 1);
    if (got.error) return got.error;
    target[got.moved] = '\0';
    return made(to_folder, to, is_there, [&](char const* name) {
      return os::symbolic_link_at(target, to_folder, name);
    });
  }

  error_code copy_file(os::native_handle from_folder, char const* from,
                       os::native_handle to_folder, char const* to,
                       bool is_there) {
    // Non-blocking, in case another process replaces the file with a pipe.
    open_options reading = file::reading;
    reading.follow = rules_.links == copy_links::follow;
    reading.non_blocking = true;
    os::opened const opened = os::open_at(from_folder, from, reading);
    if (opened.error) return opened.error;
    file const source(opened.handle);
    os::entry_status const status = os::status_of_open(opened.handle);
    if (status.error) return status.error;
    if (status.kind != device_kind::regular) return os::errors::not_supported;
    return made(to_folder, to, is_there, [&](char const* name) {
      return write_file(source, status, to_folder, name);
    });
  }

  error_code write_file(file const& source, os::entry_status const& status,
                        os::native_handle folder, char const* name) {
    open_options creating = file::creating_new;
    creating.mode = rules_.permissions ? status.mode & 0777u : 0666u;
    os::opened const opened = os::open_at(folder, name, creating);
    if (opened.error) return opened.error;
    file target(opened.handle);
    error_code error = fill_file(source, status, target);
    if (result<void> closed = target.try_close(); !closed && !error)
      error = closed.error().code();
    if (error) (void)os::unlink_at(folder, name);
    return error;
  }
  error_code fill_file(file const& source, os::entry_status const& status,
                       file& target) {
    // A file with holes, or compressed, occupies less than its size. For other
    // files the search for holes would be a further call.
    copy_options options;
    options.sparse = status.allocated < status.size;
    if (result<unsigned long long> moved =
            rill::try_copy(source, target, options);
        !moved)
      return moved.error().code();
    os::native_handle const handle = target.native_handle();
    if (rules_.permissions) {
      // Without set-user-ID, set-group-ID and sticky bits: the owner may
      // differ.
      error_code const error =
          os::set_permissions_of(handle, status.mode & 0777u);
      if (error) return error;
    }
    return rules_.times ? os::set_time_of(handle, status.modified)
                        : error_code{};
  }

  copy_rules rules_;
  unsigned long long count_ = 0;
  os::native_handle here_ = os::no_handle;  // the target's folder
  rill::detail::small_vector<level> levels_;
  path_text below_;  // the path of an error
};

}  // namespace detail

/// Copies a file, a symbolic link, or a folder with everything below it.
///
/// Leaves no incomplete file, keeps holes, and replaces by renaming,
/// atomically. Merges into existing folders, whose other entries stay. Copies
/// links as links, unless rules.links says otherwise. Uses a bounded number of
/// descriptors and little memory at any depth. Never writes through a link in
/// the target.
///
/// Returns: how many files, links and folders were made or replaced.
/// Errors: stops at the first; what was copied before stays. EEXIST for an
/// existing target, unless rules.existing says otherwise; ENOTSUP for pipes,
/// sockets and devices; library_problem::overlap for a folder into itself and a
/// file onto itself.
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

/// The same, with paths relative to open folders.
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
