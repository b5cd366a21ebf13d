// test/support/captured_error.h: captures what a function writes to standard
// error.
#ifndef RILL_TEST_SUPPORT_CAPTURED_ERROR_H
#define RILL_TEST_SUPPORT_CAPTURED_ERROR_H

#include <fcntl.h>  // open
#include <stdio.h>  // fflush
#if defined(_WIN32)
#include <io.h>  // dup, dup2, close
#else
#include <unistd.h>
#endif

#include <string>

#include "files.h"

namespace rill_test {

template <class Work>
std::string captured_error(Work work) {
  folder const where;
  std::string const path = where / "err";
  fflush(stderr);
  int const before = ::dup(2);
  int const file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(file, 2);
  ::close(file);
  work();
  fflush(stderr);
  ::dup2(before, 2);
  ::close(before);
  return content_of(path);
}

}  // namespace rill_test

#endif
