// test/scan/floating_test.cpp: floating-point numbers out of a reader, at
// every buffer size, cut at every byte, against parse_float of the whole text.
// covers: scan/number.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/print.h>
#include <rill/scan.h>
#include <stdio.h>  // tmpfile, fputs, rewind
#include <time.h>   // clock: other programs do not count

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "../support/float_text.h"
#include "../support/scripted_reader.h"

using rill_test::same_bits;
using rill_test::scripted_reader;

namespace {

std::string rest_of(rill::reader& in) {
  rill::text const all = in.peek(10'000'000);
  return {all.data, all.size};
}

// Whether a scan of T gives the value, the error and the rest that parse_float
// gives at the first byte that is not white space.
template <class T>
bool agrees(std::string const& text, std::size_t buffer,
            scripted_reader::rule how = {}) {
  std::size_t begin = 0;
  while (begin != text.size() && rill::is_space(text[begin])) ++begin;
  T const before = 77;
  T want = before;
  auto const parsed =
      rill::parse_float(text.data() + begin, text.data() + text.size(), want);
  scripted_reader in(text, buffer, std::move(how));
  T x = before;
  rill::scan_result const got = rill::try_scan(in, x);
  if (!same_bits(x, want)) return false;
  if (begin == text.size()) return got.at_end();
  std::size_t const end =
      parsed ? static_cast<std::size_t>(parsed.end - text.data()) : begin;
  if (rest_of(in) != text.substr(end)) return false;
  if (parsed) return static_cast<bool>(got);
  return !got &&
         got.error().code() == (parsed.error == rill::number_error::out_of_range
                                    ? rill::scan_problem::out_of_range
                                    : rill::scan_problem::malformed);
}

template <class T>
bool agrees_everywhere(std::string const& text) {
  // The device gives a byte at a time, then buffers of every size.
  if (!agrees<T>(text, 16, [](int, std::size_t) { return 1L; })) return false;
  for (std::size_t buffer : {1u, 2u, 3u, 5u, 16u, 64u, 100u, 4096u})
    if (!agrees<T>(text, buffer)) return false;
  // The first read ends behind each byte in turn.
  for (std::size_t cut = 0; cut < text.size() && cut < 100; ++cut)
    if (!agrees<T>(text, 200, [cut](int call, std::size_t room) {
          return call == 0 && cut != 0 ? static_cast<long>(cut)
                                       : static_cast<long>(room);
        }))
      return false;
  return true;
}

}  // namespace

TEST_CASE("scan/number: every kind of text, cut at every byte") {
  std::string const far(100, 'z');
  for (char const* text :
       {"",
        " ",
        "-",
        "+1",
        ".",
        "1",
        "1.5",
        "-.5e3",
        " \n\t1.25e-3",
        "1e",
        "1e+",
        "1e-x",
        "1e+5",
        "1.5.5",
        "1-2",
        "1e5-2",
        "0x",
        "0x.",
        "0x.g",
        "0x1.8p3",
        "0x1p",
        "0x1p+",
        "0x1p-7-",
        "inf",
        "infi",
        "infinit",
        "-Infinity",
        "infinitys",
        "nan",
        "nan(",
        "nan(a_9)",
        "nan(a-",
        "na",
        "nanan",
        "1e400",
        "-1e-400",
        "1,5",
        "12abc",
        "abc",
        "0",
        "-0",
        "00",
        "0.1234567890123456789012345678901234567890",
        "12345678901234567890123456789012345678901234567890e-30"})
    for (std::string const& tail :
         {std::string(), " " + far, far, ". " + far}) {
      std::string const whole = text + tail;
      CAPTURE(whole);
      CHECK(agrees_everywhere<double>(whole));
      CHECK(agrees_everywhere<float>(whole));
      CHECK(agrees_everywhere<long double>(whole));
    }
}

TEST_CASE("scan/number: random texts at every buffer size") {
  std::mt19937_64 engine(11);
  char const letters[] = "0123456789..eE+-xXpPnNaAiIfF( ,";
  for (int i = 0; i != 1500; ++i) {
    std::string text = rill_test::any_decimal(engine);
    if (i % 3 == 0) {
      text.clear();
      for (auto j = engine() % 14; j != 0; --j)
        text += letters[engine() % (sizeof letters - 1)];
    }
    if (i % 2) text += " " + std::string(80, '1');
    if (!agrees_everywhere<double>(text)) CHECK(text == "");
  }
}

TEST_CASE("scan/number: every type and several at once") {
  auto in = rill::from("1.5 -2.5e3 0x1p-3 inf x=0.5,y=1e2");
  float a = 0;
  double b = 0, x = 0, y = 0;
  long double c = 0, d = 0;
  CHECK(rill::scan(in, a, b, c, d));
  CHECK(a == 1.5f);
  CHECK(b == -2500);
  CHECK(c == 0.125L);
  CHECK(std::isinf(d));
  CHECK(rill::scan(in, "x=", x, ",y=", y));
  CHECK(x == 0.5);
  CHECK(y == 100);
  CHECK_FALSE(rill::scan(in, x));
#if RILL_FLOAT16
  auto narrow = rill::from("1.5");
  rill::detail::float16 half{};
  CHECK(rill::scan(narrow, half));
  CHECK(static_cast<float>(half) == 1.5f);
#endif
#if RILL_FLOAT128
  auto wide = rill::from("0.1 ");
  rill::detail::float128 quad{};
  CHECK(rill::scan(wide, quad));
  CHECK(static_cast<double>(quad) == 0.1);
#endif
}

TEST_CASE("scan/number: what is wrong is named with its place") {
  auto fails = [](char const* text, auto x) {
    auto in = rill::from(text);
    rill::scan_result const got = rill::try_scan(in, x);
    return std::string(got.error().what());
  };
  auto contains = [](std::string const& all, char const* part) {
    return all.find(part) != std::string::npos;
  };
  CHECK(contains(fails(" abc", 0.0), "expected a number"));
  CHECK(contains(fails("+1", 0.0), "expected a number"));
  CHECK(contains(fails("1e400", 0.0),
                 "expected a number within the range of double"));
  CHECK(contains(fails("1e40", 0.0f),
                 "expected a number within the range of float"));
  CHECK(contains(fails("1e-400", 0.0), "1:1: expected a number within"));
  CHECK(contains(fails("1e-400", 0.0), "found \"1e-400\""));
#if RILL_LONG_DOUBLE_BITS == 64
  CHECK(contains(fails("1e5000", 0.0L), "within the range of long double"));
#endif
  CHECK(!rill::try_parse<double>("1.5x"));
  CHECK(!rill::try_parse<double>(" 1.5"));
  CHECK(!rill::try_parse<double>("1e"));
  CHECK(rill::parse<double>("1e5") == 1e5);
  CHECK(rill::parse<float>("-0.1") == -0.1f);
}

TEST_CASE("scan/number: a device that fails inside a number gives none") {
  for (std::size_t cut = 1; cut <= 8; ++cut) {
    scripted_reader in("-1.25e+7 ", 16, [cut](int call, std::size_t) {
      return call == 0 ? static_cast<long>(cut) : -EIO;
    });
    double x = 77;
    rill::scan_result const got = rill::try_scan(in, x);
    CHECK_FALSE(got);
    CHECK(x == 77);
    CHECK(got.error().code().number == EIO);
  }
  // The device fails behind the end of the number.
  scripted_reader in("-1.25e+7 ", 16, [](int call, std::size_t) {
    return call == 0 ? 9L : -EIO;
  });
  double x = 77;
  CHECK(rill::try_scan(in, x));
  CHECK(x == -1.25e7);
}

TEST_CASE("scan/number: nothing is asked for that a number does not need") {
  struct sample {
    char const* text;
    long first;
  };
  // Each number ends within the first read, so the device is read only once.
  for (sample const s :
       {sample{"1.5\n2", 4}, sample{"1,2", 2}, sample{"1e5x", 4},
        sample{"0y", 2}, sample{"nan ", 4}, sample{"1..", 3}}) {
    scripted_reader in(s.text, 64, [&](int call, std::size_t) {
      return call == 0 ? s.first : 0L;
    });
    double x = 77;
    CHECK(rill::scan(in, x));
    CHECK(in.calls == 1);
  }
}

TEST_CASE("scan/number: a number of a megabyte in linear time") {
  auto seconds = [](std::size_t digits) {
    std::string const text = "0." + std::string(digits, '3') + " 1";
    double least = 1e9;
    for (int i = 0; i != 3; ++i) {
      scripted_reader in(text, 16);
      double x = 0, next = 0;
      clock_t const begin = clock();
      CHECK(rill::scan(in, x));
      double const took = static_cast<double>(clock() - begin) / CLOCKS_PER_SEC;
      CHECK(x == 1 / 3.0);
      CHECK(rill::scan(in, next));
      CHECK(next == 1);
      if (took < least) least = took;
    }
    return least;
  };
  // clock() advances in steps of 1/64 s on Windows.
#if defined(_WIN32)
  constexpr double tick = 1.0 / 64;
#else
  constexpr double tick = 1e-3;
#endif
  bool linear = false;
  for (int attempt = 0; attempt != 5 && !linear; ++attempt)
    linear = seconds(1000000) < 6 * seconds(250000) + tick;
  CHECK(linear);
}

TEST_CASE("scan/number: values, read_into and read of many") {
  std::mt19937_64 engine(12);
  std::string text;
  std::vector<double> want;
  char const* const spaces[] = {" ", "\n", "\r\n", "  "};
  while (want.size() != 3000) {
    std::string const one = rill_test::any_decimal(engine, 200);
    double x = 0;
    if (!rill::parse_float(one.data(), one.data() + one.size(), x)) continue;
    want.push_back(x);
    text += one + spaces[engine() % 4];
  }
  for (std::size_t buffer : {1u, 16u, 70u, 4096u, 1000000u}) {
    scripted_reader in(text, buffer);
    std::size_t at = 0;
    bool same = true;
    for (double x : rill::values<double>(in)) same &= same_bits(x, want[at++]);
    CHECK(same);
    CHECK(at == want.size());
    scripted_reader again(text, buffer);
    std::vector<double> all(want.size() + 5);
    CHECK(rill::read_into(again, all) == want.size());
    same = true;
    for (std::size_t i = 0; i != want.size(); ++i)
      same &= same_bits(all[i], want[i]);
    CHECK(same);
    scripted_reader third(text, buffer);
    CHECK(rill::read<std::vector<double>>(third, 100).size() == 100);
  }
}

TEST_CASE("scan/number: a loop that breaks leaves the rest") {
  std::string text;
  for (int i = 0; i != 600; ++i) text += std::to_string(i) + ".25 ";
  for (std::size_t buffer : {16u, 4096u})
    for (int stop = 0; stop < 600; stop += 37) {
      scripted_reader in(text, buffer);
      for (double x : rill::values<double>(in))
        if (x > stop) break;
      double next = 0;
      CHECK(rill::scan(in, next));
      CHECK(next == stop + 1.25);
    }
}

TEST_CASE("scan/number: an error among values is thrown at its place") {
#if RILL_EXCEPTIONS
  std::string text;
  for (int i = 0; i != 50; ++i) text += "1.5\n";
  text += "1.5x\n" + std::string(100, ' ');
  auto in = rill::from(text);
  int seen = 0;
  std::string what;
  try {
    for (double x : rill::values<double>(in)) seen += x == 1.5;
  } catch (rill::error const& e) {
    what = e.what();
  }
  CHECK(seen == 51);  // 1.5x gives 1.5 and leaves x
  CHECK(what.find(":51:4: ") != std::string::npos);
#endif
}

TEST_CASE("scan/number: from C's streams") {
  FILE* const file = tmpfile();
  REQUIRE(file);
  std::string text;
  for (int i = 0; i != 5000; ++i) text += std::to_string(i) + ".5e-1\n";
  fputs(text.c_str(), file);
  rewind(file);
  double x = 0;
  float y = 0;
  int count = 0;
  bool same = true;
  while (rill::scan(file, x)) {
    double want = 0;
    std::string const one = std::to_string(count++) + ".5e-1";
    rill::parse_float(one.data(), one.data() + one.size(), want);
    same &= same_bits(x, want);
  }
  CHECK(same);
  CHECK(count == 5000);
  rewind(file);
  CHECK(rill::scan(file, y, x));
  CHECK(x == 0.15);
  // The C library continues where the scan ended.
  CHECK(fgetc(file) == '\n');
  CHECK(fscanf(file, "%f", &y) == 1);
  CHECK(y == 0.25f);
  fclose(file);
}
