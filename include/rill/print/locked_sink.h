// rill/print/locked_sink.h: locked writers as sinks of print.
//
// Floor 5. Part of rill/stream.h. Tests: test/stream/locked_test.cpp.
#ifndef RILL_PRINT_LOCKED_SINK_H
#define RILL_PRINT_LOCKED_SINK_H

#include "../stream/locked.h"
#include "shared_text.h"
#include "sink.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class W, class... Pieces>
[[gnu::noinline]] void put_under_lock(locked<W>& sink, Pieces... pieces) {
  auto const guard = lock(sink);
  put_call_pieces(*guard, pieces...);
}

// While the program has one thread, texts and numbers that fit go straight
// into the buffer: nothing here can start a thread. A full buffer goes to the
// device, which may be a callable of the program's.
template <class W, class... Pieces>
RILL_ALWAYS_INLINE void put_alone_or_locked(locked<W>& sink,
                                            Pieces const&... pieces) {
  if constexpr (are_plain<Pieces...>) {
    if (W* const out = locked_access::alone(sink); RILL_LIKELY(out)) {
      if (RILL_LIKELY(reach_of(pieces...) <= out->room())) {
        write_reserved<(sizeof...(Pieces) <= 2)>(*out, out->cursor(),
                                                 pieces...);
        return;
      }
    }
  }
  put_under_lock(sink, shared(pieces)...);
}

}  // namespace detail

/// One lock for each print.
template <class W>
struct sink_traits<locked<W>> {
  template <class... Args>
  RILL_ALWAYS_INLINE static void put(locked<W>& sink, Args const&... args) {
    if constexpr (!std::derived_from<W, writer>) {
      auto const guard = lock(sink);
      sink_traits<W>::put(*guard, args...);
    } else if constexpr (detail::all_printable<Args...>) {
      detail::put_alone_or_locked(sink, detail::piece_of(args)...);
    }
  }
  static void flush(locked<W>& sink) {
    auto const guard = lock(sink);
    sink_traits<W>::flush(*guard);
  }
};

template <class W>
struct sink_traits<lock_guard<W>> {
  template <class... Args>
  static void put(lock_guard<W> const& guard, Args const&... args) {
    sink_traits<W>::put(*guard, args...);
  }
  static void flush(lock_guard<W> const& guard) {
    sink_traits<W>::flush(*guard);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
