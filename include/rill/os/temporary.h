// rill/os/temporary.h: temporary files and folders, which an object removes.
//
// Layer 3. Keeps a copy of the path; nothing else allocates. If a file needs no
// name, prefer file::temporary: that file disappears even if the program is
// killed. Tests: test/os/temporary_test.cpp.
#ifndef RILL_OS_TEMPORARY_H
#define RILL_OS_TEMPORARY_H

#include "file.h"

#if defined(__unix__) || defined(__APPLE__)
#include "posix/directory.h"
#include "posix/temporary.h"
#else
#include "file_calls.h"
#endif

namespace rill::inline RILL_BUILD::os {

#if defined(__unix__) || defined(__APPLE__)

/// A new entry in a folder that is kept open, so that the entry is found again
/// after the folder was renamed or the current directory changed.
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

  /// Returns true if there is an entry to remove. False in a forked child,
  /// which must not remove the parent's entry.
  bool is_ours() const { return owner_ != 0 && owner_ == ::getpid(); }

  /// Removes the file. Succeeds if it is already gone.
  error_code remove_file() {
    error_code const failed = unlink_at(folder_.get(), name_.characters);
    return finish(failed);
  }
  removal remove_tree() {
    removal gone = remove_tree_at(folder_.get(), name_.characters);
    gone.error = finish(gone.error);
    return gone;
  }

  /// Moves the entry to another path on the same file system and replaces a
  /// file there.
  error_code move_over(char const* path) {
    int const done = uninterrupted([&] {
      return directory_call.renameat(folder_.get(), name_.characters, AT_FDCWD,
                                     path);
    });
    if (done != 0) return last_error();
    forget();
    return {};
  }

  /// Moves it to a path that must not exist. If the old name cannot be removed
  /// yet, this object still owns it.
  error_code move_to_new(char const* path) {
    int const done = uninterrupted([&] {
      return directory_call.linkat(folder_.get(), name_.characters, AT_FDCWD,
                                   path, 0);
    });
    if (done != 0 && refuses_links(errno)) return move_over_empty(path);
    if (done != 0) return last_error();
    (void)remove_file();
    return {};
  }

  void forget() {
    owner_ = 0;
    folder_.close();
  }

 private:
  // For file systems without hard links, such as FAT: reserves the path with an
  // empty file, created exclusively, and replaces that.
  error_code move_over_empty(char const* path) {
    int const empty = uninterrupted([&] {
      return directory_call.openat(
          AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    });
    if (empty < 0) return last_error();
    (void)os::close(empty);
    error_code const failed = move_over(path);
    if (failed) (void)unlink_at(AT_FDCWD, path);
    return failed;
  }
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

#else

// Not implemented: this system's way to make temporary entries is not known.

struct removal {
  unsigned long long count = 0;
  error_code error;
  char const* below() const noexcept { return ""; }
};

class temporary_place {
 public:
  opened make_file(char const*) { return {no_handle, refused()}; }
  error_code make_folder(char const*) { return refused(); }
  char const* name() const { return ""; }
  bool is_ours() const { return false; }
  error_code remove_file() { return refused(); }
  removal remove_tree() { return {0, refused()}; }
  error_code move_over(char const*) { return refused(); }
  error_code move_to_new(char const*) { return refused(); }
  void forget() {}

 private:
  static error_code refused() { return library_problem::unsupported; }
};

inline char const* folder_for_temporaries() { return "."; }

#endif

}  // namespace rill::inline RILL_BUILD::os

namespace rill::inline RILL_BUILD {

namespace detail {

// Joins a folder, a slash and a name, with a NUL at the end.
inline storage joined_path(text folder, text name) {
  storage joined(folder.size + name.size + 2);
  char* end = copy_bytes(joined.data(), folder.data, folder.size);
  if (folder.size != 0 && end[-1] != '/') *end++ = '/';
  *copy_bytes(end, name.data, name.size) = '\0';
  return joined;
}

inline text path_in(storage const& kept) noexcept {
  return kept.data() ? text(kept.data()) : text();
}

}  // namespace detail

/// A new file with an unpredictable name that only its owner may read and write
/// (mode 0600), open for both. The destructor closes and removes it; in a
/// forked child it only closes it.
///
/// Example:
///     rill::temporary_file work(".");
///     rill::file_writer out(work.file().duplicate());
///     rill::println(out, "half done");
///     out.close();
///     work.keep("done.txt");
class temporary_file {
 public:
  /// Creates it in $TMPDIR, or in /tmp.
  temporary_file() : temporary_file(os::folder_for_temporaries()) {}
  explicit temporary_file(path_view folder)
      : temporary_file(try_create(folder).value()) {}
  /// Errors: those of open(2) for the folder, and for a new file in it.
  static result<temporary_file> try_create(
      path_view folder = os::folder_for_temporaries()) {
    constexpr text operation = "make a temporary file in";
    if (error_code const problem = folder.problem())
      return error(problem, operation, folder.bytes());
    storage const path = storage::copy_of(folder.bytes());
    temporary_file made{os::temporary_place()};
    os::opened const opened = made.place_.make_file(path.data());
    if (opened.error) return error(opened.error, operation, folder.bytes());
    made.file_ = rill::file(opened.handle);
    made.path_ = detail::joined_path(folder.bytes(), made.place_.name());
    made.file_ = rill::file::adopt(made.file_.release(), made.path());
    return made;
  }

  temporary_file(temporary_file&& other) noexcept = default;
  temporary_file& operator=(temporary_file&& other) noexcept {
    if (this == &other) return *this;
    remove_quietly();
    place_ = static_cast<os::temporary_place&&>(other.place_);
    file_ = static_cast<rill::file&&>(other.file_);
    path_ = static_cast<storage&&>(other.path_);
    return *this;
  }
  ~temporary_file() { remove_quietly(); }

  /// The open file; its errors name path().
  rill::file& file() noexcept { return file_; }

  /// The path at creation; relative if the folder was given so.
  text path() const noexcept { return detail::path_in(path_); }

  /// Moves the file to `path` on the same file system, replacing a file there,
  /// and stops owning the name. The file stays open and keeps its mode, 0600.
  /// Errors: those of rename(2); nothing has changed then.
  result<void> try_keep(path_view path) {
    return moved(path, &os::temporary_place::move_over);
  }
  void keep(path_view path) { try_keep(path).value(); }

  /// As keep, but fails (EEXIST) if `path` exists.
  result<void> try_keep_new(path_view path) {
    return moved(path, &os::temporary_place::move_to_new);
  }
  void keep_new(path_view path) { try_keep_new(path).value(); }

  /// Leaves the file in place and releases the open file to the caller.
  rill::file release() noexcept {
    place_.forget();
    return static_cast<rill::file&&>(file_);
  }

  /// Closes and removes it now. Errors: those of close(2) and unlink(2).
  result<void> try_remove() {
    result<void> closed = file_.try_close();
    if (!place_.is_ours()) return closed;
    if (error_code const failed = place_.remove_file())
      return error(failed, "remove", path());
    return closed;
  }
  void remove() { try_remove().value(); }

 private:
  explicit temporary_file(os::temporary_place place) noexcept
      : place_(static_cast<os::temporary_place&&>(place)) {}

  result<void> moved(path_view path,
                     error_code (os::temporary_place::*move)(char const*)) {
    constexpr text operation = "move a temporary file to";
    if (error_code const problem = path.problem())
      return error(problem, operation, path.bytes());
    if (!place_.is_ours())
      return error(library_problem::closed, operation, path.bytes());
    storage const target = storage::copy_of(path.bytes());
    if (error_code const failed = (place_.*move)(target.data()))
      return error(failed, operation, path.bytes());
    return {};
  }
  void remove_quietly() noexcept {
    if (place_.is_ours()) (void)place_.remove_file();
  }

  os::temporary_place place_;
  rill::file file_;
  storage path_;
};

/// A new folder with an unpredictable name that only its owner may enter (mode
/// 0700). The destructor removes it with its contents, following no link out of
/// it, and ignores errors, which remove() reports; in a forked child it does
/// nothing.
class temporary_directory {
 public:
  /// Creates it in $TMPDIR, or in /tmp.
  temporary_directory() : temporary_directory(os::folder_for_temporaries()) {}
  explicit temporary_directory(path_view folder)
      : temporary_directory(try_create(folder).value()) {}
  /// Errors: those of open(2) for the folder, and of mkdir(2) for a new one in
  /// it.
  static result<temporary_directory> try_create(
      path_view folder = os::folder_for_temporaries()) {
    constexpr text operation = "make a temporary folder in";
    if (error_code const problem = folder.problem())
      return error(problem, operation, folder.bytes());
    storage const path = storage::copy_of(folder.bytes());
    temporary_directory made{os::temporary_place()};
    if (error_code const failed = made.place_.make_folder(path.data()))
      return error(failed, operation, folder.bytes());
    made.path_ = detail::joined_path(folder.bytes(), made.place_.name());
    return made;
  }

  temporary_directory(temporary_directory&& other) noexcept = default;
  temporary_directory& operator=(temporary_directory&& other) noexcept {
    if (this == &other) return *this;
    remove_quietly();
    place_ = static_cast<os::temporary_place&&>(other.place_);
    path_ = static_cast<storage&&>(other.path_);
    return *this;
  }
  ~temporary_directory() { remove_quietly(); }

  /// The path at creation; relative if the folder was given so.
  text path() const noexcept { return detail::path_in(path_); }

  /// Leaves the folder in place.
  void release() noexcept { place_.forget(); }

  /// Removes it now, with its contents. Errors: the first one, with the path of
  /// the entry that could not be removed; the others are removed all the same.
  result<void> try_remove() {
    if (!place_.is_ours()) return {};
    os::removal const gone = place_.remove_tree();
    if (!gone.error) return {};
    text const below(gone.below());
    if (below.size == 0) return error(gone.error, "remove", path());
    storage const stayed = detail::joined_path(path(), below);
    return error(gone.error, "remove", detail::path_in(stayed));
  }
  void remove() { try_remove().value(); }

 private:
  explicit temporary_directory(os::temporary_place place) noexcept
      : place_(static_cast<os::temporary_place&&>(place)) {}

  void remove_quietly() noexcept {
    if (place_.is_ours()) (void)place_.remove_tree();
  }

  os::temporary_place place_;
  storage path_;
};

}  // namespace rill::inline RILL_BUILD

#endif
