// test/unicode/form_test.cpp: one character at a time, against the rows of the
// Unicode standard's tables: every scalar, every beginning of two bytes, and
// the edges of everything longer.
// covers: unicode/problem.h
#include <doctest/doctest.h>
#include <rill/unicode/form.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "reference/utf.h"

namespace {

using reference::numbers;
using reference::utf;
using rill::text_problem;
using namespace rill::detail;

template <class Form>
std::vector<typename Form::unit> units(numbers const& in) {
  std::vector<typename Form::unit> made;
  for (std::uint32_t const n : in)
    made.push_back(static_cast<typename Form::unit>(n));
  made.shrink_to_fit();
  return made;
}
template <class Unit>
std::uint32_t number(Unit unit) {
  if constexpr (sizeof(Unit) == 1)
    return static_cast<unsigned char>(unit);
  else
    return static_cast<std::uint32_t>(unit);
}

// Whether take() is right for the first character of a text, in a block of
// exactly the text's size.
template <class Form>
bool takes(utf form, numbers const& in) {
  auto const text = units<Form>(in);
  taken const got = Form::take(text.data(), text.data() + text.size());
  reference::piece const want = reference::pieces(form, in).front();
  return got.problem == want.problem && got.size == want.size &&
         (want.problem == text_problem::none
              ? got.scalar == want.scalar
              : got.scalar == rill::replacement_character);
}

template <class Form>
bool puts(utf form, char32_t c) {
  typename Form::unit out[Form::most_units] = {};
  reference::code const want = reference::encode(form, c);
  typename Form::unit const* const end = Form::put(out, c);
  if (want.size == 0) return end == nullptr;
  if (end != out + want.size) return false;
  for (std::size_t i = 0; i != want.size; ++i)
    if (number(out[i]) != want.unit[i]) return false;
  taken const back = Form::take(out, out + want.size);
  return back.scalar == c && back.size == want.size &&
         back.problem == text_problem::none;
}

template <class Form>
std::size_t count_wrong_scalars(utf form) {
  std::size_t wrong = 0;
  for (char32_t c = 0; c != 0x110000; ++c)
    if (rill::is_scalar_value(c)) wrong += !puts<Form>(form, c);
  return wrong;
}

constexpr auto little = byte_order::little;
constexpr auto big = byte_order::big;

// Bytes at the edges of the tables' ranges, and some between.
constexpr std::uint32_t edges[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                   0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
                                   0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFE, 0xFF};

}  // namespace

TEST_CASE("unicode/form: every scalar is written as the tables say and read") {
  CHECK(count_wrong_scalars<utf8_form_of<char>>(utf::u8) == 0);
  CHECK(count_wrong_scalars<utf16_form<char16_t>>(utf::u16) == 0);
  CHECK(count_wrong_scalars<utf16_form<char, little>>(utf::u16le) == 0);
  CHECK(count_wrong_scalars<utf16_form<char, big>>(utf::u16be) == 0);
  CHECK(count_wrong_scalars<utf32_form<char32_t>>(utf::u32) == 0);
  CHECK(count_wrong_scalars<utf32_form<char, little>>(utf::u32le) == 0);
  CHECK(count_wrong_scalars<utf32_form<char, big>>(utf::u32be) == 0);
  CHECK(count_wrong_scalars<latin1_form<char>>(utf::latin1) == 0);
}

TEST_CASE("unicode/form: other types of units hold the same") {
  CHECK(count_wrong_scalars<utf8_form_of<char8_t>>(utf::u8) == 0);
  CHECK(count_wrong_scalars<utf8_form_of<std::byte>>(utf::u8) == 0);
  CHECK(puts<latin1_form<unsigned char>>(utf::latin1, 0xFF));
  CHECK(puts<utf16_form<unsigned short>>(utf::u16, 0x1F600));
  using wide = std::conditional_t<sizeof(wchar_t) == 2, utf16_form<wchar_t>,
                                  utf16_form<char16_t>>;
  CHECK(puts<wide>(utf::u16, 0x1F600));
}

TEST_CASE("unicode/form: every text of one and of two bytes of UTF-8") {
  std::size_t wrong = 0;
  for (std::uint32_t a = 0; a != 256; ++a) {
    wrong += !takes<utf8_form_of<char>>(utf::u8, {a});
    for (std::uint32_t b = 0; b != 256; ++b)
      wrong += !takes<utf8_form_of<char>>(utf::u8, {a, b});
  }
  CHECK(wrong == 0);
}

TEST_CASE("unicode/form: three and four bytes of UTF-8 at every edge") {
  std::size_t wrong = 0;
  for (std::uint32_t a = 0xC0; a != 256; ++a)
    for (std::uint32_t const b : edges)
      for (std::uint32_t const c : edges) {
        wrong += !takes<utf8_form_of<char>>(utf::u8, {a, b, c});
        if (a < 0xF0) continue;
        for (std::uint32_t const d : edges)
          wrong += !takes<utf8_form_of<char>>(utf::u8, {a, b, c, d});
      }
  CHECK(wrong == 0);
}

TEST_CASE("unicode/form: surrogates of UTF-16 in pairs, alone and cut") {
  constexpr std::uint32_t sides[] = {0x0000, 0xD7FF, 0xD800, 0xD801, 0xDBFF,
                                     0xDC00, 0xDC01, 0xDFFF, 0xE000, 0xFFFF};
  for (std::uint32_t const a : sides) {
    CHECK(takes<utf16_form<char16_t>>(utf::u16, {a}));
    for (std::uint32_t const b : sides) {
      CHECK(takes<utf16_form<char16_t>>(utf::u16, {a, b}));
      // The bytes of both orders, cut behind each byte.
      for (bool const is_big : {false, true}) {
        numbers bytes = reference::split({a, b}, 2, is_big);
        for (; !bytes.empty(); bytes.pop_back())
          CHECK((is_big ? takes<utf16_form<char, big>>(utf::u16be, bytes)
                        : takes<utf16_form<char, little>>(utf::u16le, bytes)));
      }
    }
  }
}

TEST_CASE("unicode/form: what UTF-32 cannot hold, and cut units") {
  for (std::uint32_t const c : {0xD7FFu, 0xD800u, 0xDFFFu, 0xE000u, 0x10FFFFu,
                                0x110000u, 0x80000000u, 0xFFFFFFFFu}) {
    CHECK(takes<utf32_form<char32_t>>(utf::u32, {c}));
    for (bool const is_big : {false, true}) {
      numbers bytes = reference::split({c}, 4, is_big);
      for (; !bytes.empty(); bytes.pop_back())
        CHECK((is_big ? takes<utf32_form<char, big>>(utf::u32be, bytes)
                      : takes<utf32_form<char, little>>(utf::u32le, bytes)));
    }
  }
}

namespace {

// Round trips in constant expressions.
template <class Form>
constexpr bool round_trip(char32_t c) {
  typename Form::unit out[Form::most_units] = {};
  typename Form::unit const* const end = Form::put(out, c);
  taken const back = Form::take(out, end);
  return back.scalar == c && back.problem == text_problem::none &&
         out + back.size == end;
}
template <class Form>
constexpr bool round_trips() {
  for (char32_t const c :
       {U'\0', U'a', U'\x7F', U'\x80', U'\u07FF', U'\u0800', U'\uD7FF',
        U'\uE000', U'\uFFFF', U'\U00010000', U'\U0010FFFF'})
    if (!round_trip<Form>(c)) return false;
  return true;
}
static_assert(round_trips<utf8_form_of<char>>());
static_assert(round_trips<utf16_form<char16_t>>());
static_assert(round_trips<utf16_form<char, little>>());
static_assert(round_trips<utf16_form<char, big>>());
static_assert(round_trips<utf32_form<char32_t>>());
static_assert(round_trips<utf32_form<char, little>>());
static_assert(round_trips<utf32_form<char, big>>());
static_assert(round_trip<latin1_form<char>>(0xFF));

template <std::size_t N>
constexpr text_problem problem_of(char const (&bytes)[N]) {
  return utf8_form_of<char>::take(bytes, bytes + N - 1).problem;
}
static_assert(problem_of("\x80") == text_problem::stray_continuation);
static_assert(problem_of("\xC1\x81") == text_problem::overlong);
static_assert(problem_of("\xE0\x9F\xBF") == text_problem::overlong);
static_assert(problem_of("\xED\xA0\x80") == text_problem::surrogate);
static_assert(problem_of("\xF4\x90\x80\x80") == text_problem::too_large);
static_assert(problem_of("\xF5\x80\x80\x80") == text_problem::too_large);
static_assert(problem_of("\xFF") == text_problem::invalid_byte);
static_assert(problem_of("\xE2\x82") == text_problem::cut);
static_assert(problem_of("\xE2\x82x") == text_problem::too_short);

}  // namespace
