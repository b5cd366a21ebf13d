// bench/unicode/avx512.cpp: gigabytes of UTF-8 a second, read or written, by
// the AVX-512 kernels, the kernels of the level below, and the portable code.
// Lower quartile of 31 interleaved rounds. The texts have 128 KB each, with an
// argument 24 bytes.
//   g++ -O2 -std=c++20 -Iinclude bench/unicode/avx512.cpp
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "rill/unicode/convert.h"

namespace {

using namespace rill::detail;
using rill::cpu;

using utf8 = utf8_form_of<char>;
using utf16 = utf16_form<char>;
using utf32 = utf32_form<char>;
using latin1 = latin1_form<char>;

// Words of one alphabet with spaces between; the last two kinds mix alphabets.
struct text_kind {
  char const* name;
  char32_t first;
  unsigned letters;
  unsigned length;  // of a word; 0: no spaces
};
constexpr text_kind text_kinds[] = {
    {"Latin", U'a', 26, 6},       {"French", 0xC0, 128, 1},
    {"Russian", 0x410, 64, 6},    {"Chinese", 0x4E00, 0x5000, 40},
    {"Emoji", 0x1F300, 0x300, 0}, {"mixed", 0, 0, 5},
    {"random", 0, 0, 1},
};

char32_t letter(text_kind const& kind, std::mt19937& random, unsigned which) {
  auto const r = static_cast<char32_t>(random());
  if (kind.letters == 128) return r % 6 ? U'a' + r % 26 : 0xC0 + r / 8 % 64;
  if (kind.letters != 0) return kind.first + r % kind.letters;
  text_kind const& other = text_kinds[which % 4 == 1 ? 2 : which % 4];
  return which % 5 == 4 ? 0x1F300 + r % 0x300 : other.first + r % other.letters;
}

template <class Form>
std::string make_text(text_kind const& kind, std::size_t size) {
  std::mt19937 random(11);
  std::string text, measure;
  char units[8];
  while (measure.size() < size) {
    auto const which = static_cast<unsigned>(random());
    unsigned const length =
        kind.length <= 1 ? 1 : 1 + which % (2 * kind.length);
    for (unsigned i = 0; i <= length; ++i) {
      bool const is_space = i == length;
      if (is_space && kind.length <= 1) break;
      char32_t const c = is_space ? U' ' : letter(kind, random, which);
      measure.append(units,
                     static_cast<std::size_t>(utf8::put(units, c) - units));
      char const* const end = Form::put(units, c);
      if (end) text.append(units, static_cast<std::size_t>(end - units));
    }
  }
  return text;
}

template <class Function>
double nanoseconds(Function const& function, int times) {
  auto const start = std::chrono::steady_clock::now();
  for (int i = 0; i != times; ++i) function();
  std::chrono::duration<double, std::nano> const taken =
      std::chrono::steady_clock::now() - start;
  return taken.count() / times;
}

// Prints a line: AVX-512, the level below, the portable code.
template <class Way>
void compare(char const* what, char const* kind, std::size_t bytes,
             Way const& way) {
  constexpr int rounds = 31;
  std::vector<double> taken[3];
  int const times = static_cast<int>(1 + 200'000 / (bytes + 100));
  for (int round = 0; round != rounds; ++round)
    for (int i = 0; i != 3; ++i)
      taken[i].push_back(nanoseconds([&] { way(i); }, times));
  std::printf("%-12s %-8s", what, kind);
  for (std::vector<double>& all : taken) {
    std::sort(all.begin(), all.end());
    std::printf(" %8.2f", static_cast<double>(bytes) / all[rounds / 4]);
  }
  std::puts("");
}

template <class From, class To>
void conversions(char const* what, std::size_t size) {
  using chooser = conversion_of<From::name, To::name>;
  for (text_kind const& kind : text_kinds) {
    std::string const in = make_text<From>(kind, size);
    std::string out(in.size() * 4 + 256, '\0');
    // Skips texts that the other encoding cannot express.
    std::size_t const read =
        convert_plainly<From, To>(in.data(), in.size(), out.data(), out.size())
            .read;
    std::size_t const bytes = make_text<utf8>(kind, size).size();
    if (read != in.size() || in.size() < bytes / 2) continue;
    converter const found[] = {
        kernel_up_to<converter, chooser::template at>(cpu::avx512),
        kernel_up_to<converter, chooser::template at>(cpu::avx2)};
    compare(what, kind.name, bytes, [&](int way) {
      if (way == 2 || !found[way])
        convert_plainly<From, To>(in.data(), in.size(), out.data(), out.size());
      else
        found[way](in.data(), in.data() + in.size(), out.data(),
                   out.data() + out.size());
      asm volatile("" : : "r"(out.data()) : "memory");
    });
  }
}

void validations(std::size_t size) {
  using chooser = validation_of<form::utf8>;
  for (text_kind const& kind : text_kinds) {
    std::string const in = make_text<utf8>(kind, size);
    checker const found[] = {kernel_up_to<checker, chooser::at>(cpu::avx512),
                             kernel_up_to<checker, chooser::at>(cpu::avx2)};
    compare("validate", kind.name, in.size(), [&](int way) {
      char const* end = in.data();
      if (way != 2)
        end = found[way](in.data(), in.data() + in.size());
      else
        while (end != in.data() + in.size())
          end += utf8::take(end, in.data() + in.size()).size;
      asm volatile("" : : "r"(end));
    });
  }
}

}  // namespace

int main(int count, char**) {
  std::size_t const size = count > 1 ? 24 : 128 << 10;
  std::puts("                        avx512    below    plain");
  validations(size);
  conversions<utf8, utf16>("8 to 16", size);
  conversions<utf8, utf32>("8 to 32", size);
  conversions<utf16, utf8>("16 to 8", size);
  conversions<utf32, utf8>("32 to 8", size);
  conversions<utf8, latin1>("8 to Latin-1", size);
  conversions<latin1, utf8>("Latin-1 to 8", size);
}
