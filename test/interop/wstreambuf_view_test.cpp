// test/interop/wstreambuf_view_test.cpp: wide streambufs without a stream,
// against the standard library's streams with the same streambufs.
#include <doctest/doctest.h>
#include <rill/iostream.h>

#include <exception>
#include <fstream>
#include <locale>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

#include "support/files.h"
#include "support/skip.h"

using rill::wstreambuf_view;

namespace {

constexpr char const* face = "\xF0\x9F\x98\x80";  // U+1F600
constexpr char const* euro = "\xE2\x82\xAC";      // U+20AC

// Takes and gives a few characters, then refuses or throws.
class failing_buffer : public std::wstreambuf {
 public:
  explicit failing_buffer(bool throws) : throws_(throws) {}
  std::wstring got;

 protected:
  int_type overflow(int_type c) override {
    if (got.size() == 3) return refuse();
    got += traits_type::to_char_type(c);
    return c;
  }
  int_type underflow() override {
    if (taken_ == 2) return refuse();
    return traits_type::to_int_type(L"12"[taken_]);
  }
  int_type uflow() override {
    int_type const c = underflow();
    ++taken_;
    return c;
  }

 private:
  int_type refuse() const {
    if (throws_) throw std::runtime_error("not now");
    return traits_type::eof();
  }
  bool throws_;
  int taken_ = 0;
};

}  // namespace

TEST_CASE("interop/wide_stream: prints and scans, in order with a stream") {
  for (unsigned seed = 0; seed != 100; ++seed) {
    std::mt19937 random(seed);
    std::wstringbuf buffer;
    std::wostream stream(&buffer);
    wstreambuf_view const view(buffer);
    std::wstring twin;
    for (int i = 0; i != 50; ++i) {
      std::size_t const size = random() % (i % 10 == 0 ? 3000 : 20);
      rill::print(view, i, ' ', face, std::string(size, 'x'), euro, '\n');
      twin += std::to_wstring(i) + L" \U0001F600" + std::wstring(size, L'x') +
              L"\u20AC\n";
      rill::print(wstreambuf_view(&buffer), i);
      stream << L' ';
      twin += std::to_wstring(i) + L' ';
    }
    REQUIRE((buffer.str() == twin));
    std::wistream in(&buffer);
    for (int i = 0; i != 50; ++i) {
      int n = -1;
      REQUIRE(rill::scan(view, n));
      REQUIRE(n == i);
      std::wstring word;
      in >> word;
      REQUIRE(word.ends_with(L'\u20AC'));
      std::string again;
      REQUIRE(rill::scan(view, again));
      REQUIRE(again == std::to_string(i));
    }
    std::string none;
    REQUIRE(!rill::scan(view, none));
  }
}

TEST_CASE("interop/wide_stream: ranges, and what they did not take") {
  std::wstringbuf buffer(L"one\U0001F600\n\ntwo\n3 4 5");
  std::string all;
  for (std::string_view line : rill::lines(wstreambuf_view(buffer))) {
    rill::append(all, line, '|');
    if (line == "two") break;
  }
  CHECK(all == std::string("one") + face + "||two|");
  wstreambuf_view const view(buffer);
  for (int n : rill::values<int>(view))
    if (n == 4) break;
  std::wistream in(&buffer);
  int last = 0;
  CHECK(bool(in >> last));
  CHECK(last == 5);
}

TEST_CASE("interop/wide_stream: what is no UTF-8 and no character") {
  std::wstringbuf buffer;
  wstreambuf_view const view(buffer);
  rill::print(view, "a\xFF", "\xE2\x82", "z \xED\xA0\x80");
  std::wstring const sign = L"\uFFFD";
  CHECK((buffer.str() == L"a" + sign + sign + L"z " + sign + sign + sign));
  // Lone surrogates.
  std::wstring text = L"x";
  text += static_cast<wchar_t>(0xD83D);
  text += L"y ";
  text += static_cast<wchar_t>(0xDE00);
  buffer.str(text);
  std::string first, second;
  CHECK(rill::scan(view, first, second));
  CHECK(first == "x\xEF\xBF\xBDy");
  CHECK(second == "\xEF\xBF\xBD");
}

TEST_CASE("interop/wide_stream: a file, in UTF-8") {
  std::locale utf8 = std::locale::classic();
  try {
    utf8 = std::locale("C.UTF-8");
  } catch (std::runtime_error const&) {
    return rill_test::skip("no locale C.UTF-8");
  }
  rill_test::folder const folder;
  std::string const path = folder / "text";
  std::string twin;
  {
    std::wfilebuf file;
    file.pubimbue(utf8);
    REQUIRE(file.open(path.c_str(),
                      std::ios_base::out | std::ios_base::binary) != nullptr);
    wstreambuf_view const view(file);
    for (int i = 0; i != 3000; ++i) {
      rill::println(view, i, ' ', face, euro, "\xC3\xA9");
      twin += std::to_string(i) + ' ' + face + euro + "\xC3\xA9\n";
    }
    rill::flush(view);
    CHECK(rill_test::content_of(path) == twin);
  }
  std::wfilebuf file;
  file.pubimbue(utf8);
  REQUIRE(file.open(path.c_str(), std::ios_base::in | std::ios_base::binary) !=
          nullptr);
  std::string again;
  for (std::string_view line : rill::lines(wstreambuf_view(file)))
    rill::append(again, line, '\n');
  CHECK(again == twin);
}

TEST_CASE("interop/wide_stream: what the locale cannot write is an error") {
  rill_test::folder const folder;
  std::wfilebuf file;
  file.pubimbue(std::locale::classic());
  REQUIRE(file.open((folder / "text").c_str(), std::ios_base::out) != nullptr);
  wstreambuf_view const view(file);
  auto const print_it = [&] {
    rill::print(view, "ab", euro);
    view.flush();
  };
  // libstdc++'s filebuf throws; libc++'s refuses, so rill throws.
  CHECK_THROWS_AS(print_it(), std::exception);
}

TEST_CASE("interop/wide_stream: refusals, exceptions and null") {
  std::string const large(3000, 'x');
  for (bool throws : {false, true}) {
    failing_buffer buffer(throws);
    wstreambuf_view const view(buffer);
    if (throws)
      CHECK_THROWS_AS(rill::print(view, "abcdef"), std::runtime_error);
    else
      CHECK_THROWS_AS(rill::print(view, "abcdef"), rill::error);
    CHECK((buffer.got == L"abc"));
    if (throws)
      CHECK_THROWS_AS(rill::print(view, large), std::runtime_error);
    else
      CHECK_THROWS_AS(rill::print(view, large), rill::error);
    CHECK((buffer.got == L"abc"));
    int n = 0;
    if (throws) {
      CHECK_THROWS_AS((void)rill::scan(view, n), std::runtime_error);
      CHECK_THROWS_AS((void)rill::lines(view).begin(), std::runtime_error);
    } else {
      CHECK(rill::scan(view, n));
      CHECK(n == 12);
    }
  }
  wstreambuf_view const none(nullptr);
  CHECK(none.rdbuf() == nullptr);
  CHECK_THROWS_AS(rill::print(none, 1), rill::error);
  CHECK_THROWS_AS(rill::print(none, large), rill::error);
  CHECK_THROWS_AS(none.flush(), rill::error);
  int n = 0;
  CHECK_THROWS_AS((void)rill::scan(none, n), rill::error);
  CHECK_THROWS_AS((void)rill::lines(none).begin(), rill::error);
}
