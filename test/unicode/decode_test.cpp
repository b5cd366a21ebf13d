// test/unicode/decode_test.cpp: UTF-8 is decoded as table 3-7 of the Unicode
// standard defines, by a list of all prefixes of well-formed sequences.
// covers: unicode/utf8.h
#include <doctest/doctest.h>
#include <rill/unicode/utf8.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace {

// Every well-formed sequence with its code point, and every proper prefix of
// one (with `prefix`), made by encoding all scalar values with the bit
// patterns of table 3-6 written as arithmetic.
constexpr char32_t prefix = 0xFFFFFFFF;

std::string encode(unsigned long c) {
  auto const byte = [](unsigned long x) { return static_cast<char>(x); };
  if (c < 128) return {byte(c)};
  if (c < 2048) return {byte(192 + c / 64), byte(128 + c % 64)};
  if (c < 65536)
    return {byte(224 + c / 4096), byte(128 + c / 64 % 64), byte(128 + c % 64)};
  return {byte(240 + c / 262144), byte(128 + c / 4096 % 64),
          byte(128 + c / 64 % 64), byte(128 + c % 64)};
}

using dictionary = std::unordered_map<std::string, char32_t>;

dictionary const& sequences() {
  static dictionary const all = [] {
    dictionary found;
    for (unsigned long c = 0; c != 0x110000; ++c) {
      if (c >= 0xD800 && c <= 0xDFFF) continue;
      std::string const bytes = encode(c);
      found[bytes] = static_cast<char32_t>(c);
      for (std::size_t i = 1; i < bytes.size(); ++i)
        found[bytes.substr(0, i)] = prefix;
    }
    return found;
  }();
  return all;
}

struct outcome {
  char32_t code_point;
  std::size_t used;
  rill::utf8_form form;
  bool operator==(outcome const&) const = default;
};

// The standard's definition, word for word: the maximal subpart of an
// ill-formed sequence is the longest prefix of a well-formed one, or one byte.
outcome expected(std::string const& text) {
  std::size_t subpart = 0;
  for (std::size_t n = 1; n <= text.size() && n <= 4; ++n) {
    auto const found = sequences().find(text.substr(0, n));
    if (found == sequences().end()) break;
    if (found->second != prefix)
      return {found->second, n, rill::utf8_form::valid};
    subpart = n;
  }
  if (subpart == text.size()) return {0xFFFD, subpart, rill::utf8_form::cut};
  return {0xFFFD, subpart ? subpart : 1, rill::utf8_form::ill_formed};
}

// Decodes from a block of exactly the text's size.
outcome decode(std::string const& text) {
  std::vector<char> const block(text.begin(), text.end());
  auto const got = rill::decode_utf8(block.data(), block.data() + block.size());
  return {got.code_point, static_cast<std::size_t>(got.end - block.data()),
          got.form};
}

unsigned long differences(std::vector<std::string> const& texts) {
  unsigned long count = 0;
  for (std::string const& text : texts) count += decode(text) != expected(text);
  return count;
}

std::string replaced(std::string const& text) {
  std::string out;
  char const* at = text.data();
  char const* const last = at + text.size();
  while (at != last) {
    auto const one = rill::decode_utf8(at, last);
    if (one.form == rill::utf8_form::valid)
      out.append(at, one.end);
    else
      out += '?';
    at = one.end;
  }
  return out;
}

}  // namespace

TEST_CASE("unicode/utf8: every scalar value") {
  unsigned long wrong = 0;
  for (unsigned long c = 0; c != 0x110000; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string const bytes = encode(c);
    outcome const whole = {static_cast<char32_t>(c), bytes.size(),
                           rill::utf8_form::valid};
    wrong += decode(bytes) != whole;
    wrong += decode(bytes + '\x80') != whole;
  }
  CHECK(wrong == 0);
}

TEST_CASE("unicode/utf8: all sequences of one to three bytes") {
  std::vector<std::string> texts;
  for (int a = 0; a != 256; ++a) {
    texts.push_back({static_cast<char>(a)});
    for (int b = 0; b != 256; ++b)
      texts.push_back({static_cast<char>(a), static_cast<char>(b)});
  }
  // Of the bytes behind the second, only the range 80..BF matters.
  for (int a = 0x80; a != 256; ++a)
    for (int b = 0; b != 256; ++b)
      for (int c :
           {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE0, 0xFF})
        texts.push_back(
            {static_cast<char>(a), static_cast<char>(b), static_cast<char>(c)});
  CHECK(differences(texts) == 0);
}

TEST_CASE("unicode/utf8: the edges of all sequences of four bytes") {
  std::vector<std::string> texts;
  int const edges[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                       0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xEC, 0xED, 0xEE,
                       0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};
  for (int a : edges)
    for (int b : edges)
      for (int c : edges)
        for (int d : edges)
          texts.push_back({static_cast<char>(a), static_cast<char>(b),
                           static_cast<char>(c), static_cast<char>(d)});
  CHECK(differences(texts) == 0);
}

TEST_CASE("unicode/utf8: the examples of the Unicode standard") {
  // Tables 3-8 to 3-11 of section 3.9.
  CHECK(replaced("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41") == "????????A");
  CHECK(replaced("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41") == "????????A");
  CHECK(replaced("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42") == "?????A??B");
  CHECK(replaced("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41") == "????A");
}

TEST_CASE("unicode/utf8: a cut sequence goes on with the bytes to come") {
  std::string const text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    std::u32string got;
    std::string held;
    for (std::string part : {text.substr(0, cut), text.substr(cut)}) {
      held += part;
      std::size_t at = 0;
      while (at != held.size()) {
        outcome const one = decode(held.substr(at));
        if (one.form == rill::utf8_form::cut) break;
        got += one.code_point;
        at += one.used;
      }
      held.erase(0, at);
    }
    CHECK(held.empty());
    CHECK(got == U"a\u00E9\u20AC\U0001F600z");
  }
}

namespace {
constexpr bool decodes_when_constant() {
  char const text[] = "\xF0\x9F\x98\x80";
  auto const one = rill::decode_utf8(text, text + 4);
  return one.code_point == U'\U0001F600' && one.end == text + 4;
}
static_assert(decodes_when_constant());
}  // namespace
