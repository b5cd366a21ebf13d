// test/locale/scan_localized_test.cpp: numbers and words as a locale has them:
// printed text is read back, wrong groups are errors, and no byte is requested
// without need.
// covers: locale/scan.h
#include <doctest/doctest.h>
#include <errno.h>
#include <rill/locale.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/locales.h"
#include "support/scripted_reader.h"

namespace {

using rill::localized;
using rill_test::all_by_hand;
using rill_test::american;
using rill_test::arabic;
using rill_test::french;
using rill_test::german;
using rill_test::indian;
using rill_test::scripted_reader;

// The result of a scan, and the text that it leaves.
template <class T>
struct answer {
  bool done = false;
  T value{};
  std::string rest;
  rill::error_code problem;
  unsigned long long column = 0;
};

template <class T>
answer<T> read_from(rill::reader& in, rill::locale_data const& locale) {
  answer<T> a;
  rill::scan_result const result =
      rill::try_scan(in, localized(a.value, locale));
  a.done = bool(result);
  a.problem = result.error().code();
  a.column = result.error().column();
  while (!in.at_end()) {
    a.rest += *in.cursor();
    in.advance_to(in.cursor() + 1);
  }
  return a;
}

template <class T>
bool same(answer<T> const& a, answer<T> const& b) {
  return a.done == b.done && a.value == b.value && a.rest == b.rest &&
         a.problem == b.problem;
}

// Scans from memory, with much text behind, and one byte at a time; the results
// must be equal.
template <class T>
answer<T> read_every_way(std::string const& text,
                         rill::locale_data const& locale) {
  auto whole = rill::from(text);
  answer<T> const first = read_from<T>(whole, locale);
  scripted_reader slow(text, 16, rill_test::one_byte);
  CHECK(same(first, read_from<T>(slow, locale)));
  std::string const padding(200, ' ');
  std::string const longer = text + padding;
  auto fast = rill::from(longer);
  answer<T> with_more = read_from<T>(fast, locale);
  if (with_more.rest.size() >= padding.size())
    with_more.rest.resize(with_more.rest.size() - padding.size());
  if (first.problem != rill::scan_problem::end_of_input &&
      first.problem != rill::scan_problem::cut)
    CHECK(same(first, with_more));
  return first;
}

template <class T>
void check_read(std::string const& text, rill::locale_data const& locale,
                T value, std::string const& rest = "") {
  CAPTURE(text);
  answer<T> const a = read_every_way<T>(text, locale);
  CHECK(a.done);
  CHECK(a.value == value);
  CHECK(a.rest == rest);
}

template <class T>
void check_refused(std::string const& text, rill::locale_data const& locale,
                   rill::scan_problem problem) {
  CAPTURE(text);
  answer<T> const a = read_every_way<T>(text, locale);
  CHECK(!a.done);
  CHECK(a.value == T{});
  CHECK(a.problem == rill::error_code(problem));
  CHECK(a.rest == text);
}

TEST_CASE("locale/scan: integers with separators, and without") {
  check_read<int>("1.234.567", german, 1234567);
  check_read<int>("1234567", german, 1234567);
  check_read<int>("-1.234", german, -1234);
  check_read<int>("  -1.234", german, -1234);
  check_read<int>("0", german, 0);
  check_read<int>("999", german, 999);
  check_read<int>("000.001", german, 1);
  check_read<int>("1\u202f234\u202f567", french, 1234567);
  check_read<int>("12,34,567", indian, 1234567);
  check_read<unsigned long long>("18.446.744.073.709.551.615", german,
                                 18446744073709551615u);
  check_read<long long>("-9.223.372.036.854.775.808", german,
                        -9223372036854775807 - 1);
  check_read<signed char>("-128", german, -128);
  check_read<int>("1.234", rill_test::plain, 1, ".234");
}

TEST_CASE("locale/scan: a separator that no digit follows is none") {
  check_read<int>("1.234.", german, 1234, ".");
  check_read<int>("1.234. ", german, 1234, ". ");
  check_read<int>("1.234.x", german, 1234, ".x");
  check_read<int>("1..234", german, 1, "..234");
  check_read<int>("1\u202fx", french, 1, "\u202fx");
  // The first bytes of a separator, without its rest.
  check_read<int>("1\xe2\x80", french, 1, "\xe2\x80");
  check_read<int>("1\u2030", french, 1, "\u2030");
  check_read<int>("3,5", german, 3, ",5");
}

TEST_CASE("locale/scan: wrong groups are malformed") {
  using enum rill::scan_problem;
  for (char const* text :
       {"12.34", "1.2345", "1234.567", "1.234567", "1.23.456", "1.2", "1.23",
        "1.2.345", "0.1", "12.345.67", "1.234.5"}) {
    check_refused<int>(text, german, malformed);
    check_refused<double>(text, german, malformed);
  }
  check_refused<int>("1,234,567", indian, malformed);
  check_refused<int>(".123", german, malformed);
  check_refused<int>("-.123", german, malformed);
  check_refused<int>("-", german, malformed);
  check_refused<int>("+1", german, malformed);
  check_refused<int>("x", german, malformed);
  check_refused<int>("2.147.483.648", german, out_of_range);
  check_refused<signed char>("1.000", german, out_of_range);
  check_refused<unsigned>("-1", german, out_of_range);
  check_refused<int>(std::string(300, '9'), german, out_of_range);
}

TEST_CASE("locale/scan: floating-point numbers") {
  check_read<double>("3,5", german, 3.5);
  check_read<double>("-1.234.567,25", german, -1234567.25);
  check_read<double>("1234567,25", german, 1234567.25);
  check_read<double>("1.234", german, 1234.0);
  check_read<double>(",5", german, 0.5);
  check_read<double>("5,", german, 5.0);
  check_read<double>("1,5e3", german, 1500.0);
  check_read<double>("1.000e-3", german, 1.0);
  check_read<double>("1,5e", german, 1.5, "e");
  check_read<double>("1.000,5e+", german, 1000.5, "e+");
  check_read<double>("1,5,5", german, 1.5, ",5");
  check_read<double>("1,500.000", german, 1.5, ".000");
  check_read<double>("0x1,8p1", german, 3.0);
  check_read<double>("-inf", german, -1e308 * 10);
  check_read<double>("infinite", german, 1e308 * 10, "inite");
  check_read<float>("0,1", german, 0.1f);
  // The locale's separator of groups stands where a decimal point is meant.
  check_refused<double>("3,5", american, rill::scan_problem::malformed);
  check_read<double>("1,234.5", american, 1234.5);
  check_read<double>("1\u066c234\u066b5", arabic, 1234.5);
  check_read<double>("1\u066b5", arabic, 1.5);
  // A point that this locale does not have ends the number.
  check_read<double>("3.5", arabic, 3.0, ".5");
  check_read<double>("3\xd9", arabic, 3.0, "\xd9");
  std::string const digits(400, '1');
  check_read<double>("0," + digits, german, 0.1111111111111111111);
  check_refused<double>(".5", german, rill::scan_problem::malformed);
  check_refused<double>("1,0e999", german, rill::scan_problem::out_of_range);
}

// Also with buffers as long as the token, and with buffers that end within it.
template <class T>
void check_round_trip(T value, rill::locale_data const& locale) {
  std::string const text = rill::concat(localized(value, locale));
  CAPTURE(text);
  for (std::size_t const buffer : {1u, 2u, 3u, 7u, 16u, 64u, 500u}) {
    scripted_reader in(text + "\n" + text + "\n", buffer);
    T first{};
    T second{};
    CHECK(rill::scan(in, localized(first, locale), localized(second, locale)));
    CHECK(first == value);
    CHECK(second == value);
  }
}

TEST_CASE("locale/scan: what print writes is read back") {
  unsigned long long state = 88172645463325252u;
  for (int i = 0; i != 600; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    auto const n = static_cast<long long>(state) >> (i % 64);
    double const x = static_cast<double>(n) / ((i % 7) * 0.37 + 1);
    for (rill::locale_data const* locale : all_by_hand) {
      check_round_trip(n, *locale);
      check_round_trip(static_cast<unsigned>(n), *locale);
      check_round_trip(x, *locale);
    }
    std::string const fixed =
        rill::concat(localized(rill::fixed(x, 20), german));
    double back{};
    rill::scan(rill::from(fixed), localized(back, german));
    CHECK(back == rill::parse<double>(rill::concat(rill::fixed(x, 20))));
  }
#if RILL_INT128
  check_round_trip(~rill::detail::uint128{0}, french);
  check_round_trip(rill::detail::int128{-1} << 127, indian);
#endif
}

TEST_CASE("locale/scan: white space of the locale") {
  constexpr rill::locale_data wide{.spaces = "\u2003\u00a0\u3000"};
  check_read<int>("\u2003 \u3000\u00a0\t12", wide, 12);
  check_refused<int>("\u2002 12", wide, rill::scan_problem::malformed);
  check_read<std::string>("\u2003w\u00f6rt\u3000x", wide, "w\u00f6rt",
                          "\u3000x");
  check_read<std::string>("\xe2\x80z x", wide, "\xe2\x80z", " x");
  check_read<std::string>("a\u2003", rill_test::plain, "a\u2003");
  check_read<char>("\u2003x", wide, 'x');
  check_read<bool>("\u2003true", wide, true);
  answer<int> const nothing = read_every_way<int>("\u2003 ", wide);
  CHECK(!nothing.done);
  CHECK(nothing.problem == rill::error_code(rill::scan_problem::end_of_input));
}

// A program that answers each line must not have to wait for the next line.
TEST_CASE("locale/scan: no byte is asked for that is not needed") {
  struct {
    char const* text;
    char const* behind;
  } const all[] = {{"1.234\n", ""}, {"12,5\n", ""}, {"5\n", ""}};
  for (auto const& one : all) {
    std::string const text = one.text;
    int calls = 0;
    scripted_reader in(text + "more", 64, [&](int, std::size_t) {
      calls += 1;
      return calls == 1 ? static_cast<long>(text.size()) : -EIO;
    });
    double x{};
    CHECK(rill::scan(in, localized(x, german)));
    CHECK(calls == 1);
  }
}

TEST_CASE("locale/scan: a device that fails inside a number gives none") {
  for (char const* text : {"1.234.567", "12,5", "1.", "w\u00f6rter"}) {
    std::string const whole = text;
    for (std::size_t size = 1; size <= whole.size(); ++size) {
      scripted_reader in(whole, 64, [&](int call, std::size_t) {
        return call == 0 ? static_cast<long>(size) : -EIO;
      });
      double x = 7;
      rill::scan_result const result = rill::try_scan(in, localized(x, german));
      CHECK(!result);
      CHECK(x == 7);
      std::string word = "before";
      CHECK(!rill::try_scan(in, localized(word, german)));
      CHECK(word == "before");
    }
  }
}

TEST_CASE("locale/scan: errors have a place and a name") {
  auto in = rill::from("  7 12.34 8");
  int a = 0;
  int b = 5;
  rill::scan_result const result =
      rill::try_scan(in, localized(a, german), localized(b, german));
  CHECK(a == 7);
  CHECK(b == 5);
  CHECK(result.error().column() == 5);
  CHECK(std::string(result.error().what()).find("groups") != std::string::npos);
}

}  // namespace
