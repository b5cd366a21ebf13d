// test/unicode/windows1252_test.cpp: all bytes and all characters against
// iconv, and the five bytes that have no character.
#include <doctest/doctest.h>
#include <rill/unicode/codec.h>

#include <string>
#include <vector>

#if __has_include(<iconv.h>)
#include <iconv.h>
#endif
#include "support/skip.h"

namespace {

using namespace rill::detail;
using rill::text_policy;
using rill::text_problem;
using windows = windows1252_form<char>;

}  // namespace

TEST_CASE("unicode/codec: each byte is a character and back, but five") {
  std::string undefined;
  for (int i = 0; i != 256; ++i) {
    char const byte = static_cast<char>(i);
    taken const found = windows::take(&byte, &byte + 1);
    CHECK(found.size == 1);
    if (found.problem != text_problem::none) {
      CHECK(found.problem == text_problem::invalid_byte);
      undefined += byte;
      continue;
    }
    char back = 0;
    CHECK(windows::put(&back, found.scalar) == &back + 1);
    CHECK(back == byte);
  }
  CHECK(undefined == "\x81\x8D\x8F\x90\x9D");
}

TEST_CASE("unicode/codec: 251 characters have a byte") {
  int count = 0;
  for (char32_t c = 0; c != 0x110000; ++c) {
    char byte;
    count += windows::put(&byte, c) != nullptr;
  }
  CHECK(count == 251);
}

TEST_CASE("unicode/codec: the bytes are those of iconv") {
#if __has_include(<iconv.h>)
  iconv_t const to_utf8 = iconv_open("UTF-8", "CP1252");
  if (to_utf8 == reinterpret_cast<iconv_t>(-1))
    return rill_test::skip("this system's iconv has no CP1252");
  for (int i = 0; i != 256; ++i) {
    char in = static_cast<char>(i);
    char* from = &in;
    char expected[8];
    char* to = expected;
    std::size_t size = 1, room = sizeof expected;
    bool const good = iconv(to_utf8, &from, &size, &to, &room) == 0;
    iconv(to_utf8, nullptr, nullptr, nullptr, nullptr);
    char found[8];
    conversion_result const result = codec_of<windows1252_form<char>>.decode(
        nullptr, &in, 1, found, sizeof found, text_policy::strict, true);
    CHECK((result.error == text_problem::none) == good);
    if (good)
      CHECK(std::string(found, result.written) ==
            std::string(expected, static_cast<std::size_t>(to - expected)));
  }
  iconv_close(to_utf8);
#else
  rill_test::skip("there is no iconv.h");
#endif
}

TEST_CASE("unicode/codec: what has no byte stops or becomes a question") {
  std::string const text(40, 'x');
  std::string const in = text + "\xE2\x82\xAC\xC2\x80\xF0\x9F\x9A\x84y";
  std::vector<char> out(in.size());
  conversion_result const strict = codec_of<windows1252_form<char>>.encode(
      nullptr, in.data(), in.size(), out.data(), out.size(),
      text_policy::strict, true);
  CHECK(strict.error == text_problem::unmappable);
  CHECK(strict.read == 43);
  CHECK(strict.written == 41);
  conversion_result const replaced = codec_of<windows1252_form<char>>.encode(
      nullptr, in.data(), in.size(), out.data(), out.size(),
      text_policy::replace, true);
  CHECK(std::string(out.data(), replaced.written) == text + "\x80??y");
  CHECK(replaced.replaced == 2);
}
