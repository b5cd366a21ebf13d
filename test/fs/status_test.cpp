// test/fs/status_test.cpp: the status of entries, compared with stat.
#include <doctest/doctest.h>
#include <rill/fs.h>
#include <sys/stat.h>

#include <chrono>
#include <string>

#include "support/files.h"

namespace fs = rill::fs;
using namespace std::chrono_literals;

TEST_CASE("fs/walk: all fields are those of stat") {
  rill_test::folder folder;
  rill_test::set_content(folder / "f", std::string(5000, 'x'));
  fs::create_symbolic_link("f", folder / "l");
  fs::set_permissions(folder / "f", 0640);
  for (char const* name : {"f", "l"}) {
    for (bool follow : {false, true}) {
      struct stat expected;
      std::string const path = folder / name;
      REQUIRE((follow ? ::stat : ::lstat)(path.c_str(), &expected) == 0);
      fs::file_status const found =
          follow ? fs::status(path) : fs::link_status(path);
      CHECK(found.is_regular() == S_ISREG(expected.st_mode));
      CHECK(found.is_symbolic_link() == S_ISLNK(expected.st_mode));
      CHECK(!found.is_directory());
      CHECK(found.permissions == (expected.st_mode & 07777));
      CHECK(found.size == static_cast<unsigned long long>(expected.st_size));
      CHECK(found.allocated ==
            512ull * static_cast<unsigned long long>(expected.st_blocks));
      CHECK(found.device == expected.st_dev);
      CHECK(found.inode == expected.st_ino);
      CHECK(found.link_count == expected.st_nlink);
      CHECK(found.owner == expected.st_uid);
      CHECK(found.group == expected.st_gid);
      CHECK(found.modified ==
            fs::file_time(expected.st_mtim.tv_sec,
                          static_cast<unsigned>(expected.st_mtim.tv_nsec)));
      CHECK(found.accessed.seconds == expected.st_atim.tv_sec);
      CHECK(found.changed.seconds == expected.st_ctim.tv_sec);
    }
  }
  CHECK(fs::status(folder / "f").permissions == 0640);
  CHECK(fs::status(folder / "f").is_same_file(fs::status(folder / "l")));
  CHECK(!fs::status(folder / "f").is_same_file(fs::link_status(folder / "l")));
}

TEST_CASE("fs/walk: times to and from chrono, before 1970 too") {
  using std::chrono::sys_time;
  using std::chrono::system_clock;
  using nano = sys_time<std::chrono::nanoseconds>;
  for (std::chrono::nanoseconds since :
       {0ns, 1ns, -1ns, 999999999ns, 1000000000ns, -1000000000ns, -1000000001ns,
        1700000000123456789ns}) {
    nano const point(since);
    fs::file_time const time(point);
    CHECK(time.nanoseconds < 1000000000);
    CHECK(time.seconds * 1000000000 + time.nanoseconds == since.count());
    CHECK(static_cast<nano>(time) == point);
    using milli = sys_time<std::chrono::milliseconds>;
    using minute = sys_time<std::chrono::minutes>;
    CHECK(static_cast<milli>(time) ==
          std::chrono::floor<std::chrono::milliseconds>(point));
    CHECK(static_cast<minute>(time) ==
          std::chrono::floor<std::chrono::minutes>(point));
  }
  // The limits of 64-bit nanoseconds, and times beyond.
  for (auto const& [seconds, count] :
       {std::pair{-9223372036ll - 1, std::chrono::nanoseconds::min()},
        std::pair{-20000000000ll, std::chrono::nanoseconds::min()},
        std::pair{9223372036ll, std::chrono::nanoseconds::max()},
        std::pair{20000000000ll, std::chrono::nanoseconds::max()}}) {
    unsigned const rest = seconds < 0 ? 145224192u : 854775807u;
    CHECK(static_cast<nano>(fs::file_time(seconds, rest)) == nano(count));
  }
  nano const first(std::chrono::nanoseconds::min() + 1ns);
  CHECK(static_cast<nano>(fs::file_time(first)) == first);
  CHECK(fs::file_time(1, 0) < fs::file_time(1, 1));
  CHECK(fs::file_time(-1, 999999999) < fs::file_time(0, 0));
  rill_test::folder folder;
  rill_test::set_content(folder / "f", "");
  system_clock::time_point const when{1234567890s};
  fs::set_modified(folder / "f", fs::file_time(when));
  CHECK(static_cast<system_clock::time_point>(
            fs::status(folder / "f").modified) == when);
}
