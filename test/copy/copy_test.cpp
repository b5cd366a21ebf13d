// test/copy/copy_test.cpp: limits, progress, errors, and the positions after
// them. test/copy/copy_matrix_test.cpp has the kinds of files.
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>  // fcntl
#include <rill/copy/copy.h>
#include <rill/copy/load.h>
#include <rill/stream/memory_writer.h>
#include <string.h>        // strerror
#include <sys/resource.h>  // setrlimit
#include <sys/time.h>      // setitimer

#include <algorithm>  // std::count
#include <csignal>    // signal
#include <string>
#include <thread>
#include <vector>

#include "support/child.h"
#include "support/copy_faults.h"
#include "support/fake_device.h"
#include "support/files.h"
#include "support/skip.h"

using rill::error_code;
using rill::error_source;
using rill::file;
using rill::library_problem;
using rill_test::content_of;
using rill_test::copy_faults;
using rill_test::fake_device;
using rill_test::manner;
using rill_test::pattern;
using rill_test::set_content;

namespace {

std::string sentence(rill::error const& reason) { return reason.what(); }

// A source of 100,000 bytes, and the path of a sink.
struct place {
  rill_test::folder folder;
  std::string bytes = pattern(100'000);
  std::string from = folder / "from";
  std::string to = folder / "to";
  place() { set_content(from, bytes); }
};

}  // namespace

// A source that cannot advance is refused, with the sentence about sources.
static_assert(rill::detail::copy_source<rill::loaded_file>);
static_assert(!rill::detail::copy_source<rill::loaded_file const>);

TEST_CASE("copy/copy: the cheapest call that works is the one that is made") {
  place const p;
  copy_faults faults;
  faults.clones = true;
  CHECK(rill::copy(file::open(p.from), file::create(p.to)) == 100'000);
  CHECK(faults.clone_calls == 1);
  CHECK(faults.range_calls + faults.sendfile_calls + faults.splice_calls == 0);
  CHECK((content_of(p.to) == p.bytes));
  faults.clones = false;
  CHECK(rill::copy(file::open(p.from), file::create(p.to)) == 100'000);
  CHECK(faults.clone_calls == 2);
  CHECK(faults.range_calls == 1);
  CHECK(faults.sendfile_calls + faults.splice_calls == 0);
  faults.of_range = manner::refused;
  faults.range_calls = 2;
  faults.refusal = EXDEV;
  CHECK(rill::copy(file::open(p.from), file::create(p.to)) == 100'000);
  CHECK(faults.range_calls == 3);
  CHECK(faults.sendfile_calls == 1);
  CHECK(faults.splice_calls == 0);
  CHECK((content_of(p.to) == p.bytes));
  // If one end is not a regular file, copy_file_range is not called.
  faults.range_calls = faults.sendfile_calls = 0;
  CHECK(rill::copy(file::open(p.from), file::update("/dev/null")) == 100'000);
  CHECK(faults.range_calls == 0);
  CHECK(faults.sendfile_calls > 0);
}

TEST_CASE("copy/copy: blocks are shared only where all of a file is copied") {
  place const p;
  copy_faults faults;
  faults.clones = true;
  auto const clones = [&](long long from, long long to, bool keeps,
                          rill::copy_options const& options) {
    faults.clone_calls = 0;
    file const source = file::open(p.from);
    file const sink = keeps ? file::update(p.to) : file::create(p.to);
    source.seek(from);
    sink.seek(to);
    rill::copy(source, sink, options);
    CHECK(source.position() - from == sink.position() - to);
    return faults.clone_calls;
  };
  CHECK(clones(0, 0, false, {}) == 1);
  CHECK(clones(0, 0, false, {.limit = 100'000}) == 1);
  CHECK(clones(0, 0, false, {.sparse = true}) == 1);
  CHECK(clones(0, 0, false, {.limit = 99'999}) == 0);
  CHECK(clones(1, 0, false, {}) == 0);
  CHECK(clones(0, 1, false, {}) == 0);
  CHECK(clones(0, 0, true, {}) == 0);
  CHECK(clones(0, 0, false, {.share_blocks = false}) == 0);
  CHECK(clones(0, 0, false, {.sparse = true, .share_blocks = false}) == 0);
}

TEST_CASE("copy/copy: a limit is kept by every way") {
  place const p;
  for (manner how : rill_test::harmless_manners) {
    copy_faults faults;
    faults.set_all(how);
    for (unsigned long long limit :
         {0ull, 1ull, 4095ull, 4096ull, 4097ull, 99'999ull, 100'000ull,
          100'001ull, ~0ull}) {
      CAPTURE(static_cast<int>(how));
      CAPTURE(limit);
      std::size_t const want = limit < 100'000 ? limit : 100'000;
      file const from = file::open(p.from);
      CHECK(rill::copy(from, file::create(p.to), {.limit = limit}) == want);
      CHECK(from.position() == static_cast<long long>(want));
      CHECK((content_of(p.to) == p.bytes.substr(0, want)));
      // A second call copies the rest, also between a reader and a writer.
      rill::file_reader in(p.from, 50);
      REQUIRE(in.more());
      rill::file_writer out(p.to, 50);
      CHECK(rill::copy(in, out, {.limit = limit}) == want);
      CHECK(rill::copy(in, out) == 100'000 - want);
      out.close();
      CHECK((content_of(p.to) == p.bytes));
    }
  }
}

TEST_CASE("copy/copy: limits of what a reader and a text hold") {
  std::string got;
  rill::string_writer out(got);
  rill::memory_reader in("0123456789", 10);
  CHECK(rill::copy(in, out, {.limit = 4}) == 4);
  CHECK(in.available() == 6);
  CHECK(rill::copy(rill::text("abcdef"), out, {.limit = 2}) == 2);
  CHECK(rill::copy(in, out) == 6);
  out.flush();
  CHECK(got == "0123ab456789");
}

TEST_CASE("copy/copy: progress is told every so many bytes and at the end") {
  place const p;
  for (manner how : {manner::real, manner::nothing, manner::cut}) {
    copy_faults faults;
    faults.set_all(how);
    std::vector<unsigned long long> seen;
    auto const tell = [&](unsigned long long moved) { seen.push_back(moved); };
    CHECK(rill::copy(file::open(p.from), file::create(p.to),
                     {.report_every = 30'000}, tell) == 100'000);
    CHECK(seen ==
          std::vector<unsigned long long>{30'000, 60'000, 90'000, 100'000});
    seen.clear();
    CHECK(rill::copy(file::open(p.from), file::create(p.to),
                     {.report_every = 50'000}, tell) == 100'000);
    CHECK(seen == std::vector<unsigned long long>{50'000, 100'000});
    seen.clear();
    CHECK(rill::copy(file::open(p.from), file::create(p.to), {}, tell) ==
          100'000);
    CHECK(seen == std::vector<unsigned long long>{100'000});
    seen.clear();
    CHECK(rill::copy(rill::text(""), file::create(p.to), {}, tell) == 0);
    CHECK(seen.empty());
    rill::copy(rill::text("abcdefg"), file::create(p.to), {.report_every = 3},
               tell);
    CHECK(seen == std::vector<unsigned long long>{3, 6, 7});
    seen.clear();
    rill::copy(rill::text("abc"), file::create(p.to), {.report_every = 0},
               tell);
    CHECK(seen == std::vector<unsigned long long>{1, 2, 3});
  }
}

TEST_CASE("copy/copy: progress may end the copy, which is no error") {
  place const p;
  for (manner how : {manner::real, manner::nothing}) {
    copy_faults faults;
    faults.set_all(how);
    file const from = file::open(p.from);
    auto const up_to_two = [](unsigned long long moved) {
      return moved < 20'000;
    };
    CHECK(rill::copy(from, file::create(p.to), {.report_every = 10'000},
                     up_to_two) == 20'000);
    CHECK(from.position() == 20'000);
    CHECK((content_of(p.to) == p.bytes.substr(0, 20'000)));
  }
}

TEST_CASE("copy/copy: what a progress function throws comes through") {
  place const p;
  copy_faults const faults;
  file const from = file::open(p.from);
  auto const fail = [](unsigned long long) { throw 42; };
  CHECK_THROWS_AS(
      rill::copy(from, file::create(p.to), {.report_every = 10'000}, fail),
      int);
  CHECK(from.position() == 10'000);
}

TEST_CASE("copy/copy: a full device, by every way") {
  place const p;
  for (manner how : {manner::real, manner::refused, manner::nothing}) {
    copy_faults faults;
    faults.set_all(how);
    file const from = file::open(p.from);
    auto const done = rill::try_copy(from, file::update("/dev/full"));
    REQUIRE(!done);
    CHECK(sentence(done.error()) == "write /dev/full: No space left on device");
    CHECK(done.error().written() == 0);
    CHECK(from.position() == 0);  // no byte was taken
    CHECK_THROWS_AS(rill::copy(from, file::update("/dev/full")), rill::error);
  }
}

TEST_CASE("copy/copy: a final error in the middle ends the copy there") {
  place const p;
  for (int number : {ENOSPC, EDQUOT, EFBIG, EPIPE, EIO}) {
    CAPTURE(number);
    copy_faults faults;
    faults.of_range = manner::refused;  // the third call fails
    faults.refusal = number;
    file const from = file::open(p.from);
    auto const done = rill::try_copy(from, file::create(p.to));
    REQUIRE(!done);
    CHECK((done.error().code() == error_code(error_source::system, number)));
    CHECK(done.error().written() == 14);
    CHECK(from.position() == 14);
    CHECK(content_of(p.to) == p.bytes.substr(0, 14));
    CHECK(faults.sendfile_calls == 0);
    // EIO does not tell which of the two files failed.
    std::string const start = number == EIO
                                  ? "copy " + p.from + " to " + p.to + ": "
                                  : "write " + p.to + ": ";
    CHECK(sentence(done.error()).rfind(start, 0) == 0);
  }
}

TEST_CASE("copy/copy: errors of reading and writing name the right file") {
  place const p;
  fake_device device;
  device.input = "0123456789";
  device.on_read = [](int call, std::size_t) -> long {
    return call == 0 ? 4 : -EIO;
  };
  rill::file_view const fake(fake_device::handle, "the disk");
  auto const unread = rill::try_copy(fake, file::create(p.to));
  CHECK(sentence(unread.error()) == std::string("read the disk: ") +
                                        strerror(EIO) +
                                        "; bytes written before: 4");
  CHECK(unread.error().written() == 4);
  CHECK(content_of(p.to) == "0123");
  device.on_write = [](int call, std::size_t size) -> long {
    return call == 0 ? static_cast<long>(size < 10 ? size : 10) : -ENOSPC;
  };
  file const from = file::open(p.from);
  auto const unwritten = rill::try_copy(from, fake);
  CHECK(sentence(unwritten.error()) ==
        "write the disk: No space left on device; bytes written before: 10");
  CHECK(unwritten.error().written() == 10);
  CHECK(from.position() == 10);  // behind the bytes that have arrived
  auto const folder = rill::try_copy(file::open("/tmp"), file::create(p.to));
  CHECK(sentence(folder.error()) == "read /tmp: Is a directory");
  auto const wrong = rill::try_copy(file::open(p.from), file::open(p.from));
  CHECK((wrong.error().code() == error_code(library_problem::overlap)));
  set_content(p.to, "");
  auto const closed = rill::try_copy(file::open(p.from), file::open(p.to));
  CHECK(sentence(closed.error()) == "write " + p.to + ": Bad file descriptor");
  CHECK(rill::try_copy(file(), file()).error().code().number == EBADF);
}

TEST_CASE("copy/copy: every write may be short, interrupted or refused once") {
  std::string const all = pattern(300);
  for (int bad = 0; bad != 40; ++bad) {
    for (long answer : {-long{EINTR}, -long{EAGAIN}, 1l, 7l}) {
      rill_test::folder const folder;
      set_content(folder / "f", all);
      fake_device device;
      device.on_write = [&](int call, std::size_t size) -> long {
        auto const whole = static_cast<long>(size);
        return call == bad ? (answer < whole ? answer : whole) : whole;
      };
      rill::file_view const sink(fake_device::handle);
      CHECK(rill::copy(file::open(folder / "f"), sink) == all.size());
      CHECK((device.bytes == all));
      device.bytes.clear();
      rill::memory_reader in(all.data(), all.size());
      CHECK(rill::copy(in, sink) == all.size());
      CHECK((device.bytes == all));
    }
  }
}

namespace {

// A string with room for `room` bytes; an append beyond them throws.
struct scarce_string {
  std::string bytes;
  std::size_t room;
  void append(char const* data, std::size_t size) {
    if (size > room - bytes.size()) throw std::bad_alloc();
    bytes.append(data, size);
  }
};

}  // namespace

TEST_CASE("copy/copy: no memory for what a writer is to take") {
  place const p;
  file const from = file::open(p.from);
  scarce_string text{{}, 50'000};
  unsigned long long moved = 0;
  {
    rill::detail::appending_writer<scarce_string> out(text);
    CHECK_THROWS_AS(
        rill::copy(from, out, {.report_every = 1},
                   [&](unsigned long long so_far) { moved = so_far; }),
        std::bad_alloc);
  }
  CHECK(from.position() == static_cast<long long>(moved));
}

TEST_CASE("copy/copy: a reader knows its place after an exception") {
  rill_test::folder const folder;
  std::string const path = folder / "lines";
  std::string text;
  for (int i = 0; i != 1000; ++i) text += std::to_string(i + 1) + "\n";
  set_content(path, text);
  rill::file_reader in(path, 16);
  REQUIRE(in.more());
  auto const fail = [](unsigned long long moved) {
    if (moved >= 1200) throw 42;
  };
  CHECK_THROWS_AS(
      rill::copy(in, file::create(folder / "to"), {.report_every = 400}, fail),
      int);
  CHECK(content_of(folder / "to") == text.substr(0, 1200));
  CHECK(in.more());
  CHECK(std::string(in.cursor(), in.available()) ==
        text.substr(1200, in.available()));
  auto const lines = std::count(text.begin(), text.begin() + 1200, '\n');
  CHECK(in.locate().line == static_cast<unsigned long long>(lines) + 1);
}

TEST_CASE("copy/copy: blocks that came while they were shared") {
  place const p;
  copy_faults const faults;
  static std::string more;
  more = p.bytes + "more";
  rill::os::copy_call.clone = [](int to, int) -> int {
    return ::pwrite(to, more.data(), more.size(), 0) < 0 ? -1 : 0;
  };
  file const from = file::open(p.from);
  file const to = file::create(p.to);
  CHECK(rill::copy(from, to, {.limit = 100'000}) == 100'000);
  CHECK(content_of(p.to) == p.bytes);
  CHECK(from.position() == 100'000);
  CHECK(to.position() == 100'000);
}

TEST_CASE("copy/copy: /proc and /sys, whose sizes lie") {
  rill_test::folder const folder;
  for (char const* path :
       {"/proc/self/limits", "/proc/filesystems",
        "/sys/kernel/mm/transparent_hugepage/enabled", "/proc/self/maps"}) {
    if (!file::try_open(path)) continue;
    for (bool sparse : {false, true}) {
      CAPTURE(path);
      file const from = file::open(path);
      auto const moved =
          rill::copy(from, file::create(folder / "f"), {.sparse = sparse});
      CHECK(moved != 0);
      CHECK(moved == content_of(folder / "f").size());
      if (path != std::string("/proc/self/maps"))
        CHECK((content_of(folder / "f") == content_of(path)));
    }
  }
}

TEST_CASE("copy/copy: a source that grows and shrinks meanwhile") {
  place const p;
  copy_faults faults;
  faults.most = 1000;
  bool done = false;
  auto const change = [&](unsigned long long moved) {
    if (done || moved < 50'000) return;
    done = true;
    file::append(p.from).write("more");
  };
  CHECK(rill::copy(file::open(p.from), file::create(p.to),
                   {.report_every = 1000}, change) == 100'004);
  CHECK((content_of(p.to) == p.bytes + "more"));
  auto const cut = [&](unsigned long long moved) {
    if (moved == 50'000) file::update(p.from).truncate(60'000);
  };
  CHECK(rill::copy(file::open(p.from), file::create(p.to),
                   {.report_every = 1000}, cut) == 60'000);
}

TEST_CASE("copy/copy: a writer keeps an error that happened beside it") {
  place const p;
  copy_faults faults;
  faults.of_range = manner::refused;
  faults.refusal = ENOSPC;
  rill::file_writer out(p.to);
  out.write("head ");
  auto const done = rill::try_copy(file::open(p.from), out);
  REQUIRE(!done);
  CHECK(out.error().number == ENOSPC);
  // Bytes behind the gap are refused until the error is cleared.
  CHECK_THROWS_AS(out.write("tail"), rill::error);
  CHECK(!out.try_flush());
  out.clear_error();
  out.write("tail");
  out.close();
  CHECK((content_of(p.to) == "head " + p.bytes.substr(0, 14) + "tail"));
  // An error of the source is not an error of the writer.
  rill::file_writer other(p.to);
  CHECK(!rill::try_copy(file::open("/tmp"), other));
  CHECK(!other.error());
  other.write("on");
  other.close();
  CHECK(content_of(p.to) == "on");
}

TEST_CASE("copy/copy: what a writer held comes first, or nothing comes") {
  place const p;
  fake_device device;
  device.on_write = [](int, std::size_t) -> long { return -ENOSPC; };
  rill::file_writer out((file(fake_device::handle)), 100);
  out.write("head");
  file const from = file::open(p.from);
  CHECK(!rill::try_copy(from, out));
  CHECK(from.position() == 0);
  device.on_write = nullptr;
  out.clear_error();
  CHECK(rill::copy(from, out) == 100'000);
  out.close();
  CHECK((device.bytes == "head" + p.bytes));
}

TEST_CASE("copy/copy: errors of writers and readers of other kinds") {
  place const p;
  char block[10];
  rill::memory_writer small(block, sizeof block);
  file const from = file::open(p.from);
  auto const full = rill::try_copy(from, small);
  REQUIRE(!full);
  CHECK(full.error().written() == 0);
  CHECK(from.position() == 0);
  // A writer that throws, through its base class.
  fake_device device;
  device.on_write = [](int, std::size_t) -> long { return -ENOSPC; };
  rill::file_writer out((file(fake_device::handle)), 10);
  rill::writer& base = out;
  CHECK(rill::try_copy(from, base).error().code().number == ENOSPC);
  CHECK(from.position() == 0);
  CHECK_THROWS_AS(rill::copy(from, base), rill::error);
  // A reader that has an error after its bytes.
  device.input = "0123456789";
  device.on_read = [](int call, std::size_t) -> long {
    return call == 0 ? 5 : -EIO;
  };
  rill::file_reader in((file(fake_device::handle)));
  rill::reader& source = in;
  auto const done = rill::try_copy(source, file::create(p.to));
  CHECK(done.error().code().number == EIO);
  CHECK(content_of(p.to) == "01234");
  CHECK(!rill::try_copy(in, file::create(p.to)));
  CHECK(rill::copy(in, file::create(p.to), {.limit = 0}) == 0);
  out.clear_error();
  device.on_write = nullptr;
}

TEST_CASE("copy/copy: a reader goes on behind the copy, and knows its place") {
  rill_test::folder const folder;
  std::string all;
  for (int i = 0; i != 1000; ++i) all += "line " + std::to_string(i) + "\n";
  set_content(folder / "f", all);
  rill::file_reader in(folder / "f", 40);
  char first[7];
  REQUIRE(in.read(first, 7) == 7);
  std::size_t const size = all.find("line 500\n") - 7;
  CHECK(rill::copy(in, file::create(folder / "g"), {.limit = size}) == size);
  CHECK((content_of(folder / "g") == all.substr(7, size)));
  CHECK(std::string(in.peek(9).data, 9) == "line 500\n");
  rill::source_position const at = in.locate();
  // locate() is the position of the first byte in memory, before the cursor.
  CHECK(at.line + static_cast<unsigned long long>(std::count(
                      in.history().begin(), in.history().end(), '\n')) ==
        501);
}

TEST_CASE("copy/copy: a program's limit of file sizes") {
  CHECK(rill_test::status_of_child([] {
          place const p;
          rlimit const small{65536, 65536};
          ::signal(SIGXFSZ, SIG_IGN);
          if (::setrlimit(RLIMIT_FSIZE, &small) != 0) return 2;
          for (manner how : {manner::real, manner::refused, manner::nothing}) {
            copy_faults faults;
            faults.set_all(how);
            file const from = file::open(p.from);
            auto const done = rill::try_copy(from, file::create(p.to));
            if (done || done.error().code().number != EFBIG) return 3;
            if (done.error().written() != 65536) return 6;
            if (content_of(p.to).size() != 65536) return 4;
            if (from.position() != 65536) return 5;
          }
          return 0;
        }) == 0);
}

TEST_CASE("copy/copy: signals without end") {
  rill_test::folder const folder;
  std::string const all = pattern(3'000'000);
  CHECK(rill_test::status_of_child([&] {
          int ends[2];
          if (::pipe(ends) != 0) return 2;
          struct sigaction act{};
          act.sa_handler = [](int) {};
          ::sigaction(SIGALRM, &act, nullptr);
          itimerval const often{{0, 500}, {0, 500}};
          ::setitimer(ITIMER_REAL, &often, nullptr);
          std::thread feeder([&] {
            sigset_t set;
            sigfillset(&set);
            pthread_sigmask(SIG_BLOCK, &set, nullptr);
            rill::file_view(ends[1]).write(all);
            ::close(ends[1]);
          });
          auto const moved =
              rill::copy(rill::file_view(ends[0]), file::create(folder / "f"));
          feeder.join();
          return moved == all.size() ? 0 : 1;
        }) == 0);
  CHECK((content_of(folder / "f") == all));
}
