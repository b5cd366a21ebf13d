// rill/os/types.h: what files, maps and terminals are described by, on every
// system.
//
// Layer 3. Tests: test/os/device_test.cpp, test/os/file_test.cpp,
// test/os/file_view_test.cpp, test/os/file_lock_test.cpp.
#ifndef RILL_OS_TYPES_H
#define RILL_OS_TYPES_H

#include <cstddef>  // std::size_t

#include "../base/config.h"
#include "../base/result.h"

// How a file is opened and what it turns out to be, on every system.
//
// Values only.

namespace rill::inline RILL_BUILD {

/// How a file is opened.
struct open_options {
  bool read = false;
  bool write = false;
  bool create = false;        ///< make it when it does not exist
  bool create_new = false;    ///< and fail when it does
  bool truncate = false;      ///< cut what is there to 0 bytes
  bool append = false;        ///< every write goes to the end
  bool follow = true;         ///< follow a symbolic link at the end of the path
  bool non_blocking = false;  ///< means nothing on Windows
  bool direct = false;        ///< past the system's cache, in aligned blocks
  /// Permissions of a new file, before the umask; on Windows one without 0200
  /// is read-only.
  unsigned mode = 0666;
};

namespace os {

/// What kind of thing a handle names. Windows tells no socket from a pipe,
/// and knows neither block devices nor, of an open file, symbolic links.
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

/// What the system says of a handle. `size` is in bytes and means something
/// for regular files alone; files in /proc say 0 and have more. On Windows
/// `mode` has what the read-only attribute leaves. `changed` is when the bytes
/// or the attributes last changed, in nanoseconds since 1970 by the clock of
/// the file system; 0 where the system does not tell, as of the files of /proc
/// and /sys, which are made when they are read.
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

// What is asked of a file and told about it, on every system.
//
// Values only.

/// Who else may hold a lock of the file.
enum class lock_kind : unsigned char {
  shared,     ///< all others with a shared lock (many readers)
  exclusive,  ///< no other (one writer)
};

/// How a file is going to be read: a hint about what to keep in memory.
enum class file_advice : unsigned char {
  normal,
  sequential,     ///< from the front to the end: read ahead more
  random,         ///< anywhere: do not read ahead
  will_need,      ///< soon: begin to fetch it
  will_not_need,  ///< not soon: what is on the disk may leave the memory
  no_reuse,       ///< once
};

/// Memory to read into: one of several parts of a readv.
struct memory_part {
  char* data = nullptr;
  std::size_t size = 0;

  constexpr memory_part() noexcept = default;
  constexpr memory_part(char* bytes, std::size_t count) noexcept
      : data(bytes), size(count) {}
  /// Of an array, a string, a vector of char, or anything else with data()
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

/// A run of bytes that are not in a hole.
struct extent {
  long long begin = 0;
  long long end = 0;
  bool is_known = true;  // false: the file system does not tell
  bool is_there = true;  // false: only a hole follows, or nothing
};

}  // namespace os
}  // namespace rill::inline RILL_BUILD

#endif
