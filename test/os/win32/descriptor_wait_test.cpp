// test/os/win32/descriptor_wait_test.cpp: waiting for a descriptor is not
// supported on Windows and returns an error.
// platforms: windows
// covers: rill/os/descriptor_wait.h
#include <doctest/doctest.h>
#include <rill/os/descriptor_wait.h>

TEST_CASE("os/win32/descriptor_wait: says that it cannot") {
  CHECK(!rill::os::wait_for_descriptor(0, true, true));
  rill::os::rest(0);
}
