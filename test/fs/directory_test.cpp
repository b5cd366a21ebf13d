// test/fs/directory_test.cpp: operations on entries, by a path and relative to
// an open folder, compared with std::filesystem on the same tree.
// covers: rill/fs/functions.h, rill/fs/resolved_path.h
#include <doctest/doctest.h>
#include <rill/fs.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

#include "support/files.h"
#include "support/kept_calls.h"

namespace fs = rill::fs;
namespace os = rill::os;
namespace stdfs = std::filesystem;
using rill_test::content_of;
using rill_test::set_content;

namespace {

std::string string_of(rill::text t) { return {t.data, t.size}; }

// The errno of a failed result, or 0.
template <class Result>
int why(Result const& result) {
  return result ? 0 : result.error().code().number;
}

}  // namespace

TEST_CASE("fs/directory: exists, is_directory, is_regular") {
  rill_test::folder folder;
  set_content(folder / "f", "x");
  stdfs::create_directory(folder / "d");
  stdfs::create_symlink("f", folder / "to-f");
  stdfs::create_symlink("d", folder / "to-d");
  stdfs::create_symlink("none", folder / "to-none");
  stdfs::create_symlink("loop", folder / "loop");
  for (char const* name : {"f", "d", "to-f", "to-d", "to-none", "none",
                           "none/x", "f/x", "d/", "to-d/.", "to-d/../f"}) {
    CAPTURE(name);
    std::string const path = folder / name;
    CHECK(fs::exists(path) == stdfs::exists(path));
    CHECK(fs::is_directory(path) == stdfs::is_directory(path));
    CHECK(fs::is_regular(path) == stdfs::is_regular_file(path));
  }
  CHECK(why(fs::try_exists(folder / "loop")) == ELOOP);
  CHECK(why(fs::try_exists(std::string(5000, 'x'))) == ENAMETOOLONG);
}

TEST_CASE("fs/directory: create_directories makes what is missing") {
  rill_test::folder folder;
  for (char const* name : {"a", "a", "b/c/d", "b/c/e/", "b//f///g", "b/./h",
                           "b/../i/j", "k/.", "l/./", "b/m/.."}) {
    CAPTURE(name);
    rill_test::folder other;
    stdfs::create_directory(other / "b");
    stdfs::create_directories(folder / "b");
    std::string const path = folder / name;
    bool const is_there = stdfs::is_directory(path);
    CHECK(fs::create_directories(path) == !is_there);
    CHECK(stdfs::is_directory(path));
    CHECK(!fs::create_directories(path));
  }
  set_content(folder / "f", "");
  stdfs::create_symlink("none", folder / "dangling");
  CHECK(why(fs::try_create_directories(folder / "f")) == EEXIST);
  CHECK(why(fs::try_create_directories(folder / "f/x")) == ENOTDIR);
  CHECK(why(fs::try_create_directories(folder / "f/x/y")) == ENOTDIR);
  CHECK(why(fs::try_create_directories(folder / "dangling")) == EEXIST);
  CHECK(why(fs::try_create_directories("")) == ENOENT);
  // This error has the number of ENOENT, for which missing folders are created.
  auto const with_nul =
      fs::try_create_directories((folder / "new/") + std::string("\0x", 2));
  REQUIRE(!with_nul);
  CHECK((with_nul.error().code() == rill::library_problem::path_contains_nul));
  CHECK(!stdfs::exists(folder / "new"));
  CHECK(!fs::create_directories("/"));
  CHECK(!fs::create_directories("."));
  CHECK_THROWS_AS(fs::create_directory(folder / "a"), rill::error);
}

TEST_CASE("fs/directory: remove, remove_all") {
  rill_test::folder folder;
  std::string const t = folder / "t";
  set_content(folder / "f", "canary");
  auto const make = [&] {
    stdfs::create_directories(t + "/a/b/c");
    set_content(t + "/a/1", "");
    set_content(t + "/a/b/2", "");
    stdfs::create_symlink(folder / "f", t + "/a/link");
    stdfs::create_directory_symlink(folder.path(), t + "/a/b/up");
  };
  make();
  auto const count = stdfs::remove_all(t);
  make();
  CHECK(why(fs::try_remove(t)) == ENOTEMPTY);
  CHECK(fs::remove(t + "/a/1"));
  CHECK(!fs::remove(t + "/a/1"));
  CHECK(!fs::remove(t + "/a/1/2"));
  CHECK(fs::remove(t + "/a/b/c"));
  CHECK(fs::remove_all(t) == count - 2);
  CHECK(!stdfs::exists(t));
  CHECK(fs::remove_all(t) == 0);
  CHECK(fs::remove_all("") == 0);
  make();
  stdfs::create_directory_symlink("t", folder / "to-t");
  CHECK(fs::remove_all(folder / "to-t/") == 1);  // removes only the link
  CHECK(stdfs::exists(t + "/a/b/c"));
  CHECK(why(fs::try_remove_all(t + "/a/..")) == EINVAL);
  CHECK(why(fs::try_remove_all(".")) == EINVAL);
  // This error has the number of ENOENT, for which remove_all returns 0.
  auto const with_nul = fs::try_remove_all(t + std::string("\0x", 2));
  REQUIRE(!with_nul);
  CHECK((with_nul.error().code() == rill::library_problem::path_contains_nul));
  CHECK(fs::remove_all(t + "/") == count);
  CHECK(content_of(folder / "f") == "canary");
}

TEST_CASE("fs/directory: remove_all says what stayed") {
  rill_test::folder folder;
  for (int depth : {0, 1, 2, 15, 16}) {
    std::string const top = folder / "top" + std::to_string(depth);
    std::string stays = top;
    for (int i = 0; i != depth; ++i) stays += "/" + std::to_string(i);
    stdfs::create_directories(stays + "/x");
    rill_test::kept_calls const kept;
    os::directory_call.unlinkat = [](int at, char const* name, int flags) {
      bool const refuses = std::string_view(name) == "x";
      if (!refuses) return ::unlinkat(at, name, flags);
      errno = EBUSY;
      return -1;
    };
    auto const result = fs::try_remove_all(top + "/");
    REQUIRE(why(result) == EBUSY);
    std::string const path = string_of(result.error().path());
    CAPTURE(path);
    CHECK(stdfs::is_directory(path));
    CHECK(path.substr(path.size() - 2) == "/x");
    if (depth < 16) CHECK(stdfs::equivalent(path, stays + "/x"));
  }
}

TEST_CASE("fs/directory: two make and remove one tree at once") {
  rill_test::folder folder;
  std::string const top = folder / "t";
  std::string const path = top + "/a/b/c/d";
  auto const both = [](auto const& work) {
    std::atomic<int> ready = 0;
    auto const run = [&] {
      for (++ready; ready != 2;) {
      }
      work();
    };
    std::thread other(run);
    run();
    other.join();
  };
  for (int i = 0; i != 300; ++i) {
    std::atomic<int> failures = 0;
    both([&] { failures += !fs::try_create_directories(path); });
    CHECK(failures == 0);
    CHECK(stdfs::is_directory(path));
    std::atomic<unsigned long long> removed = 0;
    both([&] {
      auto const gone = fs::try_remove_all(top);
      failures += !gone;
      if (gone) removed += *gone;
    });
    CHECK(failures == 0);
    CHECK(removed == 5);
    CHECK(!stdfs::exists(top));
  }
}

TEST_CASE("fs/directory: rename, hard links, symbolic links") {
  rill_test::folder folder;
  set_content(folder / "a", "1");
  set_content(folder / "b", "2");
  fs::rename(folder / "a", folder / "b");
  CHECK(content_of(folder / "b") == "1");
  CHECK(!stdfs::exists(folder / "a"));
  fs::create_hard_link(folder / "b", folder / "c");
  CHECK(stdfs::equivalent(folder / "b", folder / "c"));
  CHECK(fs::status(folder / "b").link_count == 2);
  for (std::size_t size : {1u, 255u, 256u, 257u, 1023u, 1024u, 1025u, 4000u}) {
    std::string target;
    while (target.size() < size) target += target.size() % 9 ? 'x' : '/';
    std::string const name = folder / "l";
    fs::create_symbolic_link(target, name);
    CHECK(fs::read_link(name) == target);
    CHECK(stdfs::read_symlink(name) == target);
    CHECK(fs::link_status(name).is_symbolic_link());
    CHECK(fs::remove(name));
  }
  CHECK(why(fs::try_read_link(folder / "b")) == EINVAL);
  auto const failed = fs::try_rename(folder / "no", folder / "x");
  REQUIRE(!failed);
  CHECK(std::string(failed.error().what()) ==
        "rename " + folder / "no" + " to " + folder / "x" +
            ": No such file or directory");
}

TEST_CASE("fs/directory: exchange, and a rename to another file system") {
  rill_test::folder folder;
  set_content(folder / "a", "1");
  stdfs::create_directory(folder / "d");
  auto const exchanged = fs::try_exchange(folder / "a", folder / "d");
  if (exchanged) {
    CHECK(stdfs::is_directory(folder / "a"));
    CHECK(content_of(folder / "d") == "1");
  } else {
    // Some file systems do not support an exchange.
    int const reason = why(exchanged);
    CHECK((reason == EINVAL || reason == ENOTSUP));
  }
  CHECK(why(fs::try_exchange(folder / "a", folder / "none")) == ENOENT);
  auto const before = rill::os::directory_call;
  rill::os::directory_call.renameat = [](int, char const*, int, char const*) {
    return errno = EXDEV, -1;
  };
  auto const failed = fs::try_rename(folder / "a", folder / "x");
  rill::os::directory_call = before;
  CHECK(why(failed) == EXDEV);
  CHECK(stdfs::exists(folder / "a"));
}

TEST_CASE("fs/directory: below an open folder, wherever it was moved") {
  rill_test::folder folder;
  stdfs::create_directory(folder / "d");
  fs::directory const d = fs::directory::open(folder / "d");
  stdfs::rename(folder / "d", folder / "e");
  d.create_directories("x/y");
  CHECK(stdfs::is_directory(folder / "e/x/y"));
  d.open_file("f", rill::file::creating).write({"abc", 3});
  CHECK(content_of(folder / "e/f") == "abc");
  CHECK(d.status("f").size == 3);
  fs::directory const x = d.open_directory("x");
  d.rename("f", x, "g");
  CHECK(content_of(folder / "e/x/g") == "abc");
  x.create_hard_link("g", d, "h");
  d.create_symbolic_link("h", "l");
  CHECK(d.read_link("l") == "h");
  CHECK(d.exists("l"));
  CHECK(!d.try_open_directory("l"));
  std::size_t count = 0;
  for (auto& entry : d.walk()) count += entry.path().size != 0;
  CHECK(count == 5);
  CHECK(d.remove_all("x") == 3);
  CHECK(d.remove("h"));
  CHECK(!d.exists("l"));
  auto const failed = d.try_status("none");
  REQUIRE(!failed);
  CHECK(string_of(failed.error().path()) == folder / "d/none");
  CHECK(d.status().is_directory());
}

TEST_CASE("fs/directory: paths of any kind of string, and those that cannot") {
  rill_test::folder folder;
  stdfs::path const standard = stdfs::path(folder.path()) / "p";
  CHECK(fs::create_directories(standard));
  CHECK(fs::is_directory(standard));
  for (std::string const& name :
       {std::string(255, 'n'), std::string("\xFF\xFE\x80"),
        std::string("new\nline"), std::string(" "), std::string("-rf")}) {
    std::string const path = folder.path() + "/" + name;
    CHECK(fs::create_directories(path));
    CHECK(stdfs::is_directory(path));
    CHECK(fs::remove(path));
  }
  CHECK(why(fs::try_create_directory(folder.path() + "/" +
                                     std::string(256, 'n'))) == ENAMETOOLONG);
  auto const nul = fs::try_remove(std::string("a\0b", 3));
  REQUIRE(!nul);
  CHECK(nul.error().code() == rill::library_problem::path_contains_nul);
  CHECK(why(fs::try_status("")) == ENOENT);
}

TEST_CASE("fs/directory: paths longer than the system's limit") {
  rill_test::folder folder;
  for (std::size_t part : {1u, 20u, 254u, 255u}) {
    std::string path = folder.path();
    while (path.size() < 10000) path += "/" + std::string(part, 'd');
    CHECK(fs::create_directories(path));
    CHECK(fs::is_directory(path));
    fs::create_symbolic_link("x", path + "/l");
    CHECK(fs::read_link(path + "/l") == "x");
    fs::rename(path + "/l", folder / "l");
    CHECK(fs::remove(folder / "l"));
    std::size_t depth = 0;
    for (auto& entry : fs::walk(folder.path())) depth = entry.depth();
    CHECK(depth == (path.size() - folder.path().size()) / (part + 1));
    CHECK(fs::remove_all(folder / std::string(part, 'd').c_str()) == depth);
    CHECK(stdfs::is_empty(folder.path()));
  }
}
