// rill/hash/digest.h: what a hash function returns.
//
// Floor 2. No allocation, constexpr. Tests: test/hash/digest_test.cpp.
#ifndef RILL_HASH_DIGEST_H
#define RILL_HASH_DIGEST_H

#include <compare>  // std::strong_ordering

#include "../base/text.h"
#include "bytes.h"

#if RILL_HOSTED
#include <typeindex>  // std::hash
#endif

namespace rill::inline RILL_BUILD {

template <class T>
struct leaf;

/// A digest of `Size` bytes. Prints as 2 * Size lower-case hexadecimal digits,
/// and is read from exactly as many, of either case. Compares as its bytes do,
/// which takes a time that depends on them: what proves a key is a rill::mac.
/// Its first bytes are its hash in tables.
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

/// What upper(digest) returns: prints with capital letters.
template <std::size_t Size>
struct upper_digest {
  digest<Size> value;
};

/// A digest that prints with capital letters: `upper(sha1::of(text))`.
template <std::size_t Size>
constexpr upper_digest<Size> upper(digest<Size> const& d) noexcept {
  return {d};
}

namespace detail {

inline constexpr char lower_hex_digits[] = "0123456789abcdef";
inline constexpr char upper_hex_digits[] = "0123456789ABCDEF";

// Two digits a byte; returns their end.
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

// "64 hexadecimal digits".
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

  // A letter behind the digits belongs to the text, which is wrong then.
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
struct leaf<upper_digest<Size>> {
  static constexpr std::size_t max_size = 2 * Size;
  static constexpr char* write(char* out,
                               upper_digest<Size> const& d) noexcept {
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

#endif
