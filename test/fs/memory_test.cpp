// test/fs/memory_test.cpp: whichever block of memory there is none for, no
// descriptor is lost.
// platforms: posix
#include <doctest/doctest.h>
#include <rill/fs.h>
#include <stdlib.h>

#include <new>
#include <string>

#include "support/descriptors.h"
#include "support/files.h"

namespace fs = rill::fs;

namespace {

long blocks_left = -1;  // negative: as many as are asked for

}  // namespace

void* operator new(std::size_t size) {
  void* const block =
      blocks_left == 0 ? nullptr : ::malloc(size != 0 ? size : 1);
  if (blocks_left > 0) --blocks_left;
  if (!block) throw std::bad_alloc();
  return block;
}
void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
  return ::malloc(size != 0 ? size : 1);
}
void operator delete(void* block) noexcept { ::free(block); }
void operator delete(void* block, std::size_t) noexcept { ::free(block); }

TEST_CASE("fs/memory: no descriptor is lost when there is none") {
  rill_test::folder folder;
  std::string const top = folder / "t";
  fs::create_directories(top + "/" + std::string(200, 'x') + "/" +
                         std::string(200, 'y') + "/z/z/z/z/z/z/z/z/z");
  auto const each = [&](auto const& work) {
    int failures = 0;
    for (long blocks = 0;; ++blocks) {
      rill_test::descriptor_count const before;
      bool is_done = false;
      blocks_left = blocks;
      try {
        work();
        is_done = true;
      } catch (std::bad_alloc const&) {
      }
      blocks_left = -1;
      CAPTURE(blocks);
      CHECK(before.same());
      if (is_done) break;
      ++failures;
    }
    CHECK(failures > 1);
  };
  fs::walk_options globs;
  globs.glob = "**/z/*";
  fs::walk_options rest;
  rest.sorted = rest.contents_first = rest.follow_links = true;
  for (fs::walk_options const& options : {fs::walk_options{}, globs, rest})
    each([&] {
      for (auto& entry : fs::walk(top, options)) (void)entry;
    });
  std::string const copy = folder / "copy";
  each([&] {
    (void)fs::try_copy(top, copy, {.existing = fs::copy_existing::keep});
  });
  each([&] { (void)fs::directory::open(top).try_open_directory("x"); });
}
