// rill/locale/c_locale.h: the C library's locales.
//
// Floor 5. A c_locale is plain data once it is made: nothing of the C
// library's stays open, and no setlocale changes it. Tests:
// test/locale/c_locale_test.cpp.
#ifndef RILL_LOCALE_C_LOCALE_H
#define RILL_LOCALE_C_LOCALE_H

#include "../os/error.h"
#include "../os/locale.h"
#include "../value/locale_data.h"

namespace rill::inline RILL_BUILD {

/// What the C library knows about a locale's numbers, in UTF-8 whatever the
/// locale's own encoding is.
///
/// Errors: no locale of that name is installed; its separators cannot be
/// written in UTF-8, or are longer than 8 bytes. The error names the locale.
/// Cost: the C library loads the locale (some files, tens of microseconds)
/// and lets it go again; copies cost nothing.
///
/// Example:
///     #include <rill/locale.h>
///     rill::c_locale const c("C");
///     rill::println(rill::localized(1234567.5, c));
class c_locale {
 public:
  /// The user's: LC_ALL, or LC_NUMERIC (LC_CTYPE for white space), or LANG.
  c_locale() : c_locale(text("")) {}

  /// By its name, "de_DE.UTF-8"; "" is the user's.
  explicit c_locale(text name) : c_locale(try_find(name).value()) {}
  explicit c_locale(char const* name) : c_locale(text(name)) {}

  /// The same without exceptions.
  static result<c_locale> try_find(text name = {}) noexcept {
    os::locale_facts facts;
    error_code const problem = find(name, facts);
    if (!problem) return c_locale(facts);
    return error(problem, "find the locale",
                 name.size != 0 ? name : text(facts.name));
  }

  locale_data const& data() const noexcept { return facts_.data; }
  operator locale_data const&() const noexcept { return facts_.data; }

  /// The name under which it was found; of the user's, the environment's.
  text name() const noexcept { return facts_.name; }

  /// The encoding of the C library's own functions in this locale.
  text encoding() const noexcept { return facts_.encoding; }

 private:
  explicit c_locale(os::locale_facts const& facts) noexcept : facts_(facts) {}

  static error_code find(text name, os::locale_facts& facts) noexcept {
    char terminated[os::locale_name_room];
    if (name.size >= sizeof terminated) return library_problem::no_such_locale;
    for (char const c : name)
      if (c == '\0') return library_problem::no_such_locale;
    *detail::copy_bytes(terminated, name.data, name.size) = '\0';
    return os::find_locale(terminated, facts);
  }

  os::locale_facts facts_;
};

}  // namespace rill::inline RILL_BUILD

#endif
