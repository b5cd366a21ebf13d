// rill/unicode/kernel/x86/levels/checked.h: how far UTF-16 and UTF-32 of
// either byte order are well-formed; and the same while the bytes of their
// units are swapped.
//
// Floor 2. Included once for each level (vectors.h). Tests:
// test/unicode/kernel/wide_test.cpp, test/unicode/validate_test.cpp; figures:
// bench/unicode/wide.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

// The units that are equal to `what` under `mask`.
template <form Form>
RILL_LEVEL_INLINE words units_like(words v, unsigned short mask,
                                   unsigned short what) noexcept {
  if constexpr (has_swapped_units(Form))
    return reinterpret_cast<words>((v & __builtin_bswap16(mask)) ==
                                   __builtin_bswap16(what));
  else
    return reinterpret_cast<words>((v & mask) == what);
}

// 64 bytes.
struct checked_block {
  words part[64 / width];

  // Two bits for each half of a pair of that kind.
  template <form Form>
  RILL_LEVEL_INLINE std::uint64_t halves(unsigned short what) const noexcept {
    std::uint64_t found = 0;
#pragma GCC unroll 4
    for (int i = 0; i != 64; i += width)
      found |=
          std::uint64_t{bits(units_like<Form>(part[i / width], 0xFC00, what))}
          << i;
    return found;
  }
};

template <form Form, bool Swaps>
RILL_LEVEL_INLINE kernel_progress check_utf16(char const* in,
                                              char const* in_end,
                                              char* out) noexcept {
  // The bits of a trail that has to be first in the next block.
  std::uint64_t carry = 0;
  for (; in_end - in >= 64; in += 64) {
    checked_block v;
    words any{};
#pragma GCC unroll 4
    for (int i = 0; i != 64; i += width) {
      words const part = load<words>(in + i);
      if constexpr (Swaps) store(out + i, swapped<2>(part));
      any |= units_like<Form>(part, 0xF800, 0xD800);
      v.part[i / width] = part;
    }
    if constexpr (Swaps) out += 64;
    if (RILL_LIKELY(is_zero(any))) {
      if (carry != 0) break;
      continue;
    }
    std::uint64_t const leads = v.halves<Form>(0xD800);
    std::uint64_t const trails = v.halves<Form>(0xDC00);
    if (trails != (leads << 2 | carry)) break;
    carry = leads >> 62;
  }
  std::ptrdiff_t const back = carry != 0 ? 2 : 0;
  return {in - back, out};
}

// 0 where a unit is a scalar value: with D800..DFFF moved to the very top,
// by way of 0, those are the numbers below 10F800.
template <form Form>
RILL_LEVEL_INLINE ints wrong_units(uints v) noexcept {
  uints const moved = (ordered<Form>(v) ^ 0xD800) - 0x80000800;
  return reinterpret_cast<ints>(moved) >
         static_cast<int>(0x10F7FF - 0x80000000);
}

template <form Form, bool Swaps>
RILL_LEVEL_INLINE kernel_progress check_utf32(char const* in,
                                              char const* in_end,
                                              char* out) noexcept {
  for (; in_end - in >= 2 * width; in += 2 * width) {
    auto const a = load<uints>(in);
    auto const b = load<uints>(in + width);
    if constexpr (Swaps) {
      store(out, swapped<4>(a));
      store(out + width, swapped<4>(b));
      out += 2 * width;
    }
    if (!is_zero(wrong_units<Form>(a) | wrong_units<Form>(b))) break;
  }
  return {in, out};
}

template <form Form, bool Swaps>
RILL_LEVEL_TARGET kernel_progress check_wide(char const* in, char const* in_end,
                                             char* out) noexcept {
  if constexpr (has_utf16_units(Form))
    return check_utf16<Form, Swaps>(in, in_end, out);
  else
    return check_utf32<Form, Swaps>(in, in_end, out);
}

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

namespace rill::inline RILL_BUILD::detail {

template <form Form>
  requires(has_wide_units(Form))
struct validation_kernel<Form, cpu::RILL_LEVEL> {
  static char const* run(char const* in, char const* in_end) noexcept {
    return RILL_LEVEL::check_wide<Form, false>(in, in_end, nullptr).in;
  }
};

template <form From, form To>
  requires(changes_order(From, To))
struct conversion_kernel<From, To, cpu::RILL_LEVEL> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    auto const size = smaller(in_end - in, out_end - out);
    char const* const end =
        RILL_LEVEL::check_wide<From, true>(in, in + size, out).in;
    return {end, out + (end - in)};
  }
};

}  // namespace rill::inline RILL_BUILD::detail
