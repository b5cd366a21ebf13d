// rill/scan/text.h: strings and characters: words, up to a delimiter, in
// quotes, or unchanged.
//
// Layer 5. Tests: test/scan/wide_text_test.cpp, test/scan/text_test.cpp,
// test/scan/quoted_test.cpp.
#ifndef RILL_SCAN_TEXT_H
#define RILL_SCAN_TEXT_H

#include "../base/run.h"
#include "../unicode/wide_units.h"
#include "../value/padding.h"
#include "../value/parts.h"
#include "item.h"

// Strings of every character type as targets.
//
// A string of char gets the bytes of the input unchanged. Strings of the other
// types get the characters of UTF-8, with one U+FFFD for each maximal subpart
// of an ill-formed sequence.

namespace rill::inline RILL_BUILD::detail {

// Strings of another library that its driver can assign to.
template <class S>
concept foreign_target =
    foreign_text<S> &&
    requires(S& s, typename foreign_string<S>::unit const* data,
             std::size_t size) {
      foreign_string<S>::assign(s, text());
      foreign_string<S>::append(s, data, size);
    };

template <class S, class Unit>
concept foreign_target_of =
    foreign_target<S> && std::same_as<typename foreign_string<S>::unit, Unit>;

template <class S>
concept byte_string = foreign_target_of<S, char> ||
                      requires(S& s, char const* data, std::size_t size) {
                        s.assign(data, size);
                        s.append(data, size);
                        s.clear();
                      };

// std::u8string, u16string, u32string, wstring and similar strings.
template <class S>
concept decoded_string =
    (foreign_target<S> && !foreign_target_of<S, char>) ||
    (requires(S& s, typename S::value_type const* data, std::size_t size) {
      s.append(data, size);
      s.resize(size);
      s.clear();
      s.data();
    } && character<typename S::value_type> &&
     !std::same_as<typename S::value_type, char>);

template <class S>
concept target_string = byte_string<S> || decoded_string<S>;

// The unit type of a target.
template <class S>
struct unit_of_target {
  using type = typename S::value_type;
};
template <foreign_target S>
struct unit_of_target<S> {
  using type = typename foreign_string<S>::unit;
};

// Assigns all of it, or nothing when memory is exhausted.
template <target_string S>
void assign_text(S& to, text bytes) {
  if constexpr (foreign_target<S>) {
    foreign_string<S>::assign(to, bytes);
  } else if constexpr (byte_string<S>) {
    to.assign(bytes.data, bytes.size);
  } else {
    using unit = typename S::value_type;
    char const* at = bytes.begin();
    to.resize(widened_size<unit>(at, bytes.end()));
    widen_utf8<unit>(to.data(), at, bytes.end(), true);
  }
}

template <target_string S, class Unit>
void append_units(S& to, Unit const* units, std::size_t count) {
  if constexpr (foreign_target<S>)
    foreign_string<S>::append(to, units, count);
  else
    to.append(units, count);
}

// Decodes the character of UTF-8 at the cursor, where at least one byte is in
// memory. Returns false when the device failed in the middle of it.
bool whole_character(reader& in, decoded_utf8& one);

// text_mark::judge for a text that may be empty.
inline scan_status judge_mark(reader const& in, text& found) {
  if (RILL_LIKELY(found.size == 0 || !may_begin_mark(*found.data)))
    return scan_ok;
  return text_mark::judge(in, found);
}

// True if judge_mark() has removed a mark from `found`, nothing is left, and no
// delimiter ends it: a source of a mark alone is empty. Takes the mark.
inline bool is_mark_alone(reader& in, text found, char const* behind) {
  if (found.size != 0 || found.data == in.cursor() || behind != found.data)
    return false;
  in.advance_to(behind);
  return true;
}

// Takes the character at the cursor.
template <character C>
scan_status take_character(reader& in, C& to, text& expected) {
  if constexpr (sizeof(C) == 1) {
    to = static_cast<C>(*in.cursor());
    in.advance_to(in.cursor() + 1);
  } else {
    decoded_utf8 one;
    if (!whole_character(in, one)) return scan_problem::malformed;
    if (sizeof(C) == 2 && one.code_point > 0xFFFF) {
      expected = words_of("a character of one UTF-16 unit");
      return scan_problem::malformed;
    }
    to = static_cast<C>(one.code_point);
    in.advance_to(one.end);
  }
  return scan_ok;
}

// Words, characters, bool, lines.
//
// A target string is anything with assign(pointer, size).

// Finds the next word, completely in memory. Does not take it.
scan_status find_word(reader& in, text& word, text& expected);

// Reads the next word.
template <target_string S>
  requires(!scan_hooked<S>)
struct item<S> {
  static scan_status read(reader& in, S& to, text& expected) {
    text word;
    scan_status const how = find_word(in, word, expected);
    if (how != scan_ok) return how;
    assign_text(to, word);
    in.advance_to(word.end());
    return scan_ok;
  }
};

// std::filesystem::path: one word; as a part of something, a text in quotes.
template <class P>
concept path_target =
    target_string<typename P::string_type> && !target_string<P> &&
    requires(P const& path, typename P::string_type& text) {
      { path.native() } -> std::same_as<typename P::string_type const&>;
      P(static_cast<typename P::string_type&&>(text));
    };

template <path_target P>
  requires(!scan_hooked<P>)
struct item<P> {
  using string = typename P::string_type;

  static scan_status read(reader& in, P& to, text& expected) {
    text word;
    scan_status const how = find_word(in, word, expected);
    if (how != scan_ok) return how;
    string value;
    assign_text(value, word);
    to = P(static_cast<string&&>(value));
    in.advance_to(word.end());
    return scan_ok;
  }
};

template <character C>
struct item<C> {
  static scan_status read(reader& in, C& to, text& expected) {
    expected = words_of("a character");
    if (!skip_space(in)) return scan_problem::end_of_input;
    if (RILL_UNLIKELY(may_begin_mark(*in.cursor())) &&
        text_mark::is_foreign(in))
      return scan_problem::malformed;
    return take_character(in, to, expected);
  }
};

// Makes a T from a value of another type, which read(value) reads.
template <class Value, class T, class Read>
scan_status read_through(T& to, Read read) {
  Value value{};
  scan_status const how = read(value);
  if (how == scan_ok) to = T{value};
  return how;
}

// QChar.
template <foreign_character_target T>
  requires(!scan_hooked<T>)
struct item<T> {
  static scan_status read(reader& in, T& to, text& expected) {
    using unit = typename foreign_character<T>::unit;
    return read_through<unit>(
        to, [&](unit& value) { return item<unit>::read(in, value, expected); });
  }
};

// true, false, 1, 0.
template <>
struct item<bool> {
  static scan_status read(reader& in, bool& to, text& expected) {
    expected = words_of("true or false");
    if (!skip_space(in)) return scan_problem::end_of_input;
    struct spelling {
      char const* word;
      std::size_t size;
      bool value;
    };
    constexpr spelling forms[] = {{"true", 4, true},
                                  {"false", 5, false},
                                  {"1", 1, true},
                                  {"0", 1, false}};
    for (spelling const& f : forms) {
      if (*in.cursor() != f.word[0]) continue;
      if (!starts_with(in, {f.word, f.size})) break;
      in.advance_to(in.cursor() + f.size);
      to = f.value;
      return scan_ok;
    }
    return scan_problem::malformed;
  }
};

template <character C>
struct item<character_target<C>> {
  static scan_status read(reader& in, character_target<C>& to, text& expected) {
    expected = words_of("a character");
    if (in.peek(1).size == 0) return scan_problem::end_of_input;
    if (RILL_UNLIKELY(may_begin_mark(*in.cursor()))) {
      text_mark::kind const mark = text_mark::pass(in);
      if (mark == text_mark::foreign) return scan_problem::malformed;
      if (in.peek(1).size == 0) return scan_problem::end_of_input;
    }
    return take_character(in, to.value, expected);
  }
};

template <target_string S>
struct item<line_target<S>> {
  static scan_status read(reader& in, line_target<S>& to, text& expected) {
    expected = words_of("a line");
    text line;
    char const* behind;
    if (!find_line(in, line, behind)) return scan_problem::end_of_input;
    if (scan_status const how = judge_mark(in, line); how != scan_ok)
      return how;
    if (is_mark_alone(in, line, behind)) return scan_problem::end_of_input;
    assign_text(to.value, line);  // may throw: nothing is taken before
    in.advance_to(behind);
    return scan_ok;
  }
};

template <target_string S>
struct item<rest_target<S>> {
  static scan_status read(reader& in, rest_target<S>& to, text& expected) {
    expected = words_of("the rest of the input");
    // Reads everything into the buffer first, so that nothing is lost when the
    // device fails or memory for the target is exhausted.
    while (in.more()) {
    }
    if (in.error()) return scan_problem::malformed;
    text rest{in.cursor(), in.available()};
    if (scan_status const how = judge_mark(in, rest); how != scan_ok)
      return how;
    assign_text(to.value, rest);
    in.advance_to(in.end());
    return scan_ok;
  }
};

// The end of a text, in bytes behind the cursor, and the size of its delimiter:
// 0 at the end of the input.
struct found_text_end {
  std::size_t size;
  std::size_t delimiter;
};

// Finds the first byte for which ends(byte) is true, from `size` bytes behind
// the cursor on.
template <class Ends>
found_text_end find_byte_end(reader& in, Ends ends, std::size_t size = 0) {
  for (;;) {
    char const* at = in.cursor() + size;
    while (at != in.end() && !ends(*at)) ++at;
    size = static_cast<std::size_t>(at - in.cursor());
    if (at != in.end()) return {size, 1};
    if (!in.more()) return {size, 0};
  }
}

// Finds a delimiter given as the UTF-8 bytes of one character. No other
// character contains them, so comparing bytes is enough.
found_text_end find_sequence_end(reader& in, text sequence);

// Finds a character for which ends(code point) is true.
template <class Ends>
found_text_end find_character_end(reader& in, Ends const& ends) {
  std::size_t size = 0;
  for (;;) {
    if (in.available() == size && !in.more()) return {size, 0};
    char const* const at = in.cursor() + size;
    decoded_utf8 const one = decode_utf8(at, in.end());
    if (one.form == utf8_form::cut && in.more()) continue;
    auto const used = static_cast<std::size_t>(one.end - at);
    if (ends(one.code_point)) return {size, used};
    size += used;
  }
}

template <class S, class Delimiter>
found_text_end find_end(reader& in, Delimiter const& delimiter) {
  if constexpr (std::same_as<Delimiter, char>) {
    return find_byte_end(in, [=](char c) { return c == delimiter; });
  } else if constexpr (character<Delimiter>) {
    char bytes[utf8_size] = {};
    char const* const end = write_utf8(bytes, static_cast<char32_t>(delimiter));
    return find_sequence_end(in,
                             {bytes, static_cast<std::size_t>(end - bytes)});
  } else if constexpr (byte_string<S>) {
    return find_byte_end(in, [&](char c) { return delimiter(c); });
  } else {
    return find_character_end(in, delimiter);
  }
}

template <target_string S, class Delimiter>
struct item<until_target<S, Delimiter>> {
  using target = until_target<S, Delimiter>;

  static scan_status read(reader& in, target& to, text& expected) {
    expected = words_of("text up to a delimiter");
    if (in.peek(1).size == 0) return scan_problem::end_of_input;
    found_text_end const found = find_end<S>(in, to.delimiter);
    char const* const end = in.cursor() + found.size;
    if (is_cut(in, end)) return scan_problem::malformed;
    text part{in.cursor(), found.size};
    if (scan_status const how = judge_mark(in, part); how != scan_ok)
      return how;
    if (is_mark_alone(in, part, end + found.delimiter))
      return scan_problem::end_of_input;
    assign_text(to.value, part);
    in.advance_to(end + found.delimiter);
    return scan_ok;
  }
};

// Text in double quotes, with the escapes of every set (value/padding.h).
//
// Bytes, \xNN and octal escapes are bytes of UTF-8. \u escapes are code points;
// a pair of surrogates is one. A lone surrogate is kept in strings of UTF-16
// and UTF-32, and becomes U+FFFD in others.

// Collects bytes and characters into a string.
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
  // Adds a byte that was escaped as a number. Strings of char8_t take it
  // unchanged, so that ill-formed text is read back.
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
  // Adds a lead surrogate without a trail surrogate.
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

// Reads behind the cursor without taking.
class ahead {
 public:
  ahead(reader& in, std::size_t at) noexcept : in_(in), at_(at) {}

  // Returns the next byte, or -1 at the end of the input.
  int next() {
    if (in_.peek(at_ + 1).size <= at_) return -1;
    return static_cast<unsigned char>(in_.cursor()[at_++]);
  }
  // Returns the value of the next character as a digit, or -1 without passing
  // it.
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

// Reads exactly `digits` hexadecimal digits. Returns -1 without them.
long read_hex(ahead& in, int digits);

// Reads the rest of \u{…}: one to six digits.
long read_braces(ahead& in);

// Reads one to three octal digits; `value` is the first.
int read_octal(ahead& in, int value);

// The character that a letter behind a backslash stands for, or NUL.
constexpr char control_of(char letter) noexcept {
  constexpr char const* letters = "\"\\/\'?abfnrtv";
  constexpr char const* meanings = "\"\\/\'?\a\b\f\n\r\t\v";
  for (int i = 0; letters[i] != 0; ++i)
    if (letters[i] == letter) return meanings[i];
  return '\0';
}

bool is_brace(reader& in, std::size_t at);

// Reads the escape behind a backslash. Returns false if it is invalid.
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

// quoted(text): reads what print(quoted(text, set)) writes.
template <class T>
  requires std::is_lvalue_reference_v<T> && target_string<remove_cvref<T>>
struct item<quoted_text<T>> {
  static scan_status read(reader& in, quoted_text<T>& to, text& expected) {
    expected = words_of("a text in double quotes");
    if (!skip_space(in)) return scan_problem::end_of_input;
    if (*in.cursor() != '"') return scan_problem::malformed;
    unescaped_text<remove_cvref<T>> value;
    ahead from(in, 1);
    for (int c = from.next(); c >= 0; c = from.next()) {
      if (c == '"') {
        to.value = static_cast<remove_cvref<T>&&>(value.finish());
        in.advance_to(in.cursor() + from.at());
        return scan_ok;
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
#include "text_body.h"
#endif

#endif
