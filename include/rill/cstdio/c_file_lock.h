// rill/cstdio/c_file_lock.h: the lock of a FILE for several calls, and owned
// FILEs as sources.
//
// Layer 4. Tests: test/cstdio/c_file_lock_test.cpp,
// test/cstdio/c_file_test.cpp.
#ifndef RILL_CSTDIO_C_FILE_LOCK_H
#define RILL_CSTDIO_C_FILE_LOCK_H

#include "c_file.h"
#include "c_file_buffer.h"
#include "c_stream_reader.h"

// The lock of a FILE for several calls.
//
// Allocates nothing.

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
  // Returns the stream if prints may copy straight into its buffer; otherwise
  // null, for example after an error.
  template <bool Locks>
  static FILE* fast_path(basic_c_file<Locks> const& to) noexcept {
    return to.state_.fast_path;
  }
  static FILE* fast_path(c_file_view const& to) noexcept {
    bool const is_plain = to.get() != stdout && to.get() != stderr;
    return is_plain ? to.get() : nullptr;
  }
  template <class F>
  static FILE* fast_path(c_lock<F> const& to) noexcept;
};

// How a call takes a stream's lock.
enum class locking : unsigned char {
  none,
  unless_alone,  // for rill's own code: if there are several threads
  always,        // for code of the program, which may start a thread
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

/// Holds the lock of a FILE, and is itself a sink of print and a source of
/// scan. F is c_file&, c_file_unlocked& or, for a FILE*, c_file_view.
template <class F>
class [[nodiscard]] c_lock {
 public:
  explicit c_lock(F owner) noexcept
      : owner_(static_cast<F>(owner)),
        guard_(owner.get(), detail::locking::always) {}
  /// Takes the lock once more: it is recursive.
  c_lock(c_lock const& other) noexcept
      : owner_(other.owner_), guard_(other.get(), detail::locking::always) {}
  c_lock& operator=(c_lock const&) = delete;

  FILE* get() const noexcept { return owner_.get(); }
  std::remove_reference_t<F> const& owner() const noexcept { return owner_; }

  /// Returns the stream or c_file itself. The thread that holds its lock may
  /// take it again.
  F operator*() const noexcept { return owner_; }

 private:
  friend struct detail::c_file_access;
  F owner_;
  detail::c_call_guard guard_;
};

template <class F>
inline FILE* detail::c_file_access::fast_path(c_lock<F> const& to) noexcept {
  return fast_path(to.owner_);
}

template <class F>
detail::c_target detail::c_file_access::target(c_lock<F> const& from) noexcept {
  return target(from.owner_);
}

/// Takes the lock of a FILE until the returned guard is destroyed. Output of
/// other threads, also by printf, does not come in between. Requires that the
/// stream is not closed before.
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

// The put and get areas of a FILE's buffer.
//
// Allocates nothing, throws nothing. Empty where the C library keeps its buffer
// to itself. The caller holds the stream's lock, or has the only thread.

inline buffer_area<char> put_area(FILE* to) noexcept {
  libc::put_area const area = libc::writable(to);
  return {area.cursor, area.end};
}
inline void advance_put_area(FILE* to, char* end) noexcept {
  if (end) libc::put_up_to(to, end);
}
inline buffer_area<char const> get_area(FILE* from) noexcept {
  libc::get_state none;
  libc::get_area const area = libc::readable(from, none);
  return {area.cursor, area.end};
}
inline void advance_get_area(FILE* from, char const* end) noexcept {
  libc::get_state none;
  if (end) libc::taken_up_to(from, none, end);
}

/// The put area of a c_file is empty after an error.
template <bool Locks>
buffer_area<char> put_area(basic_c_file<Locks>& to) noexcept {
  FILE* const fast_path = detail::c_file_access::fast_path(to);
  return fast_path ? put_area(fast_path) : buffer_area<char>{};
}
template <bool Locks>
void advance_put_area(basic_c_file<Locks>& to, char* end) noexcept {
  if (FILE* const fast_path = detail::c_file_access::fast_path(to))
    advance_put_area(fast_path, end);
}
template <bool Locks>
buffer_area<char const> get_area(basic_c_file<Locks> const& from) noexcept {
  return from.get() ? get_area(from.get()) : buffer_area<char const>{};
}
template <bool Locks>
void advance_get_area(basic_c_file<Locks>& from, char const* end) noexcept {
  if (from.get()) advance_get_area(from.get(), end);
}

inline buffer_area<char> put_area(c_file_view to) noexcept {
  return to.get() ? put_area(to.get()) : buffer_area<char>{};
}
inline void advance_put_area(c_file_view to, char* end) noexcept {
  if (to.get()) advance_put_area(to.get(), end);
}
inline buffer_area<char const> get_area(c_file_view from) noexcept {
  return from.get() ? get_area(from.get()) : buffer_area<char const>{};
}
inline void advance_get_area(c_file_view from, char const* end) noexcept {
  if (from.get()) advance_get_area(from.get(), end);
}

// Owned and borrowed FILEs as sources of scan, lines, words and values.

namespace detail {

// Called before a stream is read. Throws if there is no stream, and writes what
// was printed to it: C requires a flush between a write and a read.
[[gnu::noinline]] inline void prepare_to_read(c_target const& from) {
  if (!from.stream)
    raise(
        error(from.state ? library_problem::closed : library_problem::no_stream,
              "read", from.name()));
  if (!from.state) return;
  c_file_state& state = *from.state;
  if (state.has_written && !state.error) {
    error_code const reason = libc::write_pending(from.stream);
    if (reason) {
      state.stop(reason, "write");
      state.is_reported = true;
      raise(error(reason, "write", from.name()));
    }
  }
  state.has_written = false;
  state.has_read = true;
}

template <class Use>
auto read_c_stream(c_target const& from, locking how, Use use) {
  c_call_guard const guard(from.stream, how);
  prepare_to_read(from);
  c_stream_reader in(from.stream, from.name());
  return use(static_cast<reader&>(in));
}

// Keeps a stream while a range over it lives, locked from the first use. F is a
// reference, a view, or a c_file that was moved in.
template <class F, bool Locks>
class held_c_file {
 public:
  explicit held_c_file(F source) : source_(static_cast<F&&>(source)) {}
  held_c_file(held_c_file&& other) : source_(static_cast<F&&>(other.source_)) {}
  ~held_c_file() {
    if (is_open_) open_.~locked_reader();
  }

  rill::reader& reader() {
    if (!is_open_) {
      ::new (static_cast<void*>(&open_))
          locked_reader(c_file_access::target(source_));
      is_open_ = true;
    }
    return open_.reader;
  }

 private:
  struct locked_reader {
    explicit locked_reader(c_target const& from)
        : guard(from.stream, Locks ? locking::always : locking::none),
          reader(prepared(from), from.name()) {}
    static FILE* prepared(c_target const& from) {
      prepare_to_read(from);
      return from.stream;
    }
    c_call_guard guard;
    c_stream_reader reader;
  };

  F source_;
  bool is_open_ = false;
  union {
    locked_reader open_;
  };
};

}  // namespace detail

template <bool Locks>
struct source_traits<basic_c_file<Locks>> {
  using held = detail::held_c_file<basic_c_file<Locks>&, Locks>;
  using owned = detail::held_c_file<basic_c_file<Locks>, Locks>;
  static constexpr bool locks = Locks;
  /// The stream whose buffer scan may use directly; null when closed.
  static FILE* stream_of(basic_c_file<Locks> const& from) noexcept {
    return from.get();
  }
  template <class Use>
  static auto with(basic_c_file<Locks> const& from, Use use) {
    return detail::read_c_stream(
        detail::c_file_access::target(from),
        Locks ? detail::locking::always : detail::locking::none, use);
  }
  template <class Use>
  static auto with_own(basic_c_file<Locks> const& from, Use use) {
    return detail::read_c_stream(
        detail::c_file_access::target(from),
        Locks ? detail::locking::unless_alone : detail::locking::none, use);
  }
};

template <>
struct source_traits<c_file_view> {
  using held = detail::held_c_file<c_file_view, true>;
  using owned = held;
  static constexpr bool locks = true;
  static FILE* stream_of(c_file_view from) noexcept { return from.get(); }
  template <class Use>
  static auto with(c_file_view from, Use use) {
    return detail::read_c_stream(detail::c_file_access::target(from),
                                 detail::locking::always, use);
  }
  template <class Use>
  static auto with_own(c_file_view from, Use use) {
    return detail::read_c_stream(detail::c_file_access::target(from),
                                 detail::locking::unless_alone, use);
  }
};

/// A stream whose lock is already held.
template <class F>
struct source_traits<c_lock<F>> {
  using held = detail::held_c_file<c_lock<F> const&, false>;
  using owned = detail::held_c_file<c_lock<F>, false>;
  static constexpr bool locks = false;
  static FILE* stream_of(c_lock<F> const& from) noexcept { return from.get(); }
  template <class Use>
  static auto with(c_lock<F> const& from, Use use) {
    return detail::read_c_stream(detail::c_file_access::target(from),
                                 detail::locking::none, use);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
