// rill/hash/kernel/x86/crc32c_sse42.h: Castagnoli's sum by the instruction made
// for it.
//
// Floor 2. x86-64 with SSE4.2 and PCLMULQDQ. crc32 takes eight bytes and needs
// three cycles for its result, while the next one may begin: four runs of bytes
// are summed at once (Zen 5: 43 GB/s, three runs 32), and carry-less
// multiplications move the sums of the first three behind the fourth. Source:
// V. Gopal et al., "Fast CRC computation for iSCSI polynomial using CRC32
// instruction" (Intel, 2011). Tests: test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_X86_CRC32C_SSE42_H
#define RILL_HASH_KERNEL_X86_CRC32C_SSE42_H

#include "../crc_constants.h"
#include "../generic/crc.h"
#include "features.h"

#define RILL_SSE42 [[gnu::target("sse4.2,pclmul")]]

namespace rill::inline RILL_BUILD::detail {

namespace sse42 {

typedef long long longs __attribute__((vector_size(16)));

RILL_SSE42 RILL_ALWAYS_INLINE std::uint64_t next(std::uint64_t sum,
                                                 std::uint64_t word) noexcept {
  return __builtin_ia32_crc32di(sum, word);
}

// What is to be added to the eight bytes that end `Size` bytes behind the sum,
// so that it counts there.
template <std::size_t Size>
RILL_SSE42 RILL_ALWAYS_INLINE longs moved(std::uint64_t sum) noexcept {
  constexpr auto power =
      crc_power<castagnoli>(8 * static_cast<int>(Size) - 32) >> 32;
  longs const from = {static_cast<long long>(sum), 0};
  longs const factor = {static_cast<long long>(power), 0};
  return __builtin_ia32_pclmulqdq128(from, factor, 0x00);
}

// Four runs of `Size` bytes, as long as there are so many.
template <std::size_t Size>
RILL_SSE42 RILL_ALWAYS_INLINE std::uint64_t take_runs(
    std::uint64_t sum, unsigned char const*& bytes,
    std::size_t& count) noexcept {
  for (; count >= 4 * Size; count -= 4 * Size, bytes += 4 * Size) {
    std::uint64_t second = 0, third = 0, fourth = 0;
    for (std::size_t i = 0; i != Size - 8; i += 8) {
      sum = next(sum, load_little<std::uint64_t>(bytes + i));
      second = next(second, load_little<std::uint64_t>(bytes + Size + i));
      third = next(third, load_little<std::uint64_t>(bytes + 2 * Size + i));
      fourth = next(fourth, load_little<std::uint64_t>(bytes + 3 * Size + i));
    }
    sum = next(sum, load_little<std::uint64_t>(bytes + Size - 8));
    second = next(second, load_little<std::uint64_t>(bytes + 2 * Size - 8));
    third = next(third, load_little<std::uint64_t>(bytes + 3 * Size - 8));
    longs const all =
        moved<3 * Size>(sum) ^ moved<2 * Size>(second) ^ moved<Size>(third);
    sum = next(fourth, load_little<std::uint64_t>(bytes + 4 * Size - 8) ^
                           static_cast<std::uint64_t>(all[0]));
  }
  return sum;
}

}  // namespace sse42

// A template, so that only who uses it pays for it.
template <class = void>
RILL_SSE42 std::uint32_t crc32c_sse42(std::uint32_t start,
                                      unsigned char const* bytes,
                                      std::size_t count) noexcept {
  std::uint64_t sum = start;
  sum = sse42::take_runs<1024>(sum, bytes, count);
  sum = sse42::take_runs<128>(sum, bytes, count);
  sum = sse42::take_runs<32>(sum, bytes, count);
  for (; count >= 8; count -= 8, bytes += 8)
    sum = sse42::next(sum, load_little<std::uint64_t>(bytes));
  auto last = static_cast<std::uint32_t>(sum);
  for (; count != 0; --count) last = __builtin_ia32_crc32qi(last, *bytes++);
  return last;
}

}  // namespace rill::inline RILL_BUILD::detail

#undef RILL_SSE42

#endif
