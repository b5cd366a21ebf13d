// rill/os/none/locale.h: locales and time zones where there is only "C" and
// UTC.
//
// Layer 3.
#ifndef RILL_OS_NONE_LOCALE_H
#define RILL_OS_NONE_LOCALE_H

#include "../../base/config.h"
#include "../locale_data.h"

// Locales where nobody knows of any but "C".
//
// Allocates nothing, throws nothing.

namespace rill::inline RILL_BUILD::os {

/// As in os/posix/locale.h: "", "C" and "POSIX" are the C locale.
inline error_code find_locale(char const* asked, locale_facts& facts) noexcept {
  std::size_t const size = detail::length_of(asked);
  facts.name = cut_to_fit<63>(text(asked, size));
  bool const is_c = size == 0 || (size == 1 && *asked == 'C') ||
                    short_text<63>("POSIX") == facts.name;
  return is_c ? error_code() : error_code(library_problem::no_such_locale);
}

// Time where nobody knows of any zone but UTC.
//
// Allocates nothing, throws nothing.

/// As in os/posix/zone.h.
inline long long zone_offset(long long) noexcept { return 0; }

}  // namespace rill::inline RILL_BUILD::os

#endif
