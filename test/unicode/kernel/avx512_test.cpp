// test/unicode/kernel/avx512_test.cpp: each AVX-512 kernel of unicode/, called
// directly, stops where the plain twin stops and writes the same bytes, for
// every kind of text, at every place of a block and in every room.
// covers: unicode/kernel/x86/vector_avx512.h
// covers: unicode/kernel/x86/from_utf8_avx512.h
// covers: unicode/kernel/x86/to_utf8_avx512.h
// covers: unicode/kernel/x86/utf16_to_utf8_avx512.h
// covers: unicode/kernel/x86/utf8_to_utf32_avx512.h
#include <doctest/doctest.h>

#include "avx512_texts.h"

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#include <unistd.h>
#endif

using namespace avx512_texts;

TEST_CASE("unicode/kernel/avx512: the pointers lead to these kernels") {
  if (!can_run()) return skip_this();
#if RILL_X86_64
  using rill::cpu;
  using namespace rill::detail;
  // The kernel's own address is not compared, because g++ may give a function
  // another address in each translation unit.
  converter const below =
      kernel_up_to<converter, conversion_of<form::utf8, form::utf16>::at>(
          cpu::avx2);
  CHECK((kernel<form::utf8, form::utf16>() != below));
#endif
}

TEST_CASE("unicode/kernel/avx512: every scalar value goes both ways") {
  if (!can_run()) return skip_this();
  // Texts of 97 characters, so that characters stand at every place of a block.
  for (char32_t first = 0; first < 0x110000; first += 97) {
    std::u32string text;
    for (char32_t c = first; c != first + 97; ++c)
      if (rill::is_scalar_value(c)) text += c;
    REQUIRE_MESSAGE(all_directions_agree(text), first);
  }
}

TEST_CASE("unicode/kernel/avx512: every scalar value beside each kind [slow]") {
  if (!can_run()) return skip_this();
  // Each scalar value stands between characters of every kind, so that no block
  // has one kind only.
  for (char32_t first = 0; first < 0x110000; first += 61) {
    std::u32string text;
    for (char32_t c = first; c != first + 61; ++c) {
      if (!rill::is_scalar_value(c)) continue;
      text += c;
      text += sample(c % kinds, c * 7);
    }
    REQUIRE_MESSAGE(all_directions_agree(text), first);
  }
}

TEST_CASE("unicode/kernel/avx512: all two bytes, alone and behind others") {
  if (!can_run()) return skip_this();
  for (int a = 0; a != 256; ++a)
    for (int b = 0; b != 256; ++b) {
      std::string const two = {static_cast<char>(a), static_cast<char>(b)};
      // Alone, across two blocks, and at the end of one.
      std::size_t const before[] = {0, 63, 62};
      std::size_t const turn = static_cast<std::size_t>(a + b) % 3;
      REQUIRE(from_utf8_agrees(std::string(before[turn], 'x') + two +
                               std::string(turn, 'y')));
    }
}

TEST_CASE("unicode/kernel/avx512: three and four bytes at the boundaries") {
  if (!can_run()) return skip_this();
  unsigned turn = 0;
  auto const check = [&](std::string const& bytes) {
    std::string text = avx512_texts::utf8_text(turn % kinds, 200);
    turn += 1;
    text.insert(boundary_before(text, turn % 200), bytes);
    return from_utf8_agrees(text);
  };
  static constexpr unsigned char edges[] = {
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
      0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
  auto const as_char = [](unsigned char c) { return static_cast<char>(c); };
  for (unsigned char a : edges)
    for (unsigned char b : edges)
      for (unsigned char c : edges) {
        std::string const three = {as_char(a), as_char(b), as_char(c)};
        REQUIRE(check(three));
        if (a < 0xE0) continue;
        for (char d : {'\x7F', '\x80', '\xBF', '\xC2'})
          REQUIRE(check(three + d));
      }
}

TEST_CASE("unicode/kernel/avx512: every problem at every place of a text") {
  if (!can_run()) return skip_this();
  static char const* const problems[] = {"\x80",
                                         "\xBF",
                                         "\xC0\x80",
                                         "\xC1\xBF",
                                         "\xC2",
                                         "\xC2\xC2\x80",
                                         "\xC3\x28",
                                         "\xE0\x9F\xBF",
                                         "\xE0\xA0",
                                         "\xE1\x80",
                                         "\xE1\x80\xC2\x80",
                                         "\xE2\x82\x28",
                                         "\xED\xA0\x80",
                                         "\xED\xBF\xBF",
                                         "\xEF\xBF",
                                         "\xF0\x8F\xBF\xBF",
                                         "\xF0\x90\x80",
                                         "\xF1\x80",
                                         "\xF1\x80\x80\x41",
                                         "\xF4\x90\x80\x80",
                                         "\xF4\x8F\xBF",
                                         "\xF5\x80\x80",
                                         "\xFF",
                                         "\xF0\x9F\x98\x80\x80"};
  for (unsigned kind = 0; kind != kinds; ++kind) {
    std::string const text = avx512_texts::utf8_text(kind, 200);
    for (std::size_t at = 0; at <= text.size(); ++at) {
      if (at != text.size() && (text[at] & 0xC0) == 0x80) continue;
      for (char const* problem : problems) {
        std::string bad = text;
        REQUIRE_MESSAGE(from_utf8_agrees(bad.insert(at, problem)), at, problem);
      }
    }
    // The text is also cut at every byte.
    for (std::size_t size = 0; size <= text.size(); ++size)
      REQUIRE(from_utf8_agrees(text.substr(0, size)));
  }
}

TEST_CASE("unicode/kernel/avx512: every unit of UTF-16 in context") {
  if (!can_run()) return skip_this();
  for (unsigned unit = 0; unit != 0x10000; ++unit) {
    std::u16string text = avx512_texts::utf16_text(unit % kinds, 70);
    text.insert(text.begin() + unit % 71, static_cast<char16_t>(unit));
    REQUIRE(from_utf16_agrees(text));
    text = {static_cast<char16_t>(unit)};
    REQUIRE(from_utf16_agrees(text));
  }
}

TEST_CASE("unicode/kernel/avx512: lone surrogates at every place") {
  if (!can_run()) return skip_this();
  static std::u16string const problems[] = {
      {0xD800}, {0xDC00}, {0xDFFF}, {0xDBFF, 0xDBFF, 0xDFFF}, {0xDC00, 0xD800}};
  for (unsigned kind = 0; kind != kinds; ++kind) {
    std::u16string const text = avx512_texts::utf16_text(kind, 100);
    for (std::size_t at = 0; at <= text.size(); ++at)
      for (std::u16string const& problem : problems) {
        std::u16string bad = text;
        REQUIRE_MESSAGE(from_utf16_agrees(bad.insert(at, problem)), at);
      }
    for (std::size_t size = 0; size <= text.size(); ++size)
      REQUIRE(from_utf16_agrees(text.substr(0, size)));
  }
}

TEST_CASE("unicode/kernel/avx512: no scalar values at every place of UTF-32") {
  if (!can_run()) return skip_this();
  for (unsigned kind = 0; kind != kinds; ++kind) {
    std::u32string const text = avx512_texts::utf32_text(kind, 80);
    for (std::size_t at = 0; at <= text.size(); ++at)
      for (char32_t bad : {0xD800u, 0xDFFFu, 0x110000u, 0x7FFFFFFFu,
                           0x80000000u, 0x8000D800u, 0xFFFFFFFFu}) {
        std::u32string changed = text;
        REQUIRE(from_utf32_agrees(changed.insert(at, 1, bad)));
      }
    for (std::size_t size = 0; size <= text.size(); ++size)
      REQUIRE(from_utf32_agrees(text.substr(0, size)));
  }
}

TEST_CASE("unicode/kernel/avx512: every room and every alignment") {
  if (!can_run()) return skip_this();
  for (unsigned kind = 0; kind != kinds; ++kind) {
    std::u32string const text = avx512_texts::utf32_text(kind, 90);
    for_all_directions([&]<class From, class To>() {
      std::string const in = encode<From>(text);
      std::size_t const need = plainly<From, To>(in, in.size() * 4 + 8).written;
      for (std::size_t room = 0; room <= need + 130; ++room)
        REQUIRE_MESSAGE((agrees<From, To>(in, room, room % 64)), kind, room);
    });
  }
}

TEST_CASE("unicode/kernel/avx512: random texts, also broken ones") {
  if (!can_run()) return skip_this();
  std::mt19937 random(512);
  auto const pick = [&](unsigned limit) {
    return static_cast<unsigned>(random() % limit);
  };
  for (int round = 0; round != 4000; ++round) {
    std::u32string const text =
        avx512_texts::utf32_text(pick(kinds + 1), pick(300), pick(1u << 31));
    for_all_directions([&]<class From, class To>() {
      std::string in = encode<From>(text);
      for (int change = 0; change != 3; ++change) {
        std::size_t const room =
            random() % 2 ? in.size() * 4 + 8 : random() % (in.size() * 2 + 2);
        REQUIRE_MESSAGE((agrees<From, To>(in, room, random() % 64)), round);
        if (in.empty()) break;
        break_something(in, random);
      }
    });
  }
}

TEST_CASE("unicode/kernel/avx512: long runs of each kind") {
  if (!can_run()) return skip_this();
  for (unsigned kind = 0; kind != kinds; ++kind)
    for (std::size_t size : {1000u, 4099u})
      REQUIRE(all_directions_agree(avx512_texts::utf32_text(kind, size) +
                                   U"\xE9x" +
                                   avx512_texts::utf32_text(0, size)));
}

#if __has_include(<sys/mman.h>)
namespace {

// A page between two pages without access.
class lonely_page {
 public:
  lonely_page()
      : size_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        pages_(
            static_cast<char*>(mmap(nullptr, 3 * size_, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    mprotect(pages_, size_, PROT_NONE);
    mprotect(pages_ + 2 * size_, size_, PROT_NONE);
  }
  ~lonely_page() { munmap(pages_, 3 * size_); }
  lonely_page(lonely_page const&) = delete;
  lonely_page& operator=(lonely_page const&) = delete;
  char* at_start() { return pages_ + size_; }
  char* at_end(std::size_t size) { return pages_ + 2 * size_ - size; }

 private:
  std::size_t size_;
  char* pages_;
};

}  // namespace

TEST_CASE("unicode/kernel/avx512: nothing outside of the text and the room") {
  if (!can_run()) return skip_this();
  lonely_page text, result;
  for (unsigned kind = 0; kind != kinds; ++kind)
    for_all_directions([&]<class From, class To>() {
      converter const convert = kernel<From::name, To::name>();
      std::string const all = encode<From>(avx512_texts::utf32_text(kind, 70));
      for (std::size_t size = 0; size <= all.size(); ++size) {
        std::string const in = all.substr(0, size);
        auto const plain = plainly<From, To>(in, size * 4);
        for (bool const at_end : {false, true})
          for (std::size_t const room :
               {size * 4, plain.written, plain.written / 2}) {
            char* const from = at_end ? text.at_end(size) : text.at_start();
            char* const to = at_end ? result.at_end(room) : result.at_start();
            if (size != 0) std::memcpy(from, in.data(), size);
            kernel_progress const far =
                convert(from, from + size, to, to + room);
            auto const expected = plainly<From, To>(in, room);
            REQUIRE(far.in == from + expected.read);
            REQUIRE(far.out == to + expected.written);
          }
      }
    });
}
#endif
