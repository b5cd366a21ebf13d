// rill/hash/secret.h: keys and proofs: compared in constant time, not printed
// by accident, and wiped.
//
// Floor 2. No allocation, no exception, constexpr. Tests:
// test/hash/hmac_test.cpp.
#ifndef RILL_HASH_SECRET_H
#define RILL_HASH_SECRET_H

#include "digest.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Overwrites bytes that are read no more. The empty instruction takes their
// address as one that is read, so the compiler has to keep the zeros; copies
// that it made in registers or on the stack are out of reach.
constexpr void wipe(unsigned char* bytes, std::size_t count) noexcept {
  for (std::size_t i = 0; i != count; ++i) bytes[i] = 0;
  if (!std::is_constant_evaluated()) asm volatile("" : : "r"(bytes) : "memory");
}

// Whether all bytes are equal, in a time that depends on their number alone.
constexpr bool same_in_constant_time(unsigned char const* a,
                                     unsigned char const* b,
                                     std::size_t count) noexcept {
  unsigned different = 0;
  for (std::size_t i = 0; i != count; ++i) {
    different |= static_cast<unsigned>(a[i] ^ b[i]);
    // Otherwise the compiler might leave at the first difference.
    if (!std::is_constant_evaluated()) asm volatile("" : "+r"(different));
  }
  return different == 0;
}

}  // namespace detail

/// `Size` bytes that were derived from a secret: a key. Neither prints nor
/// compares; wiped when it ends. Converts to what takes bytes.
template <std::size_t Size>
class secret {
 public:
  constexpr secret() noexcept = default;
  secret(secret const&) noexcept = default;
  secret& operator=(secret const&) noexcept = default;
  constexpr ~secret() { detail::wipe(bytes_, Size); }

  static constexpr std::size_t size() noexcept { return Size; }
  constexpr unsigned char* data() noexcept { return bytes_; }
  constexpr unsigned char const* data() const noexcept { return bytes_; }

 private:
  unsigned char bytes_[Size] = {};
};

/// A message authentication code of `Size` bytes: whoever has the key made it.
/// It has no ==, whose time would tell how many bytes of a forged one are
/// right: `verify(a, b)` takes the same time for all. Prints as a digest does.
template <std::size_t Size>
class mac {
 public:
  constexpr mac() noexcept = default;
  /// One that came from elsewhere, to be verified.
  constexpr explicit mac(digest<Size> const& from) noexcept : digest_(from) {}

  static constexpr std::size_t size() noexcept { return Size; }
  constexpr unsigned char const* data() const noexcept { return digest_.bytes; }

  /// The first bytes of it, for protocols that send no more: at least half of
  /// them and ten (RFC 2104, 5).
  template <std::size_t Shorter>
  constexpr mac<Shorter> truncated() const noexcept {
    static_assert(2 * Shorter >= Size && Shorter >= 10 && Shorter <= Size,
                  "rill: a code that is cut to less than half of it, or to "
                  "less than 10 bytes, is guessed too easily");
    digest<Shorter> first = {};
    for (std::size_t i = 0; i != Shorter; ++i)
      first.bytes[i] = digest_.bytes[i];
    return mac<Shorter>(first);
  }

  /// Whether they are the same. Cost: the same for all pairs.
  friend constexpr bool verify(mac const& a, mac const& b) noexcept {
    return detail::same_in_constant_time(a.data(), b.data(), Size);
  }

 private:
  digest<Size> digest_ = {};
};

template <std::size_t Size>
struct leaf<mac<Size>> {
  static constexpr std::size_t max_size = 2 * Size;
  static constexpr char* write(char* out, mac<Size> const& m) noexcept {
    return detail::write_hex(out, m.data(), Size);
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
