// race/contenders/transcode/transcode.h: the work around the heats.
#ifndef RACE_CONTENDERS_TRANSCODE_TRANSCODE_H
#define RACE_CONTENDERS_TRANSCODE_TRANSCODE_H

#include "../contender.h"

namespace race {

// Whether a heat's name begins so: 8to16-emoji is of the kind 8to16.
inline bool is_kind(job const& j, char const* kind) {
  size_t const size = strlen(kind);
  return strncmp(j.heat, kind, size) == 0 && j.heat[size] == '-';
}

// What stands behind the last dash.
inline char const* last_word(job const& j) { return strrchr(j.heat, '-') + 1; }

// The file that the output must equal.
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

// The same text again and again into the same block, and once before the
// clock runs. convert(in, size, out, room) returns how many bytes it wrote.
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

// is_valid(in, size). A text with a wrong byte in its middle must be refused.
// Returns the size of what was found valid.
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
