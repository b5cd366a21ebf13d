// test/support/kept_calls.h: saves the replaceable system calls (RILL_FAULTS),
// and restores them at the end of a test that replaces some.
#ifndef RILL_TEST_SUPPORT_KEPT_CALLS_H
#define RILL_TEST_SUPPORT_KEPT_CALLS_H

#include <rill/os/posix/call.h>
#include <rill/os/posix/entry.h>
#include <rill/os/posix/device.h>

#if !RILL_FAULTS
#error "the unit tests are built with RILL_FAULTS=1"
#endif

namespace rill_test {

class kept_calls {
 public:
  kept_calls() = default;
  kept_calls(kept_calls const&) = delete;
  kept_calls& operator=(kept_calls const&) = delete;
  ~kept_calls() {
    rill::os::call = calls_;
    rill::os::file_call = files_;
    rill::os::directory_call = folders_;
  }

 private:
  rill::os::system_calls calls_ = rill::os::call;
  rill::os::file_system_calls files_ = rill::os::file_call;
  rill::os::directory_calls folders_ = rill::os::directory_call;
};

}  // namespace rill_test

#endif
