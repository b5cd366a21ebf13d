// test/fs/path_text_test.cpp: returned paths, and the parts of a path, compared
// with std::filesystem::path.
// covers: fs/resolved_path.h
#include <doctest/doctest.h>
#include <rill/fs/resolved_path.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace fs = rill::fs;

namespace {
std::string string_of(rill::text t) { return {t.data, t.size}; }
}  // namespace

TEST_CASE("fs/resolved_path: the parts are those of std::filesystem::path") {
  for (char const* path :
       {"",       "a",       "/",       "//",       "/a",       "a/",
        "a/b",    "a//b",    "/a/b.c",  "a/b.c.d",  ".bashrc",  "a/.bashrc",
        ".",      "..",      "a/.",     "a/..",     "...",      "a.",
        ".a.b",   "/.",      "a/b/",    "a.d/b",    "..a",      "a..b",
        "///",    "/a/",     "a//",     "./",       "../",      "a//b//",
        "//host", "//a/b.c", "//host/", "///a.b//", "/..",      "//.",
        "///a",   "/a//b",   "a///",    "../../a",  "a/b/../c", "/a/./b"}) {
    CAPTURE(path);
    std::filesystem::path const same(path);
    CHECK(string_of(fs::file_name(path)) == same.filename().string());
    CHECK(string_of(fs::extension(path)) == same.extension().string());
    CHECK(string_of(fs::stem(path)) == same.stem().string());
    CHECK(fs::is_absolute(path) == same.is_absolute());
    std::string const parent = string_of(fs::parent(path));
    std::filesystem::path const standard = same.parent_path();
    // With a single part, parent_path() keeps all leading slashes in libc++,
    // and one in libstdc++.
    if (parent == "/")
      CHECK(standard == "/");
    else
      CHECK(parent == standard.string());
    for (char const* other : {"", "x", "/x", "x/y", "."}) {
      CAPTURE(other);
      fs::path_text const joined = fs::join_path(path, other);
      CHECK(std::string(joined) == (same / other).string());
    }
  }
  static_assert(fs::file_name("a/b.c").size == 3);
}

TEST_CASE("fs/resolved_path: parents of roots and of slashes at the end") {
  struct row {
    char const* path;
    char const* parent;
  };
  for (row const& r : {row{"", ""},
                       {"/", "/"},
                       {"//", "//"},
                       {"///", "///"},
                       {"//host", "/"},
                       {"//host/", "//host"},
                       {"//a/b", "//a"},
                       {"///a", "/"},
                       {".", ""},
                       {"..", ""},
                       {"a", ""},
                       {"a/", "a"},
                       {"a//b//", "a//b"},
                       {"a//b", "a"}}) {
    CAPTURE(r.path);
    CHECK(string_of(fs::parent(r.path)) == r.parent);
  }
  static_assert(fs::parent("//").size == 2 && fs::parent("//a").size == 1);
}

namespace {

template <class Other>
void check_equality(fs::path_text const& path, Other const& other,
                    bool is_equal) {
  CHECK((path == other) == is_equal);
  CHECK((other == path) == is_equal);
  CHECK((path != other) == !is_equal);
  CHECK((other != path) == !is_equal);
}

}  // namespace

TEST_CASE("fs/resolved_path: is compared with texts of every kind") {
  fs::path_text const path("a/b");
  for (std::string const other : {"a/b", "a/c", "a", ""}) {
    bool const is_equal = other == "a/b";
    check_equality(path, other, is_equal);
    check_equality(path, std::string_view(other), is_equal);
    check_equality(path, other.c_str(), is_equal);
    check_equality(path, rill::text(other), is_equal);
    check_equality(path, fs::path_text(other), is_equal);
  }
  check_equality(path, "a/b", true);
}

TEST_CASE(
    "fs/resolved_path: converts to what paths and strings are elsewhere") {
  fs::path_text const path = fs::join_path("a", std::string("b"));
  std::string const string = path;
  std::string_view const view = path;
  std::filesystem::path const standard = path;
  rill::text const text = path;
  rill::path_view const argument = path;
  CHECK(string == "a/b");
  CHECK(view == "a/b");
  CHECK(standard == "a/b");
  CHECK(string_of(text) == "a/b");
  CHECK(string_of(argument.bytes()) == "a/b");
  CHECK(path == "a/b");
  CHECK(path == string);
  CHECK(!(path == "a/"));
  CHECK(std::string(path.c_str()) == "a/b");
  CHECK(fs::path_text() == "");
  CHECK(*fs::path_text().c_str() == '\0');
  std::filesystem::path const from = standard;
  CHECK(fs::join_path(from, from) == "a/b/a/b");
}

TEST_CASE("fs/resolved_path: grows, and always ends with a NUL") {
  fs::path_text path;
  std::string twin;
  for (int i = 0; i != 300; ++i) {
    path.add_part("ab");
    twin += i ? "/ab" : "ab";
    CHECK(path == twin);
    CHECK(path.c_str()[path.size()] == '\0');
  }
  path.cut_to(5);
  CHECK(std::string(path.c_str()) == "ab/ab");
}

TEST_CASE("fs/resolved_path: takes its own bytes") {
  fs::path_text path(rill::text("ab", 2));
  std::string twin = "ab";
  for (int i = 0; i != 6; ++i) {
    path.add(path);
    path.add_part(path);
    twin += twin;
    twin += "/" + twin;
    CHECK(path == twin);
  }
}
