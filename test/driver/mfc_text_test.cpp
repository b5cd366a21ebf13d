// test/driver/mfc_text_test.cpp: CString, by a stand-in that was written from
// MFC's documentation, printed and scanned.
// covers: rill/driver/mfc.h
#include <doctest/doctest.h>
#include <rill/driver/mfc.h>
#include <rill/rill.h>

#include <string>
#include <vector>

#include "../support/mfc_standin.h"

TEST_CASE("driver/mfc: a CString prints as UTF-8") {
  CHECK(rill::concat(CStringW(L"Gr\u00fc\u00dfe")) == "Gr\u00fc\u00dfe");
  CHECK(rill::concat(CStringA("as it is \xFF")) == "as it is \xFF");
  CHECK(rill::concat(CStringW(L"a\0b", 3)) == std::string("a\0b", 3));
  CHECK(rill::concat(CStringW()) == "");
  wchar_t const half[] = {L'a', static_cast<wchar_t>(0xD800), L'b', 0};
  CHECK(rill::concat(CStringW(half)) == "a\uFFFDb");
  CHECK(rill::concat(rill::right(CStringW(L"\u00fc"), 3), '|',
                     rill::quoted(CStringA("a\"b"))) == "  \u00fc|\"a\\\"b\"");
  CHECK(rill::concat(std::vector{CStringW(L"a"), CStringW(L"\n")}) ==
        "[\"a\", \"\\n\"]");
}

TEST_CASE("driver/mfc: a CString is scanned as std::wstring is") {
  CStringW a, b;
  CStringA c;
  rill::scan(rill::from("w\u00f6rd \u20ac\xFF x\xC3"), a, b, c);
  CHECK(a.all() == L"w\u00f6rd");
  CHECK(b.all() == L"\u20ac\uFFFD");
  CHECK(c.all() == "x\xC3");
  rill::scan(rill::from(std::string_view("one line\r\nNUL \0 there", 20)),
             rill::line(a), rill::rest(b));
  CHECK(a.all() == L"one line");
  CHECK(b.all() == std::wstring(L"NUL \0 ther", 10));
  rill::scan(rill::from("\n"), rill::line(a));
  CHECK(a.GetLength() == 0);
  std::vector<CStringW> many;
  rill::scan(rill::from(R"(["a b", "\u00e4"])"), many);
  REQUIRE(many.size() == 2);
  CHECK(many[0].all() == L"a b");
  CHECK(many[1].all() == L"\u00e4");
  CHECK(rill::parse<CStringA>("a b").all() == "a b");
}

TEST_CASE("driver/mfc: append prints at the end of a CString") {
  CStringW text(L"x");
  rill::append(text, text, " = \u00fc", 1);
  CHECK(text.all() == L"xx = \u00fc1");
  CStringA bytes("x");
  rill::append(bytes, bytes, 2.5);
  CHECK(bytes.all() == "xx2.5");
}
