// rill/hash/digest.h: what a hash function returns.
//
// Floor 2. No allocation, constexpr. Tests: test/hash/digest_test.cpp.
#ifndef RILL_HASH_DIGEST_H
#define RILL_HASH_DIGEST_H

#include <compare>  // std::strong_ordering

#include "bytes.h"

namespace rill::inline RILL_BUILD {

template <class T>
struct leaf;

/// A digest of `Size` bytes. Prints as 2 * Size lower-case hexadecimal digits.
/// Compares as its bytes do, which takes a time that depends on them: what
/// proves a key is a rill::mac.
template <std::size_t Size>
struct digest {
  unsigned char bytes[Size];

  static constexpr std::size_t size() noexcept { return Size; }
  constexpr unsigned char const* data() const noexcept { return bytes; }
  constexpr unsigned char const* begin() const noexcept { return bytes; }
  constexpr unsigned char const* end() const noexcept { return bytes + Size; }

  friend constexpr bool operator==(digest const&,
                                   digest const&) noexcept = default;
  friend constexpr std::strong_ordering operator<=>(
      digest const&, digest const&) noexcept = default;
};

namespace detail {

// Lower-case hexadecimal digits; returns their end.
constexpr char* write_hex(char* out, unsigned char const* bytes,
                          std::size_t size) noexcept {
  constexpr char digits[] = "0123456789abcdef";
  for (std::size_t i = 0; i != size; ++i) {
    *out++ = digits[bytes[i] >> 4];
    *out++ = digits[bytes[i] & 15];
  }
  return out;
}

}  // namespace detail

template <std::size_t Size>
struct leaf<digest<Size>> {
  static constexpr std::size_t max_size = 2 * Size;
  static constexpr char* write(char* out, digest<Size> const& d) noexcept {
    return detail::write_hex(out, d.bytes, Size);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
