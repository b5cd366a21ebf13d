// test/os/output_test.cpp: all bytes are written, or the error is kept, on
// devices whose writes are short, interrupted, refused, or return 0.
// covers: rill/os/file_calls.h
// covers: rill/os/posix/output.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/file_calls.h>

#include <string>
#include <vector>

#include "support/fake_device.h"
#include "support/skip.h"

using rill::error_code;
using rill::error_source;
using rill_test::fake_device;
namespace os = rill::os;

namespace {

std::string numbered(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i)
    text += std::to_string(i) + ",";
  text.resize(size);
  return text;
}

error_code system_error(int number) { return {error_source::system, number}; }

// The ways to write a text: in one piece, at an offset, in parts of `size`
// bytes.
enum class way { plain, at_offset, parts_of_1, parts_of_5, parts_of_1000 };
constexpr way ways[] = {way::plain, way::at_offset, way::parts_of_1,
                        way::parts_of_5, way::parts_of_1000};

os::transfer write(way how, std::string const& text) {
  int const to = fake_device::handle;
  if (how == way::plain) return os::write_all(to, text.data(), text.size());
  if (how == way::at_offset)
    return os::write_all_at(to, text.data(), text.size(), 0);
  std::size_t const size = how == way::parts_of_1   ? 1
                           : how == way::parts_of_5 ? 5
                                                    : 1000;
  std::vector<iovec> parts;
  for (std::size_t at = 0; at < text.size(); at += size) {
    std::string::size_type const left = text.size() - at;
    parts.push_back(
        {const_cast<char*>(text.data()) + at, left < size ? left : size});
    parts.push_back({nullptr, 0});  // empty parts are allowed anywhere
  }
  return os::write_all(to, parts.data(), parts.size());
}

}  // namespace

TEST_CASE("os/output: short, interrupted and waiting writes are completed") {
  std::string const text = numbered(3000);
  for (way how : ways) {
    for (long limit : {1l, 7l, 999l, 100000l}) {
      CAPTURE(static_cast<int>(how));
      CAPTURE(limit);
      fake_device device;
      device.on_write = [&](int call, std::size_t size) -> long {
        if (call % 5 == 1) return -EINTR;
        if (call % 7 == 2) return -EAGAIN;
        auto const all = static_cast<long>(size);
        return all < limit ? all : limit;
      };
      os::transfer const done = write(how, text);
      CHECK(!done.error);
      CHECK(done.moved == text.size());
      CHECK((device.bytes == text));
    }
  }
}

TEST_CASE("os/output: a full pipe is waited for, not asked in a loop") {
  fake_device device;
  device.on_write = [&](int call, std::size_t size) -> long {
    return call < 3 ? -EAGAIN : static_cast<long>(size);
  };
  CHECK(os::write_all(fake_device::handle, "abc", 3).moved == 3);
  CHECK(device.polls == 3);
}

TEST_CASE("os/output: an error after k bytes says which and how many") {
  std::string const text = numbered(1200);
  for (way how : ways) {
    for (std::size_t room : {0u, 1u, 4u, 5u, 999u, 1000u, 1001u, 1199u}) {
      CAPTURE(static_cast<int>(how));
      CAPTURE(room);
      fake_device device;
      device.on_write = [&](int, std::size_t size) -> long {
        std::size_t const left = room - device.bytes.size();
        if (left == 0) return -ENOSPC;
        return static_cast<long>(left < size ? left : size);
      };
      os::transfer const done = write(how, text);
      CHECK((done.error == system_error(ENOSPC)));
      CHECK(done.moved == room);
      CHECK((device.bytes == text.substr(0, room)));
    }
  }
}

TEST_CASE("os/output: a device that accepts nothing is an error, not a loop") {
  for (way how : ways) {
    fake_device device;
    device.on_write = [](int call, std::size_t) -> long {
      return call == 0 ? 1 : 0;
    };
    os::transfer const done = write(how, "abcdef");
    CHECK((done.error == rill::library_problem::wrote_nothing));
    CHECK(done.moved == 1);
  }
}

TEST_CASE("os/output: no bytes are no call") {
  fake_device device;
  char const* const nowhere = nullptr;
  CHECK(os::write_all(fake_device::handle, nowhere, 0).moved == 0);
  iovec empty[2] = {{nullptr, 0}, {nullptr, 0}};
  os::transfer const done = os::write_all(fake_device::handle, empty, 2);
  CHECK(done.moved == 0);
  CHECK(!done.error);
  CHECK(device.writes.empty());
}

TEST_CASE("os/output: more than 1,024 parts are several calls") {
  fake_device device;
  std::string const text = numbered(2500);
  std::vector<iovec> parts;
  for (std::size_t i = 0; i != text.size(); ++i)
    parts.push_back({const_cast<char*>(text.data()) + i, 1});
  os::transfer const done =
      os::write_all(fake_device::handle, parts.data(), parts.size());
  CHECK(!done.error);
  CHECK((device.bytes == text));
  REQUIRE(device.part_counts.size() == 3);
  CHECK(device.part_counts[0] == 1024);
  CHECK(device.part_counts[1] == 1024);
}

TEST_CASE("os/output: transfers above the system's limit are split") {
  // The device only counts sizes and reads no memory, so the block need not
  // exist.
  if (sizeof(void*) == 4)
    return rill_test::skip("no address has 2 GiB behind it");
  std::size_t const huge = os::largest_transfer * 2 + 5;
  static std::vector<std::size_t> sizes;
  sizes.clear();
  os::system_calls const before = os::call;
  os::call.write = [](int, void const*, size_t size) -> ssize_t {
    sizes.push_back(size);
    return static_cast<ssize_t>(size);
  };
  char byte = 0;
  os::transfer const done = os::write_all(1, &byte, huge);
  CHECK(done.moved == huge);
  CHECK(sizes == std::vector<std::size_t>{os::largest_transfer,
                                          os::largest_transfer, 5});
  sizes.clear();
  os::call.writev = [](int, iovec const* parts, int count) -> ssize_t {
    std::size_t sum = 0;
    for (int i = 0; i != count; ++i) sum += parts[i].iov_len;
    sizes.push_back(sum);
    return static_cast<ssize_t>(sum);
  };
  iovec parts[] = {
      {&byte, 1}, {&byte, 1}, {&byte, huge}, {&byte, 1}, {&byte, 2}};
  CHECK(os::write_all(1, parts, 5).moved == huge + 5);
  std::size_t most = 0;
  for (std::size_t size : sizes) most = size > most ? size : most;
  CHECK(most <= os::largest_transfer);
  os::call = before;
}

TEST_CASE("os/output: write_some is one call, and tells of a full pipe") {
  fake_device device;
  device.on_write = [](int call, std::size_t) -> long {
    return call == 0 ? -EINTR : call == 1 ? 3 : -EAGAIN;
  };
  os::transfer const some = os::write_some(fake_device::handle, "abcdef", 6);
  CHECK(some.moved == 3);
  CHECK(!some.error);
  CHECK((os::write_some(fake_device::handle, "abc", 3).error ==
         system_error(EAGAIN)));
  CHECK(device.polls == 0);
}
