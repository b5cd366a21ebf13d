// rill/os/none/locale.h: locales where nobody knows of any but "C".
//
// Floor 3. Allocates nothing, throws nothing.
#ifndef RILL_OS_NONE_LOCALE_H
#define RILL_OS_NONE_LOCALE_H

#include "../locale_terms.h"

namespace rill::inline RILL_BUILD::os {

/// As in os/posix/locale.h: "", "C" and "POSIX" are the C locale.
inline error_code find_locale(char const* asked, locale_facts& facts) noexcept {
  std::size_t const size = detail::length_of(asked);
  facts.name = cut_to_fit<63>(text(asked, size));
  bool const is_c = size == 0 || (size == 1 && *asked == 'C') ||
                    short_text<63>("POSIX") == facts.name;
  return is_c ? error_code() : error_code(library_problem::no_such_locale);
}

}  // namespace rill::inline RILL_BUILD::os

#endif
