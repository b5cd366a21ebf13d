// race/contenders/devices/devices.h: the loops of the heats: records that
// become lines, and lines that are counted.
//   id: 14817, price: 76.42, name: Nhuny
#ifndef RACE_CONTENDERS_DEVICES_DEVICES_H
#define RACE_CONTENDERS_DEVICES_DEVICES_H

#include <charconv>

#include "../compress/compress.h"
#include "../mixed-line/mixed_line.h"

namespace race {

// Whether the heat is about this device: write-bio-file, lines-bio-file.
inline bool is_over(job const& j, char const* device) {
  char const* const name = strchr(j.heat, '-');
  return name != nullptr && strcmp(name + 1, device) == 0;
}

// Writes a line by std::to_chars; returns its end.
inline char* line_by_charconv(char* at, record const& r) {
  auto const text = [&at](char const* from, size_t size) {
    memcpy(at, from, size);
    at += size;
  };
  text("id: ", 4);
  at = std::to_chars(at, at + line_size, r.id).ptr;
  text(", price: ", 9);
  at = std::to_chars(at, at + line_size, r.price).ptr;
  text(", name: ", 8);
  text(r.name, r.size);
  *at++ = '\n';
  return at;
}

// Writes a line by snprintf.
inline char* line_by_printf(char* at, record const& r) {
  return at + snprintf(at, line_size, "id: %d, price: %g, name: %.*s\n", r.id,
                       r.price, static_cast<int>(r.size), r.name);
}

// Calls give(data, size) with each line.
template <class Line, class Give>
inline void give_lines(block<record> const& records, Line line, Give give) {
  char text[line_size];
  for (record const& r : records)
    give(text, static_cast<size_t>(line(text, r) - text));
}

// The same in pieces of 64 KiB.
template <class Line, class Give>
inline void give_pieces(block<record> const& records, Line line, Give give) {
  static char piece[piece_size];
  char* at = piece;
  for (record const& r : records) {
    if (static_cast<size_t>(piece + sizeof piece - at) < line_size) {
      give(piece, static_cast<size_t>(at - piece));
      at = piece;
    }
    at = line(at, r);
  }
  give(piece, static_cast<size_t>(at - piece));
}

}  // namespace race

#endif  // RACE_CONTENDERS_DEVICES_DEVICES_H
