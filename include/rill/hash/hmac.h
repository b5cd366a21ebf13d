// rill/hash/hmac.h: message authentication codes, keys derived from keys and
// passwords, and memory that is cleared.
//
// Layer 2. Tests: test/hash/hmac_test.cpp, test/hash/wiping_test.cpp.
#ifndef RILL_HASH_HMAC_H
#define RILL_HASH_HMAC_H

#include <cstdint>  // std::uint32_t

#include "digest.h"

// Keys and authentication codes: compared in constant time, not printed by
// accident, and wiped.
//
// No allocation, no exception, constexpr.

namespace rill::inline RILL_BUILD {

namespace detail {

// Overwrites bytes that are not read again. The empty asm statement takes their
// address as an input, so the compiler must keep the zeros. Copies in registers
// or on the stack are not wiped.
constexpr void wipe(unsigned char* bytes, std::size_t count) noexcept {
  for (std::size_t i = 0; i != count; ++i) bytes[i] = 0;
  if (!std::is_constant_evaluated()) asm volatile("" : : "r"(bytes) : "memory");
}

// Returns true when all bytes are equal, in a time that depends on their number
// only.
constexpr bool same_in_constant_time(unsigned char const* a,
                                     unsigned char const* b,
                                     std::size_t count) noexcept {
  unsigned different = 0;
  for (std::size_t i = 0; i != count; ++i) {
    different |= static_cast<unsigned>(a[i] ^ b[i]);
    // Without this the compiler might stop at the first difference.
    if (!std::is_constant_evaluated()) asm volatile("" : "+r"(different));
  }
  return different == 0;
}

}  // namespace detail

/// `Size` bytes derived from a secret: a key. Neither prints nor compares. The
/// destructor wipes it. Converts to a range of bytes.
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

/// A message authentication code of `Size` bytes, which proves that its sender
/// has the key. It has no ==, whose time would reveal how many bytes of a
/// forged code are right: `verify(a, b)` takes the same time for all. Prints as
/// a digest does.
template <std::size_t Size>
class mac {
 public:
  constexpr mac() noexcept = default;
  /// A received code, to be verified.
  constexpr explicit mac(digest<Size> const& from) noexcept : digest_(from) {}

  static constexpr std::size_t size() noexcept { return Size; }
  constexpr unsigned char const* data() const noexcept { return digest_.bytes; }

  /// Returns its first bytes, for protocols that send fewer: at least half of
  /// them, and at least ten (RFC 2104, 5).
  template <std::size_t Shorter>
  constexpr mac<Shorter> truncated() const noexcept {
    static_assert(2 * Shorter >= Size && Shorter >= 10 && Shorter <= Size,
                  "rill: a code is truncated to at least half of its bytes, "
                  "and at least 10: a shorter one is too easy to guess");
    digest<Shorter> first = {};
    for (std::size_t i = 0; i != Shorter; ++i)
      first.bytes[i] = digest_.bytes[i];
    return mac<Shorter>(first);
  }

 private:
  digest<Size> digest_ = {};
};

/// Returns true when both are the same. Cost: the same for all pairs. In
/// parentheses, because macOS and Unreal Engine have a macro of this name:
/// beside it, call `(rill::verify)(a, b)`.
template <std::size_t Size>
constexpr bool(verify)(mac<Size> const& a, mac<Size> const& b) noexcept {
  return detail::same_in_constant_time(a.data(), b.data(), Size);
}

template <std::size_t Size>
struct leaf<mac<Size>> {
  static constexpr std::size_t max_size = 2 * Size;
  static constexpr char* write(char* out, mac<Size> const& m) noexcept {
    return detail::write_hex(out, m.data(), Size);
  }
};

// Message authentication codes, and keys derived from keys.
//
// No allocation, no exception, constexpr. Source: RFC 2104 (HMAC), RFC 5869
// (HKDF), RFC 8018, 5.2 (PBKDF2).

template <class Hash>
struct hkdf;
template <class Hash>
struct pbkdf2;

/// HMAC with the hash function `Hash`: `hmac<sha256>::of(key, parts…)`, or a
/// state that is constructed from the key and updated.
///
/// The key has any length; a key longer than Hash::block_size bytes is hashed
/// first. The destructor wipes the state, and these functions wipe their copies
/// of it. Cost: two blocks for each key; for each message, its own blocks and
/// two more.
template <class Hash>
class hmac {
 public:
  static constexpr std::size_t size = Hash::size;

  template <class Key>
  constexpr explicit hmac(Key const& key) noexcept {
    unsigned char block[Hash::block_size] = {};
    fill(block, detail::bytes_of(key));
    for (unsigned char& byte : block) byte ^= 0x36;
    inner_.update(block);
    for (unsigned char& byte : block) byte ^= 0x36 ^ 0x5c;
    outer_.update(block);
    detail::wipe(block, Hash::block_size);
  }
  hmac(hmac const&) noexcept = default;
  hmac& operator=(hmac const&) noexcept = default;
  constexpr ~hmac() {
    if (!std::is_constant_evaluated()) {
      detail::wipe(reinterpret_cast<unsigned char*>(&inner_), sizeof inner_);
      detail::wipe(reinterpret_cast<unsigned char*>(&outer_), sizeof outer_);
    }
  }

  template <class Key, class... Parts>
  static constexpr mac<size> of(Key const& key,
                                Parts const&... parts) noexcept {
    return hmac(key).update(parts...).finish();
  }

  /// Adds the parts, one after the other, as Hash does.
  template <class... Parts>
  constexpr hmac& update(Parts const&... parts) noexcept {
    inner_.update(parts...);
    return *this;
  }

  /// Returns the code of all parts so far. More can be added afterwards.
  constexpr mac<size> finish() const noexcept {
    hmac ended(*this);
    digest<size> made = {};
    ended.end(made);
    return mac<size>(made);
  }

 private:
  friend hkdf<Hash>;
  friend pbkdf2<Hash>;

  // Leaves an unusable state.
  constexpr void end(digest<size>& result) noexcept {
    inner_.end(result);
    outer_.update(result);
    outer_.end(result);
  }

  // Uses inner_ to hash a long key, then resets it.
  template <class Byte>
  constexpr void fill(unsigned char* block, detail::run<Byte> key) noexcept {
    if (key.size > Hash::block_size) {
      digest<size> hashed = {};
      inner_.update(key);
      inner_.end(hashed);
      inner_ = Hash();
      for (std::size_t i = 0; i != size; ++i) block[i] = hashed.bytes[i];
      detail::wipe(hashed.bytes, size);
      return;
    }
    for (std::size_t i = 0; i != key.size; ++i)
      block[i] = static_cast<unsigned char>(key.data[i]);
  }

  Hash inner_;
  Hash outer_;
};

/// HKDF: keys of any length from one secret that is already random.
template <class Hash>
struct hkdf {
  /// Returns a key of `Size` bytes, at most 255 * Hash::size. `salt` is public
  /// and may be empty; `info` names the purpose of the key and differs between
  /// purposes. For a password, use pbkdf2.
  template <std::size_t Size, class Key, class Salt, class Info>
  static constexpr secret<Size> derive(Key const& key, Salt const& salt,
                                       Info const& info) noexcept {
    return expand<Size>(extract(key, salt), info);
  }

  /// The two steps of derive(), for protocols that use them separately.
  template <class Key, class Salt>
  static constexpr secret<Hash::size> extract(Key const& key,
                                              Salt const& salt) noexcept {
    secret<Hash::size> result;
    hmac<Hash> state(salt);
    digest<Hash::size> made = {};
    state.update(key).end(made);
    put(result.data(), made, Hash::size);
    detail::wipe(made.bytes, Hash::size);
    return result;
  }
  template <std::size_t Size, class Info>
  static constexpr secret<Size> expand(secret<Hash::size> const& key,
                                       Info const& info) noexcept {
    static_assert(Size <= 255 * Hash::size,
                  "rill: HKDF makes at most 255 times the hash's size");
    secret<Size> result;
    hmac<Hash> const start(key);
    digest<Hash::size> last = {};
    for (std::size_t made = 0, count = 1; made < Size; ++count) {
      unsigned char const number[] = {static_cast<unsigned char>(count)};
      hmac<Hash> next = start;
      if (made != 0) next.update(last);
      next.update(info, number).end(last);
      std::size_t const left = Size - made;
      std::size_t const taken = left < Hash::size ? left : Hash::size;
      put(result.data() + made, last, taken);
      made += taken;
    }
    detail::wipe(last.bytes, Hash::size);
    return result;
  }

 private:
  static constexpr void put(unsigned char* to, digest<Hash::size> const& from,
                            std::size_t count) noexcept {
    for (std::size_t i = 0; i != count; ++i) to[i] = from.bytes[i];
  }
};

/// PBKDF2: a slow derivation of a key from a password. Prefer memory-hard
/// functions (Argon2, scrypt) where the protocol allows.
template <class Hash>
struct pbkdf2 {
  /// Returns a key of `Size` bytes. `salt` is public, random and different for
  /// each password; `rounds` is the number of iterations (OWASP 2023: 600,000
  /// for SHA-256). Requires rounds >= 1. Cost: 2 * rounds blocks for each
  /// Hash::size bytes of the key.
  template <std::size_t Size, class Password, class Salt>
  static constexpr secret<Size> derive(Password const& password,
                                       Salt const& salt,
                                       unsigned long rounds) noexcept {
    secret<Size> result;
    hmac<Hash> const start(password);
    digest<Hash::size> last = {};
    digest<Hash::size> sum = {};
    std::uint32_t count = 1;
    for (std::size_t made = 0; made < Size; ++count) {
      unsigned char number[4];
      detail::store_big(number, count);
      hmac<Hash> next = start;
      next.update(salt, number).end(last);
      sum = last;
      for (unsigned long i = 1; i < rounds; ++i) {
        next = start;
        next.update(last).end(last);
        for (std::size_t k = 0; k != Hash::size; ++k)
          sum.bytes[k] ^= last.bytes[k];
      }
      for (std::size_t k = 0; k != Hash::size && made != Size; ++k)
        result.data()[made++] = sum.bytes[k];
    }
    detail::wipe(last.bytes, Hash::size);
    detail::wipe(sum.bytes, Hash::size);
    return result;
  }
};

}  // namespace rill::inline RILL_BUILD

#endif
