// Reads published tables of numbers and their texts, which are not part of the
// project. A row is "half float double text" with hexadecimal bits, as in
// nigeltao/parse-number-fxx-test-data. RILL_FLOAT_TABLES names the files,
// separated by colons.
#include <doctest/doctest.h>
#include <stdlib.h>  // getenv

#include <fstream>
#include <sstream>
#include <string>

#include "../support/float_text.h"
#include "../support/skip.h"

namespace {

// The tables have infinity for a text above the range, and zero for one below
// it.
template <class T, class Bits>
bool agrees(std::string const& text, Bits bits) {
  T const want = __builtin_bit_cast(T, bits);
  T x{};
  auto const how = rill_test::read_float(text, x);
  if (how.size != text.size()) return false;
  auto const parts = rill::detail::take_apart(want);
  if (how.error == rill::number_error::out_of_range)
    return parts.m == 0;  // zero or infinity
  if (how.error != rill::number_error::none) return false;
  return rill_test::same_bits(x, want) || (!parts.is_finite && parts.m != 0);
}

}  // namespace

TEST_CASE("number/parse_float: published tables") {
  char const* const names = getenv("RILL_FLOAT_TABLES");
  if (!names) return rill_test::skip("RILL_FLOAT_TABLES names no files");
  std::istringstream list(names);
  std::string name;
  while (std::getline(list, name, ':')) {
    std::ifstream file(name);
    REQUIRE(file);
    std::string half, narrow, wide, text;
    std::size_t rows = 0;
    while (file >> half >> narrow >> wide >> text) {
      ++rows;
      CAPTURE(text);
      if (text[0] == '+') text.erase(0, 1);
#if RILL_FLOAT16
      if (!agrees<rill::detail::float16>(
              text, static_cast<std::uint16_t>(std::stoul(half, nullptr, 16))))
        CHECK(text == half);
#endif
      if (!agrees<float>(text, static_cast<std::uint32_t>(
                                   std::stoul(narrow, nullptr, 16))))
        CHECK(text == narrow);
      if (!agrees<double>(
              text, static_cast<std::uint64_t>(std::stoull(wide, nullptr, 16))))
        CHECK(text == wide);
    }
    CHECK(rows > 1000);
    MESSAGE(rows, " rows of ", name);
  }
}
