// rill/os/temporary.h: files and folders that go away with an object.
//
// Layer 3. Keeps a copy of the path; nothing else allocates. For a file that
// needs no name, file::temporary is safer still: it is gone even when the
// program is killed. Tests: test/os/temporary_test.cpp.
#ifndef RILL_OS_TEMPORARY_H
#define RILL_OS_TEMPORARY_H

#include "file.h"

#if defined(__unix__) || defined(__APPLE__)
#include "posix/temporary_place.h"
#else
#include "none/temporary_place.h"
#endif

// The chooser of how temporary entries are made and go away.

namespace rill::inline RILL_BUILD {

namespace detail {

// A folder, a slash and a name, with a NUL at the end.
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

/// A new file with a name nobody can guess, that its owner alone may read and
/// write (mode 0600), open to read and write. The destructor closes and
/// removes it; in a forked child it only closes it.
///
/// Example:
///     rill::temporary_file work(".");
///     rill::file_writer out(work.file().duplicate());
///     rill::println(out, "half done");
///     out.close();
///     work.keep("done.txt");
class temporary_file {
 public:
  /// Makes it in $TMPDIR, or in /tmp.
  temporary_file() : temporary_file(os::folder_for_temporaries()) {}
  explicit temporary_file(path_view folder)
      : temporary_file(try_create(folder).value()) {}
  /// Errors: what open(2) says of the folder, and of a new file in it.
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

  /// Where it is, as made: a relative folder leaves it relative.
  text path() const noexcept { return detail::path_in(path_); }

  /// Moves the file to `path`, on the same file system, over a file that is
  /// there; the guard has nothing more to remove. The file stays open, and
  /// private. Errors: what rename(2) says; then nothing has changed.
  result<void> try_keep(path_view path) {
    return moved(path, &os::temporary_place::move_over);
  }
  void keep(path_view path) { try_keep(path).value(); }

  /// As keep, but fails (EEXIST) when something is there.
  result<void> try_keep_new(path_view path) {
    return moved(path, &os::temporary_place::move_to_new);
  }
  void keep_new(path_view path) { try_keep_new(path).value(); }

  /// Lets it stay where it is, and gives the open file away.
  rill::file release() noexcept {
    place_.forget();
    return static_cast<rill::file&&>(file_);
  }

  /// Closes and removes it now. Errors: what close(2) and unlink(2) say.
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

/// A new folder with a name nobody can guess, that its owner alone may enter
/// (mode 0700). The destructor removes it with all that is in it, and follows
/// no link out of it; in a forked child it does nothing. What cannot be
/// removed stays: remove() tells.
class temporary_directory {
 public:
  /// Makes it in $TMPDIR, or in /tmp.
  temporary_directory() : temporary_directory(os::folder_for_temporaries()) {}
  explicit temporary_directory(path_view folder)
      : temporary_directory(try_create(folder).value()) {}
  /// Errors: what open(2) says of the folder, and mkdir(2) of a new one in it.
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

  /// Where it is, as made: a relative folder leaves it relative.
  text path() const noexcept { return detail::path_in(path_); }

  /// Lets it stay where it is.
  void release() noexcept { place_.forget(); }

  /// Removes it now, with all that is in it. Errors: the first one, with the
  /// path of the entry that stayed; what can be removed is removed all the
  /// same.
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
