// race/contenders/load/bytes.h: counts or sums the bytes of a file, the same
// for every row.
#ifndef RACE_CONTENDERS_LOAD_BYTES_H
#define RACE_CONTENDERS_LOAD_BYTES_H

#include "../contender.h"

namespace race {

// The sum of all bytes, eight at a time: lanes of 16 bits hold the sums of two
// bytes per step, and are emptied before they can overflow.
inline uint64_t sum_of(char const* data, size_t size) {
  constexpr uint64_t even = 0x00ff00ff00ff00ff;
  uint64_t total = 0;
  while (size >= 8) {
    size_t const words = size / 8 < 128 ? size / 8 : 128;
    uint64_t lanes = 0;
    for (size_t i = 0; i != words; ++i) {
      uint64_t word;
      memcpy(&word, data + 8 * i, 8);
      lanes += (word & even) + (word >> 8 & even);
    }
    total += (lanes & 0xffff) + (lanes >> 16 & 0xffff) +
             (lanes >> 32 & 0xffff) + (lanes >> 48);
    data += 8 * words;
    size -= 8 * words;
  }
  for (; size != 0; --size) total += static_cast<unsigned char>(*data++);
  return total;
}

// Takes the bytes of a row, in one or several pieces.
class sink {
 public:
  explicit sink(job const& j) : summed_(strstr(j.heat, "summed") != nullptr) {}
  void operator()(char const* data, size_t size) {
    total_ += summed_ ? sum_of(data, size) : size;
  }
  // Takes one byte, for rows without contiguous bytes.
  void operator()(char byte) {
    total_ += summed_ ? static_cast<unsigned char>(byte) : 1;
  }
  uint64_t total() const { return total_; }

 private:
  bool summed_;
  uint64_t total_ = 0;
};

// Gets all bytes as often as the heat says. Returns the checksum of one pass.
template <class Pass>
inline uint64_t repeat(job const& j, Pass pass) {
  sink to(j);
  for (size_t i = 0; i != j.count; ++i) pass(j.input, to);
  if (to.total() % j.count != 0) fail("the times differ");
  return to.total() / j.count;
}

}  // namespace race

#endif  // RACE_CONTENDERS_LOAD_BYTES_H
