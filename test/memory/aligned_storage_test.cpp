// test/memory/aligned_storage_test.cpp: blocks at multiples of a power of
// two.
// covers: memory/owned.h
#include <doctest/doctest.h>
#include <rill/memory/owned.h>
#include <string.h>  // memset

#include <cstdint>  // std::uintptr_t
#include <utility>  // std::move

using rill::aligned_storage;

TEST_CASE("memory/owned: begins at a multiple, has all its bytes") {
  for (std::size_t alignment = 1; alignment <= 65536; alignment *= 2) {
    for (std::size_t size : {0u, 1u, 511u, 4096u, 4097u}) {
      aligned_storage const block(size, alignment);
      CHECK(reinterpret_cast<std::uintptr_t>(block.data()) % alignment == 0);
      CHECK(block.size() == size);
      CHECK(block.alignment() == alignment);
      if (size != 0) memset(block.data(), 'x', size);
    }
  }
  CHECK(aligned_storage(10).alignment() == 4096);
}

TEST_CASE("memory/owned: moves, with its alignment") {
  aligned_storage none;
  CHECK(none.data() == nullptr);
  aligned_storage first(100, 64);
  char* const data = first.data();
  aligned_storage second(std::move(first));
  CHECK(second.data() == data);
  none = std::move(second);
  CHECK(none.data() == data);
  CHECK(none.size() == 100);
  CHECK(none.alignment() == 64);
  aligned_storage other(1, 8192);
  none = std::move(other);
  CHECK(none.alignment() == 8192);
  CHECK(none.size() == 1);
  aligned_storage& itself = none;
  none = std::move(itself);
  CHECK(none.size() == 1);
}
