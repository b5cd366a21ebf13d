// rill/stream/c_file_source.h: owned and borrowed FILEs as sources of scan,
// lines, words and values.
//
// Floor 4. Part of rill/stdio.h. Tests: test/stream/c_file_test.cpp.
#ifndef RILL_STREAM_C_FILE_SOURCE_H
#define RILL_STREAM_C_FILE_SOURCE_H

#include "c_file.h"
#include "c_file_lock.h"
#include "c_stream_source.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Before a stream is read: there is one, and what was printed to it is in the
// file, as C wants it between a write and a read.
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
      state.is_told = true;
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

// A stream while a range over it lives: F is a reference, a view, or a c_file
// that was moved in. Locked from the first use on.
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
  /// The stream whose buffer can be looked at; null when there is none.
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

/// What is locked already.
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
