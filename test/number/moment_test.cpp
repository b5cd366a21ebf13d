// test/number/moment_test.cpp: counts of every unit as moments and back, at
// the ends of every type, against 128-bit arithmetic.
// covers: rill/number/calendar.h
#include <doctest/doctest.h>
#include <rill/number/calendar.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <ratio>
#include <string>

using rill::detail::form_problem;
using rill::detail::moment;

namespace {

// Days and seconds as one number of attoseconds exceed 128 bits, so the twin
// counts days, seconds and a remainder separately, in rational arithmetic.
#if RILL_INT128
using wide = rill::detail::int128;
#else
using wide = long long;
#endif

template <std::int64_t Num, std::int64_t Den, class Count>
bool agrees(Count count) {
  moment at;
  wide const product = static_cast<wide>(count) * Num;
  wide seconds = product / Den;
  wide rest = product % Den;
  if (rest < 0) {
    rest += Den;
    --seconds;
  }
  wide day = seconds / 86400;
  wide second = seconds % 86400;
  if (second < 0) {
    second += 86400;
    --day;
  }
  bool const fits = static_cast<std::int64_t>(day) == day;
  bool const is_moment = rill::detail::to_moment<Num, Den>(count, at);
  if (is_moment != fits) return false;
  if (!fits) return true;
  wide power = 1;
  for (unsigned i = 0; i != at.digits; ++i) power *= 10;
  if (at.days != day || at.second != second ||
      static_cast<wide>(at.fraction) != rest * power / Den)
    return false;
  if (power % Den != 0) return true;  // infinitely many decimals
  Count back{};
  return rill::detail::to_count<Num, Den>(at, back) == form_problem::none &&
         back == count;
}

template <std::int64_t Num, std::int64_t Den, class Count>
bool agrees_for_many() {
  using limits = std::numeric_limits<Count>;
  for (int i = 0; i != 300; ++i) {
    auto const step = static_cast<Count>(i % 100);
    if (!agrees<Num, Den>(static_cast<Count>(limits::min() + step)) ||
        !agrees<Num, Den>(static_cast<Count>(limits::max() - step)) ||
        !agrees<Num, Den>(step))
      return false;
  }
  std::mt19937_64 random(Num + 3 * Den);
  for (int i = 0; i != 3000; ++i)
    if (!agrees<Num, Den>(static_cast<Count>(random() >> (i % 64))))
      return false;
  return true;
}

template <std::int64_t Num, std::int64_t Den>
bool agrees_for_types() {
#if RILL_INT128
  return agrees_for_many<Num, Den, std::int64_t>() &&
         agrees_for_many<Num, Den, std::uint64_t>() &&
         agrees_for_many<Num, Den, int>() &&
         agrees_for_many<Num, Den, std::uint16_t>() &&
         agrees_for_many<Num, Den, signed char>();
#else
  return agrees_for_many<Num, Den, int>() &&
         agrees_for_many<Num, Den, std::uint16_t>() &&
         agrees_for_many<Num, Den, signed char>();
#endif
}

template <class Float>
bool float_agrees(Float seconds, std::int64_t whole, std::uint64_t fraction,
                  unsigned digits, int shift = 0) {
  moment at;
  return rill::detail::to_moment_of_text(seconds, shift, at) &&
         at.days * 86400 + at.second == whole && at.fraction == fraction &&
         at.digits == digits;
}

}  // namespace

TEST_CASE("number/calendar: units of the standard, over the whole range") {
  CHECK(agrees_for_types<1, 1>());
  CHECK(agrees_for_types<1, 1000>());
  CHECK(agrees_for_types<1, 1'000'000>());
  CHECK(agrees_for_types<1, 1'000'000'000>());
  CHECK(agrees_for_types<60, 1>());
  CHECK(agrees_for_types<3600, 1>());
  CHECK(agrees_for_types<86400, 1>());
  CHECK(agrees_for_types<604800, 1>());
  CHECK(agrees_for_types<2629746, 1>());
  CHECK(agrees_for_types<31556952, 1>());
}

TEST_CASE("number/calendar: odd units, of which some have no end of decimals") {
  CHECK(agrees_for_types<1, 3>());
  CHECK(agrees_for_types<2, 3>());
  CHECK(agrees_for_types<1, 60>());
  CHECK(agrees_for_types<1, 90'000>());
  CHECK(agrees_for_types<1001, 30'000>());
  CHECK(agrees_for_types<7, 4>());
#if RILL_INT128
  CHECK(agrees_for_types<1'000'000'000'000, 1>());
#endif
}

TEST_CASE("number/calendar: the finest units have 12, 15 and 18 decimals") {
  moment at;
  CHECK(rill::detail::to_moment<1, 1'000'000'000'000>(-1LL, at));
  CHECK(at.digits == 12);
  CHECK(at.fraction == 999'999'999'999);
  CHECK(rill::detail::to_moment<1, 1'000'000'000'000'000'000>(
      std::numeric_limits<std::int64_t>::min(), at));
  CHECK(at.digits == 18);
  CHECK(at.days == -1);
  CHECK(at.second == 86390);
  CHECK(at.fraction == 776'627'963'145'224'192);
  std::int64_t back = 0;
  CHECK(rill::detail::to_count<1, 1'000'000'000'000'000'000>(at, back) ==
        form_problem::none);
  CHECK(back == std::numeric_limits<std::int64_t>::min());
}

#if RILL_INT128
TEST_CASE("number/calendar: counts of 128 bits") {
  using rill::detail::int128;
  moment at;
  int128 const year = int128{31'556'952} * 1'000'000'000;
  int128 back = 0;
  for (int128 count : {year * 1'000'000'000'000, -year * 1'000'000'000'000}) {
    CHECK(rill::detail::to_moment<1, 1'000'000'000>(count, at));
    CHECK(rill::detail::to_count<1, 1'000'000'000>(at, back) ==
          form_problem::none);
    CHECK((back == count));
  }
  int128 const most = (int128{1} << 126) - 1 + (int128{1} << 126);
  CHECK(rill::detail::to_moment<1, 1'000'000'000>(most / 1'000'000, at));
  CHECK_FALSE(rill::detail::to_moment<1, 1>(most, at));
  CHECK_FALSE(rill::detail::to_moment<1, 1>(-most - 1, at));
}
#endif

TEST_CASE("number/calendar: what no whole number of units is") {
  std::int64_t count = 7;
  CHECK(rill::detail::to_count<1, 1>({0, 5, 5, 1}, count) ==
        form_problem::inexact);
  CHECK(rill::detail::to_count<1, 1>({0, 5, 0, 9}, count) ==
        form_problem::none);
  CHECK(count == 5);
  CHECK(rill::detail::to_count<60, 1>({0, 59, 0, 0}, count) ==
        form_problem::inexact);
  CHECK(rill::detail::to_count<1, 1000>({0, 0, 1, 4}, count) ==
        form_problem::inexact);
  signed char small = 0;
  CHECK(rill::detail::to_count<1, 1>({0, 127, 0, 0}, small) ==
        form_problem::none);
  CHECK(rill::detail::to_count<1, 1>({0, 128, 0, 0}, small) ==
        form_problem::too_far);
  CHECK(rill::detail::to_count<1, 1>({-1, 86400 - 128, 0, 0}, small) ==
        form_problem::none);
  CHECK(small == -128);
}

TEST_CASE(
    "number/calendar: floating-point counts, by their shortest decimals") {
  CHECK(float_agrees(1.5, 1, 5, 1));
  CHECK(float_agrees(-0.25, -1, 75, 2));
  CHECK(float_agrees(0.0, 0, 0, 0));
  CHECK(float_agrees(-0.0, 0, 0, 0));
  CHECK(float_agrees(0.1f, 0, 1, 1));
  CHECK(float_agrees(1795296862.123, 1795296862, 123, 3));
  CHECK(float_agrees(1e17, 100'000'000'000'000'000, 0, 0));
  CHECK(float_agrees(1500.0, 1, 500, 3, 3));
  CHECK(float_agrees(1e-9, 0, 1, 9));
  CHECK(float_agrees(1e-300, 0, 0, 18));
  CHECK(float_agrees(-1e-18, -1, 999'999'999'999'999'999, 18));
  moment at;
  CHECK_FALSE(rill::detail::to_moment_of_text(1e18, 0, at));
  CHECK_FALSE(rill::detail::to_moment_of_text(-1e300, 0, at));
  CHECK_FALSE(rill::detail::to_moment_of_text(INFINITY, 0, at));
  CHECK_FALSE(rill::detail::to_moment_of_text(
      std::numeric_limits<double>::quiet_NaN(), 0, at));
}

TEST_CASE("number/calendar: the units of the standard have their names") {
  using rill::detail::name_of_unit;
  auto const name = [](auto unit) {
    using period = typename decltype(unit)::period;
    rill::text const text = name_of_unit(period::num, period::den);
    return std::string(text.data, text.size);
  };
  CHECK(name(std::chrono::seconds()) == "s");
  CHECK(name(std::chrono::duration<int, std::ratio<86400>>()) == "d");
  CHECK(name(std::chrono::duration<int, std::deca>()) == "das");
  CHECK(name(std::chrono::duration<int, std::atto>()) == "as");
  CHECK(name(std::chrono::duration<int, std::ratio<7>>()).empty());
}
