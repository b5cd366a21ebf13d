// test/fs/current_path_test.cpp: the current directory, canonical paths and
// free space on a disk, compared with the C library and std::filesystem.
// covers: rill/os/directory.h
// covers: fs/functions.h
#include <doctest/doctest.h>
#include <rill/fs.h>
#include <stdlib.h>  // realpath, setenv
#include <sys/statvfs.h>

#include <filesystem>
#include <string>

#include "support/child.h"
#include "support/files.h"

namespace fs = rill::fs;
namespace stdfs = std::filesystem;

TEST_CASE("fs/functions: the current directory, of any length") {
  rill_test::folder folder;
  CHECK(fs::current_directory() == stdfs::current_path().string());
  int const status = rill_test::status_of_child([&] {
    std::string const top = fs::canonical(folder.path());
    fs::change_directory(top);
    if (!(fs::current_directory() == top)) return 1;
    std::string path = top;
    while (path.size() < 9000) path += "/" + std::string(200, 'd');
    fs::create_directories(path);
    fs::change_directory(path);
    if (!(fs::current_directory() == path)) return 2;
    fs::change_directory("..");
    if (!(fs::current_directory() == fs::parent(path))) return 3;
    fs::directory const up = fs::directory::open(top);
    fs::change_directory(up);
    if (!(fs::current_directory() == top)) return 4;
    if (fs::try_change_directory("none").error().code().number != ENOENT)
      return 5;
    fs::create_directory("gone");
    fs::change_directory("gone");
    fs::remove(top + "/gone");
    if (fs::try_current_directory().error().code().number != ENOENT) return 6;
    fs::change_directory(top);
    return fs::remove_all(std::string(200, 'd')) > 40 ? 0 : 7;
  });
  CHECK(status == 0);
}

TEST_CASE("fs/functions: canonical is realpath") {
  rill_test::folder folder;
  fs::create_directories(folder / "a/b/c");
  rill_test::set_content(folder / "a/f", "");
  fs::create_symbolic_link("a/b", folder / "l");
  fs::create_symbolic_link(folder / "a", folder / "a/b/abs");
  fs::create_symbolic_link("../../l/../f", folder / "a/b/f");
  fs::create_symbolic_link("loop", folder / "loop");
  fs::create_symbolic_link("none", folder / "dangling");
  fs::create_symbolic_link("l/", folder / "slash");
  fs::create_symbolic_link("/", folder / "root");
  for (char const* name : {"",
                           ".",
                           "a",
                           "a/",
                           "a//b",
                           "a/./b/../b",
                           "l",
                           "l/",
                           "l/c",
                           "l/..",
                           "l/abs/b/f",
                           "a/f",
                           "a/f/",
                           "a/f/.",
                           "a/f/..",
                           "a/f/x",
                           "loop",
                           "loop/x",
                           "dangling",
                           "none",
                           "none/..",
                           "slash",
                           "slash/c/../abs",
                           "root",
                           "root/tmp",
                           "..",
                           "../../../..",
                           "a/b/f"}) {
    CAPTURE(name);
    std::string const path = folder / name;
    char* const expected = ::realpath(path.c_str(), nullptr);
    int const reason = errno;
    rill::result<fs::path_text> found = fs::try_canonical(path);
    CHECK(bool(found) == (expected != nullptr));
    if (found && expected) CHECK(*found == expected);
    if (!found) CHECK(found.error().code().number == reason);
    ::free(expected);
  }
  CHECK(fs::canonical("/") == "/");
  CHECK(fs::canonical("///") == "/");
  CHECK(fs::try_canonical("").error().code().number == ENOENT);
  CHECK(fs::canonical(".") == stdfs::current_path().string());
  // 40 links are followed, 41 are not.
  std::string before = "a";
  for (int i = 1; i <= 41; ++i) {
    std::string const name = "chain" + std::to_string(i);
    fs::create_symbolic_link(before, folder.path() + "/" + name);
    before = name;
  }
  CHECK(fs::try_canonical(folder / "chain40"));
  CHECK(fs::try_canonical(folder / "chain41").error().code().number == ELOOP);
}

TEST_CASE("fs/functions: room on the disk, as statvfs says") {
  struct statvfs expected;
  REQUIRE(::statvfs("/tmp", &expected) == 0);
  fs::space_on_device const space = fs::space("/tmp");
  CHECK(space.capacity ==
        static_cast<unsigned long long>(expected.f_blocks) * expected.f_frsize);
  CHECK(space.available <= space.unused);
  CHECK(space.unused <= space.capacity);
  CHECK(fs::try_space("/tmp/none").error().code().number == ENOENT);
}

TEST_CASE("fs/functions: the place for temporary files") {
  CHECK(rill_test::status_of_child([] {
          ::unsetenv("TMPDIR");
          if (!(fs::temporary_directory() == "/tmp")) return 1;
          ::setenv("TMPDIR", "/var/tmp", 1);
          if (!(fs::temporary_directory() == "/var/tmp")) return 2;
          ::setenv("TMPDIR", "relative", 1);
          return fs::temporary_directory() == "/tmp" ? 0 : 3;
        }) == 0);
}
