// rill/csv/field.h: one field of a row as a value, and rows that consist only
// of numbers.
//
// Layer 6. Tests: test/csv/scan_csv_test.cpp.
#ifndef RILL_CSV_FIELD_H
#define RILL_CSV_FIELD_H

#include <tuple>  // std::tuple_size, for arrays

#include "../number/digits.h"
#include "../number/kernel/fields.h"
#include "../scan/number.h"
#include "../scan/refuse.h"
#include "../scan/container.h"
#include "../scan/standard.h"
#include "../scan/aggregate.h"
#include "../scan/structure.h"
#include "../scan/time.h"
#include "../stream/memory_reader.h"
#include "rows.h"

// One field of a row as a value, and rows of fields as structures.
//
// A field is the whole text of its value: numbers may have blanks around them;
// the blanks of texts belong to them.

namespace rill::inline RILL_BUILD::detail {

// std::string_view and similar: a field of this type is a view into the buffer.
template <class T>
concept field_view = std::is_trivially_copyable_v<T> && requires {
  T(static_cast<char const*>(nullptr), std::size_t{});
  typename T::traits_type;
};

template <class T>
concept plain_field = has_item<T> || field_view<T>;
template <class T>
concept field_optional = shape_of<T> == shape::optional &&
                         plain_field<remove_cvref<decltype(*declval<T&>())>>;

template <class T>
concept field_value = plain_field<T> || field_optional<T>;

constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }

inline text without_blanks(text field) noexcept {
  while (field.size != 0 && is_blank(*field.data)) {
    ++field.data;
    --field.size;
  }
  while (field.size != 0 && is_blank(field.end()[-1])) --field.size;
  return field;
}

// Parses a plain number at `at`, with padding behind it. Returns null for any
// other text.
template <integer T>
RILL_ALWAYS_INLINE char const* parse_padded(char const* at, char const*,
                                            T& n) noexcept {
  T value{};
  parse_result const result = parse_decimal_padded(at, value);
  if (RILL_UNLIKELY(!result)) return nullptr;
  n = value;
  return result.end;
}
inline constexpr std::ptrdiff_t number_padding = 64;
static_assert(number_padding >= 2 * decimal_padding);
static_assert(number_padding > float_padding);

template <integer T>
scan_status parse_field(text field, T& n, text& expected) {
  parse_result const result = parse_integer(field.begin(), field.end(), n, 10);
  expected = "an integer";
  if (!result)
    return refuse_integer(field, 10, result.error, !is_signed_integer<T>,
                          bounds_of_integers<T>(), expected);
  return result.end == field.end() ? scan_ok : scan_problem::malformed;
}
template <floating T>
scan_status parse_field(text field, T& x, text& expected) {
  parse_result const result = parse_float(field.begin(), field.end(), x);
  if (result && result.end == field.end()) return scan_ok;
  bool const is_far = result.error == number_error::out_of_range;
  expected = is_far ? bounds_of_floating<T>()
                    : refused_number(result.end, field.end(), bool(result));
  return is_far ? scan_problem::out_of_range : scan_problem::malformed;
}

// Reads a field as scan would read it alone.
template <class T, sight S = scan_sight_of<T>>
scan_status scan_field(text field, T& to, text& expected) {
  memory_reader in(field);
  text_mark::declare_part(in);
  scan_status how;
  if constexpr (character<T>) {
    character_target<T> target{to};
    how = item<character_target<T>>::read(in, target, expected);
  } else {
    how = item<T>::read(in, to, expected);
    if (how == scan_ok) (void)skip_space(in);
  }
  if (how == scan_problem::end_of_input ||
      (how == scan_ok && in.cursor() != in.end()))
    return scan_problem::malformed;
  return how;
}

/// Reads a whole field. The bytes up to `readable` may be read. On failure
/// `expected` names what was expected.
template <field_value T, sight S = scan_sight_of<T>>
scan_status read_field(text field, char const* readable, T& to,
                       text& expected) {
  if constexpr (scan_hooked<T>) {
    return scan_field(without_blanks(field), to, expected);
  } else if constexpr (number<T>) {
    T value{};
    if (readable - field.begin() >= number_padding &&
        parse_padded(field.begin(), readable, value) == field.end()) {
      to = value;
      return scan_ok;
    }
    scan_status const how = parse_field(without_blanks(field), value, expected);
    if (how == scan_ok) to = value;
    return how;
  } else if constexpr (target_string<T>) {
    assign_text(to, field);
    return scan_ok;
  } else if constexpr (field_view<T>) {
    to = T(field.data, field.size);
    return scan_ok;
  } else if constexpr (field_optional<T>) {
    if (field.size == 0) {
      to = T();
      return scan_ok;
    }
    if (!to.has_value()) to.emplace();
    return read_field(field, readable, *to, expected);
  } else if constexpr (character<T>) {
    return scan_field(field, to, expected);
  } else {
    return scan_field(without_blanks(field), to, expected);
  }
}

// The error of a row: at which field, and what was expected there.
struct row_failure {
  scan_status how = scan_ok;
  std::size_t field = 0;
  text expected;
};

// Row types: with members, with a fixed number of elements, and growing ones.
template <class T>
concept members_row =
    shape_of<T> == shape::tuple || shape_of<T> == shape::aggregate ||
    shape_of<T> == shape::fields;
template <class T>
concept fixed_row = !members_row<T> && !target_string<T> && requires(T& row) {
  row.begin();
  std::tuple_size<T>::value;
};
template <class T>
concept growing_row = !members_row<T> && !fixed_row<T> && !target_string<T> &&
                      requires(T& row, typename T::value_type value) {
                        row.clear();
                        row.push_back(static_cast<decltype(value)&&>(value));
                      };

template <class T, class Use, int... Numbers>
RILL_ALWAYS_INLINE auto with_row_elements(T& row, Use& use,
                                          index_sequence<Numbers...>) {
  return use(get<static_cast<std::size_t>(Numbers)>(row)...);
}
template <class... Args>
constexpr make_index_sequence<int{sizeof...(Args)}> indices_of_parts(
    type_list<Args...>) noexcept {
  return {};
}

// Calls use(member, member, …) with the members of a row.
template <members_row T, class Use>
RILL_ALWAYS_INLINE auto with_row_parts(T& row, Use use) {
  if constexpr (shape_of<T> == shape::aggregate)
    return with_members(row, use);
  else if constexpr (shape_of<T> == shape::fields)
    return with_fields(row,
                       [&](auto, auto&... parts) { return use(parts...); });
  else if constexpr (pair_like<T>)
    return use(row.first, row.second);
  else
    return with_row_elements(row, use, indices_of_parts(parts<T>()));
}

template <class... Parts>
constexpr bool all_are_fields(type_list<Parts...>) noexcept {
  return ((field_value<std::remove_cvref_t<Parts>> &&
           !std::is_const_v<std::remove_reference_t<Parts>>) &&
          ...);
}
constexpr bool all_are_fields(has_bit_fields) noexcept { return false; }
template <class... Parts>
constexpr std::size_t count_of(type_list<Parts...>) noexcept {
  return sizeof...(Parts);
}

template <class T>
constexpr bool can_be_row() {
  if constexpr (members_row<T>)
    return all_are_fields(
        typename scanned_parts<shape_of<T>>::template list<T>());
  else if constexpr (fixed_row<T> || growing_row<T>)
    return field_value<typename T::value_type>;
  else
    return false;
}
template <class T>
concept typed_row = can_be_row<T>();

// The column of each named member of a row; found when the table has a header.
template <class T>
struct column_order {
  bool is_found = false;
  bool is_plain = true;  // each member in its own column, and no other columns
  std::size_t at[count_of(parts<T>()) + 1] = {};

  /// Finds the columns. Returns the first name without a column; empty if all
  /// have one.
  text find(csv_names const& names) {
    std::size_t i = 0;
    is_plain = names.size() == field_names<T>.size();
    for (text const& name : field_names<T>) {
      at[i] = names.find(name);
      if (at[i] == csv_names::none) return name;
      is_plain = is_plain && at[i] == i;
      ++i;
    }
    is_found = true;
    return {};
  }
};
struct no_column_order {
  static constexpr bool is_plain = true;
};
template <class T>
struct column_order_of {
  using type = no_column_order;
};
template <class T>
  requires(shape_of<T> == shape::fields)
struct column_order_of<T> {
  using type = column_order<T>;
};

// Reads the fields of a row in order, from memory.
class field_walk {
 public:
  field_walk(field_list const& fields, text row, char const* readable) noexcept
      : fields_(fields), row_(row), readable_(readable) {}

  // Sets the numbers of the fields, if they are not 0, 1, 2, …
  void goes_by(std::size_t const* order) noexcept { order_ = order; }

  template <class T, sight S = scan_sight_of<T>>
  bool operator()(T& to) {
    failure.field = order_ ? order_[done_] : done_;
    text const field = fields_[failure.field];
    // An unescaped field is in the scratch, where no byte behind it may be
    // read.
    bool const is_in_row =
        field.data >= row_.begin() && field.end() <= row_.end();
    failure.how = read_field(field, is_in_row ? readable_ : field.end(), to,
                             failure.expected);
    ++done_;
    return failure.how == scan_ok;
  }

  row_failure failure;

 private:
  field_list const& fields_;
  text row_;
  char const* readable_;
  std::size_t const* order_ = nullptr;
  std::size_t done_ = 0;
};

// The error for too few or too many fields.
inline row_failure miscounted(std::size_t there, std::size_t wanted) noexcept {
  return {there < wanted ? scan_problem::end_of_input : scan_problem::left_over,
          there < wanted ? there : wanted,
          {}};
}

// The sight of the parts of a row, which is read as its parts whether or not it
// has a hook.
template <class Row>
constexpr sight sight_of_row() {
  if constexpr (members_row<Row>)
    return sight_of_parts<scanning, Row>(sight_of_line<Row>(), parts<Row>());
  else if constexpr (requires { typename Row::value_type; })
    return scan_sight_of<typename Row::value_type>;
  else
    return 0;
}

/// Converts the fields of the row that was split to a T.
template <typed_row T, sight S = sight_of_row<T>()>
row_failure fill_row(csv_splitter const& rows, reader const& in, T& row,
                     [[maybe_unused]]
                     typename column_order_of<T>::type const& order,
                     [[maybe_unused]] std::size_t columns) {
  field_list const& fields = rows.fields();
  field_walk walk(fields, rows.row(), in.end());
  if constexpr (members_row<T>) {
    std::size_t count = count_of(parts<T>());
    if constexpr (shape_of<T> == shape::fields)
      if (order.is_found) {
        count = columns;
        walk.goes_by(order.at);
      }
    if (fields.size() != count) return miscounted(fields.size(), count);
    with_row_parts(row, [&](auto&... parts) { (void)(walk(parts) && ...); });
  } else if constexpr (fixed_row<T>) {
    constexpr std::size_t count = std::tuple_size<T>::value;
    if (fields.size() != count) return miscounted(fields.size(), count);
    for (auto& part : row)
      if (!walk(part)) break;
  } else {
    row.clear();
    for (std::size_t i = 0; i != fields.size(); ++i) {
      typename T::value_type value{};
      if (!walk(value)) break;
      row.push_back(static_cast<typename T::value_type&&>(value));
    }
  }
  return walk.failure;
}

// Types that can be read without splitting the whole row first.
template <class T>
concept fast_field =
    !scan_hooked<T> && (number<T> || byte_string<T> || field_view<T>);

template <class... Parts>
constexpr bool all_are_fast(type_list<Parts...>) noexcept {
  return (fast_field<std::remove_cvref_t<Parts>> && ...);
}

template <class T>
constexpr bool can_be_fast() {
  if constexpr (members_row<T>)
    return all_are_fast(parts<T>());
  else if constexpr (fixed_row<T>)
    return fast_field<typename T::value_type>;
  else
    return false;
}

template <class T>
constexpr std::size_t fast_size() noexcept {
  if constexpr (members_row<T>)
    return count_of(parts<T>());
  else
    return std::tuple_size<T>::value;
}

// Parses an integer of one to sixteen digits that fills [at, end). Returns
// false for any other text.
template <integer T>
RILL_ALWAYS_INLINE bool parse_between(char const* at, char const* end, T& n) {
#if RILL_LITTLE_ENDIAN
  if constexpr (sizeof(T) <= 8) {
    auto const size = static_cast<std::size_t>(end - at);
    bool const negative = is_signed_integer<T> && *at == '-';
    std::uint64_t digits = load_digits(at);
    digits ^= negative ? std::uint64_t{'-' ^ '0'} : 0;
    std::uint64_t value;
    std::size_t const sign_size = negative;
    if (RILL_LIKELY(size - 1 - sign_size < 8 - sign_size)) {
      std::uint64_t const kept = digits << (64 - 8 * size);
      if (RILL_UNLIKELY(!all_digits(kept))) return false;
      value = eight_value(kept);
      if constexpr (sizeof(T) <= 2)
        if (RILL_UNLIKELY(value > greatest_magnitude<T>(negative)))
          return false;
    } else {
      if (RILL_UNLIKELY(size < 9 || size > 16)) return false;
      std::uint64_t const last = load_digits(end - 8);
      std::uint64_t const first = digits << (128 - 8 * size);
      if (RILL_UNLIKELY(!all_digits(first) || !all_digits(last))) return false;
      value = eight_value(first) * 100'000'000 + eight_value(last);
      if (RILL_UNLIKELY(value > greatest_magnitude<T>(negative))) return false;
    }
    std::uint64_t const sign = std::uint64_t{0} - negative;
    n = static_cast<T>((value ^ sign) - sign);
    return true;
  } else
#endif
    return parse_padded(at, end, n) == end;
}
template <floating T>
RILL_ALWAYS_INLINE bool parse_between(char const* at, char const* end, T& x) {
  return parse_padded(at, end + 4, x) == end;
}

// Rows without quotes, parsed in the buffer. Finds the ends of fields 64 bytes
// at a time, so that the start of a field does not depend on parsing the one
// before.
class fast_row {
 public:
  /// The bytes that must be in memory from the start of the 64-byte block with
  /// the last separator.
  static constexpr std::ptrdiff_t needed = 64 + number_padding;

  /// Requires end - at >= needed.
  RILL_ALWAYS_INLINE fast_row(csv_options options, char const* at,
                              char const* end) noexcept
      : at_(at),
        block_(at),
        end_(end),
        find_(options.delimiter, '\n'),
        marks_(find_(at)),
        options_(options) {}

  /// Reads the next field, which must end with a delimiter, or if `is_last`
  /// with a newline. Returns false when it needs the slow path.
  template <class T>
  RILL_ALWAYS_INLINE bool field(T& to, bool is_last) {
    char const* const separator = next_separator();
    if (RILL_UNLIKELY(!separator)) return false;
    if (RILL_UNLIKELY(*separator != (is_last ? '\n' : options_.delimiter)))
      return false;
    char const* last = separator;
    if (is_last && last != at_ && last[-1] == '\r') --last;
    if constexpr (number<T>) {
      if (RILL_UNLIKELY(!parse_between(at_, last, to))) return false;
    } else {
      if (RILL_UNLIKELY(*at_ == options_.quote)) return false;
      auto const size = static_cast<std::size_t>(last - at_);
      if constexpr (field_view<T>)
        to = T(at_, size);
      else
        assign_text(to, {at_, size});
    }
    at_ = separator + 1;
    return true;
  }
  char const* end() const noexcept { return at_; }

 private:
  RILL_ALWAYS_INLINE char const* next_separator() noexcept {
    while (RILL_UNLIKELY(marks_ == 0)) {
      block_ += 64;
      if (RILL_UNLIKELY(end_ - block_ < needed)) return nullptr;
      marks_ = find_(block_);
    }
    char const* const found = block_ + __builtin_ctzll(marks_);
    marks_ &= marks_ - 1;
    return found;
  }

  char const* at_;
  char const* block_;
  char const* end_;
  match_mask find_;
  std::uint64_t marks_;
  csv_options options_;
};

/// Parses one row of [at, end) and returns its end, behind the newline; null
/// when it needs the slow path.
template <class T>
RILL_ALWAYS_INLINE char const* read_row_fast(csv_options options,
                                             char const* at, char const* end,
                                             T& row) {
  if (RILL_UNLIKELY(end - at < fast_row::needed || *at == '\n' || *at == '\r'))
    return nullptr;
  fast_row from(options, at, end);
  bool is_read = true;
  if constexpr (members_row<T>) {
    constexpr std::size_t count = count_of(parts<T>());
    is_read = with_row_parts(row, [&](auto&... parts) {
      std::size_t done = 0;
      return (from.field(parts, ++done == count) && ...);
    });
  } else {
    auto part = row.begin();
    for (std::size_t left = std::tuple_size<T>::value; left > 1; --left, ++part)
      if (RILL_UNLIKELY(!from.field(*part, false))) return nullptr;
    is_read = std::tuple_size<T>::value != 0 && from.field(*part, true);
  }
  return is_read ? from.end() : nullptr;
}

// Rows that consist only of numbers, parsed by a kernel, a whole row at a time.
//
// A row that the kernel does not take is read field by field. Figures:
// bench/scan/csv.cpp.

template <class T>
concept row_number =
    fast_field<T> && ((integer<T> && sizeof(T) <= 8) ||
                      std::same_as<T, float> || std::same_as<T, double>);

template <class... Parts>
constexpr bool all_are_row_numbers(type_list<Parts...>) noexcept {
  return (row_number<std::remove_cvref_t<Parts>> && ...);
}

// Returns how many numbers a row has, if it has nothing else and the kernel
// supports that many; otherwise 0.
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

// Converts the kernel's number to a T. Returns false when the result may be
// another number.
template <integer T>
inline bool number_of(std::int64_t value, unsigned decimals, T& n) noexcept {
  n = static_cast<T>(value);
  return (static_cast<std::int64_t>(n) == value) & (value >= 0 || n < 0) &
         (decimals == 0);
}
// The quotient of two exact numbers is rounded once.
template <floating T>
inline bool number_of(std::int64_t value, unsigned decimals, T& x) noexcept {
  constexpr bool is_float = sizeof(T) == 4;
  constexpr unsigned most_decimals = is_float ? 10 : 22;
  constexpr std::int64_t most = std::int64_t{1} << (is_float ? 24 : 53);
  x = static_cast<T>(value) /
      static_cast<T>(static_cast<std::int64_t>(powers_of_ten.of[decimals]));
  return (-most <= value) & (value <= most) & (decimals <= most_decimals);
}

// Stores four at a time. A loop over the row that the compiler vectorizes would
// suffer a store-forwarding stall for each int that was stored separately.
// Returns false if a value is not an int.
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

/// Parses one row of [at, end) as read_row_fast does.
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
