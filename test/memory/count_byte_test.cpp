// test/memory/count_byte_test.cpp: against std::count, at every size, in
// blocks of exact size.
#include <doctest/doctest.h>
#include <rill/memory/count_byte.h>

#include <algorithm>
#include <memory>
#include <random>

namespace {

bool counts(std::size_t size, unsigned kinds, char byte, std::mt19937& random) {
  auto const block = std::make_unique<char[]>(size);
  for (std::size_t i = 0; i != size; ++i)
    block[i] = static_cast<char>(byte + static_cast<int>(random() % kinds));
  return rill::count_byte(block.get(), size, byte) ==
         static_cast<std::size_t>(
             std::count(block.get(), block.get() + size, byte));
}

}  // namespace

TEST_CASE("memory/count_byte: agrees with std::count") {
  std::mt19937 random(5);
  for (std::size_t size = 0; size != 200; ++size)
    for (unsigned kinds : {1u, 2u, 7u})
      REQUIRE(counts(size, kinds, '\n', random));
  for (int byte = -128; byte != 128; ++byte)
    REQUIRE(counts(100, 3, static_cast<char>(byte), random));
}

TEST_CASE("memory/count_byte: lanes are emptied before they are full") {
  std::mt19937 random(6);
  // A lane counts to 127. It is full after the fewest steps if every byte
  // matches.
  for (std::size_t steps = 120; steps != 136; ++steps)
    for (std::size_t more = 0; more != 3; ++more)
      REQUIRE(counts(steps * 64 + more, 1, '\n', random));
  REQUIRE(counts(127 * 64 * 2, 1, '\n', random));
  REQUIRE(counts(1'000'003, 1, '\xff', random));
}

TEST_CASE("memory/count_byte: nothing at a null pointer") {
  CHECK(rill::count_byte(nullptr, 0, 'x') == 0);
}
