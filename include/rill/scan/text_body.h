// rill/scan/text_items_body.h: the bodies of text_items.h.
//
// Floor 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_TEXT_ITEMS_BODY_H
#define RILL_SCAN_TEXT_ITEMS_BODY_H

#include "text_items.h"

namespace rill::inline RILL_BUILD::detail {

[[gnu::noinline]] RILL_CORE outcome find_word(reader& in, text& word,
                                              text& expected) {
  expected = words_of("a word");
  if (!skip_space(in)) return scan_problem::end_of_input;
  word = whole_word(in);
  return is_cut(in, word.end()) ? scan_problem::malformed : fine;
}

RILL_CORE bool starts_with(reader& in, text word) {
  for (std::size_t i = 0; i != word.size; ++i)
    if (in.peek(i + 1).size <= i || in.cursor()[i] != word.data[i])
      return false;
  return true;
}

RILL_CORE found_text_end find_sequence_end(reader& in, text sequence) {
  auto const begins = [=](char byte) { return byte == *sequence.data; };
  for (std::size_t from = 0;; ++from) {
    found_text_end const found = find_byte_end(in, begins, from);
    if (found.delimiter == 0) return found;
    from = found.size;
    std::size_t same = 1;
    while (same != sequence.size &&
           in.peek(from + same + 1).size > from + same &&
           in.cursor()[from + same] == sequence.data[same])
      ++same;
    if (same == sequence.size) return {from, same};
  }
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
