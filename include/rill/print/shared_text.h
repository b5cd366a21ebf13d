// rill/print/shared_text.h: texts as pieces of functions that many calls
// share.
//
// Floor 5. Tests: test/print/sink_test.cpp, test/stream/locked_test.cpp.
#ifndef RILL_PRINT_SHARED_TEXT_H
#define RILL_PRINT_SHARED_TEXT_H

#include "sink.h"

namespace rill::inline RILL_BUILD::detail {

// Text in a function that many calls share.
struct shared_text {
  char const* data;
  std::size_t length;

  std::size_t reach() const noexcept { return length; }
  void put(writer& out) const { put_text(out, data, length); }
  char* write(char* out) const noexcept {
    return copy_short(out, data, length);
  }
};

// Literals and other texts become one type, so that calls that differ in
// their texts alone share one function.
template <class Piece>
RILL_ALWAYS_INLINE constexpr auto shared(Piece const& piece) noexcept {
  if constexpr (is_text_piece<Piece>)
    return shared_text{text_of(piece).data, text_of(piece).size};
  else
    return piece;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
