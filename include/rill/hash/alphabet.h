// rill/hash/alphabet.h: the alphabets of texts of bytes, and why a text is
// refused.
//
// Floor 2. No allocation, constexpr. Source: RFC 4648. Tests:
// test/hash/base64_test.cpp, test/hash/base32_test.cpp,
// test/hash/hex_bytes_test.cpp.
#ifndef RILL_HASH_ALPHABET_H
#define RILL_HASH_ALPHABET_H

#include "bytes.h"

namespace rill::inline RILL_BUILD {

/// Whether a text of base64, base64url or base32 is filled up with '=' to
/// whole groups of 4 or 8 characters.
struct base_options {
  bool padding = true;
};

/// What a text of bytes has at the offset where it is refused. There the text
/// may also end: then something is missing.
enum class decode_problem : unsigned char {
  none,
  character,    ///< no character of the alphabet
  unused_bits,  ///< the last character has a 1 in bits that belong to no byte
  padding,      ///< no '=', though the group is not full
  left_over,    ///< text behind the padding
};

/// What decoding into memory returns.
struct decode_result {
  std::size_t written;   ///< bytes; those of a refused text are of no use
  std::size_t offset;    ///< of the first wrong character, or the text's size
  decode_problem error;  ///< none: the whole text was decoded

  constexpr explicit operator bool() const noexcept {
    return error == decode_problem::none;
  }
};

namespace detail {

// One kind of text: `bits` of each character; how many characters a group of
// whole bytes has, which padding fills up.
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
// The value of each character of the alphabet, and `not_worth` of all others.
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

// How many characters so many bytes are. The largest size of memory is that
// of no object, so nothing overflows: 8 bits of it are 2 characters at most.
template <class Form>
constexpr std::size_t encoded_size(std::size_t count, bool padded) noexcept {
  constexpr std::size_t bits = Form::bits;
  constexpr std::size_t bytes = Form::group * bits / 8;
  std::size_t const whole = count / bytes * Form::group;
  std::size_t const rest = count % bytes;
  if (rest == 0) return whole;
  return whole + (padded ? Form::group : (8 * rest + bits - 1) / bits);
}

// How many bytes a well-formed text is. Of a text that is not, at least as
// many as decoding writes before it stops.
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

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif
