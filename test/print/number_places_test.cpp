// test/print/number_places_test.cpp: floating-point numbers inside columns,
// joins, hooks and strings.
// covers: rill/print/hook.h
// covers: rill/print/concat.h
#include <doctest/doctest.h>
#include <rill/print.h>

#include <list>
#include <new>
#include <string>
#include <type_traits>  // std::is_same_v
#include <vector>

#include "support/every_way.h"

using rill_test::prints_everywhere;

TEST_CASE("print/number_places: columns") {
  using namespace rill;
  CHECK(prints_everywhere("|    0.1|", '|', right(0.1, 7), '|'));
  CHECK(prints_everywhere("|-1e+30..|", '|', left(-1e30f, 8, '.'), '|'));
  CHECK(prints_everywhere("_2.50__", center(fixed(2.5, 2), 7, '_')));
  CHECK(prints_everywhere("  inf|nan  ", right(__builtin_inf(), 5), '|',
                          left(__builtin_nan(""), 5)));
  CHECK(prints_everywhere("   +1,234.50",
                          right(plus(grouped(fixed(1234.5, 2))), 12)));
  CHECK(prints_everywhere("0x1p-1  ", left(hexfloat(0.5), 8)));
  CHECK(prints_everywhere("1.25", center(general(1.25L), 3)));
  CHECK(prints_everywhere(std::string(20, '*') + "0." + std::string(1000, '0'),
                          right(fixed(0.0f, 1000), 1022, '*')));
  // The separator takes one column, although it has three bytes.
  CHECK(
      prints_everywhere(" 12\xE2\x80\x89"
                        "345",
                        right(grouped(12345, U'\u2009'), 7)));
}

TEST_CASE("print/number_places: joins") {
  std::vector<double> const many = {0.5, -0.0, 1e100, 3};
  CHECK(prints_everywhere("0.5, -0, 1e+100, 3", rill::join(many, ", ")));
  std::list<float> const none;
  CHECK(prints_everywhere("", rill::join(none, ", ")));
  long double const row[] = {0.1L, 2.5L};
  CHECK(prints_everywhere("0.1 2.5", rill::join(row, ' ')));
  // The separator may also be a number.
  CHECK(prints_everywhere("0.51.50-01.501e+1001.503",
                          rill::join(many, rill::fixed(1.5, 2))));
  CHECK(prints_everywhere("1.5/2.50", rill::when(true, 1.5, "none"), '/',
                          rill::when(false, 0, rill::fixed(2.5, 2))));
}

namespace {

struct plain_pair {
  double a, b;
  friend constexpr auto rill_print(auto& out, plain_pair const& p) {
    return out("(", p.a, ", ", p.b, ")");
  }
};
struct price {
  double amount;
  friend auto rill_print(auto& out, price const& p) {
    return out(rill::fixed(p.amount, 2), " EUR");
  }
};
struct styled_price {
  double amount;
  friend void rill_print(auto& out, styled_price const& p) {
    out(rill::decimal_comma(rill::grouped(rill::fixed(p.amount, 2))), " EUR");
  }
};
template <class T>
struct pair_of {
  T first, second;
  friend auto rill_print(auto& out, pair_of const& p) {
    return out("<", p.first, "|", p.second, ">");
  }
};

}  // namespace

TEST_CASE("print/number_places: hooks") {
  CHECK(prints_everywhere("(0.1, -1e-05)", plain_pair{0.1, -1e-5}));
  CHECK(prints_everywhere("2.50 EUR", price{2.5}));
  CHECK(prints_everywhere("1.234.567,50 EUR", styled_price{1234567.5}));
  CHECK(prints_everywhere("<(1, 2)|(3, 4)>",
                          pair_of<plain_pair>{{1, 2}, {3, 4}}));
  CHECK(prints_everywhere("[<2.00 EUR|3.00 EUR>]", '[',
                          pair_of<price>{{2}, {3}}, ']'));
  CHECK(
      prints_everywhere("<0.1|2e-4000>", pair_of<long double>{0.1L, 2e-4000L}));
  CHECK(prints_everywhere(rill::concat(rill::fixed(1.7e308, 2)) + " EUR",
                          price{1.7e308}));

  using rill::detail::hook_bound;
  using rill::detail::is_bounded;
  using pair_bound = hook_bound<plain_pair>::type;
  static_assert(is_bounded<pair_bound>);
  static_assert(pair_bound::size >= 2 * 24 + 4);
  static_assert(is_bounded<hook_bound<pair_of<plain_pair>>::type>);
  // The number of digits is a value at run time, so the type has no bound.
  static_assert(!is_bounded<hook_bound<price>::type>);
}

static_assert([] {
  char memory[64] = {};
  return rill::format_into(memory, plain_pair{0.25, 1e300}).size_needed == 14;
}());

TEST_CASE("print/number_places: numbers are leaves with a room of their own") {
  using rill::detail::builtin_formatter;
  static_assert(rill::detail::has_builtin_formatter<float>);
  static_assert(rill::detail::has_builtin_formatter<double>);
  static_assert(rill::detail::has_builtin_formatter<long double>);
  static_assert(builtin_formatter<double>::room == rill::shortest_size<double>);
  static_assert(builtin_formatter<double>::size(-1.5) == 4);
  static_assert(rill::printable<double>);
  static_assert(rill::printable<decltype(rill::fixed(1.0, 2))>);
  static_assert(rill::printable<decltype(rill::plus(1.0))>);
  static_assert(!rill::printable<decltype(rill::fixed(5, 2))>);
  static_assert(!rill::printable<decltype(rill::plus("5"))>);
  double const lowest = -1.7976931348623157e308;
  CHECK(rill::concat(lowest, lowest, lowest) ==
        "-1.7976931348623157e+308-1.7976931348623157e+308"
        "-1.7976931348623157e+308");
}

namespace {

int allocations = 0;
std::size_t allocated = 0;

template <class T>
struct counting {
  using value_type = T;
  counting() = default;
  template <class U>
  counting(counting<U> const&) {}
  T* allocate(std::size_t count) {
    ++allocations;
    allocated = count;
    return static_cast<T*>(::operator new(count * sizeof(T)));
  }
  void deallocate(T* block, std::size_t) { ::operator delete(block); }
  friend bool operator==(counting, counting) { return true; }
};

using counted_string =
    std::basic_string<char, std::char_traits<char>, counting<char>>;

// Allocates one block for the text and its NUL. libc++ rounds its size up to 16
// bytes.
template <class... Args>
bool allocates_once(Args const&... args) {
  std::size_t const size = rill::formatted_size(args...);
  allocations = 0;
  auto const got = rill::concat.operator()<counted_string>(args...);
  return got.size() == size && allocations == 1 && allocated > size &&
         allocated <= size + 17;
}

}  // namespace

TEST_CASE("print/number_places: concat takes one block of the exact size") {
  using namespace rill;
  CHECK(allocates_once(0.1, " and ", 1.0 / 3, " and ", 2e-300L));
  CHECK(allocates_once(fixed(2.5, 60)));
  CHECK(allocates_once("x = ", scientific(0.1, 900), '\n'));
  for (int digits : {1000, 1020, 1024, 1074, 1075, 5000, 1'000'000}) {
    CAPTURE(digits);
    CHECK(allocates_once(fixed(0.1, digits)));
    CHECK(allocates_once(1.5, fixed(-1e300, digits), "text", 7));
    CHECK(allocates_once(scientific(5e-324, digits), hexfloat(1.0f, digits)));
  }
  std::string const long_text(3000, 't');
  CHECK(allocates_once(0.1, long_text, fixed(0.5, 2), 1e100L));
}
