// rill/scan/csv_numbers.h: rows that are nothing but numbers, all of a row's
// at once.
//
// Floor 5. What the kernel does not take goes the way of csv_field.h. Tests:
// test/scan/csv_test.cpp; figures: bench/scan/csv.cpp.
#ifndef RILL_SCAN_CSV_NUMBERS_H
#define RILL_SCAN_CSV_NUMBERS_H

#include "../number/digits.h"
#include "../number/kernel/fields.h"
#include "csv_field.h"

namespace rill::inline RILL_BUILD::detail {

template <class T>
concept row_number =
    quick_field<T> && ((integer<T> && sizeof(T) <= 8) ||
                       std::same_as<T, float> || std::same_as<T, double>);

template <class... Parts>
constexpr bool all_are_row_numbers(type_list<Parts...>) noexcept {
  return (row_number<std::remove_cvref_t<Parts>> && ...);
}

// How many numbers a row of nothing else has, where the kernel could take
// them; else 0.
template <class T>
constexpr unsigned numbers_in_row() {
  std::size_t count = 0;
  if constexpr (members_row<T>) {
    if (all_are_row_numbers(parts<T>())) count = count_of(parts<T>());
  } else if constexpr (fixed_row<T>) {
    if (row_number<typename T::value_type>) count = std::tuple_size<T>::value;
  }
  return count <= most_fields ? static_cast<unsigned>(count) : 0;
}

// A number of the kernel's as a T: false when it may be another one.
template <integer T>
inline bool number_of(std::int64_t value, unsigned decimals, T& n) noexcept {
  n = static_cast<T>(value);
  return (static_cast<std::int64_t>(n) == value) & (value >= 0 || n < 0) &
         (decimals == 0);
}
// A quotient of two that are exact is rounded once.
template <floating T>
inline bool number_of(std::int64_t value, unsigned decimals, T& x) noexcept {
  constexpr bool is_float = sizeof(T) == 4;
  constexpr unsigned most_decimals = is_float ? 10 : 22;
  constexpr std::int64_t most = std::int64_t{1} << (is_float ? 24 : 53);
  x = static_cast<T>(value) /
      static_cast<T>(static_cast<std::int64_t>(powers_of_ten.of[decimals]));
  return (-most <= value) & (value <= most) & (decimals <= most_decimals);
}

// Four at a time: a loop over the row that the compiler makes one of vectors
// would wait for each int that was stored by itself. False when one is none.
template <unsigned Count>
inline bool store_ints(std::int64_t const* values, int* out) noexcept {
  typedef std::uint64_t longs [[gnu::vector_size(32)]];
  typedef int ints [[gnu::vector_size(16)]];
  longs beyond{};
  unsigned i = 0;
  for (; i + 4 <= Count; i += 4) {
    longs four;
    __builtin_memcpy(&four, values + i, sizeof four);
    beyond |= (four + 0x80000000u) >> 32;
    ints const narrow = __builtin_convertvector(four, ints);
    __builtin_memcpy(out + i, &narrow, sizeof narrow);
  }
  bool is_good = (beyond[0] | beyond[1] | beyond[2] | beyond[3]) == 0;
  for (; i != Count; ++i) is_good &= number_of(values[i], 0, out[i]);
  return is_good;
}

template <class T>
concept row_of_ints = fixed_row<T> && requires(T& row) {
  { row.data() } -> std::same_as<int*>;
};

/// Parses one row of [at, end) as read_row_quickly does.
template <class T>
inline char const* read_row_of_numbers(fields_reader read, char delimiter,
                                       char const* at, char const* end,
                                       T& row) {
  constexpr unsigned count = numbers_in_row<T>();
  std::int64_t values[count + fields_slack];
  unsigned char decimals[count + fields_slack];
  row_of_numbers found{values, decimals, count};
  char const* const behind = read(at, end, delimiter, found);
  if (RILL_UNLIKELY(!behind)) return nullptr;
  bool is_good = true;
  if constexpr (row_of_ints<T>) {
    is_good = !found.has_points && store_ints<count>(values, row.data());
  } else {
    unsigned i = 0;
    auto const take = [&](auto& to) {
      is_good &= number_of(values[i], decimals[i], to);
      ++i;
    };
    if constexpr (members_row<T>)
      with_row_parts(row, [&](auto&... parts) { (take(parts), ...); });
    else
      for (auto& part : row) take(part);
  }
  return RILL_LIKELY(is_good) ? behind : nullptr;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
