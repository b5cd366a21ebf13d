// rill/hash/kernel/x86/levels/adler32.h: Adler-32, 64 bytes a step,
// or 16 in short runs.
//
// Floor 2. Included once for each width of a register, without a guard, because
// a target attribute cannot depend on a template's argument. The macros stand
// in adler32_ssse3.h, adler32_avx2.h and adler32_avx512.h:
//     RILL_LEVEL             namespace; has added(sums, v), which adds four
//                            or eight bytes each; weighted(sums, v, weights),
//                            which adds four each, multiplied; and total(v)
//                            of words of 64 bits
//     RILL_LEVEL_WIDTH       bytes of a register
//     RILL_LEVEL_INLINE      attributes of functions that are inlined
// Tests: test/hash/kernel_test.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

inline constexpr int width = RILL_LEVEL_WIDTH;

RILL_LEVEL_INLINE bytes load(void const* from) noexcept {
  return *static_cast<loose_bytes const*>(from);
}

// What was taken: `plain` adds the bytes; `before` adds the values of `plain`
// before each step, because each later step counts them once more; `weighted`
// adds the bytes by their places in their steps, in registers of their own,
// because adding products takes four cycles.
struct sums {
  ints plain, before;
  ints weighted[4];
};

// A step of Unit bytes. Those whose weight is 0 count nothing.
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

// Fours of steps of a register. Each of the four has sums of its own, which
// count four steps; a later one of the same four was counted too often.
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

// The sums of the words of each pair.
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

// The bytes that make no whole step come first. Requires count >= Unit.
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
