// rill/hash/kernel/generic/base64.h: alphabets, their tables, and bytes as
// characters of 4, 5 or 6 bits.
//
// Layer 2. Tests: test/hash/base64_test.cpp, test/hash/base32_test.cpp,
// test/hash/hex_bytes_test.cpp.
#ifndef RILL_HASH_KERNEL_GENERIC_BASE64_H
#define RILL_HASH_KERNEL_GENERIC_BASE64_H

#include <cstdint>  // std::uint64_t

#include "../../bytes.h"

// The alphabets, and the reasons to refuse a text.
//
// No allocation, constexpr. Source: RFC 4648.

namespace rill::inline RILL_BUILD {

/// Whether '=' fills a text of base64, base64url or base32 up to whole groups
/// of 4 or 8 characters.
struct base_options {
  bool padding = true;
};

/// What is wrong at the offset where a text is refused. At the end of the text,
/// characters are missing.
enum class decode_problem : unsigned char {
  none,
  character,    ///< a character outside the alphabet
  unused_bits,  ///< a 1 in bits of the last character that belong to no byte
  padding,      ///< '=' is missing after an incomplete group
  left_over,    ///< text follows the padding
};

/// The result of decoding into memory.
struct decode_result {
  std::size_t written;   ///< bytes; unspecified ones for a refused text
  std::size_t offset;    ///< of the first wrong character, or the text's size
  decode_problem error;  ///< none: the whole text was decoded

  constexpr explicit operator bool() const noexcept {
    return error == decode_problem::none;
  }
};

namespace detail {

// One encoding: the bits of each character, and the characters of a group of
// whole bytes, which padding fills up.
struct base64_form {
  static constexpr int bits = 6;
  static constexpr std::size_t group = 4;
  static constexpr bool is_url = false;
  static constexpr char characters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static constexpr char expected[] = "a character of base64 (A-Z a-z 0-9 + /)";
};
struct base64url_form {
  static constexpr int bits = 6;
  static constexpr std::size_t group = 4;
  static constexpr bool is_url = true;
  static constexpr char characters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  static constexpr char expected[] =
      "a character of base64url (A-Z a-z 0-9 - _)";
};
struct base32_form {
  static constexpr int bits = 5;
  static constexpr std::size_t group = 8;
  static constexpr char characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  static constexpr char expected[] = "a character of base32 (A-Z 2-7)";
};
struct hex_form {
  static constexpr int bits = 4;
  static constexpr std::size_t group = 2;
  static constexpr char characters[] = "0123456789abcdef";
  static constexpr char expected[] = "a hexadecimal digit";
};
// The value of each character of the alphabet; `not_worth` for all others.
inline constexpr unsigned char not_worth = 0xff;
struct character_values {
  unsigned char of[256];
};
template <class Form>
constexpr character_values make_character_values() noexcept {
  character_values made = {};
  for (unsigned char& value : made.of) value = not_worth;
  for (unsigned i = 0; i != 1u << Form::bits; ++i) {
    char const character = Form::characters[i];
    made.of[static_cast<unsigned char>(character)] =
        static_cast<unsigned char>(i);
    if (Form::bits == 4 && character >= 'a')  // digits of both cases
      made.of[static_cast<unsigned char>(character - 'a' + 'A')] =
          static_cast<unsigned char>(i);
  }
  return made;
}
template <class Form>
inline constexpr character_values values_of = make_character_values<Form>();

// The number of characters for `count` bytes. Cannot overflow: an object has at
// most half of the address space, and 8 bits become at most 2 characters.
template <class Form>
constexpr std::size_t encoded_size(std::size_t count, bool padded) noexcept {
  constexpr std::size_t bits = Form::bits;
  constexpr std::size_t bytes = Form::group * bits / 8;
  std::size_t const whole = count / bytes * Form::group;
  std::size_t const rest = count % bytes;
  if (rest == 0) return whole;
  return whole + (padded ? Form::group : (8 * rest + bits - 1) / bits);
}

// The number of bytes of a well-formed text. For another text, at least as many
// as decoding writes before it stops.
template <class Form>
constexpr std::size_t decoded_size(text from, bool padded) noexcept {
  constexpr std::size_t bits = Form::bits;
  std::size_t rest = from.size % Form::group;
  std::size_t whole = from.size / Form::group;
  if (padded && rest == 0 && whole != 0 && from.end()[-1] == '=') {
    --whole;
    rest = Form::group - 1;
    while (rest != 0 && from.data[whole * Form::group + rest - 1] == '=')
      --rest;
  }
  return whole * (Form::group * bits / 8) + rest * bits / 8;
}

// The tables of 16 bytes that shuffles look base64 up in.
//
// Pure.

// Twice the same 16 bytes, for the two lanes of a wider vector.
struct base64_row {
  alignas(32) unsigned char at[32];
};
template <class Entry>
constexpr base64_row make_base64_row(Entry entry) noexcept {
  base64_row made = {};
  for (unsigned i = 0; i != 32; ++i)
    made.at[i] = static_cast<unsigned char>(entry(i % 16));
  return made;
}

template <class Form>
struct base64_tables {
  // Bytes b, a, c, b of each group abc: each 16-bit half has the bits of two
  // characters.
  static constexpr base64_row spread = make_base64_row(
      [](unsigned i) { return i / 4 * 3 + (i % 4 == 2 ? 2 : i % 4 != 1); });
  // The differences of characters to values: for 0 to 25, for 26 to 51, and for
  // each of 52 to 63.
  static constexpr base64_row to_character = make_base64_row([](unsigned i) {
    unsigned const value = i == 0 ? 0 : i == 1 ? 26 : i + 50;
    return i < 14 ? Form::characters[value] - static_cast<int>(value) : 0;
  });

  // Each character belongs to a slot, in which all differ from their values by
  // the same number. The slot is the upper nibble + 1, from 3 to 8. For the
  // lower nibble 15, which the last character of the alphabet may have, it is
  // the upper nibble + 7, from 9 to 14. A slot is the average of two bytes: the
  // character / 8, with any upper three bits, and the entry of this table for
  // the lower nibble.
  static constexpr base64_row to_slot = make_base64_row(
      [](unsigned lower) { return lower == 15 ? 12 : lower < 8; });
  static constexpr unsigned character_of(unsigned slot,
                                         unsigned lower) noexcept {
    return slot < 9 ? (slot - 1) << 4 | lower : (slot - 7) << 4 | 15;
  }
  static constexpr bool is_slot(unsigned slot) noexcept {
    return slot >= 3 && slot < 15;
  }
  static constexpr base64_row to_value = make_base64_row([](unsigned slot) {
    for (unsigned lower = 0; is_slot(slot) && lower != 16; ++lower) {
      unsigned const c = character_of(slot, lower);
      if (values_of<Form>.of[c] != not_worth && (slot >= 9 || lower != 15))
        return values_of<Form>.of[c] - static_cast<int>(c);
    }
    return 0;
  });
  // slot_bit has a bit for each slot below 9, and one bit for all others in
  // use. slots_with has, for each lower nibble, the bits of the slots in which
  // it makes a character of the alphabet. For bytes of 0x80 and more, the
  // shuffle gives 0.
  static constexpr base64_row slot_bit = make_base64_row([](unsigned slot) {
    if (!is_slot(slot)) return 0u;
    if (slot < 9) return 1u << (slot - 3);
    bool const is_used =
        values_of<Form>.of[character_of(slot, 15)] != not_worth;
    return is_used ? 0x40u : 0u;
  });
  static constexpr base64_row slots_with = make_base64_row([](unsigned lower) {
    unsigned slot_row = lower == 15 ? 0x40 : 0;
    for (unsigned slot = 3; lower != 15 && slot != 9; ++slot)
      if (values_of<Form>.of[character_of(slot, lower)] != not_worth)
        slot_row |= 1u << (slot - 3);
    return slot_row;
  });
  // The three bytes of each four, from the most significant one on; arbitrary
  // bytes follow these 12. If the shuffle set them to 0, clang would clear them
  // a second time.
  static constexpr base64_row pack =
      make_base64_row([](unsigned i) { return i / 3 * 4 % 16 + 2 - i % 3; });
};

// Bytes as characters of 4, 5 or 6 bits each, and back, eight characters at a
// time.
//
// No allocation, constexpr.

// Loads eight bytes in big-endian order; zeros follow if there are fewer.
template <class Byte>
constexpr std::uint64_t load_some(Byte const* from,
                                  std::size_t count) noexcept {
  if (count >= 8) return load_big<std::uint64_t>(from);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i != count; ++i)
    word |= std::uint64_t{static_cast<unsigned char>(from[i])} << (56 - 8 * i);
  return word;
}

// Writes encoded_size<Form>(count, padded) characters; returns their end.
template <class Form, class Byte>
constexpr char* encode_plainly(char* out, Byte const* from, std::size_t count,
                               bool padded) noexcept {
  constexpr std::size_t bits = Form::bits;
  // Eight characters hold `bits` bytes.
  for (; count >= bits; count -= bits, from += bits, out += 8) {
    std::uint64_t const word = load_some(from, count);
#pragma GCC unroll 8
    for (std::size_t i = 0; i != 8; ++i)
      out[i] =
          Form::characters[word >> (64 - bits * (i + 1)) & ((1u << bits) - 1)];
  }
  if (count == 0) return out;
  std::uint64_t word = load_some(from, count);
  std::size_t const size = (8 * count + bits - 1) / bits;
  for (std::size_t i = 0; i != size; ++i, word <<= bits)
    *out++ = Form::characters[word >> (64 - bits)];
  if (padded)
    for (std::size_t i = size; i % Form::group != 0; ++i) *out++ = '=';
  return out;
}

// Reads eight characters into the lower bits of `word`. Returns false when one
// of them is outside the alphabet.
template <class Form>
constexpr bool read_characters(char const* from, std::uint64_t& word) noexcept {
  unsigned char all = 0;
  word = 0;
#pragma GCC unroll 8
  for (int i = 0; i != 8; ++i) {
    unsigned char const value =
        values_of<Form>.of[static_cast<unsigned char>(from[i])];
    all = static_cast<unsigned char>(all | value);
    word |= std::uint64_t{value} << (Form::bits * (7 - i));
  }
  return all != not_worth;
}

template <class Form, class Byte>
constexpr void write_bytes(Byte* out, std::uint64_t word) noexcept {
  constexpr int bits = Form::bits;
  unsigned char bytes[8] = {};
  store_big(bytes, word << (64 - 8 * bits));
  if (std::is_constant_evaluated())
    for (int i = 0; i != bits; ++i) out[i] = static_cast<Byte>(bytes[i]);
  else
    __builtin_memcpy(out, bytes, bits);
}

// Checks the text from `at` on, where it ends or has a character outside the
// alphabet: only the right number of padding characters may follow. The last
// `held` bits before `at` belong to no byte; their value `unused` must be 0.
// These are separate parameters because clang would copy a structure by a load
// of 16 bytes right after stores of 8, and store forwarding would fail.
template <class Form>
constexpr decode_result decode_end(text from, std::size_t written,
                                   std::size_t at, int held, unsigned unused,
                                   bool padded) noexcept {
  auto const stopped = [&](decode_problem error) {
    return decode_result{written, at, error};
  };
  std::size_t const begun = at % Form::group;
  if (at == from.size && begun == 0) return stopped(decode_problem::none);
  bool const can_end = begun != 0 && held < Form::bits;
  bool const ends = at == from.size || (padded && from.data[at] == '=');
  if (!can_end || !ends) return stopped(decode_problem::character);
  if (at == from.size && padded) return stopped(decode_problem::padding);
  if (unused != 0) {
    --at;
    return stopped(decode_problem::unused_bits);
  }
  if (!padded) return stopped(decode_problem::none);
  for (; at % Form::group != 0; ++at)
    if (at == from.size || from.data[at] != '=')
      return stopped(decode_problem::padding);
  return stopped(at == from.size ? decode_problem::none
                                 : decode_problem::left_over);
}

// Decodes from `at`, where a group of 4 or 8 characters begins, to out +
// written.
template <class Form, class Byte>
constexpr decode_result decode_plainly(Byte* out, text from, bool padded,
                                       std::size_t written = 0,
                                       std::size_t at = 0) noexcept {
  constexpr int bits = Form::bits;
  for (std::uint64_t word = 0;
       from.size - at >= 8 && read_characters<Form>(from.data + at, word);
       at += 8, written += bits)
    write_bytes<Form>(out + written, word);
  unsigned word = 0;
  int held = 0;
  for (; at != from.size; ++at) {
    unsigned const value =
        values_of<Form>.of[static_cast<unsigned char>(from.data[at])];
    if (value == not_worth) break;
    word = word << bits | value;
    held += bits;
    if (held < 8) continue;
    held -= 8;
    out[written++] = static_cast<Byte>(word >> held & 0xff);
  }
  return decode_end<Form>(from, written, at, held, word & ((1u << held) - 1),
                          padded);
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
