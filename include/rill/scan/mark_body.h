// rill/scan/mark_body.h: the bodies of mark.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_SCAN_MARK_BODY_H
#define RILL_SCAN_MARK_BODY_H

#include "mark.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE bool starts_with(reader& in, text word) {
  for (std::size_t i = 0; i != word.size; ++i)
    if (in.peek(i + 1).size <= i || in.cursor()[i] != word.data[i])
      return false;
  return true;
}

RILL_CORE bool text_mark::is_at_start(reader const& in, place_rule rule) {
  if ((in.requests_ & 1) != 0 || in.history().size != 0) return false;
  source_position const at = position_of(in, in.cursor());
  return at.line == 0 ? rule == start_if_unknown
                      : at.line == 1 && at.column == 0;
}

[[gnu::cold, gnu::noinline]] RILL_CORE text_mark::kind text_mark::pass(
    reader& in, place_rule rule) {
  struct {
    text bytes;
    kind is;
  } const marks[] = {{"\xEF\xBB\xBF", utf8},
                     {"\xFF\xFE", foreign},
                     {"\xFE\xFF", foreign},
                     {text("\0\0\xFE\xFF", 4), foreign}};
  for (auto const& mark : marks) {
    // Behind the start, does not wait for the device.
    text const there{in.cursor(), smaller(in.available(), mark.bytes.size)};
    if (!mark.bytes.starts_with(there)) continue;
    if (!is_at_start(in, rule)) return none;
    if (!starts_with(in, mark.bytes)) continue;
    if (mark.is == utf8) in.advance_to(in.cursor() + mark.bytes.size);
    return mark.is;
  }
  return none;
}

[[gnu::cold, gnu::noinline]] RILL_CORE bool text_mark::is_foreign(
    reader const& in) {
  text const ahead{in.cursor(), in.available()};
  bool const has_mark = ahead.starts_with("\xFF\xFE") ||
                        ahead.starts_with("\xFE\xFF") ||
                        ahead.starts_with(text("\0\0\xFE\xFF", 4));
  return has_mark && is_at_start(in, start_if_known);
}

[[gnu::cold, gnu::noinline]] RILL_CORE scan_problem
text_mark::judge(reader const& in, text& found) {
  if (is_foreign(in)) return scan_problem::malformed;
  if (found.starts_with("\xEF\xBB\xBF") && is_at_start(in, start_if_known))
    found = {found.data + 3, found.size - 3};
  return scan_problem{};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
