// test/os/win32/descriptor_wait_test.cpp: Windows waits for no descriptor, and
// says so.
// platforms: windows
// covers: rill/os/descriptor_wait.h
#include <doctest/doctest.h>
#include <rill/os/descriptor_wait.h>

TEST_CASE("os/win32/descriptor_wait: says that it cannot") {
  CHECK(!rill::os::wait_for_descriptor(0, true, true));
  rill::os::rest(0);
}
