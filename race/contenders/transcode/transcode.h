// race/contenders/transcode/transcode.h: the loops of the heats.
#ifndef RACE_CONTENDERS_TRANSCODE_TRANSCODE_H
#define RACE_CONTENDERS_TRANSCODE_TRANSCODE_H

#include "../contender.h"

namespace race {

// Whether the heat is of a kind: 8to16-emoji is of 8to16.
inline bool is_kind(job const& j, char const* kind) {
  size_t const size = strlen(kind);
  return strncmp(j.heat, kind, size) == 0 && j.heat[size] == '-';
}

// The part of the heat's name after the last dash.
inline char const* last_word(job const& j) { return strrchr(j.heat, '-') + 1; }

// Loads the file that the output must equal.
inline char const* expected_path() {
  char const* const path = getenv("RACE_EXPECTED");
  return path ? path : "";
}

inline void store(job const& j, char const* data, size_t size) {
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) fail("open");
  write_all(fd, data, size);
  close(fd);
}

// Converts the same text repeatedly into the same block, and once before the
// clock runs. convert(in, size, out, room) returns the number of bytes written.
template <class Convert>
inline uint64_t convert_again(job const& j, Convert convert) {
  auto const text = load<char>(j.input);
  auto const out = allocate<char>(text.size * 4 + 64);
  size_t written = convert(text.data, text.size, out.data, out.size);
  start_clock();
  for (size_t i = 0; i != j.count; ++i)
    written = convert(text.data, text.size, out.data, out.size);
  stop_clock();
  store(j, out.data, written);
  return 0;
}

// Calls is_valid(in, size). It must refuse a text with a wrong byte in its
// middle. Returns the size that was found valid.
template <class Valid>
inline uint64_t validate_again(job const& j, Valid is_valid) {
  auto const text = load<char>(j.input);
  char& middle = text.data[text.size / 2];
  char const kept = middle;
  middle = static_cast<char>(0xFF);
  if (is_valid(text.data, text.size)) fail("a wrong byte was found valid");
  middle = kept;
  bool all = is_valid(text.data, text.size);
  start_clock();
  for (size_t i = 0; i != j.count; ++i) {
    bool const valid = is_valid(text.data, text.size);
    all = all && valid;
  }
  stop_clock();
  return all ? text.size : 0;
}

}  // namespace race

#endif  // RACE_CONTENDERS_TRANSCODE_TRANSCODE_H
