// rill/unicode/utf_size.h: how many units a text has in another of UTF-8,
// UTF-16, UTF-32 and Latin-1.
//
// Floor 2. Pure, constexpr, no allocation, no exception. For every conversion
// of unicode/utf.h there is a function that tells what it would write:
//
//     std::u16string units(rill::utf8_to_utf16_size(text), u'\0');
//     rill::utf8_to_utf16(text, units);
//
// The size is exact for every text and every policy: it is `written` of the
// conversion by the same policy with room for everything. By the default,
// text_policy::strict, it is that of the part before the first problem.
// Tests: test/unicode/utf_size_test.cpp.
#ifndef RILL_UNICODE_UTF_SIZE_H
#define RILL_UNICODE_UTF_SIZE_H

#include "converted_size.h"
#include "units.h"

namespace rill::inline RILL_BUILD {
namespace detail {

template <class From, class To, class In>
constexpr std::size_t size_of_units(In const& in, text_policy policy) noexcept {
  auto const from = units_in(in);
  using source = bare<decltype(*from.data)>;
  From::template want_input<source>();
  if constexpr (From::template accepts<source>)
    return converted_size<typename From::template form_of<source>,
                          typename To::form>(from.data, from.size, policy);
  else
    return 0;
}

}  // namespace detail

/// Counts the bytes that utf8_to_utf8 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf8_to_utf8_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf8_text, detail::utf8_text>(in,
                                                                     policy);
}

/// Counts the units of 16 bits that utf8_to_utf16 writes for a text.
///
/// Example:
///     rill::println(rill::utf8_to_utf16_size("caf\xC3\xA9"));
template <class In>
[[nodiscard]] constexpr std::size_t utf8_to_utf16_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf8_text, detail::utf16_text>(in,
                                                                      policy);
}

/// Counts the units of 32 bits that utf8_to_utf32 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf8_to_utf32_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf8_text, detail::utf32_text>(in,
                                                                      policy);
}

/// Counts the bytes that utf8_to_latin1 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf8_to_latin1_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf8_text, detail::latin1_text>(in,
                                                                       policy);
}

/// Counts the bytes that utf16_to_utf8 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf16_to_utf8_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf16_text, detail::utf8_text>(in,
                                                                      policy);
}

/// Counts the units of 16 bits that utf16_to_utf16 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf16_to_utf16_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf16_text, detail::utf16_text>(in,
                                                                       policy);
}

/// Counts the units of 32 bits that utf16_to_utf32 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf16_to_utf32_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf16_text, detail::utf32_text>(in,
                                                                       policy);
}

/// Counts the bytes that utf16_to_latin1 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf16_to_latin1_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf16_text, detail::latin1_text>(in,
                                                                        policy);
}

/// Counts the bytes that utf32_to_utf8 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf32_to_utf8_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf32_text, detail::utf8_text>(in,
                                                                      policy);
}

/// Counts the units of 16 bits that utf32_to_utf16 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf32_to_utf16_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf32_text, detail::utf16_text>(in,
                                                                       policy);
}

/// Counts the units of 32 bits that utf32_to_utf32 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf32_to_utf32_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf32_text, detail::utf32_text>(in,
                                                                       policy);
}

/// Counts the bytes that utf32_to_latin1 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t utf32_to_latin1_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::utf32_text, detail::latin1_text>(in,
                                                                        policy);
}

/// Counts the bytes that latin1_to_utf8 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t latin1_to_utf8_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::latin1_text, detail::utf8_text>(in,
                                                                       policy);
}

/// Counts the units of 16 bits that latin1_to_utf16 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t latin1_to_utf16_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::latin1_text, detail::utf16_text>(in,
                                                                        policy);
}

/// Counts the units of 32 bits that latin1_to_utf32 writes for a text.
template <class In>
[[nodiscard]] constexpr std::size_t latin1_to_utf32_size(
    In const& in, text_policy policy = text_policy::strict) noexcept {
  return detail::size_of_units<detail::latin1_text, detail::utf32_text>(in,
                                                                        policy);
}

}  // namespace rill::inline RILL_BUILD

#endif
