// test/memory/storage_test.cpp: a block that one object owns.
#include <doctest/doctest.h>
#include <rill/memory/storage.h>
#include <string.h>  // memset

#include <string>

using rill::storage;

TEST_CASE("memory/storage: a block has its size, all of it usable") {
  for (std::size_t size : {1u, 2u, 15u, 16u, 4096u}) {
    storage block(size);
    REQUIRE(block.data() != nullptr);
    CHECK(block.size() == size);
    memset(block.data(), 'x', size);
  }
  storage none;
  CHECK(none.data() == nullptr);
  CHECK(none.size() == 0);
}

TEST_CASE("memory/storage: moving leaves the bytes where they are") {
  storage first(8);
  char* const place = first.data();
  storage second(static_cast<storage&&>(first));
  CHECK(second.data() == place);
  CHECK(second.size() == 8);
  CHECK(first.data() == nullptr);
  CHECK(first.size() == 0);
  storage third(3);
  third = static_cast<storage&&>(second);
  CHECK(third.data() == place);
  CHECK(third.size() == 8);
  storage& itself = third;
  third = static_cast<storage&&>(itself);
  CHECK(third.data() == place);
  CHECK(third.size() == 8);
}

TEST_CASE("memory/storage: a copy of a text ends with a NUL") {
  for (std::string const& from :
       {std::string(), std::string("a"), std::string("nul\0in", 6),
        std::string(500, 'y')}) {
    storage const copy = storage::copy_of({from.data(), from.size()});
    CHECK(copy.size() == from.size() + 1);
    CHECK(std::string(copy.data(), from.size()) == from);
    CHECK(copy.data()[from.size()] == '\0');
  }
  CHECK(storage::copy_of({}).data()[0] == '\0');
}

TEST_CASE("memory/storage: grows with what is kept, and returns the block") {
  storage block = storage::copy_of({"abcdef", 6});
  char* const place = block.data();
  storage const before = block.grow(100, {place + 2, 3});
  CHECK(before.data() == place);
  CHECK(before.size() == 7);
  CHECK(block.size() == 100);
  CHECK(std::string(block.data(), 3) == "cde");
  memset(block.data(), 'x', 100);
  CHECK(std::string(before.data()) == "abcdef");
  storage none;
  CHECK(none.grow(1, {}).data() == nullptr);
  CHECK(none.size() == 1);
}
