// test/ring/ring_search_test.cpp: the end of a piece, wherever the stream is
// split, against std::string::find.
#include <doctest/doctest.h>
#include <rill/ring/ring_block.h>

#include <random>
#include <string>

using rill::detail::end_for;

namespace {

// Searches the text in parts of `step` bytes; returns the end of the piece, or
// npos.
template <class Ending>
std::size_t find_end(std::string const& all, Ending ending, std::size_t step) {
  auto search = end_for(ending);
  std::size_t done = 0;
  bool found = false;
  while (!found && done != all.size()) {
    std::size_t const part = std::min(step, all.size() - done);
    // A block of exactly the part's size, so a sanitizer finds a read behind
    // it.
    std::string const exact(all, done, part);
    std::size_t const taken = search.take(exact.data(), part, found);
    REQUIRE(taken <= part);
    REQUIRE((found || taken == part));
    done += taken;
  }
  return found ? done : std::string::npos;
}

std::size_t expected(std::string const& all, std::string const& ending) {
  std::size_t const at = all.find(ending);
  return at == std::string::npos ? at : at + ending.size();
}

}  // namespace

TEST_CASE("ring/ring_block: characters and predicates") {
  std::string const all = "abc;def,";
  for (std::size_t step = 1; step <= 9; ++step) {
    CHECK(find_end(all, ';', step) == 4);
    CHECK(find_end(all, 'x', step) == std::string::npos);
    CHECK(
        find_end(all, [](char c) { return c == ',' || c == 'x'; }, step) == 8);
    CHECK(find_end(
              all, [](char) -> int { return 0; }, step) == std::string::npos);
  }
}

TEST_CASE("ring/ring_block: short texts over two letters, all cuts") {
  std::mt19937 random(7);
  for (int round = 0; round != 3000; ++round) {
    std::string all, ending;
    for (std::size_t n = random() % 40; n != 0; --n)
      all += random() % 3 ? 'a' : 'b';
    for (std::size_t n = 1 + random() % 6; n != 0; --n)
      ending += random() % 3 ? 'a' : 'b';
    for (std::size_t step : {1u, 2u, 3u, 7u, 50u})
      REQUIRE(find_end(all, rill::text(ending), step) == expected(all, ending));
  }
  CHECK(find_end("x", rill::text("", 0), 1) == 0);
}

TEST_CASE("ring/ring_block: long texts, with a table on the heap") {
  for (std::size_t size : {63u, 64u, 65u, 66u, 300u}) {
    std::string const ending = std::string(size - 1, 'a') + 'b';
    for (std::size_t more : {0u, 1u, 70u, 1000u}) {
      std::string const all = std::string(more, 'a') + ending + "aab";
      for (std::size_t step : {1u, 64u, 5000u})
        REQUIRE(find_end(all, rill::text(ending), step) ==
                expected(all, ending));
    }
    std::string const periodic = "ab" + std::string(size, 'a') + "ab";
    std::string const twice = "ab" + std::string(size, 'a') + periodic;
    CHECK(find_end(twice, rill::text(periodic), 10) ==
          expected(twice, periodic));
  }
}

TEST_CASE("ring/ring_block: hostile texts take linear time") {
  // The naive search for 100,000 bytes in 4 MB would take 4e11 steps.
  std::string const all(4'000'000, 'a');
  std::string const late = std::string(100'000, 'a') + 'b';
  std::string const early = 'b' + std::string(100'000, 'a');
  CHECK(find_end(all, rill::text(late), 4096) == std::string::npos);
  CHECK(find_end(all, rill::text(early), 4096) == std::string::npos);
  std::string mixed;
  while (mixed.size() < 4'000'000) mixed += std::string(99'999, 'a') + 'c';
  CHECK(find_end(mixed, rill::text(late), 4096) == std::string::npos);
}
