// rill/unicode/utf.h: converts between UTF-8, UTF-16, UTF-32 and Latin-1,
// computes sizes, and validates.
//
// Layer 2. Tests: test/unicode/utf_size_test.cpp, test/unicode/utf_test.cpp,
// test/unicode/validate_test.cpp.
#ifndef RILL_UNICODE_UTF_H
#define RILL_UNICODE_UTF_H

#include "convert.h"
#include "form.h"

// The number of units of a text in another of UTF-8, UTF-16, UTF-32 and
// Latin-1.
//
// Pure, constexpr, no allocation, no exception. For every conversion, a
// function returns the number of units that it would write:
//
//     std::u16string units(rill::utf8_to_utf16_size(text), u'\0');
//     rill::utf8_to_utf16(text, units);
//
// The size is exact for every text and every policy: it is what the conversion
// writes with the same policy if there is room for everything. With the
// default, text_policy::strict, it is the size of the part before the first
// problem.

namespace rill::inline RILL_BUILD {
namespace detail {

template <class From, class To, class In>
constexpr std::size_t size_of_units(In const& in, text_policy policy) noexcept {
  auto const from = units_in(in);
  using source = remove_cvref<decltype(*from.data)>;
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

// Converts between UTF-8, UTF-16, UTF-32 and Latin-1, in memory.
//
// Pure, constexpr, no allocation, no exception. Every function takes a text and
// memory for the result:
//
//     auto const [read, written, error] = rill::utf8_to_utf16(text, out);
//
// `text` is a string, view, span, container, array or pointer of the units of
// the first encoding; an array and a pointer are read up to their first 0.
// `out` is a span, array, string or other container, which is never written
// past its size and never grown; utf8_to_utf16_size and the other functions of
// such names return the units that a text needs.
// UTF-8 and Latin-1 are char or char8_t, UTF-16 is char16_t, and UTF-32 is
// char32_t. wchar_t is UTF-16 or UTF-32, depending on its size.
//
// By default, ill-formed text and characters that Latin-1 does not have are
// errors; a text_policy as the third argument replaces them or leaves them out.
// An error stops the conversion: `read` is the offset of the problem, and
// everything before it is in `out`. A full `out` is an error too
// (text_problem::no_room); a character is written whole or not at all. The
// content of `out` after the first `written` units is unspecified.

namespace detail {

template <class From, class To, class In, class Out>
constexpr transcode_result convert_units(In const& in, Out& out,
                                         text_policy policy) noexcept {
  auto const from = units_in(in);
  auto const to = room_in(out);
  using source = remove_cvref<decltype(*from.data)>;
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

/// Copies UTF-8 and validates it; replaces or leaves out problems according to
/// the policy.
/// Returns: `{read, written, error}`, in bytes.
/// Units: three times the bytes of the text are always enough; for well-formed
/// text, the same number.
///
/// Example:
///     char valid[16];
///     auto const done = rill::utf8_to_utf8("a\xFFz", valid,
///                                          rill::text_policy::replace);
///     rill::println(rill::text{valid, done.written});
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

/// Copies UTF-16 and validates it; replaces or leaves out problems according to
/// the policy.
/// Returns: `{read, written, error}`, in units of 16 bits.
/// Units: as many units as the text has are always enough.
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
/// Units: as many units as the text has are always enough.
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

/// Copies UTF-32 and validates it; replaces or leaves out problems according to
/// the policy.
/// Returns: `{read, written, error}`, in units of 32 bits.
/// Units: as many units as the text has are always enough.
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

// Validates text.
//
// Pure, constexpr, no allocation. The Unicode standard, section 3.9, D91, D92
// and table 3-7, defines what is well-formed.

/// The result of validating a text. If it is ill-formed, `problem` is its first
/// problem and `offset` the position of that in units; if it is well-formed,
/// `offset` is its size.
struct validation {
  bool valid;
  std::size_t offset;
  text_problem problem;
  constexpr explicit operator bool() const noexcept { return valid; }
};

namespace detail {

template <class Text, class In>
constexpr validation validate(In const& in) noexcept {
  auto const from = units_in(in);
  using unit = remove_cvref<decltype(*from.data)>;
  Text::template want_input<unit>();
  if constexpr (Text::template accepts<unit>) {
    using text_form = typename Text::template form_of<unit>;
    auto const found = find_problem<text_form>(from.data, from.size);
    return {found.problem == text_problem::none, found.offset, found.problem};
  } else {
    return {};
  }
}

}  // namespace detail

/// Validates UTF-8.
/// Requires: a string, view, span, array or pointer of char or char8_t; an
/// array or a pointer is read up to its first 0.
/// Returns: `{valid, offset, problem}`, which is true in an `if` for
/// well-formed text.
/// Units: the offset is in bytes.
/// Cost: about a fifth of a clock per byte with AVX2; no allocation.
///
/// Example:
///     auto const good = rill::validate_utf8("caf\xC3\xA9");
///     auto const bad = rill::validate_utf8("caf\xC3!");
///     rill::println(good.valid, ' ', bad.valid, ' ', bad.offset);
template <class In>
[[nodiscard]] constexpr validation validate_utf8(In const& in) noexcept {
  return detail::validate<detail::utf8_text>(in);
}

/// Validates UTF-16: surrogates must be paired.
/// Requires: a string, view, span, array or pointer of char16_t (or of a
/// wchar_t of its size).
/// Returns: as validate_utf8; the offset is in units of 16 bits.
template <class In>
[[nodiscard]] constexpr validation validate_utf16(In const& in) noexcept {
  return detail::validate<detail::utf16_text>(in);
}

/// Validates UTF-32: neither surrogates nor values above 10FFFF.
/// Requires: a string, view, span, array or pointer of char32_t (or of a
/// wchar_t of its size).
/// Returns: as validate_utf8; the offset is in units of 32 bits.
template <class In>
[[nodiscard]] constexpr validation validate_utf32(In const& in) noexcept {
  return detail::validate<detail::utf32_text>(in);
}

}  // namespace rill::inline RILL_BUILD

#endif
