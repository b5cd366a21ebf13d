// rill/scan/standard.h: the smaller types of the standard library, and the
// parts of dates.
//
// Layer 5. Tests: test/scan/calendar_test.cpp, test/scan/standard_test.cpp.
#ifndef RILL_SCAN_STANDARD_H
#define RILL_SCAN_STANDARD_H

#include "../shape/holder.h"
#include "../shape/standard_types.h"
#include "structure.h"
#include "time.h"

// The parts of dates and the times of day of <chrono>.
//
// Reads every form that print/standard.h prints for a valid value.

namespace rill::inline RILL_BUILD::detail {

// The texts of errors, in the order of calendar_kind.
inline constexpr char const* calendar_words[] = {
    "",
    "a day of the month such as 21",
    "a month such as Nov",
    "a year such as 2026",
    "a day of the week such as Sat",
    "a day of the week such as Sat[3]",
    "a day of the week such as Sat[last]",
    "a day of the year such as Nov/21",
    "the last day of a month, such as Nov/last",
    "a day of the year such as Nov/Sat[3]",
    "a day of the year such as Nov/Sat[last]",
    "a month such as 2026/Nov",
    "a date such as 2026-11-21",
    "a date such as 2026/Nov/last",
    "a date such as 2026/Nov/Sat[3]",
    "a date such as 2026/Nov/Sat[last]",
    "a time of day such as 21:34:22",
};

// Takes one of the names of three letters, in any case. Returns its index, or
// -1.
int take_name(text_ahead& from, char const* names, int count);

template <class Day>
form_problem take_day(text_ahead& from, Day& to) {
  int digits = 0;
  std::int64_t n = 0;
  if (take_number(from, n, digits) != form_problem::none || n == 0 || n > 31)
    return form_problem::malformed;
  to = Day(static_cast<unsigned>(n));
  return form_problem::none;
}

template <class Month>
form_problem take_month(text_ahead& from, Month& to) {
  int const index = take_name(from, month_letters, 12);
  if (index < 0) return form_problem::malformed;
  to = Month(static_cast<unsigned>(index) + 1);
  return form_problem::none;
}

template <class Year>
form_problem take_year(text_ahead& from, Year& to) {
  bool const is_negative = from.peek() == '-';
  from.take_either('-', '+');
  int digits = 0;
  std::int64_t n = 0;
  form_problem const how = take_number(from, n, digits);
  if (how == form_problem::malformed) return how;
  // The range of std::chrono::year.
  if (how != form_problem::none || n > 32767) return form_problem::too_far;
  to = Year(static_cast<int>(is_negative ? -n : n));
  return form_problem::none;
}

template <class Weekday>
form_problem take_weekday(text_ahead& from, Weekday& to) {
  int const index = take_name(from, weekday_letters, 7);
  if (index < 0) return form_problem::malformed;
  to = Weekday(static_cast<unsigned>(index));
  return form_problem::none;
}

template <class T>
form_problem take_weekday_of_month(text_ahead& from, T& to) {
  auto weekday = to.weekday();
  if (take_weekday(from, weekday) != form_problem::none)
    return form_problem::malformed;
  if constexpr (requires { to.index(); }) {
    char const index = from.take('[') ? from.peek() : '\0';
    if (index < '1' || index > '5') return form_problem::malformed;
    from.pass();
    if (!from.take(']')) return form_problem::malformed;
    to = T(weekday, static_cast<unsigned>(index - '0'));
  } else {
    if (!from.take("[last]")) return form_problem::malformed;
    to = T(weekday);
  }
  return form_problem::none;
}

template <class T>
form_problem take_year_month_day(text_ahead& from, T& to) {
  civil_date date{};
  form_problem const how = take_date(from, date);
  if (how != form_problem::none) return how;
  if (date.year < -32767 || date.year > 32767) return form_problem::too_far;
  to = T(decltype(to.year())(static_cast<int>(date.year)),
         decltype(to.month())(date.month), decltype(to.day())(date.day));
  return form_problem::none;
}

// [-]HH:MM:SS[.fraction], with any number of hours.
template <class T, class Duration>
form_problem take_hh_mm_ss(text_ahead& from, T& to, type_list<Duration>) {
  bool const is_negative = from.take('-');
  int digits = 0;
  std::int64_t hours = 0;
  unsigned minute = 0;
  unsigned second = 0;
  moment at;
  form_problem how = take_number(from, hours, digits);
  if (how == form_problem::malformed || digits < 2 || !from.take(':') ||
      !from.take_two(minute, 100) || !from.take(':') ||
      !from.take_two(second, 100) || from.has_digit())
    return form_problem::malformed;
  if (minute > 59) return form_problem::minute;
  if (second > 59) return form_problem::second;
  form_problem const exact = take_fraction(from, at);
  at.days = hours / 24;
  at.second = hours % 24 * 3600 + minute * 60 + second;
  Duration length{};
  if (how == form_problem::none) how = exact;
  if (how == form_problem::none) how = to_duration(at, length);
  if (how == form_problem::none) to = T(is_negative ? -length : length);
  return how;
}

template <class T>
form_problem take_calendar(text_ahead& from, T& to);

// Takes the parts, separated by slashes.
template <class First, class... Rest>
form_problem take_between_slashes(text_ahead& from, First& first,
                                  Rest&... rest) {
  form_problem how = take_calendar(from, first);
  (void)(... && (how == form_problem::none &&
                 (how = from.take('/') ? take_calendar(from, rest)
                                       : form_problem::malformed,
                  true)));
  return how;
}

// Takes the parts, separated by slashes, and makes a T from them. The values of
// the arguments `parts` are overwritten: only their types matter.
template <class T, class... Parts>
form_problem take_made_of(text_ahead& from, T& to, Parts... parts) {
  form_problem const how = take_between_slashes(from, parts...);
  if (how == form_problem::none) to = T(parts...);
  return how;
}

template <class T>
form_problem take_calendar(text_ahead& from, T& to) {
  using kind = calendar_kind;
  constexpr kind what = calendar_kind_of<T>;
  if constexpr (what == kind::day) {
    return take_day(from, to);
  } else if constexpr (what == kind::month) {
    return take_month(from, to);
  } else if constexpr (what == kind::year) {
    return take_year(from, to);
  } else if constexpr (what == kind::weekday) {
    return take_weekday(from, to);
  } else if constexpr (what == kind::weekday_indexed ||
                       what == kind::weekday_last) {
    return take_weekday_of_month(from, to);
  } else if constexpr (what == kind::month_day) {
    return take_made_of(from, to, to.month(), to.day());
  } else if constexpr (what == kind::month_day_last) {
    auto month = to.month();
    if (take_month(from, month) != form_problem::none || !from.take("/last"))
      return form_problem::malformed;
    to = T(month);
    return form_problem::none;
  } else if constexpr (what == kind::month_weekday) {
    return take_made_of(from, to, to.month(), to.weekday_indexed());
  } else if constexpr (what == kind::month_weekday_last) {
    return take_made_of(from, to, to.month(), to.weekday_last());
  } else if constexpr (what == kind::year_month) {
    return take_made_of(from, to, to.year(), to.month());
  } else if constexpr (what == kind::year_month_day) {
    return take_year_month_day(from, to);
  } else if constexpr (what == kind::year_month_day_last) {
    return take_made_of(from, to, to.year(), to.month_day_last());
  } else if constexpr (what == kind::year_month_weekday) {
    return take_made_of(from, to, to.year(), to.month(), to.weekday_indexed());
  } else if constexpr (what == kind::year_month_weekday_last) {
    return take_made_of(from, to, to.year(), to.month(), to.weekday_last());
  } else {
    return take_hh_mm_ss(from, to, typename arguments_of<T>::list());
  }
}

template <>
struct scanned<shape::calendar> {
  template <class T>
  static scan_status read(reader& in, T& to, text& expected) {
    constexpr auto kind = static_cast<std::size_t>(calendar_kind_of<T>);
    expected = words_of(calendar_words[kind]);
    if (!skip_space(in)) return scan_problem::end_of_input;
    text_ahead from(in);
    form_problem how = take_calendar(from, to);
    // Refuses dates such as the 31st of February.
    if constexpr (requires { to.ok(); })
      if (how == form_problem::none && !to.ok()) how = form_problem::malformed;
    return finish_form(from, how, expected,
                       words_of("a time of day without more decimals than its "
                                "type has"),
                       expected);
  }
};

// The smaller types of the standard library, and optionals.
//
// No allocation of its own.

// The value, or `none`.
template <class T>
concept readable_optional =
    std::is_default_constructible_v<typename T::value_type> &&
    requires(T& to, typename T::value_type& value) {
      to = static_cast<typename T::value_type&&>(value);
      to.reset();
    };

template <>
struct scanned_parts<shape::optional> {
  template <class T>
  using list = type_list<typename T::value_type>;
};

template <>
struct scanned<shape::optional> {
  template <readable_optional T, sight S = scan_sight_of<T>>
  static scan_status read(reader& in, T& to, text& expected) {
    return read_by(in, to,
                   [&](auto& value) { return read_part(in, value, expected); });
  }
  /// A text or a character may also be without its quotes.
  template <readable_optional T, sight S = scan_sight_of<T>>
  static scan_status read_alone(reader& in, T& to, text& expected) {
    using type = typename T::value_type;
    bool const is_quoted =
        in.available() != 0 && *in.cursor() == (character<type> ? '\'' : '"');
    if ((character<type> || target_string<type>) && is_quoted)
      return read(in, to, expected);
    return read_by(in, to, [&](type& value) {
      return item<type>::read(in, value, expected);
    });
  }

 private:
  template <class T, class Read>
  static scan_status read_by(reader& in, T& to, Read read_value) {
    if (skip_space(in) && takes_word(in, "none")) {
      to.reset();
      return scan_ok;
    }
    typename T::value_type value{};
    scan_status const how = read_value(value);
    if (how == scan_ok) to = static_cast<typename T::value_type&&>(value);
    return how;
  }
};

// `monostate`, `none`.
template <>
struct scanned<shape::nothing> {
  template <class T>
    requires std::is_default_constructible_v<T>
  static scan_status read(reader& in, T&, text& expected) {
    expected = words_of("monostate");
    if (!skip_space(in)) return scan_problem::end_of_input;
    return takes_word(in, expected) ? scan_ok : scan_problem::malformed;
  }
};

// `0010`: one digit for each bit; bit 0 is the last.
template <>
struct scanned<shape::bits> {
  template <class T>
  static scan_status read(reader& in, T& to, text& expected) {
    expected = words_of("a digit 0 or 1 for each bit");
    if (!skip_space(in)) return scan_problem::end_of_input;
    T value;
    std::size_t const size = value.size();
    for (std::size_t i = 0; i != size; ++i) {
      int const c = byte_ahead(in, i);
      if (c != '0' && c != '1') return scan_problem::malformed;
      value[size - 1 - i] = c == '1';
    }
    int const behind = byte_ahead(in, size);
    if (behind == '0' || behind == '1') return scan_problem::malformed;
    if (is_cut(in, in.cursor() + size)) return scan_problem::malformed;
    in.advance_to(in.cursor() + size);
    to = value;
    return scan_ok;
  }
};

// `1+2i`.
template <>
struct scanned<shape::complex_number> {
  template <class T>
    requires number<typename T::value_type>
  static scan_status read(reader& in, T& to, text& expected) {
    typename T::value_type real{};
    typename T::value_type imaginary_part{};
    scan_status how = item<typename T::value_type>::read(in, real, expected);
    if (how != scan_ok) return how;
    text const words = words_of("an imaginary part, as in 1+2i");
    expected = words;
    int const sign = byte_ahead(in, 0);
    int const next = byte_ahead(in, 1);
    if ((sign != '+' && sign != '-') || next == '-' || next < 0 ||
        is_space(static_cast<char>(next)))
      return scan_problem::malformed;
    if (sign == '+') in.advance_to(in.cursor() + 1);
    how = item<typename T::value_type>::read(in, imaginary_part, expected);
    if (how != scan_ok) return how;
    expected = words_of("an i after an imaginary part");
    if (byte_ahead(in, 0) != 'i') return scan_problem::malformed;
    in.advance_to(in.cursor() + 1);
    to = T(real, imaginary_part);
    return scan_ok;
  }
};

// `0x0f`.
template <>
struct scanned<shape::byte> {
  template <class T>
  static scan_status read(reader& in, T& to, text& expected) {
    expected = words_of("a byte, as 0x0f");
    if (!skip_space(in)) return scan_problem::end_of_input;
    if (!starts_with(in, "0x")) return scan_problem::malformed;
    ahead from(in, 2);
    long const value = read_hex(from, 2);
    if (value < 0) return scan_problem::malformed;
    if (from.digit(16) >= 0) return scan_problem::malformed;
    to = static_cast<T>(value);
    in.advance_to(in.cursor() + 4);
    return scan_ok;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "standard_body.h"
#endif

#endif
