// rill/os/posix/locale.h: what the C library knows about a locale.
//
// Layer 3. Throws nothing; the C library allocates while a locale is open,
// and nothing stays open. The program's own locale (setlocale, uselocale) is
// neither looked at nor changed for anybody else. Source: POSIX.1-2017,
// section 7 (locales), 8.2 (which variable says what). Tests:
// test/locale/c_locale_test.cpp.
#ifndef RILL_OS_POSIX_LOCALE_H
#define RILL_OS_POSIX_LOCALE_H

#include <errno.h>     // ENOMEM
#include <langinfo.h>  // nl_langinfo_l
#include <limits.h>    // CHAR_MAX
#include <locale.h>    // newlocale, localeconv
#include <stdlib.h>    // getenv
#include <string.h>    // memset
#include <wchar.h>     // mbrtowc
#include <wctype.h>    // iswspace_l
#if defined(__APPLE__) || defined(__FreeBSD__)
#include <xlocale.h>  // localeconv_l, mbrtowc_l
#endif

#include "../locale_data.h"

namespace rill::inline RILL_BUILD::os {

/// The calls that a test can replace (as call.h).
struct locale_calls {
  locale_t (*open)(int, char const*, locale_t) = ::newlocale;
  // Some have one that returns an int.
  void (*close)(locale_t) = [](locale_t locale) { ::freelocale(locale); };
};

/// The calls in force; a test replaces them and puts them back.
RILL_REPLACEABLE locale_calls locale_call;

// A locale of the C library, closed at the end.
class open_locale {
 public:
  open_locale(int categories, char const* name) noexcept
      : locale_(locale_call.open(categories, name, locale_t{})) {}
  open_locale(open_locale const&) = delete;
  open_locale& operator=(open_locale const&) = delete;
  ~open_locale() {
    if (locale_) locale_call.close(locale_);
  }

  explicit operator bool() const noexcept { return locale_ != locale_t{}; }
  locale_t get() const noexcept { return locale_; }

 private:
  locale_t locale_;
};

// The name of a category's locale, of which "" stands for the environment's.
inline char const* resolved_name(char const* name,
                                 char const* category) noexcept {
  if (*name != '\0') return name;
  char const* const variables[] = {"LC_ALL", category, "LANG"};
  for (char const* variable : variables)
    if (char const* const said = ::getenv(variable); said && *said != '\0')
      return said;
  return "C";
}

inline bool is_utf8_name(char const* encoding) noexcept {
  char const* const letters = "utf8";
  int matched = 0;
  for (; *encoding != '\0'; ++encoding) {
    if (*encoding == '-') continue;
    char const small_letter = *encoding >= 'A' && *encoding <= 'Z'
                                  ? static_cast<char>(*encoding - 'A' + 'a')
                                  : *encoding;
    if (matched == 4 || small_letter != letters[matched]) return false;
    ++matched;
  }
  return matched == 4;
}

// Are a C library's wide characters code points in this encoding?
inline bool has_code_points([[maybe_unused]] char const* encoding) noexcept {
#if defined(__STDC_ISO_10646__)
  return true;
#else
  return is_utf8_name(encoding);
#endif
}

// The three of a locale.
struct numeric_signs {
  char const* point;
  char const* separator;
  char const* grouping;
};

#if defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__)
inline numeric_signs signs_of(locale_t locale) noexcept {
  lconv const* const all = ::localeconv_l(locale);
  return {all->decimal_point, all->thousands_sep, all->grouping};
}
// mbrtowc in a locale.
inline std::size_t take_wide(wchar_t& wide, char const* from, std::size_t size,
                             mbstate_t& state, locale_t locale) noexcept {
  return ::mbrtowc_l(&wide, from, size, &state, locale);
}
#else
// A locale as this thread's own, for functions that have no other way.
class locale_in_use {
 public:
  explicit locale_in_use(locale_t locale) noexcept
      : before_(::uselocale(locale)) {}
  locale_in_use(locale_in_use const&) = delete;
  locale_in_use& operator=(locale_in_use const&) = delete;
  ~locale_in_use() { ::uselocale(before_); }

 private:
  locale_t before_;
};

inline numeric_signs signs_of(locale_t locale) noexcept {
#if defined(GROUPING)
  // glibc: localeconv would fill one structure for all threads.
  return {::nl_langinfo_l(RADIXCHAR, locale), ::nl_langinfo_l(THOUSEP, locale),
          ::nl_langinfo_l(GROUPING, locale)};
#else
  locale_in_use const here(locale);
  lconv const* const all = ::localeconv();
  return {all->decimal_point, all->thousands_sep, all->grouping};
#endif
}
// mbrtowc in a locale.
inline std::size_t take_wide(wchar_t& wide, char const* from, std::size_t size,
                             mbstate_t& state, locale_t locale) noexcept {
  locale_in_use const here(locale);
  return ::mbrtowc(&wide, from, size, &state);
}
#endif

// A text of the locale in UTF-8. Returns false when that cannot be.
inline bool convert_sign(char const* from, locale_t locale, bool has_points,
                         short_text<8>& to) noexcept {
  char bytes[8 + utf8_size];
  char* end = bytes;
  std::size_t left = ::strlen(from);
  mbstate_t state;
  ::memset(&state, 0, sizeof state);
  while (left != 0) {
    wchar_t wide = 0;
    std::size_t const taken = take_wide(wide, from, left, state, locale);
    if (taken == 0 || taken > left) return false;
    auto const point = static_cast<char32_t>(wide);
    if (!is_scalar_value(point) || (point >= 0x80 && !has_points)) return false;
    end = write_utf8(end, point);
    if (end - bytes > 8) return false;
    from += taken;
    left -= taken;
  }
  to = text(bytes, static_cast<std::size_t>(end - bytes));
  return true;
}

// CHAR_MAX ends the groups (ISO C, 7.11.2.1); glibc says so with -1 too.
inline digit_groups groups_of(char const* grouping) noexcept {
  digit_groups groups;
  for (std::size_t i = 0; i != digit_groups::most && grouping[i] != '\0'; ++i) {
    bool const is_last = grouping[i] < 0 || grouping[i] == CHAR_MAX;
    groups.add(is_last ? 0 : grouping[i]);
    if (is_last) break;
  }
  return groups;
}

inline error_code open_problem() noexcept {
  if (errno == ENOMEM) return {error_source::system, ENOMEM};
  return library_problem::no_such_locale;
}

/// Finds a locale by its name; "" is the one that the environment asks for.
/// Errors: no_such_locale, unusable_locale, no memory.
inline error_code find_locale(char const* asked, locale_facts& facts) noexcept {
  char const* const name = resolved_name(asked, "LC_NUMERIC");
  facts.name = cut_to_fit<63>(name);
  // With its own characters, in which its signs are written.
  open_locale const numeric(LC_NUMERIC_MASK | LC_CTYPE_MASK, name);
  if (!numeric) return open_problem();
  char const* const encoding = ::nl_langinfo_l(CODESET, numeric.get());
  facts.encoding = cut_to_fit<31>(encoding);
  numeric_signs const signs = signs_of(numeric.get());
  bool const has_points = has_code_points(encoding);
  if (!convert_sign(signs.point, numeric.get(), has_points,
                    facts.data.decimal_point) ||
      !convert_sign(signs.separator, numeric.get(), has_points,
                    facts.data.thousands_separator))
    return library_problem::unusable_locale;
  facts.data.groups = groups_of(signs.grouping);
  drop_what_is_unused(facts.data);

  char const* const letters = resolved_name(asked, "LC_CTYPE");
  open_locale const characters(LC_CTYPE_MASK, letters);
  if (!characters) {
    facts.name = cut_to_fit<63>(letters);
    return open_problem();
  }
  if (has_code_points(::nl_langinfo_l(CODESET, characters.get())))
    facts.data.spaces = spaces_among_candidates([&](char32_t c) {
      return ::iswspace_l(static_cast<wint_t>(c), characters.get()) != 0;
    });
  return {};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
