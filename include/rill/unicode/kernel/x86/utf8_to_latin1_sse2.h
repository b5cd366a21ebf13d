// rill/unicode/kernel/x86/utf8_to_latin1_sse2.h: UTF-8 to Latin-1 with SSE2.
//
// Floor 2. C2 goes and C3 makes its continuation larger by 40; everything
// else that is not ASCII ends the run.
// 4.6 GB/s of a text with one such letter in ten, byte by byte 0.5.
// Tests: test/unicode/kernel/from_utf8_test.cpp; figures:
// bench/unicode/from_utf8.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_TO_LATIN1_SSE2_H
#define RILL_UNICODE_KERNEL_X86_UTF8_TO_LATIN1_SSE2_H

#include "utf8_sse2.h"

namespace rill::inline RILL_BUILD::detail {

template <class = void>
struct utf8_to_latin1_sse2 : utf8_sse2 {
  using ascii = utf8_to_latin1_sse2<>;
  static constexpr int step = 16;
  static constexpr int unit = 1;
  // What is stored behind the last byte too.
  static constexpr int room = step + 8;

  RILL_ALWAYS_INLINE static void store_ascii(char* out,
                                             char const* in) noexcept {
    store(out, load(in));
  }
  // Stores the bytes that are no leads.
  RILL_ALWAYS_INLINE static char* squeeze(char* out, ubytes v,
                                          ubytes lead) noexcept {
    // As units of two bytes, of which those that go are 0.
    ubytes const kept = v & ~lead;
    unsigned const set = bits(lead) ^ 0xFFFF;
    out = squeeze_8(out, zip_lower(kept, ubytes{}), set & 255);
    return squeeze_8(out, zip_upper(kept, ubytes{}), set >> 8);
  }
  RILL_ALWAYS_INLINE static char* squeeze_8(char* out, ubytes units,
                                            unsigned set) noexcept {
    using table = unit_move_table<>;
    auto const squeezed =
        reinterpret_cast<signed_words>(squeeze_units(units, set));
    auto const narrow =
        reinterpret_cast<ints>(__builtin_ia32_packuswb128(squeezed, squeezed));
    int const halves[2] = {narrow[0], narrow[1]};
    __builtin_memcpy(out, &halves[0], 4);
    __builtin_memcpy(out + table::moves.in_half[set], &halves[1], 4);
    return out + table::moves.in_all[set];
  }

  static kernel_progress run(char const* begin, char const* in,
                             char const* in_end, char* out,
                             char* out_end) noexcept {
    while (in_end - in >= step && out_end - out >= room) {
      ubytes const now = load(in);
      window const w = in == begin ? look_first(in) : look_back(in);
      ubytes const lead = is_lead(now);
      ubytes const continuation = is_continuation(now);
      ubytes const wrong = (is_lead(w.ago_1) ^ continuation) |
                           (now & ~(continuation | lead) & all(0x80));
      if (!is_zero(wrong)) [[unlikely]]
        break;
      in += step;
      if (bits(lead) == 0) {
        store(out, now | (is_C3(w.ago_1) & all(0x40)));
        out += step;
        for (auto left = blocks_of_ascii<unit>(in, in_end, out, out_end);
             left != 0; --left) {
          if (bits(load(in) | load(in + 16) | load(in + 32) | load(in + 48)) !=
              0)
            break;
#pragma GCC unroll 4
          for (int i = 0; i != 64; i += step) store(out + i, load(in + i));
          in += 64;
          out += 64;
        }
      } else {
        out = squeeze(out, now | (is_C3(w.ago_1) & all(0x40)), lead);
      }
    }
    return end_of_whole_utf8<unit>(begin, in, out);
  }

 private:
  RILL_ALWAYS_INLINE static ubytes is_lead(ubytes v) noexcept {
    return reinterpret_cast<ubytes>((v & all(0xFE)) == all(0xC2));
  }
  RILL_ALWAYS_INLINE static ubytes is_C3(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(v == all(0xC3));
  }
  RILL_ALWAYS_INLINE static ubytes is_continuation(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(v) <
                                    reinterpret_cast<signed_bytes>(all(0xC0)));
  }
};

template <>
struct conversion_kernel<form::utf8, form::latin1, cpu::sse2> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return convert_in_steps<utf8_to_latin1_sse2<>>(in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
