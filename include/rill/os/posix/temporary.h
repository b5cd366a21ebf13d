// rill/os/posix/temporary.h: new files and folders beside others, by names
// that nobody can guess or by none.
//
// Floor 3. Allocates nothing, throws nothing. Everything is relative to an
// open folder and made to be new (O_EXCL, O_TMPFILE, mkdirat), so nobody can
// put something else there first. Tests: test/os/temporary_test.cpp.
#ifndef RILL_OS_POSIX_TEMPORARY_H
#define RILL_OS_POSIX_TEMPORARY_H

#include <stdlib.h>  // getenv

#include "entry.h"
#include "temporary_name.h"

namespace rill::inline RILL_BUILD::os {

/// Owns a descriptor and closes it, whatever that says.
class held_handle {
 public:
  held_handle() noexcept = default;
  explicit held_handle(native_handle handle) noexcept : handle_(handle) {}
  held_handle(held_handle&& other) noexcept : handle_(other.release()) {}
  held_handle& operator=(held_handle&& other) noexcept {
    if (this != &other) {
      close();
      handle_ = other.release();
    }
    return *this;
  }
  ~held_handle() { close(); }

  native_handle get() const noexcept { return handle_; }
  native_handle release() noexcept {
    native_handle const handle = handle_;
    handle_ = no_handle;
    return handle;
  }
  void close() noexcept {
    if (handle_ != no_handle) (void)os::close(handle_);
    handle_ = no_handle;
  }

 private:
  native_handle handle_ = no_handle;
};

/// Makes a call until no signal interrupts it.
template <class Call>
auto uninterrupted(Call make) {
  auto outcome = make();
  while (outcome < 0 && errno == EINTR) outcome = make();
  return outcome;
}

// What the system says of an open file, or of an entry; false and errno when
// it says nothing.
inline bool stat_of(native_handle handle, struct stat& to) {
  return uninterrupted([&] { return file_call.fstat(handle, &to); }) == 0;
}
inline bool stat_at(native_handle folder, char const* path, struct stat& to,
                    int flags) {
  return uninterrupted([&] {
           return directory_call.fstatat(folder, path, &to, flags);
         }) == 0;
}

/// Waits until the entries of a folder are on the disk. File systems that
/// have no such thing (EINVAL) count as done.
inline error_code sync_folder(native_handle folder) {
  int const outcome = uninterrupted([&] { return call.fsync(folder); });
  if (outcome == 0 || errno == EINVAL || errno == ENOTSUP) return {};
  return last_error();
}

// How many names are tried before EEXIST is believed. With 80 bits of chance
// one that is taken is made up by a test, or by a broken source of chance.
inline constexpr int most_names = 100;

/// Calls make(name), which returns -1 with EEXIST when the name is taken,
/// until it is not. Returns what it returns last.
template <class Make>
int with_new_name(temporary_name& name, Make make) {
  int outcome = -1;
  for (int i = 0; i != most_names; ++i) {
    name = make_temporary_name();
    outcome = uninterrupted([&] { return make(name.characters); });
    if (outcome >= 0 || errno != EEXIST) break;
  }
  return outcome;
}

/// Makes a file with a new name, open to read and write.
inline opened make_named_at(native_handle folder, temporary_name& name,
                            mode_t mode) {
  int const handle = with_new_name(name, [&](char const* fresh) {
    return directory_call.openat(
        folder, fresh, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
        mode);
  });
  if (handle < 0) return {no_handle, last_error()};
  opened const made = above_standard_handles(handle);
  if (made.error) (void)unlink_at(folder, name.characters);
  return made;
}

#if defined(O_TMPFILE)

// Where the system shows a descriptor as a link (proc(5)).
struct handle_path {
  char characters[40] = "/proc/self/fd/";
  explicit handle_path(native_handle handle) {
    char digits[12];
    int count = 0;
    for (int rest = handle; count == 0 || rest != 0; rest /= 10)
      digits[count++] = static_cast<char>('0' + rest % 10);
    char* to = characters + 14;
    while (count != 0) *to++ = digits[--count];
    *to = '\0';
  }
};

// Whether the file could be given a name later: /proc is there, and is what
// it should be.
inline bool can_be_named(native_handle handle) {
  struct stat by_handle;
  struct stat by_path;
  return stat_of(handle, by_handle) &&
         stat_at(AT_FDCWD, handle_path(handle).characters, by_path, 0) &&
         by_handle.st_dev == by_path.st_dev &&
         by_handle.st_ino == by_path.st_ino;
}

/// Makes a file without a name in a folder, open to read and write, that
/// name_at can give one. Any error means: try one with a name.
inline opened make_nameless_at(native_handle folder, mode_t mode) {
  int const handle = uninterrupted([&] {
    return directory_call.openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC,
                                 mode);
  });
  if (handle < 0) return {no_handle, last_error()};
  opened const made = above_standard_handles(handle);
  if (made.error || can_be_named(made.handle)) return made;
  (void)close(made.handle);
  return {no_handle, {error_source::system, ENOENT}};
}

/// Gives a nameless file a name that must be new; -1 and errno if not.
inline int name_at(native_handle handle, native_handle folder,
                   char const* name) {
  return uninterrupted([&] {
    return directory_call.linkat(AT_FDCWD, handle_path(handle).characters,
                                 folder, name, AT_SYMLINK_FOLLOW);
  });
}

#else

inline opened make_nameless_at(native_handle, mode_t) {
  return {no_handle, {error_source::system, ENOTSUP}};
}
inline int name_at(native_handle, native_handle, char const*) {
  errno = ENOTSUP;
  return -1;
}

#endif

/// The folder for temporary files: $TMPDIR, or /tmp. A program that runs with
/// more rights than its user does not listen to the environment.
inline char const* folder_for_temporaries() {
#if defined(__GLIBC__)
  char const* const wanted = ::secure_getenv("TMPDIR");
#else
  char const* const wanted = ::getenv("TMPDIR");
#endif
  return wanted && *wanted != '\0' ? wanted : "/tmp";
}

}  // namespace rill::inline RILL_BUILD::os

#endif
