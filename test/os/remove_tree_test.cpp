// test/os/remove_tree_test.cpp: whole folders are removed, and nothing outside
// them.
// covers: rill/os/posix/directory.h
// platforms: posix
#include <doctest/doctest.h>
#include <rill/os/posix/directory.h>
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

namespace {

// `levels` levels of folders; each folder has 4 folders, 4 files, and links to
// files outside, which must stay.
unsigned long long make_tree(stdfs::path const& at, stdfs::path const& outside,
                             int levels = 3) {
  unsigned long long count = 0;
  for (int i = 0; i != 4; ++i) {
    std::string const number = std::to_string(i);
    set_content((at / ("f" + number)).string(), "x");
    stdfs::create_symlink(outside, at / ("l" + number));
    stdfs::create_directory(at / ("d" + number));
    count += 3;
    if (levels > 1)
      count += make_tree(at / ("d" + number), outside, levels - 1);
  }
  return count;
}

// A chain of `depth` folders with a file in each. Its path is longer than
// PATH_MAX.
void make_chain(std::string const& at, int depth) {
  int folder = ::open(at.c_str(), O_RDONLY | O_DIRECTORY);
  for (int i = 0; i != depth; ++i) {
    ::close(::openat(folder, "file", O_CREAT | O_WRONLY, 0600));
    REQUIRE(::mkdirat(folder, "a name of twenty byt", 0700) == 0);
    int const next = ::openat(folder, "a name of twenty byt", O_RDONLY);
    ::close(folder);
    folder = next;
    REQUIRE(folder >= 0);
  }
  ::close(folder);
}

rill::os::removal remove(std::string const& path) {
  return rill::os::remove_tree_at(AT_FDCWD, path.c_str());
}

}  // namespace

TEST_CASE("os/remove_tree: files, links, pipes, empty folders") {
  rill_test::folder const folder;
  set_content(folder / "target", "kept");
  set_content(folder / "f", "x");
  stdfs::create_symlink(folder / "target", folder / "link");
  stdfs::create_symlink("nowhere", folder / "dangling");
  stdfs::create_directory(folder / "d");
  stdfs::create_symlink(folder / "d", folder / "to_d");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (char const* name : {"f", "link", "dangling", "to_d", "pipe", "d"}) {
    rill::os::removal const done = remove(folder / name);
    CHECK(!done.error);
    CHECK(done.count == 1);
    CHECK(!stdfs::exists(stdfs::symlink_status(folder / name)));
  }
  CHECK(content_of(folder / "target") == "kept");
  rill::os::removal const none = remove(folder / "f");
  CHECK((none.error == rill::error_code(error_source::system, ENOENT)));
  CHECK(none.count == 0);
}

TEST_CASE("os/remove_tree: whole trees, and nothing else") {
  rill_test::folder const folder;
  int const before = open_descriptors();
  stdfs::create_directory(folder / "outside");
  set_content(folder / "outside" + "/f", "kept");
  stdfs::create_directory(folder / "top");
  unsigned long long const count =
      make_tree(folder / "top", folder / "outside");
  rill::os::removal const done = remove(folder / "top");
  CHECK(!done.error);
  CHECK(done.count == count + 1);
  CHECK(!stdfs::exists(folder / "top"));
  CHECK(content_of(folder / "outside" + "/f") == "kept");
  CHECK(open_descriptors() == before);
}

TEST_CASE("os/remove_tree: any depth, with few descriptors") {
  for (int depth : {15, 16, 17, 18, 33, 34, 2000}) {
    rill_test::folder const folder;
    stdfs::create_directory(folder / "top");
    make_chain(folder / "top", depth);
    static int open, most;
    open = most = 0;
    kept_calls const kept;
    directory_call.fdopendir = [](int handle) {
      most = ++open > most ? open : most;
      return ::fdopendir(handle);
    };
    directory_call.closedir = [](DIR* entries) {
      --open;
      return ::closedir(entries);
    };
    rill::os::removal const done = remove(folder / "top");
    CHECK(!done.error);
    CHECK(done.count == 2ull * static_cast<unsigned>(depth) + 1);
    CHECK(!stdfs::exists(folder / "top"));
    CHECK(open == 0);
    CHECK(most == (depth < 16 ? depth : 16));
  }
}

TEST_CASE("os/remove_tree: errors are told, the rest is removed") {
  rill_test::folder const folder;
  stdfs::create_directory(folder / "top");
  unsigned long long const count = make_tree(folder / "top", folder.path()) + 1;
  rill::os::removal done;
  {
    kept_calls const kept;
    directory_call.unlinkat = [](int at, char const* name, int flags) {
      if (std::string_view(name) == "f2") {
        errno = EPERM;
        return -1;
      }
      return ::unlinkat(at, name, flags);
    };
    done = remove(folder / "top");
  }
  CHECK((done.error == error_code(error_source::system, EPERM)));
  // 21 folders keep their file f2, so they cannot be removed.
  CHECK(done.count == count - 2 * 21);
  rill::os::removal const rest = remove(folder / "top");
  CHECK(!rest.error);
  CHECK(rest.count == 2 * 21);
}

TEST_CASE("os/remove_tree: an error below folders that are moved up") {
  rill_test::folder const folder;
  stdfs::create_directory(folder / "top");
  make_chain(folder / "top", 100);
  rill::os::removal done;
  {
    kept_calls const kept;
    static int calls;
    calls = 0;
    directory_call.unlinkat = [](int at, char const* name, int flags) {
      REQUIRE(++calls < 100'000);
      if (std::string_view(name) == "file") {
        errno = EIO;
        return -1;
      }
      return ::unlinkat(at, name, flags);
    };
    done = remove(folder / "top");
  }
  CHECK((done.error == error_code(error_source::system, EIO)));
  CHECK(done.count == 1);  // the last folder has no file
  rill::os::removal const rest = remove(folder / "top");
  CHECK(!rest.error);
  CHECK(rest.count == 200);
}

TEST_CASE("os/remove_tree: every fault at every call") {
  for (int number : {EIO, EACCES, EINTR, ENOMEM, ENOENT}) {
    bool is_over = false;
    for (int at = 0; !is_over; ++at) {
      rill_test::folder const folder;
      int const before = open_descriptors();
      stdfs::create_directory(folder / "outside");
      set_content(folder / "outside/f", "kept");
      stdfs::create_directory(folder / "top");
      make_tree(folder / "top", folder / "outside", 1);
      set_content(folder / "top/d1/inside", "x");
      std::string struck;
      rill::os::removal done;
      {
        failing_calls const calls(at, number);
        done = remove(folder / "top");
        struck = calls.struck();
      }
      CAPTURE(struck);
      CAPTURE(at);
      CAPTURE(number);
      is_over = struck == "none";
      if (number == EINTR || is_over) CHECK(!done.error);
      // A folder that remains is an error. ENOENT for an entry is not an error,
      // so a false ENOENT leaves the entry, and removing its parent fails.
      CHECK(bool(done.error) == stdfs::exists(folder / "top"));
      CHECK(content_of(folder / "outside/f") == "kept");
      CHECK(open_descriptors() == before);
    }
  }
}

TEST_CASE("os/remove_tree: a folder that somebody fills meanwhile") {
  rill_test::folder const folder;
  stdfs::create_directory(folder / "top");
  set_content(folder / "top/f", "x");
  static int at, count, limit;
  for (int const more : {3, 1'000'000}) {
    kept_calls const kept;
    count = 0;
    limit = more;
    directory_call.closedir = [](DIR* entries) {
      at = ::dirfd(entries);
      if (++count <= limit)
        ::close(::openat(at, "more", O_CREAT | O_WRONLY, 0600));
      return ::closedir(entries);
    };
    rill::os::removal const done = remove(folder / "top");
    if (more == 3) {
      CHECK(!done.error);
      CHECK(done.count == 5);
      stdfs::create_directory(folder / "top");
      set_content(folder / "top/f", "x");
    } else {  // an error after some tries
      CHECK((done.error == error_code(error_source::system, ENOTEMPTY)));
    }
  }
}

TEST_CASE("os/remove_tree: a link in the place of a folder") {
  rill_test::folder const folder;
  stdfs::create_directory(folder / "outside");
  set_content(folder / "outside/f", "kept");
  static std::string victim, target;
  victim = folder / "top/d";
  target = folder / "outside";
  // The folder is replaced by a link before it is opened, or before its first
  // removal.
  for (bool const early : {false, true}) {
    stdfs::create_directories(victim);
    set_content(victim + "/f", "x");
    kept_calls const kept;
    static auto const swap = [] {
      if (stdfs::is_symlink(victim)) return;
      stdfs::rename(victim, victim + ".gone");
      stdfs::create_symlink(target, victim);
    };
    if (early)
      directory_call.unlinkat = [](int at, char const* name, int flags) {
        if (std::string_view(name) == "d" && stdfs::exists(victim)) swap();
        return ::unlinkat(at, name, flags);
      };
    else
      directory_call.openat = [](int at, char const* name, int flags,
                                 mode_t mode) {
        if (std::string_view(name) == "d" && stdfs::exists(victim)) swap();
        return ::openat(at, name, flags, mode);
      };
    rill::os::removal const done = remove(folder / "top");
    CHECK(!done.error);
    CHECK(!stdfs::exists(folder / "top"));
    CHECK(content_of(folder / "outside/f") == "kept");
  }
}

TEST_CASE("os/remove_tree: two at once on one tree") {
  for (int i = 0; i != 10; ++i) {
    rill_test::folder const folder;
    stdfs::create_directory(folder / "top");
    make_tree(folder / "top", folder.path());
    rill::os::removal first;
    std::thread other([&] { first = remove(folder / "top"); });
    rill::os::removal const second = remove(folder / "top");
    other.join();
    for (error_code const& one : {first.error, second.error})
      CHECK((!one || one == error_code(error_source::system, ENOENT)));
    CHECK(first.count + second.count == 253);
    CHECK(!stdfs::exists(folder / "top"));
  }
}

TEST_CASE("os/remove_tree: folders that may not be entered") {
  rill_test::folder const folder;
  stdfs::create_directories(folder / "top/empty");
  stdfs::create_directories(folder / "top/full/d");
  stdfs::permissions(folder / "top/empty", stdfs::perms::none);
  stdfs::permissions(folder / "top/full", stdfs::perms::none);
  rill::os::removal const done = remove(folder / "top");
  if (::geteuid() == 0) {
    CHECK(!done.error);
  } else {
    CHECK((done.error == error_code(error_source::system, EACCES)));
    CHECK(done.count == 1);
    stdfs::permissions(folder / "top/full", stdfs::perms::owner_all);
  }
}

TEST_CASE("os/remove_tree: a folder that cannot be read") {
  rill_test::folder const folder;
  stdfs::create_directory(folder / "top");
  set_content(folder / "top/f", "x");
  kept_calls const kept;
  directory_call.readdir = [](DIR*) -> dirent* {
    errno = EIO;
    return nullptr;
  };
  rill::os::removal const done = remove(folder / "top");
  CHECK((done.error == error_code(error_source::system, EIO)));
  CHECK(done.count == 0);
}
