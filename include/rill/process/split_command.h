// rill/process/split_command.h: a command from text, by a shell's rules for
// quotes.
//
// Floor 5. Allocates the command and a word. Source: POSIX.1-2024, Shell
// Command Language, section 2.2 (quoting). Tests:
// test/process/split_command_test.cpp, test/system/process_words_test.py.
#ifndef RILL_PROCESS_SPLIT_COMMAND_H
#define RILL_PROCESS_SPLIT_COMMAND_H

#include "../os/error.h"
#include "../os/scan_sentence.h"
#include "command.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// Splits a text into words, one by one.
class word_splitter {
 public:
  explicit word_splitter(text from) noexcept
      : begin_(from.begin()), at_(from.begin()), end_(from.end()) {}

  // Returns false behind the last word, and where a quote has no end.
  bool next() {
    word_.cut_to(0);
    bool is_there = false;
    while (at_ != end_ && !expected_.data) {
      char const c = *at_++;
      if (is_blank(c)) {
        if (is_there) break;
      } else if (c == '\\' && at_ != end_ && *at_ == '\n') {
        ++at_;  // goes on in the next line
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
    } else if (c == '"') {
      take_double(start);
    } else if (c != '\\') {
      add(c);
    } else if (at_ != end_) {
      add(*at_++);
    } else {
      fail(start, "a character behind the backslash");
    }
  }

  // Called behind the quote. No byte up to the next quote has a meaning.
  void take_single(char const* start) {
    char const* last = at_;
    while (last != end_ && *last != '\'') ++last;
    if (last == end_) return fail(start, "the end of what this ' begins");
    word_.add({at_, static_cast<std::size_t>(last - at_)});
    at_ = last + 1;
  }

  // Called behind the quote. A backslash escapes $ and ` too, although only a
  // shell expands them: the text may have been written for one.
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
    if (at_ == end_) return fail(start, "the end of what this \" begins");
    ++at_;
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
  text expected_;  // has data when something is missing
};

// Shows the line of the place: at most 60 bytes before it and 40 from it on, as
// errors of scan do.
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
  return error(scan_problem::end_of_input, place);
}

}  // namespace detail

/// Splits a text, such as a line of a configuration file, into the words of a
/// command. Blanks, newlines, '…', "…" and backslashes have the meaning of a
/// POSIX shell; a carriage return is a blank. Nothing else has a meaning: no
/// variable, pattern, comment, pipe or ~ is expanded.
///
/// Errors: scan_problem::end_of_input for a quote that is not closed and for a
/// backslash at the end, with its line and column.
///
/// Example:
///     rill::command c = rill::split_command("ls -l 'two words'");
inline result<command> try_split_command(text from) {
  detail::word_splitter splitter(from);
  command split;
  while (splitter.next()) split.add(splitter.word());
  if (splitter.has_failed()) return splitter.reason();
  return split;
}
inline command split_command(text from) {
  return try_split_command(from).value();
}

}  // namespace rill::inline RILL_BUILD

#endif
