// test/base/text_test.cpp: the runs of bytes and the small copies.
// covers: base/bare.h
#include <doctest/doctest.h>
#include <rill/base/text.h>

#include <memory>  // std::make_unique: blocks of the exact size
#include <string>

using rill::text;

TEST_CASE("base/text: a run of bytes goes from begin to end") {
  char const word[] = "word";
  text const run{word, 4};
  CHECK(std::string(run.begin(), run.end()) == "word");
  CHECK(run.end() - run.begin() == 4);
  text const none;
  CHECK(none.begin() == none.end());
}

TEST_CASE("base/text: the length ends at the first NUL") {
  CHECK(rill::detail::length_of("") == 0);
  CHECK(rill::detail::length_of("ab\0cd") == 2);
  static_assert(rill::detail::length_of("four") == 4);
}

TEST_CASE("base/text: copies have the exact size, at every size") {
  for (std::size_t size = 0; size != 70; ++size) {
    auto const from = std::make_unique<char[]>(size);
    auto const to = std::make_unique<char[]>(size);
    for (std::size_t i = 0; i != size; ++i)
      from[i] = static_cast<char>(i * 37 + size);
    char* const end = rill::detail::copy_bytes(to.get(), from.get(), size);
    CHECK(end == to.get() + size);
    CHECK(std::string(to.get(), size) == std::string(from.get(), size));
  }
}

TEST_CASE("base/text: nothing may be copied from nowhere") {
  char byte = 'x';
  CHECK(rill::detail::copy_bytes(&byte, nullptr, 0) == &byte);
  CHECK(rill::detail::copy_bytes(nullptr, nullptr, 0) == nullptr);
  CHECK(byte == 'x');
}

TEST_CASE("base/text: filling touches the count and no more") {
  for (std::size_t count = 0; count != 40; ++count) {
    auto const block = std::make_unique<char[]>(count);
    char* const end = rill::detail::fill_bytes(block.get(), count, '.');
    CHECK(end == block.get() + count);
    CHECK(std::string(block.get(), count) == std::string(count, '.'));
  }
}

namespace {

constexpr bool copies_when_constant() {
  char out[5] = {};
  char* end = rill::detail::copy_bytes(out, "abc", 3);
  end = rill::detail::fill_bytes(end, 1, 'd');
  return end == out + 4 && out[0] == 'a' && out[2] == 'c' && out[3] == 'd' &&
         out[4] == '\0';
}
static_assert(copies_when_constant());
static_assert(rill::detail::smaller(2, 3) == 2);
static_assert(rill::detail::smaller(3, 2) == 2);
static_assert(rill::detail::larger(2, 3) == 3);
static_assert(rill::detail::larger(3, 2) == 3);

}  // namespace

TEST_CASE("base/text: short copies touch their own bytes and no others") {
  for (std::size_t size = 0; size != 70; ++size) {
    // Blocks of the exact size, so that a sanitizer sees one byte too far.
    auto const from = std::make_unique<char[]>(size);
    auto const to = std::make_unique<char[]>(size);
    for (std::size_t i = 0; i != size; ++i)
      from[i] = static_cast<char>('!' + i);
    CHECK(rill::detail::copy_short(to.get(), from.get(), size) ==
          to.get() + size);
    CHECK(std::string(to.get(), size) == std::string(from.get(), size));
  }
}
