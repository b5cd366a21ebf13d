// rill/unicode/kernel/x86/utf8_to_latin1_ssse3.h: UTF-8 to Latin-1 with SSSE3.
//
// Floor 2. C2 goes and C3 makes its continuation larger by 40; everything
// else that is not ASCII ends the run.
// 6.2 GB/s of a text with one such letter in ten.
// Tests: test/unicode/kernel/from_utf8_test.cpp; figures:
// bench/unicode/from_utf8.cpp.
#ifndef RILL_UNICODE_KERNEL_X86_UTF8_TO_LATIN1_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_UTF8_TO_LATIN1_SSSE3_H

#include "utf8_ssse3.h"
#include "ascii_steps.h"

namespace rill::inline RILL_BUILD::detail {

template <class = void>
struct utf8_to_latin1_ssse3 : utf8_ssse3 {
  using ascii = ascii_steps<form::latin1>;
  static constexpr int step = 16;
  static constexpr int unit = 1;
  // What is stored behind the last byte too.
  static constexpr int room = step + 8;

  // Stores the bytes that are no leads.
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static char* squeeze_16(
      char* out, ubytes v, unsigned leads) noexcept {
    using table = byte_compress_table<>;
    unsigned const set = leads ^ 0xFFFF;
    long long first, second;
    __builtin_memcpy(&first, table::places.place[set & 255], 8);
    __builtin_memcpy(&second, table::places.place[set >> 8], 8);
    auto const places =
        reinterpret_cast<bytes>(quads{first, second + 0x0808080808080808});
    auto const q = reinterpret_cast<quads>(
        __builtin_ia32_pshufb128(reinterpret_cast<bytes>(v), places));
    long long const halves[2] = {q[0], q[1]};
    __builtin_memcpy(out, &halves[0], 8);
    __builtin_memcpy(out + __builtin_popcount(set & 255), &halves[1], 8);
    return out + __builtin_popcount(set);
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static char* squeeze(
      char* out, ubytes v, ubytes lead) noexcept {
    return squeeze_16(out, v, bits(lead));
  }

  RILL_UTF8_SSSE3 static kernel_progress run(char const* begin, char const* in,
                                             char const* in_end, char* out,
                                             char* out_end) noexcept {
    while (in_end - in >= step && out_end - out >= room) {
      ubytes const now = load(in);
      window const w = in == begin ? look(ubytes{}, now) : look_back(in);
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
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes is_lead(ubytes v) noexcept {
    return reinterpret_cast<ubytes>((v & all(0xFE)) == all(0xC2));
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes is_C3(ubytes v) noexcept {
    return reinterpret_cast<ubytes>(v == all(0xC3));
  }
  RILL_UTF8_SSSE3 RILL_ALWAYS_INLINE static ubytes is_continuation(
      ubytes v) noexcept {
    return reinterpret_cast<ubytes>(reinterpret_cast<signed_bytes>(v) <
                                    reinterpret_cast<signed_bytes>(all(0xC0)));
  }
};

template <>
struct conversion_kernel<form::utf8, form::latin1, cpu::ssse3> {
  static kernel_progress run(char const* in, char const* in_end, char* out,
                             char* out_end) noexcept {
    return convert_in_steps<utf8_to_latin1_ssse3<>>(in, in_end, out, out_end);
  }
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
