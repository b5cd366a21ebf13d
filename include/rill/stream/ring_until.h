// rill/stream/ring_until.h: copying out of a reader up to an end.
//
// Floor 4. Bytes are taken when they have been copied, never before. Tests:
// test/stream/ring_reader_test.cpp.
#ifndef RILL_STREAM_RING_UNTIL_H
#define RILL_STREAM_RING_UNTIL_H

#include "../os/error.h"
#include "reader.h"
#include "ring_search.h"
#include "ring_target.h"

namespace rill::inline RILL_BUILD::detail {

// How many bytes were copied, and why no more: the end was found, or the
// target was full and there was more, or the input ended.
struct copied_until {
  std::size_t size = 0;
  bool found = false;
  bool has_room = true;
};

template <class Out, class Ending>
copied_until copy_until(reader& in, Out& out, Ending& ending) {
  auto to = target_for(out);
  auto search = end_for(ending);
  copied_until done;
  while (!done.found) {
    if (in.at_end()) return done;
    std::size_t const size = smaller(in.available(), to.room());
    done.has_room = size != 0;
    if (size == 0) return done;
    char const* const from = in.cursor();
    std::size_t const piece = search.take(from, size, done.found);
    to.add(from, piece);
    in.advance_to(from + piece);
    done.size += piece;
  }
  return done;
}

// try_read_until of a ring that errors call `place`.
template <class Ring, class Out, class Ending>
result<std::size_t> read_ring_until(Ring& ring, Out& out, Ending& ending,
                                    text place) {
  copied_until const done = copy_until(ring, out, ending);
  if (!done.has_room)
    return rill::error(library_problem::no_room, "read", place);
  if (!done.found && ring.error()) return ring.failure();
  return done.size;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
