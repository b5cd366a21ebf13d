// test/fs/open_beneath_test.cpp: opens paths that must not lead out of a
// folder, with the kernel's openat2 and with rill's own code: the results are
// the same.
// covers: fs/resolved_path.h
#include <doctest/doctest.h>
#include <rill/fs.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/files.h"

namespace fs = rill::fs;
namespace os = rill::os;

namespace {

struct request {
  char const* name;
  rill::open_options options;
  os::must_be what = os::must_be::anything;
};
constexpr request requests[] = {
    {"to read", {.read = true}},
    {"a folder", {.read = true}, os::must_be::folder},
    {"no link", {.read = true, .follow = false}},
    {"a new file", {.write = true, .create_new = true, .mode = 0600}},
};

// The errno of opening, or minus the inode of the opened file.
long long outcome(os::opened const& opened) {
  if (opened.error) return opened.error.number;
  struct stat found;
  REQUIRE(::fstat(opened.handle, &found) == 0);
  CHECK((::fcntl(opened.handle, F_GETFD) & FD_CLOEXEC) != 0);
  (void)os::close(opened.handle);
  return -static_cast<long long>(found.st_ino);
}

}  // namespace

TEST_CASE("fs/resolved_path: rill's own way and openat2 give the same") {
  rill_test::folder outside;
  fs::create_directories(outside / "top/a/b");
  rill_test::set_content(outside / "secret", "");
  rill_test::set_content(outside / "top/a/f", "");
  std::string const top_path = outside / "top";
  auto const link = [&](std::string const& target, char const* name) {
    fs::create_symbolic_link(target, top_path + "/" + name);
  };
  link("..", "up");
  link("../secret", "secret");
  link("a/b", "b");
  link("a/f", "f");
  link("../a/../a/f", "a/round");
  link("../../secret", "a/out");
  link(top_path, "absolute");
  link("/", "root");
  link("loop", "loop");
  link("none", "dangling");
  link("a/b/", "slash");
  link("b/../../..", "far");
  fs::directory const top = fs::directory::open(top_path);
  std::vector<std::string> const paths = {"a",           "a/",
                                          "a/f",         "a/f/",
                                          "a/f/x",       "a/b/../f",
                                          "a/../..",     "..",
                                          "../top",      "a/../../top/a",
                                          ".",           "./",
                                          "./a/.",       "a/..",
                                          "a/../",       "/",
                                          "/etc/passwd", top_path,
                                          "up",          "up/top",
                                          "secret",      "b",
                                          "b/",          "b/..",
                                          "b/../f",      "f",
                                          "f/",          "a/round",
                                          "a/out",       "absolute",
                                          "absolute/a",  "root",
                                          "root/etc",    "loop",
                                          "loop/x",      "dangling",
                                          "dangling/x",  "slash",
                                          "slash/../f",  "far",
                                          "none",        "none/",
                                          "none/x",      "",
                                          "a//b",        "a///f",
                                          "//a",         std::string(256, 'n')};
  int same = 0;
  for (std::string const& path : paths) {
    for (request const& asked : requests) {
      CAPTURE(path);
      CAPTURE(asked.name);
      os::opened const kernel = os::open_beneath_at(
          top.native_handle(), path.c_str(), asked.options, asked.what);
      // A single name that is too long for the kernel is also too long for
      // rill.
      if (os::is_left_open(kernel.error) &&
          kernel.error != os::errors::too_long)
        continue;
      long long const expected = outcome(kernel);
      bool const made = asked.options.create_new && expected < 0;
      if (made) CHECK(top.remove(path));
      long long const own =
          outcome(fs::detail::path_beneath(top.native_handle(), asked.options,
                                           asked.what)
                      .open(path));
      if (made)
        CHECK(own < 0);
      else
        CHECK(own == expected);
      if (made) CHECK(top.remove(path));
      ++same;
    }
  }
  MESSAGE(same, " comparisons");
}

TEST_CASE("fs/resolved_path: without openat2 the fallback is taken") {
  rill_test::folder folder;
  fs::create_directories(folder / "top/a");
  rill_test::set_content(folder / "secret", "x");
  rill_test::set_content(folder / "top/a/f", "abc");
  fs::create_symbolic_link("../secret", folder / "top/s");
  fs::directory const top = fs::directory::open(folder / "top");
#if defined(__linux__)
  auto const before = os::listing_call;
  static int answer;
  for (int number : {0, ENOSYS, EPERM}) {
    answer = number;
    if (number != 0)
      os::listing_call.openat2 = [](int, char const*, void const*,
                                    size_t) -> long {
        errno = answer;
        return -1;
      };
#endif
    CHECK(top.open_file_inside("a/f").size() == 3);
    CHECK(top.open_directory_inside("a").exists("f"));
    for (char const* path : {"..", "s", "../secret", "/etc/passwd"}) {
      auto const refused = top.try_open_file_inside(path);
      REQUIRE(!refused);
      CHECK(refused.error().code().number == EXDEV);
    }
    {
      rill::file const made =
          top.open_file_inside("a/new", rill::file::creating_new);
      made.write({"1", 1});
    }
    CHECK(rill_test::content_of(folder / "top/a/new") == "1");
    CHECK(top.remove("a/new"));
#if defined(__linux__)
  }
  os::listing_call = before;
#endif
  auto const nul = top.try_open_file_inside(std::string("a\0b", 3));
  CHECK(nul.error().code() == rill::library_problem::path_contains_nul);
}

#if defined(__linux__)

// The kernel returns EAGAIN while other processes rename folders of the path.
TEST_CASE(
    "fs/resolved_path: openat2 is repeated, at most 100 times if unsure") {
  rill_test::folder folder;
  fs::create_directories(folder / "top");
  rill_test::set_content(folder / "top/f", "abc");
  fs::directory const top = fs::directory::open(folder / "top");
  auto const before = os::listing_call;
  static long (*real)(int, char const*, void const*, size_t);
  static int signals, unsure, calls;
  real = before.openat2;
  os::listing_call.openat2 = [](int at, char const* path, void const* how,
                                size_t size) -> long {
    ++calls;
    errno = signals > 0 ? EINTR : EAGAIN;
    if (signals-- > 0 || unsure-- > 0) return -1;
    return real(at, path, how, size);
  };
  signals = 200;
  unsure = 99;
  calls = 0;
  auto const opened = top.try_open_file_inside("f");
  CHECK(calls == 300);
  CHECK((opened || opened.error().code().number == ENOSYS));
  unsure = 1000;
  calls = 0;
  auto const refused = top.try_open_file_inside("f");
  CHECK(calls == 100);
  os::listing_call = before;
  CHECK(!refused);
}

#endif
