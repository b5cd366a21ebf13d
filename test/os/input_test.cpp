// test/os/input_test.cpp: every byte is read, and 0 bytes mean the end.
// covers: rill/os/posix/output.h, rill/os/transfer.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/file_calls.h>

#include <memory>  // std::make_unique: blocks of the exact size
#include <string>

#include "support/fake_device.h"

using rill_test::fake_device;
namespace os = rill::os;

namespace {
std::string const text = "The quick brown fox jumps over the lazy dog.";
}

TEST_CASE("os/input: short, interrupted and waiting reads are completed") {
  for (long limit : {1l, 3l, 7l, 1000l}) {
    for (std::size_t size : {std::size_t{0}, std::size_t{1}, text.size() - 1,
                             text.size(), text.size() + 9}) {
      for (bool at_offset : {false, true}) {
        CAPTURE(limit);
        CAPTURE(size);
        fake_device device;
        device.input = text;
        device.on_read = [&](int call, std::size_t wanted) -> long {
          if (call % 4 == 1) return -EINTR;
          if (call % 5 == 3) return -EAGAIN;
          auto const all = static_cast<long>(wanted);
          return all < limit ? all : limit;
        };
        auto const block = std::make_unique<char[]>(size);
        os::transfer const done =
            at_offset
                ? os::read_all_at(fake_device::handle, block.get(), size, 0)
                : os::read_all(fake_device::handle, block.get(), size);
        std::size_t const expected = size < text.size() ? size : text.size();
        CHECK(!done.error);
        CHECK(done.moved == expected);
        CHECK(std::string(block.get(), done.moved) == text.substr(0, expected));
      }
    }
  }
}

TEST_CASE("os/input: an error keeps the bytes before it") {
  for (bool at_offset : {false, true}) {
    fake_device device;
    device.input = text;
    device.on_read = [](int call, std::size_t) -> long {
      return call == 2 ? -EIO : 5;
    };
    char block[32];
    os::transfer const done =
        at_offset ? os::read_all_at(fake_device::handle, block, 32, 0)
                  : os::read_all(fake_device::handle, block, 32);
    CHECK(done.moved == 10);
    CHECK((done.error == rill::error_code(rill::error_source::system, EIO)));
    CHECK(std::string(block, 10) == text.substr(0, 10));
  }
}

TEST_CASE("os/input: read_available waits, read_some does not") {
  fake_device device;
  device.input = text;
  device.on_read = [](int call, std::size_t) -> long {
    return call == 0 ? -EINTR : call == 1 ? -EAGAIN : 4;
  };
  char block[8];
  CHECK(os::read_available(fake_device::handle, block, 8).moved == 4);
  CHECK(device.polls == 1);
  device.on_read = [](int call, std::size_t) -> long {
    return call == 3 ? -EINTR : -EAGAIN;
  };
  os::transfer const some = os::read_some(fake_device::handle, block, 8);
  CHECK((some.error == rill::error_code(rill::error_source::system, EAGAIN)));
  CHECK(device.reads == 5);
  CHECK(device.polls == 1);
}
