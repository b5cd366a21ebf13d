// test/stream/file_update_devices_test.cpp: reading and writing files without a
// position, and files whose calls fail.
// platforms: posix
#include <doctest/doctest.h>
#include <errno.h>       // EIO, ESPIPE
#include <signal.h>      // sigaction
#include <sys/socket.h>  // socketpair
#include <sys/stat.h>    // mkfifo

#include <rill/file.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <string>
#include <utility>  // std::move

#include "support/failing_calls.h"
#include "support/files.h"
#include "support/lost_output.h"

using rill::file_update;

namespace {

struct socket_pair {
  rill::file one, other;
  socket_pair() {
    int ends[2] = {-1, -1};
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    one = rill::file(ends[0]);
    other = rill::file(ends[1]);
  }
};

std::string some_of(rill::file const& from) {
  char room[64];
  return {room, from.read_some(room, sizeof room)};
}

}  // namespace

TEST_CASE("stream/file_update_devices: a socket has two directions") {
  socket_pair ends;
  for (std::size_t buffer : {3u, 16u, 4096u}) {
    file_update file(ends.one.duplicate(), buffer);
    ends.other.write("12 34 56 ");
    int n = 0;
    rill::scan(file, n);
    CHECK(n == 12);
    // The unread input stays in the buffer while text is printed.
    rill::print(file, "a question?");
    rill::flush(file);
    CHECK(some_of(ends.other) == "a question?");
    rill::scan(file, n);
    CHECK(n == 34);
    rill::print(file, "b");
    rill::scan(file, n);
    CHECK(n == 56);
    CHECK(file.reader().peek(1).size == 1);
    // A read that has to wait writes the pending text first.
    file.reader().advance_to(file.reader().end());
    rill::print(file, "c?");
    ends.other.write("78 ");
    rill::scan(file, n);
    CHECK(n == 78);
    std::string const all = some_of(ends.other);
    CHECK(all == "bc?");
    CHECK(file.reader().peek(1).size == 1);
    auto const at = file.try_position();
    REQUIRE(!at);
    CHECK((at.error().code() == rill::os::c_error(ESPIPE)));
    CHECK(!file.try_seek(0));
    CHECK(!file.try_seek_to_end());
    CHECK(!file.error());
    CHECK(file.reader().available() == 1);
  }
}

TEST_CASE("stream/file_update_devices: a peer that reads no more still gives") {
  socket_pair ends;
  rill_test::lost_output const lost;
  file_update file(std::move(ends.one));
  ends.other.write("answer ");
  CHECK(::shutdown(ends.other.native_handle(), SHUT_WR) == 0);
  // After shutdown the writes fail; without this they would raise SIGPIPE.
  struct sigaction quiet{};
  struct sigaction before{};
  quiet.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &quiet, &before);
  CHECK(::shutdown(file.file().native_handle(), SHUT_WR) == 0);
  rill::print(file, "lost");
  std::string word;
  rill::scan(file, word);
  CHECK(word == "answer");
  CHECK((file.error() == rill::os::c_error(EPIPE)));
  CHECK(!file.reader().error());
  CHECK(!file.try_flush());
  CHECK(!file.try_close());
  ::sigaction(SIGPIPE, &before, nullptr);
  CHECK(lost.count() == 0);
}

TEST_CASE(
    "stream/file_update_devices: a pipe that is opened to read and write") {
  rill_test::folder const folder;
  std::string const path = folder / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  file_update file(path, 16);
  // The fifo gives back the bytes that were printed into it.
  rill::print(file, "1 2 ");
  int a = 0, b = 0;
  rill::scan(file, a);
  rill::print(file, "3 ");
  rill::scan(file, b);
  CHECK(a + b == 3);
  rill::scan(file, a);
  CHECK(a == 3);
}

TEST_CASE("stream/file_update_devices: each call fails once, nothing is lost") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::lost_output const lost;
  // Repeats each step until it succeeds.
  auto const work = [](file_update& file) {
    std::string seen;
    auto const again = [&](auto once) {
      for (int i = 0; i != 3; ++i) {
        file.clear_error();
        if (once()) return;
      }
      FAIL("never");
    };
    auto const print = [&](char const* text) {
      again([&] {
#if RILL_EXCEPTIONS
        try {
          rill::print(file, text, 7);
        } catch (rill::error const&) {
          return false;
        }
#else
        auto const before = file.accepted();
        rill::print(file, text, 7);
        if (file.accepted() == before) return false;
#endif
        return true;
      });
    };
    auto const read = [&](std::size_t size) {
      again([&] {
        char room[64];
        rill::result<std::size_t> const got =
            file.reader().try_read(room, size);
        if (!got) return false;
        seen.append(room, *got);
        size -= *got;
        return size == 0;
      });
    };
    read(3);
    print("uvw");
    read(2);
    again([&] { return bool(file.try_seek(10)); });
    print("xyz");
    read(1);
    print("!");
    again([&] { return bool(file.try_truncate(30)); });
    again([&] { return bool(file.try_flush()); });
    return seen;
  };
  for (std::size_t buffer : {4u, 16u, 4096u})
    for (int at = 0;; ++at) {
      rill_test::set_content(path, "abcdefghijklmnopqrstuvwxyz0123456789");
      file_update file(path, buffer);
      std::string seen;
      {
        rill_test::failing_calls calls(at, EIO);
        seen = work(file);
        if (!calls.has_struck) break;
        INFO(at, ' ', calls.struck(), ' ', buffer);
      }
      file.close();
      CHECK(seen == "abchio");
      CHECK(rill_test::content_of(path) == "abcuvw7hijxyz7o!7rstuvwxyz0123");
    }
  CHECK(lost.count() == 0);
}

TEST_CASE(
    "stream/file_update_devices: unread bytes that cannot be given back") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::set_content(path, "1 2 3");
  file_update file(path);
  int n = 0;
  rill::scan(file, n);
  rill_test::failing_calls calls;
  calls.at = static_cast<int>(calls.names.size());
  calls.number = EIO;
#if RILL_EXCEPTIONS
  std::string why;
  try {
    rill::print(file, 'x');
  } catch (rill::error const& reason) {
    why = reason.what();
  }
  CHECK(why.starts_with("seek " + path));
#else
  rill::print(file, 'x');
#endif
  CHECK(calls.struck() == "lseek");
  CHECK((file.error() == rill::os::c_error(EIO)));
  // The unread bytes are still in the buffer, so they can be scanned.
  rill::scan(file, n);
  CHECK(n == 2);
  file.clear_error();
  rill::print(file, 'x');
  file.close();
  CHECK(rill_test::content_of(path) == "1 2x3");
}

TEST_CASE(
    "stream/file_update_devices: a place that is not told is not made up") {
  rill_test::folder const folder;
  std::string const path = folder / "file";
  rill_test::set_content(path, "1 2\n3 4\nx");
  file_update file(path);
  rill::print(file, "5");
  file.flush();
  rill_test::failing_calls calls(0, EIO);
  int n = 0;
  rill::scan(file, n);
  CHECK(n == 2);
  CHECK(calls.struck() == "lseek");
  CHECK(rill::try_scan(file, "y").error().line() == 0);
}
