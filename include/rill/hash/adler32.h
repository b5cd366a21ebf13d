// rill/hash/adler32.h: the sum of zlib's streams.
//
// Floor 2. No allocation, no exception, constexpr. Source: RFC 1950, 8.2, 9.
// Tests: test/hash/crc_test.cpp.
#ifndef RILL_HASH_ADLER32_H
#define RILL_HASH_ADLER32_H

#include <cstdint>  // std::uint32_t

#include "bytes.h"

namespace rill::inline RILL_BUILD {

/// Adler-32: `adler32::of(parts…)`, or a state that is updated. Weak for
/// texts of less than a few hundred bytes, whose sums stay small.
class adler32 {
 public:
  template <class... Parts>
  static constexpr std::uint32_t of(Parts const&... parts) noexcept {
    return adler32().update(parts...).finish();
  }
  template <class... Parts>
  constexpr adler32& update(Parts const&... parts) noexcept {
    (take(detail::bytes_of(parts)), ...);
    return *this;
  }
  constexpr std::uint32_t finish() const noexcept { return b_ << 16 | a_; }

 private:
  static constexpr std::uint32_t modulus = 65521;
  // As many bytes of 255 keep b below 2^32 (RFC 1950, 9: 5552).
  static constexpr std::size_t most = 5552;

  template <class Byte>
  constexpr void take(detail::run<Byte> bytes) noexcept {
    for (std::size_t at = 0; at != bytes.size;) {
      std::size_t const left = bytes.size - at;
      std::size_t const end = at + (left < most ? left : most);
      for (; at != end; ++at) {
        a_ += static_cast<unsigned char>(bytes.data[at]);
        b_ += a_;
      }
      a_ %= modulus;
      b_ %= modulus;
    }
  }

  std::uint32_t a_ = 1;
  std::uint32_t b_ = 0;
};

}  // namespace rill::inline RILL_BUILD

#endif
