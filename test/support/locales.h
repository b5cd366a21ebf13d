// test/support/locales.h: locales for the tests, and a reference implementation
// that inserts separators between digits.
#ifndef RILL_TEST_SUPPORT_LOCALES_H
#define RILL_TEST_SUPPORT_LOCALES_H

#include <rill/locale.h>

#include <string>
#include <vector>

namespace rill_test {

inline constexpr rill::locale_data german{
    .decimal_point = ",", .thousands_separator = ".", .groups = {3}};
inline constexpr rill::locale_data american{.thousands_separator = ",",
                                            .groups = {3}};
// The separator is U+202F, three bytes.
inline constexpr rill::locale_data french{
    .decimal_point = ",", .thousands_separator = "\u202f", .groups = {3}};
inline constexpr rill::locale_data indian{.thousands_separator = ",",
                                          .groups = {3, 2}};
// U+066B and U+066C, two bytes each.
inline constexpr rill::locale_data arabic{
    .decimal_point = "\u066b", .thousands_separator = "\u066c", .groups = {3}};
// A group of two digits, a group of four, and the rest without separators.
inline constexpr rill::locale_data strange{.decimal_point = "--.--!",
                                           .thousands_separator = "<(==)>-|",
                                           .groups = {2, 4, 0}};
inline constexpr rill::locale_data single{.thousands_separator = " ",
                                          .groups = {1}};
inline constexpr rill::locale_data plain{};

inline constexpr rill::locale_data const* all_by_hand[] = {
    &german, &american, &french, &indian, &arabic, &strange, &single, &plain};

/// The digits with separators, counted from the right. `sizes` is used as in
/// digit_groups.
inline std::string in_groups_of(std::string digits, std::string const& mark,
                                std::vector<std::size_t> const& sizes) {
  std::string made;
  for (std::size_t number = 0; !sizes.empty() && !mark.empty(); ++number) {
    std::size_t const size =
        sizes[number < sizes.size() ? number : sizes.size() - 1];
    if (size == 0 || digits.size() <= size) break;
    made = mark + digits.substr(digits.size() - size) + made;
    digits.erase(digits.size() - size);
  }
  return digits + made;
}

inline std::string string_of(rill::text bytes) {
  return std::string(bytes.data, bytes.size);
}

/// The text of a plain number in the locale's form.
inline std::string as_in(rill::locale_data const& locale,
                         std::string const& number) {
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i != 20 && locale.groups.any(); ++i)
    sizes.push_back(locale.groups.size_of(i));
  std::size_t const sign = number[0] == '-' || number[0] == '+';
  std::size_t end = sign;
  while (end != number.size() && number[end] >= '0' && number[end] <= '9')
    ++end;
  std::string made = number.substr(0, sign) +
                     in_groups_of(number.substr(sign, end - sign),
                                  string_of(locale.thousands_separator), sizes);
  std::string rest = number.substr(end);
  if (!rest.empty() && rest[0] == '.')
    rest = string_of(locale.decimal_point) + rest.substr(1);
  return made + rest;
}

}  // namespace rill_test

#endif
