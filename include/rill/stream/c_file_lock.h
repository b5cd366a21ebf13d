// rill/stream/c_file_lock.h: the lock of a FILE for several calls.
//
// Floor 4. Allocates nothing. Tests: test/stream/c_file_lock_test.cpp.
#ifndef RILL_STREAM_C_FILE_LOCK_H
#define RILL_STREAM_C_FILE_LOCK_H

#include "c_file.h"

namespace rill::inline RILL_BUILD {

template <class F>
class c_lock;

namespace detail {

struct c_file_access {
  template <bool Locks>
  static c_target target(basic_c_file<Locks> const& from) noexcept {
    return {from.stream_, from.name_, &from.state_};
  }
  static c_target target(c_file_view const& from) noexcept {
    return {from.get(), from.name_, nullptr};
  }
  template <class F>
  static c_target target(c_lock<F> const& from) noexcept;
  static char const* name(c_file_view const& from) noexcept {
    return from.name_;
  }
  // For prints that only copy; null when there is more to do.
  template <bool Locks>
  static FILE* quick(basic_c_file<Locks> const& to) noexcept {
    return to.state_.quick;
  }
  static FILE* quick(c_file_view const& to) noexcept {
    bool const is_plain = to.get() != stdout && to.get() != stderr;
    return is_plain ? to.get() : nullptr;
  }
  template <class F>
  static FILE* quick(c_lock<F> const& to) noexcept;
};

// How a call takes a stream's lock.
enum class locking : unsigned char {
  none,
  unless_alone,  // around rill's own code: not while there is one thread
  always,        // around code of the program's, which may start a thread
};

class c_call_guard {
 public:
  c_call_guard(FILE* stream, locking how)
      : locked_(how == locking::none || !stream ? nullptr
                : how == locking::always        ? stream
                                                : libc::lock(stream)) {
    if (how == locking::always && stream) os::lock_stream(stream);
  }
  c_call_guard(c_call_guard const&) = delete;
  c_call_guard& operator=(c_call_guard const&) = delete;
  ~c_call_guard() {
    if (locked_) libc::unlock(locked_);
  }

 private:
  FILE* locked_;
};

}  // namespace detail

/// Holds the lock of a FILE, and is a sink of print and a source of scan
/// itself. F is c_file&, c_file_unlocked& or, for a FILE*, c_file_view.
template <class F>
class [[nodiscard]] c_lock {
 public:
  explicit c_lock(F owner) noexcept
      : owner_(static_cast<F>(owner)),
        guard_(owner.get(), detail::locking::always) {}
  /// Takes the lock once more.
  c_lock(c_lock const& other) noexcept
      : owner_(other.owner_), guard_(other.get(), detail::locking::always) {}
  c_lock& operator=(c_lock const&) = delete;

  FILE* get() const noexcept { return owner_.get(); }
  std::remove_reference_t<F> const& owner() const noexcept { return owner_; }

  /// The stream or c_file itself. Its lock can be taken again by the thread
  /// that has it.
  F operator*() const noexcept { return owner_; }

 private:
  friend struct detail::c_file_access;
  F owner_;
  detail::c_call_guard guard_;
};

template <class F>
inline FILE* detail::c_file_access::quick(c_lock<F> const& to) noexcept {
  return quick(to.owner_);
}

template <class F>
detail::c_target detail::c_file_access::target(c_lock<F> const& from) noexcept {
  return target(from.owner_);
}

/// Takes the lock of a FILE until the returned guard goes away: what is
/// printed meanwhile stays together, also against other threads' printf.
/// Requires: the stream is not closed before.
///
/// Example:
///     auto const held = rill::lock(stdout);
///     rill::print(held, "two calls, ");
///     rill::println(held, "one line");
inline c_lock<c_file_view> lock(FILE* stream) {
  return c_lock<c_file_view>(c_file_view(stream));
}
inline c_lock<c_file_view> lock(c_file_view stream) {
  return c_lock<c_file_view>(stream);
}
template <bool Locks>
c_lock<basic_c_file<Locks>&> lock(basic_c_file<Locks>& stream) {
  return c_lock<basic_c_file<Locks>&>(stream);
}
template <class Wrong>
  requires std::is_convertible_v<Wrong const&, char const*>
void lock(Wrong const&) {
  detail::refuse_stream<Wrong>();
}

}  // namespace rill::inline RILL_BUILD

#endif
