// peer: stdio
// row: crc32_instruction | crc32c-short+ crc32c-long+ | the crc32 instruction
//   of SSE4.2, eight bytes at a time, written by hand
#include "hash.h"

#if defined(__x86_64__)
[[gnu::target("sse4.2")]] static uint64_t crc32c(unsigned char const* data,
                                                 size_t size) {
  unsigned long long sum = 0xffffffff;
  size_t at = 0;
  for (; size - at >= 8; at += 8) {
    unsigned long long word;
    memcpy(&word, data + at, 8);
    sum = __builtin_ia32_crc32di(sum, word);
  }
  auto rest = static_cast<unsigned>(sum);
  for (; at != size; ++at) rest = __builtin_ia32_crc32qi(rest, data[at]);
  return rest ^ 0xffffffffu;
}
#else
static uint64_t crc32c(unsigned char const* data, size_t size) {
  unsigned sum = 0xffffffff;
  for (size_t at = 0; at != size; ++at) {
    sum ^= data[at];
    for (int bit = 0; bit != 8; ++bit)
      sum = sum >> 1 ^ ((sum & 1) != 0 ? 0x82f63b78 : 0);
  }
  return sum ^ 0xffffffffu;
}
#endif

static uint64_t instruction_row(race::job const& j) {
  return race::hash_again(j, crc32c);
}

int main(int argc, char** argv) {
  race::row const rows[] = {{"crc32_instruction", instruction_row}};
  return race::main(argc, argv, rows);
}
