// bench/unicode/to_utf8.cpp: GB/s of input from UTF-16, UTF-32 and Latin-1 to
// UTF-8, by the kernel of each level that the processor has, and nanoseconds
// for short texts. Best of 31 interleaved rounds.
//   g++ -O2 -std=c++20 -Iinclude bench/unicode/to_utf8.cpp
//   ./a.out [characters of a text [files of UTF-8, instead of the texts made
//   here]]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "characters.h"
#include "rill/unicode/convert.h"

namespace {

using rill::cpu;
using rill::detail::form;
using utf8 = rill::detail::utf8_form_of<char>;
using utf16 = rill::detail::utf16_form<char>;
using utf32 = rill::detail::utf32_form<char>;
using latin1 = rill::detail::latin1_form<char>;

struct named_text {
  std::string name;
  std::u32string scalars;
};

template <class Source>
std::u32string text_of(std::size_t size, Source source) {
  std::u32string text(size, U' ');
  for (char32_t& c : text) c = source();
  return text;
}

std::vector<named_text> made_texts(std::size_t size) {
  rill_bench::characters next;
  return {
      {"ASCII", text_of(size, [&] { return next.of_size(1); })},
      {"French", text_of(size, [&] { return next.accented(); })},
      {"Cyrillic", text_of(size, [&] { return next.word(0x410, 64); })},
      {"Chinese", text_of(size, [&] { return next.from(0x4E00, 0x5000); })},
      {"Korean", text_of(size, [&] { return next.word(0xAC00, 0x2BA0); })},
      {"emoji", text_of(size, [&] { return next.from(0x1F300, 0x300); })},
      {"runs", text_of(size, [&] { return next.run(); })},
      {"random", text_of(size, [&] { return next.of_any_size(); })},
  };
}

std::vector<named_text> texts_in(std::size_t size, int count, char** names) {
  std::vector<named_text> texts;
  for (int i = 0; i != count; ++i) {
    std::ifstream file(names[i], std::ios::binary);
    std::string const bytes{std::istreambuf_iterator<char>(file), {}};
    std::u32string once(bytes.size(), U' ');
    once.resize(rill::detail::convert<utf8, rill::detail::utf32_form<char32_t>>(
                    bytes.data(), bytes.size(), once.data(), once.size())
                    .written);
    named_text text{names[i], {}};
    while (!once.empty() && text.scalars.size() < size) text.scalars += once;
    text.scalars.resize(size);
    texts.push_back(text);
  }
  return texts;
}

// The text in a form; empty if the form lacks one of the characters.
template <class From>
std::vector<char> in_form(std::u32string const& text) {
  std::vector<char> units(text.size() * 4);
  char* end = units.data();
  for (char32_t const c : text) {
    end = From::put(end, c);
    if (!end) return {};
  }
  units.resize(static_cast<std::size_t>(end - units.data()));
  return units;
}

// Converts by the kernel of a level, chosen as in the library. Returns bytes.
template <class From>
std::size_t converted(cpu level, std::vector<char> const& text,
                      std::vector<char>& out) {
  using chooser = rill::detail::conversion_of<From::name, form::utf8>;
  auto const kernel =
      rill::detail::kernel_up_to<rill::detail::converter, chooser::template at>(
          level);
  chooser::now = kernel ? kernel : chooser::none;
  return rill::detail::convert<From, utf8>(text.data(), text.size(), out.data(),
                                           out.size())
      .written;
}

template <class From>
double seconds(cpu level, std::vector<char> const& text, std::vector<char>& out,
               double best) {
  std::size_t const repeats = 1 + 50000 / (text.size() + 20);
  std::size_t sum = 0;
  auto const start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i != repeats; ++i)
    sum += converted<From>(level, text, out);
  asm volatile("" : : "r"(out.data()), "r"(sum) : "memory");
  std::chrono::duration<double> const taken =
      std::chrono::steady_clock::now() - start;
  double const one = taken.count() / static_cast<double>(repeats);
  return one < best ? one : best;
}

constexpr cpu levels[] = {cpu::generic, cpu::neon, cpu::ssse3, cpu::avx2,
                          cpu::avx512};
constexpr char const* level_names[] = {"plain", "neon", "ssse3", "avx2",
                                       "avx512"};
constexpr std::size_t level_count = sizeof(levels) / sizeof(levels[0]);

template <class From>
void compare(char const* form_name, named_text const& text) {
  std::vector<char> const units = in_form<From>(text.scalars);
  if (units.empty()) return;
  std::vector<char> out(text.scalars.size() * 4 + 64);
  double best[level_count];
  for (double& each : best) each = 1e9;
  for (int round = 0; round != 31; ++round)
    for (std::size_t i = 0; i != level_count; ++i)
      if (levels[i] <= rill::cpu_level())
        best[i] = seconds<From>(levels[i], units, out, best[i]);
  bool const is_short = text.scalars.size() < 1000;
  std::printf("%-8s %-10s", form_name, text.name.c_str());
  for (std::size_t i = 0; i != level_count; ++i) {
    bool const has_level =
        RILL_X86_64 ? levels[i] != cpu::neon : levels[i] <= cpu::neon;
    if (!has_level || levels[i] > rill::cpu_level()) continue;
    std::printf("  %s %6.2f", level_names[i],
                is_short ? best[i] * 1e9
                         : static_cast<double>(units.size()) / best[i] / 1e9);
  }
  std::printf("  %s\n", is_short ? "ns" : "GB/s");
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::size_t> sizes = {65536, 20, 200};
  if (count > 1) sizes = {static_cast<std::size_t>(std::atol(arguments[1]))};
  for (std::size_t const size : sizes) {
    std::printf("%zu characters\n", size);
    for (named_text const& text : count > 2
                                      ? texts_in(size, count - 2, arguments + 2)
                                      : made_texts(size)) {
      compare<utf16>("UTF-16", text);
      compare<utf32>("UTF-32", text);
      compare<latin1>("Latin-1", text);
    }
  }
}
