// rill/scan/item_body.h: the bodies of item.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_ITEM_BODY_H
#define RILL_SCAN_ITEM_BODY_H

#include "item.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE text word_at(char const* at, char const* end, bool is_whole,
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

RILL_CORE text found_ahead(reader& in, std::size_t offset, bool is_whole,
                           bool& is_cut) {
  for (bool is_all = false;; is_all = !in.more()) {
    text const word = word_at(in.cursor() + offset, in.end(), is_whole, is_cut);
    bool const is_open = word.size != 0 && word.end() == in.end() &&
                         (!is_space(*word.data) || word == "\r");
    if (is_all || !is_open) return word;
  }
}

RILL_CORE char const* line_end_behind(char const* at, char const* end,
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

RILL_CORE void add_excerpt(scan_place& place, reader const& in) {
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

RILL_CORE scan_place place_without_excerpt(reader const& in, char const* byte) {
  source_position const at = position_of(in, byte);
  scan_place place;
  place.source = at.name;
  place.line = at.line;
  place.column = at.column + 1;
  return place;
}

RILL_CORE scan_place place_of_cursor(reader const& in) {
  scan_place place = place_without_excerpt(in, in.cursor());
  add_excerpt(place, in);
  return place;
}

RILL_CORE scan_place place_of_byte(reader& in, char const* at) {
  scan_place place = place_without_excerpt(in, at);
  char const* const cursor = in.cursor();
  in.advance_to(at);
  add_excerpt(place, in);
  in.advance_to(cursor);
  return place;
}

RILL_CORE void set_found(scan_place& place, text found) {
  place.is_found_cut = found.size > found_limit;
  std::size_t size = smaller(found.size, found_limit);
  if (place.is_found_cut)
    while (size != 0 && continues(found.data[size])) --size;
  place.found = {found.data, size};
}

RILL_CORE short_words& short_words::add(text words) noexcept {
  if (is_cut_) return *this;
  std::size_t const room = sizeof bytes_ - ellipsis.size - size_;
  is_cut_ = words.size > room;
  put(beginning_of(words, room));
  if (is_cut_) put(ellipsis);
  return *this;
}

RILL_CORE short_words& short_words::add(std::size_t number) noexcept {
  char digits[20];
  char* first = digits + sizeof digits;
  do {
    *--first = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return add({first, static_cast<std::size_t>(digits + sizeof digits - first)});
}

RILL_CORE short_words& short_words::add_quoted(text name) noexcept {
  text const part = beginning_of(name, found_limit);
  add("\"");
  for (char const& c : part) {
    if (c == '"' || c == '\\') add("\\");
    add({&c, 1});
  }
  if (part.size != name.size) add(ellipsis);
  return add("\"");
}

RILL_CORE void short_words::put(text words) noexcept {
  copy_bytes(bytes_ + size_, words.data, words.size);
  size_ += words.size;
}

// The line before the cursor. A device that is asked for more bytes may drop
// it.
class line_before {
 public:
  explicit line_before(reader const& in) {
    scan_place place;
    add_excerpt(place, in);
    size_ = place.caret;
    is_cut_ = place.is_cut_before;
    copy_bytes(bytes_, place.excerpt.data, size_);
  }
  /// Puts it before the rest of the line in an excerpt that lacks it.
  void restore(scan_place& place,
               char (&room)[excerpt_before + excerpt_behind]) const {
    if (place.caret >= size_) return;
    text const rest{place.excerpt.data + place.caret,
                    place.excerpt.size - place.caret};
    copy_bytes(copy_bytes(room, bytes_, size_), rest.data, rest.size);
    place.excerpt = {room, size_ + rest.size};
    place.caret = size_;
    place.is_cut_before =
        is_cut_ || (place.line != 0 && place.column - 1 > size_);
  }

 private:
  char bytes_[excerpt_before];
  std::size_t size_;
  bool is_cut_;
};

[[gnu::cold, gnu::noinline]] RILL_CORE error make_failure(
    reader& in, scan_status problem, text expected, literal_text literal) {
  if (in.error()) return read_failure(in);
  // An item that has begun is cut by the end of the input.
  bool const has_begun =
      in.available() == 0 && problem == scan_problem::malformed;
  if (has_begun ||
      (problem == scan_problem::end_of_input && scan_depth::is_in_hook(in)))
    problem = scan_problem::cut;
  bool const is_whole =
      problem == scan_problem::mismatch || problem == scan_problem::left_over;
  line_before const line(in);
  bool is_found_cut;
  text const found = found_ahead(in, 0, is_whole, is_found_cut);
  scan_place place = place_of_cursor(in);
  char with_line[excerpt_before + excerpt_behind];
  line.restore(place, with_line);
  char narrow[80];
  if (text_mark::is_foreign(in)) {
    expected = text_mark::expected();
    literal = nullptr;
  }
  place.expected =
      literal ? literal(expected, narrow, sizeof narrow) : expected;
  place.is_literal = literal != nullptr;
  place.found = found;
  place.is_found_cut = is_found_cut;
  return error(problem, place);
}

[[gnu::noinline]] RILL_CORE void pass_mark(reader& in) {
  if (in.peek(1).size == 0 || !may_begin_mark(*in.cursor())) return;
  if (text_mark::pass(in, text_mark::start_if_unknown) == text_mark::foreign)
    raise(make_failure(in, scan_problem::malformed, text_mark::expected()));
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
