// peer: zlib
// row: zlib | crc32-short crc32-long+ adler32-short adler32-long+ | crc32_z,
//   adler32_z
#include <zlib.h>

#include "hash.h"

static uint64_t sum_row(race::job const& j) {
  return race::is_of(j, "crc32")
             ? race::hash_again(j,
                                [](unsigned char const* data, size_t size) {
                                  return uint64_t{crc32_z(0, data, size)};
                                })
             : race::hash_again(j, [](unsigned char const* data, size_t size) {
                 return uint64_t{adler32_z(1, data, size)};
               });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"zlib", sum_row}};
  return race::main(argc, argv, rows);
}
