// test/binary/number_test.cpp: the bytes of numbers, truth values and
// enumerations, and the bytes that are refused.
// covers: binary/failure.h
// covers: binary/arithmetic.h
#include <rill/types.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "../support/binary.h"

using rill::binary_compact;
using rill::binary_fixed;
using rill::binary_problem;
using rill::binary_tagged;
using rill_test::bytes_of;
using rill_test::from_block;
using rill_test::golden;
using rill_test::hex_of;
using rill_test::problem_of;

TEST_CASE(
    "binary/arithmetic: integers are little endian, as wide as their type") {
  golden(std::uint8_t{0xfe}, "fe", "08");
  golden(std::int8_t{-2}, "fe", "08");
  golden(std::uint16_t{0x1234}, "34 12", "09");
  golden(std::int16_t{-2}, "fe ff", "09");
  golden(std::uint32_t{0x12345678}, "78 56 34 12", "0a");
  golden(std::int32_t{-2}, "fe ff ff ff", "0a");
  golden(std::uint64_t{0x123456789abcdef0}, "f0 de bc 9a 78 56 34 12", "0b");
  golden(std::numeric_limits<std::int64_t>::min(), "00 00 00 00 00 00 00 80",
         "0b");
  golden(0ll, "00 00 00 00 00 00 00 00", "0b");
#if defined(__SIZEOF_INT128__)
  __extension__ using wide = unsigned __int128;
  __extension__ using wide_signed = __int128;
  wide const value = wide{0x0123456789abcdef} << 64 | 0xfedcba9876543210;
  golden(value, "10 32 54 76 98 ba dc fe ef cd ab 89 67 45 23 01", "0c");
  golden(static_cast<wide_signed>(-2),
         "fe ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff", "0c");
#endif
}

TEST_CASE("binary/arithmetic: characters and bytes") {
  golden('a', "61", "08");
  golden('\xff', "ff", "08");
  golden(u8'a', "61", "08");
  golden(u'\u20ac', "ac 20", "09");
  golden(U'\U0001f600', "00 f6 01 00", "0a");
  golden(L'\u20ac', "ac 20 00 00", "0a");  // four bytes everywhere
  golden(std::byte{0x80}, "80", "08");
}

TEST_CASE("binary/arithmetic: floating-point numbers, as IEEE 754 has them") {
  golden(1.0f, "00 00 80 3f", "0a");
  golden(-0.15625f, "00 00 20 be", "0a");
  golden(1.0, "00 00 00 00 00 00 f0 3f", "0b");
  golden(-0.1, "9a 99 99 99 99 99 b9 bf", "0b");
  golden(std::numeric_limits<double>::infinity(), "00 00 00 00 00 00 f0 7f",
         "0b");
  golden(std::numeric_limits<float>::denorm_min(), "01 00 00 00", "0a");
  // The bits of a NaN and the sign of a zero are kept.
  CHECK(hex_of(rill::to_bytes(-0.0)) == "00 00 00 00 00 00 00 80");
  std::string const quiet = bytes_of("01 02 03 04 05 06 f8 ff");
  auto const nan = rill::from_bytes<double>(quiet);
  CHECK(std::isnan(nan));
  CHECK(rill::to_bytes(nan) == quiet);
}

// Expected bytes: Python's struct.pack, and the definition of binary128.
TEST_CASE("binary/arithmetic: a long double is a binary128") {
#if RILL_LONG_DOUBLE_BITS == 64 || RILL_LONG_DOUBLE_BITS == 113
  using limits = std::numeric_limits<long double>;
  golden(1.0L, "00 00 00 00 00 00 00 00 00 00 00 00 00 00 ff 3f", "0c");
  golden(-2.5L, "00 00 00 00 00 00 00 00 00 00 00 00 00 40 00 c0", "0c");
  golden(0.0L, "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "0c");
  golden(limits::infinity(), "00 00 00 00 00 00 00 00 00 00 00 00 00 00 ff 7f",
         "0c");
  golden(-limits::infinity(), "00 00 00 00 00 00 00 00 00 00 00 00 00 00 ff ff",
         "0c");
  // 1 + 2^-63 sets the lowest of the 64 bits of the significand.
  golden(1.0L + 0x1p-63L, "00 00 00 00 00 00 02 00 00 00 00 00 00 00 ff 3f",
         "0c");
  golden(limits::min(), "00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00",
         "0c");
  CHECK(std::isnan(*from_block<long double>(rill::to_bytes(limits::quiet_NaN()),
                                            binary_compact)));
  golden(std::vector<long double>{1.0L},
         "01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 ff 3f", "0f",
         "01 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 ff 3f");
#endif
#if RILL_LONG_DOUBLE_BITS == 64
  golden(limits::denorm_min(),
         "00 00 00 00 00 00 02 00 00 00 00 00 00 00 00 00", "0c");
  golden(limits::max(), "00 00 00 00 00 00 fe ff ff ff ff ff ff ff fe 7f",
         "0c");
  // A value with more bits than a 64-bit significand holds.
  CHECK(problem_of(from_block<long double>(
            bytes_of("01 00 00 00 00 00 00 00 00 00 00 00 00 00 ff 3f"),
            binary_compact)) == binary_problem::out_of_range);
#endif
}

TEST_CASE("binary/arithmetic: a bool is 0 or 1") {
  golden(true, "01", "08");
  golden(false, "00", "08");
  CHECK(problem_of(from_block<bool>("\2", binary_compact)) ==
        binary_problem::bad_value);
  CHECK(problem_of(from_block<bool>("\xff", binary_fixed)) ==
        binary_problem::bad_value);
  CHECK(problem_of(from_block<bool>(bytes_of("08 02 00"), binary_tagged)) ==
        binary_problem::bad_value);
  golden(std::vector<bool>{true, false, true}, "03 01 00 01", "0f",
         "03 00 01 00 01");
  CHECK(problem_of(from_block<std::vector<bool>>(bytes_of("02 01 02"),
                                                 binary_compact)) ==
        binary_problem::bad_value);
}

namespace {

enum class color : std::uint16_t { red, green, blue };
enum class step : std::int8_t { back = -1, none, forth };
enum class rights : unsigned char { none = 0, read = 1, write = 2, run = 4 };
enum class handle : unsigned {};  // no names: any value
enum class answer : bool { no, yes };
enum class status : int { ok = 200, not_found = 404 };
RILL_ENUM(status, ok, not_found)
enum unfixed { first_of_all, second_of_all };
RILL_ENUM(unfixed, first_of_all, second_of_all)

template <class E>
binary_problem refused(std::string_view text,
                       rill::binary_limits const& limits = {}) {
  return problem_of(from_block<E>(bytes_of(text), binary_compact, limits));
}

}  // namespace

TEST_CASE("binary/arithmetic: enumerations, as wide as their type") {
  golden(color::blue, "02 00", "09");
  golden(step::back, "ff", "08");
  golden(handle{0x12345678}, "78 56 34 12", "0a");
  golden(answer::yes, "01", "08");
  golden(status::not_found, "94 01 00 00", "0a");
  golden(second_of_all, "01 00 00 00", "0a");
  golden(std::vector<color>{color::blue, color::red}, "02 02 00 00 00", "0f",
         "02 01 02 00 00 00");
  golden(static_cast<rights>(5), "05", "08");
}

TEST_CASE("binary/arithmetic: an enumeration's other values are refused") {
  auto const bad = binary_problem::bad_value;
  CHECK(refused<answer>("02") == bad);
  CHECK(refused<status>("00 00 00 00") == bad);
  CHECK(refused<unfixed>("02 00 00 00") == bad);
  CHECK(refused<unfixed>("ff ff ff ff") == bad);
#if RILL_ENUM_NAMES == 1
  CHECK(refused<color>("03 00") == bad);
  CHECK(refused<color>("00 01") == bad);
  CHECK(refused<step>("02") == bad);
  CHECK(refused<step>("fe") == bad);
  CHECK(refused<rights>("08") == bad);
  CHECK(refused<rights>("ff") == bad);
  CHECK(refused<rights>("07") == binary_problem::none);
#endif
  rill::binary_limits asked;
  asked.unknown_enumerators = true;
  CHECK(refused<color>("03 00", asked) == binary_problem::none);
  CHECK(*from_block<color>(bytes_of("03 01"), binary_compact, asked) ==
        static_cast<color>(0x103));
  // The option does not allow a value whose cast is undefined.
  CHECK(refused<unfixed>("02 00 00 00", asked) == bad);
  CHECK(refused<answer>("02", asked) == bad);
}
