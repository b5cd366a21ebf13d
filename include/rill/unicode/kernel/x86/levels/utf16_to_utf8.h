// rill/unicode/kernel/x86/levels/utf16_to_utf8.h: UTF-16 to UTF-8, sixteen
// units at a time.
//
// Floor 2. Included once for each level (vectors.h). A half of a surrogate
// pair is two bytes of UTF-8 that need two bits of the other half at most, so
// pairs take the same path as all others and may lie across two blocks.
// Tests: test/unicode/kernel/to_utf8_test.cpp; figures:
// bench/unicode/to_utf8.cpp.
// GB/s of UTF-16 (Chinese, Cyrillic, emoji, random): with AVX2 14.8, 12.7,
// 11.5, 5.1; with SSSE3 8.1, 9.5, 5.9, 3.1; the plain twin takes 0.9, 0.7,
// 1.2, 0.4.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

template <form From>
struct utf16_to_utf8 : to_utf8<to_utf8_tables<form>> {
  using base = to_utf8<to_utf8_tables<form>>;
  using base::constant;
  using base::each;

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 2, units = 16;
  // A block has one or two vectors. The last is the first, where it has one:
  // what is done with both is done once then.
  static constexpr int block = unit_size * units, last = block - width;

  RILL_LEVEL_INLINE static words load_units(char const* from) noexcept {
    return ordered<From>(load<words>(from));
  }
  RILL_LEVEL_INLINE words is_high(words v) const noexcept {
    return match(v, each(constant.half), each(constant.surrogate));
  }

  // Units with surrogates. Null when one of them is alone.
  RILL_LEVEL_INLINE char* put_surrogates(words v, words before,
                                         char* out) const noexcept {
    words const high = is_high(v);
    words const low = match(v, each(constant.half), each(constant.low_half));
    words const wrong = low ^ is_high(before);
    if (!is_zero(wrong)) [[unlikely]]
      return nullptr;
    words const upper = v + each(constant.high_base);
    words const highs = (upper >> 8) | (upper << 6 & each(constant.upper_six)) |
                        each(constant.both_of_four);
    // The lower half has 1 where two bits of the upper one are to be.
    words const lows = ~(before << 4) & each(constant.low_bits) & low;
    words const paired = high | low;
    words const halves = choose(base::last_two(v) ^ lows, highs, high);
    if (is_all(paired)) {
      store(out, halves);
      return out + width;
    }
    words const single = base::is_ascii(v);
    words const two = base::is_below_three(v);
    words const slot_row = halves | (two & each(constant.lead_of_two));
    return base::put_quads(v >> 4 | each(constant.lead_of_three),
                           choose(slot_row, v << 8, single), single,
                           two | paired, out);
  }

  // Blocks with surrogates, while there are any, or half of a pair before.
  // False when one of them is alone.
  RILL_LEVEL_INLINE bool put_blocks(bool is_first, char const*& in,
                                    char const* in_end, char*& out,
                                    char* out_end) const noexcept {
    words v = load_units(in);
    words before =
        is_first ? bytes_ago<2>(v, nothing_before(v)) : load_units(in - 2);
    for (;;) {
      char* end = put_surrogates(v, before, out);
      if constexpr (last != 0)
        if (end) [[likely]]
          end = put_surrogates(load_units(in + last), load_units(in + last - 2),
                               end);
      if (!end) [[unlikely]]
        return false;
      out = end;
      in += block;
      if (in_end - in < block || out_end - out < base::room) return true;
      v = load_units(in);
      before = load_units(in - 2);
      words const found = base::is_surrogate(v) |
                          base::is_surrogate(load_units(in + last)) |
                          is_high(before);
      if (is_zero(found)) return true;
    }
  }

  static bool is_cut(char const* unit) noexcept {
    auto const upper =
        static_cast<unsigned char>(unit[From == form::utf16 ? 1 : 0]);
    return (upper & 0xFC) == 0xD8;
  }
  [[gnu::noinline]] RILL_LEVEL_TARGET static char* convert(char const* in,
                                                           std::size_t skipped,
                                                           char* out) noexcept {
    utf16_to_utf8 const to;
    std::size_t const gone = 2 * skipped;
    words const a = base::without(gone, load_units(in)),
                b = base::without(gone, load_units(in + last), last);
    words const before_a = base::without(gone, load_units(in - 2));
    words const before_b = base::without(gone, load_units(in + last - 2), last);
    if (has_none(a | b | before_a | before_b, each(to.constant.above_ascii))) {
      base::store_narrowed(out, a, b);
      return out + units;
    }
    words const found = to.is_surrogate(a) | to.is_surrogate(b) |
                        to.is_high(before_a) | to.is_high(before_b);
    if (is_zero(found)) return to.put_block_of_three(a, b, out);
    out = to.put_surrogates(a, before_a, out);
    if constexpr (last != 0)
      if (out) out = to.put_surrogates(b, before_b, out);
    return out;
  }

  // While there is nothing else.
  RILL_LEVEL_INLINE void put_ascii(char const*& in, char const* in_end,
                                   char*& out, char* out_end) const noexcept {
    constexpr int vectors = 64 / width;
    while (in_end - in >= 64 && out_end - out >= 32) {
      words v[vectors], any{};
#pragma GCC unroll 4
      for (int i = 0; i != vectors; ++i)
        any |= v[i] = load_units(in + width * i);
      if (!has_none(any, each(constant.above_ascii))) break;
#pragma GCC unroll 2
      for (int i = 0; i != vectors; i += 2)
        store(out + width / 2 * i, narrow(v[i], v[i + 1]));
      in += 64;
      out += 32;
    }
  }

  RILL_LEVEL_TARGET static kernel_progress run(char const* in,
                                               char const* in_end, char* out,
                                               char* out_end) noexcept {
    utf16_to_utf8 const to;
    char const* const begin = in;
    while (in_end - in >= block && out_end - out >= base::room) {
      words const a = load_units(in), b = load_units(in + last);
      if (has_none(a | b, each(to.constant.above_ascii))) {
        base::store_narrowed(out, a, b);
        in += block;
        out += units;
        to.put_ascii(in, in_end, out, out_end);
        continue;
      }
      if (has_none(a | b, each(to.constant.above_two))) {
        out = to.put_block_of_two(a, b, out);
      } else if (is_zero(to.is_surrogate(a) | to.is_surrogate(b))) {
        out = to.put_block_of_three(a, b, out);
      } else {
        if (!to.put_blocks(in == begin, in, in_end, out, out_end)) break;
        continue;
      }
      in += block;
    }
    return finish_to_utf8<utf16_to_utf8>(begin, in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

namespace rill::inline RILL_BUILD::detail {

template <form From>
  requires(has_utf16_units(From))
struct conversion_kernel<From, form::utf8, cpu::RILL_LEVEL>
    : RILL_LEVEL::utf16_to_utf8<From> {};

}  // namespace rill::inline RILL_BUILD::detail
