// race/contenders/devices/rill.h: the lines, printed and read by rill.
#ifndef RACE_CONTENDERS_DEVICES_RILL_H
#define RACE_CONTENDERS_DEVICES_RILL_H

#include <rill/print.h>
#include <rill/stream.h>

#include "devices.h"

namespace race {

template <class Out>
inline void print_line(Out& out, record const& r) {
  rill::println(out, "id: ", r.id, ", price: ", r.price, ", name: ", r.text());
}

template <class Out>
inline void print_records(Out& out, block<record> const& records) {
  for (record const& r : records) print_line(out, r);
}

// The same into a block of one piece; give(data, size) gets the block when it
// is full. A program does this by hand when rill makes its lines.
template <class Give>
inline void print_by_hand(block<record> const& records, Give give) {
  static char memory[piece_size];
  rill::memory_writer out(memory);
  for (record const& r : records) {
    if (out.room() < line_size) {
      give(memory, out.size());
      out.clear();
    }
    print_line(out, r);
  }
  give(memory, out.size());
}

template <class In>
inline uint64_t count_lines(In& in) {
  line_counter lines;
  for (auto const line : rill::lines(in)) lines.line(line.size());
  if (in.error()) fail("rill: the input");
  return lines.total();
}

}  // namespace race

#endif  // RACE_CONTENDERS_DEVICES_RILL_H
