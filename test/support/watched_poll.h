// test/support/watched_poll.h: records calls of poll during a test. poll does
// not wait: every descriptor is ready.
#ifndef RILL_TEST_SUPPORT_WATCHED_POLL_H
#define RILL_TEST_SUPPORT_WATCHED_POLL_H

#include <rill/os/output.h>

#include <vector>

namespace rill_test {

// Only one object may exist at a time.
class watched_poll {
 public:
  static inline std::vector<pollfd> asked;
  static inline int rests = 0;  // calls without a descriptor

  watched_poll() : before_(rill::os::call) {
    asked.clear();
    rests = 0;
    rill::os::call.poll = remember;
  }
  watched_poll(watched_poll const&) = delete;
  watched_poll& operator=(watched_poll const&) = delete;
  ~watched_poll() { rill::os::call = before_; }

 private:
  static int remember(pollfd* request, nfds_t count, int) {
    if (count == 0) return rests++, 0;
    asked.push_back(*request);
    return 1;
  }

  rill::os::system_calls before_;
};

}  // namespace rill_test

#endif
