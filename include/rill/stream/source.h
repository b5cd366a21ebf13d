// rill/stream/source.h: what can be read from.
//
// Floor 4. source_traits<S> is all that scan, lines, words and values know of
// a source; another header adds its own by specialising it, as sink_traits
// (print/sink.h) is for print. Tests: test/scan/source_test.cpp,
// test/stream/lines_test.cpp.
#ifndef RILL_STREAM_SOURCE_H
#define RILL_STREAM_SOURCE_H

#include <concepts>  // std::derived_from

#include "../base/bare.h"
#include "held.h"
#include "memory_reader.h"

#if RILL_HOSTED
#include "locked.h"
#endif

namespace rill::inline RILL_BUILD {

/// How to read from an S: `with(S&, use)` calls use(reader&) and returns what
/// it returns. Where ranges can be made over it, `held` is what keeps an
/// lvalue for as long as the range lives, and `owned` what a temporary is
/// moved into; both are made by `{source}` and have reader(). A source with a
/// lock has `with_own` too, for a `use` that runs no code of the program's:
/// there the lock may be left out while the program has one thread.
template <class S>
struct source_traits;

namespace detail {

template <class S>
concept source = requires { sizeof(source_traits<bare<S>>); };

template <class S>
struct holder {};
template <class S>
  requires requires { typename source_traits<bare<S>>::owned; }
struct holder<S> {
  using type = typename source_traits<bare<S>>::owned;
};
template <class S>
  requires requires { typename source_traits<bare<S>>::held; }
struct holder<S&> {
  using type = typename source_traits<bare<S>>::held;
};

// What keeps an S&& while a range over it lives.
template <class S>
using holder_of = typename holder<S>::type;

template <class S>
concept can_be_held = requires { typename holder<S>::type; };

}  // namespace detail

/// Readers of every kind.
template <std::derived_from<reader> R>
struct source_traits<R> {
  using held = detail::borrowed_reader;
  using owned = detail::owned_reader<R>;
  template <class Use>
  RILL_ALWAYS_INLINE static auto with(R& in, Use use) {
    return use(static_cast<reader&>(in));
  }
};

#if RILL_HOSTED
/// C's streams: locked while they are used, and given back what was not
/// taken.
template <>
struct source_traits<FILE*> {
  using held = detail::held_stream;
  using owned = detail::held_stream;
  static constexpr bool locks = true;
  /// The stream whose buffer scan may look at.
  static constexpr FILE* stream_of(FILE* stream) noexcept { return stream; }
  template <class Use>
  static auto with(FILE* stream, Use use) {
    if (!stream) detail::raise_null_stream();
    detail::stream_guard guard(stream);
    detail::c_stream_reader in(stream);
    return use(static_cast<reader&>(in));
  }
  template <class Use>
  static auto with_own(FILE* stream, Use use) {
    if (!stream) detail::raise_null_stream();
    detail::stream_guard guard(stream, detail::stream_guard::unless_alone);
    detail::c_stream_reader in(stream);
    return use(static_cast<reader&>(in));
  }
};

/// A file's bytes in memory.
template <>
struct source_traits<loaded_file> {
  using held = detail::borrowed_load;
  using owned = detail::owned_load;
  template <class Use>
  static auto with(loaded_file& in, Use use) {
    return use(in.reader());
  }
};

namespace detail {

// The lock, and what keeps an S, while a range over a locked<S> lives.
template <class S>
class held_locked {
 public:
  explicit held_locked(locked<S>& source) : guard_(source), inner_{*guard_} {}
  rill::reader& reader() { return inner_.reader(); }

 private:
  lock_guard<S> guard_;
  holder_of<S&> inner_;
};

// The same where the lock is held by a guard, which must outlive the range.
template <class S>
class held_guarded {
 public:
  explicit held_guarded(lock_guard<S> const& guard) : inner_{*guard} {}
  rill::reader& reader() { return inner_.reader(); }

 private:
  holder_of<S&> inner_;
};

template <class S, template <class> class Held>
struct locked_holder {};
template <class S, template <class> class Held>
  requires can_be_held<S&>
struct locked_holder<S, Held> {
  using held = Held<S>;
};

}  // namespace detail

/// One lock for each call, and for as long as a range lives.
template <class S>
struct source_traits<locked<S>>
    : detail::locked_holder<S, detail::held_locked> {
  template <class Use>
  static auto with(locked<S>& in, Use use) {
    auto const guard = lock(in);
    return source_traits<S>::with(*guard, use);
  }
  template <class Use>
    requires detail::reads_by_itself<S>
  RILL_ALWAYS_INLINE static auto with_own(locked<S>& in, Use use) {
    if (S* const alone = detail::locked_access::alone(in); RILL_LIKELY(alone))
      return source_traits<S>::with(*alone, use);
    return with(in, use);
  }
};
template <class S>
struct source_traits<lock_guard<S>>
    : detail::locked_holder<S, detail::held_guarded> {
  template <class Use>
  static auto with(lock_guard<S> const& guard, Use use) {
    return source_traits<S>::with(*guard, use);
  }
};
#endif

}  // namespace rill::inline RILL_BUILD

#endif
