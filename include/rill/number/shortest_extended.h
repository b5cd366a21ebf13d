// rill/number/shortest_extended.h: the shortest decimal of a number of 64
// bits, the x87 long double.
//
// Floor 2. No allocation, no exception, constexpr. The method of
// shortest_decimal.h with a power of ten that is a product of two, so that
// the table need not have ten thousand of them. Tests: test/number/
// shortest_extended_test.cpp.
#ifndef RILL_NUMBER_SHORTEST_EXTENDED_H
#define RILL_NUMBER_SHORTEST_EXTENDED_H

#include "exact_shortest.h"
#include "powers.h"

namespace rill::inline RILL_BUILD::detail {

// The 128 highest bits of every 512th power of ten, rounded down, by
// tools/generate_powers.py --far.
inline constexpr int least_far_power = -5120;
template <class Void>
inline constexpr wide far_powers[21] = {
    {0xd408cb010da5d8e8, 0x00d22e620ec380f5},  // 10^-5120
    {0xbc1905f3e898cca2, 0x41a8bcd577f7a7d8},  // 10^-4608
    {0xa6dd04c8d2ce9fde, 0x2de38123a1c3cffc},  // 10^-4096
    {0x9406af8f83fd6265, 0x4b4de34e0ebc3e06},  // 10^-3584
    {0x8350bf3c91575a87, 0xe79e236bf8bf47a8},  // 10^-3072
    {0xe8fb7dc2dec0a404, 0x598eec7d41754c09},  // 10^-2560
    {0xceae534f34362de4, 0x492512d4f2ead2cb},  // 10^-2048
    {0xb759449f52a711b2, 0x68e1eb75340122d4},  // 10^-1536
    {0xa2a682a5da57c0bd, 0x87a601586bd3f698},  // 10^-1024
    {0x9049ee32db23d21c, 0x7132d332e3f204d4},  // 10^-512
    {0x8000000000000000, 0x0000000000000000},  // 10^0
    {0xe319a0aea60e91c6, 0xcc655c54bc5058f8},  // 10^512
    {0xc976758681750c17, 0x650d3d28f18b50ce},  // 10^1024
    {0xb2b8353b3993a7e4, 0x4257ac3b4c1d7794},  // 10^1536
    {0x9e8b3b5dc53d5de4, 0xa74d28ce329ace52},  // 10^2048
    {0x8ca554c020a1f0a6, 0x5dfed09922680a06},  // 10^2560
    {0xf9895d25d88b5a8a, 0xfdd08c4da13655ec},  // 10^3072
    {0xdd5dc8a2bf27f3f7, 0x95aa118ec1d08317},  // 10^3584
    {0xc46052028a20979a, 0xc94c153f804a4a92},  // 10^4096
    {0xae3511626ed559f0, 0x7ef5f8c1b3a0771c},  // 10^4608
    {0x9a8a7ef0fed3ab22, 0xd485d0ed8a3fa8c1},  // 10^5120
};

/// The 128 highest bits of 10^exponent, too low by less than 10 units of the
/// last place. Requires |exponent| <= 5120.
template <class User>
constexpr wide far_power_of_ten(int exponent) noexcept {
  int const row = (exponent - least_far_power + 256) / 512;
  int const rest = exponent - (least_far_power + 512 * row);  // -256 to 255
  wide const outer = far_powers<void_for<User>>[row];
  wide const inner = power_of_ten<User>(rest);
  // Each factor is too low by less than a unit, and so is each of the three
  // parts that are left out, the product of the lower halves among them; the
  // shift at the end doubles these five.
  wide product = multiply(outer.high, inner.high);
  std::uint64_t const first = multiply(outer.high, inner.low).high;
  std::uint64_t const second = multiply(outer.low, inner.high).high;
  product.low += first;
  product.high += product.low < first;
  product.low += second;
  product.high += product.low < second;
  if (product.high >> 63) return product;
  return {product.high << 1 | product.low >> 63, product.low << 1};
}

/// The shortest decimal of m * 2^k. Requires m > 0.
template <class Format>
constexpr shortest_decimal<std::uint64_t> find_shortest_extended(
    std::uint64_t m, int k) noexcept {
  static_assert(Format::precision == 64);
  if (lower_is_closer<Format>(m, k)) return exact_shortest<Format>(m, k);
  int const exponent = floor_log10_of_power_of_two(k);
  int const unit = exponent + 1;
  wide const power = far_power_of_ten<Format>(-unit);
  // 2^k / U is in [1/10, 1): order is in [-4, -1], and m * 2^k / U is
  // product * 2^(order - 63).
  int const order = k + floor_log2_of_power_of_ten(-unit);
  wide const product = multiply_upper(power, m);
  int const extra = -1 - order;  // 0 to 3
  std::uint64_t const whole = product.high >> extra;
  std::uint64_t const fraction =
      product.high << 1 << (63 - extra) | product.low >> extra;
  std::uint64_t const half = power.high >> -order;

  // The true fraction is in [fraction, fraction + 11): m < 2^64 makes 10
  // units of 2^-64 of those of the power, and the product is cut. The true
  // half is in [half, half + 1.01).
  constexpr std::uint64_t middle = std::uint64_t{1} << 63;
  wide const tenths = multiply(fraction, 10);
  bool const above = fraction + half + 13 <= 13;
  bool const below = fraction - half + 12 <= 14;
  bool const between = tenths.low - (middle - 111) <= 111;
  if (above || below || between) return exact_shortest<Format>(m, k);
  if (fraction + half < fraction) return {whole + 1, 0, exponent};
  if (fraction < half) return {whole, 0, exponent};
  auto const digit = tenths.high + (tenths.low >> 63);
  return {whole, static_cast<unsigned>(digit), exponent};
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
