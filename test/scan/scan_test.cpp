// test/scan/scan_test.cpp: what scan and try_scan do: the end of input,
// results, several items, streams of numbers against a slow twin, texts of
// errors.
// covers: rill/scan/refuse.h
#include <doctest/doctest.h>
#include <errno.h>   // EIO
#include <string.h>  // strerror
#include <rill/print.h>
#include <rill/scan.h>

#include <random>
#include <string>
#include <vector>

#include "../reference/integer.h"
#include "../support/scripted_reader.h"

using reference::below;
using rill_test::scripted_reader;

namespace {

std::string rest_of(rill::reader& in) {
  rill::text const all = in.peek(10'000'000);
  return {all.data, all.size};
}

// The slow twin of a stream of integers, byte by byte: the numbers, and where
// it stops.
template <class T>
struct numbers {
  std::vector<T> values;
  std::size_t at = 0;
  bool ended = false;

  numbers(std::string const& text, T least, T most) {
    for (;;) {
      while (at != text.size() &&
             (text[at] == ' ' || (text[at] >= 9 && text[at] <= 13)))
        ++at;
      ended = at == text.size();
      if (ended) return;
      auto const one = reference::parse(text.substr(at), 10, least, most);
      if (one.result != reference::outcome::good) return;
      values.push_back(one.value);
      at += one.length;
    }
  }
};

std::string random_numbers(std::mt19937_64& random) {
  std::string text;
  std::size_t const count = below(random, 50);
  for (std::size_t i = 0; i != count; ++i) {
    text += std::to_string(static_cast<long long>(random()) >> (random() % 64));
    text += " \n\t\r "[random() % 5];
    if (random() % 9 == 0) text += std::string(below(random, 90), ' ');
    if (random() % 60 == 0) text += "x+-,\0"[random() % 5];
    if (random() % 30 == 0) text += std::string(below(random, 50), '0');
    if (random() % 60 == 0) text.pop_back();  // joins the next number
  }
  return text;
}

template <class T>
bool agrees(std::string const& text, std::size_t buffer, T least, T most) {
  numbers<T> const want(text, least, most);
  scripted_reader in(text, buffer);
  std::vector<T> got;
  T n{};
  rill::scan_result how;
  while ((how = rill::try_scan(in, n))) got.push_back(n);
  return got == want.values && how.at_end() == want.ended &&
         rest_of(in) == text.substr(want.at);
}

}  // namespace

TEST_CASE(
    "scan/scan: streams of numbers and garbage, as the plain twin reads "
    "them") {
  std::mt19937_64 random(15);
  for (int i = 0; i != 3000; ++i) {
    std::string const text = random_numbers(random);
    std::size_t const buffer = 1 + below(random, 200);
    CAPTURE(text);
    CAPTURE(buffer);
    REQUIRE(agrees<long long>(text, buffer, -9223372036854775807LL - 1,
                              9223372036854775807LL));
    REQUIRE(agrees<int>(text, buffer, -2147483647 - 1, 2147483647));
    REQUIRE(agrees<unsigned>(text, buffer, 0u, ~0u));
    REQUIRE(agrees<short>(text, buffer, short{-32768}, short{32767}));
  }
}

TEST_CASE(
    "scan/scan: false at the end before the first item, an error in "
    "the middle of a call") {
  scripted_reader in("1 2 3", 16);
  int a = 0, b = 0;
  CHECK(rill::scan(in, a, b));
  CHECK(a == 1);
  CHECK(b == 2);
  auto const cut = rill::try_scan(in, a, b);
  CHECK(!cut);
  CHECK(!cut.at_end());
  CHECK((cut.error().code() == rill::scan_problem::cut));
  CHECK(a == 3);
  CHECK(b == 2);
  CHECK(!rill::scan(in, a));
  CHECK(rill::try_scan(in, a).at_end());
  CHECK(rill::try_scan(in, a).error().is_end_of_input());
  CHECK(rill::scan(in));  // no items
}

#if RILL_EXCEPTIONS
TEST_CASE("scan/scan: throws what try_scan returns, and can be gone on with") {
  std::string const text = "12 abc 99999999999 7";
  scripted_reader in(text, 16), twin(text, 16);
  int n = 0;
  std::string word;
  CHECK(rill::scan(in, n));
  for (int i = 0; i != 2; ++i) {
    std::string thrown;
    try {
      (void)rill::scan(in, n);
    } catch (rill::error const& e) {
      thrown = e.what();
    }
    rill::scan_result how;
    while ((how = rill::try_scan(twin, n))) {
    }
    CHECK(thrown == how.error().what());
    CHECK(n == 12);
    CHECK(rill::scan(in, word));
    CHECK(rill::scan(twin, word));
  }
  CHECK(rill::scan(in, n));
  CHECK(n == 7);
  CHECK(!rill::scan(in, n));
}

TEST_CASE("scan/scan: an error of the device is no end") {
  scripted_reader in("1 ", 16, rill_test::fails_at(1, EIO));
  int n = 0;
  CHECK(rill::scan(in, n));
  std::string const failure = std::string("read script: ") + strerror(EIO);
  CHECK_THROWS_WITH(rill::scan(in, n), failure.c_str());
  CHECK_THROWS_WITH(rill::scan(in, "x"), failure.c_str());
  CHECK(n == 1);
}
#endif

TEST_CASE("scan/scan: several kinds of items in a call") {
  scripted_reader in("point (3, -4) \"a b\" true x=0x1f rest of line\nnext",
                     16);
  std::string name, quoted, rest;
  int x = 0, y = 0, z = 0;
  bool b = false;
  CHECK(rill::scan(in, name, "(", x, ",", y, ")", rill::quoted(quoted), b, "x",
                   "=0x", rill::hex(z), rill::line(rest)));
  CHECK(rill::concat(name, x, y, quoted, b, z, rest) ==
        "point3-4a btrue31 rest of line");
  CHECK(rest_of(in) == "next");
}

TEST_CASE(
    "scan/scan: a program over a device that gives one line at a time "
    "never waits for the next") {
  std::vector<std::string> const lines = {"1 2\n", "abc\n", "true\n", "0x1f \n",
                                          "x=7\n"};
  std::string all;
  for (auto const& line : lines) all += line;
  std::size_t given = 0;
  scripted_reader in(all, 16, [&](int, std::size_t) -> long {
    REQUIRE(given < lines.size());
    return static_cast<long>(lines[given].size());
  });
  auto const next = [&](auto&... items) {
    bool const good = rill::scan(in, items...);
    CHECK(in.calls == static_cast<int>(given) + 1);
    ++given;
    return good;
  };
  int a = 0, b = 0;
  std::string word;
  bool truth = false;
  CHECK(next(a, b));
  CHECK(next(word));
  CHECK(next(truth));
  auto prefixed = rill::prefix(rill::hex(b));
  CHECK(next(prefixed));
  CHECK(next("x=", a));
  CHECK(a == 7);
  CHECK(b == 31);
}
