// rill/os/transfer.h: how many bytes a call has moved, and the loop that goes
// on until all are.
//
// Floor 3. Allocates nothing, throws nothing. Tests: test/os/input_test.cpp,
// test/os/output_test.cpp.
#ifndef RILL_OS_TRANSFER_H
#define RILL_OS_TRANSFER_H

#include <cstddef>  // std::size_t

#include "../base/error_code.h"

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
    transfer const piece = move_some(done.moved, size - done.moved);
    done.moved += piece.moved;
    done.error = piece.error;
    if (piece.error || piece.moved == 0) break;
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
