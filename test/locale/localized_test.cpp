// test/locale/localized_test.cpp: values printed as a locale has them, in every
// wrapper and in hooks, against a twin that cuts strings from the right.
// covers: rill/locale/print.h
#include <doctest/doctest.h>
#include <rill/locale.h>
#include <rill/print.h>
#include <rill/scan.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/every_way.h"
#include "support/locales.h"

namespace {

using rill::localized;
using rill_test::all_by_hand;
using rill_test::american;
using rill_test::arabic;
using rill_test::as_in;
using rill_test::french;
using rill_test::german;
using rill_test::indian;
using rill_test::prints_everywhere;
using rill_test::strange;

// The numbers around each change of the number of digits.
template <class T>
std::vector<T> edges() {
  std::vector<T> all{T{0}, static_cast<T>(-1), static_cast<T>(~T{0})};
  T power = 1;
  for (;;) {
    for (int more = -2; more != 3; ++more) {
      all.push_back(static_cast<T>(power + static_cast<T>(more)));
      all.push_back(static_cast<T>(T{0} - all.back()));
    }
    T next{};
    if (!__builtin_mul_overflow(power, T{7}, &next)) all.push_back(next);
    if (__builtin_mul_overflow(power, T{10}, &next)) break;
    power = next;
  }
  return all;
}

template <class T>
void check_integers() {
  for (rill::locale_data const* locale : all_by_hand)
    for (T const n : edges<T>()) {
      std::string const want = as_in(*locale, rill::concat(n));
      CHECK(rill::concat(localized(n, *locale)) == want);
      CHECK(rill::formatted_size(localized(n, *locale)) == want.size());
    }
}

// Writes into a block of exactly the size that a leaf announces.
template <class T>
void check_room_of(T const n, rill::locale_data const& locale) {
  auto const value = localized(n, locale);
  using leaf =
      rill::detail::builtin_formatter<rill::detail::localized_value<T const&>>;
  auto const block = std::make_unique<char[]>(leaf::room);
  char* const end = leaf::write(block.get(), value);
  CHECK(std::string(block.get(), end) == as_in(locale, rill::concat(n)));
  CHECK(leaf::size(value) == static_cast<std::size_t>(end - block.get()));
}
template <class T>
void check_room(rill::locale_data const& locale) {
  for (T const n : edges<T>()) check_room_of(n, locale);
}

TEST_CASE("locale/print: integers of every type are grouped") {
  check_integers<signed char>();
  check_integers<unsigned char>();
  check_integers<short>();
  check_integers<unsigned short>();
  check_integers<int>();
  check_integers<unsigned>();
  check_integers<long>();
  check_integers<unsigned long>();
  check_integers<long long>();
  check_integers<unsigned long long>();
#if RILL_INT128
  check_integers<rill::detail::int128>();
  check_integers<rill::detail::uint128>();
#endif
}

TEST_CASE("locale/print: a leaf stays within its room") {
  for (rill::locale_data const* locale : all_by_hand) {
    check_room<signed char>(*locale);
    check_room<int>(*locale);
    check_room<unsigned>(*locale);
    check_room<long long>(*locale);
    check_room<unsigned long long>(*locale);
#if RILL_INT128
    check_room<rill::detail::int128>(*locale);
#endif
    check_room_of(-4444444.5f, *locale);
    check_room_of(-1234567890123456768.0, *locale);
    check_room_of(-1234567.8901234567, *locale);
  }
}

TEST_CASE("locale/print: the groups of three are those of the plain way") {
  unsigned long long state = 88172645463325252u;
  for (int i = 0; i != 20000; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    unsigned long long const n = state >> (i % 64);
    CHECK(rill::concat(localized(n, french)) == as_in(french, rill::concat(n)));
    auto const half = static_cast<unsigned>(n);
    CHECK(rill::concat(localized(half, german)) ==
          as_in(german, rill::concat(half)));
  }
}

constexpr bool prints_in_a_constant(long long n, std::string_view want) {
  char memory[1024] = {};
  rill::memory_writer out(memory, sizeof memory);
  rill::print(out, localized(n, german), ' ', localized(0.5, german));
  return std::string_view(memory, out.pending().size) == want;
}
static_assert(prints_in_a_constant(-1234567, "-1.234.567 0,5"));
static_assert(prints_in_a_constant(999, "999 0,5"));

TEST_CASE("locale/print: floating-point numbers get groups and the point") {
  double const zero = 0;
  double const all[] = {0,
                        -0.0,
                        0.5,
                        1234.5,
                        -1234567.25,
                        1e15,
                        123456789012345.75,
                        1e22,
                        1e30,
                        1.5e300,
                        1e-7,
                        999999.5,
                        100,
                        1000,
                        1e5,
                        123456,
                        0.001,
                        1 / zero,
                        -1 / zero,
                        zero / zero,
                        9007199254740993.0,
                        5e-324};
  for (rill::locale_data const* locale : all_by_hand)
    for (double const x : all) {
      CHECK(rill::concat(localized(x, *locale)) ==
            as_in(*locale, rill::concat(x)));
      auto const y = static_cast<float>(x);
      CHECK(rill::concat(localized(y, *locale)) ==
            as_in(*locale, rill::concat(y)));
#if !defined(__clang__) || RILL_LONG_DOUBLE_BITS == 64
      long double const z = x;
      CHECK(rill::concat(localized(z, *locale)) ==
            as_in(*locale, rill::concat(z)));
#endif
      CHECK(rill::concat(localized(rill::fixed(x, 3), *locale)) ==
            as_in(*locale, rill::concat(rill::fixed(x, 3))));
      CHECK(rill::concat(localized(rill::fixed(x), *locale)) ==
            as_in(*locale, rill::concat(rill::fixed(x))));
      CHECK(rill::concat(localized(rill::scientific(x, 4), *locale)) ==
            as_in(*locale, rill::concat(rill::scientific(x, 4))));
      CHECK(rill::concat(localized(rill::general(x, 9), *locale)) ==
            as_in(*locale, rill::concat(rill::general(x, 9))));
    }
}

TEST_CASE("locale/print: any number of digits behind the point") {
  for (int const digits : {0, 1, 40, 1073, 1074, 1075, 3000}) {
    CHECK(rill::concat(localized(rill::fixed(1234567.75, digits), arabic)) ==
          as_in(arabic, rill::concat(rill::fixed(1234567.75, digits))));
    CHECK(rill::concat(localized(rill::scientific(1234.5, digits), arabic)) ==
          as_in(arabic, rill::concat(rill::scientific(1234.5, digits))));
  }
  CHECK(rill::concat(localized(rill::fixed(1.7e308, 2), strange)) ==
        as_in(strange, rill::concat(rill::fixed(1.7e308, 2))));
}

TEST_CASE("locale/print: other bases are no matter of locales") {
  CHECK(rill::concat(localized(rill::hex(1234567), german)) == "12d687");
  CHECK(rill::concat(localized(rill::prefix(rill::oct(12345)), german)) ==
        "030071");
  CHECK(rill::concat(localized(rill::bin(12345), german)) == "11000000111001");
  CHECK(rill::concat(localized(rill::plus(rill::hex(1234567)), german)) ==
        "+12d687");
  // The point of a hexadecimal float becomes a decimal comma, as in C's %a.
  CHECK(rill::concat(localized(rill::hexfloat(1.5), german)) == "0x1,8p+0");
}

TEST_CASE("locale/print: signs and zeros go with the groups") {
  CHECK(rill::concat(localized(rill::plus(1234567), german)) == "+1.234.567");
  CHECK(rill::concat(localized(rill::plus(-1234567), german)) == "-1.234.567");
  CHECK(rill::concat(localized(rill::space(1234.5), german)) == " 1.234,5");
  CHECK(rill::concat(localized(rill::plus(rill::fixed(1234.5, 2)), german)) ==
        "+1.234,50");
  double const zero = 0;
  CHECK(rill::concat(localized(rill::zero_padded(-1 / zero, 7), german)) ==
        "   -inf");
}

// Zeros are added until the text is as wide as required; separators go between
// them as between other digits.
TEST_CASE("locale/print: zeros in front fill a width") {
  for (rill::locale_data const* locale : all_by_hand)
    for (long long const n : {0ll, 5ll, -5ll, 123ll, 1234ll, -12345678ll})
      for (std::size_t width = 0; width != 30; ++width) {
        std::string number = rill::concat(n < 0 ? -n : n);
        auto const wide = [&] {
          std::string const made = (n < 0 ? "-" : "") + as_in(*locale, number);
          std::size_t bytes =
              rill_test::string_of(locale->thousands_separator).size();
          std::size_t marks = bytes && locale->groups.any()
                                  ? locale->groups.separators_in(number.size())
                                  : 0;
          // A separator counts as one character.
          return made.size() - marks * bytes + marks;
        };
        while (wide() < width) number = "0" + number;
        CHECK(rill::concat(localized(rill::zero_padded(n, width), *locale)) ==
              (n < 0 ? "-" : "") + as_in(*locale, number));
      }
}

TEST_CASE("locale/print: what is said of a number wins") {
  CHECK(rill::concat(localized(rill::grouped(1234567), german)) == "1,234,567");
  CHECK(rill::concat(localized(rill::grouped(1234567, U'_'), french)) ==
        "1_234_567");
  CHECK(rill::concat(localized(rill::decimal_comma(1234.5), indian)) ==
        "1234,5");
  CHECK(rill::concat(localized(localized(1234567, french), german)) ==
        rill::concat(localized(1234567, french)));
}

struct point {
  int x, y;
  friend constexpr void rill_print(auto& out, point const& p) {
    out('(', p.x, "; ", p.y, ')');
  }
};
struct quick_point {
  int x, y;
  friend constexpr auto rill_print(auto& out, quick_point const& p) {
    return out('(', rill::right(p.x, 7), "; ", point{p.y, p.y}, ')');
  }
};
struct plain_point {
  int x;
};
void rill_print(rill::writer& out, plain_point const& p) {
  rill::print(out, p.x);
}

TEST_CASE("locale/print: hooks and wrappers hand the locale on") {
  CHECK(prints_everywhere("(1.234; -5.678)",
                          localized(point{1234, -5678}, german)));
  CHECK(prints_everywhere("(  1.234; (5.678; 5.678))",
                          localized(quick_point{1234, 5678}, german)));
  // The hook is not a template, so it gets a plain writer without the locale.
  CHECK(rill::concat(localized(plain_point{1234}, german)) == "1234");
  std::vector<int> const numbers{1000, 20, 3000};
  CHECK(prints_everywhere("1.000; 20; 3.000",
                          localized(rill::join(numbers, "; "), german)));
  CHECK(prints_everywhere("1.0002.000202.0003.000",
                          localized(rill::join(numbers, 2000), german)));
  CHECK(rill::concat(localized(rill::join(std::vector<bool>{true, false}, ','),
                               german)) == "true,false");
  CHECK(prints_everywhere(
      "  1.234,50",
      localized(rill::right(rill::fixed(1234.5, 2), 10), german)));
  CHECK(prints_everywhere("..1\u202f234",
                          rill::right(localized(1234, french), 7, U'.')));
  CHECK(rill::concat(localized(rill::when(true, 1234, "x"), german)) ==
        "1.234");
  CHECK(rill::concat(localized(rill::when(false, 1234, "x"), german)) == "x");
  CHECK(rill::concat(localized(rill::left(point{1000, 1}, 12), german), '|') ==
        "(1.000; 1)  |");
}

TEST_CASE("locale/print: styles go around the numbers") {
  auto const look = rill::red | rill::bold;
  CHECK(rill::concat(localized(rill::styled(1234.5, look), german)) ==
        "1.234,5");
  CHECK(rill::concat(localized(rill::styled(look, 1234, ' ', 0.5), german)) ==
        "1.234 0,5");
  CHECK(rill::concat(localized(rill::right(rill::styled(1234, look), 7),
                               german)) == "  1.234");
  char memory[1000];
  rill::memory_writer out(memory, sizeof memory);
  out.set_styles(rill::style_mode::always);
  rill::print(out, localized(rill::styled(look, 1234, '|', 0.5), german), '|',
              rill::styled(look, localized(1234, german), '|', 0.5));
  std::string const got(memory, out.pending().size);
  std::size_t const half = got.find("|0,5");
  CHECK(half != std::string::npos);
  CHECK(got.find("1.234") < half);
  CHECK(got.find("\x1b[") == 0);
}

TEST_CASE("locale/print: text, characters and bool are as ever") {
  std::string const text = "1234567";
  CHECK(rill::concat(localized(text, german), localized("3.5", german),
                     localized('.', german), localized(true, german),
                     localized(u"\u00e9", german), localized(nullptr, german),
                     localized(rill::quoted("1.5"), german),
                     localized(rill::right("1.5", 5), german)) ==
        "12345673.5.true\u00e9nullptr\"1.5\"  1.5");
}

TEST_CASE("locale/print: into every sink, with room and without") {
  CHECK(prints_everywhere("-1.234.567", localized(-1234567, german)));
  CHECK(prints_everywhere("1\u202f234\u202f567,25",
                          localized(1234567.25, french)));
  CHECK(prints_everywhere("12,34,567 1,234.50", localized(1234567, indian), ' ',
                          localized(rill::fixed(1234.5, 2), indian)));
  CHECK(prints_everywhere(as_in(strange, "18446744073709551615"),
                          localized(~0ull, strange)));
  CHECK(prints_everywhere("1,000", localized(1000, american)));
}

}  // namespace

// ASan reports a locale that is read after the statement.
TEST_CASE("locale/print: a temporary locale is kept") {
  auto const make = [] {
    rill::locale_data made;
    made.decimal_point = ",";
    return made;
  };
  auto const kept = localized(0.5, make());
  auto const several = localized(rill::right(0.5, 5), make());
  auto const plain = localized(0.5, rill::c_locale("C"));
  rill::locale_data const variable = make();
  auto const referring = localized(0.5, variable);
  CHECK(rill::concat(kept, ' ', several, ' ', plain, ' ', referring) ==
        "0,5   0,5 0.5 0,5");
  CHECK(rill::concat(rill::right(kept, 5)) == "  0,5");
  CHECK(rill::concat(localized(1.5, {.decimal_point = ","})) == "1,5");
  static_assert(sizeof referring < sizeof kept);
  double x = 0;
  auto target = localized(x, make());
  CHECK(rill::scan(rill::from("2,25"), target));
  CHECK(x == 2.25);
}
