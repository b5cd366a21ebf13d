// test/os/file_view_test.cpp: vectored reads and writes, preallocation, advice,
// and offsets that no file has.
// covers: rill/os/file_calls.h
// platforms: posix
#include <doctest/doctest.h>
#include <fcntl.h>  // O_DIRECT
#include <rill/memory/owned.h>
#include <rill/os/file.h>
#include <sys/resource.h>  // setrlimit
#include <sys/socket.h>    // socketpair
#include <sys/stat.h>      // stat: st_blocks

#include <climits>  // LLONG_MAX
#include <csignal>  // signal
#include <string>
#include <string_view>
#include <vector>

#include "support/child.h"
#include "support/fake_device.h"
#include "support/files.h"
#include "support/kept_calls.h"
#include "support/skip.h"

using rill::error_code;
using rill::error_source;
using rill::file;
using rill::file_advice;
using rill::library_problem;
using rill::memory_part;
using rill_test::content_of;
using rill_test::fake_device;
using rill_test::kept_calls;
using rill_test::set_content;

namespace {

long long bytes_on_disk(file const& f) {
  struct stat native;
  REQUIRE(::fstat(f.native_handle(), &native) == 0);
  return native.st_blocks * 512ll;
}

}  // namespace

TEST_CASE(
    "os/file_view: writev takes texts of every kind, readv fills places") {
  rill_test::folder const folder;
  file const both = file::create(folder / "f", {.read = true});
  both.writev("ab", std::string("cde"), std::string_view("fgh", 2),
              rill::text{"ij", 1});
  CHECK(content_of(folder / "f") == "abcdefgi");
  both.seek(0);
  char first[3];
  std::string second(4, '\0');
  std::vector<char> third(10);
  CHECK(both.readv(first, second, third) == 8);
  CHECK(std::string(first, 3) == "abc");
  CHECK(second == "defg");
  CHECK(third[0] == 'i');
  CHECK(both.readv(first) == 0);
  both.seek(6);
  char byte = 0;
  char one = 0;
  CHECK(both.readv(memory_part(&byte, 1), memory_part(&one, 0)) == 1);
  CHECK(byte == 'g');
  CHECK(one == 0);
}

TEST_CASE("os/file_view: more parts than a call takes, also empty ones") {
  rill_test::folder const folder;
  for (std::size_t count : {0u, 1u, 2u, 1023u, 1024u, 1025u, 5000u}) {
    CAPTURE(count);
    file const both = file::create(folder / "f", {.read = true});
    std::string want;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i != count; ++i)
      texts.push_back(std::string(i % 5, static_cast<char>('a' + i % 26)));
    std::vector<rill::text> parts;
    for (std::string const& t : texts) {
      parts.emplace_back(t.data(), t.size());
      want += t;
    }
    both.writev(parts.data(), parts.size());
    CHECK((content_of(folder / "f") == want));
    both.seek(0);
    std::string got(want.size() + 3, '\0');
    std::vector<memory_part> places;
    std::size_t at = 0;
    for (std::string const& t : texts) {
      places.emplace_back(got.data() + at, t.size());
      at += t.size();
    }
    places.emplace_back(got.data() + at, 3);  // behind the end of the file
    CHECK(both.readv(places.data(), places.size()) == want.size());
    CHECK((got.substr(0, want.size()) == want));
  }
}

TEST_CASE("os/file_view: short, interrupted and waiting readv are completed") {
  std::string const all = "The quick brown fox jumps over the lazy dog.";
  static std::string input;
  static std::size_t taken;
  static std::size_t most;
  static int calls;
  static auto const give = [](void* data, std::size_t size) -> ssize_t {
    int const turn = calls++;
    if (turn % 4 == 1 || turn % 5 == 3) {
      errno = turn % 4 == 1 ? EINTR : EAGAIN;
      return -1;
    }
    std::size_t const left = input.size() - taken;
    std::size_t const count = std::min({size, left, most});
    input.copy(static_cast<char*>(data), count, taken);
    taken += count;
    return static_cast<ssize_t>(count);
  };
  kept_calls const kept;
  rill::os::call.poll = [](pollfd*, nfds_t, int) { return 1; };
  rill::os::call.read = [](int, void* data, size_t size) {
    return give(data, size);
  };
  rill::os::call.readv = [](int, iovec const* parts, int count) -> ssize_t {
    ssize_t moved = 0;
    for (int i = 0; i != count; ++i) {
      ssize_t const one = give(parts[i].iov_base, parts[i].iov_len);
      if (one < 0) return moved ? moved : -1;
      moved += one;
      if (static_cast<std::size_t>(one) != parts[i].iov_len) break;
    }
    return moved;
  };
  for (most = 1; most != 20; ++most) {
    for (std::size_t first : {0u, 1u, 7u, 40u}) {
      input = all;
      taken = 0;
      calls = 0;
      std::string one(first, '\0');
      std::string two(3, '\0');
      std::string three(50, '\0');
      std::size_t const count =
          rill::file_view(1'000'000).readv(one, two, three);
      CHECK(count == all.size());
      CHECK((one + two + three).substr(0, count) == all);
    }
  }
}

TEST_CASE("os/file_view: an error in the middle of readv and writev is told") {
  kept_calls const kept;
  rill::os::call.readv = [](int, iovec const*, int) -> ssize_t {
    errno = EIO;
    return -1;
  };
  rill::os::call.writev = [](int, iovec const*, int) -> ssize_t {
    errno = ENOSPC;
    return -1;
  };
  rill::file_view const view(1'000'000, "the disk");
  char a[2];
  char b[2];
  CHECK(std::string(view.try_readv(a, b).error().what())
            .rfind("read the disk: ", 0) == 0);
  CHECK(std::string(view.try_writev("a", "b").error().what())
            .rfind("write the disk: ", 0) == 0);
  CHECK_THROWS_AS(view.writev("a", "b"), rill::error);
  CHECK_THROWS_AS((void)view.readv(a, b), rill::error);
}

TEST_CASE("os/file_view: room is there before it is written") {
  rill_test::folder const folder;
  file const f = file::create(folder / "f", {.read = true});
  f.preallocate(1'000'000);
  CHECK(f.size() == 1'000'000);
  CHECK(bytes_on_disk(f) >= 1'000'000);
  f.preallocate(1000, 2'000'000);
  CHECK(f.size() == 2'001'000);
  f.preallocate(10);  // shorter than the file
  CHECK(f.size() == 2'001'000);
  f.preallocate(0);
  CHECK(f.position() == 0);
  CHECK(content_of(folder / "f").find_first_not_of('\0') == std::string::npos);
}

TEST_CASE("os/file_view: no room is an error, interrupted calls are repeated") {
  static int answer;
  static int calls;
  kept_calls const kept;
  rill::os::file_call.posix_fallocate = [](int, off_t, off_t) {
    return ++calls < 3 ? EINTR : answer;
  };
  rill::file_view const view(1'000'000, "the disk");
  for (int number : {0, ENOSPC, EOPNOTSUPP, EFBIG}) {
    calls = 0;
    answer = number;
    rill::result<void> const done = view.try_preallocate(10);
    CHECK(calls == 3);
    CHECK(bool(done) == (number == 0));
    if (number == 0) continue;
    CHECK(done.error().code().number == number);
    CHECK(std::string(done.error().what()).rfind("preallocate the disk: ", 0) ==
          0);
  }
}

TEST_CASE("os/file_view: a file above the limit of the program") {
  CHECK(rill_test::status_of_child([] {
          rlimit const small{65536, 65536};
          ::signal(SIGXFSZ, SIG_IGN);
          if (::setrlimit(RLIMIT_FSIZE, &small) != 0) return 2;
          file const f = file::temporary();
          if (f.try_preallocate(100'000).error().code().number != EFBIG)
            return 3;
          if (f.try_truncate(100'000).error().code().number != EFBIG) return 4;
          std::string const all(100'000, 'x');
          if (f.try_write(all).error().code().number != EFBIG) return 5;
          return f.size() == 65536 ? 0 : 6;
        }) == 0);
}

TEST_CASE("os/file_view: a hole reads as zeros and takes no room") {
  rill_test::folder const folder;
  file const f = file::create(folder / "f", {.read = true});
  std::string const all(1 << 20, 'x');
  f.write(all);
  f.sync();
  rill::result<void> const done = f.try_punch_hole(4096, 512 * 1024);
  if (!done && done.error().code().number == EOPNOTSUPP)
    return rill_test::skip("the file system of /tmp makes no holes");
  REQUIRE(bool(done));
  CHECK(f.size() == all.size());
  CHECK(bytes_on_disk(f) < 600 * 1024);
  std::string want = all;
  want.replace(4096, 512 * 1024, 512 * 1024, '\0');
  CHECK((content_of(folder / "f") == want));
  f.punch_hole(10, 0);
  f.punch_hole(3, 2);  // less than a block: zeros
  want.replace(3, 2, 2, '\0');
  CHECK((content_of(folder / "f") == want));
}

TEST_CASE("os/file_view: holes are refused with a reason, or made again") {
  static int calls;
  kept_calls const kept;
  rill::os::file_call.fallocate = [](int, int, off_t, off_t) {
    errno = ++calls < 3 ? EINTR : EOPNOTSUPP;
    return -1;
  };
  calls = 0;
  rill::file_view const view(1'000'000, "the disk");
  rill::result<void> const done = view.try_punch_hole(0, 10);
  CHECK(calls == 3);
  CHECK(
      std::string(done.error().what()).rfind("punch a hole in the disk: ", 0) ==
      0);
}

TEST_CASE("os/file_view: where the bytes are and where the holes") {
  rill_test::folder const folder;
  file const f = file::create(folder / "f", {.read = true});
  f.truncate(10 << 20);
  f.pwrite("data", 5 << 20);
  rill::os::extent const found = rill::os::next_extent(f.native_handle(), 100);
  if (found.begin <= 100)
    return rill_test::skip("the file system of /tmp tells no holes");
  CHECK(found.is_known);
  CHECK(found.is_there);
  CHECK(found.begin <= 5 << 20);
  CHECK(found.begin > 4 << 20);
  CHECK(found.end >= (5 << 20) + 4);
  CHECK(found.end < 6 << 20);
  rill::os::extent const none =
      rill::os::next_extent(f.native_handle(), found.end);
  CHECK(none.is_known);
  CHECK(!none.is_there);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(!rill::os::next_extent(ends[0], 0).is_known);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("os/file_view: every advice reaches the system") {
  rill_test::folder const folder;
  set_content(folder / "f", "12345");
  file const f = file::open(folder / "f");
  for (file_advice advice : {file_advice::normal, file_advice::sequential,
                             file_advice::random, file_advice::will_need,
                             file_advice::will_not_need, file_advice::no_reuse})
    f.advise(advice);
  static std::vector<long long> seen;
  kept_calls const kept;
  rill::os::file_call.posix_fadvise = [](int, off_t at, off_t size,
                                         int number) {
    seen = {at, size, number};
    return ESPIPE;
  };
  rill::result<void> const done = f.try_advise(file_advice::random, 3, 2);
  CHECK(seen == std::vector<long long>{3, 2, POSIX_FADV_RANDOM});
  CHECK(done.error().code().number == ESPIPE);
  CHECK(std::string(done.error().what()).rfind("advise ", 0) == 0);
  CHECK(!f.try_advise(file_advice::no_reuse));
  CHECK(seen[2] == POSIX_FADV_NOREUSE);
  CHECK(!f.try_advise(file_advice::will_not_need));
  CHECK(seen[2] == POSIX_FADV_DONTNEED);
}

TEST_CASE("os/file_view: offsets that no file has are named, nothing is done") {
  rill_test::folder const folder;
  set_content(folder / "f", "12345");
  file const f = file::update(folder / "f");
  f.seek(2);
  char byte = 0;
  error_code const want = library_problem::out_of_reach;
  auto const beyond = static_cast<long long>(~0ull);  // 2^64 - 1 converted
  for (long long offset : {-1ll, LLONG_MIN, beyond}) {
    CHECK((f.try_seek(offset).error().code() == want));
    CHECK((f.try_pread(&byte, 1, offset).error().code() == want));
    CHECK((f.try_pwrite("x", offset).error().code() == want));
    CHECK((f.try_truncate(offset).error().code() == want));
    CHECK((f.try_preallocate(1, offset).error().code() == want));
    CHECK((f.try_preallocate(offset).error().code() == want));
    CHECK((f.try_punch_hole(offset, 1).error().code() == want));
    CHECK((f.try_punch_hole(1, offset).error().code() == want));
    CHECK((f.try_advise(file_advice::random, offset).error().code() == want));
  }
  // LLONG_MAX is passed on: the system refuses it.
  CHECK(!f.try_pwrite("x", LLONG_MAX));
  CHECK(!f.try_preallocate(LLONG_MAX, LLONG_MAX));
  CHECK(f.position() == 2);
  CHECK(content_of(folder / "f") == "12345");
}

TEST_CASE("os/file_view: sockets are read and written") {
  int pair[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  file const one(pair[0]);
  file two(pair[1]);
  one.writev("some", " ", "bytes");
  char bytes[10];
  CHECK(two.read(bytes, 10) == 10);
  CHECK(std::string(bytes, 10) == "some bytes");
  CHECK(!one.try_position());
  CHECK(one.status().kind == rill::device_kind::socket);
  // By default a write to a broken pipe raises SIGPIPE, which ends the program;
  // where the program ignores the signal, the write returns EPIPE.
  two.close();
  // Resets the signal, because another library, such as Qt, may ignore it.
  CHECK(rill_test::status_of_child([&] {
          ::signal(SIGPIPE, SIG_DFL);
          (void)one.try_write("x");
          return 0;
        }) == -1);
  CHECK(rill_test::status_of_child([&] {
          ::signal(SIGPIPE, SIG_IGN);
          return one.try_write("x").error().code().number == EPIPE ? 0 : 1;
        }) == 0);
}

TEST_CASE("os/file_view: past the cache, by aligned blocks") {
  rill_test::folder const folder;
  rill::result<file> opened =
      file::try_create(folder / "f", {.read = true, .direct = true});
  if (!opened && opened.error().code().number == EINVAL)
    return rill_test::skip("the file system of /tmp has no O_DIRECT");
  REQUIRE(bool(opened));
  CHECK((::fcntl(opened->native_handle(), F_GETFL) & O_DIRECT) != 0);
  rill::aligned_block const block(16384);
  for (std::size_t i = 0; i != block.size(); ++i)
    block.data()[i] = static_cast<char>(i * 7 + i / 256);
  opened->write({block.data(), block.size()});
  CHECK((content_of(folder / "f") == std::string(block.data(), block.size())));
  rill::aligned_block const back(16384);
  CHECK(opened->pread(back.data(), back.size(), 0) == 16384);
  CHECK((std::string(back.data(), 16384) == std::string(block.data(), 16384)));
}
