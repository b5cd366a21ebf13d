// rill/hash/kernel/x86/levels/crc_fold.h: reflected sums of 32 bits by
// carry-less multiplication, eight registers at a time.
//
// Layer 2. Included once for each width of a register, without a guard, because
// a target attribute cannot depend on a template's argument. The macros stand
// in ../crc.h:
//     RILL_LEVEL             namespace; has multiplied<Halves>(a, b)
//     RILL_LEVEL_WIDTH       bytes of a register
//     RILL_LEVEL_INLINE      attributes of functions that are inlined
// A step of a register takes two multiplications, which depend only on the step
// before: eight registers hide their latency. Tests: test/hash/kernel_test.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

inline constexpr int width = RILL_LEVEL_WIDTH;

RILL_LEVEL_INLINE longs load(unsigned char const* from) noexcept {
  return *reinterpret_cast<loose_longs const*>(from);
}

// Moves each 16 bytes on by `Bits` bits. The first eight bytes are 64 bits
// further from the end.
template <std::uint32_t Poly, int Bits>
RILL_LEVEL_INLINE longs moved(longs v) noexcept {
  constexpr auto first = static_cast<long long>(crc_power<Poly>(Bits + 64));
  constexpr auto second = static_cast<long long>(crc_power<Poly>(Bits));
  longs factors = {};
#pragma GCC unroll 8
  for (int i = 0; i != width / 8; i += 2) {
    factors[i] = first;
    factors[i + 1] = second;
  }
  return multiplied<0x00>(v, factors) ^ multiplied<0x11>(v, factors);
}

// Folds the next Count registers into v.
template <std::uint32_t Poly, int Count>
RILL_LEVEL_INLINE void take(longs* v, unsigned char const*& bytes) noexcept {
#pragma GCC unroll 8
  for (int i = 0; i != Count; ++i)
    v[i] = moved<Poly, 8 * width * Count>(v[i]) ^ load(bytes + width * i);
  bytes += width * Count;
}
// Folds registers Count to 2 * Count - 1 into the first Count.
template <std::uint32_t Poly, int Count>
RILL_LEVEL_INLINE void join(longs* v) noexcept {
#pragma GCC unroll 4
  for (int i = 0; i != Count; ++i)
    v[i] = moved<Poly, 8 * width * Count>(v[i]) ^ v[Count + i];
}

// Folds all bytes but the last count % width into one register, and moves
// `bytes` to these. Requires count >= 4 * width.
template <std::uint32_t Poly>
RILL_LEVEL_INLINE longs folded(std::uint32_t sum, unsigned char const*& bytes,
                               std::size_t count) noexcept {
  longs v[8];
#pragma GCC unroll 4
  for (int i = 0; i != 4; ++i) v[i] = load(bytes + width * i);
  longs const start = {static_cast<long long>(sum)};
  v[0] ^= start;
  bytes += 4 * width;
  if (count >= 8 * width) {
#pragma GCC unroll 4
    for (int i = 0; i != 4; ++i) v[4 + i] = load(bytes + width * i);
    bytes += 4 * width;
    for (std::size_t left = count / (8 * width); left != 1; --left)
      take<Poly, 8>(v, bytes);
    join<Poly, 4>(v);
    if ((count & 4 * width) != 0) take<Poly, 4>(v, bytes);
  }
  join<Poly, 2>(v);
  if ((count & 2 * width) != 0) take<Poly, 2>(v, bytes);
  join<Poly, 1>(v);
  if ((count & width) != 0) take<Poly, 1>(v, bytes);
  return v[0];
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL
