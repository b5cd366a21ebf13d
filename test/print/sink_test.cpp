// test/print/sink_test.cpp: what can be printed to, and in how many calls.
// covers: rill/print/print.h
// covers: print/list.h
// covers: rill/print/standard_sink.h
// covers: rill/stream/replace_file.h
// covers: rill/cstdio/standard_output.h
// covers: rill/print/file_sink.h
#include <doctest/doctest.h>
#include <rill/file.h>
#include <rill/print.h>

#include <string>
#include <string_view>

#include "support/child.h"
#include "support/fake_device.h"
#include "support/files.h"

using rill_test::fake_device;

namespace {

struct point {
  int x, y;
  friend void rill_print(auto& out, point const& p) { out(p.x, ":", p.y); }
};

// Two operators << of a program for writers: one for its own class, which
// converts the argument, and one for all writers.
struct log_writer : rill::memory_writer {
  using rill::memory_writer::memory_writer;
  log_writer& operator<<(std::string_view text) {
    rill::print(*this, text, ";");
    return *this;
  }
};
rill::writer& operator<<(rill::writer& out, point const& p) {
  rill::print(out, p, ".");
  return out;
}

}  // namespace

TEST_CASE("print/list: an operator<< of the program is called") {
  char room[64];
  log_writer log(room, sizeof room);
  log << "one" << "two";
  CHECK((log.bytes() == "one;two;"));

  rill::memory_writer out(room, sizeof room);
  out << point{1, 2} << point{3, 4};
  CHECK((out.bytes() == "1:2.3:4."));
}

TEST_CASE("print/list: a print to an unbuffered file is one call") {
  fake_device device;
  rill::file_view const view(fake_device::handle);
  std::string const text(1000, 't');
  std::string expected;
  for (int i = 0; i != 20; ++i) {
    rill::println(view, "n = ", i, ", ", text, point{i, 2}, text, u"\u00E9");
    std::string const n = std::to_string(i);
    expected += "n = " + n + ", " + text + n + ":2" + text + "\xC3\xA9\n";
    CHECK(device.writes.size() == static_cast<std::size_t>(i + 1));
  }
  CHECK((device.bytes == expected));
  rill::print(view);
  rill::print(view, "");
  CHECK(device.writes.size() == 20);
}

TEST_CASE("print/list: more than 4 KiB formatted, and short writes") {
  std::string large(10000, 'l');
  for (long limit : {1l, 7l, 5000l}) {
    fake_device device;
    device.on_write = [&](int, std::size_t size) -> long {
      auto const all = static_cast<long>(size);
      return all < limit ? all : limit;
    };
    rill::file const file(fake_device::handle);
    // Quoted text is formatted in pieces; plain text is passed by reference.
    rill::print(file, rill::quoted(large), large, 7, rill::right(large, 3),
                rill::join(large, ','));
    std::string joined(1, 'l');
    for (int i = 1; i != 10000; ++i) joined += ",l";
    CHECK((device.bytes == "\"" + large + "\"" + large + "7" + large + joined));
  }
}

TEST_CASE("print/list: many long texts are more than one list of parts") {
  fake_device device;
  rill::file_view const view(fake_device::handle);
  std::string const t(100, 't');
  rill::print(view, t, 1, t, 2, t, 3, t, 4, t, 5, t, 6, t, 7, t, 8, t, 9, t, 0,
              t, 1, t, 2, t, 3, t, 4, t, 5, t, 6, t, 7, t, 8, t, 9, t, 0);
  std::string expected;
  for (int i = 1; i != 21; ++i) expected += t + std::to_string(i % 10);
  CHECK((device.bytes == expected));
}

TEST_CASE("print/list: an unbuffered file tells of its errors") {
  for (int k : {0, 50, 150}) {
    fake_device device;
    std::size_t room = static_cast<std::size_t>(k);
    device.on_write = [&](int, std::size_t size) -> long {
      std::size_t const moved = size < room ? size : room;
      room -= moved;
      return moved ? static_cast<long>(moved) : -ENOSPC;
    };
    rill::file_view const view(fake_device::handle, "the disk");
    try {
      rill::print(view, std::string(100, 'a'), 1, std::string(100, 'b'));
      CHECK(false);
    } catch (rill::error const& e) {
      CHECK(e.code().number == ENOSPC);
      std::string const what = e.what();
      CHECK(what.rfind("write the disk: ", 0) == 0);
      CHECK(e.written() == static_cast<unsigned>(k));
      CHECK(e.offset() == 0);
      std::string const count = "; bytes written before: " + std::to_string(k);
      CHECK(what.ends_with(count) == (k != 0));
    }
    CHECK(device.bytes.size() == static_cast<std::size_t>(k));
  }
}

TEST_CASE("print/list: how much an unbuffered file has after an error") {
  // Prints by several calls of 4 KiB and by one call, then writes by the file's
  // own functions.
  std::string const large(10000, 'l');
  rill::text const text(large.data(), large.size());
  for (std::size_t k : {0u, 1u, 4096u, 9000u, 19000u}) {
    auto const check = [&](auto write) {
      fake_device device;
      std::size_t room = k;
      device.on_write = [&](int, std::size_t size) -> long {
        std::size_t const moved = size < room ? size : room;
        room -= moved;
        return moved ? static_cast<long>(moved) : -ENOSPC;
      };
      rill::file const file(fake_device::handle);
      try {
        write(file);
        CHECK(false);
      } catch (rill::error const& e) {
        CHECK(e.written() == device.bytes.size());
        CHECK(e.written() == k);
      }
      (void)const_cast<rill::file&>(file).release();
    };
    check([&](rill::file const& to) {
      rill::print(to, rill::quoted(large), rill::quoted(large));
    });
    check([&](rill::file const& to) { rill::print(to, large, 1, large); });
    check([&](rill::file const& to) { to.writev(text, text); });
    if (k > 9999) continue;
    check([&](rill::file const& to) { to.write(text); });
  }
}

TEST_CASE("print/list: stdout and stderr, in order with stdio") {
  if (!rill_test::can_fork) return rill_test::skip("needs fork");
  rill_test::folder folder;
  std::string const path = folder / "out";
  CHECK(rill_test::status_of_child([&] {
          int const file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
          ::dup2(file, 1);
          ::dup2(file, 2);
          fputs("a", stdout);
          rill::print("b", 1, std::string(30, 'x'));
          printf("c%d", 2);
          rill::println(point{3, 4});
          rill::print_sep(", ", 5, "six", rill::end("\n"));
          rill::flush();
          rill::eprint("e", 1);
          fputs("f", stderr);
          rill::eprintln(point{7, 8});
          rill::flush(stdout);
          return 0;
        }) == 0);
  CHECK(rill_test::content_of(path) ==
        "ab1" + std::string(30, 'x') + "c23:4\n5, six\ne1f7:8\n");
}
