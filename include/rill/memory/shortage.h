// rill/memory/shortage.h: what is undone before std::bad_alloc leaves an
// operation.
//
// Floor 1. Allocates nothing. Tests: test/scan/allocation_test.cpp,
// test/stream/allocation_test.cpp.
#ifndef RILL_MEMORY_SHORTAGE_H
#define RILL_MEMORY_SHORTAGE_H

#include <new>  // std::bad_alloc

#include "../base/config.h"

namespace rill::inline RILL_BUILD::detail {

/// Returns work(). When it throws std::bad_alloc, calls undo(), which throws
/// nothing, and passes the exception on. Others pass as they are: the undone
/// state is for a call that is made again when there is memory.
template <class Work, class Undo>
inline auto undo_on_shortage(Work work, [[maybe_unused]] Undo undo) {
#if RILL_EXCEPTIONS
  try {
    return work();
  } catch (std::bad_alloc const&) {
    undo();
    throw;
  }
#else
  return work();
#endif
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
