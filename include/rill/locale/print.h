// rill/locale/print.h: numbers, times and money as a locale writes them.
//
// Layer 6. Tests: test/locale/localized_test.cpp, test/locale/imbued_test.cpp.
#ifndef RILL_LOCALE_PRINT_H
#define RILL_LOCALE_PRINT_H

#include <type_traits>  // std::is_constant_evaluated

#include "../base/text.h"
#include "../number/decimal.h"
#include "../os/locale_data.h"
#include "../print/format_string.h"
#include "../print/layout.h"
#include "../print/number.h"
#include "../print/print.h"
#include "../print/put.h"
#include "../print/styled.h"
#include "../shape/range.h"
#include "../value/padding.h"
#include "locale.h"

// Whole numbers in the digit groups of a locale.
//
// No allocation, no exception, constexpr. Numbers up to 64 bits in groups of
// three, which nearly every locale has, are written three digits at a time; all
// others are written in decimal, then split. The function that goes digit by
// digit runs at compile time, and is the reference for the tests.

namespace rill::inline RILL_BUILD {
namespace detail {

// The longest separator, in bytes; every separator is stored as this many
// bytes.
inline constexpr std::size_t separator_room =
    decltype(locale_data::thousands_separator)::most;

// Writes the digits with a separator at the end of each group.
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

// How many bytes behind the digits write_groups may read, and how many behind
// its output it may overwrite.
inline constexpr std::size_t groups_padding = separator_room;

// Copies a group; up to 4 digits with one store of 4 bytes.
inline char* copy_group(char* out, char const* digits,
                        std::size_t size) noexcept {
  static_assert(groups_padding >= 4);
  if (RILL_LIKELY(size <= 4))
    __builtin_memcpy(out, digits, 4);
  else
    __builtin_memcpy(out, digits, size);
  return out + size;
}

// As write_groups_plainly, but a group at a time.
inline char* write_groups_fast(char* out, text digits,
                               locale_data const& locale) noexcept {
  digit_groups const& groups = locale.groups;
  char const* const mark = locale.thousands_separator.data();
  std::size_t const mark_size = locale.thousands_separator.size();
  // From the right: first the groups of given sizes, then groups of the size
  // that repeats.
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
  return write_groups_fast(out, digits, locale);
}

#if RILL_LITTLE_ENDIAN
// The stored separator, loaded at once with its padding.
struct stored_separator {
  std::uint64_t bytes;
  std::size_t size;

  explicit stored_separator(locale_data const& locale) noexcept
      : size(locale.thousands_separator.size()) {
    static_assert(sizeof bytes == separator_room);
    __builtin_memcpy(&bytes, locale.thousands_separator.data(), sizeof bytes);
  }
};

// Writes a separator and n < 1000 in three digits. Overwrites 12 bytes.
inline char* write_group(char* out, std::uint64_t n,
                         stored_separator const& mark) noexcept {
  __builtin_memcpy(out, &mark.bytes, sizeof mark.bytes);
  out += mark.size;
  __builtin_memcpy(out, &triplets.text[n], 4);
  return out + 3;
}

// Writes n < 1000 without leading zeros. Overwrites 4 bytes.
inline char* write_first_group(char* out, std::uint64_t n) noexcept {
  unsigned const zeros = unsigned{n < 100} + unsigned{n < 10};
  std::uint32_t const word = triplets.text[n] >> (zeros * 8);
  __builtin_memcpy(out, &word, 4);
  return out + 3 - zeros;
}

// Writes any n in groups of three.
template <class U>
inline char* write_thousands(char* out, U n, stored_separator mark) noexcept {
  if (n < 1000) return write_first_group(out, n);
  if (n < 1000000) {
    out = write_first_group(out, n / 1000);
    return write_group(out, n % 1000, mark);
  }
  // Splits off six digits at a time, two groups each, until less than a million
  // is left.
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

// Room for the digits of a T, a separator behind each, and the padding.
template <integer T>
inline constexpr std::size_t grouped_size =
    decimal_size<T> * (1 + separator_room) + groups_padding;

/// Writes n in the groups of a locale that has groups, and returns the end of
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

// Values with a locale: the numbers in them get its groups and its decimal
// point.
//
// Allocates only if printing the value without a locale does; constexpr if that
// is.
// Wrappers and hooks pass the locale on to what they contain.

/// How a wrapper of rill is printed if its contents are localized: `static void
/// put(writer&, T const&, locale_data const&)`.
template <class T>
struct inside_locale;

template <class T>
concept passes_locale_on =
    requires(writer& out, T const& v, locale_data const& locale) {
      inside_locale<T>::put(out, v, locale);
    };

template <class T>
inline constexpr bool is_localized = false;
template <class T, class Locale>
inline constexpr bool is_localized<localized_value<T, Locale>> = true;

// Numbers with a form or a style, except those in another base, which locales
// do not affect.
template <class T>
inline constexpr bool is_decimal_form = measured<T>;
template <class T>
inline constexpr bool is_decimal_form<styled_number<T>> =
    styleable<remove_cvref<T>> && !is_based<T>;

// The `out` of a hook, which localizes the numbers printed to it.
class localizing_out {
 public:
  constexpr localizing_out(writer& out, locale_data const& locale) noexcept
      : writer_(out), locale_(locale) {}
  template <class... Args, sight S = sight_of_call<Args...>()>
  constexpr unbounded operator()(Args const&... args) const;

 private:
  writer& writer_;
  locale_data const& locale_;
};

// A hook of a user's type that is a template, for a type that is not a wrapper
// or leaf.
template <class T>
concept localizing_hook =
    template_hook<T> && !text_like<T> && !has_builtin_formatter<T> &&
    !measured<T> && !has_printer<T> && !user_leaf<T>;

/// The argument with the locale; unchanged if a locale does not affect its
/// type.
template <class T, sight S = sight_of<T>>
constexpr decltype(auto) localize(T const& v,
                                  locale_data const& locale) noexcept {
  if constexpr (integer<T> || floating<T>)
    return localized_value<T>{v, &locale};
  else if constexpr (is_decimal_form<T> || passes_locale_on<T> ||
                     localizing_hook<T>)
    return localized_value<T const&>{v, &locale};
  else
    return (v);
}

template <class... Args, sight S>
constexpr unbounded localizing_out::operator()(Args const&... args) const {
  RILL_NOTE_FORMAT_STRING(args...);
  if constexpr (all_printable<Args...>)
    put(writer_, localize(args, locale_)...);
  return {};
}

template <class T, class Locale>
  requires integer<remove_cvref<T>>
struct builtin_formatter<localized_value<T, Locale>> {
  static constexpr bool has_marks = true;
  using number = remove_cvref<T>;
  using value_type = localized_value<T, Locale>;
  static constexpr std::size_t room = grouped_size<number>;

  static constexpr char* write(char* out, value_type const& v) noexcept {
    number const n = v.value;
    if (v.locale->is_grouped()) return write_grouped(out, n, *v.locale);
    return write_decimal(out, n);
  }
  static constexpr std::size_t size(value_type const& v) noexcept {
    locale_data const& locale = *v.locale;
    std::size_t const digits = digits_of(magnitude(number{v.value}));
    std::size_t const marks =
        locale.is_grouped() ? locale.groups.separators_in(digits) : 0;
    return decimal_digits(number{v.value}) +
           marks * locale.thousands_separator.size();
  }
};

// Writes the text of a floating-point number with groups in its whole part and
// the locale's decimal point. Reads up to `groups_padding` bytes behind the
// text.
constexpr char* write_number(char* out, text number,
                             locale_data const& locale) noexcept {
  char const* at = number.begin();
  char const* const end = number.end();
  if (*at == '-') *out++ = *at++;
  char const* const whole = at;
  while (at != end && is_digit(*at)) ++at;
  auto const digits = static_cast<std::size_t>(at - whole);
  out = digits > 1 && locale.is_grouped()
            ? write_groups(out, {whole, digits}, locale)
            : copy_bytes(out, whole, digits);
  if (at != end && *at == '.') {
    text const point = locale.decimal_point;
    out = copy_bytes(out, point.data, point.size);
    ++at;
  }
  return copy_bytes(out, at, static_cast<std::size_t>(end - at));
}

template <class T, class Locale>
  requires floating<remove_cvref<T>>
struct builtin_formatter<localized_value<T, Locale>> {
  static constexpr bool has_marks = true;
  using number = remove_cvref<T>;
  using value_type = localized_value<T, Locale>;
  static constexpr std::size_t room =
      shortest_size<number> * (1 + separator_room) +
      decltype(locale_data::decimal_point)::most;

  static constexpr char* write(char* out, value_type const& v) noexcept {
    char scratch[shortest_size<number> + groups_padding] = {};
    char const* const end = write_shortest(scratch, number{v.value});
    return write_number(out, {scratch, static_cast<std::size_t>(end - scratch)},
                        *v.locale);
  }
  static constexpr std::size_t size(value_type const& v) noexcept {
    char scratch[room] = {};
    return static_cast<std::size_t>(write(scratch, v) - scratch);
  }
};

// The number of digits, with leading zeros, that fill `room` characters
// together with their separators. One digit more if the text would otherwise
// begin with a separator.
constexpr std::size_t digits_to_fill(std::size_t digits, std::size_t room,
                                     digit_groups const& groups) noexcept {
  std::size_t least = digits;
  std::size_t most = larger(digits, room);
  while (least != most) {
    std::size_t const middle = least + (most - least) / 2;
    if (middle + groups.separators_in(middle) >= room)
      most = middle;
    else
      least = middle + 1;
  }
  return least;
}

// Writes `count` digits in groups: `digits`, preceded by zeros.
constexpr void put_groups(writer& out, text digits, std::size_t count,
                          locale_data const& locale) {
  for (std::size_t left = count; left != 0; --left) {
    if (left != count && locale.groups.ends_at(left))
      out.write(locale.thousands_separator);
    out.write(left > digits.size ? "0" : digits.end() - left, 1);
  }
}

// As put_styled, with a locale's groups and decimal point.
constexpr void put_localized(writer& out, number_parts const& p,
                             number_text const& made, number_style const& style,
                             locale_data const& locale, bool is_decimal) {
  if (!p.is_finite) return put_styled(out, p, made, style, 0);
  text const sign =
      p.sign.size != 0 || style.sign == '-' ? p.sign : text{&style.sign, 1};
  std::size_t const around =
      sign.size + p.prefix.size + p.rest.size + made.zeros;
  std::size_t const room = style.width > around ? style.width - around : 0;
  out.write(sign);
  out.write(p.prefix);
  if (is_decimal && locale.is_grouped()) {
    std::size_t const count = digits_to_fill(p.whole.size, room, locale.groups);
    put_groups(out, p.whole, count, locale);
  } else {
    put_zeros(out, larger(room, p.whole.size) - p.whole.size);
    out.write(p.whole);
  }
  text rest = p.rest;
  if (rest.size != 0 && *rest.data == '.') {
    out.write(locale.decimal_point);
    rest = {rest.data + 1, rest.size - 1};
  }
  std::size_t const head = rest.size - made.tail;
  out.write(rest.data, head);
  put_zeros(out, made.zeros);
  out.write(rest.data + head, made.tail);
}

template <class T>
constexpr void put_localized_number(writer& out, T const& number,
                                    number_style const& style,
                                    locale_data const& locale) {
  using leaf = styled_formatter<T>;
  char scratch[leaf::most];
  number_text const made = leaf::render(scratch, number);
  text const whole{scratch, static_cast<std::size_t>(made.end - scratch)};
  constexpr std::size_t prefix = prefix_size<T>;
  put_localized(out, parts_of(whole, radix_of<T>, prefix), made, style, locale,
                prefix == 0);
}

template <class T, float_form Form, bool Upper>
  requires measured<formed<T, Form, Upper>>
struct inside_locale<formed<T, Form, Upper>> {
  static constexpr void put(writer& out, formed<T, Form, Upper> const& v,
                            locale_data const& locale) {
    put_localized_number(out, v, {}, locale);
  }
};

// The options grouped and decimal_comma override the locale.
template <class T>
  requires is_decimal_form<styled_number<T>>
struct inside_locale<styled_number<T>> {
  static constexpr void put(writer& out, styled_number<T> const& v,
                            locale_data const& locale) {
    if (v.style.is_grouped || v.style.comma)
      detail::put(out, v);
    else
      put_localized_number(out, v.number, v.style, locale);
  }
};

template <class T, alignment Place>
  requires is_printable<remove_cvref<T>>
struct inside_locale<aligned<T, Place>> {
  template <sight S = sight_of<aligned<T, Place>>>
  static constexpr void put(writer& out, aligned<T, Place> const& v,
                            locale_data const& locale) {
    using inner = decltype(localize(v.value, locale));
    detail::put(
        out, aligned<inner, Place>{localize(v.value, locale), v.width, v.fill});
  }
};

template <class Range, class Separator>
  requires has_printer<joined<Range, Separator>>
struct inside_locale<joined<Range, Separator>> {
  template <sight S = sight_of<joined<Range, Separator>>>
  static constexpr void put(writer& out, joined<Range, Separator> const& j,
                            locale_data const& locale) {
    bool first = true;
    using value = element_type<remove_cvref<Range>>;
    for (auto&& element : to_iterate<remove_cvref<Range>>(j.range)) {
      if (!first) detail::put(out, localize(j.separator, locale));
      first = false;
      if constexpr (!std::is_same_v<remove_cvref<decltype(element)>, value>)
        detail::put(out, localize(static_cast<value>(element), locale));
      else
        detail::put(out, localize(element, locale));
    }
  }
};

template <class A, class B>
  requires is_printable<remove_cvref<A>> && is_printable<remove_cvref<B>>
struct inside_locale<choice<A, B>> {
  template <sight S = sight_of<choice<A, B>>>
  static constexpr void put(writer& out, choice<A, B> const& v,
                            locale_data const& locale) {
    if (v.first)
      detail::put(out, localize(v.a, locale));
    else
      detail::put(out, localize(v.b, locale));
  }
};

template <class T>
  requires is_printable<remove_cvref<T>>
struct inside_locale<ending<T>> {
  template <sight S = sight_of<ending<T>>>
  static constexpr void put(writer& out, ending<T> const& v,
                            locale_data const& locale) {
    detail::put(out, localize(v.value, locale));
  }
};

template <class T>
  requires is_printable<remove_cvref<T>> || is_several<T>
struct inside_locale<styled_value<T>> {
  template <sight S = sight_of<styled_value<T>>>
  static constexpr void put(writer& out, styled_value<T> const& v,
                            locale_data const& locale) {
    using inner = decltype(localize(v.value, locale));
    detail::put(out, styled_value<inner>{localize(v.value, locale), v.look});
  }
};

// The values of styled(style, a, b, c).
template <class... Ts>
struct inside_locale<several<Ts...>> {
  template <sight S = sight_of<several<Ts...>>>
  static constexpr void put(writer& out, several<Ts...> const& v,
                            locale_data const& locale) {
    detail::put(out, localize(v.first, locale));
    if constexpr (sizeof...(Ts) > 1) detail::put(out, localize(v.rest, locale));
  }
};

template <class... Ts>
  requires(is_printable<remove_cvref<Ts>> && ...)
struct inside_locale<with_mode<Ts...>> {
  template <sight S = sight_of<with_mode<Ts...>>>
  static constexpr void put(writer& out, with_mode<Ts...> const& v,
                            locale_data const& locale) {
    mode_scope const scope(out, v.mode);
    detail::put(out, localize(v.values, locale));
  }
};

template <class T, class Locale>
  requires(!integer<remove_cvref<T>> && !floating<remove_cvref<T>> &&
           (is_printable<remove_cvref<T>> || passes_locale_on<remove_cvref<T>>))
struct printer<localized_value<T, Locale>> {
  template <sight S = sight_of<localized_value<T, Locale>>>
  static constexpr void put(writer& out, localized_value<T, Locale> const& v) {
    using value_type = remove_cvref<T>;
    if constexpr (passes_locale_on<value_type>) {
      inside_locale<value_type>::put(out, v.value, *v.locale);
    } else if constexpr (localizing_hook<value_type>) {
      localizing_out localizing(out, *v.locale);
      rill_print(localizing, v.value);
    } else {
      detail::put(out, v.value);
    }
  }
};

template <class T, sight S>
struct inside_locale<seen<T, S>> {
  static constexpr void put(writer& out, seen<T, S> const& argument,
                            locale_data const& locale) {
    detail::put(out, localize(argument.value, locale));
  }
};

// Sinks with a locale.

template <class Separator, class T>
struct inside_locale<separated<Separator, T>> {
  template <sight S = sight_of<separated<Separator, T>>>
  static constexpr void put(writer& out, separated<Separator, T> const& v,
                            locale_data const& locale) {
    if constexpr (!is_ending<T>)
      detail::put(out, localize(v.separator, locale));
    detail::put(out, localize(v.value, locale));
  }
};

}  // namespace detail

/// As the sink itself, with the numbers of every argument localized. Costs only
/// a test if the locale does not change numbers.
template <class S>
  requires detail::sink<detail::remove_cvref<S>>
struct sink_traits<imbued<S>> {
  template <class... Args>
  static constexpr void put(imbued<S>& out, Args const&... args) {
    using traits = sink_traits<detail::remove_cvref<S>>;
    if constexpr (detail::all_printable<Args...>) {
      if (out.prints_plainly())
        traits::put(out.stream(), args...);
      else
        put_localized(out, args...);
    }
  }
  static constexpr void flush(imbued<S>& out) {
    sink_traits<detail::remove_cvref<S>>::flush(out.stream());
  }

 private:
  // Out of line, so that the branch without a locale costs nothing more.
  template <class... Args>
  [[gnu::noinline]] static constexpr void put_localized(imbued<S>& out,
                                                        Args const&... args) {
    sink_traits<detail::remove_cvref<S>>::put(
        out.stream(), detail::as_seen(detail::localize(args, out.locale()))...);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
