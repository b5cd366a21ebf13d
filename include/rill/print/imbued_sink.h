// rill/print/imbued_sink.h: sinks with a locale.
//
// Floor 5. Part of rill/locale.h. Tests: test/print/imbued_test.cpp.
#ifndef RILL_PRINT_IMBUED_SINK_H
#define RILL_PRINT_IMBUED_SINK_H

#include "../stream/imbued.h"
#include "localized.h"
#include "print.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class Separator, class T>
struct inside_locale<separated<Separator, T>> {
  static constexpr void put(writer& out, separated<Separator, T> const& v,
                            locale_data const& locale) {
    if constexpr (!is_ending<T>)
      detail::put(out, localize(v.separator, locale));
    detail::put(out, localize(v.value, locale));
  }
};

}  // namespace detail

/// As the sink itself, with the numbers of every argument localized. A locale
/// in which numbers look as without one costs a test.
template <class S>
  requires detail::sink<detail::bare<S>>
struct sink_traits<imbued<S>> {
  template <class... Args>
  static constexpr void put(imbued<S>& out, Args const&... args) {
    using traits = sink_traits<detail::bare<S>>;
    if constexpr (detail::all_printable<Args...>) {
      if (out.prints_plainly())
        traits::put(out.stream(), args...);
      else
        put_localized(out, args...);
    }
  }
  static constexpr void flush(imbued<S>& out) {
    sink_traits<detail::bare<S>>::flush(out.stream());
  }

 private:
  // Out of line, so that it costs the other way nothing.
  template <class... Args>
  [[gnu::noinline]] static constexpr void put_localized(imbued<S>& out,
                                                        Args const&... args) {
    sink_traits<detail::bare<S>>::put(out.stream(),
                                      detail::localize(args, out.locale())...);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
