// test/print/debug_test.cpp: values in debug form.
// covers: rill/value/wrappers.h
#include <doctest/doctest.h>
#include <rill/terminal.h>
#include <rill/types.h>

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

using rill::concat;
using rill::debug;

struct hooked {
  int n;
  friend void rill_print(auto& out, hooked const& h) { out('<', h.n, ">\n"); }
};

int twice(int n) { return 2 * n; }

}  // namespace

TEST_CASE("print/layout: every kind of text is quoted") {
  char const* const pointer = "a\"b";
  char array[8] = "ab\n";
  char full[2] = {'x', 'y'};
  CHECK(concat(debug("a\tb")) == R"("a\tb")");
  CHECK(concat(debug(pointer)) == R"("a\"b")");
  CHECK(concat(debug(array)) == R"("ab\n")");
  CHECK(concat(debug(full)) == R"("xy")");
  CHECK(concat(debug(std::string("a\0b", 3))) == R"("a\x00b")");
  CHECK(concat(debug(std::string_view("\x1b[1m"))) == R"("\x1b[1m")");
  CHECK(concat(debug(rill::text("\\"))) == R"("\\")");
  CHECK(concat(debug(u8"gr\u00fc\u00df")) == "\"gr\u00fc\u00df\"");
  CHECK(concat(debug(u"\u20ac\n")) == "\"\u20ac\\n\"");
  CHECK(concat(debug(U"\U0001f684")) == "\"\U0001f684\"");
  CHECK(concat(debug(L"x\u200b")) == "\"x\\u{200b}\"");
  CHECK(concat(debug(std::u16string(1, char16_t(0xD800)))) == R"("\u{d800}")");
  CHECK(concat(debug(std::filesystem::path("/a b"))) == R"("/a b")");
  CHECK(concat(debug("")) == R"("")");
}

TEST_CASE("print/layout: what is ill-formed or cannot be seen has a number") {
  CHECK(concat(debug("a\xff\xc3")) == R"("a\xff\xc3")");
  CHECK(concat(debug("\xed\xa0\x80z")) == R"("\xed\xa0\x80z")");
  CHECK(concat(debug("\u00e9\xe2\x82")) == "\"\u00e9\\xe2\\x82\"");
  CHECK(concat(debug("\u00a0|\u202e|\ufeff|\u0085")) ==
        R"("\u{a0}|\u{202e}|\u{feff}|\u{85}")");
  CHECK(concat(debug("\u00a1\u3001\ufffd\U00010000")) ==
        "\"\u00a1\u3001\ufffd\U00010000\"");
  CHECK(concat(debug("\x7f?\?!")) == "\"\\x7f?\?!\"");
  // quoted() alone does not escape these bytes.
  CHECK(concat(rill::quoted("\u00a0\xff")) == "\"\u00a0\xff\"");
}

TEST_CASE("print/layout: characters of all types") {
  CHECK(concat(debug('x'), debug('\n'), debug('\''), debug('"')) ==
        R"('x''\n''\'''"')");
  CHECK(concat(debug('\\'), debug('\0'), debug('\xe9')) ==
        R"('\\''\x00''\xe9')");
  CHECK(concat(debug(u8'a'), debug(u'\u20ac'), debug(U'\U0001f684')) ==
        "'a''\u20ac''\U0001f684'");
  CHECK(concat(debug(L'\t'), debug(char16_t(0xDC00)), debug(u'\u3000')) ==
        R"('\t''\u{dc00}''\u{3000}')");
  signed char const small_number = -7;
  unsigned char const byte = 200;
  CHECK(concat(debug(small_number), debug(byte)) == "-7200");
}

TEST_CASE("print/layout: pointers are addresses, null ones nullptr") {
  int n = 0;
  int* const p = &n;
  void const* const anything = p;
  int volatile* const shy = &n;
  CHECK(concat(debug(p)) == concat(rill::ptr(p)));
  CHECK(concat(debug(anything)) == concat(rill::ptr(p)));
  CHECK(concat(debug(shy)) == concat(rill::ptr(p)));
  CHECK(concat(debug(&twice)) == concat(rill::ptr(&twice)));
  CHECK(concat(debug(nullptr)) == "nullptr");
  CHECK(concat(debug(static_cast<int*>(nullptr))) == "nullptr");
  CHECK(concat(debug(static_cast<char const*>(nullptr))) == "nullptr");
  CHECK(concat(debug(static_cast<wchar_t*>(nullptr))) == "nullptr");
  int (*const none)(int) = nullptr;
  CHECK(concat(debug(none)) == "nullptr");
  CHECK(concat(std::vector<char const*>{"a", nullptr}) == R"(["a", nullptr])");
}

TEST_CASE("print/layout: numbers, wrappers and hooks are what they are") {
  std::vector<std::string> const v = {"a", "b c"};
  CHECK(concat(debug(-5), debug(2.5), debug(true)) == "-52.5true");
  CHECK(concat(debug(rill::hex(255))) == "ff");
  CHECK(concat(debug(rill::fixed(2.5, 2))) == "2.50");
  CHECK(concat(debug(hooked{7})) == "<7>\n");
  CHECK(concat(std::vector<hooked>{{1}, {2}}) == "[<1>\n, <2>\n]");
  CHECK(concat(debug(debug("x"))) == R"("x")");
  CHECK(concat(rill::right(debug("x"), 6)) == R"(   "x")");
  CHECK(concat(rill::styled(debug("x"), rill::red)) == R"("x")");
  CHECK(concat(debug(rill::right("x", 3))) == "  x");
  CHECK(concat(debug(v)) == concat(v));
}

TEST_CASE("print/layout: parts of containers are in debug form") {
  CHECK(concat(std::map<char, std::u16string>{{'\'', u"a\"b"}}) ==
        R"({'\'': "a\"b"})");
  std::array<char8_t, 2> const units = {u8'a', u8'\n'};
  CHECK(concat(units) == R"(['a', '\n'])");
  char const rows[2][3] = {"ab", "c"};
  CHECK(concat(rows) == R"(["ab", "c"])");
}

TEST_CASE("print/layout: a temporary is kept, and all at compile time") {
  auto const kept = debug(std::string("long enough to be on the heap \n"));
  CHECK(concat(kept) == R"("long enough to be on the heap \n")");
  constexpr std::size_t size =
      rill::formatted_size(debug("a\n"), debug('\x01'), debug(u"\u00e4"));
  static_assert(size == 5 + 6 + 4);
  CHECK(size == 15);
}
