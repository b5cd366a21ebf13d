// test/support/memory_calls.h: a system that maps nothing twice.
#ifndef RILL_TEST_SUPPORT_MEMORY_CALLS_H
#define RILL_TEST_SUPPORT_MEMORY_CALLS_H

#include <errno.h>
#include <rill/os/ring_memory.h>

namespace rill_test {

// While one lives, no ring is mapped twice.
class no_mapping {
 public:
  no_mapping() : before_(rill::os::ring_memory_call) {
    rill::os::ring_memory_call.open_memory_file = [] {
      errno = ENOSYS;
      return -1;
    };
  }
  no_mapping(no_mapping const&) = delete;
  no_mapping& operator=(no_mapping const&) = delete;
  ~no_mapping() { rill::os::ring_memory_call = before_; }

 private:
  rill::os::ring_memory_calls before_;
};

}  // namespace rill_test

#endif
