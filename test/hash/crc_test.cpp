// test/hash/crc_test.cpp: CRCs and Adler-32. Check values: the catalogue of
// parametrised CRC algorithms (G. Cook), each of "123456789".
// test/system/hash_test.py compares lengths 0 to 1,100 with zlib.
//
// covers: rill/hash/adler32.h
// covers: rill/hash/kernel/crc.h
// covers: rill/hash/kernel/generic/crc.h
// covers: rill/hash/kernel/x86/crc.h
#include <doctest/doctest.h>
#include <rill/hash/adler32.h>
#include <rill/hash/crc.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "hashing.h"

using rill::crc;

static constexpr char digits[] = "123456789";

TEST_CASE("hash/crc: the catalogue's check values") {
  CHECK(rill::crc32::of(digits) == 0xcbf43926);
  CHECK(rill::crc32c::of(digits) == 0xe3069283);
  CHECK(crc<3, 0x3, 0, false, false, 0x7>::of(digits) == 0x4);
  CHECK(crc<5, 0x05, 0x1f, true, true, 0x1f>::of(digits) == 0x19);
  CHECK(crc<8, 0x07, 0, false, false, 0>::of(digits) == 0xf4);
  CHECK(crc<12, 0x80f, 0, false, true, 0>::of(digits) == 0xdaf);
  CHECK(crc<16, 0x1021, 0xffff, false, false, 0>::of(digits) == 0x29b1);
  CHECK(crc<16, 0x8005, 0xffff, true, true, 0>::of(digits) == 0x4b37);
  CHECK(crc<24, 0x864cfb, 0xb704ce, false, false, 0>::of(digits) == 0x21cf02);
  CHECK(crc<32, 0x04c11db7, 0xffffffff, false, false, 0xffffffff>::of(digits) ==
        0xfc891918);
  CHECK(crc<32, 0x04c11db7, 0, false, false, 0xffffffff>::of(digits) ==
        0x765e7680);
  CHECK(crc<32, 0x04c11db7, 0xffffffff, false, false, 0>::of(digits) ==
        0x0376e6e7);
  CHECK(crc<32, 0x814141ab, 0, false, false, 0>::of(digits) == 0x3010bf7f);
  CHECK(crc<32, 0x000000af, 0, false, false, 0>::of(digits) == 0xbd0be338);
  CHECK(crc<32, 0x741b8cd7, 0xffffffff, true, true, 0>::of(digits) ==
        0xd2c22f51);
  CHECK(crc<40, 0x0004820009, 0, false, false, 0xffffffffff>::of(digits) ==
        0xd4164fc646);
  CHECK(crc<64, 0x42f0e1eba9ea3693, 0, false, false, 0>::of(digits) ==
        0x6c40df5f0b497347);
  CHECK(crc<64, 0x42f0e1eba9ea3693, ~0ull, true, true, ~0ull>::of(digits) ==
        0x995dc9bbdf1939fa);
}

TEST_CASE("hash/crc: while compiling as while running") {
  static constexpr auto sum = rill::crc32::of(digits);
  static constexpr auto adler = rill::adler32::of("Wikipedia");
  CHECK(sum == 0xcbf43926);
  CHECK(adler == 0x11e60398);
}

using posix_crc = crc<32, 0x04c11db7, 0, false, false, 0xffffffff>;

// Bit by bit, the highest bit first.
static std::uint32_t slow_posix_crc(std::string const& bytes) {
  std::uint32_t sum = 0;
  for (char const c : bytes)
    for (int bit = 7; bit >= 0; --bit) {
      bool const is_set = (static_cast<unsigned char>(c) >> bit & 1) != 0;
      bool const is_taken = (sum >> 31 != 0) != is_set;
      sum = sum << 1 ^ (is_taken ? 0x04c11db7 : 0);
    }
  return ~sum;
}

TEST_CASE("hash/crc: sums whose bytes enter at the upper end") {
  std::string const all = rill_test::bytes_for_hashing(1300);
  for (std::size_t size = 0; size != all.size(); ++size) {
    std::string const text = all.substr(0, size);
    REQUIRE(posix_crc::of(text) == slow_posix_crc(text));
  }
  static_assert(posix_crc::of(digits) == 0x765e7680);
}

TEST_CASE_TEMPLATE("hash/crc: parts and copies", Sum, rill::crc32, rill::crc32c,
                   posix_crc, rill::adler32,
                   crc<16, 0x1021, 0xffff, false, false, 0>) {
  rill_test::check_parts<Sum>();
  rill_test::check_forks<Sum>();
}

TEST_CASE("hash/crc: iSCSI's blocks of RFC 3720") {
  CHECK(rill::crc32c::of(std::string(32, '\0')) == 0x8a9136aa);
  CHECK(rill::crc32c::of(std::string(32, '\xff')) == 0x62a8ab43);
}

TEST_CASE("hash/adler32: sums that nearly overflow") {
  std::string const all(100'000, '\xff');
  std::uint64_t a = 1, b = 0;
  for (char const c : all) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  CHECK(rill::adler32::of(all) == (b << 16 | a));
}

#if RILL_X86_64
TEST_CASE("hash/crc: the kernels are their plain twin") {
  constexpr std::uint32_t poly = 0xedb88320;
  std::string const bytes = rill_test::bytes_for_hashing(1800);
  for (std::size_t size = 64; size < 1700; size += size < 700 ? 1 : 37) {
    auto const from =
        reinterpret_cast<unsigned char const*>(bytes.data()) + size % 65;
    std::uint32_t const plain =
        rill::detail::crc_in_eights<poly>(0x12345678, from, size);
    if (rill::detail::has_pclmul())
      REQUIRE(rill::detail::crc_pclmul<poly>(0x12345678, from, size) == plain);
    if (rill::detail::has_ice_lake())
      REQUIRE(rill::detail::crc_avx512<poly>(0x12345678, from, size) == plain);
  }
}
#endif
