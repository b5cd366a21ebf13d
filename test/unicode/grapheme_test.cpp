// test/unicode/grapheme_test.cpp: clusters of characters, against the
// standard's own test where it is installed.
// covers: rill/unicode/width.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <rill/unicode/grapheme.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using pieces = std::vector<std::string>;

pieces clusters_of(std::string const& text) {
  // The block has exactly the text's size.
  std::vector<char> const block(text.begin(), text.end());
  pieces found;
  for (rill::text one : rill::graphemes(rill::text(block.data(), block.size())))
    found.push_back({one.data, one.size});
  return found;
}

std::string utf8(unsigned long c) {
  char bytes[4];
  return {bytes, rill::write_utf8(bytes, static_cast<char32_t>(c))};
}

}  // namespace

TEST_CASE("unicode/grapheme: what belongs together") {
  for (std::string const& whole :
       pieces{"a",
              "\r\n",
              "e\u0301",
              "e\u0301\u0323",
              "\u1112\u1161\u11AB",
              "\uD55C",
              "\uD55C\u11AB",
              "\uD558\u11AB",
              "\u0915\u093F",
              "\u0600\u0661",
              "\U0001F1F3\U0001F1F1",
              "1\uFE0F\u20E3",
              "\U0001F44D\U0001F3FD",
              "\U0001F469\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466",
              "\U0001F3F4\U000E0067\U000E0062\U000E007F",
              "\n",
              "\u200D",
              "\u0301",
              "\xFF",
              "\xE2\x82"})
    CHECK(clusters_of(whole) == pieces{whole});
}

TEST_CASE("unicode/grapheme: what does not") {
  CHECK(clusters_of("") == pieces{});
  CHECK(clusters_of("ab") == pieces{"a", "b"});
  CHECK(clusters_of("\n\r") == pieces{"\n", "\r"});
  CHECK(clusters_of("\n\u0301") == pieces{"\n", "\u0301"});
  CHECK(clusters_of("\U0001F1F3\U0001F1F1\U0001F1E7") ==
        pieces{"\U0001F1F3\U0001F1F1", "\U0001F1E7"});
  CHECK(clusters_of("a\u200D\U0001F469") == pieces{"a\u200D", "\U0001F469"});
  CHECK(clusters_of("\uD55C\u1161") == pieces{"\uD55C", "\u1161"});
  CHECK(clusters_of("\u0600\n") == pieces{"\u0600", "\n"});
  // A maximal subpart counts as a character, so a mark attaches to it.
  CHECK(clusters_of("\xE2\x82\u0301\x80z") ==
        pieces{"\xE2\x82\u0301", "\x80", "z"});
}

TEST_CASE("unicode/grapheme: an iterator is the rest of the text") {
  auto const range = rill::graphemes("ae\u0301b");
  auto first = range.begin();
  auto const second = ++first;
  CHECK((*second).size == 3);
  CHECK((*first++).size == 3);
  CHECK((*second).size == 3);
  CHECK(first != second);
  CHECK((*first).size == 1);
  CHECK(++first == range.end());
}

TEST_CASE("unicode/grapheme: the tests of the standard") {
  std::ifstream file("/usr/share/unicode/auxiliary/GraphemeBreakTest.txt");
  std::string line;
  int count = 0;
  bool is_ours = false;
  while (std::getline(file, line)) {
    if (line.rfind("# GraphemeBreakTest-", 0) == 0)
      is_ours = line.find(rill::unicode_version) != std::string::npos;
    if (!is_ours || line.empty() || line[0] == '#') continue;
    std::istringstream words(line.substr(0, line.find('#')));
    pieces want;
    for (std::string word; words >> word;) {
      if (word == "\u00F7")
        want.emplace_back();
      else if (word != "\u00D7")
        want.back() += utf8(std::stoul(word, nullptr, 16));
    }
    want.pop_back();
    std::string text;
    for (std::string const& piece : want) text += piece;
    CAPTURE(line);
    CHECK(clusters_of(text) == want);
    ++count;
  }
  if (count == 0)
    MESSAGE("no GraphemeBreakTest.txt of Unicode ", rill::unicode_version);
}

namespace {
constexpr bool walks_when_constant() {
  std::size_t count = 0;
  for (rill::text one : rill::graphemes("e\u0301\U0001F1F3\U0001F1F1!"))
    count += one.size * 10 + 1;
  return count == 123;
}
static_assert(walks_when_constant());
}  // namespace
