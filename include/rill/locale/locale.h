// rill/locale/locale.h: the locales of the C library, and a sink or a source
// with a locale.
//
// Layer 6. Tests: test/locale/c_locale_test.cpp, test/locale/imbued_test.cpp,
// test/locale/scan_imbued_test.cpp.
#ifndef RILL_LOCALE_LOCALE_H
#define RILL_LOCALE_LOCALE_H

#include <type_traits>  // std::is_pointer_v

#include "../base/text.h"
#include "../os/error.h"
#include "../os/locale.h"
#include "../os/locale_data.h"

// The locales of the C library.
//
// A c_locale copies the data: it keeps nothing of the C library open, and later
// calls of setlocale do not change it.

namespace rill::inline RILL_BUILD {

/// The number formatting of a locale of the C library, in UTF-8 whatever the
/// locale's own encoding is.
///
/// Errors: no locale of that name is installed; its separators cannot be
/// written in UTF-8, or are longer than 8 bytes. The error names the locale.
/// Cost: the C library loads the locale (some files, tens of microseconds) and
/// frees it again; copies cost nothing.
///
/// Example:
///     #include <rill/locale.h>
///     rill::c_locale const c("C");
///     rill::println(rill::localized(1234567.5, c));
class c_locale {
 public:
  /// The user's locale: LC_ALL, or LC_NUMERIC (LC_CTYPE for white space), or
  /// LANG.
  c_locale() : c_locale(text("")) {}

  /// A locale by its name, such as "de_DE.UTF-8"; "" is the user's.
  explicit c_locale(text name) : c_locale(try_find(name).value()) {}
  explicit c_locale(char const* name) : c_locale(text(name)) {}

  /// As the constructors, without exceptions.
  static result<c_locale> try_find(text name = {}) noexcept {
    os::locale_facts facts;
    error_code const problem = find(name, facts);
    if (!problem) return c_locale(facts);
    return error(problem, "find the locale",
                 name.size != 0 ? name : text(facts.name));
  }

  locale_data const& data() const noexcept { return facts_.data; }
  operator locale_data const&() const noexcept { return facts_.data; }

  /// The name of the locale; for the user's locale, the value of the
  /// environment variable.
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

// A sink or a source with a locale.
//
// Allocates nothing. locale/print.h prints to it; locale/scan.h reads from it.

/// Any sink or source with a locale: numbers are written and read in the form
/// of the locale, everything else as usual.
///
/// An lvalue is referenced and must outlive it; a temporary is moved in. A
/// FILE* is copied as a pointer. The locale is copied.
///
/// Example:
///     #include <rill/locale.h>
///     constexpr rill::locale_data german{.decimal_point = ",",
///                                        .thousands_separator = ".",
///                                        .groups = {3}};
///     rill::imbued out(stdout, german);
///     rill::println(out, 1234567, ' ', 3.5);
template <class S>
class imbued {
 public:
  template <class From>
  constexpr imbued(From&& stream, locale_data const& locale)
      : stream_(static_cast<From&&>(stream)),
        locale_(locale),
        prints_plainly_(locale.prints_plainly()) {}

  /// Refuses the name of a locale, a likely mistake, with a message that says
  /// what to write instead.
  template <class From, detail::name_of_locale Name>
  imbued(From&& stream, Name const&) : stream_(static_cast<From&&>(stream)) {
    detail::refuse_name_of_locale<Name>();
  }

  /// The underlying sink or source.
  constexpr std::remove_reference_t<S>& stream() noexcept { return stream_; }
  constexpr locale_data const& locale() const noexcept { return locale_; }
  constexpr bool prints_plainly() const noexcept { return prints_plainly_; }

 private:
  S stream_;
  locale_data locale_;
  bool prints_plainly_;
};

template <class S>
imbued(S&&, locale_data const&)
    -> imbued<std::conditional_t<std::is_pointer_v<detail::remove_cvref<S>>,
                                 detail::remove_cvref<S>, S>>;
template <class S, detail::name_of_locale Name>
imbued(S&&, Name const&) -> imbued<S>;

}  // namespace rill::inline RILL_BUILD

#endif
