// test/scan/integer_test.cpp: integers out of a reader, of every type, in
// every base, at every buffer size, against the slow twin.
// covers: rill/scan/item.h
// covers: scan/number.h
// covers: rill/scan/plus.h
#include <doctest/doctest.h>
#include <errno.h>  // EIO
#include <rill/print.h>
#include <rill/scan.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <string>

#include "../reference/integer.h"
#include "../support/scripted_reader.h"

using reference::unsigned_widest;
using reference::widest;
using rill_test::scripted_reader;

namespace {

template <class T>
constexpr T most = static_cast<T>(rill::detail::greatest_magnitude<T>(false));
template <class T>
constexpr T least =
    rill::detail::is_signed_integer<T> ? static_cast<T>(-most<T> - 1) : T{0};

std::string rest_of(rill::reader& in) {
  rill::text const all = in.peek(10'000'000);
  return {all.data, all.size};
}

// The bytes of a prefix, such as 0x in base 16, with a digit behind it, as
// strtol reads it; 0 without one. `at` is behind the sign.
std::size_t prefix_size(std::string const& text, std::size_t at, int base) {
  char const letter = base == 16 ? 'x' : base == 8 ? 'o' : base == 2 ? 'b' : 0;
  if (letter == 0 || text.size() < at + 3 || text[at] != '0') return 0;
  if (text[at + 1] != letter && text[at + 1] != letter - 'a' + 'A') return 0;
  std::string const digits = "0123456789abcdef0123456789ABCDEF";
  std::size_t const digit = digits.find(text[at + 2]);
  return digit != digits.npos && digit % 16 < static_cast<std::size_t>(base)
             ? 2
             : 0;
}

// Scans a T in a base out of a reader, and compares value, error and rest with
// the slow twin.
template <class T, class Wrap>
bool agrees(std::string const& text, int base, std::size_t buffer, Wrap wrap) {
  std::size_t begin = 0;
  while (begin != text.size() &&
         (text[begin] == ' ' || (text[begin] >= 9 && text[begin] <= 13)))
    ++begin;
  std::string number = text.substr(begin);
  std::size_t const sign = number.starts_with("-");
  std::size_t const prefix = prefix_size(number, sign, base);
  number.erase(sign, prefix);
  auto want = reference::parse(number, base, least<T>, most<T>);
  // A negative number is one that no unsigned type can hold.
  if (least<T> == T{} && sign != 0 &&
      reference::parse(number.substr(1), base, least<T>, most<T>).result !=
          reference::outcome::malformed)
    want.result = reference::outcome::out_of_range;
  want.length += prefix;
  scripted_reader in(text, buffer);
  T const before = static_cast<T>(55);
  T n = before;
  auto&& target = wrap(n);
  rill::scan_result const got = rill::try_scan(in, target);
  if (begin == text.size()) return got.at_end() && n == before;
  switch (want.result) {
    case reference::outcome::good:
      return got && n == want.value &&
             rest_of(in) == text.substr(begin + want.length);
    case reference::outcome::malformed:
      return !got && n == before && rest_of(in) == text.substr(begin) &&
             got.error().code() == rill::scan_problem::malformed;
    default:
      return !got && n == before && rest_of(in) == text.substr(begin) &&
             got.error().code() == rill::scan_problem::out_of_range;
  }
}

template <class T>
bool agrees_in_all_bases(std::string const& text, std::size_t buffer) {
  return agrees<T>(text, 10, buffer, [](T& n) -> T& { return n; }) &&
         agrees<T>(text, 16, buffer, [](T& n) { return rill::hex(n); }) &&
         agrees<T>(text, 8, buffer, [](T& n) { return rill::oct(n); }) &&
         agrees<T>(text, 2, buffer, [](T& n) { return rill::bin(n); }) &&
         agrees<T>(text, 36, buffer, [](T& n) { return rill::base<36>(n); }) &&
         agrees<T>(text, 16, buffer,
                   [](T& n) { return rill::upper(rill::hex(n)); });
}

// The decimal text of the number whose magnitude is larger by one.
std::string one_more(std::string digits) {
  std::size_t at = digits.size();
  while (at != 0 && digits[at - 1] == '9') digits[--at] = '0';
  if (at == 0 || digits[at - 1] == '-') {
    digits.insert(at, "1");
  } else {
    ++digits[at - 1];
  }
  return digits;
}

template <class T>
void check_type() {
  std::string const largest = reference::text(most<T>, 10);
  std::string const smallest =
      least<T> == T{0} ? "0" : reference::text(least<T>, 10);
  std::string const texts[] = {"",
                               " ",
                               "\n\t\v\f\r ",
                               "-",
                               "+5",
                               "--5",
                               "- 5",
                               "12abc",
                               "abc",
                               "-0",
                               "-5",
                               "00012",
                               "0x10",
                               "1e3",
                               "1.5",
                               "1,2",
                               "5\r\n",
                               "\r\n7",
                               "zZ 1",
                               "-ff",
                               "\xff",
                               "0",
                               "99",
                               "1/2",
                               largest,
                               smallest,
                               one_more(largest),
                               one_more(smallest),
                               "-" + largest,
                               "000" + largest,
                               std::string(40, '9'),
                               "-" + std::string(40, '9'),
                               std::string("1\0002", 3),
                               std::string("\0001", 2),
                               std::string(70, ' ') + "8",
                               std::string(70, '0') + "8",
                               reference::text(most<T>, 16),
                               "8" + reference::text(most<T>, 16),
                               reference::text(most<T>, 2) + "0"};
  for (std::string const& text : texts)
    for (std::string const& tail :
         {std::string(), std::string(" x"), std::string(70, '\n')})
      for (std::size_t buffer : {1u, 2u, 16u, 17u, 100u, 1000u}) {
        CAPTURE(text);
        CAPTURE(buffer);
        REQUIRE(agrees_in_all_bases<T>(text + tail, buffer));
      }
}

double seconds_for(std::string const& text) {
  double best = 1e9;
  for (int i = 0; i != 3; ++i) {
    scripted_reader in(text, 4096);
    auto const start = std::chrono::steady_clock::now();
    long n = 0;
    (void)rill::try_scan(in, n);
    best = std::min(best, std::chrono::duration<double>(
                              std::chrono::steady_clock::now() - start)
                              .count());
  }
  return best;
}

}  // namespace

TEST_CASE("scan/number: every type, base, form and buffer") {
  check_type<signed char>();
  check_type<unsigned char>();
  check_type<short>();
  check_type<unsigned short>();
  check_type<int>();
  check_type<unsigned>();
  check_type<long>();
  check_type<unsigned long long>();
  check_type<widest>();
  check_type<unsigned_widest>();
}

TEST_CASE("scan/number: random texts") {
  std::mt19937 random(12);
  for (int i = 0; i != 6000; ++i) {
    std::string text(random() % 40, '\0');
    for (char& c : text)
      c = "00123456789--++ \n\tafgzAFZ\0\xff,.x"[random() % 31];
    if (random() % 2) text += std::string(random() % 80, ' ');
    std::size_t const buffer = 1 + random() % 40;
    REQUIRE(agrees_in_all_bases<int>(text, buffer));
    REQUIRE(agrees_in_all_bases<unsigned long>(text, buffer));
    REQUIRE(agrees_in_all_bases<signed char>(text, buffer));
  }
}

TEST_CASE("scan/number: every value of 8 and 16 bits, and one beyond") {
  for (int i = -33'000; i <= 66'000; i += i % 1000 == 0 ? 1 : 7) {
    std::string const text = std::to_string(i) + " " + std::string(64, ' ');
    for (std::size_t buffer : {16u, 1000u}) {
      REQUIRE(agrees<short>(text, 10, buffer,
                            [](short& n) -> short& { return n; }));
      REQUIRE(agrees<unsigned short>(
          text, 10, buffer, [](unsigned short& n) -> auto& { return n; }));
      if (i >= -300 && i <= 300) {
        REQUIRE(agrees<signed char>(text, 10, buffer,
                                    [](signed char& n) -> auto& { return n; }));
        REQUIRE(agrees<unsigned char>(
            text, 10, buffer, [](unsigned char& n) -> auto& { return n; }));
      }
    }
  }
}

TEST_CASE(
    "scan/number: a million digits are out of range, a million zeros "
    "are not, in linear time") {
  std::string const digits(1'000'000, '7');
  for (std::string const& text : {digits, digits + " x", "-" + digits}) {
    scripted_reader in(text, 4096);
    int n = 1;
    auto const got = rill::try_scan(in, n);
    CHECK((got.error().code() == rill::scan_problem::out_of_range));
    CHECK(n == 1);
    CHECK(in.available() != 0);
    CHECK((*in.cursor() == text[0]));
  }
  scripted_reader zeros(std::string(1'000'000, '0') + "12 ", 4096);
  int n = 1;
  CHECK(rill::scan(zeros, n));
  CHECK(n == 12);
  CHECK(seconds_for(std::string(4'000'000, '7')) <
        6 * seconds_for(std::string(1'000'000, '7')) + 0.05);
}

TEST_CASE("scan/number: prefixes are read where they may be") {
  auto const reads = [](std::string const& text, auto wrap, int want,
                        std::string const& rest) {
    for (std::size_t buffer = 1; buffer != 21; ++buffer) {
      scripted_reader in("               " + text, buffer);
      int n = 77;
      auto target = wrap(n);
      bool const got = bool(rill::try_scan(in, target));
      if (got != (want != 77) || n != want || rest_of(in) != rest) return false;
    }
    return true;
  };
  auto const hex = [](int& n) { return rill::hex(n); };
  auto const oct = [](int& n) { return rill::oct(n); };
  auto const bin = [](int& n) { return rill::bin(n); };
  CHECK(reads("0xFF", hex, 255, ""));
  CHECK(reads("0Xff,", hex, 255, ","));
  CHECK(reads("-0x1F ", hex, -31, " "));
  CHECK(reads("-0x80000000", hex, -2147483647 - 1, ""));
  CHECK(reads("0x80000000", hex, 77, "0x80000000"));
  CHECK(reads("0x", hex, 0, "x"));
  CHECK(reads("0xg", hex, 0, "xg"));
  CHECK(reads("-0x-1", hex, 0, "x-1"));
  CHECK(reads("0", hex, 0, ""));
  CHECK(reads("00x1", hex, 0, "x1"));
  CHECK(reads("0b1", hex, 0xb1, ""));
  CHECK(reads("0o1", hex, 0, "o1"));
  CHECK(reads("x1", hex, 77, "x1"));
  CHECK(reads("0b101 ", bin, 5, " "));
  CHECK(reads("-0B11", bin, -3, ""));
  CHECK(reads("0b2", bin, 0, "b2"));
  CHECK(reads("0o17", oct, 15, ""));
  CHECK(reads("0O8", oct, 0, "O8"));
  CHECK(reads("017", oct, 15, ""));
  CHECK(
      reads("0o17", [](int& n) { return rill::prefix(rill::oct(n)); }, 15, ""));
  for (char const* text : {"0x", "-0x", "0", "-0", "0xf"}) {
    scripted_reader in(text, 16, [](int call, std::size_t room) -> long {
      return call == 0 ? static_cast<long>(room) : -EIO;
    });
    int n = 77;
    auto const done = rill::try_scan(in, rill::hex(n));
    CHECK_FALSE(done);
    CHECK(n == 77);
    CHECK(done.error().code().number == EIO);
  }
  int n = 0;
  CHECK(rill::try_scan(rill::from("0xFF"), rill::hex(n)));
  CHECK(n == 255);
}

TEST_CASE("scan/number: plus reads a number with or without the sign") {
  auto const reads = [](std::string const& text, auto want,
                        std::string const& rest, bool is_read = true) {
    for (std::size_t buffer = 1; buffer != 21; ++buffer) {
      scripted_reader in("               " + text, buffer);
      auto n = is_read ? decltype(want){} : want;
      bool const got = bool(rill::try_scan(in, rill::plus(n)));
      if (got != is_read || n != want || rest_of(in) != rest) return false;
    }
    return true;
  };
  CHECK(reads("+5 ", 5, " "));
  CHECK(reads("5,", 5, ","));
  CHECK(reads("-5", -5, ""));
  CHECK(reads("+2147483647", 2147483647, ""));
  CHECK(reads("+2147483648", 77, "+2147483648", false));
  for (char const* text : {"+", "++5", "+-5", "+ 5", "-+5", "+x"})
    CHECK(reads(text, 77, text, false));
  CHECK(reads("+1.5e3x", 1500.0, "x"));
  CHECK(reads("+.5", 0.5, ""));
  CHECK(reads("-1.5", -1.5, ""));
  CHECK(reads("+1e", 1.0, "e"));
  for (char const* text : {"+", "++5", "+-5", "+ 5", "+e", "+1e999"})
    CHECK(reads(text, 77.0, text, false));
  double infinite = 0;
  CHECK(rill::scan(rill::from("+inf"), rill::plus(infinite)));
  CHECK(infinite == HUGE_VAL);
  int n = 3;
  auto const kept = rill::plus(n);
  n = 4;
  CHECK(rill::concat(kept, ' ', rill::plus(n), ' ',
                     rill::grouped(rill::plus(n)), ' ',
                     rill::hex(rill::plus(n))) == "+3 +4 +4 +4");
}

TEST_CASE("scan/number: prefixes must be there when they are asked for") {
  auto const reads = [](std::string const& text, auto wrap, int want,
                        std::string const& rest) {
    for (std::size_t buffer : {1u, 16u, 100u}) {
      scripted_reader in(text, buffer);
      int n = 77;
      auto target = wrap(n);
      bool const got = bool(rill::try_scan(in, target));
      if (got != (want != 77) || n != want || rest_of(in) != rest) return false;
    }
    return true;
  };
  auto const hex = [](int& n) { return rill::prefix(rill::hex(n)); };
  auto const oct = [](int& n) { return rill::prefix(rill::oct(n)); };
  auto const bin = [](int& n) { return rill::prefix(rill::bin(n)); };
  CHECK(reads(" 0xff,", hex, 255, ","));
  CHECK(reads("0XfF", hex, 255, ""));
  CHECK(reads("-0x10 ", hex, -16, " "));
  CHECK(reads("-0x80000000", hex, -2147483647 - 1, ""));
  CHECK(reads("0x80000000", hex, 77, "0x80000000"));
  CHECK(reads("ff", hex, 77, "ff"));
  CHECK(reads("0x", hex, 77, "0x"));
  CHECK(reads("0xg", hex, 77, "0xg"));
  CHECK(reads("0", hex, 77, "0"));
  CHECK(reads("-", hex, 77, "-"));
  CHECK(reads("0x-1", hex, 77, "0x-1"));
  CHECK(reads("0b101 ", bin, 5, " "));
  CHECK(reads("0b2", bin, 77, "0b2"));
  CHECK(reads("017", oct, 15, ""));
  CHECK(reads("17", oct, 77, "17"));
  CHECK(reads("0", oct, 0, ""));
  CHECK(reads("00", oct, 0, ""));  // earlier versions printed this
  CHECK(reads("-0 ", oct, 0, " "));
  CHECK(reads("09", oct, 0, "9"));
  scripted_reader in("  ", 16);
  int n = 1;
  auto target = hex(n);
  CHECK(rill::try_scan(in, target).at_end());
}

TEST_CASE("scan/number: what is printed is read back, in every base") {
  std::mt19937_64 random(13);
  for (int i = 0; i != 2000; ++i) {
    auto const n =
        i == 0 ? 0 : static_cast<long long>(random()) >> (random() % 64);
    auto const u = reference::random_widest(random);
    std::string const text = rill::concat(
        n, ' ', rill::hex(n), ' ', rill::prefix(rill::hex(n)), ' ',
        rill::upper(rill::prefix(rill::hex(n))), ' ',
        rill::prefix(rill::oct(n)), ' ', rill::prefix(rill::bin(n)), ' ',
        rill::base<36>(n), ' ', u, ' ', rill::hex(u));
    scripted_reader in(text, 1 + reference::below(random, 100));
    long long a, b, c, d, e, f, g;
    unsigned_widest v, w;
    REQUIRE(rill::scan(in, a, rill::hex(b), rill::prefix(rill::hex(c)),
                       rill::upper(rill::prefix(rill::hex(d))),
                       rill::prefix(rill::oct(e)), rill::prefix(rill::bin(f)),
                       rill::base<36>(g), v, rill::hex(w)));
    REQUIRE((a == n && b == n && c == n && d == n && e == n && f == n &&
             g == n && v == u && w == u));
  }
}

TEST_CASE(
    "scan/number: an error of the device in the middle of a number "
    "gives no half of it") {
  std::string const text =
      "1111111111111111 2222222222222222 "
      "3333333333333333 " +
      std::string(100, ' ') + "4444444444444444 5555555555555555 6 ";
  for (int call = 0; call != 5; ++call)
    for (long piece : {5L, 20L, 1000L}) {
      scripted_reader in(text, 16, [=](int now, std::size_t) -> long {
        return now == call ? -EIO : piece;
      });
      long long n = 0;
      long long seen = 0;
      rill::scan_result how;
      while ((how = rill::try_scan(in, n))) {
        REQUIRE(n == (++seen == 6 ? 6 : 1111111111111111 * seen));
      }
      if (how.at_end()) REQUIRE(seen == 6);
      if (!how.at_end())
        REQUIRE((how.error().code() == rill::os::c_error(EIO)));
    }
}

TEST_CASE(
    "scan/number: a whole number before an error is read, also when "
    "the error is known already") {
  scripted_reader in("12 34", 16, rill_test::fails_at(1, EIO));
  CHECK(in.peek(100).size == 5);
  REQUIRE(bool(in.error()));
  int n = 0;
  CHECK(rill::try_scan(in, n));
  CHECK(n == 12);
  CHECK(!rill::try_scan(in, n));  // 34 may be the beginning of a longer number
  CHECK(n == 12);
  CHECK(rest_of(in) == "34");
}

TEST_CASE("scan/number: nothing is read behind a block in memory") {
  std::size_t const most_digits =
      reference::text(most<unsigned_widest>, 10).size();
  for (std::size_t digits = 1; digits <= most_digits + 1; ++digits)
    for (int before = 0; before < 70; before += 3) {
      std::string const text =
          std::string(static_cast<std::size_t>(before), ' ') +
          std::string(digits, '1');
      auto const block = std::make_unique<char[]>(text.size());
      text.copy(block.get(), text.size());
      rill::memory_reader in(block.get(), text.size());
      unsigned_widest n = 0;
      bool const got = bool(rill::try_scan(in, n));
      REQUIRE(got == (digits <= most_digits));
      REQUIRE(n == reference::parse<unsigned_widest>(
                       text.substr(static_cast<std::size_t>(before)), 10, 0,
                       most<unsigned_widest>)
                       .value);
    }
}

TEST_CASE("scan/number: behind a prefix there may be any number of digits") {
  auto const reads = [](std::string const& text, auto start) {
    auto value = start;
    auto in = rill::from(text);
    auto const done = rill::try_scan(in, rill::prefix(rill::bin(value)));
    return done ? value : start;
  };
  std::string const zeros(1000, '0');
  for (int bits = 1; bits <= 64; ++bits) {
    std::string const ones(static_cast<std::size_t>(bits), '1');
    auto const wanted = ~0ull >> (64 - bits);
    CHECK(reads("0b" + ones, 7ull) == wanted);
    CHECK(reads("0b" + zeros + ones, 7ull) == wanted);
  }
  CHECK(reads("0b" + zeros, 7) == 0);
  CHECK(reads("-0b" + zeros + "10", 7) == -2);
  for (std::size_t digits : {65u, 127u, 128u, 129u, 130u, 131u, 1000u}) {
    std::string const tall = "0b1" + std::string(digits - 1, '0');
    CHECK(reads(tall, 7ull) == 7);
    auto in = rill::from(tall);
    unsigned long long value = 7;
    auto const done = rill::try_scan(in, rill::prefix(rill::bin(value)));
    CHECK(done.error().code() ==
          rill::error_code(rill::scan_problem::out_of_range));
  }
}
