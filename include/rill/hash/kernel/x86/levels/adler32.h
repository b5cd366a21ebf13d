// rill/hash/kernel/x86/levels/adler32.h: Adler-32, 64 bytes a step, or 16 in
// short runs.
//
// Layer 2. Included once for each width of a register, without a guard, because
// a target attribute cannot depend on a template's argument. The macros stand
// in ../adler32.h:
//     RILL_LEVEL             namespace; has added(sums, v), which adds groups
//                            of four or eight bytes to the elements of sums;
//                            weighted(sums, v, weights), which adds groups of
//                            four products; and total(v), the sum of words of
//                            64 bits
//     RILL_LEVEL_WIDTH       bytes of a register
//     RILL_LEVEL_INLINE      attributes of functions that are inlined
// Tests: test/hash/kernel_test.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

inline constexpr int width = RILL_LEVEL_WIDTH;

RILL_LEVEL_INLINE bytes load(void const* from) noexcept {
  return *static_cast<loose_bytes const*>(from);
}

// The sums of a run of steps of Unit bytes. `plain` is the sum of all bytes.
// Adler-32's second sum counts a byte once for itself and once for each byte
// after it. `before` adds up the values of `plain` at the start of each step:
// times Unit, this counts bytes for all later steps. `weighted` counts bytes
// within their own step: Unit times for the first, once for the last. It has
// four registers, used in turn, because a multiplication with addition has a
// latency of four cycles.
struct sums {
  ints plain, before;
  ints weighted[4];
};

// Takes a step of Unit bytes. Bytes with a weight of 0 are not counted.
template <int Unit, bool IsWhole = true>
RILL_LEVEL_INLINE void take_step(sums& s, unsigned char const* from,
                                 signed char const* weights) noexcept {
  ints plain = {};
#pragma GCC unroll 4
  for (int i = 0; i != Unit / width; ++i) {
    bytes const weight = load(weights + width * i);
    bytes v = load(from + width * i);
    if (!IsWhole) v &= reinterpret_cast<bytes>(weight > 0);
    plain = added(plain, v);
    s.weighted[i] = weighted(s.weighted[i], v, weight);
  }
  s.before += s.plain;
  s.plain += plain;
}

// Takes steps of one register, in groups of four. Each position in a group has
// its own sums, so that the steps are independent. In s.before a byte counts
// once for each later step. That is four times for each later group, which
// before[i] counts once, and 3 - i times for the later steps of its own group.
// The initial s.plain belongs to no group.
RILL_LEVEL_INLINE void take_fours(sums& s, unsigned char const* from,
                                  signed char const* weights,
                                  std::size_t fours) noexcept {
  bytes const weight = load(weights);
  ints plain[4] = {}, before[4] = {};
  plain[0] = s.plain;
  for (; fours != 0; --fours, from += 4 * width)
#pragma GCC unroll 4
    for (int i = 0; i != 4; ++i) {
      bytes const v = load(from + width * i);
      before[i] += plain[i];
      plain[i] = added(plain[i], v);
      s.weighted[i] = weighted(s.weighted[i], v, weight);
    }
  s.before += 4 * (before[0] + before[1] + before[2] + before[3]) +
              3 * (plain[0] - s.plain) + 2 * plain[1] + plain[2];
  s.plain = plain[0] + plain[1] + plain[2] + plain[3];
}

// The sums of adjacent 32-bit elements.
RILL_LEVEL_INLINE longs in_pairs(ints v) noexcept {
  auto const pairs = reinterpret_cast<longs>(v);
  return (pairs & 0xffffffff) + (pairs >> 32);
}
template <int Unit>
RILL_LEVEL_INLINE std::uint32_t ended(std::uint32_t sum, std::size_t count,
                                      sums const& s) noexcept {
  longs const weighted =
      in_pairs(s.weighted[0] + s.weighted[1] + s.weighted[2] + s.weighted[3]);
  return adler32_after(sum, count, total(in_pairs(s.plain)),
                       total(in_pairs(s.before) * Unit + weighted));
}

// Takes the bytes of an incomplete step first. Requires count >= Unit.
template <int Unit>
RILL_LEVEL_INLINE std::uint32_t sum_of(std::uint32_t sum,
                                       unsigned char const* from,
                                       std::size_t count) noexcept {
  signed char const* const weights = adler32_weights(Unit);
  sums s = {};
  if (std::size_t const first = count % Unit; first != 0) {
    take_step<Unit, false>(s, from, adler32_weights(first));
    from += first;
  }
  std::size_t steps = count / Unit;
  if constexpr (Unit == width && width == 64) {
    if (std::size_t const fours = steps / 4; fours != 0) {
      take_fours(s, from, weights, fours);
      from += 4 * width * fours;
      steps %= 4;
    }
  }
// AVX2, g++ 12, Zen 5: 78 GB/s, and 65 with a branch for each step.
#pragma GCC unroll 2
  for (; steps != 0; --steps, from += Unit) take_step<Unit>(s, from, weights);
  return ended<Unit>(sum, count, s);
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL
