// test/os/device_test.cpp: the kinds of descriptors, and the calls on them that
// transfer no bytes.
// covers: rill/os/posix/call.h
// covers: rill/os/posix/device.h
// covers: rill/os/types.h
// covers: rill/os/posix/entry.h
// covers: rill/os/output.h
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>  // open, fcntl
#include <rill/os/file_calls.h>
#include <sys/socket.h>  // socketpair

#include "support/child.h"
#include "support/fake_device.h"
#include "support/files.h"
#include "support/kept_calls.h"

using rill::error_code;
using rill::error_source;
using rill_test::fake_device;
namespace os = rill::os;

TEST_CASE("os/device: each kind of descriptor is told") {
  rill_test::folder folder;
  rill_test::set_content(folder / "five", "12345");
  int const file = ::open((folder / "five").c_str(), O_RDONLY);
  os::device_status const found = os::status(file);
  CHECK(found.kind == os::device_kind::regular);
  CHECK(found.size == 5);
  CHECK((found.mode & 0400u) != 0);
  CHECK(found.inode != 0);
  CHECK(!found.error);
  CHECK(!os::is_terminal(file));
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(os::status(ends[0]).kind == os::device_kind::pipe);
  int pair[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  CHECK(os::status(pair[0]).kind == os::device_kind::socket);
  int const null = ::open("/dev/null", O_RDWR);
  CHECK(os::status(null).kind == os::device_kind::character);
  int const place = ::open("/tmp", O_RDONLY);
  CHECK(os::status(place).kind == os::device_kind::directory);
  CHECK((os::status(-1).error == error_code(error_source::system, EBADF)));
  for (int handle : {file, ends[0], ends[1], pair[0], pair[1], null, place})
    ::close(handle);
}

TEST_CASE("os/device: is_terminal leaves errno alone") {
  errno = 77;
  CHECK(!os::is_terminal(-1));
  CHECK(errno == 77);
}

TEST_CASE("os/device: close is called once, also when it is interrupted") {
  for (int number : {0, EINTR, EIO, ENOSPC, EDQUOT}) {
    fake_device device;
    device.close_answer = number;
    error_code const code = os::close(fake_device::handle);
    CHECK(device.closes == 1);
    bool const told = number != 0 && number != EINTR;
    CHECK(bool(code) == told);
    if (told) CHECK(code.number == number);
  }
}

TEST_CASE("os/device: sync and truncate pass errors on") {
  fake_device device;
  CHECK(!os::sync(fake_device::handle));
  device.sync_answer = EIO;
  CHECK(os::sync(fake_device::handle).number == EIO);
  CHECK(os::sync_data(fake_device::handle).number == EIO);
  CHECK(device.syncs == 3);
  CHECK(os::truncate(-1, 0).number == EBADF);
  CHECK(os::seek(-1, 0, SEEK_SET).error.number == EBADF);
}

TEST_CASE("os/device: sync and truncate are made again after a signal") {
  rill_test::kept_calls const kept;
  static int calls;
  calls = 0;
  static constexpr auto interrupted = [] {
    errno = EINTR;
    return ++calls % 3 != 0 ? -1 : 0;
  };
  os::call.fsync = [](int) { return interrupted(); };
  os::call.fdatasync = [](int) { return interrupted(); };
  os::call.ftruncate = [](int, off_t) { return interrupted(); };
  CHECK(!os::sync(-1));
  CHECK(!os::sync_data(-1));
  CHECK(!os::truncate(-1, 0));
  CHECK(calls == 9);
}

TEST_CASE("os/device: offsets above 4 GiB work") {
  rill_test::folder folder;
  int const file = ::open((folder / "sparse").c_str(), O_RDWR | O_CREAT, 0600);
  long long const far = (1ll << 32) + 12345;
  CHECK(!os::truncate(file, far));
  CHECK(os::status(file).size == static_cast<unsigned long long>(far));
  CHECK(os::seek(file, far - 1, SEEK_SET).offset == far - 1);
  CHECK(os::write_all_at(file, "x", 1, far).moved == 1);
  char byte = 0;
  CHECK(os::read_all_at(file, &byte, 1, far).moved == 1);
  CHECK(byte == 'x');
  ::close(file);
}

TEST_CASE("os/device: appending is seen") {
  rill_test::folder folder;
  int const plain = ::open((folder / "f").c_str(), O_WRONLY | O_CREAT, 0600);
  int const end = ::open((folder / "f").c_str(), O_WRONLY | O_APPEND);
  CHECK(!os::is_appending(plain));
  CHECK(os::is_appending(end));
  CHECK(!os::is_appending(-1));
  ::close(plain);
  ::close(end);
}

TEST_CASE("os/device: a duplicate is closed on exec and no standard handle") {
  os::opened const copy = os::duplicate(1);
  REQUIRE(!copy.error);
  CHECK((::fcntl(copy.handle, F_GETFD) & FD_CLOEXEC) != 0);
  ::close(copy.handle);
  CHECK(os::duplicate(-1).error.number == EBADF);
  CHECK(rill_test::status_of_child([] {
          int const file = ::open("/dev/null", O_WRONLY);
          ::close(0);
          os::opened const above = os::duplicate(file);
          return above.handle > 2 ? 0 : 1;
        }) == 0);
}
