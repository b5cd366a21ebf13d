// test/driver/device_words_test.cpp: error messages and names of other
// libraries, in a block of a fixed size.
// covers: rill/driver/device_words.h
#include <doctest/doctest.h>
#include <rill/driver/device_words.h>

#include <string>

namespace {

template <std::size_t Most, class T>
std::string words(T const& from) {
  rill::detail::device_words<Most> const made(from);
  std::string words;
  for (char const byte : made.bytes()) words += byte;
  return words;
}

}  // namespace

TEST_CASE("driver/device_words: words of every character type become UTF-8") {
  CHECK(words<64>("disk full") == "disk full");
  CHECK(words<64>(std::u16string(u"voll: \u00df \U0001F600")) ==
        "voll: \u00df \U0001F600");
  CHECK(words<64>(std::wstring(L"voll: \u00df")) == "voll: \u00df");
  CHECK(words<64>(std::u8string(u8"\u00df")) == "\u00df");
  CHECK(words<64>(std::u16string(u"a\xD800z")) == "a\uFFFDz");
  CHECK(words<64>("") == "");
  CHECK(rill::detail::device_words<8>().bytes().size == 0);
}

TEST_CASE("driver/device_words: the white space of a message of Windows goes") {
  CHECK(words<64>("Access is denied.\r\n") == "Access is denied.");
  CHECK(words<64>(std::wstring(L"Access is denied.\r\n ")) ==
        "Access is denied.");
  CHECK(words<64>(" \r\n") == "");
}

TEST_CASE("driver/device_words: what is too long ends with a whole character") {
  std::string const text = "ab\u00df\u20ac\U0001F600z";  // 1 1 2 3 4 1 bytes
  std::u16string const wide = u"ab\u00df\u20ac\U0001F600z";
  CHECK(words<12>(text) == text);
  CHECK(words<11>(text) == text.substr(0, 11));
  CHECK(words<10>(text) == text.substr(0, 7));
  CHECK(words<8>(text) == text.substr(0, 7));
  CHECK(words<7>(text) == text.substr(0, 7));
  CHECK(words<6>(text) == text.substr(0, 4));
  CHECK(words<3>(text) == "ab");
  CHECK(words<1>(text) == "a");
  CHECK(words<1>("\u20ac") == "");
  // narrow_units requires four bytes of room for each character.
  CHECK(words<15>(wide) == text);
  CHECK(words<10>(wide) == text.substr(0, 7));
}
