// rill/scan/text_body.h: the bodies of text.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_TEXT_BODY_H
#define RILL_SCAN_TEXT_BODY_H

#include "text.h"

#include "../unicode/code_units.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE bool whole_character(reader& in, decoded_utf8& one) {
  for (;;) {
    one = decode_utf8(in.cursor(), in.end());
    if (one.form != utf8_form::cut) return true;
    if (in.more()) continue;
    // more() may have moved the bytes even if it added none.
    one = decode_utf8(in.cursor(), in.end());
    return !in.error();
  }
}

[[gnu::noinline]] RILL_CORE scan_status find_word(reader& in, text& word,
                                                  text& expected) {
  expected = words_of("a word");
  if (!skip_space(in)) return scan_problem::end_of_input;
  if (may_begin_mark(*in.cursor()) && text_mark::is_foreign(in))
    return scan_problem::malformed;
  word = whole_word(in);
  return is_cut(in, word.end()) ? scan_problem::malformed : scan_ok;
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

RILL_CORE long read_hex(ahead& in, int digits) {
  long value = 0;
  for (; digits != 0; --digits) {
    int const digit = in.digit(16);
    if (digit < 0) return -1;
    value = value * 16 + digit;
    if (value > 0x10FFFF) return -1;
  }
  return value;
}

RILL_CORE long read_braces(ahead& in) {
  (void)in.next();
  long value = -1;
  for (int i = 0; i != 6; ++i) {
    int const digit = in.digit(16);
    if (digit < 0) break;
    value = (value < 0 ? 0 : value) * 16 + digit;
  }
  return in.next() == '}' && value <= 0x10FFFF ? value : -1;
}

RILL_CORE int read_octal(ahead& in, int value) {
  for (int i = 0; i != 2; ++i) {
    int const digit = in.digit(8);
    if (digit < 0) break;
    value = value * 8 + digit;
  }
  return value < 256 ? value : -1;
}

RILL_CORE bool is_brace(reader& in, std::size_t at) {
  return in.peek(at + 1).size > at && in.cursor()[at] == '{';
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
