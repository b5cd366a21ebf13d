// rill/os/posix/temporary.h: new files and folders with unused names.
//
// Layer 3. Tests: test/os/temporary_test.cpp.
#ifndef RILL_OS_POSIX_TEMPORARY_H
#define RILL_OS_POSIX_TEMPORARY_H

#include <stdlib.h>  // getenv
#include <time.h>    // clock_gettime

#include "entry.h"

// Unpredictable names.
//
// Allocates nothing, throws nothing. The new name does not contain the name of
// the file to replace: that may be ill-formed UTF-8, or have 255 bytes.

namespace rill::inline RILL_BUILD::os {

/// The name of a temporary entry: `.rill-` and 16 letters and digits, 80 random
/// bits. Lower case only, for case-insensitive file systems.
struct temporary_name {
  static constexpr int random_bytes = 10;
  static constexpr int letters = random_bytes * 8 / 5;
  char characters[6 + letters + 1] = ".rill-";
};

// Used if the system gives no random bytes: hard to guess, and unique in a
// process. A name that is taken costs only a retry, because every entry is
// created exclusively.
inline unsigned long long weak_chance() {
  static unsigned long long count = 0;
  timespec now{};
  (void)::clock_gettime(CLOCK_REALTIME, &now);
  unsigned long long mixed =
      __atomic_add_fetch(&count, 0x9E3779B97F4A7C15, __ATOMIC_RELAXED) ^
      static_cast<unsigned long long>(now.tv_nsec) << 32 ^
      static_cast<unsigned long long>(now.tv_sec) ^
      static_cast<unsigned long long>(::getpid()) << 16;
  // The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
  return mixed ^ mixed >> 31;
}

inline temporary_name make_temporary_name() {
  constexpr char digits[] = "abcdefghijklmnopqrstuvwxyz234567";
  unsigned char chance[temporary_name::random_bytes];
  if (directory_call.getentropy(chance, sizeof chance) != 0)
    for (unsigned char& byte : chance)
      byte = static_cast<unsigned char>(weak_chance() >> 56);
  temporary_name name;
  unsigned bits = 0;
  int held = 0;
  int at = 6;
  for (unsigned char byte : chance) {
    bits = bits << 8 | byte;
    for (held += 8; held >= 5; held -= 5)
      name.characters[at++] = digits[bits >> (held - 5) & 31];
  }
  name.characters[at] = '\0';
  return name;
}

// New files and folders next to others, with unpredictable names or none.
//
// Allocates nothing, throws nothing. Every call is relative to an open folder
// and creates exclusively (O_EXCL, O_TMPFILE, mkdirat), so another program
// cannot put something else there first.

/// Owns a descriptor and closes it, ignoring errors.
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

/// Repeats a call while signals interrupt it.
template <class Call>
auto uninterrupted(Call make) {
  auto outcome = make();
  while (outcome < 0 && errno == EINTR) outcome = make();
  return outcome;
}

// Reads the status of an open file or an entry; false and errno on an error.
inline bool stat_of(native_handle handle, struct stat& to) {
  return uninterrupted([&] { return file_call.fstat(handle, &to); }) == 0;
}
inline bool stat_at(native_handle folder, char const* path, struct stat& to,
                    int flags) {
  return uninterrupted([&] {
           return directory_call.fstatat(folder, path, &to, flags);
         }) == 0;
}

/// Waits until the disk has the entries of a folder. Succeeds if the file
/// system does not support that (EINVAL).
inline error_code sync_folder(native_handle folder) {
  int const outcome = uninterrupted([&] { return call.fsync(folder); });
  if (outcome == 0 || errno == EINVAL || errno == ENOTSUP) return {};
  return last_error();
}

// How many names to try before returning EEXIST. With 80 random bits, only a
// test or a broken random source makes a name that is taken.
inline constexpr int most_names = 100;

/// Calls make(name), which returns -1 with EEXIST if the name is taken, until
/// it succeeds or fails otherwise. Returns its last result.
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

/// Makes a file with a new name, open for reading and writing.
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

/// Returns true for the errors of linkat(2) where a sandbox, the kernel or the
/// file system refuses every link, while a rename may work. ENOENT: /proc has
/// gone since the file was opened, as after chroot(2).
inline bool refuses_links(int number) {
  return number == EPERM || number == EACCES || number == ENOSYS ||
         number == ENOTSUP || number == EOPNOTSUPP || number == ENOENT;
}

#if defined(O_TMPFILE)

// The path at which the system shows a descriptor as a link (proc(5)).
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

// Returns true if the file can be given a name later: /proc is mounted and
// genuine.
inline bool can_be_named(native_handle handle) {
  struct stat by_handle;
  struct stat by_path;
  return stat_of(handle, by_handle) &&
         stat_at(AT_FDCWD, handle_path(handle).characters, by_path, 0) &&
         by_handle.st_dev == by_path.st_dev &&
         by_handle.st_ino == by_path.st_ino;
}

/// Makes an unnamed file in a folder, open for reading and writing, that
/// name_at can name. After any error, try a named one.
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

/// Gives an unnamed file a name that must be new; -1 and errno on failure.
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

/// The folder for temporary files: $TMPDIR, or /tmp. With glibc, a set-user-ID
/// program ignores the environment.
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
