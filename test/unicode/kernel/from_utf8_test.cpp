// test/unicode/kernel/from_utf8_test.cpp: the kernels from UTF-8 and the
// checkers of UTF-8, each called directly, against the plain twin.
// covers: unicode/kernel/x86/utf8_pieces.h
// covers: unicode/kernel/x86/ssse3.h, unicode/kernel/x86/avx2.h
// covers: unicode/kernel/x86/levels/vectors.h
// covers: unicode/kernel/x86/levels/from_utf8.h
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include "rill/unicode/convert.h"
#include "support/text_kernels.h"

#if RILL_FOLDERS
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace {

using rill::cpu;
using rill::text_problem;
using rill::detail::form;
using rill::detail::kernel_progress;

using utf8 = rill::detail::utf8_form_of<char>;
constexpr auto other_order =
    rill::detail::native_order == rill::detail::byte_order::little
        ? rill::detail::byte_order::big
        : rill::detail::byte_order::little;

// A kernel, and its comparison with the plain twin. All outputs are bytes.
template <class To>
class kernel_under_test {
 public:
  static constexpr form to = To::name;
  explicit kernel_under_test(cpu level)
      : run_(rill_test::forced_conversion<form::utf8, to>::at(level)) {}

  // Whether the kernel converts a beginning of the text correctly, and stops at
  // most `lag` bytes before the plain twin.
  bool is_right(char const* in, std::size_t size, char* out, std::size_t room,
                std::ptrdiff_t lag) {
    // The buffer of the plain twin is used again.
    if (expected_.size() < room) expected_.resize(room);
    auto const plain = rill::detail::convert_plainly<utf8, To>(
        in, size, expected_.data(), room);
    kernel_progress const far = run_(in, in + size, out, out + room);
    auto const read = static_cast<std::size_t>(far.in - in);
    auto const written = static_cast<std::size_t>(far.out - out);
    if (far.in < in || far.out < out || read > plain.read ||
        written > plain.written)
      return false;
    if (read == plain.read ? written != plain.written
                           : written != rill::detail::convert_plainly<utf8, To>(
                                            in, read, expected_.data(), room)
                                            .written)
      return false;
    return (written == 0 || std::memcmp(out, expected_.data(), written) == 0) &&
           static_cast<std::ptrdiff_t>(plain.read - read) <= lag;
  }
  bool is_right_in_blocks(std::string const& text, std::size_t room,
                          std::ptrdiff_t lag) {
    rill_test::exact_block<char> in(text.data(), text.size());
    rill_test::exact_block<char> out(room);
    return is_right(in.data(), text.size(), out.data(), room, lag) &&
           out.is_whole();
  }

 private:
  rill::detail::converter run_;
  std::vector<char> expected_;
};

using to_16 = rill::detail::utf16_form<char>;
using to_16_swapped = rill::detail::utf16_form<char, other_order>;
using to_32 = rill::detail::utf32_form<char>;
using to_32_swapped = rill::detail::utf32_form<char, other_order>;
using to_latin1 = rill::detail::latin1_form<char>;

template <class To, class Check>
void check_one(cpu level, Check check) {
  using chooser = rill::detail::conversion_of<form::utf8, To::name>;
  if (rill_test::forced_conversion<form::utf8, To::name>::at(level) ==
      chooser::none)
    return;
  check(kernel_under_test<To>(level));
}

// Calls check(kernel) with each kernel of this processor.
template <class Check>
void with_each_kernel(Check check) {
  for (cpu const level : rill_test::text_levels()) {
    std::string const name = rill_test::level_name(level);
    CAPTURE(name);
    check_one<to_16>(level, check);
    check_one<to_16_swapped>(level, check);
    check_one<to_32>(level, check);
    check_one<to_32_swapped>(level, check);
    check_one<to_latin1>(level, check);
  }
}

std::string encoded(char32_t c) {
  char bytes[4];
  return {bytes, utf8::put(bytes, c)};
}

// A text of exactly `size` bytes: `some` characters in turn, then 'x'.
std::string text_of(std::size_t size, std::initializer_list<char32_t> some) {
  std::string made;
  for (auto at = some.begin();; ++at) {
    if (at == some.end()) at = some.begin();
    std::string const next = encoded(*at);
    if (made.size() + next.size() > size) break;
    made += next;
  }
  made.append(size - made.size(), 'x');
  return made;
}
std::vector<std::string> kinds_of_text(std::size_t size) {
  return {
      text_of(size, {'a', 'b', '1', ' '}),
      text_of(size, {0x80, 0x416, 0x7FF, 0x434}),
      text_of(size, {0x4E2D, 0x800, 0xFFFD, 0xD7FF, 0xE000}),
      text_of(size, {0x1F600, 0x10000, 0x10FFFF, 0x2FFFF}),
      text_of(size, {'a', 0xE9, 0x4E2D, 0x1F600, 0x3B1, 'b', 'c', 0x20AC}),
      text_of(size, {0xFF, 'a', 0xC2, 0xC3, 0x80, 'z'}),
  };
}

constexpr unsigned char edges[] = {
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1,
    0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1,
    0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF};

// With sanitizers a conversion takes ten times as long, so tests do only one
// conversion of `thinning`.
#if RILL_ADDRESS_SANITIZER
constexpr unsigned thinning = 9;
#else
constexpr unsigned thinning = 1;
#endif

// A text in a block of exactly its size. Each check replaces bytes at one
// place.
template <class Kernel>
class patched_text {
 public:
  patched_text(Kernel& kernel, std::string const& text)
      : kernel_(kernel),
        text_(text),
        in_(text.data(), text.size()),
        out_(4 * text.size()) {}
  bool is_right(std::size_t at, unsigned char const* bytes, std::size_t count) {
    if (at + count > text_.size()) return true;
    std::memcpy(in_.data() + at, bytes, count);
    bool const right = kernel_.is_right(in_.data(), text_.size(), out_.data(),
                                        out_.size(), 96);
    std::memcpy(in_.data() + at, text_.data() + at, count);
    return right && out_.is_whole();
  }

 private:
  Kernel& kernel_;
  std::string const& text_;
  rill_test::exact_block<char> in_, out_;
};

// Whether the checker stops at the end of a character, at most `lag` bytes
// before the first problem.
bool checks_rightly(rill::detail::checker check, char const* in,
                    std::size_t size, std::ptrdiff_t lag) {
  static std::vector<char> ignored;
  if (ignored.size() < 4 * size) ignored.resize(4 * size);
  auto const whole = rill::detail::convert_plainly<utf8, to_32>(
      in, size, ignored.data(), ignored.size());
  char const* const end = check(in, in + size);
  if (end < in) return false;
  auto const read = static_cast<std::size_t>(end - in);
  if (read > whole.read || static_cast<std::ptrdiff_t>(whole.read - read) > lag)
    return false;
  return read == whole.read || (in[read] & 0xC0) != 0x80;
}

template <class Check>
void with_each_checker(Check check) {
  for (cpu const level : rill_test::text_levels()) {
    std::string const name = rill_test::level_name(level);
    CAPTURE(name);
    auto const at_level = rill_test::forced_validation<form::utf8>::at(level);
    if (at_level != rill::detail::validation_of<form::utf8>::none)
      check(at_level);
  }
}

}  // namespace

TEST_CASE("unicode/kernel/from_utf8: all scalar values") {
  std::string all, latin;
  for (char32_t c = 0; c != 0x110000; ++c)
    if (c < 0xD800 || c > 0xDFFF) all += encoded(c);
  for (char32_t c = 0; c != 0x100; ++c) latin += encoded(c);
  with_each_kernel([&](auto kernel) {
    bool const is_latin = kernel.to == form::latin1;
    CHECK(
        kernel.is_right_in_blocks(is_latin ? latin : all, 4 * all.size(), 10));
  });
  with_each_checker([&](auto check) {
    CHECK(check(all.data(), all.data() + all.size()) ==
          all.data() + all.size());
  });
}

TEST_CASE("unicode/kernel/from_utf8: every length and every room") {
  for (std::string const& text : kinds_of_text(150)) {
    with_each_kernel([&](auto kernel) {
      int wrong = 0;
      for (std::size_t size = 0; size <= text.size(); ++size)
        wrong +=
            !kernel.is_right_in_blocks(text.substr(0, size), 4 * size,
                                       kernel.to == form::latin1 ? 96 : 10);
      for (std::size_t room = 0; room <= 4 * text.size(); ++room)
        wrong += !kernel.is_right_in_blocks(text, room, 96);
      CHECK(wrong == 0);
    });
    with_each_checker([&](auto check) {
      int wrong = 0;
      for (std::size_t size = 0; size <= text.size(); ++size) {
        rill_test::exact_block<char> in(text.data(), size);
        wrong += !checks_rightly(check, in.data(), size, 3);
      }
      CHECK(wrong == 0);
    });
  }
}

TEST_CASE("unicode/kernel/from_utf8: pairs of bytes at every offset") {
  for (std::string const& text : kinds_of_text(200)) {
    with_each_kernel([&](auto kernel) {
      patched_text patched(kernel, text);
      int wrong = 0;
      for (unsigned char const a : edges)
        for (unsigned char const b : edges) {
          unsigned char const bytes[] = {a, b};
          for (std::size_t at = 0; at < text.size();
               at += 1 + (a ^ b) % (4 * thinning))
            wrong += !patched.is_right(at, bytes, 2);
        }
      CHECK(wrong == 0);
    });
  }
}

TEST_CASE("unicode/kernel/from_utf8: all pairs of bytes") {
  auto const texts = kinds_of_text(200);
  std::size_t kind = 0;
  with_each_kernel([&](auto kernel) {
    std::string const& text = texts[kind++ % texts.size()];
    patched_text patched(kernel, text);
    int wrong = 0;
    for (unsigned pair = 0; pair < 0x10000; pair += thinning) {
      unsigned char const bytes[] = {static_cast<unsigned char>(pair >> 8),
                                     static_cast<unsigned char>(pair)};
      wrong += !patched.is_right(pair * 31 % 199, bytes, 2);
    }
    CHECK(wrong == 0);
  });
}

TEST_CASE("unicode/kernel/from_utf8: three and four bytes of all edges") {
  std::mt19937_64 random(3);
  for (std::string const& text : kinds_of_text(200)) {
    with_each_kernel([&](auto kernel) {
      patched_text patched(kernel, text);
      int wrong = 0;
      for (unsigned char const a : edges)
        for (unsigned char const b : edges)
          for (unsigned char const c : edges) {
            unsigned char const bytes[] = {a, b, c,
                                           edges[random() % std::size(edges)]};
            wrong += !patched.is_right(random() % 197, bytes, 3);
            wrong += !patched.is_right(random() % 197, bytes, 4);
          }
      CHECK(wrong == 0);
    });
  }
}

TEST_CASE("unicode/kernel/from_utf8: validation finds what is wrong") {
  std::mt19937_64 random(4);
  for (std::string const& text : kinds_of_text(200)) {
    with_each_checker([&](auto check) {
      rill_test::exact_block<char> in(text.data(), text.size());
      int wrong = 0;
      for (unsigned char const a : edges)
        for (unsigned char const b : edges)
          for (unsigned char const c : edges) {
            unsigned char const bytes[] = {a, b, c,
                                           edges[random() % std::size(edges)]};
            std::size_t const at = random() % 197;
            std::size_t const count = 1 + random() % 4;
            std::memcpy(in.data() + at, bytes, count);
            wrong += !checks_rightly(check, in.data(), text.size(), 160);
            std::memcpy(in.data() + at, text.data() + at, count);
          }
      CHECK(wrong == 0);
    });
  }
}

TEST_CASE("unicode/kernel/from_utf8: random and mutated texts") {
  std::mt19937_64 random(5);
  auto const scalar = [&](unsigned kind) -> char32_t {
    char32_t c = 0;
    do {
      switch (kind) {
        case 0:
          return static_cast<char32_t>(random() % 0x80);
        case 1:
          return static_cast<char32_t>(0x80 + random() % 0x780);
        case 2:
          c = static_cast<char32_t>(0x800 + random() % 0xF800);
          break;
        default:
          return static_cast<char32_t>(0x10000 + random() % 0x100000);
      }
    } while (c >= 0xD800 && c < 0xE000);
    return c;
  };
  for (int round = 0; round != 300; ++round) {
    // Runs of characters of one kind, and of several kinds mixed.
    std::string text;
    std::size_t const size = random() % 700;
    while (text.size() < size) {
      unsigned const kinds = 1 + static_cast<unsigned>(random() % 15);
      for (std::size_t run = random() % 60; run != 0; --run) {
        unsigned kind = 0;
        do kind = static_cast<unsigned>(random() % 4);
        while ((kinds >> kind & 1) == 0);
        text += encoded(scalar(kind));
      }
    }
    std::string broken = text;
    for (std::size_t i = random() % 3; i != 0 && !broken.empty(); --i)
      broken[random() % broken.size()] = static_cast<char>(random());
    with_each_kernel([&](auto kernel) {
      CHECK(kernel.is_right_in_blocks(
          text, 4 * text.size(), kernel.to == form::latin1 ? PTRDIFF_MAX : 10));
      CHECK(kernel.is_right_in_blocks(broken, 4 * broken.size(), 96));
      CHECK(kernel.is_right_in_blocks(
          text, text.empty() ? 0 : random() % (4 * text.size()), 300));
    });
    with_each_checker([&](auto check) {
      rill_test::exact_block<char> in(text.data(), text.size());
      CHECK(checks_rightly(check, in.data(), text.size(), 0));
      rill_test::exact_block<char> in_2(broken.data(), broken.size());
      CHECK(checks_rightly(check, in_2.data(), broken.size(), 160));
    });
  }
}

TEST_CASE("unicode/kernel/from_utf8: pointers of any alignment") {
  for (std::string const& text : kinds_of_text(180)) {
    with_each_kernel([&](auto kernel) {
      int wrong = 0;
      std::vector<char> in(text.size() + 64), out(4 * text.size() + 64);
      for (std::size_t shift = 0; shift != 33; ++shift) {
        std::memcpy(in.data() + shift, text.data(), text.size());
        wrong += !kernel.is_right(
            in.data() + shift, text.size(), out.data() + (shift * 7) % 33,
            4 * text.size(), kernel.to == form::latin1 ? PTRDIFF_MAX : 10);
      }
      CHECK(wrong == 0);
    });
  }
}

TEST_CASE("unicode/kernel/from_utf8: conversions with every policy") {
  std::mt19937_64 random(6);
  for (std::string text : kinds_of_text(300)) {
    for (int round = 0; round != 8; ++round) {
      CHECK(rill_test::same_by_all_kernels<utf8,
                                           rill::detail::utf16_form<char16_t>>(
          text));
      CHECK(rill_test::same_by_all_kernels<utf8,
                                           rill::detail::utf32_form<char32_t>>(
          text));
      CHECK(rill_test::same_by_all_kernels<utf8, to_latin1>(text));
      for (int i = 0; i != 3; ++i)
        text[random() % text.size()] = static_cast<char>(random());
    }
  }
}

#if RILL_FOLDERS
TEST_CASE("unicode/kernel/from_utf8: nothing is read behind the text") {
  auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const pages = mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(pages != MAP_FAILED);
  char* const first = static_cast<char*>(pages) + page;
  REQUIRE(mprotect(pages, page, PROT_NONE) == 0);
  REQUIRE(mprotect(first + page, page, PROT_NONE) == 0);
  std::vector<char> out(4 * page);
  for (std::string const& text : kinds_of_text(200)) {
    with_each_kernel([&](auto kernel) {
      int wrong = 0;
      for (std::size_t size = 0; size <= text.size(); ++size) {
        char* const at_end = first + page - size;
        std::memcpy(at_end, text.data(), size);
        wrong += !kernel.is_right(at_end, size, out.data(), 4 * size, 96);
        std::memcpy(first, text.data(), size);
        wrong += !kernel.is_right(first, size, out.data(), 4 * size, 96);
      }
      CHECK(wrong == 0);
    });
    with_each_checker([&](auto check) {
      int wrong = 0;
      for (std::size_t size = 0; size <= text.size(); ++size) {
        char* const at_end = first + page - size;
        std::memcpy(at_end, text.data(), size);
        wrong += !checks_rightly(check, at_end, size, 3);
        std::memcpy(first, text.data(), size);
        wrong += !checks_rightly(check, first, size, 3);
      }
      CHECK(wrong == 0);
    });
  }
  munmap(pages, 3 * page);
}
#endif
