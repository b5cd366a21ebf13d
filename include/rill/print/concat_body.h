// rill/print/concat_body.h: the bodies of concat.h.
//
// Layer 5. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_PRINT_CONCAT_BODY_H
#define RILL_PRINT_CONCAT_BODY_H

#include "concat.h"

namespace rill::inline RILL_BUILD {
namespace detail {

RILL_CORE std::size_t bytes_of_texts(print_list list) {
  std::size_t size = 0;
  for (; *list.types; ++list.types, ++list.values)
    if (auto const as_text = (*list.types)->as_text)
      size += as_text(*list.values).size;
  return size;
}

RILL_CORE std::size_t measure_list(print_list list) {
  char none[1];
  truncating_writer out(none, 0);
  put_list(out, list);
  return out.count();
}

[[gnu::noinline]] RILL_CORE format_result format_list(char* memory,
                                                      std::size_t size,
                                                      print_list list) {
  truncating_writer out(memory, size);
  put_list(out, list);
  return {memory + out.kept(), out.count(), out.count() > size};
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
