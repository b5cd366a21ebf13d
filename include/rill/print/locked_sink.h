// rill/print/locked_sink.h: locked writers as sinks of print.
//
// Floor 5. Part of rill/stream.h. Tests: test/stream/locked_test.cpp.
#ifndef RILL_PRINT_LOCKED_SINK_H
#define RILL_PRINT_LOCKED_SINK_H

#include "../stream/locked.h"
#include "sink.h"

namespace rill::inline RILL_BUILD {

/// One lock for each print.
template <class W>
struct sink_traits<locked<W>> {
  template <class... Args>
  static void put(locked<W>& sink, Args const&... args) {
    auto const guard = lock(sink);
    sink_traits<W>::put(*guard, args...);
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
