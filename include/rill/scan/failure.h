// rill/scan/failure.h: from a problem at a place in the input to the error
// that shows it.
//
// Floor 5. Cold code: an error allocates; nothing else here does. Tests:
// test/scan/failure_test.cpp.
#ifndef RILL_SCAN_FAILURE_H
#define RILL_SCAN_FAILURE_H

#include "../base/ascii.h"
#include "../os/error.h"
#include "../os/scan_sentence.h"
#include "../stream/read_failure.h"

namespace rill::inline RILL_BUILD::detail {

// How reading one item went; fine is no enumerator of scan_problem.
using outcome = scan_problem;
inline constexpr outcome fine{};

// What is shown of a line: at most so many bytes before and behind the place.
inline constexpr std::size_t excerpt_before = 60;
inline constexpr std::size_t excerpt_behind = 40;
inline constexpr std::size_t found_limit = 40;

// True in the middle of a UTF-8 sequence.
inline bool continues(char c) { return (c & 0xC0) == 0x80; }

// True for what stands behind an item of a list.
inline bool ends_item(char c) {
  return c == ',' || c == ';' || c == ')' || c == ']' || c == '}';
}

// The first word at a place. Where a literal is missing, or the end, it is
// all of it up to white space; elsewhere what stands behind an item of a list
// is none of it. White space is itself a word, as a newline is.
text word_at(char const* at, char const* end, bool is_whole, bool& is_cut);

// The end of the line, or of what is in memory of it, without a \r before
// the newline.
char const* line_end_behind(char const* at, char const* end, bool& is_cut);

// The line around the reader's cursor, as far as it is in memory.
void add_excerpt(scan_place& place, reader const& in);

// How the literal is shown that was expected: as bytes of UTF-8, in the block
// at `out` where it has other units; then its beginning that fits. Scanning a
// literal names the function of its units, so that no other program has it.
using literal_text = text (*)(text literal, char* out,
                              std::size_t room) noexcept;

// Name, line and column of a byte in memory.
scan_place place_without_excerpt(reader const& in, char const* byte);

// Name, line, column and excerpt of the reader's cursor.
scan_place place_of_cursor(reader const& in);

// The same of another byte of the buffer.
scan_place place_of_byte(reader& in, char const* at);

// What is there is all of a text, or the beginning of a long one.
void set_found(scan_place& place, text found);

// Words for an error, in a block of a fixed size. What is too long for it
// ends with an ellipsis.
class short_words {
 public:
  short_words& add(text words) noexcept;
  short_words& add(std::size_t number) noexcept;
  /// A name from the input, in quotes that it cannot end: those inside are
  /// escaped here, controls where the sentence is made.
  short_words& add_quoted(text name) noexcept;
  operator text() const noexcept { return {bytes_, size_}; }

 private:
  void put(text words) noexcept;

  // "the value of " and a name of which each byte is escaped fit.
  char bytes_[112];
  std::size_t size_ = 0;
  bool is_cut_ = false;
};

/// The error for an item that could not be read at the reader's cursor. An
/// error of the device comes first: then nothing is wrong with the text.
[[gnu::cold]] error make_failure(reader const& in, outcome problem,
                                 text expected, literal_text literal = nullptr);

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "failure_body.h"
#endif

#endif
