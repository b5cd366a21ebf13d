// rill/unicode/ascii_form.h: US-ASCII, one character at a time.
//
// Floor 2. Pure, constexpr, no allocation. A form as those of form.h. Tests:
// test/unicode/codec_test.cpp.
#ifndef RILL_UNICODE_ASCII_FORM_H
#define RILL_UNICODE_ASCII_FORM_H

#include "form.h"

namespace rill::inline RILL_BUILD::detail {

/// The first 128 code points, a byte each; other bytes stand for nothing.
template <class Unit>
struct ascii_form : form_of_bytes<Unit, form::ascii, 1, U'?'> {
  static constexpr taken take(Unit const* first, Unit const*) noexcept {
    auto const byte = static_cast<unsigned char>(*first);
    if (byte > 0x7F) return refuse(1, text_problem::invalid_byte);
    return {static_cast<char32_t>(byte), 1, text_problem::none};
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    if (c > 0x7F) return nullptr;
    *out = static_cast<Unit>(c);
    return out + 1;
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
