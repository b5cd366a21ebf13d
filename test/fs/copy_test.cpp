// test/fs/copy_test.cpp: copies of files, links and trees, compared with
// std::filesystem::copy and with the source.
// covers: rill/fs/copy.h
#include <doctest/doctest.h>
#include <rill/fs.h>
#include <signal.h>
#include <sys/resource.h>  // setrlimit
#include <sys/stat.h>

#include <filesystem>
#include <cstdlib>  // std::system
#include <map>
#include <string>
#include <tuple>

#include "support/child.h"
#include "support/files.h"
#include "support/skip.h"

namespace fs = rill::fs;
namespace stdfs = std::filesystem;
using rill_test::content_of;
using rill_test::set_content;

namespace {

template <class Result>
int why(Result const& result) {
  return result ? 0 : result.error().code().number;
}

// Maps each path below to its kind, permissions and content.
std::map<std::string, std::string> snapshot(std::string const& path) {
  std::map<std::string, std::string> found;
  for (auto const& entry : stdfs::recursive_directory_iterator(path)) {
    auto const status = entry.symlink_status();
    std::string what = std::to_string(static_cast<int>(status.type())) + " " +
                       std::to_string(static_cast<int>(status.permissions()));
    if (entry.is_symlink())
      what += stdfs::read_symlink(entry.path()).string();
    else if (entry.is_regular_file())
      what += content_of(entry.path().string());
    found[entry.path().string().substr(path.size())] = what;
  }
  return found;
}

void make_tree(std::string const& path) {
  stdfs::create_directories(path + "/a/b/c");
  stdfs::create_directories(path + "/empty");
  set_content(path + "/a/1", "one");
  set_content(path + "/a/b/2", std::string(300000, '2'));
  set_content(path + "/a/b/c/3", "");
  set_content(path + "/z", "last");
  stdfs::create_symlink("a/1", path + "/link");
  stdfs::create_directory_symlink("a", path + "/to-a");
  stdfs::create_symlink("none", path + "/a/dangling");
  ::chmod((path + "/a/1").c_str(), 0640);
  ::chmod((path + "/a/b/2").c_str(), 0777);
  ::chmod((path + "/empty").c_str(), 01770);
  ::chmod((path + "/a/b/c").c_str(), 0705);
}

}  // namespace

TEST_CASE("fs/copy: a tree, with permissions and links") {
  rill_test::folder folder;
  make_tree(folder / "t");
  CHECK(fs::copy(folder / "t", folder / "u") == 12);
  CHECK(snapshot(folder / "u") == snapshot(folder / "t"));
  CHECK(why(fs::try_copy(folder / "t", folder / "u")) == EEXIST);
  CHECK(fs::copy(folder / "t", folder / "u",
                 {.existing = fs::copy_existing::keep}) == 0);
  CHECK(fs::copy(folder / "t", folder / "v", {.links = fs::copy_links::skip}) ==
        9);
  CHECK(!stdfs::exists(stdfs::symlink_status(folder / "v/link")));
  // Links are followed, as std::filesystem::copy follows them.
  stdfs::remove(folder / "t/a/dangling");
  fs::copy(folder / "t", folder / "w", {.links = fs::copy_links::follow});
  stdfs::copy(folder / "t", folder / "x", stdfs::copy_options::recursive);
  auto const ours = snapshot(folder / "w");
  auto const theirs = snapshot(folder / "x");
  REQUIRE(ours.size() == theirs.size());
  for (auto const& [path, what] : theirs) CHECK(ours.count(path) == 1);
  CHECK(content_of(folder / "w/to-a/1") == "one");
  CHECK(!stdfs::is_symlink(folder / "w/to-a"));
}

TEST_CASE("fs/copy: holes stay holes") {
  rill_test::folder folder;
  constexpr long long size = 300 << 20;
  {
    rill::file const sparse = rill::file::create(folder / "from");
    sparse.pwrite("middle", 100 << 20);
    sparse.truncate(size);
  }
  auto const on_disk = [&](char const* name) {
    return fs::status(folder / name).allocated;
  };
  if (on_disk("from") > 1 << 20)
    return rill_test::skip("the file system of /tmp makes no holes");
  CHECK(fs::copy(folder / "from", folder / "to") == 1);
  CHECK(fs::status(folder / "to").size == size);
  CHECK(on_disk("to") <= on_disk("from") + 65536);
  char found[8];
  rill::file const copy = rill::file::open(folder / "to");
  CHECK(copy.pread(found, sizeof found, (100 << 20) - 1) == 8);
  CHECK(std::string(found, 8) == std::string("\0middle\0", 8));
  // cmp(1) sees the same bytes.
  std::string const files = folder / "from" + " " + (folder / "to");
  CHECK(std::system(("cmp " + files).c_str()) == 0);
}

TEST_CASE("fs/copy: a folder that nobody may write to, with what is in it") {
  rill_test::folder folder;
  make_tree(folder / "t");
  ::chmod((folder / "t/a/b").c_str(), 0500);
  fs::copy(folder / "t", folder / "u");
  CHECK(snapshot(folder / "u") == snapshot(folder / "t"));
  ::chmod((folder / "t/a/b").c_str(), 0700);
  ::chmod((folder / "u/a/b").c_str(), 0700);
}

TEST_CASE("fs/copy: what is there is kept, replaced, or an error") {
  rill_test::folder folder;
  set_content(folder / "new", "new");
  set_content(folder / "old", "old");
  fs::set_modified(folder / "old", fs::file_time(1000, 0));
  auto const reset = [&] {
    fs::remove(folder / "to");
    set_content(folder / "to", "there");
    fs::set_modified(folder / "to", fs::file_time(2000, 0));
  };
  auto const copied = [&](char const* from, fs::copy_existing existing) {
    reset();
    return fs::copy(folder / from, folder / "to", {.existing = existing});
  };
  reset();
  CHECK(why(fs::try_copy(folder / "new", folder / "to")) == EEXIST);
  CHECK(content_of(folder / "to") == "there");
  CHECK(copied("new", fs::copy_existing::keep) == 0);
  CHECK(content_of(folder / "to") == "there");
  CHECK(copied("new", fs::copy_existing::replace) == 1);
  CHECK(content_of(folder / "to") == "new");
  CHECK(copied("old", fs::copy_existing::replace_older) == 0);
  CHECK(content_of(folder / "to") == "there");
  CHECK(copied("new", fs::copy_existing::replace_older) == 1);
  CHECK(content_of(folder / "to") == "new");
  // A link at the target is replaced; rill does not write through it.
  reset();
  stdfs::create_symlink("to", folder / "l");
  fs::copy(folder / "new", folder / "l",
           {.existing = fs::copy_existing::replace});
  CHECK(!stdfs::is_symlink(folder / "l"));
  CHECK(content_of(folder / "to") == "there");
  fs::copy(folder / "new", folder / "timed", {.times = true});
  CHECK(fs::status(folder / "timed").modified ==
        fs::status(folder / "new").modified);
  for (auto const& entry : stdfs::directory_iterator(folder.path()))
    CHECK(entry.path().filename().string().find(".rill-") != 0);
}

TEST_CASE("fs/copy: onto itself, into itself, and what cannot be copied") {
  rill_test::folder folder;
  make_tree(folder / "t");
  auto const before = snapshot(folder.path());
  auto const refused = [&](char const* from, char const* to) {
    fs::copy_rules rules{.existing = fs::copy_existing::replace};
    auto const result = fs::try_copy(folder / from, folder / to, rules);
    REQUIRE(!result);
    CHECK(result.error().code() == rill::library_problem::overlap);
    CHECK(snapshot(folder.path()) == before);
  };
  refused("t", "t");
  refused("t", "t/a/b");
  refused("t", "t/new");
  refused("t", "t/a/b/new");
  refused("t", "t/to-a/new");
  refused("t/z", "t/z");
  refused("t/z", "t/../t/z");
  CHECK(why(fs::try_copy(folder / "none", folder / "x")) == ENOENT);
  CHECK(why(fs::try_copy(folder / "t/z", folder / "none/x")) == ENOENT);
  CHECK(why(fs::try_copy(folder / "t/z", folder / "t/a",
                         {.existing = fs::copy_existing::replace})) == EISDIR);
  CHECK(why(fs::try_copy(folder / "t/a", folder / "t/z",
                         {.existing = fs::copy_existing::replace})) == EEXIST);
  ::mkfifo((folder / "p").c_str(), 0600);
  CHECK(why(fs::try_copy(folder / "p", folder / "q")) == ENOTSUP);
  CHECK(!stdfs::exists(folder / "q"));
  auto const error = fs::try_copy(folder / "none", folder / "x");
  CHECK(std::string(error.error().what()) == "copy " + folder / "none" +
                                                 " to " + folder / "x" +
                                                 ": No such file or directory");
}

TEST_CASE("fs/copy: links that lead from one side into the other") {
  rill_test::folder folder;
  stdfs::create_directories(folder / "a/sub");
  stdfs::create_directory_symlink("a/sub", folder / "to-sub");
  stdfs::create_directories(folder / "b");
  stdfs::create_directories(folder / "c");
  stdfs::create_directory_symlink("../d", folder / "c/link");
  stdfs::create_directories(folder / "d");
  fs::copy_rules const following{.links = fs::copy_links::follow};
  auto const before = snapshot(folder.path());
  for (auto const& [from, to, rules] :
       {std::tuple{"a", "to-sub", fs::copy_rules{}},
        std::tuple{"c", "d", following}}) {
    CAPTURE(to);
    auto const result = fs::try_copy(folder / from, folder / to, rules);
    REQUIRE(!result);
    CHECK(result.error().code() == rill::library_problem::overlap);
    CHECK(snapshot(folder.path()) == before);
  }
  CHECK(fs::copy(folder / "c", folder / "b", following) == 1);
}

TEST_CASE("fs/copy: a file that does not fit is not left behind") {
  rill_test::folder folder;
  set_content(folder / "big", std::string(300000, 'x'));
  set_content(folder / "there", "there");
  int const status = rill_test::status_of_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit const small{100000, 100000};
    if (::setrlimit(RLIMIT_FSIZE, &small) != 0) return 1;
    if (why(fs::try_copy(folder / "big", folder / "new")) != EFBIG) return 2;
    fs::copy_rules const replacing{.existing = fs::copy_existing::replace};
    if (why(fs::try_copy(folder / "big", folder / "there", replacing)) != EFBIG)
      return 3;
    return 0;
  });
  CHECK(status == 0);
  CHECK(content_of(folder / "there") == "there");
  int count = 0;
  for (auto& entry : fs::walk(folder.path())) count += entry.depth() == 1;
  CHECK(count == 2);
}

TEST_CASE("fs/copy: deeper than any path, between open folders") {
  rill_test::folder folder;
  std::string deep = "t";
  while (deep.size() < 6000) deep += "/" + std::string(100, 'd');
  fs::directory const here = fs::directory::open(folder.path());
  here.create_directories(deep);
  here.open_file(deep + "/f", rill::file::creating).write({"abc", 3});
  here.create_directory("other");
  fs::directory const other = here.open_directory("other");
  auto const count = fs::copy(here, "t", other, "u");
  CHECK(count == 2 + (deep.size() - 1) / 101);
  deep[0] = 'u';
  CHECK(other.status(deep + "/f").size == 3);
}
