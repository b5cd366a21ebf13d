// rill/print/grouped_digits.h: whole numbers in the groups of a locale.
//
// Floor 5. No allocation, no exception, constexpr. Numbers up to 64 bits in
// groups of three, which nearly every locale has, are written three digits at
// a time; everything else is written in decimal, then cut. The plain way, a
// digit at a time, is what runs at compile time, and the reference.
// Tests: test/print/localized_test.cpp.
#ifndef RILL_PRINT_GROUPED_DIGITS_H
#define RILL_PRINT_GROUPED_DIGITS_H

#include <type_traits>  // std::is_constant_evaluated

#include "../number/decimal.h"
#include "../value/locale_data.h"

namespace rill::inline RILL_BUILD::detail {

// The longest separator; so many bytes are stored for every one.
inline constexpr std::size_t separator_room =
    decltype(locale_data::thousands_separator)::most;

// Writes the digits with a separator wherever a group ends.
constexpr char* write_groups_plainly(char* out, text digits,
                                     locale_data const& locale) noexcept {
  text const mark = locale.thousands_separator;
  for (std::size_t left = digits.size; left != 0; --left) {
    if (left != digits.size && locale.groups.ends_at(left))
      out = copy_bytes(out, mark.data, mark.size);
    *out++ = *(digits.end() - left);
  }
  return out;
}

// How many bytes behind the digits write_groups may look at, and how many
// behind its text it may overwrite.
inline constexpr std::size_t groups_padding = separator_room;

// Copies a group; short ones as a word.
inline char* copy_group(char* out, char const* digits,
                        std::size_t size) noexcept {
  static_assert(groups_padding >= 4);
  if (RILL_LIKELY(size <= 4))
    __builtin_memcpy(out, digits, 4);
  else
    __builtin_memcpy(out, digits, size);
  return out + size;
}

// As write_groups_plainly, a group at a time.
inline char* write_groups_quickly(char* out, text digits,
                                  locale_data const& locale) noexcept {
  digit_groups const& groups = locale.groups;
  char const* const mark = locale.thousands_separator.data();
  std::size_t const mark_size = locale.thousands_separator.size();
  // From the right: the groups whose size is given; then, as far as there is
  // more, those of the size that repeats.
  std::size_t given = 0;
  std::size_t first = digits.size;
  while (given + 1 < groups.count() && groups.size_of(given) != 0 &&
         first > groups.size_of(given))
    first -= groups.size_of(given++);
  std::size_t const usual =
      given + 1 < groups.count() ? 0 : groups.size_of(given);
  std::size_t repeated = 0;
  if (usual != 0 && first > usual) {
    repeated = (first - 1) / usual;
    first -= repeated * usual;
  }
  char const* at = digits.data;
  auto const write = [&](std::size_t size) {
    __builtin_memcpy(out, mark, separator_room);
    out = copy_group(out + mark_size, at, size);
    at += size;
  };
  out = copy_group(out, at, first);
  at += first;
  for (; repeated != 0; --repeated) write(usual);
  while (given != 0) write(groups.size_of(--given));
  return out;
}

constexpr char* write_groups(char* out, text digits,
                             locale_data const& locale) noexcept {
  if (std::is_constant_evaluated())
    return write_groups_plainly(out, digits, locale);
  return write_groups_quickly(out, digits, locale);
}

#if RILL_LITTLE_ENDIAN
// The separator as it is stored: all bytes of it at once.
struct stored_separator {
  std::uint64_t bytes;
  std::size_t size;

  explicit stored_separator(locale_data const& locale) noexcept
      : size(locale.thousands_separator.size()) {
    static_assert(sizeof bytes == separator_room);
    __builtin_memcpy(&bytes, locale.thousands_separator.data(), sizeof bytes);
  }
};

// n < 1000 behind a separator. Touches 12 bytes.
inline char* write_group(char* out, std::uint64_t n,
                         stored_separator const& mark) noexcept {
  __builtin_memcpy(out, &mark.bytes, sizeof mark.bytes);
  out += mark.size;
  __builtin_memcpy(out, &triplets.text[n], 4);
  return out + 3;
}

// n < 1000 without zeros in front. Touches 4 bytes.
inline char* write_first_group(char* out, std::uint64_t n) noexcept {
  unsigned const zeros = unsigned{n < 100} + unsigned{n < 10};
  std::uint32_t const word = triplets.text[n] >> (zeros * 8);
  __builtin_memcpy(out, &word, 4);
  return out + 3 - zeros;
}

// Any n, in groups of three.
template <class U>
inline char* write_thousands(char* out, U n, stored_separator mark) noexcept {
  if (n < 1000) return write_first_group(out, n);
  if (n < 1000000) {
    out = write_first_group(out, n / 1000);
    return write_group(out, n % 1000, mark);
  }
  // The digits behind the first millions, in pairs of groups.
  std::uint32_t pairs[4];
  static_assert(sizeof(U) <= 8, "three pairs behind at most 18 digits");
  int count = 0;
  do {
    pairs[count++] = static_cast<std::uint32_t>(n % 1000000);
    n /= 1000000;
  } while (n >= 1000000);
  if (n < 1000) {
    out = write_first_group(out, n);
  } else {
    out = write_first_group(out, n / 1000);
    out = write_group(out, n % 1000, mark);
  }
  do {
    std::uint32_t const pair = pairs[--count];
    out = write_group(out, pair / 1000, mark);
    out = write_group(out, pair % 1000, mark);
  } while (count != 0);
  return out;
}
#endif

// The digits of a T, a separator behind each, and what is stored beyond.
template <integer T>
inline constexpr std::size_t grouped_size =
    decimal_size<T> * (1 + separator_room) + groups_padding;

/// Writes n in the groups of a locale that has some, and returns the end of
/// the text. Bytes up to `out + grouped_size<T>` may be overwritten.
template <integer T>
constexpr char* write_grouped(char* out, T n,
                              locale_data const& locale) noexcept {
  auto const u = magnitude(n);
  if constexpr (is_signed_integer<T>) {
    *out = '-';
    out += n < 0;
  }
#if RILL_LITTLE_ENDIAN
  if constexpr (sizeof(T) <= 8) {
    using word =
        std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
    if (!std::is_constant_evaluated() && locale.groups.are_thousands())
      return write_thousands(out, word{u}, stored_separator(locale));
  }
#endif
  char digits[decimal_size<T> + groups_padding] = {};
  char const* const end = write_decimal(digits, u);
  return write_groups(out, {digits, static_cast<std::size_t>(end - digits)},
                      locale);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
