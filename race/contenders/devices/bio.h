// race/contenders/devices/bio.h: BIOs over files and in memory.
#ifndef RACE_CONTENDERS_DEVICES_BIO_H
#define RACE_CONTENDERS_DEVICES_BIO_H

#include <openssl/bio.h>

#include "devices.h"

namespace race {

inline BIO* open_bio(char const* path, char const* mode) {
  BIO* const made = BIO_new_file(path, mode);
  if (made == nullptr) fail("BIO_new_file");
  return made;
}

// Stores the bytes of a BIO in memory in the output, to be judged. The clock is
// stopped.
inline void store_memory(BIO* from, char const* path) {
  char* data = nullptr;
  long const size = BIO_get_mem_data(from, &data);
  int const fd = create_file(path);
  write_all(fd, data, static_cast<size_t>(size));
  close(fd);
}

// Calls write(bio, records) with the heat's BIO.
template <class Write>
inline uint64_t to_bio(job const& j, Write write) {
  bool const is_memory = is_over(j, "bio-memory");
  return to_file(j, [&](auto const& records) {
    BIO* const to = is_memory ? BIO_new(BIO_s_mem()) : open_bio(j.output, "wb");
    write(to, records);
    if (BIO_flush(to) != 1) fail("BIO_flush");
    if (is_memory) {
      stop_clock();
      store_memory(to, j.output);
    }
    BIO_free(to);
  });
}

// Returns read(bio) of a BIO over the input.
template <class Read>
inline uint64_t from_bio(job const& j, Read read) {
  BIO* const from = open_bio(j.input, "rb");
  uint64_t const total = read(from);
  BIO_free(from);
  return total;
}

}  // namespace race

#endif  // RACE_CONTENDERS_DEVICES_BIO_H
