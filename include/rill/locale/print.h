// rill/print/localized.h: values as a locale has them: the numbers in them
// with its groups and its decimal point.
//
// Floor 5. No allocation but those of the values themselves, constexpr where
// they are. Wrappers and hooks hand the locale on to what is inside of them.
// Tests: test/print/localized_test.cpp.
#ifndef RILL_PRINT_LOCALIZED_H
#define RILL_PRINT_LOCALIZED_H

#include "../base/ascii.h"
#include "../shape/range.h"
#include "../value/layout.h"
#include "../value/locale_data.h"
#include "../value/styled.h"
#include "grouped_digits.h"
#include "layout.h"
#include "number_style.h"
#include "put.h"
#include "styled.h"

namespace rill::inline RILL_BUILD::detail {

/// How a wrapper of rill's own is printed when what is inside of it is
/// localized: `static void put(writer&, T const&, locale_data const&)`.
template <class T>
struct inside_locale;

template <class T>
concept passes_locale_on =
    requires(writer& out, T const& v, locale_data const& locale) {
      inside_locale<T>::put(out, v, locale);
    };

template <class T>
inline constexpr bool is_localized = false;
template <class T>
inline constexpr bool is_localized<localized_value<T>> = true;

// Numbers with a form or a style. What has a base is no matter of locales.
template <class T>
inline constexpr bool is_decimal_form = measured<T>;
template <class T>
inline constexpr bool is_decimal_form<styled_number<T>> =
    styleable<T> && !is_based<T>;

// The `out` of a hook whose numbers are a locale's.
class localizing_out {
 public:
  constexpr localizing_out(writer& out, locale_data const& locale) noexcept
      : writer_(out), locale_(locale) {}
  template <class... Args>
  constexpr unbounded operator()(Args const&... args) const;

 private:
  writer& writer_;
  locale_data const& locale_;
};

// A hook of a user's that is a template, and no wrapper or leaf.
template <class T>
concept localizing_hook =
    template_hook<T> && !text_like<T> && !built_in_leaf<T> && !measured<T> &&
    !composed<T> && !user_leaf<T>;

/// An argument as the locale has it: itself, when there is nothing that
/// concerns a locale.
template <class T>
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

template <class... Args>
constexpr unbounded localizing_out::operator()(Args const&... args) const {
  if constexpr (all_printable<Args...>)
    put(writer_, localize(args, locale_)...);
  return {};
}

template <class T>
  requires integer<bare<T>>
struct own_leaf<localized_value<T>> {
  static constexpr bool has_marks = true;
  using number = bare<T>;
  using value_type = localized_value<T>;
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

// The text of a floating-point number, whose whole part gets groups, and its
// point the locale's. `groups_padding` bytes behind it can be looked at.
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

template <class T>
  requires floating<bare<T>>
struct own_leaf<localized_value<T>> {
  static constexpr bool has_marks = true;
  using number = bare<T>;
  using value_type = localized_value<T>;
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

// How many digits, zeros in front included, fill `room` characters with their
// separators. When a separator would stand first, there is one zero more.
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

// `count` digits, those at the end of a long row of zeros, in groups.
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
  using leaf = styled_leaf<T>;
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

// What grouped and decimal_comma say is said of the whole number.
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
  requires has_a_way<bare<T>>
struct inside_locale<aligned<T, Place>> {
  static constexpr void put(writer& out, aligned<T, Place> const& v,
                            locale_data const& locale) {
    using inner = decltype(localize(v.value, locale));
    detail::put(
        out, aligned<inner, Place>{localize(v.value, locale), v.width, v.fill});
  }
};

template <class Range, class Separator>
  requires composed<joined<Range, Separator>>
struct inside_locale<joined<Range, Separator>> {
  static constexpr void put(writer& out, joined<Range, Separator> const& j,
                            locale_data const& locale) {
    bool first = true;
    // A view may only be iterable when it is not const.
    using value = element_type<bare<Range>>;
    auto& range = const_cast<std::remove_reference_t<Range>&>(j.range);
    for (auto&& element : range) {
      if (!first) detail::put(out, localize(j.separator, locale));
      first = false;
      if constexpr (!std::is_same_v<bare<decltype(element)>, value>)
        detail::put(out, localize(static_cast<value>(element), locale));
      else
        detail::put(out, localize(element, locale));
    }
  }
};

template <class A, class B>
  requires has_a_way<bare<A>> && has_a_way<bare<B>>
struct inside_locale<choice<A, B>> {
  static constexpr void put(writer& out, choice<A, B> const& v,
                            locale_data const& locale) {
    if (v.first)
      detail::put(out, localize(v.a, locale));
    else
      detail::put(out, localize(v.b, locale));
  }
};

template <class T>
  requires has_a_way<bare<T>>
struct inside_locale<ending<T>> {
  static constexpr void put(writer& out, ending<T> const& v,
                            locale_data const& locale) {
    detail::put(out, localize(v.value, locale));
  }
};

template <class T>
  requires has_a_way<bare<T>> || is_several<T>
struct inside_locale<styled_value<T>> {
  static constexpr void put(writer& out, styled_value<T> const& v,
                            locale_data const& locale) {
    using inner = decltype(localize(v.value, locale));
    detail::put(out, styled_value<inner>{localize(v.value, locale), v.look});
  }
};

// The values of styled(style, a, b, c).
template <class... Ts>
struct inside_locale<several<Ts...>> {
  static constexpr void put(writer& out, several<Ts...> const& v,
                            locale_data const& locale) {
    detail::put(out, localize(v.first, locale));
    if constexpr (sizeof...(Ts) > 1) detail::put(out, localize(v.rest, locale));
  }
};

template <class... Ts>
  requires(has_a_way<bare<Ts>> && ...)
struct inside_locale<with_mode<Ts...>> {
  static constexpr void put(writer& out, with_mode<Ts...> const& v,
                            locale_data const& locale) {
    mode_scope const scope(out, v.mode);
    detail::put(out, localize(v.values, locale));
  }
};

template <class T>
  requires(!integer<bare<T>> && !floating<bare<T>> &&
           (has_a_way<bare<T>> || passes_locale_on<bare<T>>))
struct composite<localized_value<T>> {
  static constexpr void put(writer& out, localized_value<T> const& v) {
    using value_type = bare<T>;
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
