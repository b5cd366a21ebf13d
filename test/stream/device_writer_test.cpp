// test/stream/device_writer_test.cpp: the base of writers over devices, with a
// device that follows a script.
// covers: stream/device.h, stream/reporting_writer.h
#include <doctest/doctest.h>
#include <errno.h>   // EIO, ENOSPC
#include <string.h>  // strerror
#include <rill/print.h>
#include <rill/stream/device.h>

#include <stdexcept>
#include <string>
#include <utility>  // std::move
#include <vector>

#include "support/lost_output.h"

namespace {

using rill::detail::device_calls;
using rill::detail::device_writer;

// What the device does in its calls, and the bytes that it has taken.
struct script {
  std::size_t most = ~std::size_t{0};  // bytes a call
  int fails_at = -1;                   // index of the call
  int throws_at = -1;
  int flush_fails = 0;
  int close_fails = 0;
  rill::writer* prints_to = nullptr;
  std::size_t nested = 25;
  std::string taken = {};
  int puts = 0;
  int flushes = 0;
  int closes = 0;
};

class scripted_writer : public device_writer {
 public:
  scripted_writer(script& to, std::size_t size)
      : device_writer(owning, size), device_(&to) {}
  scripted_writer(script& to, char* memory, std::size_t size)
      : device_writer(borrowing, memory, size), device_(&to) {}
  scripted_writer(scripted_writer&& other) noexcept = default;
  ~scripted_writer() { close_or_report(); }

 private:
  static script& device_of(device_writer& base) {
    return *static_cast<scripted_writer&>(base).device_;
  }
  static std::size_t take_bytes(device_writer& base, rill::text bytes,
                                rill::error& why) {
    script& to = device_of(base);
    int const call = to.puts++;
    if (to.prints_to) rill::print(*to.prints_to, std::string(to.nested, 'n'));
    if (call == to.throws_at) throw std::runtime_error("thrown by the device");
    if (call == to.fails_at) {
      why = rill::error(rill::os::c_error(ENOSPC), "write", "a device");
      return 0;
    }
    std::size_t const size = bytes.size < to.most ? bytes.size : to.most;
    to.taken.append(bytes.data, size);
    return size;
  }
  static void flush_it(device_writer& base, rill::error& why) {
    script& to = device_of(base);
    ++to.flushes;
    if (to.flush_fails != 0)
      why = rill::error(rill::os::c_error(to.flush_fails), "flush", "a device");
  }
  static void close_it(device_writer& base, rill::error& why) {
    script& to = device_of(base);
    ++to.closes;
    if (to.close_fails != 0)
      why = rill::error(rill::os::c_error(to.close_fails), "close", "a device");
  }
  static constexpr device_calls owning{take_bytes, flush_it, close_it,
                                       "to a device"};
  static constexpr device_calls borrowing{take_bytes, nullptr, nullptr,
                                          "to a device"};

  script* device_;
};

}  // namespace

TEST_CASE("stream/device: all bytes arrive once, however few a call takes") {
  for (std::size_t buffer : {1u, 2u, 16u, 17u, 4096u}) {
    for (std::size_t most : {1u, 3u, 16u, 100000u}) {
      script device{.most = most};
      std::string expected;
      {
        scripted_writer out(device, buffer);
        for (std::size_t size = 0; size < 40; ++size) {
          std::string const piece(size, static_cast<char>('a' + size % 26));
          rill::print(out, piece, '|', size);
          expected += piece + '|' + std::to_string(size);
        }
      }
      CHECK(device.taken == expected);
      CHECK(device.flushes == 1);
      CHECK(device.closes == 1);
    }
  }
}

TEST_CASE(
    "stream/device: a call that takes nothing and gives no reason is an "
    "error") {
  script device{.most = 0};
  scripted_writer out(device, 16);
  rill::print(out, "abc");
  rill::result<void> const flushed = out.try_flush();
  REQUIRE(!flushed);
  CHECK(flushed.error().code() == rill::library_problem::wrote_nothing);
  CHECK(device.puts == 1);
}

TEST_CASE(
    "stream/device: an error is thrown, sticks, and is not told again "
    "at the end") {
  rill_test::lost_output const lost;
  script device{.fails_at = 2};
  {
    scripted_writer out(device, 4);
    rill::print(out, "abcd", "efgh");
    CHECK_THROWS_AS(rill::print(out, "ijkl", "mnop"), rill::error);
    CHECK_THROWS_AS(rill::print(out, "q"), rill::error);
    CHECK(out.error() == rill::os::c_error(ENOSPC));
    rill::result<void> const closed = out.try_close();
    REQUIRE(!closed);
    CHECK(closed.error().path() == "a device");
  }
  CHECK(device.taken == "abcdefgh");
  CHECK(device.puts == 3);
  CHECK(device.closes == 1);
  CHECK(lost.count() == 0);
}

TEST_CASE("stream/device: an error of the last bytes goes to the handler") {
  rill_test::lost_output const lost;
  SUBCASE("of the bytes") {
    script device{.fails_at = 0};
    {
      rill::print(scripted_writer(device, 16), "abc");
    }
    CHECK(lost.sentences() ==
          std::vector<std::string>{"write a device: No space left on device"});
    CHECK(device.flushes == 0);
    CHECK(device.closes == 1);
  }
  SUBCASE("of the flush") {
    script device{.flush_fails = EIO};
    {
      rill::print(scripted_writer(device, 16), "abc");
    }
    CHECK(lost.sentences() ==
          std::vector<std::string>{std::string("flush a device: ") +
                                   strerror(EIO)});
    CHECK(device.closes == 1);
  }
  SUBCASE("of the close") {
    script device{.close_fails = EIO};
    {
      rill::print(scripted_writer(device, 16), "abc");
    }
    CHECK(lost.sentences() ==
          std::vector<std::string>{std::string("close a device: ") +
                                   strerror(EIO)});
  }
  SUBCASE("thrown") {
    script device{.throws_at = 0};
    {
      rill::print(scripted_writer(device, 16), "abc");
    }
    REQUIRE(lost.count() == 1);
    CHECK(lost.sentences()[0].find("thrown by the device") !=
          std::string::npos);
    CHECK(device.closes == 1);
  }
}

TEST_CASE(
    "stream/device: close tells an error of flush or of close, and only "
    "once") {
  rill_test::lost_output const lost;
  for (bool of_flush : {false, true}) {
    script device;
    (of_flush ? device.flush_fails : device.close_fails) = EIO;
    scripted_writer out(device, 16);
    rill::print(out, "abc");
    rill::result<void> const closed = out.try_close();
    REQUIRE(!closed);
    CHECK(closed.error().operation() == (of_flush ? "flush" : "close"));
    CHECK(out.try_close());
    CHECK(!out.is_open());
    CHECK(device.closes == 1);
    CHECK(device.taken == "abc");
    CHECK_THROWS_AS(rill::print(out, "d"), rill::error);
  }
  CHECK(lost.count() == 0);
}

TEST_CASE(
    "stream/device: what the device throws arrives, and nothing more is "
    "given to it") {
  rill_test::lost_output const lost;
  script device{.most = 2, .throws_at = 1};
  {
    scripted_writer out(device, 4);
    rill::print(out, "abcd");
    CHECK_THROWS_AS(rill::print(out, "efgh"), std::runtime_error);
    CHECK_THROWS_AS(rill::print(out, "i"), rill::error);
    CHECK_THROWS_AS(out.flush(), rill::error);
  }
  CHECK(device.taken == "ab");
  CHECK(device.puts == 2);
  CHECK(lost.count() == 0);
}

TEST_CASE("stream/device: a device that prints to its own writer is stopped") {
  script device;
  scripted_writer out(device, 8);
  device.prints_to = &out;
  rill::print(out, "abcdefgh");
  CHECK_THROWS_AS(rill::print(out, "ijk"), rill::error);
  CHECK(out.error());
  CHECK(device.puts <= 2);
  device.prints_to = nullptr;
}

TEST_CASE(
    "stream/device: a moved writer goes on, and the one before is "
    "closed") {
  script device;
  scripted_writer first(device, 16);
  rill::print(first, "abc");
  scripted_writer second(std::move(first));
  CHECK(!first.is_open());
  CHECK_THROWS_AS(rill::print(first, "x"), rill::error);
  CHECK(first.try_close());
  rill::print(second, "def");
  second.close();
  CHECK(device.taken == "abcdef");
  CHECK(device.closes == 1);
}

TEST_CASE(
    "stream/device: a writer over the caller's memory leaves the device "
    "open") {
  script device;
  char memory[8];
  {
    scripted_writer out(device, memory, sizeof memory);
    rill::print(out, "0123456", "789");
  }
  CHECK(device.taken == "0123456789");
  CHECK(device.flushes == 0);
  CHECK(device.closes == 0);
}

TEST_CASE("stream/device: a device that prints to it while it is fed") {
  // The text that the device itself prints is refused, even where it would fit.
  for (std::size_t const nested : {1u, 8u, 20u}) {
    script device;
    scripted_writer out(device, 16);
    device.prints_to = &out;
    device.nested = nested;
    rill::print(out, "12345678");
    CHECK_THROWS_AS(rill::print(out, "123456789"), rill::error);
    CHECK(out.error() == rill::library_problem::wrote_nothing);
    device.prints_to = nullptr;
  }
}
