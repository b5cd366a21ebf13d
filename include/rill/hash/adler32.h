// rill/hash/adler32.h: Adler-32, the checksum of zlib's streams.
//
// Layer 2. No allocation, no exception, constexpr. Source: RFC 1950, 8.2, 9.
// Tests: test/hash/crc_test.cpp.
#ifndef RILL_HASH_ADLER32_H
#define RILL_HASH_ADLER32_H

#include <cstdint>  // std::uint32_t

#include "bytes.h"
#include "kernel/adler32.h"

namespace rill::inline RILL_BUILD {

/// Adler-32: `adler32::of(parts…)`, or a state that is updated. Weak for texts
/// of less than a few hundred bytes, because their sums stay small.
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
  constexpr std::uint32_t finish() const noexcept { return sum_; }

 private:
  template <class Byte>
  constexpr void take(detail::run<Byte> bytes) noexcept {
    if (std::is_constant_evaluated())
      sum_ = detail::adler32_plain(sum_, bytes.data, bytes.size);
    else
      sum_ = detail::adler32_sum(
          sum_, reinterpret_cast<unsigned char const*>(bytes.data), bytes.size);
  }

  std::uint32_t sum_ = 1;
};

}  // namespace rill::inline RILL_BUILD

#endif
