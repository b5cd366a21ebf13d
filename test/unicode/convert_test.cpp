// test/unicode/convert_test.cpp: whole texts from form to form, plainly and by
// each kernel, against the tables of the Unicode standard.
// covers: unicode/convert.h
#include <doctest/doctest.h>
#include <rill/unicode/convert.h>

#include <cstdint>
#include <string>
#include <vector>

#include "reference/utf.h"
#include "support/text_kernels.h"

namespace {

using reference::numbers;
using reference::utf;
using rill::text_policy;
using rill::text_problem;
using namespace rill::detail;

constexpr auto little = byte_order::little;
constexpr auto big = byte_order::big;

template <utf>
struct form_for;
template <>
struct form_for<utf::u8> : utf8_form_of<char> {};
template <>
struct form_for<utf::u16> : utf16_form<char16_t> {};
template <>
struct form_for<utf::u16le> : utf16_form<char, little> {};
template <>
struct form_for<utf::u16be> : utf16_form<char, big> {};
template <>
struct form_for<utf::u32> : utf32_form<char32_t> {};
template <>
struct form_for<utf::u32le> : utf32_form<char, little> {};
template <>
struct form_for<utf::u32be> : utf32_form<char, big> {};
template <>
struct form_for<utf::latin1> : latin1_form<char> {};

template <class Unit>
std::vector<Unit> units(numbers const& in) {
  std::vector<Unit> made;
  made.reserve(in.size());
  for (std::uint32_t const n : in) made.push_back(static_cast<Unit>(n));
  return made;
}
template <class Unit>
std::uint32_t number(Unit unit) {
  if constexpr (sizeof(Unit) == 1)
    return static_cast<unsigned char>(unit);
  else
    return static_cast<std::uint32_t>(unit);
}

constexpr text_policy policies[] = {text_policy::strict, text_policy::replace,
                                    text_policy::ignore};

// Converts in blocks of exact size, and compares all results with the
// reference.
template <utf From, utf To, class Convert>
bool same_as_reference(Convert convert, numbers const& in, std::size_t room,
                       text_policy policy, bool is_last) {
  using source = typename form_for<From>::unit;
  using target = typename form_for<To>::unit;
  auto const text = units<source>(in);
  rill_test::exact_block<source> block(text.data(), text.size());
  rill_test::exact_block<target> out(room);
  conversion_result const got =
      convert(block.data(), in.size(), out.data(), room, policy, is_last);
  reference::conversion const want =
      reference::convert(From, To, in, room, policy, is_last);
  if (got.read != want.read || got.written != want.out.size() ||
      got.error != want.error || got.replaced != want.replaced ||
      !out.is_whole())
    return false;
  for (std::size_t i = 0; i != got.written; ++i)
    if (number(out.data()[i]) != want.out[i]) return false;
  return true;
}

// Checks convert and convert_plainly: every policy, and every room up to one
// unit more than needed.
template <utf From, utf To>
bool right_in_every_room(numbers const& in) {
  using f = form_for<From>;
  using t = form_for<To>;
  for (text_policy const policy : policies)
    for (bool const is_last : {true, false}) {
      std::size_t const need =
          reference::convert(From, To, in, in.size() * 8, policy, is_last)
              .out.size();
      for (std::size_t room = 0; room <= need + 1; ++room)
        if (!same_as_reference<From, To>(convert_plainly<f, t>, in, room,
                                         policy, is_last) ||
            !same_as_reference<From, To>(convert<f, t>, in, room, policy,
                                         is_last))
          return false;
    }
  return true;
}

template <utf From>
bool right_to_all(numbers const& in) {
  return right_in_every_room<From, utf::u8>(in) &&
         right_in_every_room<From, utf::u16>(in) &&
         right_in_every_room<From, utf::u16be>(in) &&
         right_in_every_room<From, utf::u32>(in) &&
         right_in_every_room<From, utf::u32le>(in) &&
         right_in_every_room<From, utf::latin1>(in);
}

// Checks convert in ample room only, for many texts.
template <utf From, utf To>
bool right(numbers const& in) {
  using f = form_for<From>;
  using t = form_for<To>;
  for (text_policy const policy : policies)
    if (!same_as_reference<From, To>(convert<f, t>, in, in.size() * 8, policy,
                                     true))
      return false;
  return true;
}

numbers from_text(std::string const& text) {
  numbers made;
  for (char const c : text) made.push_back(static_cast<unsigned char>(c));
  return made;
}
std::string replaced(std::string const& text) {
  std::string out(text.size() * 3, '\0');
  auto const done = convert<utf8_form_of<char>, utf8_form_of<char>>(
      text.data(), text.size(), out.data(), out.size(), text_policy::replace);
  CHECK(done.error == text_problem::none);
  CHECK(done.read == text.size());
  out.resize(done.written);
  return out;
}

// All scalar values, one after the other.
numbers all_scalars(utf form) {
  numbers all;
  all.reserve(0x110000 * 4);
  for (char32_t c = 0; c != 0x110000; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    reference::code const code = reference::encode(form, c);
    all.insert(all.end(), code.unit, code.unit + code.size);
  }
  return all;
}

template <utf From, utf To>
bool all_scalars_convert(std::vector<typename form_for<From>::unit> const& in,
                         std::vector<typename form_for<To>::unit> const& want) {
  for (rill::cpu const level : rill_test::text_levels()) {
    rill_test::forced_conversion<form_for<From>::name, form_for<To>::name> const
        by(level);
    std::vector<typename form_for<To>::unit> out(want.size());
    auto const done = convert<form_for<From>, form_for<To>>(
        in.data(), in.size(), out.data(), out.size());
    if (done.error != text_problem::none || done.read != in.size() ||
        done.written != want.size() || out != want)
      return false;
  }
  return true;
}

template <utf Form>
auto const& scalars_in() {
  static auto const all =
      units<typename form_for<Form>::unit>(all_scalars(Form));
  return all;
}
template <utf From, utf... To>
void check_all_scalars() {
  bool const same[] = {
      all_scalars_convert<From, To>(scalars_in<From>(), scalars_in<To>())...};
  for (bool const one : same) CHECK(one);
}

}  // namespace

TEST_CASE("unicode/convert: every scalar between all pairs of forms") {
  using enum utf;
  check_all_scalars<u8, u8, u16, u16le, u16be, u32, u32le, u32be>();
  check_all_scalars<u16, u8, u16, u16le, u16be, u32, u32le, u32be>();
  check_all_scalars<u16le, u8, u16, u16le, u16be, u32, u32le, u32be>();
  check_all_scalars<u16be, u8, u16, u16le, u16be, u32, u32le, u32be>();
  check_all_scalars<u32, u8, u16, u16le, u16be, u32, u32le, u32be>();
  check_all_scalars<u32le, u8, u16, u16le, u16be, u32, u32le, u32be>();
  check_all_scalars<u32be, u8, u16, u16le, u16be, u32, u32le, u32be>();
}

TEST_CASE("unicode/convert: Latin-1 to and from all forms") {
  reference::numbers all, above;
  for (std::uint32_t c = 0; c != 256; ++c) all.push_back(c);
  CHECK(right_to_all<utf::latin1>(all));
  for (std::uint32_t c = 0; c != 300; ++c) above.push_back(c);
  CHECK(right<utf::u16, utf::latin1>(above));
  CHECK(right<utf::u32, utf::latin1>(above));
  reference::numbers bytes;
  for (char32_t c = 0; c != 300; ++c) {
    reference::code const code = reference::encode(utf::u8, c);
    bytes.insert(bytes.end(), code.unit, code.unit + code.size);
  }
  CHECK(right<utf::u8, utf::latin1>(bytes));
}

TEST_CASE("unicode/convert: every text of two bytes of UTF-8") {
  std::size_t wrong = 0;
  for (std::uint32_t a = 0; a != 256; ++a)
    for (std::uint32_t b = 0; b != 256; ++b) {
      wrong += !right<utf::u8, utf::u8>({a, b});
      wrong += !right<utf::u8, utf::u16>({a, b});
      wrong += !right<utf::u8, utf::u32>({a, b});
    }
  CHECK(wrong == 0);
}

TEST_CASE("unicode/convert: three and four bytes at every edge") {
  constexpr std::uint32_t edges[] = {0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                     0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED,
                                     0xEF, 0xF0, 0xF4, 0xF5, 0xFF};
  std::size_t wrong = 0;
  for (std::uint32_t const a : edges)
    for (std::uint32_t const b : edges)
      for (std::uint32_t const c : edges) {
        wrong += !right<utf::u8, utf::u16>({a, b, c});
        if (a < 0xF0) continue;
        for (std::uint32_t const d : edges)
          wrong += !right<utf::u8, utf::u16>({a, b, c, d});
      }
  CHECK(wrong == 0);
}

// Section 3.9 of the Unicode standard shows what each U+FFFD replaces. X stands
// for U+FFFD.
TEST_CASE("unicode/convert: maximal subparts as in tables 3-8 to 3-11") {
  auto const shown = [](std::string text) {
    text = replaced(text);
    std::string short_form;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text.compare(i, 3, "\xEF\xBF\xBD") == 0)
        short_form += 'X', i += 2;
      else
        short_form += text[i];
    return short_form;
  };
  // Overlong forms: each byte is one subpart.
  CHECK(shown("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41") == "XXXXXXXXA");
  // Surrogates.
  CHECK(shown("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41") == "XXXXXXXXA");
  // Too large, stray continuations and bytes that are never used.
  CHECK(shown("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42") == "XXXXXAXXB");
  // Beginnings of characters: one subpart each.
  CHECK(shown("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41") == "XXXXA");
  CHECK(shown("a\xF1\x80\x80\xE1\x80\xC2"
              "b\x80"
              "c\x80\xBF"
              "d") == "aXXXbXcXXd");
}

TEST_CASE("unicode/convert: every room, cut or not, for texts of all kinds") {
  std::string const texts[] = {
      "",
      "a",
      "twelve chars and more",
      "\xC3\xA9",
      "e\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z",
      "\xE2\x82",
      "ab\xF0\x9F\x98",
      "12345678\xFF"
      "12345678\xC3",
      "\x80\x80\xC0\xED\xA0\x80\xF4\x90\x80\x80\xF8\xFF",
      "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F",
  };
  for (std::string const& text : texts)
    CHECK(right_to_all<utf::u8>(from_text(text)));
  reference::numbers const wide[] = {
      {0x61, 0xD83D, 0xDE00, 0xE9, 0x20AC},
      {0xD83D},
      {0xDE00, 0xD83D},
      {0xD83D, 0xD83D, 0xDE00},
      {0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0xDC00, 0x31, 0x32, 0x33,
       0x34, 0x35, 0x36, 0x37, 0x38, 0xD800},
  };
  for (reference::numbers const& in : wide) {
    CHECK(right_to_all<utf::u16>(in));
    for (bool const is_big : {false, true})
      for (reference::numbers bytes = reference::split(in, 2, is_big);
           !bytes.empty(); bytes.pop_back())
        CHECK((is_big ? right_to_all<utf::u16be>(bytes)
                      : right_to_all<utf::u16le>(bytes)));
  }
  reference::numbers const full[] = {
      {0x61, 0x1F600, 0xE9, 0x20AC},
      {0xD800, 0x110000, 0xFFFFFFFF, 0x61},
      {0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0xDFFF, 0x31}};
  for (reference::numbers const& in : full) {
    CHECK(right_to_all<utf::u32>(in));
    for (bool const is_big : {false, true})
      for (reference::numbers bytes = reference::split(in, 4, is_big);
           bytes.size() > 8; bytes.pop_back())
        CHECK((is_big ? right_to_all<utf::u32be>(bytes)
                      : right_to_all<utf::u32le>(bytes)));
  }
}

TEST_CASE(
    "unicode/convert: problems at every place of a text, by each kernel") {
  std::string const kinds[] = {"\xFF",        "\x80",         "\xC3",
                               "\xE0\x80",    "\xED\xA0\x80", "\xF4\x90",
                               "\xF0\x9F\x98"};
  for (std::size_t at = 0; at < 150; at += at < 70 ? 1 : 7) {
    std::string text;
    while (text.size() < at) text += at % 3 ? "\xC3\xA9" : "ab";
    text += kinds[at % 7];
    for (int i = 0; i != 40; ++i) text += i % 5 ? "x" : "\xE2\x82\xAC";
    CHECK((rill_test::same_by_all_kernels<utf8_form_of<char>,
                                          utf16_form<char16_t>>(text)));
    CHECK((rill_test::same_by_all_kernels<utf8_form_of<char>,
                                          utf32_form<char32_t>>(text)));
    CHECK(
        (rill_test::same_by_all_kernels<utf8_form_of<char>, utf8_form_of<char>>(
            text)));
  }
}

TEST_CASE("unicode/convert: as many problems as characters, by each kernel") {
  std::string dense, denser;
  for (int i = 0; i != 300; ++i) dense += i % 2 ? "a" : "\xFF";
  for (int i = 0; i != 300; ++i) denser += i % 20 ? "\xC3\xA9" : "\xE2\x82";
  for (std::string const& text : {dense, denser}) {
    CHECK((rill_test::same_by_all_kernels<utf8_form_of<char>,
                                          utf16_form<char16_t>>(text)));
    CHECK(
        (rill_test::same_by_all_kernels<utf8_form_of<char>, utf8_form_of<char>>(
            text)));
  }
}

namespace {

// Converts in a constant expression.
template <class To, std::size_t N>
constexpr conversion_result converted(char const (&text)[N], text_policy policy,
                                      std::size_t room = 64) {
  typename To::unit out[64] = {};
  return convert<utf8_form_of<char>, To>(text, N - 1, out, room, policy);
}
constexpr bool is(conversion_result got, std::size_t read, std::size_t written,
                  text_problem error, std::size_t replaced) {
  return got.read == read && got.written == written && got.error == error &&
         got.replaced == replaced;
}
using to16 = utf16_form<char16_t>;
constexpr auto strict = text_policy::strict;
constexpr auto replace = text_policy::replace;
constexpr auto none = text_problem::none;
static_assert(is(converted<to16>("ab\xF0\x9F\x98\x80", strict), 6, 4, none, 0));
static_assert(is(converted<to16>("a\x80z", strict), 1, 1,
                 text_problem::stray_continuation, 0));
static_assert(is(converted<to16>("a\x80z", replace), 3, 3, none, 1));
static_assert(is(converted<to16>("a\x80z", text_policy::ignore), 3, 2, none,
                 1));
static_assert(is(converted<to16>("\xF0\x9F\x98\x80", strict, 1), 0, 0,
                 text_problem::no_room, 0));
static_assert(is(converted<latin1_form<char>>("\xE2\x82\xAC", strict), 0, 0,
                 text_problem::unmappable, 0));
static_assert(is(converted<utf8_form_of<char>>("\xE2\x82", replace), 2, 3, none,
                 1));

}  // namespace
