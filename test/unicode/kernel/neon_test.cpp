// test/unicode/kernel/neon_test.cpp: the kernels of 64-bit ARM, against the
// plain twin. On other processors there is nothing to run.
// covers: rill/unicode/kernel/kernel.h
#include <doctest/doctest.h>
#include <rill/unicode/convert.h>

#include <random>
#include <string>
#include <vector>

#include "support/skip.h"
#include "support/text_kernels.h"

namespace {

using namespace rill::detail;

#if RILL_NEON

using utf8 = utf8_form_of<char>;

std::string in_utf8(std::u32string const& text) {
  std::string made(text.size() * 4, '\0');
  made.resize(convert_plainly<utf32_form<char32_t>, utf8>(
                  text.data(), text.size(), made.data(), made.size())
                  .written);
  return made;
}

// Random numbers below `limit`.
class numbers {
 public:
  explicit numbers(unsigned seed) : next_(seed) {}
  unsigned operator()(std::size_t limit) {
    return static_cast<unsigned>(next_() % limit);
  }

 private:
  std::mt19937 next_;
};

// Runs of characters of one length in UTF-8. A quarter of them is the first or
// the last character of that length.
std::u32string runs(unsigned seed) {
  numbers random(seed);
  constexpr char32_t first[] = {0, 0x80, 0x800, 0xE000, 0x10000};
  constexpr char32_t last[] = {0x7F, 0x7FF, 0xD7FF, 0xFFFF, 0x10FFFF};
  std::u32string made;
  while (made.size() < 300) {
    unsigned const kind = random(5);
    for (unsigned left = 1 + random(20); left != 0; --left) {
      unsigned const width = last[kind] - first[kind];
      made += first[kind] +
              (random(4) == 0 ? width * (random(2)) : random(width + 1));
    }
  }
  return made;
}

// Ill-formed texts in units of each size, and U+10041, whose low 16 bits are
// those of 'A'.
std::vector<std::string> ill_formed(char) {
  return {"\xC0\x80",         "\xC1\xBF",        "\xE0\x9F\xBF",
          "\xED\xA0\x80",     "\xED\xBF\xBF",    "\xF0\x8F\xBF\xBF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"};
}
std::vector<std::u16string> ill_formed(char16_t) {
  char16_t const high = 0xD800, low = 0xDC00;
  return {{high, high}, {low, low}, {low, high}, {u'a', high}, {low, u'a'}};
}
std::vector<std::u32string> ill_formed(char32_t) {
  return {{0xD800}, {0xDFFF}, {0x110000}, {0xFFFFFFFF}, {0x10041}};
}
bool is_inside(char unit) { return (unit & 0xC0) == 0x80; }
bool is_inside(char16_t unit) { return (unit & 0xFC00) == 0xDC00; }
bool is_inside(char32_t) { return false; }

template <class From, class To, class Text>
void check(Text const& text, unsigned seed) {
  using unit = typename From::unit;
  CHECK(rill_test::same_by_all_kernels<From, To>(text));
  numbers random(seed);
  for (int i = 0; i != 20; ++i) {
    Text changed = text;
    changed[random(text.size())] =
        static_cast<unit>(random(3) == 0 ? random(1u << 31) : 0x80);
    CHECK(rill_test::same_by_all_kernels<From, To>(changed));
  }
  for (Text const& wrong : ill_formed(unit())) {
    std::size_t at = random(text.size());
    while (at != 0 && is_inside(text[at])) --at;
    Text changed = text;
    for (unsigned left = 1 + random(6); left != 0; --left)
      changed.insert(at, wrong);
    CHECK(rill_test::same_by_all_kernels<From, To>(changed));
  }
  CHECK(rill_test::same_by_all_kernels<From, To>(
      Text(text, random(40), 13 + random(30))));
}

// Checks UTF-8 to Wide and back, and the same with Swapped, whose units are
// bytes in the other order.
template <class Wide, class Swapped>
void check_both_ways(unsigned seed) {
  std::string const text = in_utf8(runs(seed));
  check<utf8, Wide>(text, seed);
  check<utf8, Swapped>(text, seed);
  std::basic_string<typename Wide::unit> wide(4 * text.size(), 0);
  wide.resize(convert_plainly<utf8, Wide>(text.data(), text.size(), wide.data(),
                                          wide.size())
                  .written);
  check<Wide, utf8>(wide, seed);
  std::string bytes(4 * text.size(), 0);
  bytes.resize(convert_plainly<utf8, Swapped>(text.data(), text.size(),
                                              bytes.data(), bytes.size())
                   .written);
  CHECK(rill_test::same_by_all_kernels<Swapped, utf8>(bytes));
  bytes[seed] = '\xDC';
  CHECK(rill_test::same_by_all_kernels<Swapped, utf8>(bytes));
}

#endif

}  // namespace

TEST_CASE("unicode/kernel/neon: conversions are those of the plain twin") {
#if RILL_NEON
  for (unsigned seed = 0; seed != 12; ++seed) {
    check_both_ways<utf16_form<char16_t>, utf16_form<char, byte_order::big>>(
        seed);
    check_both_ways<utf32_form<char32_t>, utf32_form<char, byte_order::big>>(
        seed);
  }
#else
  rill_test::skip("no 64-bit ARM");
#endif
}

TEST_CASE("unicode/kernel/neon: they go through runs to the end") {
#if RILL_NEON
  std::string const text = in_utf8(runs(1));
  std::vector<char16_t> units(text.size() + 64);
  char* const out = reinterpret_cast<char*>(units.data());
  auto const far =
      conversion_kernel<form::utf8, form::utf16, rill::cpu::neon>::run(
          text.data(), text.data() + text.size(), out, out + 2 * units.size());
  CHECK(text.data() + text.size() - far.in < 16);
  char const* const valid = validation_kernel<form::utf8, rill::cpu::neon>::run(
      text.data(), text.data() + text.size());
  CHECK(text.data() + text.size() - valid < 20);
#endif
}

// Every first and second byte, with third and fourth bytes at the edges of
// ranges, in ASCII. The kernel must not accept what the plain twin refuses.
TEST_CASE("unicode/kernel/neon: well-formed is what the plain twin takes") {
#if RILL_NEON
  auto const takes_ill_formed = [](std::string const& text) {
    char const* const end = validation_kernel<form::utf8, rill::cpu::neon>::run(
        text.data(), text.data() + text.size());
    for (char const* at = text.data(); at < end;) {
      taken const one = utf8::take(at, text.data() + text.size());
      if (one.problem != rill::text_problem::none) return true;
      at += one.size;
      if (at > end) return true;
    }
    return false;
  };
  long wrong = 0;
  for (unsigned lead = 0; lead != 256; ++lead)
    for (unsigned second = 0; second != 256; ++second)
      for (unsigned third : {0x20u, 0x7Fu, 0x80u, 0xBFu, 0xC0u, 0xE1u})
        for (unsigned fourth : {0x20u, 0x80u, 0xBFu, 0xF1u}) {
          std::string text(40, 'a');
          std::size_t const at = lead % 24;
          text[at] = static_cast<char>(lead);
          text[at + 1] = static_cast<char>(second);
          text[at + 2] = static_cast<char>(third);
          text[at + 3] = static_cast<char>(fourth);
          wrong += takes_ill_formed(text);
        }
  CHECK(wrong == 0);
#endif
}
