// rill/os/scan_sentence_body.h: the bodies of scan_sentence.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_SCAN_SENTENCE_BODY_H
#define RILL_OS_SCAN_SENTENCE_BODY_H

#include "scan_sentence.h"
#include "../unicode/few_columns.h"

namespace rill::inline RILL_BUILD::detail {

[[gnu::cold]] RILL_CORE void add_indent(error_text_builder& out,
                                        text shown) noexcept {
  char const* at = shown.begin();
  while (at != shown.end()) {
    char const* tab = at;
    while (tab != shown.end() && *tab != '\t') ++tab;
    for (std::size_t columns =
             few_columns({at, static_cast<std::size_t>(tab - at)});
         columns != 0; --columns)
      out.add(" ");
    for (at = tab; at != shown.end() && *at == '\t'; ++at) out.add("\t", 1);
  }
}

[[gnu::cold]] RILL_CORE void add_caret(error_text_builder& out,
                                       scan_place const& place) noexcept {
  text const line = place.excerpt;
  if (line.size == 0) return;
  error_text_builder before;
  if (place.is_cut_before) before.add(ellipsis);
  add_shown(before, {line.data, place.caret}, shown_as::line);
  if (!before.is_whole()) return;
  out.add("\n");
  out.add(before.so_far());
  add_shown(out, {line.data + place.caret, line.size - place.caret},
            shown_as::line);
  if (place.is_cut_behind) out.add(ellipsis);
  out.add("\n");
  add_indent(out, before.so_far());
  out.add("^");
}

[[gnu::cold, gnu::noinline]] RILL_CORE void add_in_quotes(
    error_text_builder& out, text bytes, bool is_cut) noexcept {
  out.add("\"");
  add_shown(out, bytes, shown_as::quotes);
  if (is_cut) out.add(ellipsis);
  out.add("\"");
}

[[gnu::cold]] RILL_CORE void add_found(error_text_builder& out,
                                       scan_problem problem,
                                       scan_place const& place) noexcept {
  out.add(", found ");
  text const found = place.found;
  if (problem == scan_problem::end_of_input || problem == scan_problem::cut)
    out.add("the end of the input");
  else if (found.size != 0 && found.end()[-1] == '\n')
    out.add("the end of the line");
  else
    add_in_quotes(out, found, place.is_found_cut);
}

[[gnu::cold]] RILL_CORE char* make_scan_sentence(
    error_code code, error_body const& body) noexcept {
  scan_place const& place = body.place;
  auto const problem = static_cast<scan_problem>(code.number);
  error_text_builder out;
  add_place(out, place);
  out.add(problem == scan_problem::left_over ? " expected the end after "
                                             : " expected ");
  if (place.is_literal)
    add_in_quotes(out, place.expected);
  else
    add_name(out, place.expected);
  if (place.part.size != 0) {
    out.add(" in ");
    add_name(out, place.part);
  }
  add_found(out, problem, place);
  if (!out.is_whole()) return nullptr;
  // If memory runs out, the first line alone is still a whole sentence.
  std::size_t const size = out.so_far().size;
  add_caret(out, place);
  if (!out.is_whole()) out.cut_to(size);
  return out.release();
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
