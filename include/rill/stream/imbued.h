// rill/stream/imbued.h: a sink or a source with a locale.
//
// Floor 4. Allocates nothing. What is printed to it: print/imbued_sink.h;
// what is read from it: scan/imbued_source.h. Tests:
// test/print/imbued_test.cpp, test/scan/imbued_test.cpp.
#ifndef RILL_STREAM_IMBUED_H
#define RILL_STREAM_IMBUED_H

#include <type_traits>  // std::is_pointer_v

#include "../base/bare.h"
#include "../value/locale_data.h"

namespace rill::inline RILL_BUILD {

/// Anything that can be printed to or scanned from, with a locale: numbers
/// are written, and read, as the locale has them; everything else as ever.
///
/// An lvalue is referred to and must outlive it; a temporary is moved in. A
/// FILE* is kept as the pointer that it is. The locale is copied.
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

  /// What is likely to be typed, and its remedy.
  template <class From, detail::name_of_locale Name>
  imbued(From&& stream, Name const&) : stream_(static_cast<From&&>(stream)) {
    detail::refuse_name_of_locale<Name>();
  }

  /// What it is printed to, or read from.
  constexpr std::remove_reference_t<S>& stream() noexcept { return stream_; }
  constexpr locale_data const& locale() const noexcept { return locale_; }
  constexpr bool prints_plainly() const noexcept { return prints_plainly_; }

 private:
  S stream_;
  locale_data locale_;
  bool prints_plainly_;
};

template <class S>
imbued(S&&, locale_data const&) -> imbued<
    std::conditional_t<std::is_pointer_v<detail::bare<S>>, detail::bare<S>, S>>;
template <class S, detail::name_of_locale Name>
imbued(S&&, Name const&) -> imbued<S>;

}  // namespace rill::inline RILL_BUILD

#endif
