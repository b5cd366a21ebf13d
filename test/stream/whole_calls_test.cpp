// test/stream/whole_calls_test.cpp: a failing call of print is accepted
// completely or not at all if it fits the buffer; otherwise accepted() returns
// how far. The loop "free space, clear_error, flush, print the line again"
// writes complete lines, wherever the device is full.
// covers: rill/stream/handle_writer.h
#include <doctest/doctest.h>
#include <rill/rill.h>
#include <rill/unicode.h>

#include <chrono>
#include <string>
#include <vector>

#include "support/fake_device.h"
#include "support/files.h"

#if RILL_EXCEPTIONS

using rill_test::fake_device;

namespace {

struct point {  // bounded by its type
  int x, y;
  friend auto rill_print(auto& out, point const& p) {
    return out('(', p.x, ", ", p.y, ')');
  }
};
struct chatty {  // prints more than its last call
  int count;
  friend auto rill_print(auto& out, chatty const& c) {
    for (int i = 0; i != c.count; ++i) out(i, "; ");
    return out('.');
  }
};
struct unbounded {  // a hook without a bound
  int value;
  friend void rill_print(auto& out, unbounded const& u) {
    out('<', u.value);
    out('>', std::string("text"));
  }
};
template <class Writer>
struct reenters {  // prints to the sink that it is printed to
  Writer& to;
  friend void rill_print(auto& out, reenters const& r) {
    out("in ");
    rill::print(r.to, 42, " out ", point{1, 2});
  }
};

// One line of each kind of piece; `i` makes them differ.
template <class Out>
void print_line(Out& out, int i) {
  switch (i % 9) {
    case 0:
      return rill::println(out, "line ", i, " of a few letters ", i);
    case 1:
      return rill::println(out, i, ' ', point{i, -i}, ' ', 0.25);
    case 2:
      return rill::println(out, i, ": ", chatty{4}, i);
    case 3:
      return rill::println(out, i, unbounded{i}, unbounded{i}, i);
    case 4:
      return rill::println(out, i, std::vector<int>{1, 22, 333}, i);
    case 5:
      return rill::println(out, reenters<Out>{out}, i);
    case 6:
      return rill::println(out, u"wide ", i, rill::right(i, 9), "|");
    case 7:
      return rill::println(out, rill::quoted("a\tb"), rill::hex(i), true);
    default:
      return rill::println(out, i, std::string(17, 'x'),
                           rill::fixed(0.5 * i, 3));
  }
}
std::string line(int i) {
  std::string made;
  rill::string_writer out(made);
  print_line<rill::writer>(out, i);
  out.flush();
  return made;
}
constexpr std::size_t longest = 60;

std::string all_lines(int count) {
  std::string all;
  for (int i = 0; i != count; ++i) all += line(i);
  return all;
}

// A disk with room for some bytes.
struct small_disk {
  std::size_t room;
  long write(std::size_t wanted) {
    if (room == 0) return -ENOSPC;
    std::size_t const moved = wanted < room ? wanted : room;
    room -= moved;
    return static_cast<long>(moved);
  }
};

// The loop of the documentation. After each failure `more` bytes are freed.
template <class Out>
void print_all(Out& out, small_disk& disk, int count, std::size_t more) {
  for (int i = 0; i != count; ++i) {
    for (int tries = 0;; ++tries) {
      REQUIRE(tries < 400);
      try {
        if (out.error()) {
          disk.room += more;
          out.clear_error();
          out.flush();
        }
        print_line(out, i);
        break;
      } catch (rill::error const& reason) {
        CHECK(reason.code().number == ENOSPC);
      }
    }
  }
  while (!out.try_flush()) {
    disk.room += more;
    out.clear_error();
  }
}

// Buffers that hold each line, and disks that are full after any byte.
template <class Test>
void for_each_disk(Test test) {
  for (std::size_t size : {longest + 1, 64ul + 13, 200ul, 5000ul})
    for (std::size_t room = 0; room < 200; room += size > 100 ? 13 : 1)
      for (std::size_t more : {std::size_t{1000}, std::size_t{37}}) {
        CAPTURE(size);
        CAPTURE(room);
        CAPTURE(more);
        test(size, room, more);
      }
}

}  // namespace

TEST_CASE("stream/whole_calls: the longest line") {
  for (int i = 0; i != 60; ++i) CHECK(line(i).size() <= longest);
}

TEST_CASE("stream/whole_calls: file_writer, the documented loop") {
  for_each_disk([](std::size_t size, std::size_t room, std::size_t more) {
    fake_device device;
    small_disk disk{room};
    device.on_write = [&](int, std::size_t n) { return disk.write(n); };
    rill::file_writer out(rill::file(fake_device::handle), size);
    print_all(out, disk, 60, more);
    out.close();
    REQUIRE(device.bytes == all_lines(60));
  });
}

TEST_CASE("stream/whole_calls: ring_writer, the documented loop") {
  for_each_disk([](std::size_t size, std::size_t room, std::size_t more) {
    std::string bytes;
    small_disk disk{room};
    auto const sink = [&](char const* data, std::size_t n) -> long {
      long const moved = disk.write(n);
      if (moved < 0) errno = ENOSPC;
      if (moved > 0) bytes.append(data, static_cast<std::size_t>(moved));
      return moved;
    };
    rill::ring_writer out(size, sink);
    print_all(out, disk, 60, more);
    out.close();
    REQUIRE(bytes == all_lines(60));
    // With an age no room is shown, so that each piece is written by itself.
    bytes.clear();
    disk.room = room;
    rill::ring_writer aged(size, sink, std::chrono::hours(1));
    print_all(aged, disk, 60, more);
    aged.close();
    REQUIRE(bytes == all_lines(60));
  });
}

TEST_CASE("stream/whole_calls: encoded_writer, the documented loop") {
  for_each_disk([](std::size_t size, std::size_t room, std::size_t more) {
    fake_device device;
    small_disk disk{room};
    device.on_write = [&](int, std::size_t n) { return disk.write(n); };
    rill::encoding_options options;
    options.buffer_size = size;
    rill::encoded_writer out(rill::file(fake_device::handle), rill::latin1,
                             options);
    print_all(out, disk, 60, more);
    out.close();
    REQUIRE(device.bytes == all_lines(60));
  });
}

TEST_CASE("stream/whole_calls: locked<file_writer>") {
  fake_device device;
  small_disk disk{100};
  device.on_write = [&](int, std::size_t n) { return disk.write(n); };
  rill::locked<rill::file_writer> out(rill::file(fake_device::handle),
                                      std::size_t{64});
  std::string expected;
  int failures = 0;
  for (int i = 0; i != 60; ++i) {
    if (i % 9 == 5) continue;  // its hook prints to the bare writer
    expected += line(i);
    for (;;) {
      try {
        print_line(out, i);
        break;
      } catch (rill::error const&) {
        ++failures;
        disk.room += 300;
        auto const held = rill::lock(out);
        held->clear_error();
        held->flush();
      }
    }
  }
  rill::lock(out)->close();
  CHECK(failures > 3);
  CHECK(device.bytes == expected);
}

TEST_CASE("stream/whole_calls: calls that are longer than the buffer") {
  // accepted() grows by the part of the call's text that was accepted.
  for (std::size_t size : {1ul, 7ul, 16ul, 31ul, 48ul})
    for (std::size_t room = 0; room < 120; ++room) {
      CAPTURE(size);
      CAPTURE(room);
      fake_device device;
      small_disk disk{room};
      device.on_write = [&](int, std::size_t n) { return disk.write(n); };
      rill::file_writer out(rill::file(fake_device::handle), size);
      std::string expected;
      for (int i = 0; i != 12; ++i) {
        std::string rest = line(i);
        expected += rest;
        for (bool is_first = true; !rest.empty(); is_first = false) {
          unsigned long long const before = out.accepted();
          try {
            if (is_first)
              print_line(out, i);
            else
              rill::print(out, rest);
            REQUIRE(out.accepted() == before + rest.size());
            rest.clear();
          } catch (rill::error const&) {
            rest.erase(0, static_cast<std::size_t>(out.accepted() - before));
            disk.room += 5;
            out.clear_error();
          }
          std::string const pending(out.pending().data, out.pending().size);
          REQUIRE(
              (device.bytes + pending ==
               expected.substr(0, static_cast<std::size_t>(out.accepted()))));
        }
      }
      disk.room = 1000;
      out.clear_error();
      out.close();
      REQUIRE(device.bytes == expected);
    }
}

TEST_CASE("stream/whole_calls: a copy beside the buffer counts") {
  rill_test::folder folder;
  std::string const text(3000, 'c');
  rill::replace_file(folder / "from", text);
  rill::file_writer out(folder / "to");
  rill::print(out, "head");
  rill::copy(rill::file::open(folder / "from"), out);
  CHECK(out.accepted() == 3004);
  rill::print(out, "tail");
  CHECK(out.accepted() == 3008);
  out.close();
  CHECK(rill_test::content_of(folder / "to") == "head" + text + "tail");
}

TEST_CASE("stream/whole_calls: an error that came late is told at the end") {
  for (bool is_closed : {false, true}) {
    static int lost;
    lost = 0;
    auto const before =
        rill::set_lost_output_handler([](rill::error const& reason) noexcept {
          lost += reason.code().number == ENOSPC;
        });
    {
      fake_device device;
      small_disk disk{12};
      device.on_write = [&](int, std::size_t n) { return disk.write(n); };
      rill::file_writer out(rill::file(fake_device::handle), 16);
      out.write("0123456789", 10);
      out.write("abcdefghij", 10);
      rill::file_writer moved(static_cast<rill::file_writer&&>(out));
      CHECK(moved.accepted() == 20);
      if (is_closed) CHECK(moved.try_close().error().code().number == ENOSPC);
    }
    CHECK(lost == (is_closed ? 0 : 1));
    rill::set_lost_output_handler(before);
  }
}

namespace {

// The writer of rill::out(), or of a file that is opened to append, over a
// device of the test.
class any_mode : public rill::detail::handle_writer {
 public:
  any_mode(rill::detail::writing mode, char* buffer, std::size_t size)
      : handle_writer(device, buffer, size, fake_device::handle, mode) {}
  void clear_error() { resume(); }
  rill::result<void> try_flush() {
    write_everything();
    if (error_) return rill::error(error_, "write");
    return {};
  }

 private:
  static void drain(rill::writer& base, char const* data, std::size_t size) {
    auto& self = static_cast<any_mode&>(base);
    if (!self.accept(data, size))
      rill::raise(rill::error(self.error_, "write"));
  }
  static void flush_device(rill::writer& base) {
    static_cast<any_mode&>(base).try_flush().value();
  }
  static constexpr rill::writer_device device{drain, flush_device};
};

}  // namespace

namespace {

// Checks that each write of `print(i)`, called until `device` has many writes,
// ends where a call ended. `text(i)` is the text of a call that fits.
template <class Print, class Text>
void check_write_ends(fake_device& device, Print print, Text text) {
  std::vector<bool> ends;  // of `printed`: a call ends behind this many bytes
  ends.push_back(true);
  std::size_t seen = 0, total = 0;
  for (int i = 0; i != 3000; ++i) {
    print(i);
    ends.resize(ends.size() + text(i).size(), false);
    ends.back() = true;
    for (; seen != device.writes.size(); ++seen) {
      total += device.writes[seen].size();
      REQUIRE(total < ends.size());
      CAPTURE(i);
      CAPTURE(device.writes[seen].size());
      REQUIRE(ends[total]);
    }
  }
  CHECK(seen > 5);
  CHECK(seen <= 3000);
}

}  // namespace

TEST_CASE("stream/whole_calls: lines that the device takes in part") {
  // In a file to append, a piece that fits the buffer is accepted completely
  // once the file has its beginning. The next call reports the error.
  fake_device device;
  small_disk disk{12};
  device.on_write = [&](int, std::size_t n) { return disk.write(n); };
  char buffer[16];
  any_mode out(rill::detail::writing::by_lines, buffer, sizeof buffer);
  out.write("012345678\n", 10);
  out.write("abcdefghi\n", 10);
  CHECK(out.accepted() == 20);
  CHECK(device.bytes == "012345678\nab");
  CHECK(!out.error());
  CHECK(out.room() == 0);
  CHECK_THROWS_AS(out.put('x'), rill::error);
  CHECK(out.error().number == ENOSPC);
  CHECK(out.accepted() == 20);
  CHECK(!out.try_flush());
  disk.room = 100;
  out.clear_error();
  out.put('x');
  CHECK(out.try_flush());
  CHECK(device.bytes == "012345678\nabcdefghi\nx");
}

TEST_CASE("stream/whole_calls: a write() never exceeds the buffer's size") {
  // A pipe keeps 4 KiB together: the buffer and the next piece in one writev
  // would be more.
  fake_device device;
  rill::file_writer out(rill::file(fake_device::handle), 16);
  out.write("0123456789", 10);
  out.write("abcdefghij", 10);
  CHECK(device.bytes == "0123456789");
  CHECK(out.accepted() == 20);
  out.close();
  CHECK(device.bytes == "0123456789abcdefghij");
}

TEST_CASE("stream/whole_calls: each write ends where a call ends") {
  using rill::detail::writing;
  for (writing mode : {writing::by_block, writing::by_lines, writing::at_line,
                       writing::at_once})
    for (std::size_t size : {longest + 1, 200ul, 4096ul, 9000ul}) {
      CAPTURE(static_cast<int>(mode));
      CAPTURE(size);
      fake_device device;
      std::string buffer(size, '?');
      if (mode == writing::by_lines) {
        any_mode out(mode, buffer.data(), size);
        check_write_ends(device, [&](int i) { print_line(out, i); }, line);
      } else {
        rill::detail::standard_writer out(fake_device::handle, buffer.data(),
                                          size, mode, false);
        check_write_ends(device, [&](int i) { print_line(out, i); }, line);
      }
    }
}

TEST_CASE("stream/whole_calls: a full file_writer is written in whole calls") {
  for (std::size_t size : {longest + 1, 200ul, 4096ul, 9000ul}) {
    fake_device device;
    rill::file_writer out(rill::file(fake_device::handle), size);
    check_write_ends(device, [&](int i) { print_line(out, i); }, line);
    out.close();
    CHECK(device.bytes == all_lines(3000));
  }
  // A write() is a call, too; every third is one.
  fake_device device;
  rill::file_writer out(rill::file(fake_device::handle), 200);
  check_write_ends(
      device,
      [&](int i) {
        if (i % 3 == 0)
          out.write(line(i));
        else
          print_line(out, i);
      },
      line);
}

TEST_CASE("stream/whole_calls: calls without newlines in files to append") {
  // A line that is longer than the buffer is cut between two calls.
  auto const some = [](int i) {
    return std::string(static_cast<std::size_t>(i % 23), 'x');
  };
  auto const text = [&](int i) { return std::to_string(i) + some(i) + ';'; };
  for (std::size_t size : {longest + 1, 200ul, 4096ul}) {
    CAPTURE(size);
    fake_device device;
    std::string buffer(size, '?');
    any_mode out(rill::detail::writing::by_lines, buffer.data(), size);
    check_write_ends(
        device, [&](int i) { rill::print(out, i, some(i), ';'); }, text);
  }
}

TEST_CASE("stream/whole_calls: files opened to append") {
  for_each_disk([](std::size_t size, std::size_t room, std::size_t more) {
    fake_device device;
    small_disk disk{room};
    device.on_write = [&](int, std::size_t n) { return disk.write(n); };
    std::string buffer(size, '?');
    any_mode out(rill::detail::writing::by_lines, buffer.data(), size);
    print_all(out, disk, 60, more);
    REQUIRE(device.bytes == all_lines(60));
  });
}

TEST_CASE(
    "stream/whole_calls: rill::out() accepts a call whole or not at all") {
  // rill::out() never throws: accepted() returns how much was accepted.
  using rill::detail::writing;
  for (writing mode : {writing::by_block, writing::at_line, writing::at_once})
    for_each_disk([&](std::size_t size, std::size_t room, std::size_t) {
      if (size > 100) return;
      fake_device device;
      small_disk disk{room};
      device.on_write = [&](int, std::size_t n) { return disk.write(n); };
      std::string buffer(size, '?');
      rill::detail::standard_writer out(fake_device::handle, buffer.data(),
                                        size, mode, false);
      std::string expected;
      for (int i = 0; i != 20; ++i) {
        unsigned long long const before = out.accepted();
        print_line(out, i);
        if (out.accepted() != before) expected += line(i);
        REQUIRE(out.accepted() == expected.size());
        std::string const pending(out.pending().data, out.pending().size);
        REQUIRE((device.bytes + pending == expected));
      }
    });
}

#endif
