// test/unicode/validate_test.cpp: whether a text is well-formed, and where it
// is not, against the tables of the Unicode standard, by each kernel.
#include <doctest/doctest.h>
#include <rill/unicode/utf.h>

#include <random>
#include <string>
#include <vector>

#include "reference/utf.h"
#include "support/text_kernels.h"

namespace {

using reference::numbers;
using reference::utf;
using rill::text_problem;
using namespace rill::detail;

// The first problem, from the tables.
struct expected {
  std::size_t offset = 0;
  text_problem problem = text_problem::none;
};
expected look(utf form, numbers const& in) {
  expected found;
  for (reference::piece const& p : reference::pieces(form, in)) {
    if (p.problem != text_problem::none) {
      found.problem = p.problem;
      break;
    }
    found.offset += p.size;
  }
  return found;
}

template <class Form>
bool finds(utf form, numbers const& in) {
  using unit = typename Form::unit;
  rill_test::exact_block<unit> block(in.size());
  for (std::size_t i = 0; i != in.size(); ++i)
    block.data()[i] = static_cast<unit>(in[i]);
  expected const want = look(form, in);
  for (rill::cpu const level : rill_test::text_levels()) {
    rill_test::forced_validation<Form::name> const by(level);
    found_problem const got = find_problem<Form>(block.data(), in.size());
    if (got.offset != want.offset || got.problem != want.problem) return false;
  }
  return true;
}

numbers random_text(utf form, std::size_t size, unsigned kind,
                    std::mt19937& random) {
  constexpr char32_t limits[] = {0x80, 0x800, 0xD800, 0x110000};
  numbers in;
  while (in.size() < size) {
    char32_t const limit = limits[kind < 4 ? kind : random() % 4];
    char32_t c = static_cast<char32_t>(random()) % limit;
    if (c >= 0xD800 && c < 0xE000) c = U'!';
    reference::code const code = reference::encode(form, c);
    in.insert(in.end(), code.unit, code.unit + code.size);
  }
  return in;
}

template <class Form>
void try_everywhere(utf form, numbers const& problem) {
  std::mt19937 random(11);
  for (unsigned kind = 0; kind != 5; ++kind)
    for (std::size_t size = 0; size < 400; size += size < 140 ? 1 : 13) {
      numbers in = random_text(form, size, kind, random);
      CHECK(finds<Form>(form, in));
      std::size_t const at = in.empty() ? 0 : random() % in.size();
      in.insert(in.begin() + static_cast<std::ptrdiff_t>(at), problem.begin(),
                problem.end());
      CHECK(finds<Form>(form, in));
      if (size != 0) {
        in[random() % in.size()] ^= 1u << random() % 8;
        CHECK(finds<Form>(form, in));
      }
    }
}

}  // namespace

TEST_CASE("unicode/utf: UTF-8 with a problem anywhere") {
  for (reference::numbers const& problem :
       {reference::numbers{0x80}, reference::numbers{0xC1, 0x80},
        reference::numbers{0xED, 0xA0, 0x80},
        reference::numbers{0xF4, 0x90, 0x80, 0x80},
        reference::numbers{0xE2, 0x82}, reference::numbers{0xFF}})
    try_everywhere<utf8_form_of<char>>(utf::u8, problem);
}

TEST_CASE("unicode/utf: UTF-16 of both orders with a problem anywhere") {
  for (reference::numbers const& problem :
       {reference::numbers{0xD800}, reference::numbers{0xDC00},
        reference::numbers{0xDFFF, 0xD800},
        reference::numbers{0xD83D, 0xD83D, 0xDE00}}) {
    try_everywhere<utf16_form<char16_t>>(utf::u16, problem);
    try_everywhere<utf16_form<char, byte_order::big>>(
        utf::u16be, reference::split(problem, 2, true));
    try_everywhere<utf16_form<char, byte_order::little>>(
        utf::u16le, reference::split(problem, 2, false));
  }
}

TEST_CASE("unicode/utf: UTF-32 of both orders with a problem anywhere") {
  for (reference::numbers const& problem :
       {reference::numbers{0xD800}, reference::numbers{0xDFFF},
        reference::numbers{0x110000}, reference::numbers{0x8000D800},
        reference::numbers{0xFFFFFFFF}}) {
    try_everywhere<utf32_form<char32_t>>(utf::u32, problem);
    try_everywhere<utf32_form<char, byte_order::big>>(
        utf::u32be, reference::split(problem, 4, true));
    try_everywhere<utf32_form<char, byte_order::little>>(
        utf::u32le, reference::split(problem, 4, false));
  }
}

TEST_CASE("unicode/utf: the public functions") {
  CHECK(rill::validate_utf8("caf\xC3\xA9").valid);
  CHECK(rill::validate_utf8("caf\xC3\xA9").offset == 5);
  CHECK(rill::validate_utf8(std::string()));
  auto const bad = rill::validate_utf8("caf\xC3");
  CHECK(!bad);
  CHECK(bad.offset == 3);
  CHECK(bad.problem == text_problem::cut);
  CHECK(rill::validate_utf16(u"a\U0001F600"));
  CHECK(rill::validate_utf16(std::u16string{u'a', 0xDC00}).offset == 1);
  CHECK(rill::validate_utf32(std::u32string{U'a', 0x110000}).problem ==
        text_problem::too_large);
}

static_assert(rill::validate_utf8("a\xE2\x82\xAC").valid);
static_assert(!rill::validate_utf8("a\xE2\x82!"));
static_assert(rill::validate_utf16(u"\U0001F600").offset == 2);
static_assert(rill::validate_utf32(U"\U0001F600").offset == 1);
