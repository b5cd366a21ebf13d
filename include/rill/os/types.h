// rill/os/device_terms.h: how a file is opened and what it turns out to be,
// on every system.
//
// Floor 3. Values only. Tests: test/os/device_test.cpp, test/os/file_test.cpp.
#ifndef RILL_OS_DEVICE_TERMS_H
#define RILL_OS_DEVICE_TERMS_H

#include "../base/error_code.h"

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
}  // namespace rill::inline RILL_BUILD

#endif
