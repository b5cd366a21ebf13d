// rill/unicode/kernel/x86/levels/utf32_to_utf8.h: UTF-32 to UTF-8, sixteen
// characters at a time.
//
// Floor 2. Included once for each level (vectors.h). Blocks without characters
// of four bytes become words and go the way of UTF-16; the others are slots of
// four bytes.
// Tests: test/unicode/kernel/to_utf8_test.cpp; figures:
// bench/unicode/to_utf8.cpp.
// GB/s of UTF-32 (Chinese, Cyrillic, emoji, random): with AVX2 22.0, 19.5,
// 17.8, 7.1; with SSSE3 14.1, 15.5, 7.4, 4.3; the plain twin takes 1.6, 1.2,
// 1.3, 0.6.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

template <form From>
struct utf32_to_utf8 : to_utf8<to_utf8_tables<form>> {
  using tables = to_utf8_tables<form>;
  using base = to_utf8<tables>;
  using base::each;

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 4, units = 16;
  static constexpr int block_size = unit_size * units;
  // A block has four vectors, or two; c and d are a and b again then, and what
  // is done with all four is done with two.
  static constexpr int vectors = block_size / width;
  static constexpr int last = block_size - 2 * width;
  struct block {
    uints a, b, c, d;
  };

  to_utf8_ints const& wide = unknown(tables::ints);

  RILL_LEVEL_INLINE static uints load_units(char const* from) noexcept {
    return ordered<From>(load<uints>(from));
  }
  RILL_LEVEL_INLINE static block load_block(char const* from) noexcept {
    return {load_units(from), load_units(from + width), load_units(from + last),
            load_units(from + last + width)};
  }
  RILL_LEVEL_INLINE static bool has_none_of(block const& v,
                                            uints wanted) noexcept {
    return has_none(v.a | v.b | v.c | v.d, wanted);
  }

  // Characters of any length, as many as a vector holds. Null when one of them
  // is none.
  RILL_LEVEL_INLINE char* put_any(uints v, char* out) const noexcept {
    auto const too_large =
        reinterpret_cast<uints>(reinterpret_cast<ints>(v >> 16) >
                                reinterpret_cast<ints>(each(wide.most_upper)));
    if (!is_zero(too_large | match(v, each(wide.above_two),
                                   each(wide.surrogate)))) [[unlikely]]
      return nullptr;
    uints slot_row =
        (v << 24 & each(wide.fourth)) | (v << 10 & each(wide.third)) |
        (v >> 4 & each(wide.second)) | v >> 18 | each(wide.all_of_four);
    uints const below_four = match(v, each(wide.above_three), uints{});
    if (is_zero(below_four)) {
      store(out, slot_row);
      return out + width;
    }
    uints const below_three = match(v, each(wide.above_two), uints{});
    uints const single = match(v, each(wide.above_ascii), uints{});
    slot_row |= (below_four & each(wide.lead_of_three)) |
                (below_three & each(wide.lead_of_two));
    slot_row = choose(slot_row, v << 24, single);
    auto const code =
        reinterpret_cast<ints>(((single | ~below_four) & each(wide.low_code)) |
                               (below_three & each(wide.high_code)));
    unsigned const mask = bits(RILL_LEVEL_BUILTIN(packssdw)(code, code));
    unsigned const low = mask & 0xFF, high = mask >> 24;
    bytes const packed = base::shuffled(slot_row, tables::quads, low, high);
    store(out, lane_of<0>(packed));
    out += tables::quad_places.of[low] >> 24;
    if constexpr (lanes == 1) return out;
    store(out, lane_of<lanes - 1>(packed));
    return out + (tables::quad_places.of[high] >> 24);
  }

  // Sixteen characters that are not all ASCII. Null when one of them is none.
  RILL_LEVEL_INLINE char* put(block const& v, char* out) const noexcept {
    if (has_none_of(v, each(wide.above_three))) {
      words const a = narrow(v.a, v.b), b = narrow(v.c, v.d);
      if (has_none(a | b, each(this->constant.above_two)))
        return base::put_block_of_two(a, b, out);
      if (!is_zero(base::is_surrogate(a) | base::is_surrogate(b))) [[unlikely]]
        return nullptr;
      return base::put_block_of_three(a, b, out);
    }
    // A loop where there are four: copies of its body would keep constants in
    // registers, which is an instruction more for each on the way above.
    uints const part[] = {v.a, v.b, v.c, v.d};
#pragma GCC unroll lanes
    for (int i = 0; i != vectors; ++i) {
      out = put_any(part[i], out);
      if (!out) [[unlikely]]
        return nullptr;
    }
    return out;
  }

  // While there is nothing else, more than a block at a time.
  static constexpr int ascii_block = 4 * width;
  RILL_LEVEL_INLINE void put_ascii(char const*& in, char const* in_end,
                                   char*& out, char* out_end) const noexcept {
    while (in_end - in >= ascii_block && out_end - out >= width) {
      uints v[4], any{};
#pragma GCC unroll 4
      for (int i = 0; i != 4; ++i) any |= v[i] = load_units(in + width * i);
      if (!has_none(any, each(wide.above_ascii))) break;
      store(out, narrow(narrow(v[0], v[1]), narrow(v[2], v[3])));
      in += ascii_block;
      out += width;
    }
  }

  static bool is_cut(char const*) noexcept { return false; }
  [[gnu::noinline]] RILL_LEVEL_TARGET static char* convert(char const* in,
                                                           std::size_t skipped,
                                                           char* out) noexcept {
    utf32_to_utf8 const to;
    std::size_t const gone = 4 * skipped;
    block const v = load_block(in);
    return to.put({base::without(gone, v.a), base::without(gone, v.b, width),
                   base::without(gone, v.c, last),
                   base::without(gone, v.d, last + width)},
                  out);
  }

  RILL_LEVEL_TARGET static kernel_progress run(char const* in,
                                               char const* in_end, char* out,
                                               char* out_end) noexcept {
    utf32_to_utf8 const to;
    char const* const begin = in;
    while (in_end - in >= block_size && out_end - out >= base::room) {
      block const v = load_block(in);
      if (has_none_of(v, each(to.wide.above_ascii))) {
        base::store_narrowed(out, narrow(v.a, v.b), narrow(v.c, v.d));
        out += units;
        if constexpr (ascii_block > block_size) {
          in += block_size;
          to.put_ascii(in, in_end, out, out_end);
          continue;
        }
      } else {
        char* const end = to.put(v, out);
        if (!end) break;
        out = end;
      }
      in += block_size;
    }
    return finish_to_utf8<utf32_to_utf8>(begin, in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

namespace rill::inline RILL_BUILD::detail {

template <form From>
  requires(has_utf32_units(From))
struct conversion_kernel<From, form::utf8, cpu::RILL_LEVEL>
    : RILL_LEVEL::utf32_to_utf8<From> {};

}  // namespace rill::inline RILL_BUILD::detail
