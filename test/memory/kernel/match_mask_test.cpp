// test/memory/kernel/match_mask_test.cpp: the mask of the bytes that match,
// against a comparison byte by byte.
#include <doctest/doctest.h>
#include <rill/memory/kernel/match_mask.h>

#include <random>
#include <string>

TEST_CASE("memory/marks: every byte beside its neighbours") {
  std::mt19937 random(64);
  for (int i = 0; i != 5000; ++i) {
    char const a = static_cast<char>(random());
    char const b = static_cast<char>(a + static_cast<int>(random() % 3) - 1);
    std::string text(64, '\0');
    for (char& c : text)
      c = static_cast<char>(a + static_cast<int>(random() % 7) - 3);
    if (i % 2 == 0)
      for (char& c : text) c = static_cast<char>(c ^ 0x80);
    std::uint64_t expected = 0;
    for (unsigned k = 0; k != 64; ++k)
      expected |= std::uint64_t{text[k] == a || text[k] == b} << k;
    REQUIRE(rill::detail::match_mask(a, b)(text.data()) == expected);
  }
}
