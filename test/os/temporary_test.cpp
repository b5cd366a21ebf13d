// test/os/temporary_test.cpp: temporary files and folders: their names, and the
// guards that remove them.
// covers: rill/os/posix/temporary.h
// covers: rill/os/temporary.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/temporary.h>
#include <sys/stat.h>  // mkfifo, mkdirat
#include <unistd.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>  // std::move
#include <vector>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/failing_calls.h"
#include "support/files.h"
#include "support/kept_calls.h"

using rill::error_code;
using rill::error_source;
using rill::os::directory_call;
using rill_test::content_of;
using rill_test::failing_calls;
using rill_test::kept_calls;
using rill_test::open_descriptors;
using rill_test::set_content;
namespace stdfs = std::filesystem;

namespace {}  // namespace

TEST_CASE("os/temporary_name: names are new, and plain") {
  std::set<std::string> seen;
  for (int i = 0; i != 10'000; ++i) {
    std::string const name = rill::os::make_temporary_name().characters;
    CHECK(name.size() == 22);
    CHECK(name.starts_with(".rill-"));
    CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz234567", 6) ==
          std::string::npos);
    seen.insert(name);
  }
  CHECK(seen.size() == 10'000);
}

TEST_CASE("os/temporary_name: each bit of chance is in the name") {
  static unsigned char chance[10];
  kept_calls const kept;
  directory_call.getentropy = [](void* to, size_t size) {
    memcpy(to, chance, size);
    return 0;
  };
  auto const name = [] {
    return std::string(rill::os::make_temporary_name().characters);
  };
  CHECK(name() == ".rill-aaaaaaaaaaaaaaaa");
  memcpy(chance, "foobarbaz!", 10);
  CHECK(name() == ".rill-mzxw6ytbojrgc6rb");  // the output of base32(1)
  std::set<std::string> seen;
  for (int bit = 0; bit != 80; ++bit) {
    memset(chance, 0, sizeof chance);
    chance[bit / 8] = static_cast<unsigned char>(1 << bit % 8);
    seen.insert(name());
  }
  CHECK(seen.size() == 80);
}

TEST_CASE("os/temporary_name: names without the system's chance") {
  kept_calls const kept;
  directory_call.getentropy = [](void*, size_t) {
    errno = ENOSYS;
    return -1;
  };
  std::set<std::string> seen;
  for (int i = 0; i != 10'000; ++i)
    seen.insert(rill::os::make_temporary_name().characters);
  CHECK(seen.size() == 10'000);
}

TEST_CASE("os/temporary: a file is private, named, and gone at the end") {
  rill_test::folder const folder;
  std::string path;
  {
    rill::temporary_file made(folder.path());
    path = std::string(made.path());
    CHECK(path.starts_with(folder.path() + "/.rill-"));
    CHECK(made.file().status().mode == 0600);
    made.file().write("abc");
    CHECK(content_of(path) == "abc");
    rill::temporary_file other(std::move(made));
    CHECK(made.path().size == 0);
    made.remove();  // it owns no file any more
    CHECK(std::string(other.path()) == path);
    rill::temporary_file third(folder.path());
    third = std::move(other);
    CHECK(std::string(third.path()) == path);
    CHECK(stdfs::exists(path));
  }
  CHECK(stdfs::is_empty(folder.path()));
}

TEST_CASE("os/temporary: a folder goes away with what is in it") {
  rill_test::folder const folder;
  std::string path;
  {
    rill::temporary_directory made(folder.path());
    path = std::string(made.path());
    CHECK((stdfs::status(path).permissions() == stdfs::perms::owner_all));
    stdfs::create_directory(path + "/d");
    set_content(path + "/d/f", "x");
    stdfs::create_symlink(folder.path(), path + "/link");
  }
  CHECK(stdfs::is_empty(folder.path()));
}

TEST_CASE("os/temporary: keep moves the file, over another one too") {
  rill_test::folder const folder;
  set_content(folder / "old", "old");
  stdfs::create_directory(folder / "d");
  {
    rill::temporary_file made(folder.path());
    made.file().write("abc");
    // When the file cannot be moved to the target, it stays temporary.
    for (std::string const& target :
         {folder / "missing/f", folder / "d", std::string(),
          folder / "f" + std::string("\0.txt", 5)}) {
      rill::result<void> const moved = made.try_keep(target);
      REQUIRE(!moved);
      CHECK(std::string(moved.error().path()) == target);
      CHECK(std::string(moved.error().operation()) ==
            "move a temporary file to");
      CHECK_THROWS_AS(made.keep_new(target), rill::error);
      CHECK(stdfs::exists(std::string(made.path())));
    }
    rill::result<void> const moved = made.try_keep_new(folder / "old");
    REQUIRE(!moved);
    CHECK(moved.error().code().number == EEXIST);
    CHECK(content_of(folder / "old") == "old");
    made.keep(folder / "old");
    CHECK(content_of(folder / "old") == "abc");
    made.file().write("def");  // the file is still open
    rill::result<void> const again = made.try_keep(folder / "again");
    REQUIRE(!again);
    CHECK((again.error().code() ==
           rill::error_code(rill::library_problem::closed)));
  }
  {
    rill::temporary_file made(folder.path());
    made.keep_new(folder / "new");
  }
  CHECK(content_of(folder / "old") == "abcdef");
  CHECK(stdfs::exists(folder / "new"));
  CHECK(rill_test::names_in(folder.path()).size() == 3);
}

TEST_CASE("os/temporary: keep_new where the system refuses links") {
  for (int number : {EPERM, EACCES, ENOSYS, EOPNOTSUPP}) {
    rill_test::folder const folder;
    set_content(folder / "old", "old");
    static int given;
    given = number;
    kept_calls const kept;
    directory_call.linkat = [](int, char const*, int, char const*, int) {
      errno = given;
      return -1;
    };
    rill::temporary_file made(folder.path());
    made.file().write("abc");
    rill::result<void> const taken = made.try_keep_new(folder / "old");
    REQUIRE(!taken);
    CHECK(taken.error().code().number == EEXIST);
    CHECK(content_of(folder / "old") == "old");
    CHECK(bool(made.try_keep_new(folder / "new")));
    CHECK(content_of(folder / "new") == "abc");
    CHECK(rill_test::names_in(folder.path()).size() == 2);
    // A failed rename leaves no empty file.
    directory_call.renameat = [](int, char const*, int, char const*) {
      errno = EIO;
      return -1;
    };
    rill::temporary_file other(folder.path());
    rill::result<void> const failed = other.try_keep_new(folder / "other");
    REQUIRE(!failed);
    CHECK(failed.error().code().number == EIO);
    CHECK(!stdfs::exists(folder / "other"));
  }
}

TEST_CASE("os/temporary: release lets it stay") {
  rill_test::folder const folder;
  std::string path;
  rill::file file;
  {
    rill::temporary_file made(folder.path());
    path = std::string(made.path());
    file = made.release();
    rill::temporary_directory other(folder.path());
    other.release();
  }
  file.write("abc");
  CHECK(content_of(path) == "abc");
  CHECK(std::string(file.name()) == path);
  CHECK(rill_test::names_in(folder.path()).size() == 2);
}

TEST_CASE("os/temporary: remove says what went wrong") {
  rill_test::folder const folder;
  rill::temporary_file file(folder.path());
  rill::temporary_directory other(folder.path());
  {
    kept_calls const kept;
    directory_call.unlinkat = [](int, char const*, int) {
      errno = EIO;
      return -1;
    };
    rill::result<void> done = file.try_remove();
    REQUIRE(!done);
    CHECK(std::string(done.error().path()) == std::string(file.path()));
    CHECK_THROWS_AS(other.remove(), rill::error);
  }
  CHECK(rill_test::names_in(folder.path()).size() == 2);
  file.remove();
  other.remove();
  CHECK(stdfs::is_empty(folder.path()));
  file.remove();  // a second removal has no effect
  other.remove();
  // Nor has one of a file that another program has removed.
  rill::temporary_file quick(folder.path());
  stdfs::remove(std::string(quick.path()));
  quick.remove();
}

TEST_CASE("os/temporary: the folder may be renamed, and the current one") {
  rill_test::folder const folder;
  stdfs::create_directory(folder / "a");
  CHECK(rill_test::status_of_child([&] {
          if (::chdir(folder.path().c_str()) != 0) return 9;
          rill::temporary_file const file("a");
          rill::temporary_directory const other("a/");
          if (!std::string_view(file.path()).starts_with("a/.rill-")) return 1;
          if (!std::string_view(other.path()).starts_with("a/.rill-")) return 2;
          stdfs::rename("a", "b");
          return ::chdir("/") == 0 ? 0 : 9;
        }) == 0);
  CHECK(stdfs::is_empty(folder / "b"));
}

TEST_CASE("os/temporary: a forked child takes nothing away") {
  rill_test::folder const folder;
  rill::temporary_file const file(folder.path());
  rill::temporary_directory const other(folder.path());
  CHECK(rill_test::status_of_child([&] {
          file.~temporary_file();
          other.~temporary_directory();
          return 0;
        }) == 0);
  CHECK(rill_test::names_in(folder.path()).size() == 2);
}

TEST_CASE("os/temporary: $TMPDIR") {
  rill_test::folder const folder;
  CHECK(rill_test::status_of_child([&] {
          ::setenv("TMPDIR", folder.path().c_str(), 1);
          std::string const start = folder.path() + "/.rill-";
          rill::temporary_file const file;
          rill::temporary_directory const other;
          if (!std::string(file.path()).starts_with(start)) return 1;
          if (!std::string(other.path()).starts_with(start)) return 2;
          for (char const* value : {"", static_cast<char const*>(nullptr)}) {
            value ? ::setenv("TMPDIR", value, 1) : ::unsetenv("TMPDIR");
            rill::temporary_file const third;
            if (!std::string(third.path()).starts_with("/tmp/.rill-")) return 3;
          }
          return 0;
        }) == 0);
  CHECK(stdfs::is_empty(folder.path()));
}

TEST_CASE("os/temporary: where nothing can be made") {
  rill_test::folder const folder;
  set_content(folder / "f", "");
  for (std::string const& place :
       {folder / "missing", folder / "f", std::string(),
        folder.path() + std::string("\0x", 2)}) {
    rill::result<rill::temporary_file> file =
        rill::temporary_file::try_create(place);
    REQUIRE(!file);
    CHECK(std::string(file.error().path()) == place);
    rill::result<rill::temporary_directory> other =
        rill::temporary_directory::try_create(place);
    REQUIRE(!other);
    CHECK(std::string(other.error().operation()) ==
          "make a temporary folder in");
    CHECK_THROWS_AS(rill::temporary_file{place}, rill::error);
    CHECK_THROWS_AS(rill::temporary_directory{place}, rill::error);
  }
}

TEST_CASE("os/temporary: every fault at every call") {
  for (int number : {EIO, EINTR, EEXIST, EMFILE}) {
    bool is_over = false;
    for (int at = 0; !is_over; ++at) {
      rill_test::folder const folder;
      int const before = open_descriptors();
      std::string struck;
      bool is_made = false;
      bool is_kept = false;
      {
        failing_calls const calls(at, number);
        rill::result<rill::temporary_file> file =
            rill::temporary_file::try_create(folder.path());
        rill::result<rill::temporary_directory> other =
            rill::temporary_directory::try_create(folder.path());
        is_made = file && other;
        if (file) is_kept = bool((*file).try_keep_new(folder / "kept"));
        if (file) (void)!(*file).try_remove();
        if (other) (void)!(*other).try_remove();
        struck = calls.struck();
      }
      CAPTURE(struck);
      CAPTURE(number);
      is_over = struck == "none";
      if (is_over || number == EINTR) CHECK((is_made && is_kept));
      CHECK(open_descriptors() == before);
      // The destructor tried a failed removal again.
      CHECK(rill_test::names_in(folder.path()).size() == is_kept);
    }
  }
}

TEST_CASE("os/temporary: names that are taken, and closed standard streams") {
  rill_test::folder const folder;
  CHECK(rill_test::status_of_child([&] {
          for (int i : {0, 1, 2}) ::close(i);
          static unsigned char count;
          directory_call.getentropy = [](void* to, size_t size) {
            memset(to, count++ / 2, size);
            return 0;
          };
          rill::temporary_file first(folder.path());
          rill::temporary_file second(folder.path());
          rill::temporary_directory const third(folder.path());
          if (count != 5) return 1;
          if (first.file().native_handle() < 3) return 2;
          return second.file().native_handle() < 3 ? 3 : 0;
        }) == 0);
  CHECK(stdfs::is_empty(folder.path()));
}
