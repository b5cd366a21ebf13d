// bench/unicode/from_utf8.cpp: GB/s of input from UTF-8 to UTF-16, UTF-32 and
// Latin-1, and of validation, by the kernel of each level that the processor
// has. Best of 31 interleaved rounds.
//   g++ -O2 -std=c++20 -Iinclude bench/unicode/from_utf8.cpp
//   ./a.out [bytes of a text [files, instead of the texts made here]]
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

struct named_text {
  std::string name, bytes;
};

void append(std::string& text, char32_t c) {
  char bytes[4];
  text.append(bytes, utf8::put(bytes, c));
}

template <class Source>
std::string text_of(std::size_t size, Source source) {
  std::string text;
  while (text.size() < size) append(text, source());
  return text;
}

std::vector<named_text> made_texts(std::size_t size) {
  rill_bench::characters next;
  return {
      {"ASCII", text_of(size, [&] { return next.of_size(1); })},
      {"Latin-1", text_of(size, [&] { return next.accented(); })},
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
    std::string const once{std::istreambuf_iterator<char>(file), {}};
    named_text text{names[i], once};
    while (!once.empty() && text.bytes.size() < size) text.bytes += once;
    texts.push_back(text);
  }
  return texts;
}

// Converts by a kernel; the portable code converts the rest.
template <class To>
std::size_t converted(rill::detail::converter kernel, std::string const& text,
                      std::vector<char>& out) {
  auto const far = kernel(text.data(), text.data() + text.size(), out.data(),
                          out.data() + out.size());
  auto const written = static_cast<std::size_t>(far.out - out.data());
  auto const rest = rill::detail::convert_plainly<utf8, To>(
      far.in, static_cast<std::size_t>(text.data() + text.size() - far.in),
      far.out, out.size() - written);
  return rest.error == rill::text_problem::none ? written + rest.written : 0;
}

template <class To>
rill::detail::converter kernel_for(cpu level) {
  return rill::detail::kernel_up_to<
      rill::detail::converter,
      rill::detail::conversion_of<form::utf8, To::name>::template at>(level);
}

struct operation {
  char const* name;
  std::size_t (*run)(cpu, std::string const&, std::vector<char>&);
};

template <class To>
std::size_t run_conversion(cpu level, std::string const& text,
                           std::vector<char>& out) {
  auto const kernel = kernel_for<To>(level);
  return kernel ? converted<To>(kernel, text, out)
                : rill::detail::convert_plainly<utf8, To>(
                      text.data(), text.size(), out.data(), out.size())
                      .written;
}
std::size_t run_validation(cpu level, std::string const& text,
                           std::vector<char>&) {
  auto const kernel = rill::detail::kernel_up_to<
      rill::detail::checker,
      rill::detail::validation_of<form::utf8>::template at>(level);
  if (!kernel) {
    char const* at = text.data();
    char const* const end = at + text.size();
    while (at != end) at += utf8::take(at, end).size;
    return text.size();
  }
  return static_cast<std::size_t>(
      kernel(text.data(), text.data() + text.size()) - text.data());
}

double best_seconds(operation const& what, cpu level, std::string const& text,
                    std::vector<char>& out, double best) {
  std::size_t const repeats = 1 + 50000 / text.size();
  auto const start = std::chrono::steady_clock::now();
  std::size_t sum = 0;
  for (std::size_t i = 0; i != repeats; ++i) sum += what.run(level, text, out);
  std::chrono::duration<double> const taken =
      std::chrono::steady_clock::now() - start;
  asm volatile("" : : "r"(sum));
  double const each = taken.count() / static_cast<double>(repeats);
  return each < best ? each : best;
}

void compare(named_text const& text, operation const& what,
             std::vector<cpu> const& levels) {
  std::vector<char> out(4 * text.bytes.size() + 64);
  std::vector<double> best(levels.size(), 1e9);
  std::size_t const wanted = what.run(levels.front(), text.bytes, out);
  for (cpu const level : levels)
    if (what.run(level, text.bytes, out) != wanted && wanted != 0)
      std::printf("%s: another result\n", what.name);
  for (int round = 0; round != 31; ++round)
    for (std::size_t i = 0; i != levels.size(); ++i)
      best[i] = best_seconds(what, levels[i], text.bytes, out, best[i]);
  std::printf("%-10s %-12s", text.name.c_str(), what.name);
  for (double const one : best)
    std::printf(" %8.2f", static_cast<double>(text.bytes.size()) / one / 1e9);
  std::puts("");
}

}  // namespace

int main(int argc, char** argv) {
  using rill::detail::latin1_form;
  using rill::detail::utf16_form;
  using rill::detail::utf32_form;
  std::size_t const size =
      argc > 1 ? static_cast<std::size_t>(std::atol(argv[1])) : 100000;
  std::vector<cpu> levels;
  std::printf("%-10s %-12s", "GB/s", "");
  struct named_level {
    cpu level;
    char const* name;
  };
  for (named_level const one :
       {named_level{cpu::generic, "generic"}, named_level{cpu::neon, "neon"},
        named_level{cpu::ssse3, "ssse3"}, named_level{cpu::avx2, "avx2"},
        named_level{cpu::avx512, "avx512"}}) {
    if (one.level > rill::cpu_level() ||
        (RILL_X86_64 && one.level == cpu::neon))
      continue;
    levels.push_back(one.level);
    std::printf(" %8s", one.name);
  }
  std::puts("");
  for (named_text const& text :
       argc > 2 ? texts_in(size, argc - 2, argv + 2) : made_texts(size)) {
    compare(text, {"to UTF-16", run_conversion<utf16_form<char>>}, levels);
    compare(text, {"to UTF-32", run_conversion<utf32_form<char>>}, levels);
    if (text.name == "ASCII" || text.name == "Latin-1")
      compare(text, {"to Latin-1", run_conversion<latin1_form<char>>}, levels);
    compare(text, {"validation", run_validation}, levels);
  }
}
