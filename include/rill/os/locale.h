// rill/os/locale.h: reads the conventions of a locale from the system.
//
// Layer 3. Throws nothing. Tests: test/locale/c_locale_test.cpp.
#ifndef RILL_OS_LOCALE_H
#define RILL_OS_LOCALE_H

#include "../base/config.h"

#if defined(__unix__) || defined(__APPLE__)
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
#elif defined(_WIN32)
#include "win32/basic.h"  // WideCharToMultiByte
#include "win32/call.h"
#endif

#include "locale_data.h"

namespace rill::inline RILL_BUILD::os {

#if defined(__unix__) || defined(__APPLE__)

// The C library allocates for a locale that is opened here; each is closed
// before the call returns. The program's own locale (setlocale, uselocale) is
// not read, and not changed for other threads. Source: POSIX.1-2017, section 7
// (locales), 8.2 (which variable selects which category).

/// The calls that a test can replace.
struct locale_calls {
  locale_t (*open)(int, char const*, locale_t) = ::newlocale;
  // freelocale returns int in some C libraries.
  void (*close)(locale_t) = [](locale_t locale) { ::freelocale(locale); };
};

/// The calls in force; a test replaces them and puts them back.
RILL_REPLACEABLE locale_calls locale_call;

// A locale of the C library; the destructor closes it.
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

// Returns the name of a category's locale; resolves "" from the environment.
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

// Returns true if wide characters are code points in this encoding.
inline bool has_code_points([[maybe_unused]] char const* encoding) noexcept {
#if defined(__STDC_ISO_10646__)
  return true;
#else
  return is_utf8_name(encoding);
#endif
}

// The decimal point, the separator and the groups of a locale's numbers, in the
// locale's encoding.
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
// Sets this thread's locale while the object lives, for functions that take no
// locale.
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
  // glibc's localeconv shares one structure between all threads.
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

// Converts a text of the locale to UTF-8. Returns false if it cannot.
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

// CHAR_MAX ends the groups (ISO C, 7.11.2.1); glibc also uses -1.
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

/// Finds a locale by its name; "" selects the environment's. Errors:
/// no_such_locale, unusable_locale, no memory.
inline error_code find_locale(char const* asked, locale_facts& facts) noexcept {
  char const* const name = resolved_name(asked, "LC_NUMERIC");
  facts.name = cut_to_fit<63>(name);
  // LC_CTYPE too: it sets the encoding of the decimal point and the separator.
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

#elif defined(_WIN32)

// Allocates nothing. Accepts Windows names (de-DE) and POSIX names
// (de_DE.UTF-8). Source: Microsoft's description of GetLocaleInfoEx and of
// LOCALE_SGROUPING ("3;0": three, repeated; "3;2;0": three, then two, repeated;
// "3": three, then all).

extern "C" {
int rill_GetLocaleInfoEx(wchar_t const*, windows_word, wchar_t*, int) noexcept
    __asm__("GetLocaleInfoEx");
windows_bool rill_IsValidLocaleName(wchar_t const*) noexcept
    __asm__("IsValidLocaleName");
windows_bool rill_GetStringTypeW(windows_word, wchar_t const*, int,
                                 unsigned short*) noexcept
    __asm__("GetStringTypeW");
}

// LCTYPE constants, such as LOCALE_SNAME (winnls.h).
namespace locale_item {
inline constexpr windows_word name = 0x5C;
inline constexpr windows_word decimal_point = 0x0E;
inline constexpr windows_word thousands_separator = 0x0F;
inline constexpr windows_word grouping = 0x10;
}  // namespace locale_item

// Writes an item of a locale in UTF-8. Returns its size, or -1 if the locale
// does not have it or it does not fit. A null name selects the user's locale.
inline int locale_text(wchar_t const* name, windows_word item, char* out,
                       int room) noexcept {
  constexpr unsigned utf8 = 65001;
  wchar_t units[96];
  int const count = rill_GetLocaleInfoEx(name, item, units, 96);
  if (count <= 0) return -1;
  if (count == 1) return 0;
  int const size = rill_WideCharToMultiByte(utf8, 0, units, count - 1, out,
                                            room, nullptr, nullptr);
  return size > 0 ? size : -1;
}

inline bool locale_sign(wchar_t const* name, windows_word item,
                        short_text<8>& to) noexcept {
  char bytes[8];
  int const size = locale_text(name, item, bytes, 8);
  if (size < 0) return false;
  to = text(bytes, static_cast<std::size_t>(size));
  return true;
}

// Parses groups: "3;2;0" gives {3, 2}, "3" gives {3, 0}.
inline digit_groups groups_of(text bytes) noexcept {
  digit_groups groups;
  bool repeats = false;
  for (char const c : bytes) {
    if (c < '0' || c > '9') continue;
    repeats = c == '0';
    if (!repeats && groups.count() + 1 < digit_groups::most)
      groups.add(c - '0');
  }
  if (!repeats && groups.count() != 0) groups.add(0);
  return groups;
}

// Converts a POSIX name to a Windows name: de_DE.UTF-8@euro to de-DE.
inline void make_windows_name(char const* asked, wchar_t* out,
                              std::size_t room) noexcept {
  std::size_t size = 0;
  for (; size + 1 < room && *asked != '\0' && *asked != '.' && *asked != '@';
       ++asked)
    out[size++] =
        *asked == '_'
            ? L'-'
            : static_cast<wchar_t>(static_cast<unsigned char>(*asked));
  out[size] = L'\0';
}

/// As on POSIX; "" selects the locale of the user's account.
inline error_code find_locale(char const* asked, locale_facts& facts) noexcept {
  text const wanted(asked);
  facts.name = cut_to_fit<63>(wanted);
  facts.encoding = "UTF-8";
  if (facts.name == short_text<63>("C") ||
      facts.name == short_text<63>("POSIX"))
    return {};
  constexpr std::size_t longest_name = 85;  // LOCALE_NAME_MAX_LENGTH
  wchar_t name[longest_name];
  make_windows_name(asked, name, longest_name);
  wchar_t const* const found = wanted.size == 0 ? nullptr : name;
  if (found && (*found == L'\0' || !rill_IsValidLocaleName(found)))
    return library_problem::no_such_locale;
  char bytes[63];
  int const name_size = locale_text(found, locale_item::name, bytes, 63);
  if (!found && name_size > 0)
    facts.name = text(bytes, static_cast<std::size_t>(name_size));
  locale_data& data = facts.data;
  if (!locale_sign(found, locale_item::decimal_point, data.decimal_point) ||
      !locale_sign(found, locale_item::thousands_separator,
                   data.thousands_separator))
    return library_problem::unusable_locale;
  int const grouping = locale_text(found, locale_item::grouping, bytes, 63);
  if (grouping > 0)
    data.groups = groups_of(text(bytes, static_cast<std::size_t>(grouping)));
  drop_what_is_unused(data);
  data.spaces = spaces_among_candidates([](char32_t c) {
    constexpr windows_word character_type = 1;  // CT_CTYPE1
    constexpr unsigned short space = 8;         // C1_SPACE
    wchar_t const unit = static_cast<wchar_t>(c);
    unsigned short type = 0;
    return rill_GetStringTypeW(character_type, &unit, 1, &type) &&
           (type & space) != 0;
  });
  return {};
}

#else

/// No locale but "C" is known: "", "C" and "POSIX" are the C locale.
inline error_code find_locale(char const* asked, locale_facts& facts) noexcept {
  std::size_t const size = detail::length_of(asked);
  facts.name = cut_to_fit<63>(text(asked, size));
  bool const is_c = size == 0 || (size == 1 && *asked == 'C') ||
                    short_text<63>("POSIX") == facts.name;
  return is_c ? error_code() : error_code(library_problem::no_such_locale);
}

#endif

}  // namespace rill::inline RILL_BUILD::os

#endif
