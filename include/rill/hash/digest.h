// rill/hash/digest.h: the result of a hash function, and the base class of
// functions that hash in blocks.
//
// Layer 2. Tests: test/hash/digest_test.cpp, test/hash/sha2_test.cpp,
// test/hash/md5_test.cpp.
#ifndef RILL_HASH_DIGEST_H
#define RILL_HASH_DIGEST_H

#include <compare>  // std::strong_ordering

#include "../base/text.h"
#include "bytes.h"

#if RILL_HOSTED
#include <typeindex>  // std::hash
#endif

// The result of a hash function.
//
// No allocation, constexpr.

namespace rill::inline RILL_BUILD {

template <class T>
struct leaf;

/// A digest of `Size` bytes. Prints as 2 * Size lower-case hexadecimal digits,
/// and scans from exactly as many, of either case. Comparison takes a time that
/// depends on the bytes; use a rill::mac to prove possession of a key.
/// std::hash returns its first bytes.
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
// What upper(digest) returns: prints with capital letters.
template <std::size_t Size>
struct upper_digest {
  digest<Size> value;
};
}  // namespace detail

/// A digest that prints with capital letters: `upper(sha1::of(text))`.
template <std::size_t Size>
constexpr detail::upper_digest<Size> upper(digest<Size> const& d) noexcept {
  return {d};
}

namespace detail {

inline constexpr char lower_hex_digits[] = "0123456789abcdef";
inline constexpr char upper_hex_digits[] = "0123456789ABCDEF";

// Writes two digits for each byte; returns their end.
constexpr char* write_hex(char* out, unsigned char const* bytes,
                          std::size_t size,
                          char const* digits = lower_hex_digits) noexcept {
  for (std::size_t i = 0; i != size; ++i) {
    *out++ = digits[bytes[i] >> 4];
    *out++ = digits[bytes[i] & 15];
  }
  return out;
}

// The value of a hexadecimal digit of either case; 16 for another character.
constexpr unsigned hex_value(char c) noexcept {
  auto const digit = static_cast<unsigned>(c - '0');
  auto const letter = static_cast<unsigned>((c | 0x20) - 'a');
  return digit < 10 ? digit : letter < 6 ? letter + 10 : 16;
}

// The text "64 hexadecimal digits", for any number.
struct hex_words {
  char of[40] = {};
  std::size_t size = 0;

  constexpr explicit hex_words(std::size_t count) noexcept {
    write_number(count);
    for (char const c : " hexadecimal digits")
      if (c != '\0') of[size++] = c;
  }

 private:
  constexpr void write_number(std::size_t n) noexcept {
    if (n > 9) write_number(n / 10);
    of[size++] = static_cast<char>('0' + n % 10);
  }
};
template <std::size_t Count>
inline constexpr hex_words words_of_hex = hex_words(Count);

}  // namespace detail

template <std::size_t Size>
struct leaf<digest<Size>> {
  static constexpr std::size_t max_size = 2 * Size;
  static constexpr char* write(char* out, digest<Size> const& d) noexcept {
    return detail::write_hex(out, d.bytes, Size);
  }

  // Letters after the digits belong to the token, which is then malformed.
  static constexpr bool is_in(char c) noexcept {
    return static_cast<unsigned>(c - '0') < 10 ||
           static_cast<unsigned>((c | 0x20) - 'a') < 26;
  }
  static constexpr bool read(char const* first, char const* last,
                             digest<Size>& d) noexcept {
    if (static_cast<std::size_t>(last - first) != max_size) return false;
    digest<Size> made = {};
    unsigned wrong = 0;
    for (unsigned char& byte : made.bytes) {
      unsigned const high = detail::hex_value(*first++);
      unsigned const low = detail::hex_value(*first++);
      byte = static_cast<unsigned char>(high << 4 | low);
      wrong |= (high | low) & 16;
    }
    if (wrong == 0) d = made;
    return wrong == 0;
  }
  static constexpr text expected() noexcept {
    constexpr auto& phrase = detail::words_of_hex<max_size>;
    return {phrase.of, phrase.size};
  }
};

template <std::size_t Size>
struct leaf<detail::upper_digest<Size>> {
  static constexpr std::size_t max_size = 2 * Size;
  static constexpr char* write(char* out,
                               detail::upper_digest<Size> const& d) noexcept {
    return detail::write_hex(out, d.value.bytes, Size,
                             detail::upper_hex_digits);
  }
};

}  // namespace rill::inline RILL_BUILD

#if RILL_HOSTED
template <std::size_t Size>
struct std::hash<rill::digest<Size>> {
  constexpr std::size_t operator()(rill::digest<Size> const& d) const noexcept {
    std::size_t made = 0;
    for (std::size_t i = 0; i != sizeof made && i != Size; ++i)
      made = made << 8 | d.bytes[i];
    return made;
  }
};
#endif

// A hash function that takes its bytes in blocks.
//
// No allocation, no exception, constexpr. Source: Merkle and Damgård, as FIPS
// 180-4 (5.1, 6) and RFC 1321 (3.1 to 3.4) have it: a one bit, zeros, and the
// length in bits fill the last block.

namespace rill::inline RILL_BUILD {

template <class Hash>
class hmac;

namespace detail {

// Core defines the state and the compression of a hash function:
template <class Hash, class Core>
class block_hash {
  using word = typename Core::word;

 public:
  /// The size of the digest, in bytes.
  static constexpr std::size_t size = Core::digest_size;
  /// The size of a block, in bytes. hmac pads its key to this size.
  static constexpr std::size_t block_size = Core::block_size;

  constexpr block_hash() noexcept {
    for (std::size_t i = 0; i != Core::words; ++i)
      state_[i] = Core::start_of(i);
  }

  /// Returns the digest of the parts, one after the other.
  template <class... Parts>
  static constexpr digest<size> of(Parts const&... parts) noexcept {
    return Hash().update(parts...).finish();
  }

  /// Adds the parts, one after the other: texts of char or char8_t, and ranges
  /// of bytes.
  template <class... Parts>
  constexpr Hash& update(Parts const&... parts) noexcept {
    (take(bytes_of(parts)), ...);
    return static_cast<Hash&>(*this);
  }

  /// Returns the digest of all parts so far. More can be added afterwards.
  constexpr digest<size> finish() const noexcept {
    digest<size> result = {};
    if (std::is_constant_evaluated())
      block_hash(*this).end(result);
    else
      end_bytes(result);
    return result;
  }

 private:
  template <class Byte>
  constexpr void take(run<Byte> bytes) noexcept {
    if (std::is_constant_evaluated())
      add(bytes.data, bytes.size);
    else
      add_bytes(reinterpret_cast<unsigned char const*>(bytes.data), bytes.size);
  }
  // One function for all byte types.
  [[gnu::noinline]] void add_bytes(unsigned char const* bytes,
                                   std::size_t count) noexcept {
    add(bytes, count);
  }

  template <class Byte>
  constexpr void add(Byte const* bytes, std::size_t count) noexcept {
    std::size_t const held = taken_ % block_size;
    taken_ += count;
    if (held != 0) {
      std::size_t const room = block_size - held;
      std::size_t const first = count < room ? count : room;
      hold(held, bytes, first);
      if (first != room) return;
      Core::compress(state_, block_, 1);
      bytes += first;
      count -= first;
    }
    Core::compress(state_, bytes, count / block_size);
    hold(0, bytes + count / block_size * block_size, count % block_size);
  }
  template <class Byte>
  constexpr void hold(std::size_t at, Byte const* bytes,
                      std::size_t count) noexcept {
    if (!std::is_constant_evaluated()) {
      if (count != 0) __builtin_memcpy(block_ + at, bytes, count);
      return;
    }
    for (std::size_t i = 0; i != count; ++i)
      block_[at + i] = static_cast<unsigned char>(bytes[i]);
  }

  [[gnu::noinline]] void end_bytes(digest<size>& result) const noexcept {
    block_hash(*this).end(result);
  }
  // Leaves an unusable state, and no copy of the state before.
  friend class hmac<Hash>;
  constexpr void end(digest<size>& result) noexcept {
    constexpr std::size_t before_length = block_size - Core::length_size;
    std::size_t held = taken_ % block_size;
    block_[held++] = 0x80;
    if (held > before_length) {
      clear(held, block_size);
      Core::compress(state_, block_, 1);
      held = 0;
    }
    clear(held, before_length);
    Core::store_length(block_ + before_length, taken_);
    Core::compress(state_, block_, 1);
    for (std::size_t i = 0; i != size / sizeof(word); ++i)
      Core::store(result.bytes + i * sizeof(word), state_[i]);
  }
  constexpr void clear(std::size_t from, std::size_t to) noexcept {
    if (std::is_constant_evaluated())
      for (std::size_t i = from; i < to; ++i) block_[i] = 0;
    else
      __builtin_memset(block_ + from, 0, to - from);
  }

  word state_[Core::words] = {};
  unsigned char block_[block_size] = {};
  unsigned long long taken_ = 0;  // bytes
};

template <class Hash, class Core>
Core core_behind(block_hash<Hash, Core> const&);

// The Core of a hash function that hashes in blocks.
template <class Hash>
using core_of = decltype(core_behind(declval<Hash const&>()));

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif
