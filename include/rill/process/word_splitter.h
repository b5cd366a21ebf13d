// rill/process/word_splitter.h: splits a text into words by a shell's rules for
// quotes.
//
// Layer 6. Allocates one word at a time. Source: POSIX.1-2024, Shell Command
// Language, section 2.2 (quoting); bash's manual for the escapes of $'…'.
// Tests: test/process/split_command_test.cpp,
// test/system/process_words_test.py.
#ifndef RILL_PROCESS_WORD_SPLITTER_H
#define RILL_PROCESS_WORD_SPLITTER_H

#include "../base/text.h"
#include "../memory/owned_text.h"
#include "../os/error.h"
#include "../os/scan_sentence.h"
#include "../os/shown_text.h"
#include "../unicode/utf8.h"

namespace rill::inline RILL_BUILD::detail {

// Splits a text into words, one by one.
class word_splitter {
 public:
  explicit word_splitter(text from) noexcept
      : begin_(from.begin()), at_(from.begin()), end_(from.end()) {}

  // Returns false after the last word, and if a quote is not closed.
  bool next() {
    word_.cut_to(0);
    bool is_there = false;
    while (at_ != end_ && !expected_.data) {
      char const c = *at_++;
      if (is_blank(c)) {
        if (is_there) break;
      } else if (c == '\\' && at_ != end_ && *at_ == '\n') {
        ++at_;  // a line continuation
      } else {
        is_there = true;
        take(c);
      }
    }
    return is_there && !expected_.data;
  }
  text word() const noexcept { return word_; }

  bool has_failed() const noexcept { return expected_.data != nullptr; }
  [[gnu::cold]] error reason() const noexcept;

 private:
  static bool is_blank(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  void add(char c) { word_.add({&c, 1}); }

  void take(char c) {
    char const* const start = at_ - 1;
    if (c == '\'') {
      take_single(start);
    } else if (c == '$' && at_ != end_ && *at_ == '\'') {
      ++at_;
      take_escaped(start + 1);
    } else if (c == '"') {
      take_double(start);
    } else if (c != '\\') {
      add(c);
    } else if (at_ != end_) {
      add(*at_++);
    } else {
      fail(start, "a character after the backslash");
    }
  }

  // Called after the opening quote. Up to the closing one, no byte is special.
  void take_single(char const* start) {
    char const* last = at_;
    while (last != end_ && *last != '\'') ++last;
    if (last == end_) return fail(start, "a ' that closes this one");
    word_.add({at_, static_cast<std::size_t>(last - at_)});
    at_ = last + 1;
  }

  // Called after the opening quote. A backslash escapes $ and ` too, although
  // only a shell expands them: the text may be written for a shell.
  void take_double(char const* start) {
    while (at_ != end_ && *at_ != '"') {
      char const c = *at_++;
      if (c != '\\' || at_ == end_) {
        add(c);
      } else if (*at_ == '\n') {
        ++at_;
      } else {
        bool const is_escaped =
            *at_ == '"' || *at_ == '\\' || *at_ == '$' || *at_ == '`';
        if (!is_escaped) add(c);
        add(*at_++);
      }
    }
    if (at_ == end_) return fail(start, "a \" that closes this one");
    ++at_;
  }

  // Called after $'. A quote behind a backslash does not close.
  void take_escaped(char const* start) {
    char const* last = at_;
    while (last != end_ && *last != '\'')
      last += *last == '\\' && last + 1 != end_ ? 2 : 1;
    if (last == end_) return fail(start, "a ' that closes this one");
    while (at_ != last) {
      char const c = *at_++;
      if (c == '\\')
        take_escape(last);
      else
        add(c);
    }
    ++at_;
  }

  // Called after a backslash, before `last`. As in bash, an unknown escape
  // stays as it is. \0 is a NUL, where bash ends the word.
  void take_escape(char const* last) {
    constexpr char letters[] = "abeEfnrtv\\'\"?";
    constexpr char meanings[] = "\a\b\033\033\f\n\r\t\v\\'\"?";
    char const c = *at_;
    if (c >= '0' && c <= '7')
      return add(static_cast<char>(take_digits(8, 3, last).value));
    if (c == 'x' || c == 'u' || c == 'U') return take_code(last);
    if (c == 'c' && at_ + 1 != last) return take_control(last);
    for (std::size_t i = 0; letters[i] != '\0'; ++i)
      if (letters[i] == c) {
        ++at_;
        return add(meanings[i]);
      }
    add('\\');
  }

  // \xHH is a byte, \uHHHH and \UHHHHHHHH are code points. Without a digit, or
  // beyond the last code point, the escape stays as it is.
  void take_code(char const* last) {
    char const* const letter = at_++;
    int const most = *letter == 'x' ? 2 : *letter == 'u' ? 4 : 8;
    digits const code = take_digits(16, most, last);
    if (code.count == 0 || code.value > 0x10FFFF) {
      at_ = letter;
      return add('\\');
    }
    if (*letter == 'x') return add(static_cast<char>(code.value));
    char bytes[utf8_size];
    char* const end = put_utf8(bytes, static_cast<char32_t>(code.value));
    word_.add({bytes, static_cast<std::size_t>(end - bytes)});
  }

  // \cX is the control character of X. That of the backslash is \c\\.
  void take_control(char const* last) {
    char const c = at_[1];
    at_ += 2;
    if (c == '\\' && at_ != last && *at_ == '\\') ++at_;
    add(c == '?' ? '\177' : static_cast<char>(c & 0x1F));
  }

  struct digits {
    unsigned long value = 0;
    int count = 0;
  };
  digits take_digits(unsigned base, int most, char const* last) noexcept {
    digits found;
    for (; at_ != last && found.count != most; ++at_, ++found.count) {
      unsigned const digit = digit_of(*at_);
      if (digit >= base) break;
      found.value = found.value * base + digit;
    }
    return found;
  }
  static unsigned digit_of(char c) noexcept {
    if (is_digit(c)) return static_cast<unsigned>(c - '0');
    char const lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f'
               ? static_cast<unsigned>(lower - 'a' + 10)
               : 16;
  }

  void fail(char const* where, text expected) noexcept {
    failed_at_ = where;
    expected_ = expected;
  }

  char const* begin_;
  char const* at_;
  char const* end_;
  owned_text word_;
  char const* failed_at_ = nullptr;
  text expected_;  // set if something is missing
};

// Makes the error, with an excerpt of the line: at most 60 bytes before the
// place and 40 after it, like errors of scan.
[[gnu::cold]] inline error word_splitter::reason() const noexcept {
  scan_place place;
  place.source = "command";
  place.expected = expected_;
  place.line = 1;
  char const* line = begin_;
  for (char const* at = begin_; at != failed_at_; ++at)
    if (*at == '\n') {
      ++place.line;
      line = at + 1;
    }
  place.column = static_cast<unsigned long long>(failed_at_ - line) + 1;
  char const* first = line;
  if (failed_at_ - first > 60) first = failed_at_ - 60;
  while (first != line && (*first & 0xC0) == 0x80) ++first;
  char const* last = failed_at_;
  while (last != end_ && *last != '\n') ++last;
  text const behind{failed_at_, static_cast<std::size_t>(last - failed_at_)};
  text const shown = beginning_of(behind, 40);
  place.excerpt = {first, static_cast<std::size_t>(shown.end() - first)};
  place.caret = static_cast<std::size_t>(failed_at_ - first);
  place.is_cut_before = first != line;
  place.is_cut_behind = shown.size != behind.size;
  return error(scan_problem::cut, place);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
