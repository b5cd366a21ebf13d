// test/binary/time_test.cpp: durations, points in time and the parts of dates.
#include <rill/types.h>

#include <chrono>
#include <vector>

#include "../support/binary.h"

using rill::binary_compact;
using rill::binary_fixed;
using rill::binary_tagged;
using rill_test::bytes_of;
using rill_test::comes_back;
using rill_test::from_block;
using rill_test::golden;
using rill_test::golden_in;

namespace chrono = std::chrono;

TEST_CASE("binary/time: a duration is its count, in its own unit") {
  using chrono::duration;
  golden(duration<std::int32_t, std::milli>(-2), "fe ff ff ff", "0a");
  golden(duration<double>(1.0), "00 00 00 00 00 00 f0 3f", "0b");
  golden(chrono::nanoseconds(1), "01 00 00 00 00 00 00 00", "0b");
  golden(std::vector<duration<std::int16_t>>{duration<std::int16_t>(5)},
         "01 05 00", "0f", "01 01 05 00");
}

TEST_CASE("binary/time: a point is the duration since its clock's epoch") {
  using chrono::duration;
  golden(chrono::sys_seconds(chrono::seconds(0x01020304)),
         "04 03 02 01 00 00 00 00", "0b");
  // The width of std::chrono::days differs between libraries.
  using days = duration<std::int32_t, std::ratio<86400>>;
  golden(chrono::sys_time<days>(days(-1)), "ff ff ff ff", "0a");
  golden(chrono::steady_clock::time_point(), "00 00 00 00 00 00 00 00", "0b");
}

namespace {

// Reads over another value, because the type has no default constructor.
template <class T>
void golden_into(T const& value, T other, std::string_view compact,
                 std::string_view tagged) {
  CHECK(rill_test::written(value, binary_compact) == bytes_of(compact));
  std::string const wrapped = bytes_of("0e") + bytes_of(tagged) + '\0';
  CHECK(rill_test::written(value, binary_tagged) == wrapped);
  T again = other;
  std::string const bytes = bytes_of(compact);
  rill::read_binary_into(rill::from(bytes), other);
  CHECK(other == value);
  rill::read_binary_into(rill::from(wrapped), again, binary_tagged);
  CHECK(again == value);
}

}  // namespace

TEST_CASE("binary/time: dates are their parts, years in two bytes") {
  using namespace std::chrono;
  golden(day(31), "1f", "0e", "08 1f 00");
  golden(month(12), "0c", "0e", "08 0c 00");
  golden(year(2026), "ea 07", "0e", "09 ea 07 00");
  golden(year(-1), "ff ff", "0e", "09 ff ff 00");
  golden(weekday(3), "03", "0e", "08 03 00");
  golden(weekday(3)[2], "03 02", "0e", "08 03 10 02 00");
  golden_into(weekday(3)[last], weekday(1)[last], "03", "08 03 00");
  golden(November / 24, "0b 18", "0e", "08 0b 10 18 00");
  golden_into(November / last, May / last, "0b", "08 0b 00");
  golden_into(November / weekday(3)[2], May / weekday(1)[1], "0b 03 02",
              "08 0b 10 03 18 02 00");
  golden_into(November / weekday(3)[last], May / weekday(1)[last], "0b 03",
              "08 0b 10 03 00");
  golden(2026y / November, "ea 07 0b", "0e", "09 ea 07 10 0b 00");
  golden(2026y / November / 24, "ea 07 0b 18", "0e", "09 ea 07 10 0b 18 18 00");
  golden_into(2026y / November / last, 1y / May / last, "ea 07 0b",
              "09 ea 07 10 0b 00");
  golden(2026y / November / weekday(3)[2], "ea 07 0b 03 02", "0e",
         "09 ea 07 10 0b 18 03 20 02 00");
  golden_into(2026y / November / weekday(3)[last], 1y / May / weekday(1)[last],
              "ea 07 0b 03 00", "09 ea 07 10 0b 18 03 20 00 00");
  golden_in(2026y / November / 24, binary_fixed, "ea 07 0b 18");
  golden(std::vector<year_month_day>{2026y / 11 / 24}, "01 ea 07 0b 18", "0f",
         "01 06 09 ea 07 10 0b 18 18 00");
}

TEST_CASE("binary/time: a time of the day is its duration") {
  using namespace std::chrono;
  using time = hh_mm_ss<milliseconds>;
  for (auto const count : {0, 1, 5'025'678, -1, -86'399'999}) {
    CAPTURE(count);
    std::string const bytes = rill::to_bytes(time(milliseconds(count)));
    CHECK(bytes == rill::to_bytes(milliseconds(count)));
    auto const back = from_block<time>(bytes, binary_compact);
    CHECK(back->to_duration() == milliseconds(count));
  }
}

TEST_CASE("binary/time: parts that are no date are kept") {
  using namespace std::chrono;
  golden(2026y / 2 / 31, "ea 07 02 1f", "0e", "09 ea 07 10 02 18 1f 00");
  golden(day(0), "00", "0e", "08 00 00");
  // All bytes are valid values of these types.
  for (unsigned byte = 0; byte != 256; ++byte) {
    std::string const bytes(6, static_cast<char>(byte));
    auto const any = [&]<class T>(T const&) {
      std::string_view const part(bytes.data(), rill::binary_size(T()));
      CHECK(bool(from_block<T>(part, binary_compact)));
    };
    any(day());
    any(month());
    any(weekday());
    any(weekday_indexed());
    any(year_month_day());
    any(year_month_weekday());
  }
}
