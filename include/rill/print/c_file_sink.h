// rill/print/c_file_sink.h: owned, borrowed and locked FILEs as sinks of print.
//
// Floor 5. Part of rill/stdio.h. Tests: test/stream/c_file_test.cpp.
#ifndef RILL_PRINT_C_FILE_SINK_H
#define RILL_PRINT_C_FILE_SINK_H

#include "../stream/c_file_source.h"
#include "c_stream_sink.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// From reading to writing, by asking for the place as C wants it. A socket has
// none: what was read ahead of it cannot go back, and would be printed over.
inline error_code end_reading(FILE* stream) {
  os::clear_c_error();
  if (::fseek(stream, 0, SEEK_CUR) == 0) return {};
  libc::get_state none;
  libc::get_area const unread = libc::readable(stream, none);
  return unread.cursor != unread.end ? os::last_c_error() : error_code{};
}

// Before a stream is written to by more than a copy into its buffer: there is
// one, no error has stopped it, and it does not read any more.
[[gnu::noinline]] inline void prepare_to_write(c_target const& to) {
  error_code const stopped = to.state    ? to.state->error
                             : to.stream ? error_code{}
                                         : library_problem::no_stream;
  if (stopped) {
    char const* const operation = to.state ? to.state->operation : "write";
    if (to.state) to.state->is_told = true;
    raise(error(stopped, {operation, length_of(operation)}, to.name));
  }
  if (!to.state) return;
  if (to.state->has_read)
    if (error_code const reason = end_reading(to.stream))
      raise(error(reason, {"write", 5}, to.name));
  to.state->has_read = false;
  to.state->has_written = true;
}

// Anything but a copy into a buffer that has room. The caller holds the lock.
template <class... Pieces>
[[gnu::noinline]] void put_target_slowly(c_target const& to,
                                         Pieces const&... pieces) {
  if (to.stream == stdout || to.stream == stderr)
    return put_c_stream(to.stream, pieces...);
  prepare_to_write(to);
  auto const print_all = [&](writer& out) { put_each(out, pieces...); };
  if constexpr (are_plain<Pieces...>) {
    std::size_t const reach = reach_of(pieces...);
    with_c_stream(to, reach, print_all);
  } else {
    with_c_stream(to, c_stream_writer::aside, print_all);
  }
}

template <bool Locks, class... Pieces>
[[gnu::noinline]] void put_c_file_slowly(basic_c_file<Locks> const& file,
                                         Pieces const&... pieces) {
  constexpr locking how = !Locks                 ? locking::none
                          : are_plain<Pieces...> ? locking::unless_alone
                                                 : locking::always;
  c_call_guard const guard(file.get(), how);
  put_target_slowly(c_file_access::target(file), pieces...);
}

// What the short way below leaves: first the lock. One function for each list
// of types.
template <bool Locks, class... Pieces>
[[gnu::noinline]] void put_c_file_shared(basic_c_file<Locks> const& file,
                                         Pieces... pieces) {
  if constexpr (Locks && are_plain<Pieces...>) {
    FILE* const stream = file.get();
    if (!libc::is_single_threaded() && stream) {
      std::size_t const reach = reach_of(pieces...);
      os::lock_stream(stream);
      bool const done =
          c_file_access::quick(file) && put_directly(stream, reach, pieces...);
      os::unlock_stream(stream);
      if (RILL_LIKELY(done)) return;
    }
  }
  put_c_file_slowly(file, pieces...);
}

template <bool Locks, class... Pieces>
RILL_ALWAYS_INLINE void put_c_file(basic_c_file<Locks> const& file,
                                   Pieces const&... pieces) {
  if constexpr (are_plain<Pieces...>) {
    // With several threads this is looked at under the lock alone.
    if (RILL_LIKELY(!Locks || libc::is_single_threaded())) {
      FILE* const quick = c_file_access::quick(file);
      std::size_t const reach = reach_of(pieces...);
      if (RILL_LIKELY(quick && put_directly(quick, reach, pieces...))) return;
    }
    put_c_file_shared(file, shared(pieces)...);
  } else {
    put_c_file_shared(file, pieces...);
  }
}

// Into a stream whose lock is held.
template <class F, class... Pieces>
RILL_ALWAYS_INLINE void put_held(c_lock<F> const& to, Pieces const&... pieces) {
  if constexpr (are_plain<Pieces...>) {
    if (FILE* const quick = c_file_access::quick(to); RILL_LIKELY(quick)) {
      std::size_t const reach = reach_of(pieces...);
      if (RILL_LIKELY(put_directly(quick, reach, pieces...))) return;
    }
    put_target_slowly(c_file_access::target(to), shared(pieces)...);
  } else {
    put_target_slowly(c_file_access::target(to), pieces...);
  }
}

}  // namespace detail

template <bool Locks>
struct sink_traits<basic_c_file<Locks>> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(basic_c_file<Locks> const& file,
                                     Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_c_file(file, detail::piece_of(args)...);
  }
  static void flush(basic_c_file<Locks>& file) { file.flush(); }
};

template <>
struct sink_traits<c_file_view> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(c_file_view to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_named_stream(to.get(), detail::c_file_access::name(to),
                               detail::piece_of(args)...);
  }
  static void flush(c_file_view to) { to.flush(); }
};

template <class F>
struct sink_traits<c_lock<F>> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(c_lock<F> const& to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_held(to, detail::piece_of(args)...);
  }
  static void flush(c_lock<F> const& to) { (*to).flush(); }
};

}  // namespace rill::inline RILL_BUILD

#endif
