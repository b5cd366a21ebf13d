// test/fs/walk_test.cpp: walks, compared with
// std::filesystem::recursive_directory_iterator, and errors during a walk.
// covers: rill/fs/walker.h
// covers: rill/os/directory.h
#include <doctest/doctest.h>
#include <rill/fs/directory.h>
#include <rill/print.h>
#include <stdlib.h>    // qsort
#include <sys/stat.h>  // mkfifo
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "support/files.h"

namespace fs = rill::fs;
namespace stdfs = std::filesystem;
using rill_test::set_content;

namespace {

std::string string_of(rill::text t) { return {t.data, t.size}; }

using paths = std::vector<std::string>;

paths walked(std::string const& path, fs::walk_options const& options = {}) {
  paths found;
  for (auto& entry : fs::walk(path, options))
    found.push_back(string_of(entry.relative_path()));
  return found;
}

paths sorted(paths all) {
  std::sort(all.begin(), all.end());
  return all;
}

paths std_walked(std::string const& path) {
  paths found;
  for (auto const& entry : stdfs::recursive_directory_iterator(path))
    found.push_back(entry.path().string().substr(path.size() + 1));
  return sorted(found);
}

// a/1 a/b/2 a/b/c/3 a/.h/4 d/ 5 l -> a (a link) n -> nowhere
void make_tree(rill_test::folder const& folder) {
  stdfs::create_directories(folder / "a/b/c");
  stdfs::create_directories(folder / "a/.h");
  stdfs::create_directories(folder / "d");
  for (char const* name : {"a/1", "a/b/2", "a/b/c/3", "a/.h/4", "5"})
    set_content(folder / name, name);
  stdfs::create_directory_symlink("a", folder / "l");
  stdfs::create_symlink("nowhere", folder / "n");
}

int open_descriptors() {
  int count = 0;
  for (auto const& entry : stdfs::directory_iterator("/proc/self/fd"))
    count += entry.exists() ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("fs/walk: gives what the standard library gives, each once") {
  rill_test::folder folder;
  make_tree(folder);
  paths const found = walked(folder.path());
  CHECK(sorted(found) == std_walked(folder.path()));
  for (auto const& path : found) {
    // A folder comes before what is in it.
    auto const above = stdfs::path(path).parent_path().string();
    if (above.empty()) continue;
    CHECK(std::find(found.begin(), found.end(), above) <
          std::find(found.begin(), found.end(), path));
  }
}

TEST_CASE("fs/walk: entries know their path, name, depth, kind and status") {
  rill_test::folder folder;
  make_tree(folder);
  ::mkfifo((folder / "p").c_str(), 0600);
  for (auto& entry : fs::walk(folder.path())) {
    std::string const path = string_of(entry.path());
    CHECK(path.c_str() == std::string(entry.path().data));  // ends with a NUL
    stdfs::path const same(path);
    CHECK(string_of(entry.name()) == same.filename().string());
    auto const status = stdfs::symlink_status(same);
    CHECK(entry.is_directory() == stdfs::is_directory(status));
    CHECK(entry.is_regular() == stdfs::is_regular_file(status));
    CHECK(entry.is_symbolic_link() == stdfs::is_symlink(status));
    CHECK((entry.kind() == rill::device_kind::pipe) == stdfs::is_fifo(status));
    std::string const below = string_of(entry.relative_path());
    CHECK(entry.depth() == 1 + std::count(below.begin(), below.end(), '/'));
    if (entry.is_regular()) {
      CHECK(entry.status().size == stdfs::file_size(same));
      char bytes[16];
      rill::file const opened = entry.open();
      CHECK(opened.read(bytes, 16) == stdfs::file_size(same));
    }
    if (entry.is_symbolic_link()) CHECK(!entry.try_open());
  }
}

TEST_CASE("fs/walk: order, depth, hidden names, pruning") {
  rill_test::folder folder;
  make_tree(folder);
  std::string const path = folder.path();
  CHECK(walked(path, {.sorted = true}) == paths{"5", "a", "a/.h", "a/.h/4",
                                                "a/1", "a/b", "a/b/2", "a/b/c",
                                                "a/b/c/3", "d", "l", "n"});
  CHECK(walked(path, {.sorted = true, .contents_first = true}) ==
        paths{"5", "a/.h/4", "a/.h", "a/1", "a/b/2", "a/b/c/3", "a/b/c", "a/b",
              "a", "d", "l", "n"});
  CHECK(walked(path, {.max_depth = 1, .sorted = true}) ==
        paths{"5", "a", "d", "l", "n"});
  CHECK(walked(path, {.max_depth = 2, .sorted = true, .hidden = false}) ==
        paths{"5", "a", "a/1", "a/b", "d", "l", "n"});
  CHECK(walked(path, {.max_depth = 0}).empty());
  paths pruned;
  for (auto& entry : fs::walk(path, {.sorted = true})) {
    pruned.push_back(string_of(entry.relative_path()));
    if (string_of(entry.name()) == "b") entry.skip_children();
  }
  CHECK(pruned ==
        paths{"5", "a", "a/.h", "a/.h/4", "a/1", "a/b", "d", "l", "n"});
}

TEST_CASE("fs/walk: globs choose, and lead into few folders") {
  rill_test::folder folder;
  make_tree(folder);
  std::string const path = folder.path();
  auto const found = [&](char const* glob) {
    return walked(path, {.glob = glob, .sorted = true});
  };
  CHECK(found("*") == paths{"5", "a", "d", "l", "n"});
  CHECK(found("**/[1-4]") == paths{"a/.h/4", "a/1", "a/b/2", "a/b/c/3"});
  CHECK(found("a/b/**") == paths{"a/b/2", "a/b/c", "a/b/c/3"});
  CHECK(found("a/*/{2,4}") == paths{"a/.h/4", "a/b/2"});
  CHECK(found("**/b/") == paths{"a/b"});
  CHECK(found("a/1/") == paths{});
  // An empty alternative after the slash matches the folder itself.
  CHECK(found("a/{,1}") == paths{"a", "a/1"});
  CHECK(found("{a/,5/,n}") == paths{"a", "n"});
  CHECK(found("a/{,b}/2") == paths{"a/b/2"});
  CHECK(found("a/{,b}/1") == paths{"a/1"});
  CHECK(walked(path, {.max_depth = 1, .glob = "a/{,1}"}) == paths{"a"});
  CHECK(found("nothing").empty());
  CHECK(
      walked(path, {.glob = "**/b", .sorted = true, .contents_first = true}) ==
      paths{"a/b"});
  // Folders in which no entry can match are not opened.
  fs::walk all(path, {.glob = "a/?"});
  ::chmod((folder / "d").c_str(), 0);
  for (auto& entry : all) (void)entry;
  CHECK(all.error_count() == 0);
  ::chmod((folder / "d").c_str(), 0700);
}

TEST_CASE("fs/walk: links are followed when asked, and loops end") {
  rill_test::folder folder;
  make_tree(folder);
  stdfs::create_directory_symlink("../..", folder / "a/b/up");
  stdfs::create_symlink("self", folder / "self");
  fs::walk all(folder.path(), {.follow_links = true, .sorted = true});
  paths found;
  for (auto& entry : all) {
    std::string const below = string_of(entry.relative_path());
    found.push_back(below);
    if (below == "l") CHECK(entry.is_directory());
    if (below == "n") CHECK(entry.is_symbolic_link());
    if (below == "self") CHECK(entry.is_symbolic_link());
  }
  CHECK(found == paths{"5",   "a",     "a/.h",  "a/.h/4",  "a/1",
                       "a/b", "a/b/2", "a/b/c", "a/b/c/3", "a/b/up",
                       "d",   "l",     "l/.h",  "l/.h/4",  "l/1",
                       "l/b", "l/b/2", "l/b/c", "l/b/c/3", "l/b/up",
                       "n",   "self"});
  CHECK(all.error_count() == 2);
  CHECK(all.first_error().code().number == ELOOP);
  CHECK(string_of(all.first_error().path()) == folder / "a/b/up");
}

TEST_CASE("fs/walk: a folder that cannot be opened at all is thrown") {
  rill_test::folder folder;
  set_content(folder / "f", "");
  auto const why = [](std::string const& path) {
    rill::result<fs::walk> opened = fs::walk::try_open(path);
    return opened ? 0 : opened.error().code().number;
  };
  CHECK(why(folder / "missing") == ENOENT);
  CHECK(why(folder / "f") == ENOTDIR);
  CHECK(why("") == ENOENT);
  CHECK(why(folder.path() + "/" + std::string(256, 'n')) == ENAMETOOLONG);
  CHECK_THROWS_AS(fs::walk(folder / "missing"), rill::error);
  auto const nul = fs::walk::try_open(std::string("a\0b", 3));
  REQUIRE(!nul);
  CHECK(nul.error().code() == rill::library_problem::path_contains_nul);
}

TEST_CASE("fs/walk: with few folders open at once, all is found again") {
  rill_test::folder folder;
  make_tree(folder);
  std::string deep = folder.path();
  for (int i = 0; i != 40; ++i) {
    deep += "/deep";
    stdfs::create_directory(deep);
    set_content(deep + "/after", "");
    stdfs::create_directory(deep + "/between");
    set_content(deep + "/between/file", "");
  }
  int const before = open_descriptors();
  for (unsigned limit : {3u, 4u, 7u, 32u, 100u}) {
    for (bool contents_first : {false, true}) {
      int most = 0;
      fs::walk all(folder.path(),
                   {.contents_first = contents_first, .open_folders = limit});
      paths found;
      for (auto& entry : all) {
        found.push_back(string_of(entry.relative_path()));
        CHECK(entry.try_status());
        most = std::max(most, open_descriptors() - before);
      }
      CHECK(sorted(found) == std_walked(folder.path()));
      CHECK(all.error_count() == 0);
      CHECK(most <= static_cast<int>(limit));
    }
  }
  CHECK(open_descriptors() == before);
}

TEST_CASE("fs/walk: an entry prints its path, a kind its name") {
  rill_test::folder folder;
  rill_test::set_content(folder / "f", "");
  for (auto& entry : fs::walk(folder / "")) {
    CHECK(rill::concat(entry) == folder / "f");
    CHECK(rill::concat(entry.kind()) == "regular");
  }
  using kind = fs::device_kind;
  CHECK(rill::concat(kind::unknown, ' ', kind::directory, ' ', kind::pipe, ' ',
                     kind::socket, ' ', kind::character, ' ', kind::block, ' ',
                     kind::symbolic_link) ==
        "unknown directory pipe socket character block symbolic_link");
}
