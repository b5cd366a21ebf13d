// race/contenders/ints-mixed/mixed.h: the work around the four heats.
// out-file: an array to a file. out-memory: an array to memory, 4,096 values at
// a time into the same block; only the conversion is timed, and the block is
// written to the output afterwards so that it can be compared.
// in-file: a file to the xor of its values. in-memory: the same from memory.
#ifndef RACE_CONTENDERS_INTS_MIXED_MIXED_H
#define RACE_CONTENDERS_INTS_MIXED_MIXED_H

#include "../contender.h"

namespace race {

inline constexpr size_t block_values = 4096;
inline constexpr size_t line_size = 21;  // 20 digits and the newline

// `convert(out, first, last)` writes the lines and returns the end.
template <class Convert>
inline uint64_t to_memory(job const& j, Convert convert) {
  auto const values = load<uint64_t>(j.input);
  // Some room more than the lines need, for those that write blocks.
  auto const out = allocate<char>(block_values * line_size + 256);
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) fail("open");
  the_clock = {};
  for (uint64_t const* at = values.begin(); at != values.end();) {
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
  auto const values = load<uint64_t>(j.input);
  start_clock();
  write(values);
  return 0;
}

// `read(text)` gives the xor of the values of the text.
template <class Read>
inline uint64_t from_memory(job const& j, Read read) {
  auto const text = load<char>(j.input);
  start_clock();
  return read(text);
}

}  // namespace race

#endif  // RACE_CONTENDERS_INTS_MIXED_MIXED_H
