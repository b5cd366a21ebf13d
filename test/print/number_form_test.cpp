// test/print/number_form_test.cpp: floating-point numbers, plain and in the
// forms of printf, by every way of printing: against snprintf and
// std::to_chars.
// covers: rill/print/format_arg.h
#include <doctest/doctest.h>
#include <rill/print.h>
#include <fenv.h>
#include <stdio.h>  // snprintf

#include <charconv>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>  // std::conditional_t
#include <vector>

#include "support/every_way.h"
#include "support/printed.h"

namespace {

using rill_test::prints_everywhere;

// The text of printf, without the sign of a nan.
template <class T>
std::string by_printf(char form, int digits, T x) {
  if (x != x) return form < 'a' ? "NAN" : "nan";
  std::string format = digits < 0 ? "%" : "%.*";
  if constexpr (sizeof(T) > 8) format += 'L';
  format += form;
  using widest = std::conditional_t<(sizeof(T) > 8), long double, double>;
  auto const value = static_cast<widest>(x);
  if ((form == 'a' || form == 'A') && !rill_test::printf_knows_hexfloat)
    return rill_test::written(value, rill_test::form::hexfloat, digits,
                              form == 'A');
  std::vector<char> text(64);
  for (;;) {
    int const size =
        digits < 0
            ? snprintf(text.data(), text.size(), format.c_str(), value)
            : snprintf(text.data(), text.size(), format.c_str(), digits, value);
    if (static_cast<std::size_t>(size) < text.size())
      return {text.data(), static_cast<std::size_t>(size)};
    text.resize(static_cast<std::size_t>(size) + 1);
  }
}

// Prints the forms with digits by concat alone.
template <class T>
bool as_printf(T x, int n) {
  using namespace rill;
  return concat(fixed(x, n)) == by_printf('f', n, x) &&
         concat(scientific(x, n)) == by_printf('e', n, x) &&
         concat(general(x, n)) == by_printf('g', n, x) &&
         concat(hexfloat(x, n)) == by_printf('a', n, x) &&
         concat(upper(fixed(x, n))) == by_printf('F', n, x) &&
         concat(upper(scientific(x, n))) == by_printf('E', n, x) &&
         concat(upper(general(x, n))) == by_printf('G', n, x) &&
         concat(upper(hexfloat(x, n))) == by_printf('A', n, x);
}

template <class T>
bool as_printf_everywhere(T x, int n) {
  return prints_everywhere(by_printf('f', n, x), rill::fixed(x, n)) &&
         prints_everywhere(by_printf('e', n, x), rill::scientific(x, n)) &&
         prints_everywhere(by_printf('g', n, x), rill::general(x, n)) &&
         prints_everywhere(by_printf('A', n, x),
                           rill::upper(rill::hexfloat(x, n)));
}

template <class T>
std::vector<T> interesting() {
  using limits = std::numeric_limits<T>;
  std::vector<T> all = {T(0),
                        T(1),
                        T(0.5),
                        T(2.5),
                        T(0.125),
                        T(9.9999),
                        T(0.1),
                        T(123456.0),
                        T(1e6),
                        T(0.00012),
                        T(0.000012),
                        T(1234567.875),
                        T(999.995),
                        limits::max(),
                        limits::min(),
                        T(1e22),
                        limits::denorm_min(),
                        T(8.5e15),
                        limits::infinity()};
  for (std::size_t i = 0, size = all.size(); i != size; ++i)
    all.push_back(-all[i]);
  all.push_back(limits::quiet_NaN());
  all.push_back(-limits::quiet_NaN());
  return all;
}

template <class T>
void check_digits() {
  for (T const x : interesting<T>()) {
    CAPTURE(static_cast<double>(x));
    for (int n = 0; n <= 40; ++n) {
      CAPTURE(n);
      CHECK(as_printf(x, n));
    }
    for (int n : {1074, 1075, 2000}) {
      CAPTURE(n);
      CHECK(as_printf(x, n));
    }
    CHECK(rill::concat(rill::hexfloat(x)) == by_printf('a', -1, x));
    CHECK(rill::concat(rill::upper(rill::hexfloat(x))) ==
          by_printf('A', -1, x));
  }
}

// The text of std::to_chars, without the sign of a nan.
template <class T, class... Form>
std::string by_to_chars(T x, Form... form) {
  if (x != x) return "nan";
  std::vector<char> text(12000);
  char* const first = text.data();
  return {first, std::to_chars(first, first + text.size(), x, form...).ptr};
}

std::string in_capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

template <class T>
void check_shortest() {
  using rill::concat;
  for (T const x : interesting<T>()) {
    CAPTURE(static_cast<double>(x));
    std::string const fixed = by_to_chars(x, std::chars_format::fixed);
    std::string const scientific =
        by_to_chars(x, std::chars_format::scientific);
    std::string const general = by_to_chars(x, std::chars_format::general);
    CHECK(concat(x) == by_to_chars(x));
    CHECK(concat(rill::fixed(x)) == fixed);
    CHECK(concat(rill::scientific(x)) == scientific);
    CHECK(concat(rill::general(x)) == general);
    CHECK(concat(rill::upper(x)) == in_capitals(by_to_chars(x)));
    CHECK(concat(rill::upper(rill::fixed(x))) == in_capitals(fixed));
    CHECK(concat(rill::upper(rill::scientific(x))) == in_capitals(scientific));
    CHECK(concat(rill::general(rill::upper(x))) == in_capitals(general));
  }
}

}  // namespace

TEST_CASE("print/hook: float, double and long double as printf") {
  check_digits<float>();
  check_digits<double>();
  check_digits<long double>();
}

TEST_CASE("print/hook: without digits, as std::to_chars") {
  check_shortest<float>();
  check_shortest<double>();
#if !defined(_LIBCPP_VERSION)  // writes a long double as a double
  check_shortest<long double>();
#endif
}

TEST_CASE("print/hook: every way of printing gives the same") {
  for (double const x : interesting<double>()) {
    CAPTURE(x);
    CHECK(prints_everywhere(by_to_chars(x), x));
    for (int n : {0, 1, 2, 6, 17, 40, 1074, 1075, 2000}) {
      CAPTURE(n);
      CHECK(as_printf_everywhere(x, n));
    }
  }
  for (double const x : {0.1, -1e300}) {
    CHECK(prints_everywhere(by_to_chars(x, std::chars_format::fixed),
                            rill::fixed(x)));
    CHECK(prints_everywhere(by_to_chars(x, std::chars_format::general),
                            rill::general(x)));
  }
  CHECK(prints_everywhere(by_printf('e', 200, -3e-45f),
                          rill::scientific(-3e-45f, 200)));
  for (long double const x : {1e4000L, -0.1L})
    for (int n : {30, 16500})
      CHECK(prints_everywhere(by_printf('f', n, x), rill::fixed(x, n)));
  CHECK(prints_everywhere("1.50 [0x1p+0] 2e+00, 7", rill::fixed(1.5, 2), " [",
                          rill::hexfloat(1.0), "] ", rill::scientific(2.0f, 0),
                          ", ", 7.0L));
}

TEST_CASE("print/hook: types with fewer and with more bits") {
#if RILL_FLOAT16
  using rill::detail::float16;
  for (double const x : {0.0, -1.5, 0.0999755859375, 65504.0, 0x1p-24}) {
    auto const narrow = static_cast<float16>(x);
    CHECK(as_printf(narrow, 3));
    CHECK(as_printf(narrow, 60));
  }
  CHECK(prints_everywhere("0.1", static_cast<float16>(0.1)));
  CHECK(
      prints_everywhere("1E-01", rill::upper(rill::scientific(float16(0.1)))));
#endif
#if RILL_FLOAT128
  using rill::detail::float128;
  for (long double const x : {0.0L, -1.5L, 0.1L, 1e4000L, 3e-4930L}) {
    auto const wide = static_cast<float128>(x);
    for (int n : {0, 5, 40, 17000}) {
      CHECK(rill::concat(rill::fixed(wide, n)) == by_printf('f', n, x));
      CHECK(rill::concat(rill::scientific(wide, n)) == by_printf('e', n, x));
      CHECK(rill::concat(rill::general(wide, n)) == by_printf('g', n, x));
    }
  }
  auto const tenth = static_cast<float128>(1) / 10;
  CHECK(prints_everywhere("0.1", tenth));
  CHECK(prints_everywhere("0.10000", rill::fixed(tenth, 5)));
  CHECK(prints_everywhere("0x1.999999999999999999999999999ap-4",
                          rill::hexfloat(tenth)));
#endif
}

namespace {

template <class... Args>
constexpr bool formats(char const* want, Args const&... args) {
  char memory[120] = {};
  rill::format_result const r = rill::format_into(memory, args...);
  if (r.truncated || rill::formatted_size(args...) != r.size_needed)
    return false;
  return std::string_view(memory, r.size_needed) == want;
}

}  // namespace

static_assert(formats("0.1 2.67", 0.1, ' ', rill::fixed(2.675, 2)));
static_assert(formats("-1e+30 5e-324", -1e30f, ' ', 5e-324));
static_assert(formats("1.235E+03", rill::upper(rill::scientific(1234.6, 3))));
static_assert(formats("0.00012", rill::general(0.00012)));
static_assert(formats("0x1.99999ap-4|", rill::hexfloat(0.1f), '|'));
static_assert(formats("1.50000000000", rill::fixed(1.5L, 11)));
#if RILL_BFLOAT16
// In constant expressions only: to store one at run time, Clang calls a
// function that the runtime library of an older gcc lacks.
static_assert(formats("3.25", static_cast<rill::detail::bfloat16>(3.25f)));
static_assert(formats("3.2", rill::fixed(rill::detail::bfloat16(3.25f), 1)));
static_assert(formats("0x1.ap+1",
                      rill::hexfloat(rill::detail::bfloat16(3.25f))));
#endif

namespace {

// A sink that counts its bytes, and those behind the head that are not '0'.
struct zeros_after {
  std::size_t head;  // bytes that may be any character
  std::size_t count = 0, others = 0;
  std::size_t operator()(char const* data, std::size_t size) {
    for (std::size_t i = 0; i != size; ++i)
      others += count + i >= head && data[i] != '0';
    count += size;
    return size;
  }
};

}  // namespace

TEST_CASE("print/hook: two thousand million digits take no memory") {
  CHECK(rill::formatted_size(rill::fixed(0.5, 2'000'000'000)) == 2'000'000'002);
  CHECK(rill::formatted_size(rill::general(0.1, 2147483647)) == 57);
  zeros_after seen{10};
  {
    rill::callback_writer out(
        [&](char const* data, std::size_t size) { return seen(data, size); });
    rill::print(out, rill::fixed(-2.5, 50'000'000));
  }
  CHECK(seen.count == 50'000'003);
  CHECK(seen.others == 0);
}

#if RILL_EXCEPTIONS
TEST_CASE("print/hook: bounds that are more than a size when added") {
  char memory[40];
  rill::memory_writer out(memory);
  auto const most = rill::fixed(0.5, 2147483647);
  CHECK_THROWS_AS(rill::print(out, most, most), rill::error);
  CHECK_THROWS_AS(rill::print(out, most, 1, most, "text"), rill::error);
}
#endif

TEST_CASE("print/hook: a hundred thousand digits") {
  for (double const x : {0.0, -0.1, 1e300, 5e-324}) {
    for (int const n : {100'000, 100'001}) {
      CHECK(as_printf(x, n));
      std::string const want = "<" + by_printf('e', n, x) + ">";
      CHECK(rill_test::fits_into(want.size() - 2, want, '<',
                                 rill::scientific(x, n), '>'));
      CHECK(rill_test::fits_into(want.size() + 70, want, '<',
                                 rill::scientific(x, n), '>'));
      CHECK(rill_test::writes_to_file(100, want, '<', rill::scientific(x, n),
                                      '>'));
    }
  }
}

TEST_CASE("print/hook: digits below zero") {
  // Any negative number means the fewest digits that read back as the number.
  for (int const n : {-1, -2, -2147483647 - 1}) {
    CHECK(rill::concat(rill::fixed(0.1, n)) == "0.1");
    CHECK(rill::concat(rill::scientific(0.1, n)) == "1e-01");
    CHECK(rill::concat(rill::general(0.1, n)) == "0.1");
    CHECK(rill::concat(rill::hexfloat(0.5, n)) == "0x1p-1");
  }
}

TEST_CASE("print/hook: every rounding mode gives the same bytes") {
  struct mode_guard {
    int before = fegetround();
    ~mode_guard() { fesetround(before); }
  } const guard;
  double const x = 2.675;
  float const y = -1.0f / 3;
  long double const z = 1.0L / 3;
  auto const all = [&] {
    using namespace rill;
    return concat(x, ' ', y, ' ', z, ' ', fixed(x, 2), ' ', fixed(x), ' ',
                  fixed(z, 3000), ' ', scientific(y, 5), ' ', scientific(z),
                  ' ', general(x, 3), ' ', hexfloat(x, 3), ' ', hexfloat(z, 2),
                  ' ', grouped(fixed(-1e15, 2)), ' ', fixed(2.5, 0), ' ',
                  fixed(3.5, 0), ' ', scientific(5e-324, 400));
  };
  std::string const nearest = all();
  for (int const mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    fesetround(mode);
    std::string const got = all();
    fesetround(FE_TONEAREST);
    CHECK((got == nearest));
  }
}
