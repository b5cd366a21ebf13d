// rill/print/c_file_sink.h: owned, borrowed and locked FILEs as sinks of print.
//
// Floor 5. Part of rill/stdio.h. Tests: test/stream/c_file_test.cpp.
#ifndef RILL_PRINT_C_FILE_SINK_H
#define RILL_PRINT_C_FILE_SINK_H

#include "../stream/c_file_source.h"
#include "c_stream_sink.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Before a stream is written to by more than a copy into its buffer: there is
// one, no error has stopped it, and as C wants it between a read and a write
// the place in the file was asked for.
[[gnu::noinline]] inline void prepare_to_write(c_target const& to) {
  error_code const stopped = to.state    ? to.state->error
                             : to.stream ? error_code{}
                                         : library_problem::closed;
  if (stopped) {
    char const* const operation = to.state ? to.state->operation : "write";
    if (to.state) to.state->is_told = true;
    raise(error(stopped, {operation, length_of(operation)}, to.name));
  }
  if (!to.state) return;
  if (to.state->has_read) (void)::fseek(to.stream, 0, SEEK_CUR);
  to.state->has_read = false;
  to.state->has_written = true;
}

template <class How, class... Pieces>
void put_target(c_target const& to, How how, Pieces const&... pieces) {
  prepare_to_write(to);
  with_c_stream(to, how, [&](writer& out) { put_each(out, pieces...); });
}

// stdout and stderr keep their own errors.
template <class... Pieces>
bool put_if_standard(FILE* stream, Pieces const&... pieces) {
  if (stream != stdout && stream != stderr) return false;
  put_c_stream(stream, pieces...);
  return true;
}

// What the short way leaves: locks, a full buffer, first use, errors. One
// function for each list of types.
template <bool Locks, class... Pieces>
[[gnu::noinline]] void put_c_file_shared(basic_c_file<Locks> const& file,
                                         Pieces... pieces) {
  std::size_t const reach = (pieces.reach() + ... + 0);
  if constexpr (Locks) {
    if (!libc::is_single_threaded() && file.get()) {
      FILE* const locked = libc::lock(file.get());
      FILE* const quick = c_file_access::quick(file);
      bool const done = quick && put_directly(quick, reach, pieces...);
      libc::unlock(locked);
      if (done) return;
    }
  }
  if (put_if_standard(file.get(), pieces...)) return;
  c_call_guard const guard(file.get(),
                           Locks ? locking::unless_alone : locking::none);
  put_target(c_file_access::target(file), reach, pieces...);
}

template <bool Locks, class... Pieces>
RILL_ALWAYS_INLINE void put_c_file(basic_c_file<Locks> const& file,
                                   Pieces const&... pieces) {
  if constexpr (are_plain<Pieces...>) {
    FILE* const quick = c_file_access::quick(file);
    if (RILL_LIKELY((!Locks || libc::is_single_threaded()) && quick)) {
      std::size_t const reach = (pieces.reach() + ... + 0);
      if (RILL_LIKELY(put_directly(quick, reach, pieces...))) return;
    }
    put_c_file_shared(file, shared(pieces)...);
  } else {
    if (put_if_standard(file.get(), pieces...)) return;
    c_call_guard const guard(file.get(),
                             Locks ? locking::always : locking::none);
    put_target(c_file_access::target(file), c_stream_writer::aside, pieces...);
  }
}

// Into a stream whose lock is held.
template <class... Pieces>
void put_held(c_target const& to, Pieces const&... pieces) {
  if (put_if_standard(to.stream, pieces...)) return;
  if constexpr (are_plain<Pieces...>) {
    std::size_t const reach = (pieces.reach() + ... + 0);
    bool const may = to.stream && (!to.state || to.state->quick);
    if (!may || !put_directly(to.stream, reach, pieces...))
      put_target(to, reach, pieces...);
  } else {
    put_target(to, c_stream_writer::aside, pieces...);
  }
}

template <class... Pieces>
void put_view(c_file_view to, Pieces const&... pieces) {
  c_call_guard const guard(
      to.get(), are_plain<Pieces...> ? locking::unless_alone : locking::always);
  put_held(c_file_access::target(to), pieces...);
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
  static void put(c_file_view to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>) {
      detail::put_view(to, detail::piece_of(args)...);
    }
  }
  static void flush(c_file_view to) { to.flush(); }
};

template <class F>
struct sink_traits<c_lock<F>> {
  template <class... Args>
  static void put(c_lock<F> const& to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_held(detail::c_file_access::target(to.owner()),
                       detail::piece_of(args)...);
  }
  static void flush(c_lock<F> const& to) { (*to).flush(); }
};

}  // namespace rill::inline RILL_BUILD

#endif
