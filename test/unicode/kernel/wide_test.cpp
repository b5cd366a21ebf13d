// test/unicode/kernel/wide_test.cpp: the kernels between Latin-1, UTF-16 and
// UTF-32 convert as the plain twin does, for every pair and level.
// covers: unicode/kernel/kernel.h, unicode/kernel/x86/utf8_pieces.h
// covers: unicode/kernel/x86/levels/checked.h
#include <doctest/doctest.h>
#include <rill/unicode/convert.h>

#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "rill/unicode/kernel/kernel.h"
#include "support/text_kernels.h"

namespace {

using namespace rill::detail;

template <form Form>
using bytes_of = bytes_of_form<Form>;

// Random characters of a kind: ASCII, Latin-1, one unit of UTF-16, all.
template <form Form>
std::string random_text(std::size_t characters, unsigned kind,
                        std::mt19937& random) {
  constexpr char32_t limits[] = {0x80, 0x100, 0x10000, 0x110000};
  std::string text;
  for (std::size_t i = 0; i != characters; ++i) {
    // Seven of eight characters are of the kind below.
    unsigned const lower = kind != 0 && random() % 8 != 0 ? kind - 1 : kind;
    char32_t c = static_cast<char32_t>(random()) % limits[lower];
    if (!rill::is_scalar_value(c) || (Form == form::latin1 && c > 0xFF))
      c = U'!';
    char units[4];
    text.append(units, bytes_of<Form>::put(units, c));
  }
  return text;
}

template <form From, form To>
bool same_for_all_texts() {
  std::mt19937 random(5);
  for (unsigned kind = 0; kind != 4; ++kind)
    for (std::size_t size = 0; size < 300; size += size < 40 ? 1 : 29) {
      std::string text = random_text<From>(size, kind, random);
      if (!rill_test::same_by_all_kernels<bytes_of<From>, bytes_of<To>>(text))
        return false;
      // Changes a bit, and removes the last byte of half of the texts.
      if (text.empty()) continue;
      text[random() % text.size()] ^= static_cast<char>(1 << random() % 8);
      if (random() % 2 != 0) text.pop_back();
      if (!rill_test::same_by_all_kernels<bytes_of<From>, bytes_of<To>>(text))
        return false;
    }
  return true;
}

template <form From>
void check_from() {
  CHECK(same_for_all_texts<From, form::utf16>());
  CHECK(same_for_all_texts<From, form::utf16_swapped>());
  CHECK(same_for_all_texts<From, form::utf32>());
  CHECK(same_for_all_texts<From, form::utf32_swapped>());
  CHECK(same_for_all_texts<From, form::latin1>());
}

}  // namespace

TEST_CASE("unicode/kernel/wide: from Latin-1") { check_from<form::latin1>(); }
TEST_CASE("unicode/kernel/wide: from UTF-16") { check_from<form::utf16>(); }
TEST_CASE("unicode/kernel/wide: from UTF-16 of the other order") {
  check_from<form::utf16_swapped>();
}
TEST_CASE("unicode/kernel/wide: from UTF-32") { check_from<form::utf32>(); }
TEST_CASE("unicode/kernel/wide: from UTF-32 of the other order") {
  check_from<form::utf32_swapped>();
}

TEST_CASE("unicode/kernel/wide: half a pair alone at every place") {
  for (char16_t const half : {u'\xD83D', u'\xDE00'})
    for (bool const between_pairs : {false, true})
      for (std::size_t at = 0; at != 50; ++at) {
        std::u16string text;
        while (text.size() < at) text += between_pairs ? u"\U0001F600" : u"a";
        text += half;
        for (int i = 0; i != 40; ++i)
          text += between_pairs ? u"\U0001F600" : u"a";
        std::string bytes(text.size() * 2, '\0');
        std::memcpy(bytes.data(), text.data(), bytes.size());
        CHECK((rill_test::same_by_all_kernels<bytes_of<form::utf16>,
                                              bytes_of<form::utf32>>(bytes)));
        CHECK((rill_test::same_by_all_kernels<
               bytes_of<form::utf16>, bytes_of<form::utf16_swapped>>(bytes)));
        for (std::size_t i = 0; i < bytes.size(); i += 2)
          std::swap(bytes[i], bytes[i + 1]);
        CHECK((rill_test::same_by_all_kernels<bytes_of<form::utf16_swapped>,
                                              bytes_of<form::utf32>>(bytes)));
      }
}
