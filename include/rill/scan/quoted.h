// rill/scan/quoted.h: text in double quotes, with the escapes of every set
// (value/layout.h).
//
// Floor 5. Bytes and \xNN and octal escapes are bytes of UTF-8; \u escapes
// are characters, two halves of a pair one. A half alone stays what it is in
// strings of UTF-16 and UTF-32 and is U+FFFD in the others. Tests:
// test/scan/quoted_test.cpp.
#ifndef RILL_SCAN_QUOTED_H
#define RILL_SCAN_QUOTED_H

#include "../value/layout.h"
#include "text_target.h"

namespace rill::inline RILL_BUILD::detail {

// Bytes and characters on their way into a string.
template <target_string S>
class unescaped_text {
  using unit = typename unit_of_target<S>::type;

 public:
  void add_byte(char byte) {
    if constexpr (byte_string<S>) {
      add_half();
      append_units(value_, &byte, 1);
    } else {
      add_half();
      bytes_[held_++] = byte;
      add_bytes(false);
    }
  }
  // A byte that was written by its number. Strings of char8_t take it as it
  // is, so that also what is ill-formed comes back.
  void add_number(char byte) {
    if constexpr (byte_string<S>) {
      add_byte(byte);
    } else if constexpr (sizeof(unit) != 1) {
      add_byte(byte);
    } else {
      add_bytes(true);
      add_half();
      auto const one = static_cast<unit>(byte);
      append_units(value_, &one, 1);
    }
  }
  void add_character(char32_t c) {
    add_bytes(true);
    if (half_ != 0 && is_trail_surrogate(c)) {
      c = joined_surrogates(half_, c);
      half_ = 0;
    }
    add_half();
    if (is_lead_surrogate(c))
      half_ = c;
    else
      add(c);
  }
  S& finish() {
    add_bytes(true);
    add_half();
    return value_;
  }

 private:
  void add(char32_t c) {
    if constexpr (byte_string<S>) {
      char bytes[utf8_size];
      char const* const end = write_utf8(bytes, c);
      append_units(value_, bytes, static_cast<std::size_t>(end - bytes));
    } else {
      unit units[utf8_size];
      auto const* const end = write_wide(units, c);
      append_units(value_, units, static_cast<std::size_t>(end - units));
    }
  }
  // A first half that no second one followed.
  void add_half() {
    if (half_ != 0) add(half_);
    half_ = 0;
  }
  void add_bytes(bool is_all) {
    while (held_ != 0) {
      decoded_utf8 const one = decode_utf8(bytes_, bytes_ + held_);
      if (one.form == utf8_form::cut && !is_all) return;
      add(one.code_point);
      auto const used = static_cast<std::size_t>(one.end - bytes_);
      for (std::size_t i = used; i != held_; ++i) bytes_[i - used] = bytes_[i];
      held_ -= used;
    }
  }

  S value_;
  char bytes_[utf8_size];
  std::size_t held_ = 0;
  char32_t half_ = 0;
};

// What is read behind the cursor, without taking it.
class ahead {
 public:
  ahead(reader& in, std::size_t at) noexcept : in_(in), at_(at) {}

  // The next byte, or -1 at the end of the input.
  int next() {
    if (in_.peek(at_ + 1).size <= at_) return -1;
    return static_cast<unsigned char>(in_.cursor()[at_++]);
  }
  // The value of the next character as a digit, or -1, which takes nothing.
  int digit(int base) {
    int const c = next();
    if (c < 0) return -1;
    int const above_a = (c | 0x20) - 'a';
    int const value = c >= '0' && c <= '9'          ? c - '0'
                      : above_a >= 0 && above_a < 6 ? above_a + 10
                                                    : 16;
    if (value < base) return value;
    --at_;
    return -1;
  }
  std::size_t at() const noexcept { return at_; }

 private:
  reader& in_;
  std::size_t at_;
};

// Exactly so many hexadecimal digits, or -1.
long read_hex(ahead& in, int digits);

// \u{…}: one to six digits.
long read_braces(ahead& in);

// One to three octal digits, the first of them given.
int read_octal(ahead& in, int value);

// What a letter behind a backslash stands for, or NUL.
constexpr char control_of(char letter) noexcept {
  constexpr char const* letters = "\"\\/\'?abfnrtv";
  constexpr char const* meanings = "\"\\/\'?\a\b\f\n\r\t\v";
  for (int i = 0; letters[i] != 0; ++i)
    if (letters[i] == letter) return meanings[i];
  return '\0';
}

bool is_brace(reader& in, std::size_t at);

// The escape behind a backslash. False when there is none.
template <class Text>
bool read_escape(reader& source, ahead& in, Text& to) {
  int const letter = in.next();
  if (letter < 0) return false;
  long value = -1;
  switch (letter) {
    case 'u':
    case 'U':
      value = letter == 'U'               ? read_hex(in, 8)
              : is_brace(source, in.at()) ? read_braces(in)
                                          : read_hex(in, 4);
      if (value >= 0) to.add_character(static_cast<char32_t>(value));
      return value >= 0;
    case 'x':
      value = read_hex(in, 2);
      break;
    default:
      if (letter >= '0' && letter <= '7')
        value = read_octal(in, letter - '0');
      else if (char const c = control_of(static_cast<char>(letter)); c != 0)
        value = c;
  }
  if (value >= 0) to.add_number(static_cast<char>(value));
  return value >= 0;
}

// quoted(text): what print(quoted(text, set)) writes.
template <class T>
  requires std::is_lvalue_reference_v<T> && target_string<bare<T>>
struct item<quoted_text<T>> {
  static outcome read(reader& in, quoted_text<T>& to, text& expected) {
    expected = words_of("a text in double quotes");
    if (!skip_space(in)) return scan_problem::end_of_input;
    if (*in.cursor() != '"') return scan_problem::malformed;
    unescaped_text<bare<T>> value;
    ahead from(in, 1);
    for (int c = from.next(); c >= 0; c = from.next()) {
      if (c == '"') {
        to.value = static_cast<bare<T>&&>(value.finish());
        in.advance_to(in.cursor() + from.at());
        return fine;
      }
      if (c != '\\')
        value.add_byte(static_cast<char>(c));
      else if (!read_escape(in, from, value))
        break;
    }
    return scan_problem::malformed;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "quoted_body.h"
#endif

#endif
