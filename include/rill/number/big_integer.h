// rill/number/big_integer.h: integers of a bounded number of bits, for the
// rare cases in which 128 bits are too few.
//
// Layer 2. No allocation, no exception, constexpr. Schoolbook algorithms: they
// only decide roundings that the fast paths could not, or write hundreds of
// digits. Tests: test/number/big_integer_test.cpp.
#ifndef RILL_NUMBER_BIG_INTEGER_H
#define RILL_NUMBER_BIG_INTEGER_H

#include "floating.h"

namespace rill::inline RILL_BUILD::detail {

/// A number whose limbs the derived class stores: one set of operations for all
/// capacities. The caller ensures that results fit; RILL_ASSERT checks it.
class big_limbs {
 public:
  big_limbs(big_limbs const&) = delete;
  big_limbs& operator=(big_limbs const&) = delete;

  /// How many limbs there is room for.
  constexpr int capacity() const noexcept { return capacity_; }
  constexpr bool is_zero() const noexcept { return size_ == 0; }
  /// How many limbs are in use; the highest is not 0.
  constexpr int size() const noexcept { return size_; }
  /// Limb i, the lowest first; 0 above the highest.
  constexpr std::uint64_t limb(int i) const noexcept {
    // Unsigned, so that g++ does not warn about a limb before the first.
    return static_cast<unsigned>(i) < static_cast<unsigned>(size_) ? limb_[i]
                                                                   : 0;
  }
  /// The number of bits without leading zeros; 0 for 0.
  constexpr int bits() const noexcept {
    return size_ == 0 ? 0 : 64 * size_ - leading_zeros(limb_[size_ - 1]);
  }

  /// this = this * factor + addend.
  [[gnu::noinline]] constexpr void multiply_add(std::uint64_t factor,
                                                std::uint64_t addend) noexcept {
    std::uint64_t carry = addend;
    for (int i = 0; i < size_; ++i) {
      u128_parts product = multiply(limb_[i], factor);
      product.low += carry;
      product.high += product.low < carry;
      limb_[i] = product.low;
      carry = product.high;
    }
    push(carry);
    trim();  // the factor may be 0
  }

  /// this = this * 5^n.
  constexpr void multiply_by_power_of_five(int n) noexcept {
    // The last power of five below 2^64.
    constexpr std::uint64_t five_27 = 7450580596923828125;
    for (; n >= 27; n -= 27) multiply_add(five_27, 0);
    std::uint64_t rest = 1;
    for (; n > 0; --n) rest *= 5;
    if (rest != 1) multiply_add(rest, 0);
  }

  /// this = this * 10^n.
  constexpr void multiply_by_power_of_ten(int n) noexcept {
    multiply_by_power_of_five(n);
    shift_left(n);
  }

  /// this = this * 2^n.
  constexpr void shift_left(int n) noexcept {
    if (size_ == 0) return;
    int const limbs = n / 64, bits = n % 64;
    std::uint64_t const above = bits ? limb_[size_ - 1] >> (64 - bits) : 0;
    RILL_ASSERT(size_ + limbs + (above != 0) <= capacity());
    for (int i = size_ - 1; i >= 0; --i) {
      std::uint64_t const below = bits && i ? limb_[i - 1] >> (64 - bits) : 0;
      limb_[i + limbs] = limb_[i] << bits | below;
    }
    for (int i = 0; i < limbs; ++i) limb_[i] = 0;
    size_ += limbs;
    push(above);
  }

  /// this = this / divisor; returns the rest. Requires divisor > 0.
  constexpr std::uint64_t divide_by(std::uint64_t divisor) noexcept {
    std::uint64_t rest = 0;
    for (int i = size_ - 1; i >= 0; --i) {
      quotient_and_rest const step = divide({rest, limb_[i]}, divisor);
      limb_[i] = step.quotient;
      rest = step.rest;
    }
    trim();
    return rest;
  }

  /// this = this mod divisor; returns the quotient. Requires that the highest
  /// bit of the divisor's highest limb is set, and this < divisor * 2^64.
  /// Knuth, The Art of Computer Programming 4.3.1, algorithm D, for one
  /// quotient digit.
  constexpr std::uint64_t divide_once(big_limbs const& divisor) noexcept {
    int const n = divisor.size();
    std::uint64_t const first = divisor.limb(n - 1);
    RILL_ASSERT(size_ <= n + 1 && n < capacity() && first >> 63);
    if (size_ < n) return 0;
    limb_[n] = limb(n);
    // The estimate is too large by at most 2, because of the divisor's highest
    // bit.
    std::uint64_t guess = limb_[n] < first
                              ? divide({limb_[n], limb_[n - 1]}, first).quotient
                              : ~std::uint64_t{0};
    std::uint64_t borrow = 0;
    for (int i = 0; i <= n; ++i) {
      u128_parts taken = multiply(divisor.limb(i), guess);
      taken.low += borrow;
      borrow = taken.high + (taken.low < borrow);
      borrow += limb_[i] < taken.low;
      limb_[i] -= taken.low;
    }
    for (; borrow != 0; --guess) borrow -= add_limbs(divisor, n + 1);
    size_ = n + 1;
    trim();
    return guess;
  }

  /// this = this - other. Requires this >= other.
  constexpr void subtract(big_limbs const& other) noexcept {
    std::uint64_t borrow = 0;
    for (int i = 0; i < size_; ++i) {
      std::uint64_t const taken = other.limb(i);
      std::uint64_t const from = limb_[i];
      limb_[i] = from - taken - borrow;
      borrow = from < taken || (from == taken && borrow);
    }
    RILL_ASSERT(borrow == 0);
    trim();
  }

  /// this = this + other.
  constexpr void add(big_limbs const& other) noexcept {
    int const size = size_ > other.size() ? size_ : other.size();
    RILL_ASSERT(size <= capacity());
    for (; size_ < size; ++size_) limb_[size_] = 0;
    push(add_limbs(other, size));
  }

  /// Negative, 0 or positive, as a is less than, equal to or greater than b.
  constexpr int compare(big_limbs const& b) const noexcept {
    if (size_ != b.size()) return size_ < b.size() ? -1 : 1;
    for (int i = size_ - 1; i >= 0; --i)
      if (limb_[i] != b.limb(i)) return limb_[i] < b.limb(i) ? -1 : 1;
    return 0;
  }

 protected:
  constexpr big_limbs(std::uint64_t* limbs, int most) noexcept
      : limb_(limbs), capacity_(most) {}
  ~big_limbs() = default;

  // Limbs above the highest are uninitialised, and so not copied.
  constexpr void copy(big_limbs const& other) noexcept {
    size_ = other.size_;
    for (int i = 0; i < size_; ++i) limb_[i] = other.limb_[i];
  }
  constexpr void set_to(std::uint64_t low, std::uint64_t high) noexcept {
    size_ = 0;
    if (low == 0 && high == 0) return;
    limb_[size_++] = low;
    push(high);
  }

 private:
  // Adds to the lowest `count` limbs and returns the carry out of them.
  constexpr std::uint64_t add_limbs(big_limbs const& other,
                                    int count) noexcept {
    std::uint64_t carry = 0;
    for (int i = 0; i < count; ++i) {
      std::uint64_t const a = limb_[i], sum = a + other.limb(i) + carry;
      carry = sum < a || (sum == a && carry);
      limb_[i] = sum;
    }
    return carry;
  }

  // Adds a limb above the highest, unless it is 0.
  constexpr void push(std::uint64_t n) noexcept {
    if (n == 0) return;
    RILL_ASSERT(size_ < capacity());
    limb_[size_++] = n;
  }
  constexpr void trim() noexcept {
    while (size_ > 0 && limb_[size_ - 1] == 0) --size_;
  }

  std::uint64_t* limb_;  // those below size_ are set
  int capacity_;
  int size_ = 0;
};

/// A number from 0 to 2^(64 * Capacity) - 1.
template <int Capacity>
class big_integer : public big_limbs {
 public:
  constexpr big_integer() noexcept : big_limbs(room_, Capacity) { set_few(); }
  /// A number of 32, 64 or 128 bits.
  template <class Unsigned>
  constexpr explicit big_integer(Unsigned n) noexcept : big_integer() {
    std::uint64_t high = 0;
    if constexpr (sizeof(Unsigned) > 8)
      high = static_cast<std::uint64_t>(n >> 64);
    set_to(static_cast<std::uint64_t>(n), high);
  }
  constexpr big_integer(big_integer const& other) noexcept : big_integer() {
    copy(other);
  }
  constexpr big_integer& operator=(big_integer const& other) noexcept {
    if (this != &other) copy(other);
    return *this;
  }

 private:
  // g++ -O3 unrolls the loops over few limbs and then warns that some may be
  // uninitialised.
  constexpr void set_few() noexcept {
    if constexpr (Capacity <= 24)
      for (std::uint64_t& limb : room_) limb = 0;
  }

  std::uint64_t room_[static_cast<std::size_t>(Capacity)];
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
