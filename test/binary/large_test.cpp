// test/binary/large_test.cpp: more than 4 GiB of elements, whose count and
// size need more than 32 bits.
// covers: binary/read.h, binary/write.h
// platforms: posix native
#include <unistd.h>

#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "../support/binary.h"
#include "../support/skip.h"

TEST_CASE("binary/large: a vector of more than 4 GiB comes back [slow]") {
  constexpr std::size_t count = (std::size_t{1} << 30) + 1;
  constexpr std::size_t size = 4 * count;
  auto const pages = static_cast<unsigned long long>(::sysconf(_SC_PHYS_PAGES));
  if (pages * static_cast<unsigned long long>(::sysconf(_SC_PAGESIZE)) <
      3ull * size)
    return rill_test::skip("less than 13 GB of memory");
  std::string bytes;
  {
    std::vector<std::uint32_t> values(count);
    for (std::size_t i = 0; i < count; i += 4096)
      values[i] = static_cast<std::uint32_t>(i * 2654435761u);
    values.back() = 7;
    bytes = rill::to_bytes(values);
  }
  // The count takes five bytes of LEB128.
  REQUIRE(bytes.size() == size + 5);
  CHECK(rill_test::problem_of(rill::try_from_bytes<std::vector<std::uint32_t>>(
            bytes)) == rill::binary_problem::too_much_memory);
  auto const again = rill::from_bytes<std::vector<std::uint32_t>>(
      bytes, {.memory = 8ull << 30});
  REQUIRE(again.size() == count);
  bool is_same = again.back() == 7;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    auto const wanted =
        i % 4096 == 0 ? static_cast<std::uint32_t>(i * 2654435761u) : 0u;
    is_same = is_same && again[i] == wanted;
  }
  CHECK(is_same);
}
