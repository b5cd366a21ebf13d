// test/unicode/narrow_units_test.cpp: conversion of UTF-16 and UTF-32 into a
// buffer of UTF-8, at every length and in every room.
// covers: unicode/code_units.h
#include <doctest/doctest.h>
#include <rill/unicode/code_units.h>

#include <random>
#include <string>
#include <vector>

namespace {

// Appends a character by the tables of the Unicode standard.
void add_utf8(std::string& to, unsigned long c) {
  if (c < 0x80) {
    to += static_cast<char>(c);
    return;
  }
  int const trails = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  unsigned const leads[] = {0, 0xC0, 0xE0, 0xF0};
  to += static_cast<char>(leads[trails] + (c >> 6 * trails));
  for (int i = trails - 1; i >= 0; --i)
    to += static_cast<char>(0x80 + (c >> 6 * i) % 64);
}

bool is_half(unsigned long c) { return c >= 0xD800 && c < 0xE000; }

template <class Unit>
std::string expected(std::vector<Unit> const& units) {
  std::string out;
  for (std::size_t i = 0; i != units.size(); ++i) {
    auto const c = static_cast<unsigned long>(units[i]);
    auto const next =
        i + 1 < units.size() ? static_cast<unsigned long>(units[i + 1]) : 0ul;
    if (sizeof(Unit) == 2 && c >= 0xD800 && c < 0xDC00 && next >= 0xDC00 &&
        next < 0xE000) {
      add_utf8(out, 0x10000 + (c - 0xD800) * 1024 + (next - 0xDC00));
      ++i;
    } else {
      add_utf8(out, is_half(c) || c > 0x10FFFF ? 0xFFFD : c);
    }
  }
  return out;
}

// Converts into blocks of exactly `room` bytes, one after the other.
template <class Unit>
std::string narrow(std::vector<Unit> const& units, std::size_t room) {
  std::string out;
  Unit const* at = units.data();
  Unit const* const last = at + units.size();
  while (at != last) {
    std::vector<char> block(room);
    auto const done =
        rill::detail::narrow_units(at, last, block.data(), block.data() + room);
    REQUIRE(done.at != at);
    if (done.at != last) REQUIRE(block.data() + room - done.out < 4);
    out.append(block.data(), done.out);
    at = done.at;
  }
  return out;
}

// Runs of characters of similar length in UTF-8, and units that are not
// characters.
template <class Unit>
std::vector<Unit> random_text(std::mt19937& random, std::size_t size) {
  std::vector<Unit> text;
  unsigned long const above[] = {0x80, 0x80, 0x800, 0xD800, 0x10000, 0x110000};
  while (text.size() < size) {
    auto const kind = random() % 6;
    for (auto run = random() % 12; run != 0; --run) {
      unsigned long c = random() % above[kind];
      if (kind == 5) c = 0xD700 + random() % 0xA00;  // around the surrogates
      if (sizeof(Unit) == 2 && c >= 0x10000) {
        text.push_back(static_cast<Unit>(0xD800 + (c - 0x10000) / 1024));
        text.push_back(static_cast<Unit>(0xDC00 + (c - 0x10000) % 1024));
      } else {
        text.push_back(static_cast<Unit>(c));
      }
    }
  }
  text.resize(size);
  return text;
}

template <class Unit>
void check_random(unsigned seed) {
  std::mt19937 random(seed);
  for (std::size_t size = 0; size != 90; ++size)
    for (int i = 0; i != 8; ++i) {
      auto const units = random_text<Unit>(random, size);
      std::string const want = expected(units);
      CHECK(rill::detail::narrowed_size(units.data(), units.data() + size) ==
            want.size());
      for (std::size_t room : {4u, 5u, 7u, 16u, 31u, 32u, 33u, 47u, 400u})
        REQUIRE(narrow(units, room) == want);
    }
}

}  // namespace

TEST_CASE("unicode/code_units: every length, every room, all units") {
  check_random<char16_t>(1);
  check_random<char32_t>(2);
  check_random<wchar_t>(3);
}

TEST_CASE("unicode/code_units: each of eight places, each edge") {
  unsigned long const edges[] = {0x7F,   0x80,   0x7FF,  0x800,
                                 0xD7FF, 0xD800, 0xDBFF, 0xDC00,
                                 0xDFFF, 0xE000, 0xFFFD, 0xFFFF};
  for (unsigned long edge : edges)
    for (std::size_t place = 0; place != 17; ++place) {
      std::vector<char16_t> units(17, u'a');
      units[place] = static_cast<char16_t>(edge);
      CHECK(narrow(units, 100) == expected(units));
      std::vector<char32_t> wide(17, U'a');
      wide[place] = static_cast<char32_t>(edge);
      CHECK(narrow(wide, 100) == expected(wide));
      wide[place] = 0x10000 + static_cast<char32_t>(edge) * 16;
      CHECK(narrow(wide, 100) == expected(wide));
      wide[place] = 0x80000000 + static_cast<char32_t>(edge);
      CHECK(narrow(wide, 100) == expected(wide));
    }
}

TEST_CASE("unicode/code_units: the last few, ASCII or behind what is not") {
  for (std::size_t size = 0; size != 20; ++size)
    for (std::size_t place = 0; place <= size; ++place)
      for (unsigned long unit : {0x7Ful, 0x80ul, 0x20ACul, 0xD83Dul}) {
        std::vector<char16_t> units(size, u'0');
        for (std::size_t i = 0; i != size; ++i)
          units[i] = static_cast<char16_t>(u'0' + i);
        std::vector<char32_t> wide(units.begin(), units.end());
        if (place != size) {
          units[place] = static_cast<char16_t>(unit);
          wide[place] = static_cast<char32_t>(unit);
        }
        for (std::size_t room = 4; room != 50; ++room) {
          REQUIRE(narrow(units, room) == expected(units));
          REQUIRE(narrow(wide, room) == expected(wide));
        }
      }
}

namespace {
constexpr bool narrows_when_constant() {
  char out[32] = {};
  char16_t const units[] = u"abcdefghi\u00E9\u20AC\U0001F600";
  auto const done =
      rill::detail::narrow_units(units, units + 13, out, out + 32);
  return done.at == units + 13 && done.out == out + 18 &&
         rill::detail::narrowed_size(units, units + 13) == 18;
}
static_assert(narrows_when_constant());
}  // namespace
