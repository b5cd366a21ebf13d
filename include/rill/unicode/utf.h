// rill/unicode/utf.h: from one of UTF-8, UTF-16, UTF-32 and Latin-1 to
// another, in memory.
//
// Floor 2. Pure, constexpr, no allocation, no exception. Every function takes
// a text and room for the result:
//
//     auto const [read, written, error] = rill::utf8_to_utf16(text, out);
//
// `text` is a string, view, span, container, array or pointer of the units of
// the first encoding; an array and a pointer are read up to their first 0.
// `out` is a span, array, string or other container, which is never written
// past its size and never grown; unicode/utf_size.h tells how much a text
// needs. UTF-8 and Latin-1 are char or char8_t, UTF-16 is char16_t, UTF-32 is
// char32_t, and wchar_t is what has its size.
//
// What is ill-formed, and what Latin-1 lacks, is an error by default; a
// policy behind `out` replaces it or leaves it out. An error stops the
// conversion: `read` is then where the problem begins, and everything before
// it is in `out`. Full room is an error too (text_problem::no_room); a
// character is written whole or not at all. What is in `out` behind `written`
// is not specified. Tests: test/unicode/utf_test.cpp.
#ifndef RILL_UNICODE_UTF_H
#define RILL_UNICODE_UTF_H

#include "convert.h"
#include "units.h"

namespace rill::inline RILL_BUILD {
namespace detail {

template <class From, class To, class In, class Out>
constexpr transcode_result convert_units(In const& in, Out& out,
                                         text_policy policy) noexcept {
  auto const from = units_in(in);
  auto const to = room_in(out);
  using source = bare<decltype(*from.data)>;
  using target = std::remove_reference_t<decltype(*to.data)>;
  From::template want_input<source>();
  To::template want_output<target>();
  if constexpr (From::template accepts<source> &&
                To::template accepts<target>) {
    auto const done = convert<typename From::template form_of<source>,
                              typename To::template form_of<target>>(
        from.data, from.size, to.data, to.size, policy);
    return {done.read, done.written, done.error};
  } else {
    return {};
  }
}

}  // namespace detail

/// Copies UTF-8 while it validates it, or mends it as the policy says.
/// Returns: `{read, written, error}`, in bytes.
/// Units: three times the bytes are always enough; for well-formed text, as
/// many.
///
/// Example:
///     char mended[16];
///     auto const done = rill::utf8_to_utf8("a\xFFz", mended,
///                                          rill::text_policy::replace);
///     rill::println(rill::text{mended, done.written});
template <class In, class Out>
constexpr transcode_result utf8_to_utf8(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf8_text, detail::utf8_text>(in, out,
                                                                     policy);
}

/// Converts UTF-8 to UTF-16.
/// Returns: `{read, written, error}`, in bytes and units of 16 bits.
/// Units: as many units as the text has bytes are always enough.
///
/// Example:
///     char16_t units[8];
///     auto const done = rill::utf8_to_utf16("caf\xC3\xA9", units);
///     rill::println(done.written, ' ', units[3] == u'\u00E9');
///     auto const bad = rill::utf8_to_utf16("a\xFFz", units);
///     rill::println(bad.read, ' ', bool(bad));
template <class In, class Out>
constexpr transcode_result utf8_to_utf16(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf8_text, detail::utf16_text>(in, out,
                                                                      policy);
}

/// Converts UTF-8 to UTF-32.
/// Returns: `{read, written, error}`, in bytes and units of 32 bits.
/// Units: as many units as the text has bytes are always enough.
template <class In, class Out>
constexpr transcode_result utf8_to_utf32(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf8_text, detail::utf32_text>(in, out,
                                                                      policy);
}

/// Converts UTF-8 to Latin-1.
/// Returns: `{read, written, error}`, in bytes. A character above U+00FF is
/// text_problem::unmappable; the policy's replacement is '?'.
/// Units: as many bytes as the text has are always enough.
template <class In, class Out>
constexpr transcode_result utf8_to_latin1(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf8_text, detail::latin1_text>(in, out,
                                                                       policy);
}

/// Converts UTF-16 to UTF-8.
/// Returns: `{read, written, error}`, in units of 16 bits and bytes.
/// Units: three bytes for each unit are always enough.
///
/// Example:
///     char bytes[16];
///     auto const done = rill::utf16_to_utf8(u"caf\u00E9", bytes);
///     rill::println(rill::text{bytes, done.written});
template <class In, class Out>
constexpr transcode_result utf16_to_utf8(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf16_text, detail::utf8_text>(in, out,
                                                                      policy);
}

/// Copies UTF-16 while it validates it, or mends it as the policy says.
/// Returns: `{read, written, error}`, in units of 16 bits.
/// Units: as many units are always enough.
template <class In, class Out>
constexpr transcode_result utf16_to_utf16(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf16_text, detail::utf16_text>(in, out,
                                                                       policy);
}

/// Converts UTF-16 to UTF-32.
/// Returns: `{read, written, error}`, in units of 16 bits and units of 32
/// bits.
/// Units: as many units are always enough.
template <class In, class Out>
constexpr transcode_result utf16_to_utf32(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf16_text, detail::utf32_text>(in, out,
                                                                       policy);
}

/// Converts UTF-16 to Latin-1.
/// Returns: `{read, written, error}`, in units of 16 bits and bytes. A
/// character above U+00FF is text_problem::unmappable; the policy's
/// replacement is '?'.
/// Units: a byte for each unit is always enough.
template <class In, class Out>
constexpr transcode_result utf16_to_latin1(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf16_text, detail::latin1_text>(in, out,
                                                                        policy);
}

/// Converts UTF-32 to UTF-8.
/// Returns: `{read, written, error}`, in units of 32 bits and bytes.
/// Units: four bytes for each unit are always enough.
template <class In, class Out>
constexpr transcode_result utf32_to_utf8(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf32_text, detail::utf8_text>(in, out,
                                                                      policy);
}

/// Converts UTF-32 to UTF-16.
/// Returns: `{read, written, error}`, in units of 32 bits and units of 16
/// bits.
/// Units: two units for each one are always enough.
template <class In, class Out>
constexpr transcode_result utf32_to_utf16(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf32_text, detail::utf16_text>(in, out,
                                                                       policy);
}

/// Copies UTF-32 while it validates it, or mends it as the policy says.
/// Returns: `{read, written, error}`, in units of 32 bits.
/// Units: as many units are always enough.
template <class In, class Out>
constexpr transcode_result utf32_to_utf32(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf32_text, detail::utf32_text>(in, out,
                                                                       policy);
}

/// Converts UTF-32 to Latin-1.
/// Returns: `{read, written, error}`, in units of 32 bits and bytes. A
/// character above U+00FF is text_problem::unmappable; the policy's
/// replacement is '?'.
/// Units: a byte for each unit is always enough.
template <class In, class Out>
constexpr transcode_result utf32_to_latin1(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::utf32_text, detail::latin1_text>(in, out,
                                                                        policy);
}

/// Converts Latin-1 to UTF-8.
/// Returns: `{read, written, error}`, in bytes. Every byte is a character.
/// Units: two bytes for each one are always enough.
template <class In, class Out>
constexpr transcode_result latin1_to_utf8(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::latin1_text, detail::utf8_text>(in, out,
                                                                       policy);
}

/// Converts Latin-1 to UTF-16.
/// Returns: `{read, written, error}`, in bytes and units of 16 bits. Every
/// byte is a character.
/// Units: as many units as bytes are always enough.
template <class In, class Out>
constexpr transcode_result latin1_to_utf16(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::latin1_text, detail::utf16_text>(in, out,
                                                                        policy);
}

/// Converts Latin-1 to UTF-32.
/// Returns: `{read, written, error}`, in bytes and units of 32 bits. Every
/// byte is a character.
/// Units: as many units as bytes are always enough.
template <class In, class Out>
constexpr transcode_result latin1_to_utf32(
    In const& in, Out&& out,
    text_policy policy = text_policy::strict) noexcept {
  return detail::convert_units<detail::latin1_text, detail::utf32_text>(in, out,
                                                                        policy);
}

}  // namespace rill::inline RILL_BUILD

#endif
