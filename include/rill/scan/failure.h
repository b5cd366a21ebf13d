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
inline text word_at(char const* at, char const* end, bool is_whole,
                    bool& is_cut) {
  char const* last = at;
  auto const goes_on = [&] {
    return last != end && !is_space(*last) &&
           (is_whole || last == at || ends_item(*at) || !ends_item(*last));
  };
  while (goes_on() && static_cast<std::size_t>(last - at) < found_limit) ++last;
  is_cut = goes_on();
  while (is_cut && last != at && continues(*last)) --last;
  if (last == at && at != end)
    last += *at == '\r' && end - at > 1 && at[1] == '\n' ? 2 : 1;
  return {at, static_cast<std::size_t>(last - at)};
}

// The end of the line, or of what is in memory of it, without a \r before
// the newline.
inline char const* line_end_behind(char const* at, char const* end,
                                   bool& is_cut) {
  char const* last = at;
  while (last != end && *last != '\n' &&
         static_cast<std::size_t>(last - at) < excerpt_behind)
    ++last;
  is_cut = last != end && *last != '\n' &&
           !(*last == '\r' && end - last > 1 && last[1] == '\n');
  while (is_cut && last != at && continues(*last)) --last;
  if (last != end && *last == '\n' && last != at && last[-1] == '\r') --last;
  return last;
}

// The line around the reader's cursor, as far as it is in memory.
inline void add_excerpt(scan_place& place, reader const& in) {
  char const* first = in.cursor();
  char const* const lowest = in.history().data;
  while (first != lowest && first[-1] != '\n' &&
         static_cast<std::size_t>(in.cursor() - first) < excerpt_before)
    --first;
  bool const is_limited = first != lowest && first[-1] != '\n';
  while (is_limited && first != in.cursor() && continues(*first)) ++first;
  char const* const last =
      line_end_behind(in.cursor(), in.end(), place.is_cut_behind);
  place.excerpt = {first, static_cast<std::size_t>(last - first)};
  place.caret = static_cast<std::size_t>(in.cursor() - first);
  place.is_cut_before =
      is_limited || (place.line != 0 && place.column - 1 > place.caret);
}

// How the literal is shown that was expected: as bytes of UTF-8, in the block
// at `out` where it has other units; then its beginning that fits. Scanning a
// literal names the function of its units, so that no other program has it.
using literal_text = text (*)(text literal, char* out,
                              std::size_t room) noexcept;

// Name, line and column of a byte in memory.
inline scan_place place_without_excerpt(reader const& in, char const* byte) {
  source_position const at = position_of(in, byte);
  scan_place place;
  place.source = at.name;
  place.line = at.line;
  place.column = at.column + 1;
  return place;
}

// Name, line, column and excerpt of the reader's cursor.
inline scan_place place_of_cursor(reader const& in) {
  scan_place place = place_without_excerpt(in, in.cursor());
  add_excerpt(place, in);
  return place;
}

// The same of another byte of the buffer.
inline scan_place place_of_byte(reader& in, char const* at) {
  scan_place place = place_without_excerpt(in, at);
  char const* const cursor = in.cursor();
  in.advance_to(at);
  add_excerpt(place, in);
  in.advance_to(cursor);
  return place;
}

// What is there is all of a text, or the beginning of a long one.
inline void set_found(scan_place& place, text found) {
  place.is_found_cut = found.size > found_limit;
  std::size_t size = smaller(found.size, found_limit);
  if (place.is_found_cut)
    while (size != 0 && continues(found.data[size])) --size;
  place.found = {found.data, size};
}

// Words for an error, in a block of a fixed size. What is too long for it
// ends with an ellipsis.
class short_words {
 public:
  short_words& add(text words) noexcept {
    if (is_cut_) return *this;
    std::size_t const room = sizeof bytes_ - ellipsis.size - size_;
    is_cut_ = words.size > room;
    put(beginning_of(words, room));
    if (is_cut_) put(ellipsis);
    return *this;
  }
  short_words& add(std::size_t number) noexcept {
    char digits[20];
    char* first = digits + sizeof digits;
    do {
      *--first = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    return add(
        {first, static_cast<std::size_t>(digits + sizeof digits - first)});
  }
  /// A name from the input, in quotes that it cannot end: those inside are
  /// escaped here, controls where the sentence is made.
  short_words& add_quoted(text name) noexcept {
    text const part = beginning_of(name, found_limit);
    add("\"");
    for (char const& c : part) {
      if (c == '"' || c == '\\') add("\\");
      add({&c, 1});
    }
    if (part.size != name.size) add(ellipsis);
    return add("\"");
  }
  operator text() const noexcept { return {bytes_, size_}; }

 private:
  void put(text words) noexcept {
    copy_bytes(bytes_ + size_, words.data, words.size);
    size_ += words.size;
  }

  // "the value of " and a name of which each byte is escaped fit.
  char bytes_[112];
  std::size_t size_ = 0;
  bool is_cut_ = false;
};

/// The error for an item that could not be read at the reader's cursor. An
/// error of the device comes first: then nothing is wrong with the text.
[[gnu::cold, gnu::noinline]] inline error make_failure(
    reader const& in, outcome problem, text expected,
    literal_text literal = nullptr) {
  if (in.error()) return read_failure(in);
  // A form that is cut short by the end of the input lacks the rest of it.
  if (in.available() == 0 && problem == scan_problem::malformed)
    problem = scan_problem::end_of_input;
  scan_place place = place_of_cursor(in);
  char narrow[80];
  place.expected =
      literal ? literal(expected, narrow, sizeof narrow) : expected;
  place.is_literal = literal != nullptr;
  bool const is_whole =
      problem == scan_problem::mismatch || problem == scan_problem::left_over;
  place.found = word_at(in.cursor(), in.end(), is_whole, place.is_found_cut);
  return error(problem, place);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
