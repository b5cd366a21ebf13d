// rill/os/types.h: the types that describe files, maps and terminals, on every
// system.
//
// Layer 3. Tests: test/os/device_test.cpp, test/os/file_test.cpp,
// test/os/file_view_test.cpp, test/os/file_lock_test.cpp.
#ifndef RILL_OS_TYPES_H
#define RILL_OS_TYPES_H

#include <cstddef>  // std::size_t

#include "../base/config.h"
#include "../base/result.h"

// How to open a file, and its status, on every system.
//
// Values only.

namespace rill::inline RILL_BUILD {

/// The options for opening a file.
struct open_options {
  bool read = false;
  bool write = false;
  bool create = false;        ///< create it if it does not exist
  bool create_new = false;    ///< create it; fail if it exists
  bool truncate = false;      ///< truncate an existing file to 0 bytes
  bool append = false;        ///< every write goes to the end
  bool follow = true;         ///< follow a symbolic link at the end of the path
  bool non_blocking = false;  ///< ignored on Windows
  bool direct = false;        ///< bypass the page cache, in aligned blocks
  /// Permissions of a new file, before the umask; on Windows one without 0200
  /// is read-only.
  unsigned mode = 0666;
};

namespace os {

/// The kind of object that a handle refers to. Windows cannot distinguish
/// sockets from pipes, and reports neither block devices nor, for an open file,
/// symbolic links.
enum class device_kind : unsigned char {
  unknown,
  regular,
  directory,
  pipe,
  socket,
  character,
  block,
  symbolic_link,
};

/// The system's status of a handle. `size` is in bytes and only valid for
/// regular files; files in /proc have size 0, but contain bytes. On Windows
/// `mode` follows from the read-only attribute. `changed` is when the bytes or
/// the attributes last changed, in nanoseconds since 1970 by the clock of the
/// file system; 0 if unknown, as for files of /proc and /sys, which are
/// generated when read.
struct device_status {
  device_kind kind = device_kind::unknown;
  unsigned long long size = 0;
  unsigned mode = 0;
  unsigned long long device = 0;
  unsigned long long inode = 0;
  unsigned long long changed = 0;
  error_code error;
};

}  // namespace os

// Locks, hints and parts of files, on every system.
//
// Values only.

/// The kind of a file's lock: which other locks may be held at the same time.
enum class lock_kind : unsigned char {
  shared,     ///< other shared locks (many readers)
  exclusive,  ///< no other lock (one writer)
};

/// How a file will be read: a hint for the page cache.
enum class file_advice : unsigned char {
  normal,
  sequential,     ///< from front to end: read ahead more
  random,         ///< in any order: do not read ahead
  will_need,      ///< soon: begin to read it
  will_not_need,  ///< not soon: clean pages may be evicted
  no_reuse,       ///< once
};

/// Memory to read into: one part of a readv.
struct memory_part {
  char* data = nullptr;
  std::size_t size = 0;

  constexpr memory_part() noexcept = default;
  constexpr memory_part(char* bytes, std::size_t count) noexcept
      : data(bytes), size(count) {}
  /// From an array, a string, a vector of char, or any other object with data()
  /// and size().
  template <std::size_t Size>
  constexpr memory_part(char (&array)[Size]) noexcept
      : data(array), size(Size) {}
  template <class Bytes>
    requires requires(Bytes& b) { memory_part(b.data(), b.size()); }
  constexpr memory_part(Bytes& bytes) noexcept
      : data(bytes.data()), size(bytes.size()) {}
};

namespace os {

/// A range of bytes that is not in a hole.
struct extent {
  long long begin = 0;
  long long end = 0;
  bool is_known = true;  // false: the file system does not report holes
  bool is_there = true;  // false: no bytes follow, or only a hole
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif
