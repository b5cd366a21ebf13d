// rill/unicode/kernel/x86/utf8_runs_avx512.h: runs of UTF-8 in which all
// characters have three bytes, or all have four: 16 characters at a time.
//
// Floor 2. x86-64 with AVX-512 F, BW, VL, DQ, VBMI and VBMI2. Runs of three
// are 2.5 times as fast as what does any text, runs of four 3 to 5 times.
// Tests: test/unicode/kernel/avx512_test.cpp; figures:
// bench/unicode/avx512.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_RUNS_AVX512_H
#define RILL_UNICODE_KERNEL_X86_UTF8_RUNS_AVX512_H

#include "vector_avx512.h"

namespace rill::inline RILL_BUILD::detail::avx512 {

struct utf8_run_tables {
  table threes;  // 16 times three bytes, each behind one that does not count
};
constexpr utf8_run_tables make_utf8_run_tables() noexcept {
  utf8_run_tables made{};
  for (int i = 0; i != 64; ++i)
    made.threes.at[i] =
        static_cast<char>(i / 4 * 3 + (i % 4 == 0 ? 0 : i % 4 - 1));
  return made;
}
template <class = void>
inline constexpr utf8_run_tables utf8_run_table = make_utf8_run_tables();

// Which values need another number of bytes or are no scalar values.
template <int Size>
RILL_AVX512_INLINE int no_scalars(ints values) noexcept {
  if constexpr (Size == 4) {
    auto const planes = reinterpret_cast<uints>(values) - 0x10000;
    return above(reinterpret_cast<ints>(planes), 0xFFFFF);
  } else {
    ints const upper = values & fill_ints(0xF800);
    return equal_quads(upper, ints{}) | equal_quads(upper, fill_ints(0xD800));
  }
}

// The scalar values of 16 characters of Size bytes at `from`, where 64 bytes
// are, and which of them are ill-formed or of another size.
struct utf8_values {
  ints values;
  quad_mask wrong;
};
template <int Size>
RILL_AVX512_INLINE utf8_values values_of(char const* from) noexcept {
  bytes v = load(from);
  if constexpr (Size == 3) v = pick(v, load(utf8_run_table<>.threes));
  auto const quads = reinterpret_cast<ints>(v);
  // Of a first byte one bit more is taken than belongs to its value: of F8
  // and more that is a value that is too large.
  ints const parts = quads & fill_ints(Size == 3 ? 0x3F3F0F00 : 0x3F3F3F0F);
  ints const values =
      add_pairs(add_pairs(reinterpret_cast<bytes>(parts),
                          reinterpret_cast<bytes>(fill_ints(0x01400140))),
                reinterpret_cast<words>(fill_ints(0x00011000)));
  quad_mask const other_size =
      differing_quads(quads & fill_ints(Size == 3 ? 0xC0C0F000 : 0xC0C0C0F0),
                      fill_ints(Size == 3 ? 0x8080E000 : 0x808080F0));
  return {values,
          static_cast<quad_mask>(other_size | no_scalars<Size>(values))};
}

// Converts as long as there are only such characters, and room for 64 units.
template <class Sink, int Size>
RILL_AVX512_INLINE void convert_run(char const*& at, char const* in_end,
                                    char*& out, char* out_end) noexcept {
  while (in_end - at >= 64 && out_end - out >= 64 * Sink::size) {
    utf8_values const found = values_of<Size>(at);
    if (found.wrong != 0) return;
    if constexpr (Size == 3)
      Sink::put_threes(found.values, out);
    else
      Sink::put_fours(found.values, out);
    at += 16 * Size;
  }
}

}  // namespace rill::inline RILL_BUILD::detail::avx512

#endif
