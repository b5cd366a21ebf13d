// rill/print/hash_sink.h: hash states as sinks of print.
//
// Layer 5. Part of rill/hash_file.h, so that rill/hash.h stays without
// streams. Allocates nothing. Tests: test/stream/hashing_test.cpp.
#ifndef RILL_PRINT_HASH_SINK_H
#define RILL_PRINT_HASH_SINK_H

#include "../copy/hash_file.h"
#include "hook.h"
#include "list.h"

namespace rill::inline RILL_BUILD {

namespace detail {

template <class H>
[[gnu::noinline]] void print_to_hash(H& state, print_list list) {
  hash_area<H> out(state);
  put_list(out, list);
}

}  // namespace detail

/// Hash states: `print(state, x)` hashes the bytes that `print(writer, x)`
/// writes, 512 at a time, without the whole text in memory.
///
/// A class of the caller that has the members of a hash state and a rill_print
/// is not a sink: it is printed.
///
/// If a hook throws, the pieces before it are hashed. Bytes that a hook prints
/// to the state itself, instead of to the sink it receives, may come before
/// earlier pieces of the same call.
template <hash_state H>
  requires(!detail::hooked<H>)
struct sink_traits<H> {
  template <class... Args>
  static void put(H& state, Args const&... args) {
    if constexpr (detail::all_printable<Args...>)
      detail::print_to_hash(state,
                            detail::listed_call<Args...>(args...).list());
  }
  static void flush(H&) noexcept {}
};

}  // namespace rill::inline RILL_BUILD

#endif
