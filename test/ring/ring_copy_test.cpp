// test/ring/ring_copy_test.cpp: every size, between blocks of that size.
#include <doctest/doctest.h>
#include <rill/ring/ring_block.h>

#include <memory>
#include <string>

TEST_CASE("ring/ring_block: every size, and nothing beside it") {
  for (std::size_t size = 0; size <= 100; ++size) {
    auto const from = std::make_unique<char[]>(size);
    auto const to = std::make_unique<char[]>(size);
    for (std::size_t i = 0; i != size; ++i)
      from[i] = static_cast<char>('!' + i % 90);
    CHECK(rill::detail::copy_chunk(to.get(), from.get(), size) ==
          to.get() + size);
    CHECK(std::string(to.get(), size) == std::string(from.get(), size));
  }
}
