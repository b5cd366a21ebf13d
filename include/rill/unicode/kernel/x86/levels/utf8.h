// rill/unicode/kernel/x86/levels/utf8.h: which bytes of UTF-8 are wrong, a
// vector at a time.
//
// Floor 2. Included once for each level (vectors.h). The source of the tables
// is in utf8_pairs.h. Tests: test/unicode/kernel/from_utf8_test.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

// Bytes, and what was one, two and three bytes before each.
struct window {
  ubytes now, ago_1, ago_2, ago_3;
};
// At the beginning of a text, and where the three bytes before can be read.
RILL_LEVEL_INLINE window look_first(ubytes now) noexcept {
  ubytes const before = nothing_before(now);
  return {now, bytes_ago<1>(now, before), bytes_ago<2>(now, before),
          bytes_ago<3>(now, before)};
}
RILL_LEVEL_INLINE window look_back(char const* in) noexcept {
  return {load<ubytes>(in), load<ubytes>(in - 1), load<ubytes>(in - 2),
          load<ubytes>(in - 3)};
}

struct checked {
  ubytes wrong;   // not zero where something is wrong
  ubytes third;   // uppermost bit: a third byte of three or four
  ubytes fourth;  // uppermost bit: a fourth byte
};
RILL_LEVEL_INLINE checked check(window const& w) noexcept {
  using tables = utf8_pair_tables<>;
  auto const first_upper = load<ubytes>(tables::first_upper.entry);
  auto const first_lower = load<ubytes>(tables::first_lower.entry);
  auto const second_upper = load<ubytes>(tables::second_upper.entry);
  ubytes const kinds = look_up(first_upper, down<4>(w.ago_1) & all(0xF)) &
                       look_up(first_lower, w.ago_1 & all(0xF)) &
                       look_up(second_upper, down<4>(w.now) & all(0xF));
  ubytes const third = less(w.ago_2, all(0xE0 - 0x80));
  ubytes const fourth = less(w.ago_3, all(0xF0 - 0x80));
  return {kinds ^ ((third | fourth) & all(0x80)), third, fourth};
}

// The uppermost bits of `Size` bytes.
template <int Size>
RILL_LEVEL_INLINE unsigned high_bits(char const* in) noexcept {
  ubytes any = load<ubytes>(in);
#pragma GCC unroll 8
  for (int i = width; i < Size; i += width) any |= load<ubytes>(in + i);
  return bits(any);
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL
