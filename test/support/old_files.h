// test/support/old_files.h: sets rill's clock one hour ahead, so that a file
// which a test has just written is old (os/clock.h, RILL_FAULTS).
#ifndef RILL_TEST_SUPPORT_OLD_FILES_H
#define RILL_TEST_SUPPORT_OLD_FILES_H

#include <rill/os/clock.h>

#if !RILL_FAULTS
#error "the unit tests are built with RILL_FAULTS=1"
#endif

namespace rill_test {

class old_files {
 public:
  old_files() { rill::os::clock_call.clock_gettime = an_hour_later; }
  old_files(old_files const&) = delete;
  old_files& operator=(old_files const&) = delete;
  ~old_files() { rill::os::clock_call = before_; }

 private:
  static int an_hour_later(clockid_t which, timespec* now) {
    int const answer = ::clock_gettime(which, now);
    now->tv_sec += 3600;
    return answer;
  }

  rill::os::clock_calls before_ = rill::os::clock_call;
};

}  // namespace rill_test

#endif
