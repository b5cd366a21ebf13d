// test/os/temporary_test.cpp: entries of folders that nobody is to keep:
// their names, the guards, and the removal of whole trees.
// covers: rill/os/posix/remove_tree.h
// covers: rill/os/posix/temporary_name.h, rill/os/posix/temporary.h
// covers: rill/os/temporary_place.h, rill/os/posix/temporary_place.h
#include <doctest/doctest.h>
#include <rill/os/temporary.h>
#include <sys/stat.h>  // mkfifo, mkdirat
#include <unistd.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/child.h"
#include "support/descriptors.h"
#include "support/files.h"

using rill::error_source;
using rill::os::directory_call;
using rill_test::content_of;
using rill_test::open_descriptors;
using rill_test::set_content;
namespace stdfs = std::filesystem;

namespace {

// The seam as it was, at the end of a test.
class calls_kept {
 public:
  calls_kept() = default;
  calls_kept(calls_kept const&) = delete;
  calls_kept& operator=(calls_kept const&) = delete;
  ~calls_kept() {
    rill::os::directory_call = folders_;
    rill::os::call = calls_;
  }

 private:
  rill::os::directory_calls folders_ = rill::os::directory_call;
  rill::os::system_calls calls_ = rill::os::call;
};

// 3 levels, 4 folders and 4 files in each, and links to what must stay.
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

// A chain of `depth` folders, a file in each; longer than any path may be.
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
  calls_kept const kept;
  directory_call.getentropy = [](void* to, size_t size) {
    memcpy(to, chance, size);
    return 0;
  };
  auto const name = [] {
    return std::string(rill::os::make_temporary_name().characters);
  };
  CHECK(name() == ".rill-aaaaaaaaaaaaaaaa");
  memcpy(chance, "foobarbaz!", 10);
  CHECK(name() == ".rill-mzxw6ytbojrgc6rb");  // what base32(1) says
  std::set<std::string> seen;
  for (int bit = 0; bit != 80; ++bit) {
    memset(chance, 0, sizeof chance);
    chance[bit / 8] = static_cast<unsigned char>(1 << bit % 8);
    seen.insert(name());
  }
  CHECK(seen.size() == 80);
}

TEST_CASE("os/temporary_name: names without the system's chance") {
  calls_kept const kept;
  directory_call.getentropy = [](void*, size_t) {
    errno = ENOSYS;
    return -1;
  };
  std::set<std::string> seen;
  for (int i = 0; i != 10'000; ++i)
    seen.insert(rill::os::make_temporary_name().characters);
  CHECK(seen.size() == 10'000);
}

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
    calls_kept const kept;
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
    make_tree(path, folder.path());
  }
  CHECK(stdfs::is_empty(folder.path()));
}
