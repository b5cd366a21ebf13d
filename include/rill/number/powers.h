// rill/number/powers.h: powers of ten to 128 bits.
//
// Floor 2. No allocation, no exception, constexpr. Writing and reading of
// floating-point numbers share one table, made by the compiler and only in
// programs that use it. Tests: test/number/powers_test.cpp.
#ifndef RILL_NUMBER_POWERS_H
#define RILL_NUMBER_POWERS_H

#include "floating.h"
#include "wide.h"

namespace rill::inline RILL_BUILD::detail {

// The 192 highest bits of every 28th power of ten, rounded down, by
// tools/generate_powers.py. 28, because 5^27 is the last power of five below
// 2^64: a product with it has the other powers, rounded down at 128 bits,
// which the script proves for each of them (--check).
inline constexpr int least_power = -364;
inline constexpr int greatest_power = 344;
struct power_major {
  std::uint64_t high, middle, low;
};
template <class>
inline constexpr power_major power_majors[26] = {
    {0xe1afa13afbd14d6d, 0x82189c09a3a1ec21, 0x7a43516213c7e04c},  // 10^-364
    {0xe3e27a444d8d98b7, 0xfd1b1b2308169b25, 0x363b1f2c568dc3e2},  // 10^-336
    {0xe61acf033d1a45df, 0x6fb92487298e33bd, 0xadd7728c20b99bd1},  // 10^-308
    {0xe858ad248f5c22c9, 0xd1b3400f8f9cff68, 0xf910f9f648232f14},  // 10^-280
    {0xea9c227723ee8bcb, 0x465e15a979c1cadc, 0x0a0ce827eac11f2d},  // 10^-252
    {0xece53cec4a314ebd, 0xa4f8bf5635246428, 0x4609ac5c7899ca36},  // 10^-224
    {0xef340a98172aace4, 0x86fb897116c87c34, 0x9c39c1da4c49278d},  // 10^-196
    {0xf18899b1bc3f8ca1, 0xdc44e6c3cb279ac1, 0xf80f36174730ca34},  // 10^-168
    {0xf3e2f893dec3f126, 0x5a89dba3c3efccfa, 0xd8ecb58659be9c90},  // 10^-140
    {0xf64335bcf065d37d, 0x4d4617b5ff4a16d5, 0xaa09501d5954a559},  // 10^-112
    {0xf8a95fcf88747d94, 0x75a44c6397ce912a, 0x33cca6c06b07b74d},  // 10^-84
    {0xfb158592be068d2e, 0xeed6e2f0f0d56712, 0xac2e4f162cfad40a},  // 10^-56
    {0xfd87b5f28300ca0d, 0x8bca9d6e188853fc, 0x76dcb60081ce0fa5},  // 10^-28
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000},  // 10^0
    {0x813f3978f8940984, 0x4000000000000000, 0x0000000000000000},  // 10^28
    {0x82818f1281ed449f, 0xbff8f10e7a8921a4, 0x2000000000000000},  // 10^56
    {0x83c7088e1aab65db, 0x792667c6da79e0fa, 0x0861d3ee22d1cc53},  // 10^84
    {0x850fadc09923329e, 0x03e2cf6bc604ddb0, 0x74a7ef0198791097},  // 10^112
    {0x865b86925b9bc5c2, 0x0b8a2392ba45a9b2, 0x5c6658d409fb8bf7},  // 10^140
    {0x87aa9aff79042286, 0x90fb44d2f05d0842, 0xfb118fc9c217a1d2},  // 10^168
    {0x88fcf317f22241e2, 0x441fece3bdf81f03, 0x12f274928400100d},  // 10^196
    {0x8a5296ffe33cc92f, 0x82bd6b70d99aaa6f, 0xbc10c5c5cda97c8d},  // 10^224
    {0x8bab8eefb6409c1a, 0x1ad089b6c2f7548e, 0x25c7b885ba466e37},  // 10^252
    {0x8d07e33455637eb2, 0xdb0b487b6423e1e8, 0x7ec63730f500b406},  // 10^280
    {0x8e679c2f5e44ff8f, 0x570f09eaa7ea7648, 0x5961db50c6d2b886},  // 10^308
    {0x8fcac257558ee4e6, 0x213a4f0aa5e8a7b1, 0x949063d8a46f0c0e},  // 10^336
};

struct power_of_ten_table {
  wide of[greatest_power - least_power + 1];
};

template <class Void>
constexpr power_of_ten_table make_power_of_ten_table() noexcept {
  power_of_ten_table table{};
  std::uint64_t five = 1;
  for (int i = 0; i != greatest_power - least_power + 1; ++i) {
    power_major const& row = power_majors<Void>[i / 28];
    five = i % 28 ? five * 5 : 1;
    // The upper 192 of the 256 bits of the product, then its 128 first ones.
    wide upper = multiply_upper({row.high, row.middle}, five);
    wide const lower = multiply(row.middle, five);
    std::uint64_t const carry = multiply(row.low, five).high;
    std::uint64_t const next = lower.low + carry;
    if (next < carry) upper.high += ++upper.low == 0;
    std::uint64_t const middle = upper.low;
    // five < 2^63 but for 5^27, so the product has leading zeros.
    int const zeros = upper.high ? leading_zeros(upper.high) : 64;
    if (zeros == 64)
      table.of[i] = {middle, next};
    else if (zeros == 0)
      table.of[i] = {upper.high, middle};
    else
      table.of[i] = {upper.high << zeros | middle >> (64 - zeros),
                     middle << zeros | next >> (64 - zeros)};
  }
  return table;
}
template <class Void>
alignas(64) inline constexpr power_of_ten_table power_of_ten_values =
    make_power_of_ten_table<Void>();

/// The 128 highest bits of 10^exponent, rounded down; exact from 10^0 to
/// 10^55. The value is (high * 2^64 + low) *
/// 2^(floor_log2_of_power_of_ten(exponent) - 127). Requires
/// least_power <= exponent <= greatest_power. `User` is anything that depends
/// on a parameter of the calling template: the compiler makes the table when
/// that is used, and not in programs that only include it.
template <class User, class Index>
constexpr wide const& power_of_ten(Index exponent) noexcept {
  return power_of_ten_values<void_for<User>>.of[exponent - least_power];
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
