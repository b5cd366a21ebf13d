// rill/os/transfer.h: how many bytes a call has moved, and the loop that goes
// on until all are.
//
// Layer 3. Allocates nothing, throws nothing. Tests: test/os/input_test.cpp,
// test/os/output_test.cpp.
#ifndef RILL_OS_TRANSFER_H
#define RILL_OS_TRANSFER_H

#include <cstddef>  // std::size_t

#include "../base/config.h"
#include "../base/result.h"

// The chooser of probes for debuggers and tracers of the system (USDT).
//
// RILL_PROBE(name, handle, asked, result) is a place in the code that such a
// tool can stop at, and read three numbers. Without RILL_USDT=1 it is nothing.

#if !RILL_USDT
#define RILL_PROBE(name, handle, asked, result) static_cast<void>(0)
#elif defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include "linux/probe.h"
#else
#error "rill: RILL_USDT=1 is for Linux on x86-64 and AArch64"
#endif

namespace rill::inline RILL_BUILD::os {

/// How many bytes were moved and, if not all, why.
struct transfer {
  std::size_t moved = 0;
  error_code error;
};

// Calls move_some(done, left) until `size` bytes are moved. Ends before that
// where a call has an error, and where it moves nothing: of a read, the end.
template <class MoveSome>
transfer move_all(std::size_t size, MoveSome move_some) {
  transfer done;
  while (done.moved != size) {
    transfer const chunk = move_some(done.moved, size - done.moved);
    done.moved += chunk.moved;
    done.error = chunk.error;
    if (chunk.error || chunk.moved == 0) break;
  }
  return done;
}

// What a write of `size` bytes has done: that it stopped is an error.
constexpr transfer all_written(transfer done, std::size_t size) {
  if (done.moved != size && !done.error)
    done.error = library_problem::wrote_nothing;
  return done;
}

}  // namespace rill::inline RILL_BUILD::os

#endif
