// test/hash/kernel_test.cpp: each kernel that this processor can run, called
// directly, against the plain kernel. test/system/hash_test.py tests which
// kernel a hash chooses.
//
// covers: rill/hash/kernel/arm/crc.h
// covers: rill/hash/kernel/features.h
// covers: rill/hash/kernel/arm/sha_crypto.h
// covers: rill/hash/kernel/chosen.h
// covers: rill/hash/kernel/generic/crc.h
// covers: rill/hash/kernel/adler32.h
// covers: rill/hash/kernel/generic/adler32.h
// covers: rill/hash/kernel/x86/adler32.h
// covers: rill/hash/kernel/x86/levels/adler32.h
// covers: rill/hash/kernel/x86/crc.h
// covers: rill/hash/kernel/x86/levels/crc_fold.h
// covers: rill/hash/kernel/x86/levels/sha512.h
// covers: rill/hash/kernel/x86/sha.h
// covers: rill/hash/kernel/x86/sha256_ni.h
// covers: rill/memory/kernel/shuffle.h
#include <doctest/doctest.h>
#include <rill/hash/adler32.h>
#include <rill/hash/crc.h>
#include <rill/hash/sha.h>

#include <cstddef>
#include <cstdint>
#include <cstring>  // std::memcpy
#include <memory>   // std::make_unique
#include <string>

#include "hashing.h"
#include "support/skip.h"

#if RILL_NEON
#include <rill/hash/kernel/arm/sha_crypto.h>
#elif RILL_X86_64
#include <rill/hash/kernel/x86/sha.h>
#include <rill/hash/kernel/x86/sha256_ni.h>
#endif

namespace detail = rill::detail;

namespace {

// Calls check(bytes, size) for every size up to 1,200 and some above, at
// changing offsets in heap blocks that end where the bytes do.
template <class Check>
void for_each_size(std::size_t least, Check check) {
  std::string const all = rill_test::bytes_for_hashing(20'000);
  for (std::size_t size = least; size < all.size();
       size += size < 1200 ? 1 : size / 9) {
    for (std::size_t offset : {size % 67, std::size_t{0}}) {
      auto const block = std::make_unique<unsigned char[]>(offset + size);
      std::memcpy(block.get() + offset, all.data(), size);
      check(static_cast<unsigned char const*>(block.get()) + offset, size);
    }
  }
}

using sum_function = std::uint32_t (*)(std::uint32_t, unsigned char const*,
                                       std::size_t) noexcept;

// Compares the sums of bytes in one part and in two, from several states.
// `least` is the smallest size that the kernel accepts.
[[maybe_unused]] void check_sum(sum_function kernel, sum_function plain,
                                std::size_t least) {
  for_each_size(least, [&](unsigned char const* bytes, std::size_t size) {
    for (std::uint32_t start : {0u, 1u, 0x12345678u, ~0u})
      REQUIRE(kernel(start, bytes, size) == plain(start, bytes, size));
    if (size < 2 * least) return;
    std::size_t const cut = least + (size - 2 * least) / 3;
    REQUIRE(kernel(kernel(7, bytes, cut), bytes + cut, size - cut) ==
            plain(7, bytes, size));
  });
}

// Compares one to nine blocks of BlockSize bytes, in one call and in two, from
// a state other than the initial one.
template <std::size_t BlockSize, class Word>
void check_blocks(void (*kernel)(Word*, unsigned char const*,
                                 std::size_t) noexcept,
                  void (*plain)(Word*, unsigned char const*,
                                std::size_t) noexcept) {
  std::string const all = rill_test::bytes_for_hashing(9 * BlockSize);
  for (std::size_t count = 1; count <= 9; ++count)
    for (std::size_t offset : {0u, 1u, 7u, 8u, 61u}) {
      std::size_t const size = count * BlockSize;
      auto const block = std::make_unique<unsigned char[]>(offset + size);
      unsigned char* const bytes = block.get() + offset;
      std::memcpy(bytes, all.data(), size);
      Word wanted[9], whole[9], parts[9];
      for (unsigned i = 0; i != 9; ++i)
        wanted[i] = whole[i] = parts[i] =
            static_cast<Word>(~0ull / 7 * (i + 3));
      plain(wanted, bytes, count);
      kernel(whole, bytes, count);
      kernel(parts, bytes, count / 2);
      kernel(parts, bytes + count / 2 * BlockSize, count - count / 2);
      for (int i = 0; i != 9; ++i) {
        REQUIRE(whole[i] == wanted[i]);
        REQUIRE(parts[i] == wanted[i]);
      }
    }
}

}  // namespace

TEST_CASE("hash/kernel: the constants of carry-less multiplication") {
  // x^32 modulo the polynomial is the polynomial without its term x^32.
  CHECK(detail::crc_power<0xedb88320>(33) == 0xedb8832000000000);
  CHECK(detail::crc_power<0xedb88320>(1) == 0x8000000000000000);
  // The quotient times the polynomial equals x^96 in the powers above 32.
  constexpr std::uint32_t poly = detail::castagnoli;
  std::uint64_t const quotient = detail::crc_quotient<poly>();
  for (int power = 95; power >= 32; --power) {
    std::uint64_t bit = 0;
    for (int of = 64; of >= 1; --of) {
      int const other = power - of;
      if (other < 0 || other > 32) continue;
      bool const in_poly = other == 32 || (poly >> (31 - other) & 1) != 0;
      if (in_poly) bit ^= static_cast<unsigned>(quotient >> (64 - of) & 1);
    }
    // The quotient lacks its power 0, which contributes up to x^32.
    if (power > 32) REQUIRE(bit == 0);
  }
}

#if RILL_NEON
TEST_CASE_TEMPLATE_DEFINE("hash/kernel: sums by the instructions of ARM", Poly,
                          sums_of_arm) {
  constexpr auto plain = detail::crc_in_eights<Poly::value>;
  if (!detail::has(detail::arm_option::crc32))
    return rill_test::skip("no CRC32");
  check_sum(detail::crc_arm<Poly::value>, plain, 0);
  if (!detail::has(detail::arm_option::pmull))
    return rill_test::skip("no PMULL");
  check_sum(detail::crc_arm_runs<Poly::value>, plain, 0);
}
TEST_CASE_TEMPLATE_INVOKE(
    sums_of_arm, std::integral_constant<std::uint32_t, detail::iso_hdlc>,
    std::integral_constant<std::uint32_t, detail::castagnoli>);

TEST_CASE("hash/kernel: SHA-1 by the instructions of ARM") {
  if (!detail::has(detail::arm_option::sha1)) return rill_test::skip("no SHA1");
  check_blocks<64>(detail::sha1_crypto, detail::sha1_plain<>);
}
TEST_CASE("hash/kernel: SHA-256 by the instructions of ARM") {
  if (!detail::has(detail::arm_option::sha256))
    return rill_test::skip("no SHA2");
  check_blocks<64>(detail::sha256_crypto, detail::sha2_plain<std::uint32_t>);
}
TEST_CASE("hash/kernel: SHA-512 by the instructions of ARM") {
  if (!detail::has(detail::arm_option::sha512))
    return rill_test::skip("no SHA512");
  check_blocks<128>(detail::sha512_crypto, detail::sha2_plain<std::uint64_t>);
}
#endif

#if RILL_X86_64
TEST_CASE("hash/kernel: SHA-1 and SHA-256 by SHA-NI") {
  if (!detail::has_sha_ni()) return rill_test::skip("no SHA-NI");
  check_blocks<64>(detail::sha1_ni, detail::sha1_plain<>);
  check_blocks<64>(detail::sha256_ni, detail::sha2_plain<std::uint32_t>);
}
TEST_CASE("hash/kernel: SHA-512 by AVX2") {
  if (rill::cpu_level() < rill::cpu::avx2) return rill_test::skip("no AVX2");
  check_blocks<128>(detail::sha512_avx2::compress,
                    detail::sha2_plain<std::uint64_t>);
}
TEST_CASE("hash/kernel: SHA-512 by AVX-512") {
  if (rill::cpu_level() < rill::cpu::avx512)
    return rill_test::skip("no AVX-512");
  check_blocks<128>(detail::sha512_avx512::compress,
                    detail::sha2_plain<std::uint64_t>);
}

TEST_CASE_TEMPLATE_DEFINE("hash/kernel: sums by carry-less multiplication",
                          Poly, sums_by_multiplication) {
  constexpr auto plain = detail::crc_in_eights<Poly::value>;
  if (!detail::has_pclmul()) return rill_test::skip("no PCLMULQDQ");
  check_sum(detail::crc_pclmul<Poly::value>, plain, 16);
  if (!detail::has_vpclmul()) return rill_test::skip("no VPCLMULQDQ");
  check_sum(detail::crc_vpclmul<Poly::value>, plain, 16);
  if (!detail::has_ice_lake()) return rill_test::skip("no AVX-512");
  check_sum(detail::crc_avx512<Poly::value>, plain, 16);
}
TEST_CASE_TEMPLATE_INVOKE(sums_by_multiplication,
                          std::integral_constant<std::uint32_t, 0xedb88320>,
                          std::integral_constant<std::uint32_t, 0x82f63b78>,
                          std::integral_constant<std::uint32_t, 0xeb31d82e>);

TEST_CASE("hash/kernel: Castagnoli's sum by its instruction") {
  constexpr auto plain = detail::crc_in_eights<detail::castagnoli>;
  if (!detail::has_pclmul()) return rill_test::skip("no PCLMULQDQ");
  check_sum(detail::crc32c_sse42<>, plain, 0);
  if (!detail::has_ice_lake()) return rill_test::skip("no VPCLMULQDQ");
  check_sum(detail::crc32c_wide<>, plain, 0);
}

// The largest bytes and sums, with the most bytes that one call accepts.
void check_adler32(sum_function kernel) {
  check_sum(kernel, detail::adler32_plain<unsigned char>, 16);
  std::string const all(detail::adler32_most, '\xff');
  auto const bytes = reinterpret_cast<unsigned char const*>(all.data());
  for (std::size_t size :
       {detail::adler32_most, detail::adler32_most - 1, std::size_t{5553}})
    for (std::uint32_t start : {1u, 0xfff0fff0u})
      REQUIRE(kernel(start, bytes, size) ==
              detail::adler32_plain(start, bytes, size));
}

TEST_CASE("hash/kernel: Adler-32") {
  if (rill::cpu_level() < rill::cpu::ssse3) return rill_test::skip("no SSSE3");
  check_adler32(detail::adler32_ssse3<>);
  if (rill::cpu_level() < rill::cpu::avx2) return rill_test::skip("no AVX2");
  check_adler32(detail::adler32_avx2<>);
  if (!detail::has_ice_lake()) return rill_test::skip("no AVX-512 VNNI");
  check_adler32(detail::adler32_avx512<>);
}
#endif
