// rill/unicode/kernel/x86/ascii_steps.h: sixteen bytes of ASCII in another
// form.
//
// Floor 2. SSE2, which every x86-64 processor has. The kernels of all levels
// below AVX-512 end a text with it (utf8_pieces.h). Tests:
// test/unicode/kernel/from_utf8_test.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_ASCII_STEPS_H
#define RILL_UNICODE_KERNEL_X86_ASCII_STEPS_H

#include "../in_blocks.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

template <form To>
struct ascii_steps {
  typedef char bytes __attribute__((vector_size(16)));
  typedef short words __attribute__((vector_size(16)));

  static constexpr int unit = static_cast<int>(unit_width(To));

  RILL_ALWAYS_INLINE static bytes load(char const* from) noexcept {
    bytes loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return loaded;
  }
  // The uppermost bits: 0 where all bytes are ASCII.
  RILL_ALWAYS_INLINE static unsigned bits(bytes v) noexcept {
    return static_cast<unsigned>(__builtin_ia32_pmovmskb128(v));
  }

  // Stores the sixteen units.
  RILL_ALWAYS_INLINE static void store_ascii(char* out,
                                             char const* in) noexcept {
    bytes const now = load(in);
    if constexpr (unit == 1) {
      store(out, now);
    } else {
      constexpr bytes zero{};
      bytes const a = has_swapped_units(To) ? zero : now;
      bytes const b = has_swapped_units(To) ? now : zero;
      store_words(out, RILL_SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5,
                                    21, 6, 22, 7, 23));
      store_words(out + 8 * unit,
                  RILL_SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13,
                               29, 14, 30, 15, 31));
    }
  }

 private:
  template <class Vector>
  RILL_ALWAYS_INLINE static void store(char* to, Vector v) noexcept {
    __builtin_memcpy(to, &v, sizeof v);
  }
  // Eight units of two bytes, as units of the output.
  RILL_ALWAYS_INLINE static void store_words(char* out, bytes units) noexcept {
    if constexpr (unit == 2) {
      store(out, units);
    } else {
      auto const v = reinterpret_cast<words>(units);
      words const a = has_swapped_units(To) ? words{} : v;
      words const b = has_swapped_units(To) ? v : words{};
      store(out, RILL_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11));
      store(out + 16, RILL_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15));
    }
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
