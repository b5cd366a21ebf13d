// peer: libdeflate
// row: libdeflate | crc32-short+ crc32-long+ adler32-short+ adler32-long+ |
//   libdeflate_crc32, libdeflate_adler32
#include <libdeflate.h>

#include "hash.h"

static uint64_t sum_row(race::job const& j) {
  return race::is_of(j, "crc32")
             ? race::hash_again(
                   j,
                   [](unsigned char const* data, size_t size) {
                     return uint64_t{libdeflate_crc32(0, data, size)};
                   })
             : race::hash_again(j, [](unsigned char const* data, size_t size) {
                 return uint64_t{libdeflate_adler32(1, data, size)};
               });
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"libdeflate", sum_row}};
  return race::main(argc, argv, rows);
}
