// rill/number/kernel/generic/parse.h: digits to a number, a word at a time.
//
// Floor 2. Little-endian, any processor. Tests: test/number/parse_test.cpp;
// figures: bench/number/parse.cpp.
#ifndef RILL_NUMBER_KERNEL_GENERIC_PARSE_H
#define RILL_NUMBER_KERNEL_GENERIC_PARSE_H

#include <cstring>  // memcpy, the unaligned load

#include "../../digits.h"
#include "../../result.h"

namespace rill::inline RILL_BUILD {
namespace detail {

// Eight bytes, minus '0' each if they are digits.
RILL_ALWAYS_INLINE std::uint64_t load_digits(char const* from) noexcept {
  std::uint64_t word;
  std::memcpy(&word, from, 8);
  return word ^ 0x3030303030303030;
}

// Bit 7 of the first byte that is no digit is the lowest bit set; 0 when all
// are. '0' to '9' became 0 to 9: adding 0x76 sets bit 7 of 0x0a to 0x7f, and
// greater bytes have it. A carry only leaves a byte that is marked itself.
RILL_ALWAYS_INLINE std::uint64_t other_marks(std::uint64_t digits) noexcept {
  return (digits | (digits + 0x7676767676767676)) & 0x8080808080808080;
}

// Moves the digits before the first mark to the top: zeros come in front of
// them. No digits: zero. The mark is bit 8 * count + 7, count at most 7.
RILL_ALWAYS_INLINE std::uint64_t keep_digits(std::uint64_t digits,
                                             unsigned mark) noexcept {
  return digits << 8 << (63 - mark);
}

// The value of eight digits, the first in the lowest byte: pairs, then fours,
// then eight, each as high * base + low inside its lane.
RILL_ALWAYS_INLINE std::uint64_t eight_value(std::uint64_t digits) noexcept {
  digits = digits * 10 + (digits >> 8);  // pairs in bytes 0, 2, 4, 6: <= 99
  std::uint64_t constexpr pairs = 0x000000ff000000ff;
  // Bytes 0 and 4 times 10^6 and 10^2, bytes 2 and 6 times 10^4 and 1, each
  // pair of products summed in the upper half, where no lane reaches 10^8.
  std::uint64_t const even = (digits & pairs) * (100 + (1000000ull << 32));
  std::uint64_t const odd =
      ((digits >> 16) & pairs) * (1 + (10000ull << 32));
  return (even + odd) >> 32;
}

struct long_run {
  char const* end;      // null: too long or too great, ask the plain twin
  std::uint64_t value;
};

// The run of digits at `from`, whose first eight bytes are digits. Reads 24
// bytes. Not the longest runs: up to 20 digits, leading zeros included.
[[gnu::noinline]] inline long_run parse_long_run(char const* from) noexcept {
  std::uint64_t const first = eight_value(load_digits(from));
  std::uint64_t const second = load_digits(from + 8);
  std::uint64_t const marks = other_marks(second);
  if (marks) {
    auto const mark = static_cast<unsigned>(__builtin_ctzll(marks));
    unsigned const count = mark >> 3;
    return {from + 8 + count, first * powers_of_ten.of[count] +
                                  eight_value(keep_digits(second, mark))};
  }
  std::uint64_t const sixteen = first * 100000000 + eight_value(second);
  std::uint64_t const third = load_digits(from + 16);
  auto const mark = static_cast<unsigned>(
      __builtin_ctzll(other_marks(third) | std::uint64_t{1} << 63));
  unsigned const count = mark >> 3;
  std::uint64_t value = 0;
  // Sixteen digits times 10^3 fit; times 10^4 is checked.
  if (count > 4 ||
      __builtin_mul_overflow(sixteen, powers_of_ten.of[count], &value) ||
      __builtin_add_overflow(value, eight_value(keep_digits(third, mark)),
                             &value))
    return {nullptr, 0};
  return {from + 16 + count, value};
}

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
