// rill/os/directory.h: the system calls on directories, the current directory,
// and the free space of a file system.
//
// Layer 3. On Linux reads names with getdents64, without the C library's DIR:
// the kernel writes the records directly into the result. Throws nothing.
// Tests: test/os/directory_test.cpp, test/fs/current_path_test.cpp.
#ifndef RILL_OS_DIRECTORY_H
#define RILL_OS_DIRECTORY_H

#include <sys/statvfs.h>  // fstatvfs
#if defined(__linux__)
#include <sys/syscall.h>  // SYS_getdents64: glibc has a function from 2.30 on
#endif

#include "posix/directory.h"
#include "posix/entry.h"
#include "posix/entry_list.h"

namespace rill::inline RILL_BUILD::os {

/// The calls that a test can replace.
struct current_path_calls {
  char* (*getcwd)(char*, size_t) = ::getcwd;
  int (*chdir)(char const*) = ::chdir;
  int (*fchdir)(int) = ::fchdir;
  int (*fstatvfs)(int, struct statvfs*) = ::fstatvfs;
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE current_path_calls current_path_call;

/// The size and the free space of a file system, in bytes.
struct room_on_device {
  unsigned long long capacity = 0;
  unsigned long long unused = 0;     ///< free bytes
  unsigned long long available = 0;  ///< free bytes that this user may use
  error_code error;
};

inline room_on_device room_at(native_handle handle) {
  struct statvfs native;
  error_code const error = retry_after_signal(
      [&] { return current_path_call.fstatvfs(handle, &native); });
  if (error) return {0, 0, 0, error};
  auto const bytes = [&](unsigned long long blocks) {
    return blocks * static_cast<unsigned long long>(native.f_frsize);
  };
  return {bytes(native.f_blocks),
          bytes(native.f_bfree),
          bytes(native.f_bavail),
          {}};
}

/// Writes the path of the current directory and a NUL. Errors:
/// library_problem::no_room when it does not fit.
inline error_code current_path(char* out, std::size_t room) {
  if (current_path_call.getcwd(out, room)) return {};
  return errno == ERANGE ? library_problem::no_room : last_error();
}

inline error_code change_path(char const* path) {
  return retry_after_signal([&] { return current_path_call.chdir(path); });
}
inline error_code change_folder(native_handle handle) {
  return retry_after_signal([&] { return current_path_call.fchdir(handle); });
}

#if defined(__linux__)

/// The calls that a test can replace. Not every C library has functions for
/// them.
struct listing_calls {
  long (*getdents)(int, void*, size_t) = [](int folder, void* out,
                                            size_t size) {
    return ::syscall(SYS_getdents64, folder, out, size);
  };
  long (*renameat2)(int, char const*, int, char const*,
                    unsigned) = [](int folder, char const* path, int to_folder,
                                   char const* to, unsigned flags) {
    return ::syscall(SYS_renameat2, folder, path, to_folder, to, flags);
  };
  long (*openat2)(int, char const*, void const*, size_t) =
      [](int folder, char const* path, void const* how, size_t size) {
        constexpr long number = 437;  // the same on every processor
        return ::syscall(number, folder, path, how, size);
      };
};

/// The calls in force; a test replaces members and puts them back.
RILL_REPLACEABLE listing_calls listing_call;

/// Exchanges the names of two entries atomically.
inline error_code exchange_at(native_handle folder, char const* path,
                              native_handle to_folder, char const* to) {
  constexpr unsigned exchange = 2;  // RENAME_EXCHANGE, renameat2(2)
  return retry_after_signal([&] {
    return static_cast<int>(
        listing_call.renameat2(folder, path, to_folder, to, exchange));
  });
}

/// Opens a path that stays within the folder at every step. Errors:
/// errors::leads_outside otherwise.
inline opened open_beneath_at(native_handle folder, char const* path,
                              open_options const& options, must_be what) {
  int flags = open_flags(options, what);
#if defined(O_LARGEFILE)
  flags |= O_LARGEFILE;  // open() adds it, syscall() does not
#endif
  bool const makes = (flags & O_CREAT) != 0;
  // struct open_how and RESOLVE_NO_MAGICLINKS | RESOLVE_BENEATH, openat2(2).
  unsigned long long const how[3] = {static_cast<unsigned long long>(flags),
                                     makes ? native_mode(options.mode) : 0ull,
                                     0x02 | 0x08};
  // EAGAIN: a concurrent rename kept the kernel from checking the path; retry.
  for (int unsure = 0; unsure != 100;) {
    long const handle = listing_call.openat2(folder, path, how, sizeof how);
    if (handle >= 0) return above_standard_handles(static_cast<int>(handle));
    unsure += errno == EAGAIN;
    if (errno != EINTR && errno != EAGAIN) break;
  }
  return {no_handle, last_error()};
}

/// Returns true if the error means that the system cannot check the path: the
/// kernel is older than Linux 5.6 (ENOSYS), a sandbox does not know the call
/// (EPERM), or the path is longer than a call takes.
constexpr bool is_left_open(error_code error) noexcept {
  return error == error_code{error_source::system, ENOSYS} ||
         error == error_code{error_source::system, EPERM} ||
         error == errors::too_long;
}

// A call needs room for one record, at most 280 bytes where names have up to
// 255; 64 KiB hold the names of most folders.
inline constexpr std::size_t least_listing_room = 65536;

/// Adds the names in an open folder, from its position to its end. Reads until
/// a call returns nothing, because a call may return only some of the names:
/// file systems stop early for a signal, and FUSE after each answer of its
/// server. After an error, the names read before it stay. A folder that was
/// removed while open has no names.
inline error_code read_entries(native_handle folder, entry_block& into) {
  for (;;) {
    into.reserve(least_listing_room);
    std::size_t const first = into.size();
    std::size_t const room = detail::smaller(into.room(), largest_transfer);
    long const got = listing_call.getdents(folder, into.end(), room);
    if (got > 0) {
      into.grow_to(first + static_cast<std::size_t>(got));
    } else if (got == 0 || errno == ENOENT) {
      return {};
    } else if (errno != EINTR) {
      return last_error();
    }
  }
}

#else

// Calls that this system does not have.
inline error_code exchange_at(native_handle, char const*, native_handle,
                              char const*) {
  return errors::not_supported;
}
inline opened open_beneath_at(native_handle, char const*, open_options const&,
                              must_be) {
  return {no_handle, library_problem::unsupported};
}
constexpr bool is_left_open(error_code error) noexcept {
  return error == library_problem::unsupported;
}

inline error_code read_entries(native_handle folder, entry_block& into) {
  return read_entries_by_stream(folder, into);
}

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
