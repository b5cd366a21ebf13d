// race/contenders/numbers.h: the loops of heats with a value a line.
// out-file: an array to a file. out-memory: an array to memory, 4,096 values at
// a time into the same block. Only the conversion is timed; the block is
// written to the output afterwards, to be judged. in-file: a file to the xor of
// its values. in-memory: the same from memory. Before it includes this file, a
// source defines race::value, the type of the values, and race::line_size, the
// longest line in bytes.
#ifndef RACE_CONTENDERS_NUMBERS_H
#define RACE_CONTENDERS_NUMBERS_H

#include "contender.h"

namespace race {

inline constexpr size_t block_values = 4096;
inline constexpr size_t block_size = block_values * line_size;

// The bits of a value, which are xored.
inline uint64_t bits(value v) {
  static_assert(sizeof(value) == sizeof(uint64_t));
  uint64_t n;
  memcpy(&n, &v, sizeof n);
  return n;
}

inline int open_output(job const& j) {
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) fail("open");
  return fd;
}

// `convert(out, first, last)` writes the lines and returns the end.
template <class Convert>
inline uint64_t to_memory(job const& j, Convert convert) {
  auto const values = load<value>(j.input);
  // More room than the lines need, for contenders that store whole blocks.
  auto const out = allocate<char>(block_size + 256);
  int const fd = open_output(j);
  the_clock = {};
  for (value const* at = values.begin(); at != values.end();) {
    size_t const left = static_cast<size_t>(values.end() - at);
    size_t const n = left < block_values ? left : block_values;
    resume_clock();
    char* const end = convert(out.data, at, at + n);
    stop_clock();
    write_all(fd, out.data, static_cast<size_t>(end - out.data));
    at += n;
  }
  close(fd);
  return 0;
}

// `write(values)` opens, writes and closes the output.
template <class Write>
inline uint64_t to_file(job const& j, Write write) {
  auto const values = load<value>(j.input);
  start_clock();
  write(values);
  return 0;
}

// `read(text)` returns the xor of the values of the text.
template <class Read>
inline uint64_t from_memory(job const& j, Read read) {
  auto const text = load<char>(j.input);
  start_clock();
  return read(text);
}

// The limits. `one_line(out, v)` writes a line beforehand, and returns its end.
template <class Line>
inline uint64_t limit_of_write(job const& j, Line one_line) {
  auto const values = load<value>(j.input);
  auto const text = allocate<char>(values.size * line_size);
  char* at = text.data;
  for (value v : values) at = one_line(at, v);
  start_clock();
  int const fd = open_output(j);
  write_in_pieces(fd, text.data, static_cast<size_t>(at - text.data));
  close(fd);
  return 0;
}

// Makes the lines of each block beforehand; copies them while the clock runs.
template <class Line>
inline uint64_t limit_of_memory_output(job const& j, Line one_line) {
  auto const made = allocate<char>(block_size);
  return to_memory(j, [&](char* out, value const* first, value const* last) {
    stop_clock();
    char* at = made.data;
    for (; first != last; ++first) at = one_line(at, *first);
    size_t const size = static_cast<size_t>(at - made.data);
    resume_clock();
    memcpy(out, made.data, size);
    return out + size;
  });
}

inline uint64_t limit_of_memory_input(job const& j) {
  static char copy[64 * 1024];
  return from_memory(j, [](auto const& text) {
    for (size_t at = 0; at < text.size; at += sizeof copy) {
      size_t const left = text.size - at;
      memcpy(copy, text.data + at, left < sizeof copy ? left : sizeof copy);
      asm volatile("" : : "r"(copy) : "memory");
    }
    return uint64_t{text.size};
  });
}

}  // namespace race

#endif  // RACE_CONTENDERS_NUMBERS_H
