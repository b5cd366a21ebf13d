// test/os/descriptor_wait_test.cpp: waiting until a descriptor can be read or
// written.
// covers: rill/os/descriptor_wait.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/descriptor_wait.h>
#include <unistd.h>

#include "../support/watched_poll.h"

namespace os = rill::os;

TEST_CASE("os/descriptor_wait: asks for the directions alone") {
  rill_test::watched_poll const watching;
  for (bool const to_read : {false, true})
    for (bool const to_write : {false, true}) {
      watching.asked.clear();
      CHECK(os::wait_for_descriptor(7, to_read, to_write));
      REQUIRE(watching.asked.size() == 1);
      CHECK(watching.asked[0].fd == 7);
      CHECK(watching.asked[0].events ==
            (to_read ? POLLIN : 0) + (to_write ? POLLOUT : 0));
    }
}

TEST_CASE("os/descriptor_wait: returns when a pipe is ready or has no end") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(os::wait_for_descriptor(ends[1], false, true));
  REQUIRE(::write(ends[1], "x", 1) == 1);
  CHECK(os::wait_for_descriptor(ends[0], true, false));
  char byte = 0;
  REQUIRE(::read(ends[0], &byte, 1) == 1);
  ::close(ends[1]);
  CHECK(os::wait_for_descriptor(ends[0], true, false));
  ::close(ends[0]);
}
