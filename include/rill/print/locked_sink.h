// rill/print/locked_sink.h: locked writers as sinks of print.
//
// Layer 5. Part of rill/stream.h. Tests: test/stream/locked_test.cpp.
#ifndef RILL_PRINT_LOCKED_SINK_H
#define RILL_PRINT_LOCKED_SINK_H

#include "../stream/locked.h"
#include "list.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class W>
[[gnu::noinline]] void print_under_lock(locked<W>& sink, print_list list) {
  auto const guard = lock(sink);
  put_list(*guard, list);
}

// While the program has one thread, texts and numbers that fit go straight into
// the buffer without the lock: copying cannot start a thread. Text that does
// not fit goes to the device under the lock, because the device may be a
// callable of the program.
template <class W>
[[gnu::noinline]] void print_plainly(locked<W>& sink, print_list list) {
  if (W* const out = locked_access::alone(sink); RILL_LIKELY(out)) {
    char* const cursor = out->cursor();
    if (char* const end = put_list_directly(cursor, cursor + out->room(), list))
      return out->advance_to(end);
  }
  print_under_lock(sink, list);
}

template <class W, class... Args>
inline void put_locked(locked<W>& sink, Args const&... args) {
  if constexpr (is_short_call<Args...>) {
    if (W* const out = locked_access::alone(sink); RILL_LIKELY(out)) {
      if (RILL_LIKELY(max_size_of_args(format_arg_of(args)...) <=
                      out->room())) {
        write_reserved<true>(*out, out->cursor(), format_arg_of(args)...);
        return;
      }
    }
  }
  listed_call<Args...> const call(args...);
  if constexpr ((is_plain_value<Args> && ...))
    print_plainly(sink, call.list());
  else
    print_under_lock(sink, call.list());
}

}  // namespace detail

/// Takes the lock once for each print.
template <class W>
struct sink_traits<locked<W>> {
  template <class... Args>
  static void put(locked<W>& sink, Args const&... args) {
    if constexpr (!std::derived_from<W, writer>) {
      auto const guard = lock(sink);
      sink_traits<W>::put(*guard, args...);
    } else if constexpr (detail::all_printable<Args...>) {
      detail::put_locked(sink, args...);
    }
  }
  static void flush(locked<W>& sink) {
    auto const guard = lock(sink);
    sink_traits<W>::flush(*guard);
  }
};

template <class W>
struct sink_traits<locked_ptr<W>> {
  template <class... Args>
  static void put(locked_ptr<W> const& guard, Args const&... args) {
    sink_traits<W>::put(*guard, args...);
  }
  static void flush(locked_ptr<W> const& guard) {
    sink_traits<W>::flush(*guard);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
