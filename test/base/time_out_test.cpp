// test/base/time_out_test.cpp: durations of other libraries as time-outs, and
// back.
// covers: rill/base/time_out.h
#include <doctest/doctest.h>
#include <rill/base/time_out.h>
#include <rill/print.h>

#include <chrono>
#include <string>

using namespace std::chrono_literals;

TEST_CASE("base/time_out: durations of every kind") {
  using rill::detail::nanoseconds_in;
  CHECK(nanoseconds_in(rill::no_wait) == 0);
  CHECK(nanoseconds_in(3ns) == 3);
  CHECK(nanoseconds_in(2ms) == 2'000'000);
  CHECK(nanoseconds_in(-2ms) == 0);
  CHECK(nanoseconds_in(1h) == 3'600'000'000'000);
  CHECK(nanoseconds_in(std::chrono::hours::max()) == ~0ull >> 1);
  CHECK(nanoseconds_in(std::chrono::duration<double>(0.5)) == 500'000'000);
}

TEST_CASE("base/time_out: none is not one of nothing") {
  constexpr rill::time_limit none;
  CHECK(!none.is_set());
  rill::time_limit const at_once = rill::no_wait;
  CHECK(at_once.is_set());
  CHECK(at_once.nanoseconds() == 0);
  CHECK(rill::time_limit(2s).nanoseconds() == 2'000'000'000);
}

TEST_CASE("base/time_out: a time that was taken becomes any duration") {
  constexpr rill::elapsed_time took{1'234'567'890};
  CHECK(std::chrono::nanoseconds(took) == 1'234'567'890ns);
  CHECK(std::chrono::milliseconds(took) == 1234ms);
  CHECK(std::chrono::duration<double>(took).count() ==
        doctest::Approx(1.23456789));
  CHECK(took.seconds() == doctest::Approx(1.23456789));
  CHECK(rill::concat(took) == "1234567890ns");
}
