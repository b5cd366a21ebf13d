// test/os/locale_data_test.cpp: the data of a locale, against a twin that cuts
// groups of digits from the right.
#include <doctest/doctest.h>
#include <rill/locale.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "support/locales.h"

namespace {

using rill::digit_groups;
using rill::locale_data;

static_assert(std::is_trivially_copyable_v<locale_data>);
static_assert(std::is_aggregate_v<locale_data>);
static_assert(locale_data{}.prints_plainly());
static_assert(!rill_test::german.prints_plainly());
static_assert(!locale_data{.decimal_point = ","}.prints_plainly());
static_assert(!locale_data{.decimal_point = ".."}.prints_plainly());
// A locale with groups but no separator, or with a separator but no groups,
// does not group digits.
static_assert(locale_data{.groups = {3}}.prints_plainly());
static_assert(locale_data{.thousands_separator = ","}.prints_plainly());
static_assert(
    locale_data{.thousands_separator = ",", .groups = {0}}.prints_plainly());
static_assert(digit_groups{3}.are_thousands());
static_assert(digit_groups{3, 3}.are_thousands());
static_assert(!digit_groups{3, 2}.are_thousands());
static_assert(!digit_groups{3, 0}.are_thousands());
static_assert(!digit_groups{}.are_thousands());
static_assert(digit_groups{3} == digit_groups{3});
static_assert(digit_groups{3} != digit_groups{3, 3});
static_assert(rill_test::german == rill_test::german);
static_assert(rill_test::german != rill_test::french);

std::vector<std::size_t> sizes_of(digit_groups const& groups) {
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i != 50 && groups.any(); ++i)
    sizes.push_back(groups.size_of(i));
  return sizes;
}

TEST_CASE("os/locale_data: groups are counted from the right") {
  digit_groups const all[] = {
      {},    {3},    {3, 2}, {3, 0},    {1},
      {0},   {2, 4}, {4, 2}, {9, 1, 0}, {3, 2, 1},
      {255}, {1, 1}, {2, 0}, {3, 3},    {1, 2, 3, 4, 5, 6, 7, 8}};
  for (digit_groups const& groups : all)
    for (std::size_t size = 1; size != 45; ++size) {
      std::string const digits(size, '7');
      std::string const want =
          rill_test::in_groups_of(digits, "|", sizes_of(groups));
      CHECK(groups.separators_in(size) == want.size() - digits.size());
      std::string made;
      for (std::size_t left = size; left != 0; --left) {
        if (left != size && groups.ends_at(left)) made += '|';
        made += '7';
      }
      CHECK(made == want);
    }
}

TEST_CASE("os/locale_data: sizes of groups are those that were given") {
  digit_groups const groups{3, 2, 0};
  CHECK(groups.size_of(0) == 3);
  CHECK(groups.size_of(1) == 2);
  CHECK(groups.size_of(2) == 0);
  CHECK(groups.size_of(3) == 0);
  CHECK(digit_groups{}.size_of(5) == 0);
  CHECK(digit_groups{3}.size_of(5) == 3);
}

TEST_CASE("os/locale_data: short texts are kept by value") {
  std::string source = "\u202f";
  rill::short_text<8> const kept{rill::text(source)};
  source = "xyz";
  rill::text const bytes = kept;
  CHECK(std::string_view(bytes) == "\u202f");
  CHECK(kept == rill::short_text<8>("\u202f"));
  CHECK(kept != rill::short_text<8>("\u202e"));
  CHECK(kept != rill::short_text<8>("\u202f "));
  CHECK(rill::short_text<8>().size() == 0);
  CHECK(rill::short_text<8>("12345678").size() == 8);
}

}  // namespace
