// race/contenders/doubles/doubles.h: the loops of the heats.
// A heat is a set and a kind: `bits-out-memory`. The kinds are those of
// numbers.h, and fixed-file and fixed-memory, which are out-file and out-memory
// with two digits after the point.
#ifndef RACE_CONTENDERS_DOUBLES_DOUBLES_H
#define RACE_CONTENDERS_DOUBLES_DOUBLES_H

#include <stddef.h>  // size_t

namespace race {

using value = double;
// An upper bound of the bytes of a line, with room for contenders that store
// whole blocks.
inline constexpr size_t line_size = 48;

}  // namespace race

#include "../numbers.h"

namespace race {

// Whether the heat is of this kind, for any set.
inline bool is_kind(job const& j, char const* kind) {
  size_t const all = strlen(j.heat), size = strlen(kind);
  return all > size && strcmp(j.heat + all - size, kind) == 0;
}

// to_memory by `one(out, x)`, which writes one value and returns its end.
template <class One>
inline uint64_t each_to_memory(job const& j, One one) {
  return to_memory(j,
                   [one](char* out, double const* first, double const* last) {
                     for (; first != last; ++first) {
                       out = one(out, *first);
                       *out++ = '\n';
                     }
                     return out;
                   });
}

// Writes by `one(out, x)` into a buffer of 128 KiB, and by write(2).
template <class One>
inline uint64_t each_to_file(job const& j, One one) {
  return to_file(j, [&j, one](auto const& values) {
    static char buffer[buffer_size];
    int const fd = open_output(j);
    char* const last = buffer + sizeof buffer;
    char* at = buffer;
    for (double x : values) {
      if (static_cast<size_t>(last - at) < line_size) {
        write_all(fd, buffer, static_cast<size_t>(at - buffer));
        at = buffer;
      }
      at = one(at, x);
      *at++ = '\n';
    }
    write_all(fd, buffer, static_cast<size_t>(at - buffer));
    close(fd);
  });
}

// Reads by `one(first, last, x)`, which reads one value and returns its end.
template <class One>
inline uint64_t each_from_memory(job const& j, One one) {
  return from_memory(j, [one](auto const& text) {
    uint64_t all = 0;
    char const* at = text.begin();
    char const* const last = text.end();
    while (at != last) {
      double x = 0;
      at = one(at, last, x);
      all ^= bits(x);
      if (at != last) ++at;
    }
    return all;
  });
}

// The same from read(2) of 128 KiB; only whole lines are parsed.
template <class One>
inline uint64_t each_from_file(job const& j, One one) {
  static char buffer[buffer_size];
  int const fd = open(j.input, O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("open");
  uint64_t all = 0;
  size_t kept = 0;
  for (;;) {
    ssize_t const got = read(fd, buffer + kept, sizeof buffer - kept);
    if (got <= 0) break;
    char const* const last = buffer + kept + got;
    char const* at = buffer;
    auto const* const whole = static_cast<char const*>(
        memrchr(buffer, '\n', static_cast<size_t>(last - buffer)));
    if (whole == nullptr) fail("no line");
    while (at <= whole) {
      double x = 0;
      at = one(at, whole, x) + 1;
      all ^= bits(x);
    }
    kept = static_cast<size_t>(last - at);
    memmove(buffer, at, kept);
  }
  close(fd);
  return all;
}

}  // namespace race

#endif  // RACE_CONTENDERS_DOUBLES_DOUBLES_H
