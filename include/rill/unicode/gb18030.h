// rill/unicode/gb18030.h: GB 18030, the encoding that China's law asks for.
//
// Floor 2. Pure, constexpr, no allocation. One, two or four bytes make a
// character; every scalar value has a code. The edition of 2022 exchanged the
// codes of 18 pairs of characters; the older one is beside it
// (docs/gb18030.md). The tables have 115 kB in a program that converts both
// ways. Tests: test/unicode/gb18030_test.cpp.
#ifndef RILL_UNICODE_GB18030_H
#define RILL_UNICODE_GB18030_H

#include "codec.h"
#include "gb18030_codes.h"
#include "kernel/generic/gb18030.h"
#if RILL_X86_64
#include "kernel/x86/gb18030_to_utf8_avx512.h"
#endif

namespace rill::inline RILL_BUILD::detail {

// What is wrong with bytes is found as the WHATWG's decoder finds it: a lead
// byte whose sequence breaks stands alone, and what follows is looked at
// again; a second byte above 7F that cannot be one goes with its lead, and so
// do all four bytes of a code without a character.
template <class Unit, gb18030::edition Edition>
struct gb18030_form_of
    : form_of_bytes<Unit,
                    Edition == gb18030::edition::of_2022 ? form::gb18030
                                                         : form::gb18030_2005,
                    4> {
  static constexpr taken take(Unit const* first, Unit const* last) noexcept {
    char32_t const lead = byte(*first);
    if (lead < 0x80) [[likely]]
      return {lead, 1, text_problem::none};
    if (lead == 0x80 || lead == 0xFF)
      return refuse(1, text_problem::invalid_byte);
    if (last - first == 1) return refuse(1, text_problem::cut);
    char32_t const second = byte(first[1]);
    if (second - 0x30 < 10) return take_four(first, last);
    if (!gb18030::is_trail(second))
      return refuse(second < 0x80 ? 1 : 2, text_problem::invalid_byte);
    return {gb18030::in_edition<Edition>(gb18030::of_pair(lead, second)), 2,
            text_problem::none};
  }
  static constexpr Unit* put(Unit* out, char32_t c) noexcept {
    if (c < 0x80) {
      *out++ = static_cast<Unit>(c);
      return out;
    }
    gb18030::code const found =
        gb18030::code_of(gb18030::in_edition<Edition>(c));
    if (found.is_pair) {
      *out++ = static_cast<Unit>(found.value >> 8);
      *out++ = static_cast<Unit>(found.value & 0xFF);
      return out;
    }
    // Digits of 126, 10, 126 and 10.
    char32_t const upper = found.value / 1260;
    char32_t const lower = found.value % 1260;
    *out++ = static_cast<Unit>(0x81 + upper / 10);
    *out++ = static_cast<Unit>(0x30 + upper % 10);
    *out++ = static_cast<Unit>(0x81 + lower / 10);
    *out++ = static_cast<Unit>(0x30 + lower % 10);
    return out;
  }

 private:
  static constexpr char32_t byte(Unit u) noexcept {
    return static_cast<char32_t>(static_cast<unsigned char>(u));
  }
  static constexpr taken take_four(Unit const* first,
                                   Unit const* last) noexcept {
    auto const left = static_cast<std::size_t>(last - first);
    if (left > 2 && byte(first[2]) - 0x81 >= 126)
      return refuse(1, text_problem::invalid_byte);
    if (left > 3 && byte(first[3]) - 0x30 >= 10)
      return refuse(1, text_problem::invalid_byte);
    if (left < 4) return refuse(left, text_problem::cut);
    char32_t const index =
        ((byte(first[0]) - 0x81) * 10 + byte(first[1]) - 0x30) * 1260 +
        (byte(first[2]) - 0x81) * 10 + byte(first[3]) - 0x30;
    char32_t const c = gb18030::of_index(index);
    if (c == gb18030::nothing) return refuse(4, text_problem::invalid_byte);
    return {gb18030::in_edition<Edition>(c), 4, text_problem::none};
  }
};

/// GB 18030-2022.
template <class Unit>
using gb18030_form = gb18030_form_of<Unit, gb18030::edition::of_2022>;

/// GB 18030-2005: 18 pairs of characters have each other's codes.
template <class Unit>
using gb18030_2005_form = gb18030_form_of<Unit, gb18030::edition::of_2005>;

template <>
struct codec_facts<gb18030_form<char>> {
  static constexpr char const* name = "GB18030";
  static constexpr unsigned char unit = 1;
};
template <>
struct codec_facts<gb18030_2005_form<char>> {
  static constexpr char const* name = "GB18030-2005";
  static constexpr unsigned char unit = 1;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
