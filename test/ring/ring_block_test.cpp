// test/ring/ring_block_test.cpp: the memory of a ring, mapped or not.
#include <doctest/doctest.h>
#include <rill/ring/ring_block.h>
#include <string.h>  // memset

#include <new>      // std::bad_alloc
#include <utility>  // std::move

#include "support/memory_calls.h"

using rill::detail::ring_block;
using rill::detail::ring_kind;

TEST_CASE("ring/ring_block: capacity and slack, by the page where mapped") {
  std::size_t const page = rill::os::map_granularity();
  for (std::size_t capacity : {std::size_t{1}, std::size_t{1024}, page - 1}) {
    ring_block const made = ring_block::of(capacity, 128);
    CHECK(made.kind() == ring_kind::plain);
    CHECK(made.size() == capacity + 128);
    ::memset(made.data(), 1, made.size());
  }
  ring_block mapped = ring_block::of(2 * page, 128);
  if (mapped.kind() == ring_kind::mapped) {
    CHECK(mapped.size() == 3 * page);
    mapped.data()[3 * page] = 'x';
    CHECK(mapped.data()[0] == 'x');
    CHECK(ring_block::of(page, 0).size() == page);
    ring_block const moved(std::move(mapped));
    CHECK(moved.data()[0] == 'x');
    CHECK(mapped.size() == 0);
    CHECK(mapped.data() == nullptr);
  }
  ring_block const any = ring_block::contiguous(5, 128);
  if (any.kind() == ring_kind::mapped) CHECK(any.size() == page);
}

TEST_CASE("ring/ring_block: where nothing can be mapped") {
  rill_test::no_mapping const none;
  std::size_t const page = rill::os::map_granularity();
  ring_block const made = ring_block::of(page, 128);
  CHECK(made.kind() == ring_kind::plain);
  CHECK(made.size() == page + 128);
  ring_block const twice = ring_block::contiguous(5, 128);
  CHECK(twice.kind() == ring_kind::copied);
  CHECK(twice.size() == 133);
  ::memset(twice.data(), 1, 2 * twice.size());
}

#if RILL_EXCEPTIONS && !RILL_ADDRESS_SANITIZER
TEST_CASE("ring/ring_block: what cannot be is a lack of memory") {
  std::size_t const most = ~std::size_t{0};
  for (std::size_t capacity : {most, most - 4095, most / 2, most / 4 + 1}) {
    CHECK_THROWS_AS((void)ring_block::of(capacity, 128), std::bad_alloc);
    CHECK_THROWS_AS((void)ring_block::contiguous(capacity, 128),
                    std::bad_alloc);
  }
}
#endif
