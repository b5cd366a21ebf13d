// rill/hash/kernel/generic/adler32.h: Adler-32, byte by byte.
//
// Floor 2. No allocation, constexpr. Source: RFC 1950, 8.2, 9. Tests:
// test/hash/crc_test.cpp, test/hash/kernel_test.cpp.
#ifndef RILL_HASH_KERNEL_GENERIC_ADLER32_H
#define RILL_HASH_KERNEL_GENERIC_ADLER32_H

#include <cstddef>  // std::size_t
#include <cstdint>  // std::uint32_t

#include "../../../base/config.h"

namespace rill::inline RILL_BUILD::detail {

// The largest prime below 2^16.
inline constexpr std::uint32_t adler32_modulus = 65521;

// A sum is b << 16 | a.
template <class Byte>
constexpr std::uint32_t adler32_plain(std::uint32_t sum, Byte const* bytes,
                                      std::size_t count) noexcept {
  // As many bytes of 255 keep b below 2^32 (RFC 1950, 9).
  constexpr std::size_t most = 5552;
  std::uint32_t a = sum & 0xffff, b = sum >> 16;
  for (std::size_t at = 0; at != count;) {
    std::size_t const left = count - at;
    std::size_t const end = at + (left < most ? left : most);
    for (; at != end; ++at) {
      a += static_cast<unsigned char>(bytes[at]);
      b += a;
    }
    a %= adler32_modulus;
    b %= adler32_modulus;
  }
  return b << 16 | a;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
