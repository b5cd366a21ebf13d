// rill/os/replacing.h: replaces a file atomically.
//
// Layer 3. Allocates a copy of the path. Writes the new content into an unnamed
// file (O_TMPFILE), or one with an unpredictable name, in the folder of the old
// file; when all of it is on the disk, moves it over the old name (rename(2)).
// Where linkat(2) is refused, copies the unnamed file into a named one first.
// Unsupported on Windows: begin() fails there and changes nothing. Tests:
// test/stream/replace_file_test.cpp and test/system/replace_test.py.
#ifndef RILL_OS_REPLACING_H
#define RILL_OS_REPLACING_H

#include <cstddef>  // std::size_t

#include "../base/result.h"

#if defined(__unix__) || defined(__APPLE__)
#include <limits.h>  // PATH_MAX

#include "../memory/storage.h"
#include "posix/output.h"
#include "posix/temporary.h"
#else
#include "file_calls.h"
#endif

namespace rill::inline RILL_BUILD {

/// The options of replace_file.
struct replace_options {
  unsigned mode = 0666;        ///< of a new file, before the umask
  bool follow = true;          ///< replace the target of a symbolic link
  bool durable = true;         ///< wait until the disk has the file
  bool require_owner = false;  ///< fail if the owner cannot be kept
  std::size_t buffer_size = RILL_BUFFER_SIZE;
};

namespace os {

/// The operation that failed and its error; no error means success.
struct failed_step {
  char const* operation = nullptr;
  error_code error;
  explicit operator bool() const { return bool(error); }
};

#if defined(__unix__) || defined(__APPLE__)

class replacement {
 public:
  explicit replacement(replace_options const& options) : options_(options) {}
  replacement(replacement const&) = delete;
  replacement& operator=(replacement const&) = delete;
  /// Without commit(), removes the new file; the old file stays.
  ~replacement() {
    if (is_named_) (void)unlink_at(folder_.get(), name_.characters);
  }

  /// Finds the folder and creates the new file in it. Requires a path without
  /// NUL.
  failed_step begin(text path) {
    path_ = storage::copy_of(path);
    if (failed_step const failed = find()) return failed;
    if (failed_step const failed = look()) return failed;
    opened const made = make_nameless_at(folder_.get(), first_mode());
    if (made.error) return make_named();
    file_ = held_handle(made.handle);
    return {};
  }

  /// The new file, open for reading and writing.
  native_handle handle() const { return file_.get(); }

  /// Replaces the old file by the new one.
  failed_step commit() {
    if (failed_step const failed = make_ready()) return failed;
    if (failed_step const failed = move_into_place()) return failed;
    if (!options_.durable) return {};
    // Sync again if the file was unnamed before, and so is still open: btrfs
    // does not log an unnamed file, and after a power failure it would be
    // empty.
    int const synced = handle() != no_handle ? sync_file() : 0;
    error_code const failed =
        synced != 0 ? last_error() : sync_folder(folder_.get());
    return {"sync the folder of", failed};
  }

 private:
  // The limit of the kernel (path_resolution(7)).
  static constexpr int most_links = 40;

  static failed_step cannot(int number) {
    return {"replace", {error_source::system, number}};
  }
  static failed_step cannot() { return {"replace", last_error()}; }

  // Sets folder_ and entry_ from the path: the target of the last link.
  [[gnu::noinline]] failed_step find() {
    bool is_there = false;
    if (options_.follow) {
      // Let the kernel check the path first: it refuses loops, forbidden links
      // (protected_symlinks in proc(5)) and devices.
      struct stat target;
      is_there = stat_at(AT_FDCWD, path_.data(), target, 0);
      if (!is_there && errno != ENOENT) return cannot();
      if (is_there)
        if (failed_step const failed = refuse_other_kinds(target))
          return failed;
    }
    for (int i = 0; i != most_links; ++i) {
      if (failed_step const failed = enter()) return failed;
      if (!options_.follow) return {};
      char target[PATH_MAX];
      ssize_t const size = uninterrupted([&] {
        return directory_call.readlinkat(folder_.get(), entry_, target,
                                         sizeof target);
      });
      if (size < 0) {
        // EINVAL: not a link. A /proc link to a removed file has a text that
        // leads nowhere.
        if (errno == EINVAL || (errno == ENOENT && !is_there)) return {};
        return cannot();
      }
      if (size == sizeof target) return cannot(ENAMETOOLONG);
      path_ = storage::copy_of({target, static_cast<std::size_t>(size)});
    }
    return cannot(ELOOP);
  }

  // Opens the folder of path_, which is relative to folder_, and sets entry_ to
  // the file's name in it.
  failed_step enter() {
    char* const path = path_.data();
    char* slash = nullptr;
    for (char* at = path; *at != '\0'; ++at)
      if (*at == '/') slash = at;
    entry_ = slash ? slash + 1 : path;
    if (*path == '\0') return cannot(ENOENT);
    if (*entry_ == '\0' || ::strcmp(entry_, ".") == 0 ||
        ::strcmp(entry_, "..") == 0)
      return cannot(EISDIR);
    bool const is_first = folder_.get() == no_handle;
    if (!slash && !is_first) return {};
    char const* folder = ".";
    if (slash) {
      *slash = '\0';
      folder = slash == path ? "/" : path;
    }
    opened const found =
        open_folder_at(is_first ? AT_FDCWD : folder_.get(), folder, true);
    if (found.error) return {"replace", found.error};
    folder_ = held_handle(found.handle);
    return {};
  }

  // Reads the existing entry, and checks that it is a file.
  failed_step look() {
    is_new_ = !stat_at(folder_.get(), entry_, old_, AT_SYMLINK_NOFOLLOW);
    if (is_new_) return errno == ENOENT ? failed_step{} : cannot();
    if (S_ISLNK(old_.st_mode)) {
      is_new_ = true;  // replaces the link itself, which has no mode to keep
      return {};
    }
    return refuse_other_kinds(old_);
  }

  static failed_step refuse_other_kinds(struct stat const& found) {
    if (S_ISREG(found.st_mode)) return {};
    if (S_ISDIR(found.st_mode)) return cannot(EISDIR);
    return {"replace", library_problem::not_a_file};
  }

  // A replacement is private until keep_attributes() sets the old file's mode,
  // which may not allow other users to read the file.
  mode_t first_mode() const {
    return is_new_ ? native_mode(options_.mode) : mode_t{0600};
  }

  failed_step make_named() {
    opened const made = make_named_at(folder_.get(), name_, first_mode());
    if (made.error) return {"make a temporary file for", made.error};
    is_named_ = true;
    file_ = held_handle(made.handle);
    return {};
  }

  // Continues with a named copy of the unnamed file, which cannot be named.
  failed_step copy_to_named() {
    held_handle const unnamed(static_cast<held_handle&&>(file_));
    if (failed_step const failed = make_named()) return failed;
    if (uninterrupted([&] { return call.lseek(unnamed.get(), 0, SEEK_SET); }) !=
        0)
      return {"read", last_error()};
    storage block(RILL_BUFFER_SIZE);
    for (;;) {
      transfer const got =
          read_available(unnamed.get(), block.data(), block.size());
      if (got.error) return {"read", got.error};
      if (got.moved == 0) return {};
      transfer const put = write_all(handle(), block.data(), got.moved);
      if (put.error) return {"write", put.error};
    }
  }

  static bool is_not_allowed(int number) {
    // EINVAL: the owner is not mapped in this user namespace.
    return number == EPERM || number == EINVAL || number == ENOTSUP;
  }

  bool change_owner(uid_t owner, gid_t group) {
    return uninterrupted([&] {
             return directory_call.fchown(handle(), owner, group);
           }) == 0;
  }

  // Sets the owner first: chown clears the set-user-ID bits. If the owner or
  // the group cannot be kept, no user gets rights that he did not have before.
  failed_step keep_attributes() {
    struct stat ours;
    if (!stat_of(handle(), ours)) return cannot();
    mode_t mode = old_.st_mode & 07777u;
    bool const is_same =
        ours.st_uid == old_.st_uid && ours.st_gid == old_.st_gid;
    if (!is_same && !change_owner(old_.st_uid, old_.st_gid)) {
      if (options_.require_owner || !is_not_allowed(errno))
        return {"keep the owner of", last_error()};
      bool const has_group = ours.st_gid == old_.st_gid ||
                             change_owner(static_cast<uid_t>(-1), old_.st_gid);
      if (ours.st_uid != old_.st_uid) mode &= ~mode_t{S_ISUID};
      if (!has_group)
        mode = (mode & ~mode_t{S_ISGID | S_IRWXG}) |
               (mode & S_IRWXG & (mode & S_IRWXO) << 3);
    }
    // File systems without modes refuse even a change that has no effect.
    if (is_same && (ours.st_mode & 07777u) == mode) return {};
    int const done =
        uninterrupted([&] { return directory_call.fchmod(handle(), mode); });
    if (done != 0) return {"keep the mode of", last_error()};
    return {};
  }

  int sync_file() {
    return uninterrupted([this] { return call.fsync(handle()); });
  }

  // Prepares the new file for move_into_place(). Only a named file can replace
  // an existing one, so it gets a temporary name first. Where there is no old
  // file, an unnamed file can get its final name atomically.
  failed_step make_ready() {
    if (!is_new_) {
      if (failed_step const failed = keep_attributes()) return failed;
      if (!is_named_ && !name()) {
        if (!refuses_links(errno)) return cannot();
        if (failed_step const failed = copy_to_named()) return failed;
        if (failed_step const failed = keep_attributes()) return failed;
      }
    }
    return complete();
  }

  failed_step complete() {
    if (options_.durable && sync_file() != 0) return {"sync", last_error()};
    return close_once();
  }

  bool name() {
    is_named_ = with_new_name(name_, [this](char const* fresh) {
                  return name_at(handle(), folder_.get(), fresh);
                }) == 0;
    return is_named_;
  }

  // Closes before the file becomes visible, because some file systems report
  // write errors only then. An unnamed file needs another handle to stay alive.
  failed_step close_once() {
    held_handle file;
    if (!is_named_) {
      opened const other = duplicate(handle());
      if (other.error) return {"replace", other.error};
      file = held_handle(other.handle);
    }
    error_code const failed = os::close(file_.release());
    file_ = static_cast<held_handle&&>(file);
    return {"close", failed};
  }

  failed_step move_into_place() {
    if (!is_named_) {
      if (name_at(handle(), folder_.get(), entry_) == 0) return {};
      // EEXIST: another program has created the file meanwhile: replace that
      // one.
      if (errno != EEXIST || !name()) {
        if (!refuses_links(errno)) return cannot();
        if (failed_step const failed = copy_to_named()) return failed;
        if (failed_step const failed = complete()) return failed;
      }
    }
    if (error_code const failed =
            rename_at(folder_.get(), name_.characters, folder_.get(), entry_))
      return {"replace", failed};
    is_named_ = false;
    return {};
  }

  replace_options options_;
  storage path_;
  char const* entry_ = nullptr;  // points into path_
  held_handle folder_;
  held_handle file_;
  temporary_name name_;
  bool is_named_ = false;  // name_ exists in the folder
  bool is_new_ = true;     // there is no file to replace
  struct stat old_;
};

#else

class replacement {
 public:
  explicit replacement(replace_options const&) {}
  replacement(replacement const&) = delete;
  replacement& operator=(replacement const&) = delete;

  failed_step begin(text) { return {"replace", library_problem::unsupported}; }
  native_handle handle() const { return no_handle; }
  failed_step commit() { return begin({}); }
};

#endif

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif
