// rill/unicode/kernel/x86/levels/validate_utf8.h: validation of UTF-8.
//
// Floor 2. Included once for each level (vectors.h). All combinations of three
// nibbles at once (utf8_pairs.h): anything but ASCII 22 GB/s with AVX2, 9.7
// with SSSE3.
// Tests: test/unicode/kernel/from_utf8_test.cpp; figures:
// bench/unicode/from_utf8.cpp.

namespace rill::inline RILL_BUILD::detail::RILL_LEVEL {

template <class = void>
struct utf8_validation {
  static constexpr int step = 64;

  RILL_LEVEL_TARGET static char const* run(char const* begin, char const* in,
                                           char const* in_end) noexcept {
    constexpr int ascii_step = 4 * width;
    while (in_end - in >= step) {
      if (high_bits<step>(in) == 0) {
        if (bytes_of_cut_utf8(begin, in) != 0) break;
        in += step;
        while (in_end - in >= ascii_step && high_bits<ascii_step>(in) == 0)
          in += ascii_step;
        continue;
      }
      auto const first = load<ubytes>(in);
      ubytes wrong =
          check(in == begin ? look_first(first) : look_back(in)).wrong;
#pragma GCC unroll 3
      for (int i = width; i != step; i += width)
        wrong = wrong | check(look_back(in + i)).wrong;
      if (!is_zero(wrong)) [[unlikely]]
        break;
      in += step;
    }
    return in - bytes_of_cut_utf8(begin, in);
  }
};

}  // namespace rill::inline RILL_BUILD::detail::RILL_LEVEL

namespace rill::inline RILL_BUILD::detail {

template <>
struct validation_kernel<form::utf8, cpu::RILL_LEVEL> {
  static char const* run(char const* in, char const* in_end) noexcept {
    return validate_in_steps<RILL_LEVEL::utf8_validation<>>(in, in_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail
