// rill/stream/locked.h: a writer or reader that several threads share.
//
// Layer 4. A lock of os/mutex.h (<mutex> costs 160 to 350 ms of compile time).
// Tests: test/stream/locked_test.cpp.
#ifndef RILL_STREAM_LOCKED_H
#define RILL_STREAM_LOCKED_H

#include <type_traits>  // std::is_constructible_v

#include "../base/text.h"
#include "../os/libc.h"
#include "../os/mutex.h"
#include "source.h"

namespace rill::inline RILL_BUILD {

class writer;
class reader;
class file_reader;

template <class W>
class locked;

namespace detail {

// True for readers whose fill runs no code of the program.
template <class R>
inline constexpr bool reads_by_itself = false;
template <>
inline constexpr bool reads_by_itself<file_reader> = true;

struct locked_access {
  // Returns the W without its lock while the program has one thread, otherwise
  // null. Only for calls that run rill's own code: then no thread can start
  // before they return.
  template <class W>
  static W* alone(locked<W>& owner) noexcept {
    return libc::is_single_threaded() ? &owner.value_ : nullptr;
  }
};

}  // namespace detail

/// Holds the lock of a locked<W> and gives access to the W. Cannot be moved;
/// must be destroyed in the thread that made it.
template <class W>
class [[nodiscard]] locked_ptr {
 public:
  explicit locked_ptr(locked<W>& owner) : owner_(owner) {
    owner_.mutex_.lock();
  }
  locked_ptr(locked_ptr const&) = delete;
  locked_ptr& operator=(locked_ptr const&) = delete;
  ~locked_ptr() { owner_.mutex_.unlock(); }

  W& operator*() const noexcept { return owner_.value_; }
  W* operator->() const noexcept { return &owner_.value_; }

 private:
  locked<W>& owner_;
};

template <class W>
using lock_guard [[deprecated("rill::locked_ptr is its name now")]] =
    locked_ptr<W>;

/// A W with a lock. Each print or scan takes the lock once, so the pieces of
/// one call stay together; `lock(sink)` holds it for several calls:
///
///     rill::locked<rill::file_writer> log("events.txt");
///     rill::println(log, "one line, whole");
///     auto guard = rill::lock(log);
///     rill::print(*guard, "two ");
///     rill::println(*guard, "calls");
///
/// The lock is released when a print throws, and is recursive: the thread that
/// holds it may take it again. While the program has one thread, prints of
/// texts and numbers do not take it, nor do scans of a file without hooks;
/// lock() and everything else do.
///
/// Cannot be moved, because another thread may hold the lock or wait for it. A
/// std::unique_ptr to it can.
template <class W>
class locked {
 public:
  /// Makes the W from the arguments.
  template <class... Args>
    requires std::is_constructible_v<W, Args...>
  explicit locked(Args&&... args) : value_(static_cast<Args&&>(args)...) {}
  locked(locked const&) = delete;
  locked& operator=(locked const&) = delete;

 private:
  friend class locked_ptr<W>;
  friend struct detail::locked_access;
  os::mutex mutex_;
  W value_;
};

/// Takes the lock until the returned guard is destroyed.
template <class W>
locked_ptr<W> lock(locked<W>& sink) {
  return locked_ptr<W>(sink);
}

/// Refuses a writer or reader without a lock.
template <class W>
  requires std::is_base_of_v<writer, W> || std::is_base_of_v<reader, W>
locked_ptr<W> lock(W&) {
  static_assert(detail::always_false<W>,
                "rill: this has no lock: make it a rill::locked<> of its type, "
                "as in rill::locked<rill::file_writer> log(path)");
}

namespace detail {

// Holds the lock, and the holder of an S, while a range over a locked<S> lives.
template <class S>
class held_locked {
 public:
  explicit held_locked(locked<S>& source) : guard_(source), inner_{*guard_} {}
  rill::reader& reader() { return inner_.reader(); }

 private:
  locked_ptr<S> guard_;
  holder_of<S&> inner_;
};

// The same for a lock that a guard holds. The guard must outlive the range.
template <class S>
class held_guarded {
 public:
  explicit held_guarded(locked_ptr<S> const& guard) : inner_{*guard} {}
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

/// Takes the lock once for each call, and for the life of a range.
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
  static auto with_own(locked<S>& in, Use use) {
    if (S* const alone = detail::locked_access::alone(in); RILL_LIKELY(alone))
      return source_traits<S>::with(*alone, use);
    return with(in, use);
  }
};
template <class S>
struct source_traits<locked_ptr<S>>
    : detail::locked_holder<S, detail::held_guarded> {
  template <class Use>
  static auto with(locked_ptr<S> const& guard, Use use) {
    return source_traits<S>::with(*guard, use);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
