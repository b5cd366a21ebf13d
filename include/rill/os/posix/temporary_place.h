// rill/os/posix/temporary_place.h: one temporary entry of a folder, and how
// it goes away.
//
// Layer 3. Throws nothing; allocates what directory.h does. Tests:
// test/os/temporary_test.cpp.
#ifndef RILL_OS_POSIX_TEMPORARY_PLACE_H
#define RILL_OS_POSIX_TEMPORARY_PLACE_H

#include "directory.h"
#include "temporary.h"

namespace rill::inline RILL_BUILD::os {

/// An entry with a new name in a folder, which is kept open: the entry is
/// found again when the folder was renamed or the current one was changed.
class temporary_place {
 public:
  temporary_place() noexcept = default;
  temporary_place(temporary_place&& other) noexcept
      : folder_(static_cast<held_handle&&>(other.folder_)),
        name_(other.name_),
        owner_(other.owner_) {
    other.owner_ = 0;
  }
  temporary_place& operator=(temporary_place&& other) noexcept {
    folder_ = static_cast<held_handle&&>(other.folder_);
    name_ = other.name_;
    owner_ = other.owner_;
    if (this != &other) other.owner_ = 0;
    return *this;
  }

  /// Makes a file that only its owner may read and write.
  opened make_file(char const* folder) {
    if (error_code const failed = open(folder)) return {no_handle, failed};
    opened const made = make_named_at(folder_.get(), name_, 0600);
    begin(!made.error);
    return made;
  }

  /// Makes a folder that only its owner may enter.
  error_code make_folder(char const* folder) {
    if (error_code const failed = open(folder)) return failed;
    int const done = with_new_name(name_, [this](char const* fresh) {
      return directory_call.mkdirat(folder_.get(), fresh, 0700);
    });
    begin(done == 0);
    return done == 0 ? error_code{} : last_error();
  }

  char const* name() const { return name_.characters; }

  /// Whether there is something to remove; no in a forked child, which must
  /// not take away what its parent works with.
  bool is_ours() const { return owner_ != 0 && owner_ == ::getpid(); }

  /// What is gone already is no error.
  error_code remove_file() {
    error_code const failed = unlink_at(folder_.get(), name_.characters);
    return finish(failed);
  }
  removal remove_tree() {
    removal gone = remove_tree_at(folder_.get(), name_.characters);
    gone.error = finish(gone.error);
    return gone;
  }

  /// Moves the entry to another path on the same file system, over a file
  /// that is there.
  error_code move_over(char const* path) {
    int const done = uninterrupted([&] {
      return directory_call.renameat(folder_.get(), name_.characters, AT_FDCWD,
                                     path);
    });
    if (done != 0) return last_error();
    forget();
    return {};
  }

  /// Moves it to a path that must be new. When the old name does not go away
  /// yet, it is still there to be removed.
  error_code move_to_new(char const* path) {
    int const done = uninterrupted([&] {
      return directory_call.linkat(folder_.get(), name_.characters, AT_FDCWD,
                                   path, 0);
    });
    if (done != 0) return last_error();
    (void)remove_file();
    return {};
  }

  void forget() {
    owner_ = 0;
    folder_.close();
  }

 private:
  error_code open(char const* folder) {
    opened const found = open_folder_at(AT_FDCWD, folder, true);
    if (!found.error) folder_ = held_handle(found.handle);
    return found.error;
  }
  void begin(bool is_made) {
    if (is_made) owner_ = ::getpid();
  }
  error_code finish(error_code failed) {
    if (failed && !(failed == error_code{error_source::system, ENOENT}))
      return failed;
    forget();
    return {};
  }

  held_handle folder_;
  temporary_name name_;
  pid_t owner_ = 0;  // 0: nothing to remove
};

}  // namespace rill::inline RILL_BUILD::os

#endif
