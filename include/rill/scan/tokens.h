// rill/scan/tokens.h: lines and words in the buffer of a reader.
//
// Layer 5. The buffer grows for a longer line or word, else allocates nothing.
// Tests: test/scan/lines_test.cpp, test/scan/mark_test.cpp.
#ifndef RILL_SCAN_TOKENS_H
#define RILL_SCAN_TOKENS_H

#include <cstddef>  // std::size_t

#include "../base/text.h"
#include "../memory/find_byte.h"
#include "../stream/reader.h"
#include "mark.h"

namespace rill::inline RILL_BUILD::detail {

// Finds the end of the line at the cursor: the place of its newline, or the
// end of the input. Asks the device until it is in memory.
inline char const* find_line_end(reader& in) {
  std::size_t looked_at = 0;
  for (;;) {
    char const* const from = in.cursor() + looked_at;
    std::size_t const size = in.available() - looked_at;
    char const* const found = find_byte(from, from + size, '\n');
    if (found != from + size) return found;
    looked_at += size;
    if (!in.more()) return in.cursor() + looked_at;
  }
}

// Finds the next line, without its end, and the position behind its end.
// Returns false at the end of the input. Bytes before an error of the device do
// not count as a line, because they may be part of one.
inline bool find_line(reader& in, text& line, char const*& behind) {
  char const* const end = find_line_end(in);
  char const* const begin = in.cursor();
  bool const has_newline = end != in.end();
  if (!has_newline && (end == begin || in.error())) return false;
  std::size_t size = static_cast<std::size_t>(end - begin);
  if (size != 0 && has_newline && end[-1] == '\r') --size;
  line = {begin, size};
  behind = has_newline ? end + 1 : end;
  return true;
}

// Finds a line and takes it.
inline bool next_line(reader& in, text& line) {
  char const* behind;
  if (!find_line(in, line, behind)) return false;
  in.advance_to(behind);
  return true;
}

// Passes white space. Returns false at the end of the input.
inline bool skip_blanks(reader& in) {
  for (;;) {
    char const* at = in.cursor();
    while (at != in.end() && is_space(*at)) ++at;
    in.advance_to(at);
    if (at != in.end()) return true;
    if (!in.more()) return false;
  }
}

// As skip_blanks. Before it, passes a byte order mark at the start of a source.
inline bool skip_space(reader& in) {
  if (!skip_blanks(in)) return false;
  if (RILL_UNLIKELY(may_begin_mark(*in.cursor())) &&
      text_mark::pass(in) == text_mark::utf8)
    return skip_blanks(in);
  return true;
}

// True if an error of the device may have cut a token that ends at `end`.
inline bool is_cut(reader const& in, char const* end) {
  return end == in.end() && in.error();
}

// Returns the word at the cursor, completely in memory. Does not take it.
inline text whole_word(reader& in) {
  std::size_t size = 0;
  for (;;) {
    char const* at = in.cursor() + size;
    while (at != in.end() && !is_space(*at)) ++at;
    size = static_cast<std::size_t>(at - in.cursor());
    if (at != in.end() || !in.more()) return {in.cursor(), size};
  }
}

inline bool next_word(reader& in, text& word) {
  if (!skip_blanks(in)) return false;
  word = whole_word(in);
  if (is_cut(in, word.end())) return false;
  in.advance_to(word.end());
  return true;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
