// test/unicode/utf_ebcdic_test.cpp: every scalar value against an encoder by
// the rows of Unicode Technical Report 16, and all that is ill-formed.
// test/system/gb18030_test.py compares the bytes with iconv's code page 1047.
#include <doctest/doctest.h>
#include <rill/unicode/codec.h>

#include <set>
#include <string>
#include <string_view>

namespace {

using namespace rill::detail;
using rill::text_policy;
using rill::text_problem;
using ebcdic_form = utf_ebcdic_form<char>;

std::string encoded(char32_t c) {
  char bytes[5];
  char const* const end = ebcdic_form::put(bytes, c);
  return {bytes, static_cast<std::size_t>(end - bytes)};
}

// Converts the bytes of I8 to those of UTF-EBCDIC.
std::string of_i8(std::string_view bytes) {
  std::string made;
  for (char const b : bytes)
    made += static_cast<char>(ebcdic.of_i8[static_cast<unsigned char>(b)]);
  return made;
}

// The encoding of a character in I8: groups of five bits, by the table of the
// report.
std::string expected_i8(char32_t c) {
  struct row {
    char32_t last;
    unsigned mark;
    int bytes;
  };
  constexpr row table[] = {{0x9F, 0, 1},
                           {0x3FF, 0xC0, 2},
                           {0x3FFF, 0xE0, 3},
                           {0x3FFFF, 0xF0, 4},
                           {0x3FFFFF, 0xF8, 5}};
  row const* r = table;
  while (c > r->last) ++r;
  std::string made(static_cast<std::size_t>(r->bytes), '\0');
  for (int i = r->bytes - 1; i > 0; --i) {
    made[static_cast<std::size_t>(i)] = static_cast<char>(0xA0 + c % 32);
    c /= 32;
  }
  made[0] = static_cast<char>(r->mark + c);
  return made;
}

taken take_i8(std::string_view bytes) {
  std::string const text = of_i8(bytes);
  return ebcdic_form::take(text.data(), text.data() + text.size());
}

}  // namespace

TEST_CASE("unicode/codec: every scalar value there and back") {
  unsigned long wrong = 0;
  for (char32_t c = 0; c != 0x110000; ++c) {
    if (!rill::is_scalar_value(c)) continue;
    std::string const bytes = encoded(c);
    wrong += bytes != of_i8(expected_i8(c));
    taken const back =
        ebcdic_form::take(bytes.data(), bytes.data() + bytes.size());
    wrong += back.scalar != c || back.size != bytes.size() ||
             back.problem != text_problem::none;
    for (std::size_t cut = 1; cut != bytes.size(); ++cut) {
      taken const part = ebcdic_form::take(bytes.data(), bytes.data() + cut);
      wrong += part.problem != text_problem::cut || part.size != cut;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("unicode/codec: bytes of EBCDIC are themselves") {
  CHECK(encoded(U'A') == "\xC1");
  CHECK(encoded(U'z') == "\xA9");
  CHECK(encoded(U'0') == "\xF0");
  CHECK(encoded(U' ') == "\x40");
  CHECK(encoded(U'[') == "\xAD");
  CHECK(encoded(U'\n') == "\x15");
  CHECK(encoded(0x85) == "\x25");
  CHECK(encoded(0x9F) == "\xFF");
  CHECK(encoded(0xA0) == "\x80\x41");
  CHECK(encoded(0x10FFFF) == "\xEE\x42\x73\x73\x73");
  std::set<int> all;
  for (int i = 0; i != 256; ++i) {
    all.insert(ebcdic.of_i8[i]);
    CHECK(ebcdic.to_i8[ebcdic.of_i8[i]] == i);
  }
  CHECK(all.size() == 256);
}

TEST_CASE("unicode/codec: what is ill-formed, and how much of it") {
  struct row {
    std::string_view bytes;
    text_problem problem;
    std::size_t size;
  };
  using enum text_problem;
  for (row const& r :
       {row{"\xA0", stray_continuation, 1}, row{"\xBF", stray_continuation, 1},
        row{"\xC0\xA0", overlong, 1}, row{"\xC4\xBF", overlong, 1},
        row{"\xE0\xBF\xBF", overlong, 1}, row{"\xF0\xAF\xBF\xBF", overlong, 1},
        row{"\xF8\xA7\xBF\xBF\xBF", overlong, 1},
        row{"\xF1\xB6\xA0\xA0", surrogate, 1},
        row{"\xF1\xB7\xBF\xBF", surrogate, 1},
        row{"\xF9\xA2\xA0\xA0\xA0", too_large, 1},
        row{"\xFA\xA0\xA0\xA0\xA0", too_large, 1},
        row{"\xFF\xA0\xA0\xA0\xA0", too_large, 1}, row{"\xC5x", too_short, 1},
        row{"\xE1\xA0x", too_short, 2}, row{"\xF0\xB0\xA0x", too_short, 3},
        row{"\xF8\xA8\xA0\xA0\xC5", too_short, 4}}) {
    taken const found = take_i8(r.bytes);
    CHECK(found.problem == r.problem);
    CHECK(found.size == r.size);
  }
}

TEST_CASE("unicode/codec: every sequence of three bytes is decided") {
  // The number of characters that the sequences begin with is the number of
  // characters of one, two and three bytes.
  unsigned long one = 0, two = 0, three = 0;
  for (int a = 0; a != 256; ++a)
    for (int b = 0; b != 256; ++b)
      for (int c = 0; c != 256; ++c) {
        char const text[] = {static_cast<char>(a), static_cast<char>(b),
                             static_cast<char>(c)};
        taken const found = ebcdic_form::take(text, text + 3);
        if (found.problem != text_problem::none) continue;
        one += found.size == 1 && b == 0 && c == 0;
        two += found.size == 2 && c == 0;
        three += found.size == 3;
      }
  CHECK(one == 0xA0);
  CHECK(two == 0x400 - 0xA0);
  CHECK(three == 0x4000 - 0x400);
}

TEST_CASE("unicode/codec: the codec") {
  std::string const text = "A\xC3\xA4\xE4\xB8\xAD\xF0\x9F\x9A\x84\n";
  char bytes[32];
  conversion_result const there = codec_of<utf_ebcdic_form<char>>.encode(
      nullptr, text.data(), text.size(), bytes, sizeof bytes,
      text_policy::strict, true);
  CHECK(std::string(bytes, there.written) == encoded('A') + encoded(0xE4) +
                                                 encoded(0x4E2D) +
                                                 encoded(0x1F684) + "\x15");
  char again[32];
  conversion_result const back = codec_of<utf_ebcdic_form<char>>.decode(
      nullptr, bytes, there.written, again, sizeof again, text_policy::strict,
      true);
  CHECK(std::string(again, back.written) == text);
}
