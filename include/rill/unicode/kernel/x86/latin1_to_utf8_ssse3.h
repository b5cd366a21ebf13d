// rill/unicode/kernel/x86/latin1_to_utf8_ssse3.h: ISO 8859-1 to UTF-8, sixteen
// characters at a time, with SSSE3.
//
// Floor 2. x86-64 with cpu::ssse3. Tests: test/unicode/kernel/
// to_utf8_test.cpp; figures: bench/unicode/to_utf8.cpp.
// French 6.8 GB/s.
#ifndef RILL_UNICODE_KERNEL_X86_LATIN1_TO_UTF8_SSSE3_H
#define RILL_UNICODE_KERNEL_X86_LATIN1_TO_UTF8_SSSE3_H

#include "to_utf8_ssse3.h"
#include "shuffle.h"

namespace rill::inline RILL_BUILD::detail {

template <form From>
struct latin1_to_utf8_ssse3 : to_utf8_ssse3<to_utf8_tables<form>> {
  using base = to_utf8_ssse3<to_utf8_tables<form>>;
  using typename base::bytes;
  using typename base::words;

  // Sixteen characters, of one byte where `mask` has a 1.
  RILL_TO_UTF8_SSSE3 char* put(bytes v, unsigned mask,
                               char* out) const noexcept {
    auto const low = reinterpret_cast<words>(RILL_SHUFFLE(
        v, bytes{}, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
    auto const high = reinterpret_cast<words>(
        RILL_SHUFFLE(v, bytes{}, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29,
                     14, 30, 15, 31));
    out = base::put_pairs(base::slots_of_two(low, base::is_ascii(low)),
                          mask & 0xFF, out);
    return base::put_pairs(base::slots_of_two(high, base::is_ascii(high)),
                           mask >> 8 & 0xFF, out);
  }

  // While there is nothing else.
  RILL_TO_UTF8_SSSE3 static void put_ascii(char const*& in, char const* in_end,
                                           char*& out, char* out_end) noexcept {
    while (in_end - in >= 64 && out_end - out >= 64) {
      auto const a = base::template load<bytes>(in);
      auto const b = base::template load<bytes>(in + 16);
      auto const c = base::template load<bytes>(in + 32);
      auto const d = base::template load<bytes>(in + 48);
      if (base::signs(a | b | c | d)) break;
      base::store(out, a);
      base::store(out + 16, b);
      base::store(out + 32, c);
      base::store(out + 48, d);
      in += 64;
      out += 64;
    }
  }

  // For finish_to_utf8.
  static constexpr std::size_t unit_size = 1, units = 16;
  static constexpr std::ptrdiff_t room = 32;
  static bool is_cut(char const*) noexcept { return false; }
  [[gnu::target("ssse3,sse4.1,sse4.2,popcnt"), gnu::noinline]] static char*
  convert(char const* in, std::size_t skipped, char* out) noexcept {
    latin1_to_utf8_ssse3 const to;
    auto const v = base::without(skipped, base::template load<bytes>(in));
    return to.put(v, ~base::signs(v), out);
  }

  [[gnu::target("ssse3,sse4.1,sse4.2,popcnt")]] static kernel_progress run(
      char const* in, char const* in_end, char* out, char* out_end) noexcept {
    latin1_to_utf8_ssse3 const to;
    char const* const begin = in;
    while (in_end - in >= 16 && out_end - out >= room) {
      auto const v = base::template load<bytes>(in);
      unsigned const above = base::signs(v);
      if (above == 0) {
        base::store(out, v);
        in += 16;
        out += 16;
        put_ascii(in, in_end, out, out_end);
        continue;
      } else {
        out = to.put(v, ~above, out);
      }
      in += 16;
    }
    return finish_to_utf8<latin1_to_utf8_ssse3>(begin, in, in_end, out,
                                                out_end);
  }
};

template <form From>
  requires(From == form::latin1)
struct conversion_kernel<From, form::utf8, cpu::ssse3>
    : latin1_to_utf8_ssse3<From> {};

}  // namespace rill::inline RILL_BUILD::detail

#endif
