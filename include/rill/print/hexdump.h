// rill/print/hexdump.h: bytes as a table of hexadecimal numbers.
//
// Floor 5. No allocation. Tests: test/print/hexdump_test.cpp, which compares
// with a slow twin, and test/system/hexdump_test.py with the program xxd.
#ifndef RILL_PRINT_HEXDUMP_H
#define RILL_PRINT_HEXDUMP_H

#include "../value/hexdump.h"
#include "piece.h"

namespace rill::inline RILL_BUILD::detail {

inline constexpr unsigned most_columns = 256;

// The two digits of every byte, one behind the other.
template <bool Upper>
struct digit_pairs {
  char at[512] = {};
  constexpr digit_pairs() noexcept {
    char const* const digits = Upper ? "0123456789ABCDEF" : "0123456789abcdef";
    for (int byte = 0; byte != 256; ++byte) {
      at[2 * byte] = digits[byte >> 4];
      at[2 * byte + 1] = digits[byte & 15];
    }
  }
};
template <bool Upper>
inline constexpr digit_pairs<Upper> pairs_of_digits;

template <bool Upper>
inline char* write_pair(char* out, unsigned char byte) noexcept {
  __builtin_memcpy(out, &pairs_of_digits<Upper>.at[2 * std::size_t{byte}], 2);
  return out + 2;
}

inline char shown_byte(unsigned char byte) noexcept {
  bool const is_shown = static_cast<unsigned char>(byte - 0x20) < 0x5F;
  return is_shown ? static_cast<char>(byte) : '.';
}

// Eight digits, and as many more as it takes; a colon and a space.
inline char* write_offset(char* out, std::uint64_t offset) noexcept {
  int shift = 24;
  while (shift != 56 && offset >> (shift + 8) != 0) shift += 8;
  // The first pair of more than eight digits has no zero in front.
  if (shift > 24 && offset >> shift < 16) {
    *out++ = pairs_of_digits<false>.at[2 * (offset >> shift) + 1];
    shift -= 8;
  }
  for (; shift > 24; shift -= 8)
    out = write_pair<false>(out, static_cast<unsigned char>(offset >> shift));
#pragma GCC unroll 4
  for (shift = 24; shift >= 0; shift -= 8)
    out = write_pair<false>(out, static_cast<unsigned char>(offset >> shift));
  *out++ = ':';
  *out++ = ' ';
  return out;
}

template <bool Upper>
class hexdump_lines {
 public:
  hexdump_lines(byte_run bytes, hexdump_options const& options) noexcept
      : bytes_(bytes),
        offset_(options.offset),
        columns_(options.columns == 0 ? (options.plain ? 30 : 16)
                                      : smaller(options.columns, most_columns)),
        group_(options.group == 0 ? columns_ : options.group),
        is_plain_(options.plain) {}

  void put(writer& out) const {
    // Offset, digits, spaces between and behind them, text, newline.
    constexpr std::size_t most = 18 + 3 * most_columns + 2 + most_columns + 1;
    std::size_t const room = 18 + 4 * columns_ + 3;
    char scratch[most];
    for (std::size_t at = 0; at < bytes_.size; at += columns_) {
      std::size_t const count = smaller(bytes_.size - at, columns_);
      char* const cursor = out.reserve(room);
      char* const begin = cursor ? cursor : scratch;
      char* end = begin;
      if (at != 0) *end++ = '\n';
      end = write_line(end, bytes_.data + at, count, offset_ + at);
      if (cursor)
        out.advance_to(end);
      else
        out.write(scratch, static_cast<std::size_t>(end - scratch));
    }
  }

 private:
  char* write_line(char* out, unsigned char const* bytes, std::size_t count,
                   std::uint64_t offset) const noexcept {
    if (is_plain_) {
      for (std::size_t i = 0; i != count; ++i)
        out = write_pair<Upper>(out, bytes[i]);
      return out;
    }
    out = write_offset(out, offset);
    if (count == 16 && columns_ == 16 && group_ == 2)
      return write_usual(out, bytes);
    char* const text = out + 2 * columns_ + (columns_ - 1) / group_ + 2;
    for (std::size_t i = 0; i != count; ++i) {
      if (i != 0 && i % group_ == 0) *out++ = ' ';
      out = write_pair<Upper>(out, bytes[i]);
    }
    out = fill_bytes(out, static_cast<std::size_t>(text - out), ' ');
    for (std::size_t i = 0; i != count; ++i) *out++ = shown_byte(bytes[i]);
    return out;
  }
  // 16 bytes in pairs, with numbers that the compiler knows.
  static char* write_usual(char* out, unsigned char const* bytes) noexcept {
#pragma GCC unroll 8
    for (int i = 0; i != 16; i += 2) {
      out = write_pair<Upper>(out, bytes[i]);
      out = write_pair<Upper>(out, bytes[i + 1]);
      *out++ = ' ';
    }
    *out++ = ' ';
    for (int i = 0; i != 16; ++i) out[i] = shown_byte(bytes[i]);
    return out + 16;
  }

  byte_run bytes_;
  std::uint64_t offset_;
  std::size_t columns_;
  std::size_t group_;
  bool is_plain_;
};

template <bool Upper>
void put_hexdump(writer& out, byte_run bytes, hexdump_options const& options) {
  hexdump_lines<Upper>(bytes, options).put(out);
}

template <class T>
struct composite<dumped_bytes<T>> {
  static void put(writer& out, dumped_bytes<T> const& v) {
    byte_run const bytes = bytes_to_dump<bare<T>>(v.value);
    if (v.options.upper)
      put_hexdump<true>(out, bytes, v.options);
    else
      put_hexdump<false>(out, bytes, v.options);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
