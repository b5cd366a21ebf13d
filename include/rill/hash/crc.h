// rill/hash/crc.h: cyclic redundancy checks by their parameters.
//
// Layer 2. No allocation, no exception, constexpr. Detects accidental damage
// only: an attacker can adjust the sum. Source: the model of R. Williams, "A
// painless guide to CRC error detection algorithms" (1993), whose parameters
// catalogues list. Tests: test/hash/crc_test.cpp.
#ifndef RILL_HASH_CRC_H
#define RILL_HASH_CRC_H

#include <cstdint>  // std::uint32_t, std::uint64_t

#include "bytes.h"
#include "kernel/crc.h"

namespace rill::inline RILL_BUILD {

/// A sum of `Width` bits, 1 to 64, by the catalogue's parameters: poly, init,
/// refin, refout, xorout. `crc<…>::of(parts…)` or a state that is updated;
/// `crc32` and `crc32c` are two of them.
///
///     using crc16_modbus = rill::crc<16, 0x8005, 0xffff, true, true, 0>;
///     static_assert(crc16_modbus::of("123456789") == 0x4b37);
template <int Width, std::uint64_t Poly, std::uint64_t Init, bool ReflectIn,
          bool ReflectOut, std::uint64_t XorOut>
class crc {
  using register_type = detail::crc_register<Width, Poly, ReflectIn>;

 public:
  static_assert(Width >= 1 && Width <= 64);
  /// The smallest unsigned type of 8, 16, 32 or 64 bits that holds the sum.
  using value_type = typename detail::crc_value<Width>::type;

  template <class... Parts>
  static constexpr value_type of(Parts const&... parts) noexcept {
    return crc().update(parts...).finish();
  }

  /// Adds the parts, one after the other.
  template <class... Parts>
  constexpr crc& update(Parts const&... parts) noexcept {
    (take(detail::bytes_of(parts)), ...);
    return *this;
  }

  /// Returns the sum of all parts so far. More can be added afterwards.
  constexpr value_type finish() const noexcept {
    std::uint64_t bits = register_type::bits(register_);
    if (ReflectIn != ReflectOut) bits = detail::reflected(bits, Width);
    return static_cast<value_type>(bits ^ XorOut);
  }

 private:
  template <class Byte>
  constexpr void take(detail::run<Byte> bytes) noexcept {
    if (std::is_constant_evaluated())
      register_ = register_type::plain(register_, bytes.data, bytes.size);
    else
      register_ = register_type::take(
          register_, reinterpret_cast<unsigned char const*>(bytes.data),
          bytes.size);
  }

  typename register_type::word register_ = register_type::start(Init);
};

/// CRC-32/ISO-HDLC, of gzip, zip, PNG and Ethernet.
using crc32 = crc<32, 0x04c11db7, 0xffffffff, true, true, 0xffffffff>;
/// CRC-32/ISCSI, Castagnoli's, of iSCSI, ext4 and SCTP.
using crc32c = crc<32, 0x1edc6f41, 0xffffffff, true, true, 0xffffffff>;

}  // namespace rill::inline RILL_BUILD

#endif
