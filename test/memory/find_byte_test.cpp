// test/memory/find_byte_test.cpp: against std::find, at every size and place,
// in blocks of exact size.
#include <doctest/doctest.h>
#include <rill/memory/find_byte.h>

#include <algorithm>
#include <memory>

TEST_CASE("memory/find_byte: agrees with std::find") {
  for (std::size_t size = 0; size != 70; ++size)
    for (std::size_t place = 0; place <= size; ++place) {
      auto const block = std::make_unique<char[]>(size);
      std::fill(block.get(), block.get() + size, 'a');
      if (place != size) block[place] = '\xff';
      if (place + 3 < size) block[place + 3] = '\xff';
      char const* const first = block.get();
      REQUIRE(rill::find_byte(first, first + size, '\xff') ==
              std::find(first, first + size, '\xff'));
    }
}

TEST_CASE("memory/find_byte: nothing at a null pointer") {
  CHECK(rill::find_byte(nullptr, nullptr, 'x') == nullptr);
}

TEST_CASE("memory/find_byte: is a constant expression") {
  static constexpr char word[] = "word";
  static_assert(rill::find_byte(word, word + 4, 'r') == word + 2);
  static_assert(rill::find_byte(word, word + 4, 'x') == word + 4);
}
