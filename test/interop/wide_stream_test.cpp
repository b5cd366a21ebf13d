// test/interop/wide_stream_test.cpp: std::wostream and std::wistream, against
// the standard library with the same wide characters.
// covers: rill/unicode/wide_units.h
// covers: rill/interop/wide_stream.h
#include <doctest/doctest.h>

#include <rill/iostream.h>

#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "support/files.h"

namespace {

// A streambuf without an area: each character is a call.
class bare_wide_streambuf : public std::wstreambuf {
 public:
  explicit bare_wide_streambuf(std::wstring text = {})
      : text_(std::move(text)) {}
  std::wstring const& text() const { return text_; }

 protected:
  int_type overflow(int_type c) override {
    text_ += traits_type::to_char_type(c);
    return c;
  }
  int_type underflow() override {
    return at_ == text_.size() ? traits_type::eof()
                               : traits_type::to_int_type(text_[at_]);
  }
  int_type uflow() override {
    int_type const c = underflow();
    if (at_ != text_.size()) ++at_;
    return c;
  }

 private:
  std::wstring text_;
  std::size_t at_ = 0;
};

// One text as UTF-8 and as wide characters.
struct both {
  std::string narrow;
  std::wstring wide;
};

both random_both(std::mt19937& random, int most) {
  static both const letters[] = {{"a", L"a"},
                                 {"Z", L"Z"},
                                 {"\xC3\xA9", L"\u00E9"},
                                 {"\xE2\x82\xAC", L"\u20AC"},
                                 {"\xF0\x9F\x98\x80", L"\U0001F600"}};
  both text;
  auto const count = random() % static_cast<unsigned>(most);
  bool const is_ascii = random() % 2 == 0;
  for (unsigned i = 0; i != count; ++i) {
    both const& letter = letters[random() % (is_ascii ? 2 : 5)];
    text.narrow += letter.narrow;
    text.wide += letter.wide;
  }
  return text;
}

}  // namespace

TEST_CASE("interop/wide: what is printed arrives, in order with <<") {
  for (unsigned seed = 0; seed != 200; ++seed) {
    std::mt19937 random(seed);
    std::wostringstream mine, twin;
    bare_wide_streambuf bare;
    std::wostream other(&bare);
    for (int step = 0; step != 20; ++step) {
      both const text = random_both(random, step % 5 == 0 ? 3000 : 20);
      int const number = static_cast<int>(random());
      rill::print(mine, text.narrow, number, ' ');
      rill::print(other, text.narrow, number, ' ');
      twin << text.wide << number << L' ';
      mine << number;
      other << number;
      twin << number;
    }
    CHECK((mine.str() == twin.str()));
    CHECK((bare.text() == twin.str()));
  }
}

TEST_CASE("interop/wide: ill-formed UTF-8 becomes U+FFFD, also at the end") {
  std::wostringstream to;
  rill::print(to, "a\xFF", "b\xE2\x82");
  rill::print(to, "\xAC");
  CHECK((to.str() == L"a\uFFFDb\uFFFD\uFFFD"));
  // A sequence in two pieces is one character.
  std::wostringstream joined;
  rill::print(joined, "\xE2", "\x82\xAC");
  CHECK((joined.str() == L"\u20AC"));
}

TEST_CASE("interop/wide: a sequence over each edge of the block") {
  for (std::size_t before = 1000; before != 1040; ++before) {
    std::wostringstream to;
    rill::print(to, std::string(before, 'x'), "\xF0\x9F\x98\x80", "end");
    CHECK((to.str() == std::wstring(before, L'x') + L"\U0001F600" + L"end"));
  }
}

TEST_CASE("interop/wide: words are scanned, and >> goes on behind them") {
  for (unsigned seed = 0; seed != 200; ++seed) {
    std::mt19937 random(seed);
    std::wstring all;
    for (int i = 0; i != 40; ++i)
      all += random_both(random, i % 9 == 0 ? 400 : 12).wide + L' ';
    std::wistringstream mine(all), twin(all);
    bare_wide_streambuf bare(all);
    std::wistream other(&bare);
    std::wstring expected;
    bool by_rill = true;
    while (twin >> expected) {
      std::wostringstream got;
      for (std::wistream* in : {static_cast<std::wistream*>(&mine), &other}) {
        if (by_rill) {
          std::string word;
          CHECK(rill::scan(*in, word));
          got.str(L"");
          rill::print(got, word);
          CHECK((got.str() == expected));
        } else {
          std::wstring word;
          *in >> word;
          CHECK((word == expected));
        }
        CHECK(in->peek() == L' ');
      }
      by_rill = random() % 3 != 0;
    }
    std::string word;
    CHECK(!rill::scan(mine, word));
    CHECK(mine.rdstate() == twin.rdstate());
  }
}

TEST_CASE("interop/wide: a pair of surrogates over each edge, and halves") {
  std::wstring const sign = L"\U0001F600";
  std::wstring const half(1, static_cast<wchar_t>(0xD83D));
  for (std::size_t before = 0; before != 80; ++before) {
    std::string const xs(before, 'x');
    std::wstring const all =
        std::wstring(before, L'x') + sign + half + L"y 7 " + half;
    bare_wide_streambuf bare(all);
    std::wistream one(&bare);
    std::wistringstream many(all);
    for (std::wistream* in : {&one, static_cast<std::wistream*>(&many)}) {
      std::string word, last;
      int n = 0;
      CHECK(rill::scan(*in, word, n));
      CHECK(word == xs + "\xF0\x9F\x98\x80\xEF\xBF\xBDy");
      CHECK(n == 7);
      CHECK(in->peek() == L' ');
      CHECK(rill::scan(*in, last));
      CHECK(last == "\xEF\xBF\xBD");
      CHECK(in->eof());
      CHECK(!in->fail());
    }
  }
}

TEST_CASE("interop/wide: ranges, as over a narrow stream") {
  for (std::size_t length = 1; length != 90; ++length) {
    std::wstring const all = std::wstring(length, L'x') + L"\u20AC\n\ny z\n";
    bare_wide_streambuf bare(all);
    std::wistream one(&bare);
    std::wistringstream many(all);
    for (std::wistream* in : {&one, static_cast<std::wistream*>(&many)}) {
      std::string lines;
      for (std::string_view line : rill::lines(*in))
        rill::append(lines, line, '|');
      CHECK(lines == std::string(length, 'x') + "\xE2\x82\xAC||y z|");
      CHECK(in->rdstate() == (std::ios_base::eofbit | std::ios_base::failbit));
    }
  }
  // >> reads the items that the range has not taken.
  std::wistringstream in(L"1 2 3 4");
  for (int n : rill::values<int>(in))
    if (n == 2) break;
  int next = 0;
  CHECK(bool(in >> next));
  CHECK(next == 3);
  int count = 0;
  for (std::string_view word : rill::words(std::wistringstream(L"a b c")))
    count += word.size() == 1;
  CHECK(count == 3);
  std::wistream none(nullptr);
  CHECK_THROWS_AS((void)rill::lines(none).begin(), rill::error);
}

TEST_CASE("interop/wide: numbers through files") {
  rill_test::folder const folder;
  {
    std::wofstream out(folder / "numbers");
    for (int i = 0; i != 20000; ++i) rill::println(out, i, ' ', i * 0.5);
    rill::flush(out);
  }
  std::wifstream in(folder / "numbers");
  std::ifstream twin(folder / "numbers");
  int wrong = 0;
  for (int i = 0; i != 20000; ++i) {
    int n = 0, m = 0;
    double x = 0, y = 0;
    if (!rill::scan(in, n, x)) ++wrong;
    twin >> m >> y;
    if (n != m || x != y) ++wrong;
  }
  CHECK(wrong == 0);
  int none = 0;
  CHECK(!rill::scan(in, none));
  CHECK(in.eof());
}

TEST_CASE("interop/wide: what the locale cannot write is an error") {
  rill_test::folder const folder;
  std::wofstream out(folder / "text");
  out.imbue(std::locale::classic());
  auto const print_it = [&] {
    rill::print(out, "\xE2\x82\xAC");
    rill::flush(out);
  };
  CHECK_THROWS_AS(print_it(), rill::error);
  CHECK(out.bad());
  CHECK_THROWS_AS(rill::print(out, "x"), rill::error);
}
