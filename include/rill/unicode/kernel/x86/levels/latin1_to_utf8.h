// rill/unicode/kernel/x86/levels/latin1_to_utf8.h: ISO 8859-1 to UTF-8, a
// vector of characters at a time.
//
// Floor 2. Included once for each level (vectors.h). Tests:
// test/unicode/kernel/to_utf8_test.cpp; figures: bench/unicode/to_utf8.cpp.
// French 8.1 GB/s with AVX2, 6.8 with SSSE3.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

template <form From>
struct latin1_to_utf8 : to_utf8<to_utf8_tables<form>> {
  using base = to_utf8<to_utf8_tables<form>>;

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 1, units = width;
  static constexpr std::ptrdiff_t room = 2 * width;
  static bool is_cut(char const*) noexcept { return false; }

  // Characters of one byte where `mask` has a 1.
  RILL_LEVEL_INLINE char* put(ubytes v, unsigned mask,
                              char* out) const noexcept {
    out = put_half(widened<0>(v), mask, out);
    return put_half(widened<1>(v), mask >> width / 2, out);
  }
  RILL_LEVEL_INLINE char* put_half(words v, unsigned mask,
                                   char* out) const noexcept {
    return base::put_pairs(base::slots_of_two(v, base::is_ascii(v)),
                           mask & 0xFF, mask >> 8 & 0xFF, out);
  }

  // While there is nothing else.
  RILL_LEVEL_INLINE static void put_ascii(char const*& in, char const* in_end,
                                          char*& out, char* out_end) noexcept {
    constexpr int vectors = 64 / width;
    while (in_end - in >= 64 && out_end - out >= 64) {
      ubytes v[vectors], any{};
#pragma GCC unroll 4
      for (int i = 0; i != vectors; ++i)
        any |= v[i] = load<ubytes>(in + width * i);
      if (bits(any)) break;
#pragma GCC unroll 4
      for (int i = 0; i != vectors; ++i) store(out + width * i, v[i]);
      in += 64;
      out += 64;
    }
  }

  [[gnu::noinline]] RILL_LEVEL_TARGET static char* convert(char const* in,
                                                           std::size_t skipped,
                                                           char* out) noexcept {
    latin1_to_utf8 const to;
    auto const v = base::without(skipped, load<ubytes>(in));
    return to.put(v, ~bits(v), out);
  }

  RILL_LEVEL_TARGET static kernel_progress run(char const* in,
                                               char const* in_end, char* out,
                                               char* out_end) noexcept {
    latin1_to_utf8 const to;
    char const* const begin = in;
    while (in_end - in >= width && out_end - out >= room) {
      auto const v = load<ubytes>(in);
      unsigned const above = bits(v);
      in += width;
      if (above == 0) {
        store(out, v);
        out += width;
        put_ascii(in, in_end, out, out_end);
      } else {
        out = to.put(v, ~above, out);
      }
    }
    return finish_to_utf8<latin1_to_utf8>(begin, in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

namespace rill::inline RILL_BUILD::detail {

template <form From>
  requires(From == form::latin1)
struct conversion_kernel<From, form::utf8, cpu::RILL_LEVEL>
    : RILL_LEVEL::latin1_to_utf8<From> {};

}  // namespace rill::inline RILL_BUILD::detail
