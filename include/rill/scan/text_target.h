// rill/scan/text_target.h: strings of every character type as targets.
//
// Floor 5. A string of char gets the bytes of the input as they are. Strings
// of the other types get the characters of UTF-8: what is ill-formed gives
// one U+FFFD for each maximal subpart. Tests: test/scan/wide_text_test.cpp.
#ifndef RILL_SCAN_TEXT_TARGET_H
#define RILL_SCAN_TEXT_TARGET_H

#include "../base/run.h"
#include "../unicode/wide_units.h"
#include "item.h"

namespace rill::inline RILL_BUILD::detail {

// A string of another library that its driver can assign to.
template <class S>
concept foreign_target =
    foreign_text<S> &&
    requires(S& s, typename foreign_string<S>::unit const* data,
             std::size_t size) {
      foreign_string<S>::assign(s, text());
      foreign_string<S>::append(s, data, size);
    };

template <class S, class Unit>
concept foreign_target_of =
    foreign_target<S> && std::same_as<typename foreign_string<S>::unit, Unit>;

template <class S>
concept byte_string = foreign_target_of<S, char> ||
                      requires(S& s, char const* data, std::size_t size) {
                        s.assign(data, size);
                        s.append(data, size);
                        s.clear();
                      };

// std::u8string, u16string, u32string, wstring and their like.
template <class S>
concept decoded_string =
    (foreign_target<S> && !foreign_target_of<S, char>) ||
    (requires(S& s, typename S::value_type const* data, std::size_t size) {
      s.append(data, size);
      s.resize(size);
      s.clear();
      s.data();
    } && character<typename S::value_type> &&
     !std::same_as<typename S::value_type, char>);

template <class S>
concept target_string = byte_string<S> || decoded_string<S>;

// What a target consists of.
template <class S>
struct unit_of_target {
  using type = typename S::value_type;
};
template <foreign_target S>
struct unit_of_target<S> {
  using type = typename foreign_string<S>::unit;
};

// Either all of it or, when there is no memory, nothing.
template <target_string S>
void assign_text(S& to, text bytes) {
  if constexpr (foreign_target<S>) {
    foreign_string<S>::assign(to, bytes);
  } else if constexpr (byte_string<S>) {
    to.assign(bytes.data, bytes.size);
  } else {
    using unit = typename S::value_type;
    char const* at = bytes.begin();
    to.resize(widened_size<unit>(at, bytes.end()));
    widen_utf8<unit>(to.data(), at, bytes.end(), true);
  }
}

template <target_string S, class Unit>
void append_units(S& to, Unit const* units, std::size_t count) {
  if constexpr (foreign_target<S>)
    foreign_string<S>::append(to, units, count);
  else
    to.append(units, count);
}

// A whole character of UTF-8 at the cursor, where there is at least a byte.
// False when the device failed in the middle of it.
bool whole_character(reader& in, decoded_utf8& one);

// The character at the cursor.
template <character C>
outcome take_character(reader& in, C& to, text& expected) {
  if constexpr (sizeof(C) == 1) {
    to = static_cast<C>(*in.cursor());
    in.advance_to(in.cursor() + 1);
  } else {
    decoded_utf8 one;
    if (!whole_character(in, one)) return scan_problem::malformed;
    if (sizeof(C) == 2 && one.code_point > 0xFFFF) {
      expected = words_of("a character of one UTF-16 unit");
      return scan_problem::malformed;
    }
    to = static_cast<C>(one.code_point);
    in.advance_to(one.end);
  }
  return fine;
}

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "text_target_body.h"
#endif

#endif
