// rill/os/win32/locale.h: what Windows knows about a locale.
//
// Layer 3. Allocates nothing, throws nothing. Names of both kinds are taken,
// de-DE and de_DE.UTF-8. Source: Microsoft's description of GetLocaleInfoEx
// and of LOCALE_SGROUPING ("3;0": three, repeated; "3;2;0": three, then two,
// repeated; "3": three, then all). Tests: test/locale/c_locale_test.cpp.
#ifndef RILL_OS_WIN32_LOCALE_H
#define RILL_OS_WIN32_LOCALE_H

#include "../locale_data.h"
#include "call.h"
#include "process.h"  // WideCharToMultiByte

namespace rill::inline RILL_BUILD::os {

extern "C" {
int rill_GetLocaleInfoEx(wchar_t const*, windows_word, wchar_t*, int) noexcept
    __asm__("GetLocaleInfoEx");
windows_bool rill_IsValidLocaleName(wchar_t const*) noexcept
    __asm__("IsValidLocaleName");
windows_bool rill_GetStringTypeW(windows_word, wchar_t const*, int,
                                 unsigned short*) noexcept
    __asm__("GetStringTypeW");
}

// LOCALE_SNAME and its kin (winnls.h).
namespace locale_item {
inline constexpr windows_word name = 0x5C;
inline constexpr windows_word decimal_point = 0x0E;
inline constexpr windows_word thousands_separator = 0x0F;
inline constexpr windows_word grouping = 0x10;
}  // namespace locale_item

// A text of a locale's, in UTF-8; its size, or -1 when there is none or it
// does not fit. A null name is the user's.
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

// "3;2;0" as {3, 2}, "3" as {3, 0}.
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

// de_DE.UTF-8@euro as de-DE.
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

/// As in os/posix/locale.h; "" is what the user has set for the account.
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

}  // namespace rill::inline RILL_BUILD::os

#endif
