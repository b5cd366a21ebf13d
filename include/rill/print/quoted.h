// rill/print/quoted.h: text in double quotes.
//
// Floor 5. No allocation. The escapes are those of C++ and JSON that every
// reader knows: \" \\ \n \r \t, and \xNN for the other controls; all other
// bytes are written as they are. scan/quoted.h reads the same form. Tests:
// test/print/quoted_test.cpp.
#ifndef RILL_PRINT_QUOTED_H
#define RILL_PRINT_QUOTED_H

#include "../base/ascii.h"
#include "../value/layout.h"
#include "put.h"

namespace rill::inline RILL_BUILD::detail {

// The letter after the backslash, or NUL when the byte needs none.
constexpr char escape_letter(char c) noexcept {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return is_control(c) ? 'x' : '\0';
  }
}

constexpr void put_escape(writer& out, char c) {
  constexpr char const* digits = "0123456789abcdef";
  auto const byte = static_cast<unsigned char>(c);
  char const letter = escape_letter(c);
  out.put('\\');
  out.put(letter);
  if (letter == 'x') {
    out.put(digits[byte >> 4]);
    out.put(digits[byte & 15]);
  }
}

template <class T>
  requires narrow_text<bare<T>>
struct composite<quoted_text<T>> {
  static constexpr void put(writer& out, quoted_text<T> const& v) {
    text const bytes = text_piece_of<bare<T>>(v.value).bytes;
    out.put('"');
    char const* from = bytes.begin();
    for (char const* at = from; at != bytes.end(); ++at) {
      if (escape_letter(*at) == '\0') continue;
      out.write(from, static_cast<std::size_t>(at - from));
      put_escape(out, *at);
      from = at + 1;
    }
    out.write(from, static_cast<std::size_t>(bytes.end() - from));
    out.put('"');
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
