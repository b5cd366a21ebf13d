// test/hash/xxh32_test.cpp: XXH32. Values: those that implementations share,
// and SMHasher's sum over all lengths up to 255, each with another seed.
// test/driver/lz4_test.cpp compares it with liblz4.
#include <doctest/doctest.h>
#include <rill/hash/xxh32.h>

#include <cstring>
#include <memory>
#include <string_view>

#include "hashing.h"

TEST_CASE("hash/xxh32: known values") {
  CHECK(rill::xxh32::of("") == 0x02cc5d05);
  CHECK(rill::xxh32::of("a") == 0x550d7456);
  CHECK(rill::xxh32::of("abc") == 0x32d153ff);
  CHECK(rill::xxh32::of("Nobody inspects the spammish repetition") ==
        0xe2293b2f);
  CHECK(rill::xxh32::of("Nobody inspects ", "", "the spammish repetition") ==
        0xe2293b2f);
  static constexpr unsigned char byte[] = {'a'};
  CHECK(rill::xxh32::of(byte) == 0x550d7456);
  CHECK(rill::xxh32().finish() == 0x02cc5d05);
}

// Hashes the bytes 0 to i - 1 for each i below 256, and then all the hashes.
TEST_CASE("hash/xxh32: every length, with seeds") {
  unsigned char key[256] = {};
  unsigned char hashes[4 * 256] = {};
  for (unsigned i = 0; i != 256; ++i) {
    key[i] = static_cast<unsigned char>(i);
    rill::xxh32 hash(256 - i);
    hash.update(std::string_view(reinterpret_cast<char const*>(key), i));
    for (unsigned k = 0; k != 4; ++k)
      hashes[4 * i + k] =
          static_cast<unsigned char>(hash.finish() >> 8 * k & 0xff);
  }
  CHECK(rill::xxh32::of(hashes) == 0xba88b743);
}

TEST_CASE("hash/xxh32: every cut of every length") {
  std::string const all = rill_test::bytes_for_hashing(300);
  for (std::size_t size = 0; size <= all.size(); ++size) {
    auto const block = std::make_unique<char[]>(size);
    std::memcpy(block.get(), all.data(), size);
    std::string_view const text(block.get(), size);
    std::uint32_t const whole = rill::xxh32::of(text);
    bool is_same = true;
    for (std::size_t cut = 0; cut <= size; ++cut)
      is_same &=
          rill::xxh32::of(text.substr(0, cut), text.substr(cut)) == whole;
    CAPTURE(size);
    CHECK(is_same);
  }
  rill_test::check_parts<rill::xxh32>();
  rill_test::check_forks<rill::xxh32>();
}

TEST_CASE("hash/xxh32: while compiling") {
  static constexpr char text[] =
      "as much as three stripes of 16 bytes, 4 and 3 more bytes";
  static_assert(sizeof text - 1 == 56);
  static constexpr auto compiled =
      rill::xxh32(7).update("as much as three", text + 16).finish();
  char later[sizeof text];
  std::memcpy(later, text, sizeof text);
  CHECK(rill::xxh32(7).update(later).finish() == compiled);
  CHECK(rill::xxh32(8).update(later).finish() != compiled);
}
