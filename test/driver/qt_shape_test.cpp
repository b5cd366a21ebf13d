// test/driver/qt_shape_test.cpp: printing to devices with the interface of
// Qt's, without Qt: short writes, errors and exceptions at every call.
// covers: rill/driver/qt.h, rill/driver/qt_device.h
#include <doctest/doctest.h>
#include <rill/any.h>
#include <rill/driver/qt.h>
#include <rill/rill.h>

#include <string>
#include <utility>  // std::move
#include <vector>

#include "../support/lost_output.h"
#include "../support/qt_standin.h"

using rill::library_problem;
using rill_test::qt_device;
using rill_test::qt_file;
using rill_test::qt_script;
using rill_test::qt_socket;

namespace {

constexpr long long piece_sizes[] = {1, 2, 3, 16, 1 << 20};
constexpr std::size_t buffer_sizes[] = {1, 2, 16, 17, 4096};

// A value whose hook throws in the middle of its text.
struct thrower {
  friend void rill_print(auto& out, thrower const&) {
    out("half");
    throw 42;
  }
};

// Makes twenty calls of print with texts of different lengths.
template <class Sink>
void print_calls(Sink& out) {
  for (int i = 0; i != 20; ++i)
    rill::println(out, "line ", i, ": ",
                  std::string(static_cast<std::size_t>(i * i), 'x'), '|',
                  i * 0.5);
}
std::string printed_calls() {
  std::string all;
  for (int i = 0; i != 20; ++i)
    all += "line " + std::to_string(i) + ": " +
           std::string(static_cast<std::size_t>(i * i), 'x') + '|' +
           rill::concat(i * 0.5) + '\n';
  return all;
}

std::string words_of(rill::text text) { return {text.data, text.size}; }

}  // namespace

TEST_CASE("driver/qt_shape: a call of print to a device is one write") {
  qt_device device;
  rill::print(device, "abc");
  rill::println(device, 1);
  rill::println(device, "x = ", 1, ", y = ", 2.5, std::vector<int>{1, 2});
  rill::print(device, std::string(100000, 'z'), "end");
  rill::print(device, "");
  CHECK(device.writes == 4);
  CHECK(device.all() ==
        "abc1\nx = 1, y = 2.5[1, 2]\n" + std::string(100000, 'z') + "end");
}

TEST_CASE("driver/qt_shape: short writes are gone on with") {
  for (long long const most : piece_sizes) {
    qt_device device({.most = most});
    print_calls(device);
    CHECK(device.all() == printed_calls());
  }
}

TEST_CASE(
    "driver/qt_shape: an error of a direct print has the words of the device") {
  for (int call = 0; call != 40; ++call) {
    qt_file file({.most = 16, .fails_at = call});
    std::string what;
    try {
      print_calls(file);
    } catch (rill::error const& reason) {
      CHECK(reason.code() == library_problem::device_failed);
      CHECK(words_of(reason.reason()) == "the wire is cut");
      what = reason.what();
    }
    CHECK(what == "write d\u00e4ta.txt: the wire is cut");
    CHECK(file.all() == printed_calls().substr(0, file.all().size()));
  }
}

TEST_CASE(
    "driver/qt_shape: writes that take nothing, or more than there is, are "
    "errors") {
  qt_device nothing({.takes_nothing_at = 0});
  try {
    rill::print(nothing, "abc");
    FAIL("no error");
  } catch (rill::error const& reason) {
    CHECK(reason.code() == library_problem::wrote_nothing);
  }
  qt_device more({.miscounts_by = 1});
  try {
    rill::print(more, "abc");
    FAIL("no error");
  } catch (rill::error const& reason) {
    CHECK(reason.code() == library_problem::impossible_count);
    CHECK(words_of(reason.reason()) == "it returned 4 bytes, but was given 3");
  }
}

TEST_CASE(
    "driver/qt_shape: a hook that throws leaves nothing of its call in a "
    "device") {
  qt_device device;
  CHECK_THROWS_AS(rill::print(device, "a", thrower(), "b"), int);
  CHECK(device.writes == 0);
  rill::print(device, "c");
  CHECK(device.all() == "c");
}

TEST_CASE(
    "driver/qt_shape: closed devices and devices open for something else") {
  qt_device closed({.is_open = false});
  rill::error why;
  try {
    rill::print(closed, 1);
  } catch (rill::error const& reason) {
    why = reason;
  }
  CHECK(why.code() == library_problem::closed);

  qt_device reading({.fails_at = 0, .is_writable = false});
  try {
    rill::print(reading, 1);
  } catch (rill::error const& reason) {
    why = reason;
  }
  CHECK(words_of(why.reason()) == "its open mode does not allow this");

  // A QFile that could not be opened has a reason.
  qt_file absent({.is_open = false});
  absent.has_failed = true;
  try {
    rill::print(absent, 1);
  } catch (rill::error const& reason) {
    why = reason;
  }
  CHECK(words_of(why.reason()) == "the wire is cut");
}

TEST_CASE("driver/qt_shape: a qt_writer gives the device all bytes once") {
  for (std::size_t const size : buffer_sizes) {
    for (long long const most : piece_sizes) {
      qt_file file({.most = most});
      {
        rill::qt_writer out(file, size);
        print_calls(out);
      }
      CHECK(file.written == printed_calls());
      CHECK(file.flushes == 1);
    }
  }
}

TEST_CASE(
    "driver/qt_shape: a qt_writer keeps the error of every call, in the "
    "device's words") {
  for (int call = 0; call != 30; ++call) {
    rill_test::lost_output const lost;
    qt_file file({.most = 100, .fails_at = call});
    bool has_thrown = false;
    {
      rill::qt_writer out(file, 64);
      try {
        print_calls(out);
        out.close();
      } catch (rill::error const& reason) {
        has_thrown = true;
        CHECK(std::string(reason.what()) ==
              "write d\u00e4ta.txt: the wire is cut");
        CHECK(out.error() == (out.is_open() ? library_problem::device_failed
                                            : library_problem::closed));
        CHECK(out.room() == 0);
      }
      int const writes = file.writes;
      CHECK(bool(out.try_flush()) != has_thrown);
      CHECK(file.writes == writes);
    }
    CHECK(has_thrown == (call < file.calls));
    CHECK(lost.count() == 0);
    CHECK(file.all() == printed_calls().substr(0, file.all().size()));
    if (!has_thrown) CHECK(file.written == printed_calls());
  }
}

TEST_CASE(
    "driver/qt_shape: what a device throws arrives, and is the writer's "
    "error") {
  for (int call = 0; call != 30; ++call) {
    rill_test::lost_output const lost;
    qt_file file({.most = 100, .throws_at = call});
    int thrown = -1;
    {
      rill::qt_writer out(file, 64);
      try {
        print_calls(out);
        out.flush();
      } catch (int number) {
        thrown = number;
        CHECK(out.error() == library_problem::threw);
        int const writes = file.writes;
        CHECK_THROWS_AS(rill::print(out, "more"), rill::error);
        CHECK(file.writes == writes);
      }
    }
    CHECK((thrown == call) == (thrown != -1));
    CHECK(lost.count() == 0);
    CHECK(file.all() == printed_calls().substr(0, file.all().size()));
  }
}

TEST_CASE("driver/qt_shape: the destructor reports what a file did not take") {
  for (int call : {0, 1}) {  // the write, the flush
    rill_test::lost_output const lost;
    {
      qt_file file({.fails_at = call});
      rill::qt_writer out(file);
      rill::print(out, "abc");
    }
    REQUIRE(lost.count() == 1);
    CHECK(lost.sentences()[0] == "write d\u00e4ta.txt: the wire is cut");
  }
  rill_test::lost_output const lost;
  {
    qt_file file({.throws_at = 1});
    rill::qt_writer out(file);
    rill::print(out, "abc");
  }
  CHECK(lost.count() == 1);
}

TEST_CASE("driver/qt_shape: flush() and error() are both asked") {
  struct silent : qt_file {
    bool answer = true;
    int number = 0;
    bool flush() { return answer; }
    int error() const { return number; }
  };
  silent refuses;
  refuses.answer = false;
  rill::qt_writer to_refusing(refuses);
  CHECK(!to_refusing.try_flush());

  struct marks : silent {
    bool flush() {
      number = 4;
      return true;
    }
  } hides;
  rill::qt_writer to_hiding(hides);
  CHECK(!to_hiding.try_flush());

  // An earlier error, which the program may have seen, is not reported again.
  silent failed_before;
  failed_before.number = 4;
  rill::qt_writer out(failed_before);
  CHECK(bool(out.try_flush()));
}

TEST_CASE("driver/qt_shape: a file without flush() is flushed by a seek") {
  struct seekable : qt_device {
    using qt_device::qt_device;
    long long pos() { return 7; }
    bool seek(long long place) {
      CHECK(place == 7);
      if (fails()) return false;
      written += queue;
      queue.clear();
      return true;
    }
    bool waitForBytesWritten(int) { return false; }
  };
  seekable device;
  rill::qt_writer out(device);
  rill::print(out, "abc");
  out.flush();
  CHECK(device.written == "abc");

  seekable full({.fails_at = 1});
  rill::qt_writer to_full(full);
  rill::print(to_full, "abc");
  rill::result<void> const flushed = to_full.try_flush();
  REQUIRE(!flushed);
  CHECK(words_of(flushed.error().reason()) == "the wire is cut");
  CHECK(words_of(flushed.error().path()) == "a QIODevice");
}

TEST_CASE(
    "driver/qt_shape: flush waits until a socket has written all, or has "
    "failed") {
  qt_socket socket;
  rill::qt_writer out(socket, 16);
  rill::print(out, "a text of some thirty bytes ...");
  out.flush();
  CHECK(socket.written == "a text of some thirty bytes ...");
  CHECK(socket.queue == "");

  for (int call = 2; call != 6; ++call) {
    qt_socket broken({.fails_at = call});
    rill::qt_writer to_broken(broken, 16);
    rill::print(to_broken, "a text of some thirty bytes ...");
    rill::result<void> const flushed = to_broken.try_flush();
    REQUIRE(!flushed);
    CHECK(words_of(flushed.error().reason()) == "the wire is cut");
  }
}

TEST_CASE(
    "driver/qt_shape: a lost connection is an error though its queue is "
    "empty") {
  struct losing : qt_socket {
    bool waitForBytesWritten(int) {
      queue.clear();
      return false;
    }
  };
  losing socket;
  rill::qt_writer out(socket);
  rill::print(out, "abc");
  CHECK(!out.try_flush());
}

TEST_CASE(
    "driver/qt_shape: the destructor leaves a socket's queue to its event "
    "loop") {
  qt_socket socket;
  {
    rill::qt_writer out(socket);
    rill::print(out, "abc");
  }
  CHECK(socket.queue == "abc");
  CHECK(socket.waits == 0);
}

TEST_CASE("driver/qt_shape: what TLS has not sent is waited for too") {
  struct tls : qt_socket {
    mutable int encrypted = 3;
    long long encryptedBytesToWrite() const { return encrypted; }
    bool waitForBytesWritten(int) {
      if (queue.empty()) --encrypted;
      return queue.empty() || qt_socket::waitForBytesWritten(0);
    }
  };
  tls socket;
  rill::qt_writer out(socket);
  rill::print(out, "abc");
  out.flush();
  CHECK(socket.written == "abc");
  CHECK(socket.encrypted == 0);
}

TEST_CASE("driver/qt_shape: a qt_writer moves, and is closed once") {
  qt_file file;
  rill::qt_writer first(file, 16);
  rill::print(first, "abc");
  rill::qt_writer second(std::move(first));
  CHECK_THROWS_AS(rill::print(first, "x"), rill::error);
  CHECK(!first.is_open());
  rill::print(second, "def");
  qt_file other;
  rill::qt_writer third(other);
  rill::print(third, "lost?");
  third = std::move(second);
  CHECK(other.written == "lost?");
  third.close();
  third.close();
  CHECK(file.written == "abcdef");
  CHECK(file.isOpen());
  try {
    rill::print(third, "x");
    FAIL("no error");
  } catch (rill::error const& reason) {
    CHECK(reason.code() == library_problem::closed);
  }
  std::vector<rill::qt_writer> many;
  for (int i = 0; i != 5; ++i) many.emplace_back(file);
  for (int i = 0; i != 5; ++i)
    rill::print(many[static_cast<std::size_t>(i)], i);
  for (rill::qt_writer& out : many) out.close();
  CHECK(file.written == "abcdef01234");
}

TEST_CASE(
    "driver/qt_shape: a device closed in between is an error with its name") {
  qt_file file;
  rill::qt_writer out(file);
  rill::print(out, "abc");
  file.script.is_open = false;
  rill::result<void> const flushed = out.try_flush();
  REQUIRE(!flushed);
  CHECK(flushed.error().code() == library_problem::closed);
  CHECK(words_of(flushed.error().path()) == "d\u00e4ta.txt");
}

TEST_CASE(
    "driver/qt_shape: a device is borrowed by an any_writer, a call at a "
    "time") {
  qt_file file;
  rill::any_writer out(file);
  rill::println(out, "x = ", 1);
  CHECK(file.all() == "x = 1\n");
  rill::any_writer buffered{rill::qt_writer(file)};
  rill::println(buffered, "y = ", 2);
  buffered.flush();
  CHECK(file.written == "x = 1\ny = 2\n");
}
