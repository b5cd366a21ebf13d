// test/os/copy_test.cpp: the calls that copy inside the kernel, one by one.
// covers: rill/os/kernel_copy.h
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>  // open
#include <rill/os/kernel_copy.h>
#include <rill/os/file_calls.h>

#include <string>

#include "support/copy_faults.h"
#include "support/files.h"

using rill::error_code;
using rill::error_source;
using rill_test::copy_faults;
using rill_test::manner;
namespace os = rill::os;

namespace {

// Two files, of which the first has ten bytes.
class two_files {
 public:
  two_files() {
    rill_test::set_content(folder_ / "from", "0123456789");
    from = ::open((folder_ / "from").c_str(), O_RDONLY);
    to = ::open((folder_ / "to").c_str(), O_RDWR | O_CREAT, 0600);
  }
  ~two_files() {
    ::close(from);
    ::close(to);
  }
  std::string copied() const { return rill_test::content_of(folder_ / "to"); }

  int from;
  int to;

 private:
  rill_test::folder folder_;
};

using any_call = os::kernel_transfer (*)(int, int, std::size_t);

}  // namespace

TEST_CASE("os/kernel_copy: ranges and sendfile move bytes and both positions") {
  for (any_call call : {os::copy_range, os::send_file}) {
    two_files files;
    os::kernel_transfer const some = call(files.from, files.to, 4);
    if (some.is_refused) continue;  // this file system lacks it
    CHECK(some.moved == 4);
    CHECK(call(files.from, files.to, 100).moved == 6);
    os::kernel_transfer const none = call(files.from, files.to, 100);
    CHECK(none.moved == 0);
    CHECK(!none.is_refused);
    CHECK(!none.error);
    CHECK(files.copied() == "0123456789");
    CHECK(os::seek(files.from, 0, os::from_here).offset == 10);
    CHECK(os::seek(files.to, 0, os::from_here).offset == 10);
  }
}

TEST_CASE("os/kernel_copy: splice moves what is in a pipe, and waits for it") {
  two_files files;
  int ends[2];
  REQUIRE(::pipe2(ends, O_NONBLOCK) == 0);
  CHECK(os::splice(files.from, ends[1], 100).moved == 10);
  CHECK(os::splice(ends[0], files.to, 3).moved == 3);
  CHECK(os::splice(ends[0], files.to, 100).moved == 7);
  CHECK(files.copied() == "0123456789");
  ::close(ends[1]);
  CHECK(os::splice(ends[0], files.to, 100).moved == 0);
  ::close(ends[0]);
  // splice needs a pipe at one end.
  CHECK(os::splice(files.from, files.to, 100).is_refused);
}

TEST_CASE(
    "os/kernel_copy: interrupted calls are made again, both ends waited for") {
  static int polls[3];
  for (manner how : {manner::interrupted, manner::waiting}) {
    two_files files;
    copy_faults faults;
    faults.set_all(how);
    os::system_calls const before = os::call;
    polls[0] = polls[1] = polls[2] = 0;
    os::call.poll = [](pollfd* request, nfds_t, int limit) {
      CHECK(limit == -1);
      ++polls[request->events == POLLIN ? 0 : 1];
      return 1;
    };
    CHECK(os::send_file(files.from, files.to, 5).moved == 5);
    os::call = before;
    CHECK(faults.sendfile_calls == 2);
    int const want = how == manner::waiting ? 1 : 0;
    CHECK(polls[0] == want);
    CHECK(polls[1] == want);
  }
}

TEST_CASE(
    "os/kernel_copy: which errors are final and which ask for another way") {
  two_files files;
  copy_faults faults;
  faults.set_all(manner::refused);
  for (int number :
       {EINVAL, EXDEV, ENOSYS, EOPNOTSUPP, EPERM, EBADF, ETXTBSY, ENOMEM,
        EACCES, ESPIPE, EOVERFLOW, ECONNRESET, ENOTCONN, EISDIR, ELOOP}) {
    CAPTURE(number);
    faults.refusal = number;
    faults.range_calls = faults.sendfile_calls = faults.splice_calls = 2;
    for (any_call call : {os::copy_range, os::send_file, os::splice}) {
      os::kernel_transfer const done = call(files.from, files.to, 5);
      CHECK(done.is_refused);
      CHECK(!done.error);
      CHECK(done.moved == 0);
    }
  }
  for (int number : {EIO, ENOSPC, EDQUOT, EFBIG, EPIPE}) {
    CAPTURE(number);
    faults.refusal = number;
    faults.range_calls = faults.sendfile_calls = faults.splice_calls = 2;
    for (any_call call : {os::copy_range, os::send_file, os::splice}) {
      os::kernel_transfer const done = call(files.from, files.to, 5);
      CHECK(!done.is_refused);
      CHECK((done.error == error_code(error_source::system, number)));
      CHECK(os::may_be_of_either(done.error) == (number == EIO));
    }
  }
}

TEST_CASE("os/kernel_copy: a clone is all of the file, and moves no position") {
  two_files files;
  copy_faults faults;
  CHECK(os::clone_file(files.from, files.to).is_refused);
  faults.clones = true;
  os::kernel_transfer const done = os::clone_file(files.from, files.to);
  CHECK(!done.is_refused);
  CHECK(!done.error);
  CHECK(files.copied() == "0123456789");
  CHECK(os::seek(files.to, 0, os::from_here).offset == 0);
}
