// rill/os/scan_sentence.h: the sentence of a parse error, with the line and a
// caret below the place.
//
// Layer 3. Separate from error.h, so that a program that does not scan neither
// parses nor links it. Allocates as error.h does, throws nothing. Tests:
// test/os/error_test.cpp, test/scan/failure_test.cpp.
#ifndef RILL_OS_SCAN_SENTENCE_H
#define RILL_OS_SCAN_SENTENCE_H

#include "error.h"

namespace rill::inline RILL_BUILD::detail {

// Adds one blank per column of the text; keeps tabs, so that the caret is below
// the place on a terminal.
[[gnu::cold]] void add_indent(error_text_builder& out, text shown) noexcept;

// Adds the excerpt and, below it, a caret under the place.
[[gnu::cold]] void add_caret(error_text_builder& out,
                             scan_place const& place) noexcept;

[[gnu::cold]] void add_in_quotes(error_text_builder& out, text bytes,
                                 bool is_cut = false) noexcept;

// Adds what was found: text in quotes, or a description where quoted text would
// not be visible.
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
