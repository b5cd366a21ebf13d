// test/shape/enumeration_test.cpp: the names of enumerators.
#include <doctest/doctest.h>
#include <rill/shape/holder.h>

#include <string>
#include <vector>

using rill::detail::enumerator_names;
using rill::detail::find_enumerator;
using rill::detail::fixed_enumeration;
using rill::detail::has_enumerator_names;
using rill::detail::is_flags;
using rill::detail::shape;
using rill::detail::shape_of;

namespace {

// The enumerators as text, such as "red=0 green=1".
template <class E>
std::string listed() {
  std::string all;
  for (auto const& one : enumerator_names<E>) {
    if (!all.empty()) all += ' ';
    all += std::string(one.name) + '=' +
           std::to_string(static_cast<long long>(one.value));
  }
  return all;
}

enum class hidden { first, second };

template <class E>
auto local_enumeration(E) {
  enum class local { one, two = 9 };
  return local::one;
}

}  // namespace

namespace enums {
enum class color { red, green = 7, blue, also = 7 };
enum class small_signed : signed char { least = -128, none = 0, most = 127 };
enum class small_unsigned : unsigned char { none, most = 255 };
enum class middle : short { least = -129, in = -128, most = 127, out = 129 };
enum class whole_unsigned : unsigned { none, row = 255, bit = 256, out = 300 };
enum class of_bool : bool { no, yes };
enum class of_char : char { a = 'a', quote = '\'', comma = ',' };
enum class of_char16 : char16_t { a = u'a' };
enum class of_wide : wchar_t { a = L'a' };
enum class no_names : int {};
enum class bits_32 : int { low = 1, high = 1 << 30, top = -2147483647 - 1 };
enum class bits_64 : unsigned long long {
  low = 1,
  middle = 1ULL << 40,
  top = 1ULL << 63
};
enum unscoped : int { first, second };
enum without_type { x, y };
enum class odd_names : int { _a, b_, c1, \u00e4, my_operator, last };
template <class T, char C>
struct box {
  enum class kind { one, two };
};
struct outer {
  enum inner : long { deep = 3 };
};
}  // namespace enums

TEST_CASE("shape/enumeration: names and values, aliases by the first name") {
  CHECK(listed<enums::color>() == "red=0 green=7 blue=8");
  CHECK(listed<enums::unscoped>() == "first=0 second=1");
  CHECK(listed<enums::outer::inner>() == "deep=3");
  CHECK(listed<hidden>() == "first=0 second=1");
  CHECK(listed<enums::no_names>() == "");
  CHECK(listed<enums::odd_names>() ==
        "_a=0 b_=1 c1=2 \u00e4=3 my_operator=4 last=5");
}

TEST_CASE("shape/enumeration: the values that are sought") {
  CHECK(listed<enums::small_signed>() == "least=-128 none=0 most=127");
  CHECK(listed<enums::small_unsigned>() == "none=0 most=255");
  CHECK(listed<enums::middle>() == "in=-128 most=127");
  CHECK(listed<enums::whole_unsigned>() == "none=0 row=255 bit=256");
  CHECK(listed<enums::bits_32>() == "low=1 high=1073741824 top=-2147483648");
  CHECK(listed<enums::bits_64>() ==
        "low=1 middle=1099511627776 top=-9223372036854775808");
}

TEST_CASE("shape/enumeration: underlying types that are no numbers") {
  CHECK(listed<enums::of_bool>() == "no=0 yes=1");
  CHECK(listed<enums::of_char>() == "quote=39 comma=44 a=97");
  CHECK(listed<enums::of_char16>() == "a=97");
  CHECK(listed<enums::of_wide>() == "a=97");
}

TEST_CASE("shape/enumeration: in templates, classes and functions") {
  // clang has the names of a template's enumeration only after a use of it.
  using plain = enums::box<int, 'x'>;
  using odd = enums::box<std::vector<int>, '<'>;
  using quoted = enums::box<int, '\''>;
  CHECK(plain::kind::one != plain::kind::two);
  CHECK(odd::kind::one != odd::kind::two);
  CHECK(quoted::kind::one != quoted::kind::two);
  CHECK(listed<plain::kind>() == "one=0 two=1");
  CHECK(listed<odd::kind>() == "one=0 two=1");
  CHECK(listed<quoted::kind>() == "one=0 two=1");
  enum class local { here, there = -1 };
  CHECK(listed<local>() == "there=-1 here=0");
  CHECK(listed<decltype(local_enumeration(1))>() == "one=0 two=9");
  auto const in_lambda = [] {
    enum class deeper : char { down };
    return deeper::down;
  };
  CHECK(listed<decltype(in_lambda())>() == "down=0");
}

namespace {
struct compared {
  auto operator<(compared) const {
    enum class local { less };
    return local::less;
  }
  auto operator>>(compared) const {
    enum class local { shifted };
    return local::shifted;
  }
  auto operator->() const {
    static constexpr struct {
      enum class local { pointed };
      local value = local::pointed;
    } pointed{};
    return &pointed;
  }
  auto operator()(int) const {
    enum class local { called };
    return local::called;
  }
};
}  // namespace

TEST_CASE("shape/enumeration: inside the functions of operators") {
  compared const one;
  CHECK(listed<decltype(one < one)>() == "less=0");
  CHECK(listed<decltype(one >> one)>() == "shifted=0");
  CHECK(listed<std::remove_const_t<decltype(one->value)>>() == "pointed=0");
  CHECK(listed<decltype(one(1))>() == "called=0");
}

TEST_CASE("shape/enumeration: an enumeration without a fixed type has none") {
  static_assert(fixed_enumeration<enums::color>);
  static_assert(fixed_enumeration<enums::unscoped>);
  static_assert(fixed_enumeration<enums::of_bool>);
  static_assert(!fixed_enumeration<enums::without_type>);
  static_assert(!has_enumerator_names<enums::without_type>);
  static_assert(shape_of<enums::without_type> == shape::enumeration);
  static_assert(shape_of<enums::color> == shape::enumeration);
}

TEST_CASE("shape/enumeration: an enumerator by its value or its name") {
  using enums::color;
  static_assert(find_enumerator(color::blue)->name.size == 4);
  static_assert(find_enumerator(color(9)) == nullptr);
  static_assert(find_enumerator<color>("green")->value == color::green);
  CHECK(find_enumerator<color>("gree") == nullptr);
  CHECK(find_enumerator<color>("greens") == nullptr);
  CHECK(find_enumerator<color>("") == nullptr);
  CHECK(find_enumerator<enums::no_names>("x") == nullptr);
  // The second name of a value is not found.
  CHECK(find_enumerator<color>("also") == nullptr);
}

namespace flags {
enum class with_operator { a = 1, b = 2 };
[[maybe_unused]] constexpr with_operator operator|(with_operator x,
                                                   with_operator y) {
  return with_operator(int(x) | int(y));
}
enum class count_of_three { a, b, c };
enum class bits_of_three { a = 1, b = 2, c = 4 };
enum class with_zero { none, a = 1, b = 2, c = 4 };
enum class with_mask { a = 1, b = 2, c = 4, all = 7 };
enum unscoped : unsigned { a = 1, b = 2, c = 4 };
enum unscoped_count : unsigned { d, e, f };
}  // namespace flags

TEST_CASE("shape/enumeration: which enumerations are sets of flags") {
  static_assert(is_flags<flags::with_operator>);
  static_assert(!is_flags<flags::count_of_three>);
  static_assert(is_flags<flags::bits_of_three>);
  static_assert(is_flags<flags::with_zero>);
  static_assert(!is_flags<flags::with_mask>);
  static_assert(is_flags<flags::unscoped>);
  static_assert(!is_flags<flags::unscoped_count>);
  static_assert(!is_flags<enums::no_names>);
  static_assert(!is_flags<enums::of_bool>);
}
