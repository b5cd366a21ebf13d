// test/unicode/kernel/count_test.cpp: each kernel that counts returns the
// number of units that the conversion writes.
// covers: unicode/kernel/kernel.h, unicode/kernel/x86/levels/checked.h
#include <doctest/doctest.h>
#include <rill/unicode/convert.h>

#include <random>
#include <string>
#include <vector>

#include "support/text_kernels.h"

namespace {

using namespace rill::detail;

template <form From, form To>
bool counts(std::string const& text) {
  using source = bytes_of_form<From>;
  using target = bytes_of_form<To>;
  rill_test::exact_block<char> block(text.data(), text.size());
  char const* const first = block.data();
  std::vector<char> out(text.size() * 4 + 4);
  auto const done = convert_plainly<source, target>(first, text.size(),
                                                    out.data(), out.size());
  if (done.error != rill::text_problem::none) return false;
  std::size_t const want = done.written / unit_width(To);
  bool same = true;
  auto const look = [&]<rill::cpu Level>() {
    if constexpr (is_written<count_kernel<From, To, Level>>)
      if (Level <= rill::cpu_level())
        same = same && count_kernel<From, To, Level>::run(
                           first, first + text.size()) == want;
  };
  look.template operator()<rill::cpu::generic>();
#if RILL_X86_64
  look.template operator()<rill::cpu::ssse3>();
  look.template operator()<rill::cpu::avx2>();
  look.template operator()<rill::cpu::avx512>();
#elif RILL_NEON
  look.template operator()<rill::cpu::neon>();
#endif
  return same;
}

// Texts of each kind of character: of every small size, and long enough to fill
// each accumulator of a kernel.
template <form From, form To>
bool counts_all() {
  constexpr char32_t firsts[] = {0x00, 0x80, 0x800, 0x10000, 0};
  constexpr char32_t limits[] = {0x80, 0x100, 0x10000, 0x110000, 0x110000};
  std::mt19937 random(3);
  for (std::size_t kind = 0; kind != 5; ++kind)
    for (std::size_t size = 0; size < (kind == 4 ? 120000u : 9000u);
         size = size < 150 ? size + 1 : size * 9) {
      std::string text;
      for (std::size_t i = 0; i != size; ++i) {
        char32_t c = firsts[kind] + static_cast<char32_t>(random()) %
                                        (limits[kind] - firsts[kind]);
        if (From == form::latin1) c &= 0xFF;
        if (!rill::is_scalar_value(c)) c = firsts[kind];
        char units[4];
        text.append(units, bytes_of_form<From>::put(units, c));
      }
      if (!counts<From, To>(text)) return false;
    }
  return true;
}

template <form From>
void check_from() {
  CHECK(counts_all<From, form::utf8>());
  CHECK(counts_all<From, form::utf16>());
  CHECK(counts_all<From, form::utf32>());
}

}  // namespace

TEST_CASE("unicode/kernel/count: from every form") {
  check_from<form::utf8>();
  check_from<form::utf16>();
  check_from<form::utf16_swapped>();
  check_from<form::utf32>();
  check_from<form::utf32_swapped>();
  check_from<form::latin1>();
}
