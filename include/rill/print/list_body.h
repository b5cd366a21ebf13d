// rill/print/list_body.h: the bodies of list.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PRINT_LIST_BODY_H
#define RILL_PRINT_LIST_BODY_H

#include "list.h"

namespace rill::inline RILL_BUILD::detail {

RILL_CORE char* put_listed_array(writer& out, char* cursor,
                                 listed_value const& value) {
  return put_text_at(out, cursor, static_cast<char const*>(value.at),
                     value.size);
}

RILL_CORE text listed_array(listed_value const& value) {
  return {static_cast<char const*>(value.at), value.size};
}

RILL_CORE char* put_listed_newline(writer& out, char* cursor,
                                   listed_value const&) {
  return put_value_at<line_end>(out, cursor, {});
}

RILL_CORE void put_list(writer& out, print_list list) {
  char* cursor = out.cursor();
  for (; *list.types; ++list.types, ++list.values)
    cursor = (*list.types)->put_at(out, cursor, *list.values);
  print_call::end(out, cursor);
}

RILL_CORE char* put_list_directly(char* cursor, char* end, print_list list) {
  area_writer out(cursor, end);
  put_list(out, list);
  return out.error() ? nullptr : out.cursor();
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
