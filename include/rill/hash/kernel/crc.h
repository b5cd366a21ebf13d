// rill/hash/kernel/crc.h: the register of a cyclic redundancy check, and the
// choice of the kernel for this processor.
//
// Layer 2. No allocation, constexpr. Tests: test/hash/crc_test.cpp.
#ifndef RILL_HASH_KERNEL_CRC_H
#define RILL_HASH_KERNEL_CRC_H

#include "chosen.h"
#include "generic/crc.h"
#if RILL_NEON
#include "arm/crc.h"
#elif RILL_X86_64
#include "x86/crc.h"
#endif

namespace rill::inline RILL_BUILD::detail {

// Below this number of bytes, the table is as fast as a kernel (Zen 5). The
// kernels by carry-less multiplication need 16 bytes.
template <std::uint32_t Poly>
inline constexpr std::size_t crc_least =
    RILL_X86_64 && Poly != castagnoli ? 32 : 8;

using crc32_function = std::uint32_t (*)(std::uint32_t, unsigned char const*,
                                         std::size_t) noexcept;

#if RILL_X86_64
// A template, so that only programs that use it compile it. At 512 bytes, both
// functions take the same time (Zen 5).
template <class = void>
std::uint32_t crc32c_wide(std::uint32_t sum, unsigned char const* bytes,
                          std::size_t count) noexcept {
  return count < 512 ? crc32c_sse42<>(sum, bytes, count)
                     : crc_avx512<castagnoli>(sum, bytes, count);
}
#endif

template <std::uint32_t Poly>
crc32_function crc32_choice() noexcept {
#if RILL_NEON
  if constexpr (arm_crc::is_known<Poly>) {
    if (has(arm_option::crc32))
      return has(arm_option::pmull) ? crc_arm_runs<Poly> : crc_arm<Poly>;
  }
#elif RILL_X86_64
  if constexpr (Poly == castagnoli) {
    if (has_ice_lake()) return crc32c_wide<>;
    if (has_pclmul()) return crc32c_sse42<>;
  } else {
    if (has_ice_lake()) return crc_avx512<Poly>;
    if (has_vpclmul()) return crc_vpclmul<Poly>;
    if (has_pclmul()) return crc_pclmul<Poly>;
  }
#endif
  return crc_in_eights<Poly>;
}

template <int Width>
struct crc_value {
  using type = std::conditional_t<
      (Width > 32), std::uint64_t,
      std::conditional_t<
          (Width > 16), std::uint32_t,
          std::conditional_t<(Width > 8), unsigned short, unsigned char>>>;
};

// The sum is in the upper bits of 64, and bytes enter there.
template <int Width, std::uint64_t Poly, bool Reflect>
struct crc_register {
  using word = std::uint64_t;
  static constexpr auto& table = crc_table<word, (Poly << (64 - Width)), false>;

  static constexpr word start(std::uint64_t init) noexcept {
    return init << (64 - Width);
  }
  static constexpr std::uint64_t bits(word sum) noexcept {
    return sum >> (64 - Width);
  }
  template <class Byte>
  static constexpr word plain(word sum, Byte const* bytes,
                              std::size_t count) noexcept {
    for (std::size_t i = 0; i != count; ++i)
      sum = sum << 8 ^
            table.of[0][(sum >> 56) ^ static_cast<unsigned char>(bytes[i])];
    return sum;
  }
  static word take(word sum, unsigned char const* bytes,
                   std::size_t count) noexcept {
    return plain(sum, bytes, count);
  }
};

// Bytes enter at the lower end; the bits of the polynomial are reversed.
template <int Width, std::uint64_t Poly>
struct crc_register<Width, Poly, true> {
  using word = std::conditional_t<(Width > 32), std::uint64_t, std::uint32_t>;
  static constexpr word turned = static_cast<word>(reflected(Poly, Width));
  static constexpr auto& table = crc_table<word, turned, true>;

  static constexpr word start(std::uint64_t init) noexcept {
    return static_cast<word>(reflected(init, Width));
  }
  static constexpr std::uint64_t bits(word sum) noexcept { return sum; }
  template <class Byte>
  static constexpr word plain(word sum, Byte const* bytes,
                              std::size_t count) noexcept {
    for (std::size_t i = 0; i != count; ++i)
      sum = static_cast<word>(
          sum >> 8 ^
          table.of[0][(sum ^ static_cast<unsigned char>(bytes[i])) & 0xff]);
    return sum;
  }
  static word take(word sum, unsigned char const* bytes,
                   std::size_t count) noexcept {
    if constexpr (Width == 32) {
      if (count < crc_least<turned>)
        return crc_in_eights<turned>(sum, bytes, count);
      return chosen<crc32_choice<turned>>::now(sum, bytes, count);
    } else {
      return plain(sum, bytes, count);
    }
  }
};

// Reverses the bits in each of eight bytes.
constexpr std::uint64_t with_turned_bytes(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t ones = 0x5555555555555555;
  constexpr std::uint64_t twos = 0x3333333333333333;
  constexpr std::uint64_t fours = 0x0f0f0f0f0f0f0f0f;
  bytes = (bytes >> 1 & ones) | (bytes & ones) << 1;
  bytes = (bytes >> 2 & twos) | (bytes & twos) << 2;
  return (bytes >> 4 & fours) | (bytes & fours) << 4;
}

// 32-bit sums that are not reflected: reverses the bits of each byte, uses the
// kernel for reflected sums, and reverses the result. 6 GB/s (Zen 5); one byte
// after the other 0.5.
template <std::uint64_t Poly>
struct crc_register<32, Poly, false> {
  using turned = crc_register<32, Poly, true>;
  using word = typename turned::word;

  static constexpr word start(std::uint64_t init) noexcept {
    return turned::start(init);
  }
  static constexpr std::uint64_t bits(word sum) noexcept {
    return reflected(sum, 32);
  }
  template <class Byte>
  static constexpr word plain(word sum, Byte const* bytes,
                              std::size_t count) noexcept {
    for (std::size_t i = 0; i != count; ++i) {
      auto const byte = static_cast<unsigned char>(bytes[i]);
      unsigned char const turned_byte[] = {
          static_cast<unsigned char>(with_turned_bytes(byte))};
      sum = turned::plain(sum, turned_byte, 1);
    }
    return sum;
  }
  static word take(word sum, unsigned char const* bytes,
                   std::size_t count) noexcept {
    unsigned char piece[512];
    while (count >= 8) {
      std::size_t const most = count < sizeof piece ? count : sizeof piece;
      std::size_t const size = most / 8 * 8;
      for (std::size_t i = 0; i != size; i += 8)
        store_little(piece + i,
                     with_turned_bytes(load_little<std::uint64_t>(bytes + i)));
      sum = turned::take(sum, piece, size);
      bytes += size;
      count -= size;
    }
    return plain(sum, bytes, count);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
