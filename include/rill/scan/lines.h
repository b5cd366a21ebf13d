// rill/stream/lines.h: a source as a range of lines or of words.
//
// Floor 4. Lines and words are views into the reader's buffer, valid until
// the next one; nothing is allocated but for a line longer than the buffer.
// Tests: test/stream/lines_test.cpp.
#ifndef RILL_STREAM_LINES_H
#define RILL_STREAM_LINES_H

#include <string_view>  // what a line is

#include "../base/ascii.h"
#include "../memory/find_byte.h"
#include "../os/error.h"
#include "input_range.h"

namespace rill::inline RILL_BUILD {

namespace detail {

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

// Finds the next line, without its end, and the place behind its end; false
// when there is none. Bytes before an error of the device are no line: they
// could be half of one.
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

// Takes the line that find_line finds.
inline bool next_line(reader& in, text& line) {
  char const* behind;
  if (!find_line(in, line, behind)) return false;
  in.advance_to(behind);
  return true;
}

// Passes white space; false at the end of the input.
inline bool skip_space(reader& in) {
  for (;;) {
    char const* at = in.cursor();
    while (at != in.end() && is_space(*at)) ++at;
    in.advance_to(at);
    if (at != in.end()) return true;
    if (!in.more()) return false;
  }
}

// True when a token up to `end` may go on behind an error of the device.
inline bool is_cut(reader const& in, char const* end) {
  return end == in.end() && in.error();
}

// The word at the cursor, all of it in memory. Does not take it.
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
  if (!skip_space(in)) return false;
  word = whole_word(in);
  if (is_cut(in, word.end())) return false;
  in.advance_to(word.end());
  return true;
}

// The device's error, as an exception.
[[noreturn]] [[gnu::cold]] void raise_read_error(reader const& in);

// A range of views over a reader. Next is next_line or next_word.
template <class Held, bool (*Next)(reader&, text&)>
class view_range
    : public input_range<view_range<Held, Next>, Held, std::string_view> {
  using base = input_range<view_range, Held, std::string_view>;
  friend base;

 public:
  using base::base;

 private:
  void start() { step(); }
  void step() {
    reader& in = this->source();
    done_ = !Next(in, now_);
    if (done_ && in.error()) raise_read_error(in);
  }
  std::string_view now() const noexcept { return {now_.data, now_.size}; }
  bool is_done() const noexcept { return done_; }

  text now_;
  bool done_ = false;
};

// lines and words differ in Next alone.
template <bool (*Next)(reader&, text&)>
struct views_verb : range_verb<views_verb<Next>> {
  template <class Held>
  using range = view_range<Held, Next>;

  using range_verb<views_verb>::operator();
  // Also strings that convert to a C string alone.
  template <owning_string String>
  auto operator()(String& source) const {
    return (*this)(std::string_view(source));
  }
  template <class String>
  static void refuse_temporary() {
    static_assert(sizeof(String) == 0,
                  "rill: the views into a temporary string would outlive it: "
                  "keep the string in a variable");
  }
};

}  // namespace detail

/// The lines of a source, without their ends (\n or \r\n), as
/// std::string_views:
///
///     for (std::string_view line : rill::lines(rill::file::open("log")))
///
/// Sources: a reader, a FILE*, a loaded_file, a text; a reader or a file that
/// is a temporary is moved in, and so is a loaded_file. A string is the text
/// itself and never a path: lines("log") has the one line `log`. An empty last
/// line is a line only when a newline ends it. Errors of the device are thrown.
///
/// A line is a view into the source's buffer, valid until the next one is
/// asked for: to keep it, copy it into a std::string. With
/// -fsanitize=address, a use of a line that was kept of a file is reported.
///
/// While a range over a FILE* lives, the stream is the range's: another scan
/// of it would read the same bytes.
inline constexpr detail::views_verb<detail::next_line> lines{};

/// The words of a source: what is between white space. Sources and views are
/// those of lines: a string is the text itself, and a word is valid until the
/// next one.
inline constexpr detail::views_verb<detail::next_word> words{};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "lines_body.h"
#endif

#endif
