// rill/stream/source.h: the types that can be read from.
//
// Layer 4. scan, lines, words and values use a source only through
// source_traits<S>. Each source specializes it where it is defined, as sinks do
// with sink_traits (print/list.h). Tests: test/scan/source_test.cpp,
// test/scan/lines_test.cpp.
#ifndef RILL_STREAM_SOURCE_H
#define RILL_STREAM_SOURCE_H

#include <concepts>  // std::derived_from

#include "../base/text.h"
#include "reader.h"

namespace rill::inline RILL_BUILD {

/// How to read from an S. `with(S&, use)` calls use(reader&) and returns its
/// result. For ranges, `held` keeps an lvalue for as long as the range lives,
/// and a temporary is moved into `owned`; both are made by `{source}` and have
/// reader(). A source with a lock also has `with_own`, for a `use` that runs no
/// code of the program: it may leave the lock out while the program has one
/// thread.
template <class S>
struct source_traits;

namespace detail {

template <class S>
concept source = requires { sizeof(source_traits<remove_cvref<S>>); };

// Constant streams of C, locks and pointers can be read from. Other sources
// change when they are read.
template <class T>
concept readable_source =
    source<T> && (!std::is_const_v<T> || std::is_pointer_v<T> ||
                  requires(T& t) { t.get(); } || requires(T& t) { *t; });

template <class S>
struct holder {};
template <class S>
  requires requires { typename source_traits<remove_cvref<S>>::owned; }
struct holder<S> {
  using type = typename source_traits<remove_cvref<S>>::owned;
};
template <class S>
  requires requires { typename source_traits<remove_cvref<S>>::held; }
struct holder<S&> {
  using type = typename source_traits<remove_cvref<S>>::held;
};

// The type that keeps an S&& while a range over it lives.
template <class S>
using holder_of = typename holder<S>::type;

template <class S>
concept can_be_held = requires { typename holder<S>::type; };

struct held_reader {
  rill::reader& source;
  rill::reader& reader() { return source; }
};
template <class Reader>
struct owned_reader {
  Reader source;
  rill::reader& reader() { return source; }
};

// The result of `use` that sets neither eofbit nor failbit of a C++ stream.
struct read_nothing {};

// Calls use(reader&), which keeps its own errors. Returns the rill::error that
// the source throws before or after that call.
template <class Source, class Use>
rill::error use_reader_of(Source& from, Use use) {
  [[maybe_unused]] bool is_in_use = false;  // not without exceptions
  auto const guarded = [&](rill::reader& in) {
    is_in_use = true;
    use(in);
    is_in_use = false;
    return read_nothing();
  };
#if RILL_EXCEPTIONS
  try {
    (void)source_traits<remove_cvref<Source>>::with(from, guarded);
  } catch (rill::error const& reason) {
    if (is_in_use) throw;
    return reason;
  }
#else
  (void)source_traits<remove_cvref<Source>>::with(from, guarded);
#endif
  return {};
}

}  // namespace detail

/// All readers are sources.
template <std::derived_from<reader> R>
struct source_traits<R> {
  using held = detail::held_reader;
  using owned = detail::owned_reader<R>;
  template <class Use>
  static auto with(R& in, Use use) {
    return use(static_cast<reader&>(in));
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
