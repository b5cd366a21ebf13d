// rill/os/locale_data.h: the number format of a locale, as plain data, and the
// interface to the system's locales.
//
// Layer 3. Tests: test/os/locale_data_test.cpp, test/locale/c_locale_test.cpp.
#ifndef RILL_OS_LOCALE_DATA_H
#define RILL_OS_LOCALE_DATA_H

#include <concepts>  // std::convertible_to

#include "../base/result.h"
#include "../base/run.h"
#include "../base/text.h"
#include "../unicode/utf8.h"

// The number format of a locale, as plain data.
//
// A literal type: no C library, no allocation, no exception, constexpr, so that
// tests and programs can write one by hand. locale/locale.h fills one from the
// C library.

namespace rill::inline RILL_BUILD {

/// A text of at most `Most` bytes, stored by value. A longer text does not
/// compile as a constant, and otherwise ends the program.
template <std::size_t Most>
class short_text {
 public:
  static constexpr std::size_t most = Most;

  constexpr short_text() noexcept = default;
  constexpr short_text(text bytes) noexcept : size_(bytes.size) {
    if (bytes.size > Most) __builtin_trap();
    detail::copy_bytes(bytes_, bytes.data, bytes.size);
  }
  constexpr short_text(char const* bytes) noexcept : short_text(text(bytes)) {}

  /// All `Most` bytes; those after the text are 0.
  constexpr char const* data() const noexcept { return bytes_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr operator text() const noexcept { return {bytes_, size_}; }

  friend constexpr bool operator==(short_text const& a,
                                   short_text const& b) noexcept {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i != a.size_; ++i)
      if (a.bytes_[i] != b.bytes_[i]) return false;
    return true;
  }

 private:
  char bytes_[Most] = {};
  std::size_t size_ = 0;
};

namespace detail {
template <std::size_t Most>
inline constexpr bool holds_its_bytes<short_text<Most>> = true;
}  // namespace detail

/// The sizes of groups of digits, from the right: {3} gives 1 234 567, {3, 2}
/// gives 12 34 567. The last size repeats; a 0 at the end makes one group of
/// the remaining digits. An empty list, {}, means no grouping.
class digit_groups {
 public:
  /// The most different sizes. The C libraries' locales have at most two.
  static constexpr std::size_t most = 8;

  constexpr digit_groups() noexcept = default;
  template <std::convertible_to<int>... Sizes>
    requires(sizeof...(Sizes) != 0 && sizeof...(Sizes) <= most)
  constexpr digit_groups(Sizes... sizes) noexcept {
    (add(static_cast<int>(sizes)), ...);
  }

  /// Adds a size to the left. Requires: fewer than `most` sizes so far; not
  /// negative.
  constexpr void add(int size) noexcept {
    if (count_ == most || size < 0 || size > 255) __builtin_trap();
    sizes_[count_++] = static_cast<unsigned char>(size);
  }

  /// Returns the size of a group; the rightmost is number 0. Returns 0 if the
  /// group has all remaining digits.
  constexpr std::size_t size_of(std::size_t number) const noexcept {
    if (count_ == 0) return 0;
    return sizes_[detail::smaller(number, count_ - 1)];
  }

  /// Returns the number of sizes.
  constexpr std::size_t count() const noexcept { return count_; }

  /// Returns true if digits are grouped.
  constexpr bool any() const noexcept { return size_of(0) != 0; }

  /// Returns true if every group has three digits.
  constexpr bool are_thousands() const noexcept {
    for (std::size_t i = 0; i != count_; ++i)
      if (sizes_[i] != 3) return false;
    return count_ != 0;
  }

  /// Returns true if a group ends to the left of the last `digits` digits.
  constexpr bool ends_at(std::size_t digits) const noexcept {
    for (std::size_t i = 0; i + 1 < count_; ++i) {
      if (sizes_[i] == 0 || digits <= sizes_[i]) return digits == sizes_[i];
      digits -= sizes_[i];
    }
    std::size_t const last = size_of(count_);
    return last != 0 && digits != 0 && digits % last == 0;
  }

  /// Returns the number of separators in a number of `digits` digits.
  constexpr std::size_t separators_in(std::size_t digits) const noexcept {
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < count_; ++i, ++count) {
      if (sizes_[i] == 0 || digits <= sizes_[i]) return count;
      digits -= sizes_[i];
    }
    std::size_t const last = size_of(count_);
    return last != 0 && digits != 0 ? count + (digits - 1) / last : count;
  }

  friend constexpr bool operator==(digit_groups const& a,
                                   digit_groups const& b) noexcept {
    if (a.count_ != b.count_) return false;
    for (std::size_t i = 0; i != a.count_; ++i)
      if (a.sizes_[i] != b.sizes_[i]) return false;
    return true;
  }

 private:
  unsigned char sizes_[most] = {};
  std::size_t count_ = 0;
};

/// How numbers look in a language and a country. All texts are UTF-8.
///
/// Example:
///     #include <rill/locale.h>
///     constexpr rill::locale_data german{.decimal_point = ",",
///                                        .thousands_separator = ".",
///                                        .groups = {3}};
///     rill::println(rill::localized(1234567.5, german));
struct locale_data {
  /// Separates the whole part from the fraction. Requires: not empty, no digit.
  short_text<8> decimal_point = ".";
  /// Separates groups of digits; if it is empty, digits are not grouped.
  /// Requires: it begins neither with the first byte of the decimal point, nor
  /// with a digit or a minus.
  short_text<8> thousands_separator = {};
  digit_groups groups = {};
  /// The white space characters outside ASCII, concatenated. Requires: no ASCII
  /// characters.
  short_text<96> spaces = {};

  /// Returns true if digits are grouped.
  constexpr bool is_grouped() const noexcept {
    return thousands_separator.size() != 0 && groups.any();
  }
  /// Returns true if numbers look as rill prints them without a locale.
  constexpr bool prints_plainly() const noexcept {
    return !is_grouped() && has_plain_point();
  }
  /// Returns true if the decimal point is `.`.
  constexpr bool has_plain_point() const noexcept {
    return decimal_point.size() == 1 && *decimal_point.data() == '.';
  }

  friend constexpr bool operator==(locale_data const&,
                                   locale_data const&) noexcept = default;
};

namespace detail {
// A copy of a temporary, used as a pointer to it.
struct owned_locale {
  locale_data data;
  constexpr locale_data const& operator*() const noexcept { return data; }
  constexpr locale_data const* operator->() const noexcept { return &data; }
};

// A value to print or read in the format of a locale.
template <class T, class Locale = locale_data const*>
struct localized_value {
  T value;
  Locale locale;
};

template <class Name>
concept name_of_locale = std::is_convertible_v<Name const&, text>;

// A temporary c_locale.
template <class T>
concept temporary_locale =
    !std::is_reference_v<T> && !std::is_same_v<T, locale_data> &&
    !name_of_locale<T> && std::is_convertible_v<T const&, locale_data const&>;
}  // namespace detail

/// `localized(value, locale)`: prints the numbers in the value in the locale's
/// format; with an lvalue, also scans them. `locale` is a locale_data or a
/// c_locale: a variable must outlive the result, a temporary is copied.
template <class T>
constexpr detail::localized_value<T> localized(
    T&& value,
    locale_data const& locale) noexcept(noexcept(detail::localized_value<T>{
    static_cast<T&&>(value), nullptr})) {
  return {static_cast<T&&>(value), &locale};
}
template <class T>
constexpr detail::localized_value<T, detail::owned_locale> localized(
    T&& value,
    locale_data const&& locale) noexcept(noexcept(detail::localized_value<T>{
    static_cast<T&&>(value), nullptr})) {
  return {static_cast<T&&>(value), {locale}};
}
template <class T, detail::temporary_locale Locale>
constexpr detail::localized_value<T, detail::owned_locale> localized(
    T&& value, Locale&& locale) noexcept(noexcept(detail::localized_value<T>{
    static_cast<T&&>(value), nullptr})) {
  return {static_cast<T&&>(value), {static_cast<locale_data const&>(locale)}};
}

namespace detail {

template <class Name>
constexpr void refuse_name_of_locale() {
  static_assert(always_false<Name>,
                "rill: a name is not a locale: make a rill::c_locale of it "
                "once, or write a rill::locale_data");
}

}  // namespace detail

/// Diagnoses likely mistakes and names the remedy.
template <class T, detail::name_of_locale Name>
constexpr detail::localized_value<T> localized(T&& value, Name const&) {
  detail::refuse_name_of_locale<Name>();
  return {static_cast<T&&>(value), nullptr};
}

}  // namespace rill::inline RILL_BUILD

// The types and helpers that locale.h shares between all systems.
//
// Allocates nothing, throws nothing.

namespace rill::inline RILL_BUILD::os {

/// The longest locale name that is looked up, with its NUL.
inline constexpr std::size_t locale_name_room = 512;

/// A locale as the system describes it, in UTF-8.
struct locale_facts {
  /// The name of the locale found: as requested or, for "", from the
  /// environment. Truncated if it is longer.
  short_text<63> name;
  /// The encoding of the locale in the C library.
  short_text<31> encoding;
  locale_data data;
};

// The characters that a C library may classify as white space: those with the
// Unicode property White_Space, now or formerly (U+180E), and the two
// zero-width spaces.
inline constexpr char32_t space_candidates[] = {
    0x85,   0xA0,   0x1680, 0x180E, 0x2000, 0x2001, 0x2002, 0x2003,
    0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x200B,
    0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF};

// Returns the candidates that are white space.
template <class IsSpace>
short_text<96> spaces_among_candidates(IsSpace is_space) noexcept {
  char bytes[sizeof space_candidates / sizeof(char32_t) * 3 + 1];
  static_assert(sizeof bytes <= 96);
  char* end = bytes;
  for (char32_t const c : space_candidates)
    if (is_space(c)) end = write_utf8(end, c);
  return text(bytes, static_cast<std::size_t>(end - bytes));
}

// Copies a text, truncated to `Most` bytes.
template <std::size_t Most>
constexpr short_text<Most> cut_to_fit(text bytes) noexcept {
  return text(bytes.data, detail::smaller(bytes.size, Most));
}

// Clears the separator and the groups of a locale that does not group digits,
// so that all such locales compare equal.
constexpr void drop_what_is_unused(locale_data& data) noexcept {
  if (data.is_grouped()) return;
  data.thousands_separator = {};
  data.groups = {};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
