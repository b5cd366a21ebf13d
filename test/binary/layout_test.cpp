// test/binary/layout_test.cpp: numbers of a given order, texts of a fixed
// size, padding and leb128.
#include <rill/types.h>

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "../support/binary.h"

using rill::be;
using rill::binary_compact;
using rill::binary_fixed;
using rill::binary_problem;
using rill::binary_tagged;
using rill::fixed_text;
using rill::le;
using rill::leb128;
using rill::padding;
using rill_test::bytes_of;
using rill_test::from_block;
using rill_test::from_device;
using rill_test::golden;
using rill_test::golden_in;
using rill_test::hex_of;
using rill_test::problem_of;

namespace {

enum class kind : std::uint16_t { none, some };
struct entry {
  be<std::uint16_t> size;
  padding<2> unused;
  fixed_text<4> name;
  bool operator==(entry const&) const = default;
};

static_assert(sizeof(be<std::uint32_t>) == 4 &&
              alignof(be<std::uint32_t>) == 1);
static_assert(be<std::uint16_t>(7) == 7 && le<std::int64_t>(-1) == -1);
static_assert(le<float>(1.5f).value() == 1.5f);
static_assert(fixed_text<4>("ab").text().size == 2);
static_assert(fixed_text<2>("abc").text().size == 2);
static_assert(leb128<int>(-3) == -3);

}  // namespace

TEST_CASE("binary/layout: numbers in either order") {
  golden(be<std::uint32_t>(0x01020304), "01 02 03 04", "0a");
  golden(le<std::uint32_t>(0x01020304), "04 03 02 01", "0a");
  golden(be<std::int16_t>(-2), "ff fe", "09");
  golden(be<double>(1.0), "3f f0 00 00 00 00 00 00", "0b");
  golden(le<std::uint8_t>(7), "07", "08");
  golden(be<kind>(kind::some), "00 01", "09");
  golden(be<char16_t>(u'a'), "00 61", "09");
  golden(std::vector<be<std::uint16_t>>{1, 2}, "02 00 01 00 02", "0f",
         "02 01 00 01 00 02");
}

TEST_CASE("binary/layout: texts of a fixed size end with NULs") {
  golden(fixed_text<4>("ab"), "61 62 00 00", "0a");
  golden(fixed_text<3>("abc"), "61 62 63", "0d", "03 61 62 63");
  golden_in(fixed_text<3>("abcd"), binary_fixed, "61 62 63");
  auto const cut =
      from_block<fixed_text<4>>(bytes_of("61 00 62 00"), binary_fixed);
  CHECK(std::string_view(cut->text()) == "a");
  CHECK(cut->bytes().size == 4);
  // Longer than binary_run, the most bytes that one check of the room covers.
  fixed_text<700> const all{rill::text(std::string_view("long"))};
  CHECK(rill_test::written(all, binary_fixed) ==
        "long" + std::string(696, '\0'));
  rill_test::comes_back(all, binary_fixed);
  rill_test::comes_back(all, binary_tagged);
}

TEST_CASE("binary/layout: padding is zeros, and read whatever it is") {
  golden_in(padding<3>(), binary_fixed, "00 00 00");
  golden(padding<3>(), "00 00 00", "0d", "03 00 00 00");
  CHECK(bool(from_block<padding<3>>(bytes_of("01 02 03"), binary_fixed)));
  rill_test::comes_back(padding<700>(), binary_fixed);
  golden_in(entry{3, {}, "ab"}, binary_fixed, "00 03 00 00 61 62 00 00");
  // Padding bytes that were read are written as zeros.
  auto const read =
      from_block<entry>(bytes_of("00 03 ff ff 61 00 00 00"), binary_fixed);
  CHECK(hex_of(rill::to_bytes(*read, binary_fixed)) ==
        "00 03 00 00 61 00 00 00");
  std::vector<entry> const many(3, *read);
  CHECK(hex_of(rill::to_bytes(many)).find("ff") == std::string::npos);
}

namespace {

template <class T>
binary_problem problem_of_leb(std::string_view text) {
  auto const bytes = bytes_of(text);
  auto const there = problem_of(from_block<leb128<T>>(bytes, binary_fixed));
  CHECK(problem_of(from_device<leb128<T>>(bytes, binary_fixed)) == there);
  return there;
}
template <class T>
T leb(std::string_view text) {
  return from_block<leb128<T>>(bytes_of(text), binary_fixed)->value();
}

}  // namespace

// DWARF 5, figures 65 to 70 of appendix C, and by hand.
TEST_CASE("binary/layout: leb128") {
  auto const small = [](auto value, std::string_view bytes) {
    golden_in(leb128(value), binary_compact, bytes);
    golden_in(leb128(value), binary_fixed, bytes);
  };
  small(2u, "02");
  small(127u, "7f");
  small(128u, "80 01");
  small(129u, "81 01");
  small(12857u, "b9 64");
  small(2, "02");
  small(-2, "7e");
  small(127, "ff 00");
  small(-127, "81 7f");
  small(128, "80 01");
  small(-128, "80 7f");
  small(-129, "ff 7e");
  small(63, "3f");
  small(64, "c0 00");
  small(-64, "40");
  small(-65, "bf 7f");
  using whole = std::numeric_limits<std::int64_t>;
  small(~std::uint64_t{}, "ff ff ff ff ff ff ff ff ff 01");
  small(whole::max(), "ff ff ff ff ff ff ff ff ff 00");
  small(whole::min(), "80 80 80 80 80 80 80 80 80 7f");
  small(std::numeric_limits<std::int8_t>::min(), "80 7f");
  golden_in(leb128<std::uint16_t>(300), binary_tagged, "09 2c 01 00");
#if defined(__SIZEOF_INT128__)
  __extension__ using wide = __int128;
  small(wide{1} << 70, "80 80 80 80 80 80 80 80 80 80 01");
  small(-(wide{1} << 100), "80 80 80 80 80 80 80 80 80 80 80 80 80 80 7c");
#endif
}

TEST_CASE("binary/layout: leb128 that is longer than needed, and too large") {
  // Padded, as linkers write it.
  CHECK(leb<unsigned>("83 80 80 80 00") == 3);
  CHECK(leb<unsigned>("83 80 80 80 80 80 80 80 80 80 80 80 00") == 3);
  CHECK(leb<int>("fd ff ff ff ff ff 7f") == -3);
  CHECK(leb<int>("fd ff ff ff ff ff ff ff ff ff ff ff ff 7f") == -3);
  auto const over = binary_problem::out_of_range;
  CHECK(problem_of_leb<std::uint8_t>("80 02") == over);
  CHECK(problem_of_leb<std::uint8_t>("ff 01") == binary_problem::none);
  CHECK(problem_of_leb<std::int8_t>("80 01") == over);
  CHECK(problem_of_leb<std::int8_t>("ff 7e") == over);
  CHECK(problem_of_leb<std::uint32_t>("ff ff ff ff 1f") == over);
  CHECK(problem_of_leb<std::uint64_t>("ff ff ff ff ff ff ff ff ff 03") == over);
  CHECK(problem_of_leb<std::uint64_t>("ff ff ff ff ff ff ff ff ff 81 01") ==
        over);
  CHECK(problem_of_leb<std::int64_t>("ff ff ff ff ff ff ff ff ff 01") == over);
  CHECK(problem_of_leb<std::int64_t>("80 80 80 80 80 80 80 80 80 7e") == over);
  CHECK(problem_of_leb<unsigned>("80") == binary_problem::cut);
}

// The reference encodes seven bits at a time, from the definition of LEB128.
TEST_CASE("binary/layout: leb128 of all numbers of 16 bits") {
  for (int i = -32'768; i <= 65'535; ++i) {
    std::string wanted;
    for (int rest = i;;) {
      int const low = rest & 127;
      rest = (rest - low) / 128;
      bool const is_last = (rest == 0 && low < 64) || (rest == -1 && low >= 64);
      wanted += static_cast<char>(is_last ? low : low | 128);
      if (is_last) break;
    }
    std::string const bytes = rill::to_bytes(leb128(i));
    if (bytes != wanted) FAIL(i);
    if (rill::from_bytes<leb128<int>>(bytes) != i) FAIL(i);
    auto const narrow = rill::try_from_bytes<leb128<std::int16_t>>(bytes);
    if (bool(narrow) != (i < 32'768)) FAIL(i);
    auto const positive = rill::try_from_bytes<leb128<std::uint16_t>>(
        rill::to_bytes(leb128(static_cast<unsigned>(i))));
    if (bool(positive) != (i >= 0)) FAIL(i);
  }
}
