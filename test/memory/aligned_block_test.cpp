// test/memory/aligned_block_test.cpp: blocks at multiples of a power of
// two.
// covers: memory/owned.h
#include <doctest/doctest.h>
#include <rill/memory/owned.h>
#include <string.h>  // memset

#include <cstdint>      // std::uintptr_t
#include <type_traits>  // std::is_same_v
#include <utility>      // std::move

using rill::aligned_block;

// The deprecated name, which remains for one version.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static_assert(std::is_same_v<rill::aligned_storage, aligned_block>);
#pragma GCC diagnostic pop

TEST_CASE("memory/owned: begins at a multiple, has all its bytes") {
  for (std::size_t alignment = 1; alignment <= 65536; alignment *= 2) {
    for (std::size_t size : {0u, 1u, 511u, 4096u, 4097u}) {
      aligned_block const block(size, alignment);
      CHECK(reinterpret_cast<std::uintptr_t>(block.data()) % alignment == 0);
      CHECK(block.size() == size);
      CHECK(block.alignment() == alignment);
      if (size != 0) memset(block.data(), 'x', size);
    }
  }
  CHECK(aligned_block(10).alignment() == 4096);
}

TEST_CASE("memory/owned: moves, with its alignment") {
  aligned_block none;
  CHECK(none.data() == nullptr);
  aligned_block first(100, 64);
  char* const data = first.data();
  aligned_block second(std::move(first));
  CHECK(second.data() == data);
  none = std::move(second);
  CHECK(none.data() == data);
  CHECK(none.size() == 100);
  CHECK(none.alignment() == 64);
  aligned_block other(1, 8192);
  none = std::move(other);
  CHECK(none.alignment() == 8192);
  CHECK(none.size() == 1);
  aligned_block& itself = none;
  none = std::move(itself);
  CHECK(none.size() == 1);
}
