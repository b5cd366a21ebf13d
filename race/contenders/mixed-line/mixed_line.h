// race/contenders/mixed-line/mixed_line.h: the loops of the heats.
// out: records in memory to a file of lines. in: such a file to the checksum of
// its lines; standard input is the same file.
//   id: 14817, price: 76.42, name: Nhuny
#ifndef RACE_CONTENDERS_MIXED_LINE_MIXED_LINE_H
#define RACE_CONTENDERS_MIXED_LINE_MIXED_LINE_H

#include <stdint.h>  // int32_t
#include <string.h>  // memcpy

#include <string_view>

#include "../contender.h"

namespace race {

// A record as race/inputs/generate.cpp writes it.
struct record {
  double price;
  int32_t id;
  uint32_t size;  // of the name
  char name[16];  // filled up with zeros

  std::string_view text() const { return {name, size}; }
};
static_assert(sizeof(record) == 32);

// An upper bound of any contender's line.
inline constexpr size_t line_size = 96;

// `write(records)` opens, writes and closes the output.
template <class Write>
inline uint64_t to_file(job const& j, Write write) {
  auto const records = load<record>(j.input);
  start_clock();
  write(records);
  return 0;
}

inline int open_output(job const& j) {
  int const fd = open(j.output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) fail("open");
  return fd;
}

// Writes by `line(out, r)` into a buffer of 128 KiB, and by write(2).
template <class Line>
inline uint64_t each_to_file(job const& j, Line line) {
  return to_file(j, [&](auto const& records) {
    static char buffer[buffer_size];
    int const fd = open_output(j);
    char* const last = buffer + sizeof buffer;
    char* at = buffer;
    for (record const& r : records) {
      if (static_cast<size_t>(last - at) < line_size) {
        write_all(fd, buffer, static_cast<size_t>(at - buffer));
        at = buffer;
      }
      at = line(at, r);
    }
    write_all(fd, buffer, static_cast<size_t>(at - buffer));
    close(fd);
  });
}

template <class T>
inline uint64_t bytes_at(char const* text) {
  T v;
  memcpy(&v, text, sizeof v);
  return v;
}

// The checksum of all lines: every byte of them, in order.
class checksum {
 public:
  // A name has 3 to 12 bytes, followed by a zero.
  void add(int id, double price, char const* name, size_t size) {
    uint64_t bits;
    memcpy(&bits, &price, sizeof bits);
    uint64_t const line =
        static_cast<uint64_t>(id) + 31 * bits + 961 * of_name(name, size);
    all_ = all_ * 31 + line;
  }
  uint64_t value() const { return all_; }

 private:
  static uint64_t of_name(char const* name, size_t size) {
    if (size < 3) return 0;  // not a name of the input: the checksum is wrong
    char const* const last = name + size;
    if (size < 8)
      return bytes_at<uint32_t>(name) | bytes_at<uint32_t>(last - 3) << 32;
    return bytes_at<uint64_t>(name) ^ (bytes_at<uint64_t>(last - 8) << 1);
  }

  uint64_t all_ = 0;
};

}  // namespace race

#endif  // RACE_CONTENDERS_MIXED_LINE_MIXED_LINE_H
