// test/os/win32/transfer_test.cpp: all bytes are written and read though calls
// are short, refused, or at the end of a pipe.
// platforms: windows
// covers: rill/os/win32/output.h
// covers: rill/os/file_calls.h
#include <doctest/doctest.h>
#include <rill/os/file.h>
#include <rill/os/file_calls.h>
#include <windows.h>

#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "support/fake_device.h"
#include "support/files.h"
#include "support/pipe.h"

namespace os = rill::os;
using rill_test::fake_device;

namespace {

std::string pattern(std::size_t size) {
  std::string bytes(size, ' ');
  for (std::size_t i = 0; i != size; ++i)
    bytes[i] = static_cast<char>('!' + i % 89);
  return bytes;
}

std::vector<os::part> cut_into_parts(std::mt19937& random,
                                     std::string const& all) {
  std::vector<os::part> parts;
  for (std::size_t at = 0; at != all.size();) {
    constexpr std::size_t sizes[] = {0, 1, 10, 3000, 4095, 4096, 4097, 9000};
    std::size_t const size = std::min(all.size() - at, sizes[random() % 8]);
    parts.push_back(os::make_part(all.data() + at, size));
    at += size;
  }
  return parts;
}

}  // namespace

TEST_CASE("os/win32/transfer: short writes go on, in order") {
  std::string const all = pattern(1000);
  for (long most : {1l, 7l, 999l, 1000l}) {
    fake_device device;
    device.on_write = [&](int, std::size_t size) {
      return std::min(most, static_cast<long>(size));
    };
    os::transfer const done =
        os::write_all(fake_device::handle, all.data(), all.size());
    CHECK(done.moved == all.size());
    CHECK(!done.error);
    CHECK(device.bytes == all);
  }
}

TEST_CASE("os/win32/transfer: an error at each call is kept, with the count") {
  std::string const all = pattern(100);
  for (int call = 0; call != 10; ++call) {
    fake_device device;
    device.on_write = [&](int now, std::size_t) -> long {
      return now == call ? -ERROR_DISK_FULL : 10;
    };
    os::transfer const done =
        os::write_all(fake_device::handle, all.data(), all.size());
    CHECK(done.moved == static_cast<std::size_t>(10 * call));
    CHECK((done.error ==
           rill::error_code(rill::error_source::system, ERROR_DISK_FULL)));
    CHECK(device.bytes == all.substr(0, done.moved));
  }
  fake_device device;
  device.on_write = [](int, std::size_t) { return 0; };
  CHECK((os::write_all(fake_device::handle, "x", 1).error ==
         rill::error_code(rill::library_problem::wrote_nothing)));
}

TEST_CASE("os/win32/transfer: parts arrive whole, few calls for small ones") {
  std::mt19937 random(9);
  for (int round = 0; round != 200; ++round) {
    std::string const all = pattern(random() % 40'000);
    std::vector<os::part> parts = cut_into_parts(random, all);
    fake_device device;
    bool const is_short = round % 2 != 0;
    device.on_write = [&](int, std::size_t size) {
      return static_cast<long>(is_short ? (size + 1) / 2 : size);
    };
    os::transfer const done =
        os::write_all(fake_device::handle, parts.data(), parts.size());
    REQUIRE(done.moved == all.size());
    REQUIRE(!done.error);
    REQUIRE((device.bytes == all));
  }
  fake_device device;
  os::part small[] = {os::make_part("ab", 2), os::make_part("", 0),
                      os::make_part("cd", 2)};
  CHECK(os::write_all(fake_device::handle, small, 3).moved == 4);
  CHECK(device.writes.size() == 1);
}

TEST_CASE("os/win32/transfer: an error among parts says how many bytes went") {
  std::string const all = pattern(30'000);
  for (int call = 0; call != 6; ++call) {
    std::mt19937 random(3);
    std::vector<os::part> parts = cut_into_parts(random, all);
    fake_device device;
    device.on_write = [&](int now, std::size_t size) -> long {
      return now == call ? -ERROR_IO_DEVICE : static_cast<long>(size);
    };
    os::transfer const done =
        os::write_all(fake_device::handle, parts.data(), parts.size());
    CHECK(done.error.number == ERROR_IO_DEVICE);
    CHECK((device.bytes == all.substr(0, done.moved)));
  }
}

TEST_CASE("os/win32/transfer: no call moves more than 1 GiB") {
  static std::vector<unsigned long> sizes;
  sizes.clear();
  os::system_calls const before = os::call;
  os::call.write_file = [](void*, void const*, unsigned long size,
                           unsigned long* count, os::windows_offset*) {
    sizes.push_back(size);
    *count = size;
    return 1;
  };
  // The calls are replaced: none reads the bytes.
  std::size_t const size = (std::size_t{5} << 30) + 7;
  os::transfer const done = os::write_all(fake_device::handle, "", size);
  os::call = before;
  CHECK(done.moved == size);
  CHECK((sizes == std::vector<unsigned long>{1 << 30, 1 << 30, 1 << 30, 1 << 30,
                                             1 << 30, 7}));
}

TEST_CASE("os/win32/transfer: reads go on to the end, and errors are kept") {
  for (int number : {ERROR_BROKEN_PIPE, ERROR_HANDLE_EOF,
                     ERROR_PIPE_NOT_CONNECTED, ERROR_IO_DEVICE}) {
    fake_device device;
    device.input = pattern(100);
    device.on_read = [&](int now, std::size_t) -> long {
      return now == 5 ? -number : 10;
    };
    auto const block = std::make_unique<char[]>(100);
    os::transfer const got =
        os::read_all(fake_device::handle, block.get(), 100);
    CHECK(got.moved == 50);
    CHECK(got.error.number == (number == ERROR_IO_DEVICE ? number : 0));
    CHECK(std::string(block.get(), 50) == device.input.substr(0, 50));
  }
}

TEST_CASE("os/win32/transfer: into several places, until the end") {
  std::string const all = pattern(100);
  for (std::size_t size = 0; size <= 101; ++size) {
    fake_device device;
    device.input = all.substr(0, size);
    device.on_read = [](int, std::size_t wanted) {
      return static_cast<long>((wanted + 1) / 2);
    };
    char one[1], many[60], rest[39];
    os::part parts[] = {os::make_part(rill::memory_part(one)),
                        os::make_part(rill::memory_part(many)),
                        os::make_part(rill::memory_part(rest))};
    os::transfer const got = os::read_all(fake_device::handle, parts, 3);
    CHECK(got.moved == std::min<std::size_t>(size, 100));
    std::string const bytes =
        std::string(one, 1) + std::string(many, 60) + std::string(rest, 39);
    CHECK(bytes.compare(0, got.moved, all, 0, got.moved) == 0);
  }
}

TEST_CASE("os/win32/transfer: a pipe, to its end, and to a reader that left") {
  std::string const all = pattern(300'000);
  rill_test::pipe ends;
  std::thread writer([&] {
    ends.writing.write(all);
    ends.writing.close();
  });
  std::string got(400'000, '\0');
  std::size_t const size = ends.reading.read(got.data(), got.size());
  writer.join();
  CHECK(size == all.size());
  CHECK((got.substr(0, size) == all));
  CHECK(ends.reading.read(got.data(), 10) == 0);

  rill_test::pipe broken;
  broken.reading.close();
  rill::result<void> const wrote = broken.writing.try_write("x");
  REQUIRE(!wrote);
  CHECK(os::is_closed_pipe(wrote.error().code()));
}
