// rill/print/shared_text.h: texts as pieces of functions that many calls
// share.
//
// Floor 5. Tests: test/print/sink_test.cpp, test/stream/locked_test.cpp.
#ifndef RILL_PRINT_SHARED_TEXT_H
#define RILL_PRINT_SHARED_TEXT_H

#include <string.h>  // memcpy

#include "sink.h"

namespace rill::inline RILL_BUILD::detail {

// Text in a function that many calls share. Most is short; a call of memcpy
// costs more than the two overlapping words that cover up to 16 bytes.
struct shared_text {
  char const* data;
  std::size_t length;

  std::size_t reach() const noexcept { return length; }
  void put(writer& out) const { put_text(out, data, length); }
  char* write(char* out) const noexcept {
    if (length > 16) {
      ::memcpy(out, data, length);
    } else if (length >= 8) {
      copy_ends<8>(out);
    } else if (length >= 4) {
      copy_ends<4>(out);
    } else if (length != 0) {
      // One to three bytes: the first, the middle, the last.
      char const first = data[0];
      char const middle = data[length / 2];
      out[length - 1] = data[length - 1];
      out[length / 2] = middle;
      out[0] = first;
    }
    return out + length;
  }

 private:
  template <std::size_t Size>
  void copy_ends(char* out) const noexcept {
    char first[Size];
    char last[Size];
    ::memcpy(first, data, Size);
    ::memcpy(last, data + length - Size, Size);
    ::memcpy(out, first, Size);
    ::memcpy(out + length - Size, last, Size);
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
