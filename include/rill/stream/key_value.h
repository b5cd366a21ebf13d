// rill/stream/key_value.h: lines of the form key = value, split where they
// lie.
//
// Floor 4. Allocates nothing but for a value with escapes; what is wrong is
// said by a place. scan/key_value.h makes the range and the errors. Tests:
// test/scan/key_value_test.cpp.
#ifndef RILL_STREAM_KEY_VALUE_H
#define RILL_STREAM_KEY_VALUE_H

#include "../memory/shortage.h"
#include "../memory/storage.h"
#include "lines.h"

namespace rill::inline RILL_BUILD::detail {

/// What is wrong with a line.
enum class key_value_fault : unsigned char {
  none,
  no_key,             // the place is where one should begin
  no_sign,            // no = behind the key
  no_closing_quote,   // the place is the opening one
  text_behind_quote,  // the place is the text
  no_escape,          // the place is the backslash
};

constexpr text without_space(text line) noexcept {
  while (line.size != 0 && is_space(*line.data)) {
    ++line.data;
    --line.size;
  }
  while (line.size != 0 && is_space(line.end()[-1])) --line.size;
  return line;
}

class key_value_splitter {
 public:
  text key() const noexcept { return key_; }
  text value() const noexcept { return value_; }
  /// Where the value begins in the buffer, behind an opening quote.
  char const* value_place() const noexcept { return value_place_; }
  /// How many lines ended before that of the pair.
  unsigned long long lines_before() const noexcept { return lines_ - 1; }
  key_value_fault fault() const noexcept { return fault_; }
  char const* place() const noexcept { return place_; }

  /// Takes the next line that has a pair; false at the end, and with a fault
  /// or an error of the device. A line with a fault is taken.
  bool next(reader& in) {
    fault_ = key_value_fault::none;
    for (text line; next_line(in, line);) {
      ++lines_;
      char const* at = line.begin();
      while (at != line.end() && is_space(*at)) ++at;
      if (at == line.end() || *at == '#' || *at == ';') continue;
      return undo_on_shortage([&] { return split(at, line.end()); },
                              [&] {
                                --lines_;
                                in.advance_to(line.begin());
                              });
    }
    return false;
  }

 private:
  bool split(char const* first, char const* last) {
    char const* const sign = find_byte(first, last, '=');
    key_ = without_space({first, static_cast<std::size_t>(sign - first)});
    if (key_.size == 0) return lacks(key_value_fault::no_key, first);
    if (sign == last) return lacks(key_value_fault::no_sign, key_.end());
    char const* const behind = sign + 1;
    value_ = without_space({behind, static_cast<std::size_t>(last - behind)});
    value_place_ = value_.begin();
    return value_.size == 0 || *value_.data != '"' || unquote(last);
  }
  bool lacks(key_value_fault fault, char const* place) noexcept {
    fault_ = fault;
    place_ = place;
    return false;
  }

  // "…" with \" \\ \n \r \t in it; behind it blanks, or a remark.
  bool unquote(char const* last) {
    char const* const open = value_.begin();
    char const* at = open + 1;
    value_place_ = at;
    bool has_escapes = false;
    for (; at != last && *at != '"'; ++at)
      if (*at == '\\') {
        has_escapes = true;
        if (++at == last) break;
      }
    if (at == last) return lacks(key_value_fault::no_closing_quote, open);
    value_ = {open + 1, static_cast<std::size_t>(at - open - 1)};
    for (++at; at != last && is_space(*at);) ++at;
    if (at != last && *at != '#' && *at != ';')
      return lacks(key_value_fault::text_behind_quote, at);
    return !has_escapes || unescape();
  }
  bool unescape() {
    if (scratch_.size() < value_.size) scratch_ = storage(2 * value_.size);
    char* out = scratch_.data();
    for (char const* at = value_.begin(); at != value_.end(); ++at) {
      if (*at != '\\') {
        *out++ = *at;
        continue;
      }
      char const c = meaning_of(*++at);
      if (c == '\0') return lacks(key_value_fault::no_escape, at - 1);
      *out++ = c;
    }
    value_ = {scratch_.data(), static_cast<std::size_t>(out - scratch_.data())};
    return true;
  }
  static constexpr char meaning_of(char letter) noexcept {
    switch (letter) {
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case '"':
      case '\\':
        return letter;
      default:
        return '\0';
    }
  }

  text key_;
  text value_;
  char const* value_place_ = nullptr;
  storage scratch_;
  unsigned long long lines_ = 0;
  char const* place_ = nullptr;
  key_value_fault fault_ = key_value_fault::none;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
