// test/fs/glob_test.cpp: patterns, compared with tables, fnmatch, and a
// reference implementation.
// covers: rill/fs/glob.h
#include <doctest/doctest.h>
#include <fnmatch.h>
#include <rill/fs/glob.h>

#include <chrono>
#include <random>
#include <string>

namespace fs = rill::fs;

TEST_CASE("fs/glob: a table") {
  struct row {
    char const* pattern;
    char const* path;
    bool matches;
  };
  for (row const& r : {
           row{"a", "a", true},
           {"a", "b", false},
           {"", "", true},
           {"", "a", false},
           {"?", "a", true},
           {"?", "", false},
           {"?", "/", false},
           {"?", "é", true},
           {"??", "é", false},
           {"?", "\xFF", true},
           {"\xFF?", "\xFFz", true},
           {"*", "", false},  // a name is never empty
           {"*", "/", false},
           {"a/*", "a/", false},
           {"a/*", "a/b", true},
           {"a/*/b", "a//b", false},
           {"*/b", "/b", false},
           {"a/{,*}", "a/", true},
           {"a/**", "a/", false},
           {"a/*{,b}", "a/", false},
           {"a/*{,b}", "a/b", true},
           {"***", "", false},
           {"*", "abc", true},
           {"*", "a/b", false},
           {"*", ".a", true},
           {"*.c", "x.c", true},
           {"*.c", ".c", true},
           {"*.c", "a/x.c", false},
           {"a*b*c", "aXbXbc", true},
           {"a*b*c", "aXbX", false},
           {"[a-c]", "b", true},
           {"[a-c]", "d", false},
           {"[!a-c]", "d", true},
           {"[^a-c]", "b", false},
           {"[]a]", "]", true},
           {"[!]a]", "]", false},
           {"[a-]", "-", true},
           {"[à-é]", "ç", true},
           {"[à-é]", "z", false},
           {"[!a]", "/", false},
           {"[/]", "/", false},
           {"[\\]]", "]", true},
           {"[a", "[a", true},
           {"[]", "[]", true},
           {"[!", "[!", true},
           {"{a,b}", "a", true},
           {"{a,b}", "b", true},
           {"{a,b}", "c", false},
           {"{a,b}c", "bc", true},
           {"x{,y}z", "xz", true},
           {"{a,{b,c}d}e", "cde", true},
           {"{a,{b,c}d}e", "ce", false},
           {"{a", "{a", true},
           {"a}", "a}", true},
           {"{a,b", "{a,b", true},
           {"{a,{b}", "{a,{b}", true},
           {"{a,{b}", "{a,b", false},
           {"{abc}", "{abc}", true},
           {"{abc}", "abc", false},
           {"{*}", "{abc}", true},
           {"{{a,b}}", "{a}", true},
           {"{{a,b}}", "a", false},
           {"{a{b}c,d}", "a{b}c", true},
           {"{a{b}c,d}", "d", true},
           {"{a},b}", "a}", true},
           {"{a},b}", "b", true},
           {"{x{a},}", "x{a}", true},
           {"{},a}", "{},a}", true},
           {"x{},a}", "x}", true},
           {"{1..3}", "{1..3}", true},
           {"{1..3}", "2", false},
           {"x/{,a}/y", "x/y", true},
           {"x/{,a}/y", "x/a/y", true},
           {"x/{,a}/y", "x//y", true},
           {"x/{,a}/y", "xy", false},
           {"x/{,a/}y", "x/y", true},
           {"x/{a/,}/y", "x/a/y", true},
           {"x{/,}/y", "x/y", true},
           {"x//y", "x/y", true},
           {"x///y", "x/y", true},
           {"x/*//y", "x/a/y", true},
           {"{,a}/y", "/y", true},
           {"{,a}/y", "y", false},
           {"**//y", "y", true},
           {"[a/]b", "ab", false},
           {"[a/]b", "[a/]b", true},
           {"[a/b]", "[a/b]", true},
           {"a,b", "a,b", true},
           {"{}", "{}", true},
           {"{}", "", false},
           {"{,}", "", true},
           {"{a/b,c}/d", "a/b/d", true},
           {"{a/b,c}/d", "c/d", true},
           {"{[,],x}", ",", true},
           {"{\\,,x}", ",", true},
           {"\\*", "*", true},
           {"\\*", "a", false},
           {"\\", "\\", true},
           {"a\\", "a\\", true},
           {"\\{a,b\\}", "{a,b}", true},
           {"**", "a", true},
           {"**", "a/b/c", true},
           {"**", "", false},
           {"**/a", "a", true},
           {"**/a", "x/y/a", true},
           {"**/a", "xa", false},
           {"a/**", "a", false},
           {"a/**", "a/b", true},
           {"a/**", "a/b/c", true},
           {"a/**/b", "a/b", true},
           {"a/**/b", "a/x/y/b", true},
           {"a/**/b", "a/xb", false},
           {"a**b", "axxb", true},
           {"a**b", "ax/xb", false},
           {"***", "abc", true},
           {"**/**/a", "a", true},
           {"**/*.{h,cpp}", "a/b.cpp", true},
           {"{**/a,b}", "x/a", true},
           {"{x,**}/a", "p/q/a", true},
           {"x{**/a,b}", "xp/q/a", false},
           {"x{**/a,b}", "xp/a", true},
           {"{**,b}x", "p/qx", false},
           {"x/", "x", true},
       }) {
    CAPTURE(r.pattern);
    CAPTURE(r.path);
    CHECK(fs::matches(r.pattern, r.path) == r.matches);
  }
  CHECK(fs::glob("a/").only_folders());
  CHECK(!fs::glob("a").only_folders());
}

namespace {

std::string with_single_slashes(std::string text) {
  for (auto at = text.find("//"); at != text.npos; at = text.find("//"))
    text.erase(at, 1);
  return text;
}

// Applies fnmatch to each part. A wildcard alone would match an empty name,
// which no part has.
bool parts_match(std::string const& pattern, std::string const& path) {
  std::size_t const slash = pattern.find('/');
  std::size_t const other = path.find('/');
  std::string const part = path.substr(0, other);
  std::string const want = pattern.substr(0, slash);
  if (part.empty() != want.empty()) return false;
  if (::fnmatch(want.c_str(), part.c_str(), 0) != 0) return false;
  if (slash == pattern.npos || other == path.npos)
    return slash == pattern.npos && other == path.npos;
  return parts_match(pattern.substr(slash + 1), path.substr(other + 1));
}

}  // namespace

TEST_CASE("fs/glob: agrees with fnmatch on random patterns") {
  std::mt19937 random(11);
  constexpr char pieces[] = "aab/*?[]!-.";
  int matched = 0;
  for (int round = 0; round != 200000; ++round) {
    std::string pattern, path;
    for (auto n = random() % 8; n != 0; --n)
      pattern += pieces[random() % (sizeof pieces - 1)];
    for (auto n = random() % 6; n != 0; --n) path += "ab/.-!"[random() % 6];
    // In rill ** and a slash at the end have a special meaning.
    if (pattern.find("**") != std::string::npos) continue;
    if (pattern.size() > 1 && pattern.back() == '/') continue;
    bool const expected =
        parts_match(with_single_slashes(pattern), with_single_slashes(path));
    matched += expected;
    CAPTURE(pattern);
    CAPTURE(path);
    CHECK(fs::matches(pattern, path) == expected);
  }
  CHECK(matched > 1000);
}

TEST_CASE("fs/glob: without a pattern nothing matches") {
  fs::glob from("a");
  fs::glob const to = static_cast<fs::glob&&>(from);
  CHECK(to.matches("a"));
  for (fs::glob const& none : {fs::glob(), static_cast<fs::glob&&>(from)}) {
    CHECK(none.empty());
    CHECK(!none.matches("a"));
    CHECK(!none.matches(""));
  }
}

TEST_CASE("fs/glob: a slash at the end, behind backslashes") {
  // An even number of backslashes stands for backslashes; a further one escapes
  // the slash.
  for (int count = 0; count != 6; ++count) {
    fs::glob const pattern("a" + std::string(std::size_t(count), '\\') + "/");
    CHECK(pattern.only_folders());
    CHECK(pattern.matches("a" + std::string(std::size_t(count) / 2, '\\')));
  }
}

TEST_CASE("fs/glob: hostile patterns take no time") {
  auto const start = std::chrono::steady_clock::now();
  std::string stars;
  for (int i = 0; i != 100; ++i) stars += "a*";
  CHECK(!fs::matches(stars + "b", std::string(1000, 'a')));
  std::string braces(2000, '{');
  CHECK(fs::matches(braces, braces));
  for (int i = 0; i != 2000; ++i) braces += ",*}";
  CHECK(fs::matches(braces, std::string(100, 'x')));
  std::string const brackets(20000, '[');
  CHECK(fs::matches(brackets, brackets));
  CHECK(fs::matches(brackets + "/]", brackets + "/]"));
  std::string slashes;
  for (int i = 0; i != 2000; ++i) slashes += "{,a/}/";
  CHECK(fs::matches("a/" + slashes + "b", "a/b"));
  std::string deep;
  for (int i = 0; i != 200; ++i) deep += "**/";
  CHECK(!fs::matches(deep + "b", std::string(2000, 'a')));
  std::chrono::duration<double> const taken =
      std::chrono::steady_clock::now() - start;
  CHECK(taken.count() < 10);
}
