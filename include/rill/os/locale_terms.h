// rill/os/locale_terms.h: what every system's locale.h gives, and what they
// share.
//
// Floor 3. Allocates nothing, throws nothing. Tests:
// test/locale/c_locale_test.cpp.
#ifndef RILL_OS_LOCALE_TERMS_H
#define RILL_OS_LOCALE_TERMS_H

#include "../base/error_code.h"
#include "../base/text.h"
#include "../unicode/encode.h"
#include "../value/locale_data.h"

namespace rill::inline RILL_BUILD::os {

/// The longest name of a locale that is looked for, its NUL included.
inline constexpr std::size_t locale_name_room = 512;

/// A locale as the system describes it, in UTF-8.
struct locale_facts {
  /// Which was found: as it was asked for or, for "", as the environment has
  /// it. Cut where it is longer.
  short_text<63> name;
  /// The encoding that the C library uses in it.
  short_text<31> encoding;
  locale_data data;
};

// Characters that a C library may take for white space: those that Unicode
// says are White_Space, or said so once (U+180E), and the two of no width.
inline constexpr char32_t space_candidates[] = {
    0x85,   0xA0,   0x1680, 0x180E, 0x2000, 0x2001, 0x2002, 0x2003,
    0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x200B,
    0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF};

// Those of the candidates that are white space.
template <class IsSpace>
short_text<96> spaces_among_candidates(IsSpace is_space) noexcept {
  char bytes[sizeof space_candidates / sizeof(char32_t) * 3 + 1];
  static_assert(sizeof bytes <= 96);
  char* end = bytes;
  for (char32_t const c : space_candidates)
    if (is_space(c)) end = write_utf8(end, c);
  return text(bytes, static_cast<std::size_t>(end - bytes));
}

// As much of a text as can be kept.
template <std::size_t Most>
constexpr short_text<Most> cut_to_fit(text bytes) noexcept {
  return text(bytes.data, detail::smaller(bytes.size, Most));
}

// Groups without a separator are none, and so are those of all digits; a
// locale that has none looks like one that was never told.
constexpr void drop_what_is_unused(locale_data& data) noexcept {
  if (data.is_grouped()) return;
  data.thousands_separator = {};
  data.groups = {};
}

}  // namespace rill::inline RILL_BUILD::os

#endif
