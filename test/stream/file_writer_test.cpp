// test/stream/file_writer_test.cpp: a buffered file against a string, on
// devices that fail or write short, and in files that are opened to append.
// covers: rill/stream/handle_writer.h
// covers: rill/stream/lost_output.h
// covers: stream/kept_error.h
#include <doctest/doctest.h>
#include <fcntl.h>  // open
#include <rill/print.h>
#include <rill/stream/file_writer.h>

#include <random>
#include <string>
#include <vector>

#include "support/fake_device.h"
#include "support/files.h"

using rill::file_writer;
using rill_test::content_of;
using rill_test::fake_device;

namespace {

rill::file fake() { return rill::file(fake_device::handle); }

// Pieces that all differ, so that a lost or doubled one is detected.
std::string piece_of_size(std::size_t size, unsigned number) {
  std::string piece = "<" + std::to_string(number) + ">";
  piece.resize(size, '.');
  return piece;
}

std::vector<std::string> lost;  // the errors that were reported as lost
void remember(rill::error const& reason) noexcept {
  lost.push_back(reason.what());
}

// Sets the lost-output handler for one test.
struct handler {
  rill::lost_output_handler before = rill::set_lost_output_handler(remember);
  handler() { lost.clear(); }
  ~handler() { rill::set_lost_output_handler(before); }
  handler(handler const&) = delete;
  handler& operator=(handler const&) = delete;
};

}  // namespace

TEST_CASE("stream/file_writer: buffer sizes 1 to 40, pieces of any size") {
  std::mt19937 random(2);
  for (std::size_t size = 1; size <= 40; ++size) {
    CAPTURE(size);
    fake_device device;
    device.on_write = [&](int call, std::size_t wanted) -> long {
      if (fake_device::knows_signals && call % 11 == 3) return -EINTR;
      return call % 3 == 0 ? 1 : static_cast<long>(wanted);
    };
    std::string twin;
    {
      file_writer out(fake(), size);
      for (unsigned i = 0; i != 300; ++i) {
        std::string const piece = piece_of_size(random() % 60, i);
        switch (random() % 5) {
          case 0:
            out.put('\n');
            twin += '\n';
            break;
          case 1:
            rill::print(out, i, piece, 'c');
            twin += std::to_string(i) + piece + 'c';
            break;
          case 2:
            if (random() % 8 == 0) out.flush();
            break;
          default:
            out.write(piece.data(), piece.size());
            twin += piece;
        }
      }
      out.close();
    }
    CHECK((device.bytes == twin));
    CHECK(device.closes == 1);
  }
}

TEST_CASE("stream/file_writer: a full buffer is one write of whole pieces") {
  fake_device device;
  file_writer out(fake(), 8192);
  for (unsigned i = 0; i != 1000; ++i)
    out.write(piece_of_size(100, i).data(), 100);
  out.close();
  CHECK(device.bytes.size() == 100000);
  for (std::size_t i = 0; i + 1 < device.writes.size(); ++i)
    CHECK(device.writes[i].size() == 8100);  // 81 pieces
}

TEST_CASE("stream/file_writer: a device that fails at write k, then works") {
  // For every k: the bytes before the error are written once and in order, at
  // most a part of the failing piece is written, no byte is written twice, and
  // the text after clear_error() follows.
  for (std::size_t size : {1u, 2u, 7u, 16u, 40u}) {
    for (int k = 0; k != 30; ++k) {
      CAPTURE(size);
      CAPTURE(k);
      handler const quiet;
      fake_device device;
      device.on_write = [&](int call, std::size_t wanted) -> long {
        if (call == k) return -ENOSPC;
        // A short write before the error makes the error fall into a piece.
        if (call == k - 1 && wanted > 1) return 1;
        return static_cast<long>(wanted);
      };
      std::string accepted;
      std::string failing;
      {
        file_writer out(fake(), size);
        bool failed = false;
        for (unsigned i = 0; i != 40 && !failed; ++i) {
          std::string const piece = piece_of_size(i % 13, i);
          try {
            out.write(piece.data(), piece.size());
            accepted += piece;
          } catch (rill::error const& e) {
            failed = true;
            failing = piece;
            CHECK(e.code().number == ENOSPC);
          }
        }
        if (!failed) {
          failed = !out.try_flush();
          if (!failed) {
            CHECK((device.bytes == accepted));
            continue;
          }
        }
        // The error stays: no call writes, and every call reports it.
        std::size_t const written = device.bytes.size();
        std::size_t const calls = device.writes.size();
        CHECK(bool(out.error()));
        CHECK_THROWS_AS(out.write("more than the room", 18), rill::error);
        CHECK_THROWS_AS(out.put('x'), rill::error);
        CHECK_THROWS_AS(out.flush(), rill::error);
        CHECK(!out.try_flush());
        CHECK(device.bytes.size() == written);
        CHECK(device.writes.size() == calls);
        // The accepted bytes are pending, without the failing piece.
        std::string const pending(out.pending().data, out.pending().size);
        if (written < accepted.size())
          CHECK((device.bytes + pending == accepted));
        else
          CHECK(pending.empty());
        out.clear_error();
        CHECK(!out.error());
        CHECK(bool(out.try_flush()));
        std::string const kept = device.bytes;
        CHECK((kept.substr(0, accepted.size()) == accepted));
        std::string const part = kept.substr(
            accepted.size() < kept.size() ? accepted.size() : kept.size());
        CHECK((failing.substr(0, part.size()) == part));
        out.write("after", 5);
        out.close();
        CHECK((device.bytes == kept + "after"));
      }
      CHECK(lost.empty());
      CHECK(device.closes == 1);
    }
  }
}

TEST_CASE("stream/file_writer: a full disk keeps the bytes for a retry") {
  handler const quiet;
  fake_device device;
  std::size_t room = 10;
  device.on_write = [&](int, std::size_t wanted) -> long {
    std::size_t const moved = wanted < room ? wanted : room;
    room -= moved;
    return moved ? static_cast<long>(moved) : -ENOSPC;
  };
  file_writer out(fake(), 64);
  out.write("0123456789abcdef", 16);
  CHECK(!out.try_flush());
  CHECK(device.bytes == "0123456789");
  CHECK(std::string(out.pending().data, out.pending().size) == "abcdef");
  room = 100;
  CHECK(!out.try_flush());  // still the old error
  out.clear_error();
  CHECK(bool(out.try_flush()));
  CHECK(device.bytes == "0123456789abcdef");
  out.close();
}

TEST_CASE("stream/file_writer: close reports the flush, then the close") {
  {
    fake_device device;
    device.close_answer = EIO;
    file_writer out(fake(), 16);
    out.put('x');
    rill::result<void> const closed = out.try_close();
    REQUIRE(!closed);
    CHECK(closed.error().code().number == EIO);
    CHECK(device.bytes == "x");
    CHECK(!out.is_open());
    CHECK(bool(out.try_close()));
    CHECK(device.closes == 1);
  }
  {
    fake_device device;
    device.on_write = [](int, std::size_t) -> long { return -ENOSPC; };
    device.close_answer = EIO;
    file_writer out(fake(), 16);
    out.put('x');
    CHECK(out.try_close().error().code().number == ENOSPC);
    CHECK(device.closes == 1);
    // A closed writer accepts no bytes.
    CHECK_THROWS_AS(out.put('y'), rill::error);
    CHECK_THROWS_AS(rill::print(out, "y", 1), rill::error);
  }
}

TEST_CASE("stream/file_writer: sync flushes first, and its error is final") {
  fake_device device;
  file_writer out(fake(), 16);
  out.put('x');
  out.sync();
  CHECK(device.bytes == "x");
  CHECK(device.syncs == 1);
  device.sync_answer = EIO;
  rill::result<void> const synced = out.try_sync();
  REQUIRE(!synced);
  CHECK(std::string(synced.error().what()).rfind("sync", 0) == 0);
  device.sync_answer = 0;
  CHECK(!out.try_sync());
  CHECK(device.syncs == 2);
  CHECK(!out.try_close());
}

TEST_CASE("stream/file_writer: a destructor tells the handler, once") {
  handler const quiet;
  fake_device device;
  device.on_write = [](int, std::size_t) -> long { return -ENOSPC; };
  {
    file_writer out(fake(), 16);
  }
  CHECK(lost.empty());
  {
    file_writer out(fake(), 16);
    out.put('x');
  }
  REQUIRE(lost.size() == 1);
  CHECK(lost[0].find("write") == 0);
  {
    file_writer out(fake(), 16);
    out.put('x');
    CHECK(!out.try_close());  // reported here, so not again
  }
  CHECK(lost.size() == 1);
  // The destructor reports while an exception unwinds, too.
  CHECK_THROWS_AS(
      [] {
        file_writer out(fake(), 16);
        out.put('x');
        throw 7;
      }(),
      int);
  CHECK(lost.size() == 2);
  // Assigning to a writer reports the bytes that it loses.
  {
    file_writer out(fake(), 16);
    out.put('x');
    out = file_writer(fake(), 16);
    CHECK(lost.size() == 3);
  }
  CHECK(lost.size() == 3);
  CHECK(device.closes == 6);
}

TEST_CASE("stream/file_writer: null puts the default handler back") {
  rill::lost_output_handler const first =
      rill::set_lost_output_handler(nullptr);
  CHECK((rill::set_lost_output_handler(remember) == first));
  CHECK((rill::set_lost_output_handler(nullptr) == remember));
}

TEST_CASE("stream/file_writer: it moves with what it holds") {
  fake_device device;
  file_writer first(fake(), 16);
  first.write("one ", 4);
  file_writer second(static_cast<file_writer&&>(first));
  CHECK(!first.is_open());
  CHECK_THROWS_AS(first.put('x'), rill::error);
  second.write("two ", 4);
  file_writer third(rill::file{}, 4);
  third = static_cast<file_writer&&>(second);
  third.write("three", 5);
  file_writer& itself = third;
  third = static_cast<file_writer&&>(itself);
  third.close();
  CHECK(device.bytes == "one two three");
  CHECK(device.closes == 1);
}

TEST_CASE("stream/file_writer: a vector of them can grow") {
  rill_test::folder folder;
  {
    std::vector<file_writer> files;
    for (int i = 0; i != 20; ++i) {
      files.push_back(
          file_writer::create(folder / std::to_string(i).c_str(), 8));
      for (file_writer& f : files) rill::print(f, i, ',');
    }
  }
  for (int i = 0; i != 20; ++i) {
    std::string expected;
    for (int k = i; k != 20; ++k) expected += std::to_string(k) + ",";
    CHECK(content_of(folder / std::to_string(i).c_str()) == expected);
  }
}

TEST_CASE("stream/file_writer: release flushes and gives the file away") {
  fake_device device;
  {
    file_writer out(fake(), 16);
    out.write("abc", 3);
    rill::file file = out.release();
    CHECK(device.bytes == "abc");
    CHECK(!out.is_open());
    CHECK(file.is_open());
    CHECK(device.closes == 0);
  }
  CHECK(device.closes == 1);
}

TEST_CASE("stream/file_writer: the verbs open as those of file") {
  rill_test::folder folder;
  std::string const path = folder / "f";
  rill::print(*file_writer::try_create(path), "one");
  CHECK(!file_writer::try_create_new(path));
  rill::print(*file_writer::try_append(path), "two");
  rill::print(*file_writer::try_update(path), "T");
  CHECK(content_of(path) == "Tnetwo");
  CHECK(!file_writer::try_update(folder / "missing"));
  CHECK(!file_writer::try_temporary(folder / "missing"));
  {
    auto unnamed = file_writer::try_temporary(folder.path());
    REQUIRE(unnamed);
    rill::print(*unnamed, "three");
    unnamed->flush();
    CHECK(unnamed->file().size() == 5);
  }
  file_writer(path, 1).put('!');
  CHECK(content_of(path) == "!");
  {
    file_writer both = file_writer::update(path);
    both.write("?!", 2);
  }
  CHECK(content_of(path) == "?!");
  file_writer made = file_writer::temporary(folder.path());
  made.write("abc", 3);
  made.flush();
  CHECK(made.file().size() == 3);
  CHECK(!file_writer::try_create(folder / "missing/f"));
  CHECK_THROWS_AS(file_writer(folder / "missing/f"), rill::error);
  CHECK_THROWS_AS((void)file_writer::create_new(path), rill::error);
}

namespace {

// Records the writes to a real file that is opened to append.
std::vector<std::string> calls;
struct recording {
  rill::os::system_calls before = rill::os::call;
  recording() {
    calls.clear();
#if defined(_WIN32)
    rill::os::call.write_file =
        [](void* to, void const* data, rill::os::windows_word size,
           rill::os::windows_word* count, rill::os::windows_offset* at) {
          calls.emplace_back(static_cast<char const*>(data), size);
          return rill::os::rill_WriteFile(to, data, size, count, at);
        };
#else
    rill::os::call.write = [](int to, void const* data, size_t size) {
      calls.emplace_back(static_cast<char const*>(data), size);
      return ::write(to, data, size);
    };
    rill::os::call.writev = [](int to, iovec const* parts, int count) {
      std::string all;
      for (int i = 0; i != count; ++i)
        all.append(static_cast<char const*>(parts[i].iov_base),
                   parts[i].iov_len);
      calls.push_back(all);
      return ::writev(to, parts, count);
    };
#endif
  }
  ~recording() { rill::os::call = before; }
  recording(recording const&) = delete;
  recording& operator=(recording const&) = delete;
};

}  // namespace

TEST_CASE("stream/file_writer: appended lines that fit are never torn") {
  std::mt19937 random(3);
  for (std::size_t size = 24; size <= 60; size += 3) {
    CAPTURE(size);
    rill_test::folder folder;
    std::string twin;
    recording const record;
    {
      file_writer out = file_writer::append(folder / "log", size);
      // Lines of at most the buffer's size. The pieces do not end where the
      // lines do.
      std::string stream;
      for (int i = 0; i != 300; ++i)
        stream +=
            std::string(random() % size, static_cast<char>('a' + i % 26)) +
            "\n";
      for (std::size_t at = 0; at < stream.size();) {
        std::size_t const count = random() % (2 * size);
        std::string const piece = stream.substr(at, count);
        at += count;
        if (random() % 4 == 0 && (twin.empty() || twin.back() == '\n')) {
          rill::print(out, at, '\n');
          twin += std::to_string(at) + "\n";
        }
        out.write(piece.data(), piece.size());
        twin += piece;
      }
    }
    CHECK((content_of(folder / "log") == twin));
    int torn = 0;
    for (std::string const& call : calls) torn += call.back() != '\n';
    CHECK(torn == 0);
  }
}

TEST_CASE("stream/file_writer: a printed line that fits is not torn either") {
  // The longest text of an int does not fit behind the rest of a line, but this
  // number does.
  for (int before = 0; before != 30; ++before) {
    CAPTURE(before);
    rill_test::folder folder;
    recording const record;
    {
      file_writer out = file_writer::append(folder / "log", 32);
      rill::print(out, std::string(static_cast<std::size_t>(before), 'x'));
      rill::print(out, 7);
      rill::print(out, '\n');
      rill::print(out, "next line\n");
    }
    int torn = 0;
    for (std::string const& call : calls) torn += call.back() != '\n';
    CHECK(torn == 0);
  }
}

TEST_CASE("stream/file_writer: appended lines that do not fit are whole") {
  rill_test::folder folder;
  std::string twin;
  {
    file_writer out = file_writer::append(folder / "log", 16);
    for (unsigned i = 0; i != 50; ++i) {
      std::string const line = piece_of_size(i * 7 % 60, i) + "\n";
      for (std::size_t at = 0; at < line.size(); at += 5)
        out.write(line.data() + at, line.substr(at, 5).size());
      twin += line;
    }
  }
  CHECK((content_of(folder / "log") == twin));
}

#if !defined(_WIN32)  // its calls write all bytes or none
TEST_CASE("stream/file_writer: appending keeps bytes for a retry too") {
  handler const quiet;
  rill_test::folder folder;
  static int budget;
  for (budget = 0; budget < 60; ++budget) {
    int const first_budget = budget;
    CAPTURE(first_budget);
    std::string const path = folder / "log";
    ::unlink(path.c_str());
    recording const record;
    rill::os::call.writev = [](int to, iovec const* parts, int) -> ssize_t {
      // A short write: of the first part alone, as far as there is room.
      iovec const& part = parts[0].iov_len ? parts[0] : parts[1];
      auto const room = static_cast<std::size_t>(budget);
      std::size_t const size = part.iov_len < room ? part.iov_len : room;
      if (size == 0) return errno = ENOSPC, -1;
      budget -= static_cast<int>(size);
      return ::write(to, part.iov_base, size);
    };
    rill::os::call.write = [](int to, void const* data, size_t size) {
      iovec part{const_cast<void*>(data), size};
      return rill::os::call.writev(to, &part, 1);
    };
    std::string accepted, failing;
    file_writer out = file_writer::append(path, 16);
    for (unsigned i = 0; i != 12 && failing.empty(); ++i) {
      std::string const line = piece_of_size(3 + i % 9, i) + "\n";
      try {
        out.write(line.data(), line.size());
        accepted += line;
      } catch (rill::error const&) {
        failing = line;
      }
    }
    budget = 1000;
    out.clear_error();
    out.close();
    std::string const all = content_of(path);
    CHECK((all.substr(0, accepted.size()) == accepted));
    CHECK((failing.rfind(all.substr(accepted.size()), 0) == 0));
    budget = first_budget;
  }
}
#endif

TEST_CASE("stream/file_writer: a closed writer stays closed") {
  rill_test::folder folder;
  rill::file_writer closed(folder / "a");
  rill::println(closed, "a");
  closed.close();
  closed.clear_error();
  // The next file gets the descriptor of the closed one.
  rill::file_writer other(folder / "b");
  CHECK_THROWS_AS(rill::print(closed, std::string(200000, 'x')), rill::error);
  CHECK_THROWS_AS(rill::print(closed, 'y'), rill::error);
  other.close();
  CHECK(rill_test::content_of(folder / "b") == "");
}
