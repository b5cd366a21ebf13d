// rill/os/scan_sentence.h: what an error about text that is read says, with
// the line and a caret below the place.
//
// Layer 3. Apart from error.h, so that a program which reads nothing
// neither parses nor links it. Allocates as error.h does, throws
// nothing. Tests: test/os/error_test.cpp, test/scan/failure_test.cpp.
#ifndef RILL_OS_SCAN_SENTENCE_H
#define RILL_OS_SCAN_SENTENCE_H

#include "error.h"

namespace rill::inline RILL_BUILD::detail {

// As many blanks as the text has columns; its tabs stay tabs, so that the
// caret stands where the terminal shows the place.
[[gnu::cold]] void add_indent(error_text_builder& out, text shown) noexcept;

// The excerpt and, below it, a caret under the place.
[[gnu::cold]] void add_caret(error_text_builder& out,
                             scan_place const& place) noexcept;

[[gnu::cold]] void add_in_quotes(error_text_builder& out, text bytes,
                                 bool is_cut = false) noexcept;

// What was there: a word, or what one would not see as a word.
[[gnu::cold]] void add_found(error_text_builder& out, scan_problem problem,
                             scan_place const& place) noexcept;

// input.txt:3:7: expected an integer, found "abc"
[[gnu::cold]] char* make_scan_sentence(error_code code,
                                       error_body const& body) noexcept;

template <>
struct scan_words<scan_place> {
  static constexpr sentence_maker make = make_scan_sentence;
};

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "scan_sentence_body.h"
#endif

#endif
