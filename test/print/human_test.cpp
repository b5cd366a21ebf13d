// test/print/human_test.cpp: sizes, spans of time and places in an order.
// covers: rill/print/human.h
#include <doctest/doctest.h>
#include <rill/table.h>
#include <rill/terminal.h>
#include <rill/types.h>
#include <stdio.h>  // snprintf

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using rill::concat;
using rill::human_duration;
using rill::human_size;
using rill::ordinal;
namespace chrono = std::chrono;

constexpr std::uint64_t most = ~std::uint64_t{};

// Writes into a heap block of exactly the room that the leaf promises.
template <class T>
std::string written(T const& value) {
  using leaf = rill::detail::builtin_formatter<T>;
  auto const block = std::make_unique<char[]>(leaf::room);
  std::string const made(block.get(), leaf::write(block.get(), value));
  CHECK(leaf::size(value) == made.size());
  CHECK(concat(value) == made);
  return made;
}

// The expected text, by arithmetic of long double.
std::string size_by_printf(std::uint64_t n, unsigned base) {
  char text[64];
  if (n < base) {
    snprintf(text, sizeof text, "%llu B", static_cast<unsigned long long>(n));
    return text;
  }
  char const* prefix = base == 1000 ? "kMGTPE" : "KMGTPE";
  long double unit = base;
  auto const tenths = [&] {
    return static_cast<std::uint64_t>(static_cast<long double>(n) * 10 / unit +
                                      0.5L);
  };
  for (; tenths() >= base * 10; unit *= base) ++prefix;
  snprintf(text, sizeof text, "%llu.%llu %c%sB",
           static_cast<unsigned long long>(tenths() / 10),
           static_cast<unsigned long long>(tenths() % 10), *prefix,
           base == 1000 ? "" : "i");
  return text;
}

struct sevenths {
  using period = std::ratio<3, 7>;
  int value;
  int count() const { return value; }
};

}  // namespace

TEST_CASE("print/human: sizes at every boundary") {
  CHECK(written(human_size(0)) == "0 B");
  CHECK(written(human_size(1)) == "1 B");
  CHECK(written(human_size(1023)) == "1023 B");
  CHECK(written(human_size(1024)) == "1.0 KiB");
  CHECK(written(human_size(1536)) == "1.5 KiB");
  CHECK(written(human_size(1048524)) == "1023.9 KiB");
  CHECK(written(human_size(1048525)) == "1.0 MiB");
  CHECK(written(human_size(1048575)) == "1.0 MiB");
  CHECK(written(human_size(most)) == "16.0 EiB");
  CHECK(written(human_size(-1536)) == "-1.5 KiB");
  CHECK(written(human_size(std::numeric_limits<std::int64_t>::min())) ==
        "-8.0 EiB");
  CHECK(written(human_size(static_cast<signed char>(-128))) == "-128 B");
  CHECK(written(human_size(999, 1000)) == "999 B");
  CHECK(written(human_size(1000, 1000)) == "1.0 kB");
  CHECK(written(human_size(1500, 1000)) == "1.5 kB");
  CHECK(written(human_size(999949, 1000)) == "999.9 kB");
  CHECK(written(human_size(999950, 1000)) == "1.0 MB");
  CHECK(written(human_size(most, 1000)) == "18.4 EB");
  static_assert(human_size(5).magnitude == 5);
}

TEST_CASE("print/human: sizes against long double") {
  if (std::numeric_limits<long double>::digits < 64) return;
  for (unsigned const base : {1000u, 1024u}) {
    for (int shift = 0; shift != 64; ++shift)
      for (std::uint64_t const n :
           {(std::uint64_t{1} << shift) - 1, std::uint64_t{1} << shift,
            (std::uint64_t{3} << shift) / 2 + 1})
        CHECK(concat(human_size(n, base)) == size_by_printf(n, base));
    std::uint64_t state = base;
    for (int i = 0; i != 2000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      std::uint64_t const n = state >> (state & 63);
      REQUIRE(concat(human_size(n, base)) == size_by_printf(n, base));
    }
  }
}

#if RILL_INT128
TEST_CASE("print/human: sizes of 128 bits") {
  __extension__ typedef __int128 wide;
  wide const one = 1;
  CHECK(concat(human_size(one << 100)) == "16.0 EiB");
  CHECK(concat(human_size(-(one << 100))) == "-16.0 EiB");
  CHECK(concat(human_size(-(one << 63))) == "-8.0 EiB");
  CHECK(concat(human_size(one << 10)) == "1.0 KiB");
}
#endif

TEST_CASE("print/human: spans below a minute have two digits") {
  CHECK(written(human_duration(chrono::seconds(0))) == "0s");
  CHECK(written(human_duration(chrono::seconds(3))) == "3s");
  CHECK(written(human_duration(chrono::milliseconds(3200))) == "3.2s");
  CHECK(written(human_duration(chrono::milliseconds(3249))) == "3.2s");
  CHECK(written(human_duration(chrono::milliseconds(3250))) == "3.3s");
  CHECK(written(human_duration(chrono::milliseconds(9949))) == "9.9s");
  CHECK(written(human_duration(chrono::milliseconds(9950))) == "10s");
  CHECK(written(human_duration(chrono::milliseconds(10499))) == "10s");
  CHECK(written(human_duration(chrono::milliseconds(10500))) == "11s");
  CHECK(written(human_duration(chrono::milliseconds(59499))) == "59s");
  CHECK(written(human_duration(chrono::milliseconds(59500))) == "1m");
  CHECK(written(human_duration(chrono::milliseconds(15))) == "15ms");
  CHECK(written(human_duration(chrono::microseconds(999499))) == "999ms");
  CHECK(written(human_duration(chrono::microseconds(999500))) == "1s");
  CHECK(written(human_duration(chrono::nanoseconds(2500))) == "2.5us");
  CHECK(written(human_duration(chrono::nanoseconds(250))) == "250ns");
  CHECK(written(human_duration(chrono::nanoseconds(1))) == "1ns");
  CHECK(written(human_duration(chrono::duration<int, std::pico>(999))) ==
        "999ps");
  CHECK(written(human_duration(chrono::duration<int, std::pico>(1001))) ==
        "1ns");
  CHECK(written(human_duration(chrono::milliseconds(-15))) == "-15ms");
}

TEST_CASE("print/human: longer spans have two units") {
  CHECK(written(human_duration(60)) == "1m");
  CHECK(written(human_duration(61)) == "1m 1s");
  CHECK(written(human_duration(chrono::milliseconds(307499))) == "5m 7s");
  CHECK(written(human_duration(3599)) == "59m 59s");
  CHECK(written(human_duration(chrono::milliseconds(3599500))) == "1h");
  CHECK(written(human_duration(3725)) == "1h 2m");
  CHECK(written(human_duration(3629)) == "1h");
  CHECK(written(human_duration(3630)) == "1h 1m");
  CHECK(written(human_duration(86369)) == "23h 59m");
  CHECK(written(human_duration(86370)) == "1d");
  CHECK(written(human_duration(chrono::hours(76))) == "3d 4h");
  CHECK(written(human_duration(-3725)) == "-1h 2m");
  CHECK(written(human_duration(most)) == "213503982334601d 7h");
  CHECK(written(human_duration(std::numeric_limits<std::int64_t>::min())) ==
        "-106751991167300d 16h");
  CHECK(written(human_duration(chrono::nanoseconds::max())) == "106752d");
  CHECK(written(human_duration(chrono::nanoseconds::min())) == "-106752d");
  CHECK(
      written(human_duration(chrono::duration<int, std::ratio<3600>>::max())) ==
      concat(human_duration(std::uint64_t{3600} * 2147483647)));
}

TEST_CASE("print/human: seconds as floating-point numbers") {
  CHECK(written(human_duration(0.0)) == "0s");
  CHECK(written(human_duration(-0.0)) == "0s");
  CHECK(written(human_duration(0.0032)) == "3.2ms");
  CHECK(written(human_duration(1.5f)) == "1.5s");
  CHECK(written(human_duration(2.5e-9)) == "2.5ns");
  CHECK(written(human_duration(4e-13)) == "0s");
  CHECK(written(human_duration(0.9999999999999)) == "1s");
  // Just below a half: rounding once rounds down, rounding twice would round
  // up.
  CHECK(written(human_duration(59.49999999999999)) == "59s");
  CHECK(written(human_duration(0.0032499999999999999)) == "3.2ms");
  CHECK(written(human_duration(0.00325)) ==
        "3.2ms");  // the double is below 0.00325
  CHECK(written(human_duration(chrono::duration<double, std::milli>(3.25))) ==
        "3.3ms");
  CHECK(written(human_duration(4.999e-13)) == "0s");
  CHECK(written(human_duration(5.001e-13)) == "1ps");
  CHECK(written(human_duration(9.996e-10)) == "1ns");
  CHECK(written(human_duration(std::numeric_limits<double>::denorm_min())) ==
        "0s");
  CHECK(written(human_duration(-std::numeric_limits<double>::infinity())) ==
        "-inf");
  CHECK(written(human_duration(std::numeric_limits<long double>::max())) ==
        "inf");
  CHECK(written(human_duration(59.9999999999999)) == "1m");
  CHECK(written(human_duration(1e30)) == "inf");
  CHECK(written(human_duration(-1e30)) == "-inf");
  CHECK(written(human_duration(18446744073709551615.0)) == "inf");
  CHECK(written(human_duration(std::numeric_limits<double>::quiet_NaN())) ==
        "nan");
  CHECK(written(human_duration(chrono::duration<double, std::milli>(1.5))) ==
        "1.5ms");
}

TEST_CASE("print/human: periods that are neither seconds nor parts of them") {
  CHECK(written(human_duration(sevenths{7})) == "3s");
  CHECK(written(human_duration(chrono::duration<int, std::ratio<1, 30>>(15))) ==
        "500ms");
  CHECK(written(human_duration(chrono::duration<int, std::ratio<3, 2>>(5))) ==
        "7.5s");
  CHECK(written(human_duration(
            chrono::duration<std::int64_t, std::ratio<31556952>>::max())) ==
        "inf");
  using atto = chrono::duration<std::int64_t, std::atto>;
  CHECK(written(human_duration(atto(499'999))) == "0s");
  CHECK(written(human_duration(atto(500'000))) == "1ps");
  CHECK(written(human_duration(atto(1'250'000'000))) == "1.3ns");
  CHECK(written(human_duration(atto(1'249'999'999))) == "1.2ns");
}

static_assert([] {
  char text[40] = {};
  auto const done = rill::format_into(text, human_duration(0.0032), ' ',
                                      human_duration(3725));
  return std::string_view(text, done.size_needed) == "3.2ms 1h 2m";
}());

TEST_CASE("print/human: places in an order") {
  char const* const low[] = {"0th", "1st", "2nd", "3rd", "4th"};
  for (int n = 0; n != 5; ++n) CHECK(written(ordinal(n)) == low[n]);
  for (int n : {10, 11, 12, 13, 14, 19, 20, 24, 110, 111, 112, 113, 1000011})
    CHECK(written(ordinal(n)) == std::to_string(n) + "th");
  for (int n : {21, 101, 121, 1001})
    CHECK(written(ordinal(n)) == std::to_string(n) + "st");
  CHECK(written(ordinal(22)) == "22nd");
  CHECK(written(ordinal(103)) == "103rd");
  CHECK(written(ordinal(-1)) == "-1st");
  CHECK(written(ordinal(-11)) == "-11th");
  CHECK(written(ordinal(std::numeric_limits<std::int64_t>::min())) ==
        "-9223372036854775808th");
  CHECK(written(ordinal(most)) == "18446744073709551615th");
  CHECK(written(ordinal(static_cast<unsigned char>(255))) == "255th");
}

TEST_CASE("print/human: inside other wrappers") {
  CHECK(concat(rill::right(human_size(1536), 9), '|') == "  1.5 KiB|");
  CHECK(concat(rill::left(human_duration(3725), 7), '|') == "1h 2m  |");
  CHECK(concat(rill::center(ordinal(3), 5)) == " 3rd ");
  CHECK(concat(rill::styled(ordinal(3), rill::red)) == "3rd");
  CHECK(concat(std::vector{ordinal(1), ordinal(2)}) == "[1st, 2nd]");
}
