// test/support/replacing.h: helpers of the tests of replace_file.
#ifndef RILL_TEST_SUPPORT_REPLACING_H
#define RILL_TEST_SUPPORT_REPLACING_H

#include <rill/print.h>
#include <rill/stream/replace_file.h>
#include <sys/stat.h>  // lstat

#include <filesystem>
#include <string>
#include <vector>

#include "failing_calls.h"
#include "files.h"

namespace rill_test {

inline constexpr char old_text[] = "the old file\n";

inline std::string new_text() {
  std::string all;
  for (int i = 0; i != 40; ++i) all += "new line " + std::to_string(i) + '\n';
  return all;
}

inline void write_new(rill::writer& out) {
  for (int i = 0; i != 40; ++i) rill::println(out, "new line ", i);
}

inline rill::error_code system_error(int number) {
  return {rill::error_source::system, number};
}

// Makes O_TMPFILE fail, as on some file systems. Call it while a failing_calls
// lives, which restores the call.
inline void without_nameless() {
  static int (*before)(int, char const*, int, mode_t);
  before = rill::os::directory_call.openat;
  rill::os::directory_call.openat = [](int folder, char const* path, int flags,
                                       mode_t mode) {
    if ((flags & O_TMPFILE) != O_TMPFILE)
      return before(folder, path, flags, mode);
    errno = EOPNOTSUPP;
    return -1;
  };
}

// Refuses a name to an unnamed file, as some sandboxes and file systems do.
// Call it while a failing_calls lives, which restores the call.
inline void without_naming(int number = EPERM) {
  static int (*before)(int, char const*, int, char const*, int);
  static int given;
  before = rill::os::directory_call.linkat;
  given = number;
  rill::os::directory_call.linkat = [](int from, char const* path, int to,
                                       char const* name, int) {
    // Still counted, and struck, by failing_calls; -1: flags that fail.
    int const failed = before(from, path, to, name, -1);
    if (errno == EINVAL) errno = given;
    return failed;
  };
}

inline mode_t mode_of(std::string const& path) {
  struct stat found;
  if (::lstat(path.c_str(), &found) != 0) return 0100000;  // no mode
  return found.st_mode & 07777u;
}

}  // namespace rill_test

#endif
