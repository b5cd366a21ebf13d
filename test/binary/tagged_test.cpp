// test/binary/tagged_test.cpp: old and new programs read each other's data in
// binary_tagged. Field numbers that do not ascend and other types are refused.
// covers: binary/tagged.h
#include <rill/types.h>

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "../support/binary.h"

using rill::binary_problem;
using rill::binary_tagged;
using rill_test::bytes_of;
using rill_test::from_block;
using rill_test::from_device;
using rill_test::hex_of;
using rill_test::problem_of;
using rill_test::words_of;

namespace {

template <class To, class From>
rill::result<To> converted(From const& from) {
  std::string const bytes = rill::to_bytes(from, binary_tagged);
  auto const slow = from_device<To>(bytes, binary_tagged);
  auto fast = from_block<To>(bytes, binary_tagged);
  CHECK(bool(slow) == bool(fast));
  CHECK(problem_of(slow) == problem_of(fast));
  return fast;
}
// Whether reading `from` as a To gives `to`.
template <class To, class From>
bool becomes(From const& from, To const& to) {
  auto const there = converted<To>(from);
  if (!there) MESSAGE(words_of(there));
  return there && *there == to;
}
template <class To, class From>
binary_problem refused(From const& from) {
  return problem_of(converted<To>(from));
}

template <class... T>
using row = std::tuple<T...>;

struct old_order {
  std::uint32_t id = 7;
  std::string name = "none";
  bool operator==(old_order const&) const = default;
};
// old_order with an added member of each kind.
struct new_order {
  std::uint64_t id = 7;
  std::string name = "none";
  double price = 1.5;
  std::vector<std::string> tags;
  std::optional<old_order> before;
  std::map<int, std::vector<old_order>> others;
  std::variant<int, std::string> key;
  std::u16string title;
  std::vector<std::vector<int>> table;
  std::array<bool, 3> flags{};
  std::unique_ptr<int> owned;
  std::set<char> letters;
  std::vector<long double> exact;
};

}  // namespace

TEST_CASE("binary/tagged: fields that are added are skipped by old programs") {
  new_order full;
  full.id = 40;
  full.name = "x";
  full.tags = {"a", "b"};
  full.before = old_order{1, "y"};
  full.others = {{1, {{2, "z"}, {}}}, {2, {}}};
  full.key = "k";
  full.title = u"title";
  full.table = {{1, 2}, {}, {3}};
  full.flags = {true, false, true};
  full.owned = std::make_unique<int>(1);
  full.letters = {'a', 'b'};
  full.exact = {1.5L};
  CHECK(becomes(full, old_order{40, "x"}));
  CHECK(becomes(new_order{}, old_order{7, "none"}));
  // Skipped fields in the middle of other values.
  std::vector<new_order> many(2);
  many[1].others = {{1, {{2, "z"}}}};
  CHECK(becomes(many, std::vector<old_order>(2)));
  CHECK(becomes(row<row<int, std::string>, int>{{1, "a"}, 2},
                row<row<int>, int>{{1}, 2}));
  CHECK(becomes(row<>(), row<>()));
  CHECK(becomes(row<row<int, std::vector<row<int>>>>{{1, {{2}, {3}}}},
                row<row<>>()));
}

TEST_CASE("binary/tagged: fields that are missing keep their defaults") {
  auto const there = converted<new_order>(old_order{40, "x"});
  REQUIRE(there);
  CHECK(there->id == 40);
  CHECK(there->name == "x");
  CHECK(there->price == 1.5);
  CHECK(there->tags.empty());
  // Members without a field keep the value that they have.
  new_order kept;
  kept.price = 9;
  kept.tags = {"kept"};
  std::string const bytes = rill::to_bytes(old_order{1, "y"}, binary_tagged);
  rill::read_binary_into(rill::from(bytes), kept, binary_tagged);
  CHECK(kept.id == 1);
  CHECK(kept.price == 9);
  CHECK(kept.tags.size() == 1);
  // The values of one call are fields, and may be missing, too.
  std::string const five = rill::to_bytes(5, binary_tagged);
  auto const [n, text] =
      rill::read_binary<int, std::string>(rill::from(five), binary_tagged);
  CHECK(n == 5);
  CHECK(text.empty());
}

namespace {

template <class To, class From>
void check_number(From value) {
  bool const fits = static_cast<From>(static_cast<To>(value)) == value &&
                    (static_cast<To>(value) < To{}) == (value < From{});
  CAPTURE(value);
  if (fits)
    CHECK(becomes(value, static_cast<To>(value)));
  else
    CHECK(refused<To>(value) == binary_problem::out_of_range);
  if (fits)
    CHECK(becomes(std::vector<From>{value, value},
                  std::vector<To>(2, static_cast<To>(value))));
}
// The wire type does not tell signed from unsigned: only widths may differ.
template <class From, class... To>
void check_numbers() {
  using limits = std::numeric_limits<From>;
  for (From const value :
       {limits::min(), limits::max(), From{}, static_cast<From>(100),
        static_cast<From>(limits::max() / 2), static_cast<From>(0xfff0),
        static_cast<From>(-1)})
    (check_number<To>(value), ...);
}

}  // namespace

TEST_CASE("binary/tagged: integers become wider and narrower") {
  check_numbers<std::int8_t, std::int16_t, std::int64_t>();
  check_numbers<std::int16_t, std::int8_t, std::int32_t>();
  check_numbers<std::int64_t, std::int8_t, std::int32_t>();
  check_numbers<std::uint8_t, std::uint16_t, std::uint64_t>();
  check_numbers<std::uint32_t, std::uint8_t, std::uint64_t>();
  check_numbers<std::uint64_t, std::uint16_t, std::uint32_t>();
#if defined(__SIZEOF_INT128__)
  __extension__ using wide = __int128;
  CHECK(becomes(std::int8_t{-5}, wide{-5}));
  // A number of 16 bytes is read as the same type only.
  CHECK(refused<std::int64_t>(wide{-5}) == binary_problem::other_type);
#endif
}

TEST_CASE("binary/tagged: float and double") {
  CHECK(becomes(1.5f, 1.5));
  CHECK(becomes(1.5, 1.5f));
  CHECK(becomes(std::vector<float>{1, 2}, std::vector<double>{1, 2}));
  CHECK(becomes(std::numeric_limits<double>::infinity(),
                std::numeric_limits<float>::infinity()));
  CHECK(converted<float>(std::numeric_limits<double>::quiet_NaN()));
  CHECK(refused<float>(0.1) == binary_problem::out_of_range);
  CHECK(refused<float>(1e300) == binary_problem::out_of_range);
}

namespace {

enum class narrow : std::int8_t { a, b, c };
enum class wide : std::uint32_t { a, b, c, d };
RILL_ENUM(narrow, a, b, c)
RILL_ENUM(wide, a, b, c, d)

}  // namespace

TEST_CASE("binary/tagged: enumerations, durations and optionals inside") {
  CHECK(becomes(narrow::b, wide::b));
  CHECK(becomes(wide::c, narrow::c));
  CHECK(refused<narrow>(wide::d) == binary_problem::bad_value);
  // The offset in the error is that in the data, for converted numbers too.
  CHECK(words_of(converted<narrow>(wide::d)) ==
        "read binary: 3 is not a value of this type, at byte 1");
  CHECK(becomes(std::optional<int>(5), std::optional<long long>(5)));
  CHECK(becomes(std::variant<float>(1.5f), std::variant<double>(1.5)));
  CHECK(becomes(std::make_pair(1, 2.0f), std::make_pair(1ll, 2.0)));
  CHECK(becomes(std::optional<int>(5), std::tuple<short>(5)));
}

TEST_CASE("binary/tagged: other types are refused") {
  auto const other = binary_problem::other_type;
  CHECK(refused<std::string>(5) == other);
  CHECK(refused<int>(std::string("a")) == other);
  CHECK(refused<int>(row<int>{1}) == other);
  CHECK(refused<std::vector<int>>(5) == other);
  CHECK(refused<std::vector<int>>(std::vector<std::string>{"a"}) == other);
  CHECK(refused<std::map<int, int>>(std::vector<int>{1}) == other);
  CHECK(refused<std::set<std::string>>(std::vector<int>{1}) == other);
  CHECK(refused<long double>(1.0) == other);
  CHECK(refused<bool>(1) == other);
  CHECK(refused<row<int>>(5) == other);
  CHECK(refused<std::array<bool, 2>>(std::array<int, 2>{}) == other);
}

TEST_CASE("binary/tagged: variants with an alternative that is not known") {
  using now = std::variant<int, std::string, double>;
  using before = std::variant<int, std::string>;
  CHECK(becomes(now{"a"}, before{"a"}));
  CHECK(refused<before>(now{1.5}) == binary_problem::bad_value);
  CHECK(becomes(row<int, now>{1, 1.5}, row<int>{1}));
}

namespace {

binary_problem reading(std::string_view text) {
  using type = row<std::uint8_t, std::string, std::uint8_t>;
  auto const bytes = bytes_of(text);
  auto const there = problem_of(from_block<type>(bytes, binary_tagged));
  CHECK(problem_of(from_device<type>(bytes, binary_tagged)) == there);
  return there;
}

}  // namespace

TEST_CASE("binary/tagged: numbers ascend, and groups end") {
  auto const order = binary_problem::out_of_order;
  CHECK(reading("0e 08 01 15 00 18 01 00 00") == binary_problem::none);
  CHECK(reading("0e 18 01 00 00") == binary_problem::none);
  CHECK(reading("0e 08 01 08 01 00 00") == order);        // twice
  CHECK(reading("0e 15 00 08 01 00 00") == order);        // descending
  CHECK(reading("0e 50 01 48 01 00 00") == order);        // unknown numbers
  CHECK(reading("0e 50 01 50 01 00 00") == order);        // and twice
  CHECK(reading("0e 08 01 02 00 00 00 00 00") == order);  // the number 0
  CHECK(reading("0e 08 01 15 00 18 01 00") == binary_problem::cut);
  CHECK(reading("0e 08 01 88 00 00 00") == binary_problem::bad_value);
  CHECK(reading("0e 00 00 00") == binary_problem::left_over);
  CHECK(reading("0e 08 01 00 10 01 00") == binary_problem::none);
  CHECK(reading("00") == binary_problem::none);
}

TEST_CASE("binary/tagged: what is skipped has to be there") {
  std::string const good = "08 01 ";
  for (char const* text :
       {"50 01", "51 01 02", "52 01 02 03 04", "53 01 02 03 04 05 06 07 08",
        "54 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10", "55 02 01 02",
        "56 00", "56 08 01 00", "56 0e 0e 00 00 00", "57 00 00",
        "57 03 00 01 02 03", "57 02 05 01 61 00", "57 02 06 00 08 01 00",
        "57 01 07 02 01 01 02 03 04", "57 00 07", "57 00 05"}) {
    CAPTURE(text);
    std::string const whole = bytes_of(good + text + " 00");
    CHECK(*from_block<std::uint8_t>(whole, binary_tagged) == 1);
    CHECK(*from_device<std::uint8_t>(whole, binary_tagged) == 1);
    for (std::size_t size = 0; size != whole.size(); ++size) {
      std::string_view const part(whole.data(), size);
      CHECK(!from_block<std::uint8_t>(part, binary_tagged));
      CHECK(!from_device<std::uint8_t>(part, binary_tagged));
    }
  }
  auto const of = [&](std::string_view text) {
    return problem_of(from_block<std::uint8_t>(
        bytes_of(good + std::string(text)), binary_tagged));
  };
  CHECK(of("57 01 08 00 00") == binary_problem::bad_value);  // no wire type
  CHECK(of("57 01 ff 00 00") == binary_problem::bad_value);
  // 2^63 elements of 2 bytes, and 2^60 of 16.
  CHECK(of("57 80 80 80 80 80 80 80 80 80 01 01 00") ==
        binary_problem::too_long);
  CHECK(of("57 80 80 80 80 80 80 80 80 10 04 00") == binary_problem::too_long);
  CHECK(of("57 80 80 80 80 80 80 80 80 80 01 06 00") == binary_problem::cut);
  CHECK(of("55 ff ff ff ff 0f 00") == binary_problem::too_long);
}

namespace {

struct has_gaps {
  int a = 0;
  int b = 0;
  friend void rill_binary(auto& io, has_gaps& x) {
    io(rill::numbered<2>(x.a));
    io(rill::numbered<1000>(x.b));
  }
  bool operator==(has_gaps const&) const = default;
};
struct descends {
  int a = 0;
  int b = 0;
  friend void rill_binary(auto& io, descends& x) {
    io(rill::numbered<2>(x.a), rill::numbered<2>(x.b));
  }
};

}  // namespace

TEST_CASE("binary/tagged: numbers that a hook says") {
  rill_test::golden(has_gaps{1, 2}, "01 00 00 00 02 00 00 00", "0e",
                    "12 01 00 00 00 c2 3e 02 00 00 00 00");
  CHECK(becomes(row<row<int, int, int>>{{1, 2, 3}}, row<has_gaps>{{2, 0}}));
  CHECK_THROWS_WITH_AS((void)rill::to_bytes(descends{}, binary_tagged),
                       "write binary: the numbers of the fields do not ascend",
                       rill::error);
  CHECK(problem_of(from_block<descends>(bytes_of("0e 00 00"), binary_tagged)) ==
        binary_problem::out_of_order);
}
