// rill/print/c_file_sink.h: owned, borrowed and locked FILEs as sinks of print.
//
// Layer 5. Part of rill/stdio.h. Tests: test/cstdio/c_file_test.cpp.
#ifndef RILL_PRINT_C_FILE_SINK_H
#define RILL_PRINT_C_FILE_SINK_H

#include "../cstdio/c_file_lock.h"
#include "standard_sink.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Switches a stream from reading to writing by a seek, as C requires. A socket
// cannot seek: if it has unread bytes in the buffer, that is an error, because
// the print would overwrite them.
inline error_code end_reading(FILE* stream) {
  os::clear_c_error();
  if (::fseek(stream, 0, os::from_here) == 0) return {};
  libc::get_state none;
  libc::get_area const unread = libc::readable(stream, none);
  return unread.cursor != unread.end ? os::last_c_error() : error_code{};
}

// Prepares a stream for more than a copy into its buffer: checks that there is
// a stream and that no error has stopped it, and ends reading.
[[gnu::noinline]] inline void prepare_to_write(c_target const& to) {
  error_code const stopped = to.state    ? to.state->error
                             : to.stream ? error_code{}
                                         : library_problem::no_stream;
  if (stopped) {
    char const* const operation = to.state ? to.state->operation : "write";
    if (to.state) to.state->is_reported = true;
    raise(error(stopped, {operation, length_of(operation)}, to.name()));
  }
  if (!to.state) return;
  if (to.state->has_read)
    if (error_code const reason = end_reading(to.stream))
      raise(error(reason, "write", to.name()));
  to.state->has_read = false;
  to.state->has_written = true;
}

// Prints values that are not all plain. The caller holds the lock.
[[gnu::noinline]] inline void print_to_target(c_target const& to,
                                              print_list list) {
  if (to.stream == stdout || to.stream == stderr)
    return print_guarded(to.stream, list);
  prepare_to_write(to);
  print_held(to, list);
}

// Begins a print to a stream. `locked` is the stream if the caller has locked
// it, and is unlocked at the end of the print; otherwise it is null.
[[gnu::noinline]] inline writer& begin_print(print_memory& memory,
                                             c_target const& to, FILE* locked,
                                             FILE* fast_path) {
  if (RILL_LIKELY(fast_path))
    if (writer* const out = stream_call::begin_fast(memory.bytes, to, locked))
      return *out;
  if (to.stream != stdout && to.stream != stderr)
    return stream_call::begin_slowly(memory.bytes, to, locked,
                                     prepare_to_write);
  libc::unlock(locked);
  return begin_standard(memory.bytes, to.stream);
}

// With several threads `fast_path` is read only under the lock.
template <bool Locks>
[[gnu::noinline]] writer& begin_print(print_memory& memory,
                                      basic_c_file<Locks> const& file) {
  FILE* const stream = file.get();
  FILE* const locked = Locks && stream ? libc::lock(stream) : nullptr;
  return begin_print(memory, c_file_access::target(file), locked,
                     c_file_access::fast_path(file));
}
template <class F>
[[gnu::noinline]] writer& begin_print(print_memory& memory,
                                      c_lock<F> const& held) {
  return begin_print(memory, c_file_access::target(held), nullptr,
                     c_file_access::fast_path(held));
}

template <bool Locks>
[[gnu::noinline]] void print_list_to(basic_c_file<Locks> const& file,
                                     print_list list) {
  c_call_guard const guard(file.get(), Locks ? locking::always : locking::none);
  print_to_target(c_file_access::target(file), list);
}
template <class F>
[[gnu::noinline]] void print_list_to(c_lock<F> const& held, print_list list) {
  print_to_target(c_file_access::target(held), list);
}

// Returns the stream if one or two pieces may be copied into its buffer now,
// otherwise null.
template <bool Locks>
RILL_ALWAYS_INLINE FILE* fast_path_stream(basic_c_file<Locks> const& file) {
  if (Locks && !libc::is_single_threaded()) return nullptr;
  return c_file_access::fast_path(file);
}
template <class F>
RILL_ALWAYS_INLINE FILE* fast_path_stream(c_lock<F> const& held) {
  return c_file_access::fast_path(held);
}

// Prints to a c_file or to a lock of a stream.
template <class Sink, class... Args>
RILL_ALWAYS_INLINE void put_c_file(Sink const& to, Args const&... args) {
  if constexpr (is_short_call<Args...>) {
    FILE* const fast_path = fast_path_stream(to);
    std::size_t const max_size = max_size_of_args(format_arg_of(args)...);
    if (RILL_LIKELY(fast_path &&
                    put_directly(fast_path, max_size, format_arg_of(args)...)))
      return;
  }
  if constexpr ((is_plain_value<Args> && ...)) {
    print_memory memory;
    writer& out = begin_print(memory, to);
    end_print(out, (row{out, out.cursor()}->*...->*args).end());
  } else {
    print_list_to(to, listed_call<Args...>(args...).list());
  }
}

}  // namespace detail

template <bool Locks>
struct sink_traits<basic_c_file<Locks>> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(basic_c_file<Locks> const& file,
                                     Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_c_file(file, args...);
  }
  static void flush(basic_c_file<Locks>& file) { file.flush(); }
};

template <>
struct sink_traits<c_file_view> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(c_file_view to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_c_stream(to.get(), detail::c_file_access::name(to), args...);
  }
  static void flush(c_file_view to) { to.flush(); }
};

template <class F>
struct sink_traits<c_lock<F>> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(c_lock<F> const& to, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::put_c_file(to, args...);
  }
  static void flush(c_lock<F> const& to) { (*to).flush(); }
};

}  // namespace rill::inline RILL_BUILD

#endif
