// test/stream/c_wide_test.cpp: FILEs that were made wide, against C's wide
// functions.
// covers: rill/os/libc.h
// covers: rill/unicode/wide_units.h
// platforms: posix
#include <doctest/doctest.h>
#include <locale.h>  // setlocale
#include <rill/stdio.h>
#include <stdio.h>
#include <wchar.h>  // fwide, fputws

#include <random>
#include <string>
#include <vector>

#include "support/files.h"
#include "support/skip.h"

namespace {

// Gives the process a locale of UTF-8, and its former locale back.
class utf8_locale {
 public:
  utf8_locale() : before_(setlocale(LC_ALL, nullptr)) {
    is_there = setlocale(LC_ALL, "C.UTF-8") != nullptr;
  }
  ~utf8_locale() { setlocale(LC_ALL, before_.c_str()); }
  bool is_there;

 private:
  std::string before_;
};

FILE* open_wide(std::string const& path, char const* mode) {
  FILE* const file = fopen(path.c_str(), mode);
  REQUIRE(file != nullptr);
  REQUIRE(fwide(file, 1) > 0);
  return file;
}

char const* const pieces[] = {"a",       "é",    "€",    "😀", "plain text, ",
                              "ñandú\n", "\xC3", "\xA9", " ",  "12345678"};

}  // namespace

TEST_CASE("stream/c_wide: prints what fputws prints, mixed with it") {
  utf8_locale const locale;
  if (!locale.is_there) return rill_test::skip("no locale C.UTF-8");
  rill_test::folder folder;
  std::mt19937 random(5);
  for (int round = 0; round != 40; ++round) {
    std::string wanted;
    {
      FILE* const file = open_wide(folder / "f", "w");
      for (int i = 0; i != 60; ++i) {
        std::string text;
        for (auto n = random() % 40; n != 0; --n) text += pieces[random() % 6];
        if (random() % 8 == 0) text = std::string(3000, 'x') + text;
        int const number = static_cast<int>(random());
        switch (random() % 4) {
          case 0:
            rill::print(file, text);
            wanted += text;
            break;
          case 1:
            rill::println(file, text, number);
            wanted += text + std::to_string(number) + '\n';
            break;
          case 2:
            fputws(L"é€ wide", file);
            wanted += "é€ wide";
            break;
          default:
            rill::print(file, rill::right(number, 12), text);
            wanted += std::string(12 - std::to_string(number).size(), ' ') +
                      std::to_string(number) + text;
        }
      }
      fclose(file);
    }
    CHECK(rill_test::content_of(folder / "f") == wanted);
  }
}

TEST_CASE("stream/c_wide: sequences in several pieces, and broken ones") {
  utf8_locale const locale;
  if (!locale.is_there) return rill_test::skip("no locale C.UTF-8");
  rill_test::folder folder;
  {
    rill::c_file out = rill::c_file::adopt(open_wide(folder / "f", "w"), "f");
    for (int i = 4080; i != 4100; ++i)
      rill::println(out, std::string(static_cast<std::size_t>(i), '.'), '\xC3',
                    '\xA9', "\xE2\x82", "\xAC");
    rill::print(out, "\xC3", "|", "\xFF|", std::string("a\0b", 3));
    rill::print(out, "\xF0\x9F");
    out.close();
  }
  std::string wanted;
  for (std::size_t i = 4080; i != 4100; ++i)
    wanted += std::string(i, '.') + "é€\n";
  wanted +=
      "\xEF\xBF\xBD|\xEF\xBF\xBD|" + std::string("a\0b", 3) + "\xEF\xBF\xBD";
  CHECK(rill_test::content_of(folder / "f") == wanted);
}

TEST_CASE("stream/c_wide: scans, in turns with C's functions") {
  utf8_locale const locale;
  if (!locale.is_there) return rill_test::skip("no locale C.UTF-8");
  rill_test::folder folder;
  rill_test::set_content(folder / "f", "12 señor € 3.5x line é\nlast 😀\n-7 y");
  FILE* const file = open_wide(folder / "f", "r");
  int n = 0;
  double d = 0;
  std::string word, line;
  CHECK(rill::scan(file, n, word));
  CHECK(n == 12);
  CHECK(word == "señor");
  CHECK(fgetwc(file) == L' ');
  CHECK(fgetwc(file) == L'€');
  CHECK(rill::scan(file, d));
  CHECK(d == 3.5);
  CHECK(fgetwc(file) == L'x');
  CHECK(rill::scan(file, rill::line(line)));
  CHECK(line == " line é");
  CHECK(ungetwc(L'ß', file) == L'ß');
  for (std::string_view one : rill::lines(file)) {
    CHECK(one == "ßlast 😀");
    break;
  }
  CHECK(rill::scan(file, n));
  CHECK(n == -7);
  CHECK_FALSE(bool(rill::try_scan(file, n)));
  CHECK(fgetwc(file) == L'y');
  CHECK_FALSE(rill::scan(file, n));
  fclose(file);

  rill_test::set_content(folder / "g", "1 2 3");
  rill::c_file in = rill::c_file::adopt(open_wide(folder / "g", "r"), "g");
  int sum = 0;
  for (int x : rill::values<int>(in)) sum += x;
  CHECK(sum == 6);
}

TEST_CASE("stream/c_wide: long tokens keep all their bytes") {
  utf8_locale const locale;
  if (!locale.is_there) return rill_test::skip("no locale C.UTF-8");
  rill_test::folder folder;
  std::string all;
  std::vector<std::string> words;
  for (int i = 0; i != 200; ++i) {
    std::string word;
    for (int j = 0; j != i * 7 % 301 + 1; ++j) word += pieces[(i + j) % 4];
    words.push_back(word);
    all += word + (i % 5 ? " " : "\n");
  }
  rill_test::set_content(folder / "f", all);
  FILE* const file = open_wide(folder / "f", "r");
  std::size_t at = 0;
  for (std::string_view word : rill::words(file)) {
    REQUIRE(at < words.size());
    CHECK(word == words[at++]);
  }
  CHECK(at == words.size());
  fclose(file);
}

TEST_CASE("stream/c_wide: what the locale has no character for") {
  rill_test::folder folder;
  FILE* const file = open_wide(folder / "f", "w");
  FILE* const twin = open_wide(folder / "g", "w");
  bool told = false;
  try {
    rill::print(file, "plain €.");
    rill::flush(file);
  } catch (rill::error const&) {
    told = true;
  }
  bool const failed = fputws(L"plain €.", twin) < 0 || fflush(twin) != 0;
  CHECK(told == failed);
  fclose(file);
  fclose(twin);
  // If it fails, the C library chooses whether fputws writes the text before.
  std::string const written = rill_test::content_of(folder / "f");
  if (!failed)
    CHECK(written == rill_test::content_of(folder / "g"));
  else
    CHECK(written == "plain ");
}
