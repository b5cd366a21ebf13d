// bench/instructions/streams.cpp: print and scan of numbers, in memory.
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <span>
#include <string_view>

#include "counted.h"

namespace {

template <class T, class One>
void each_printed(std::vector<T> const& all, One one) {
  static char room[counted::items * 64];
  counted::measure([&] {
    rill::memory_writer out(room, sizeof room);
    for (T x : all) one(out, x);
    counted::use(out);
  });
}

constexpr auto alone = [](auto& out, auto x) { rill::println(out, x); };

std::string integers() {
  std::string lines;
  for (std::uint64_t x : counted::mixed()) lines += std::to_string(x) + '\n';
  return lines;
}

std::string doubles() { return counted::lines(counted::uniform(), "%.12f"); }

template <class T>
void scan(std::string const& lines) {
  counted::measure([&] {
    rill::memory_reader in(lines.data(), lines.size());
    T x{};
    while (rill::scan(in, x)) counted::use(x);
  });
}

template <class T>
void values(std::string const& lines) {
  counted::measure([&] {
    for (T x : rill::values<T>(std::string_view(lines))) counted::use(x);
  });
}

template <class T>
void read_into(std::string const& lines) {
  static T all[counted::items];
  counted::measure([&] {
    rill::memory_reader in(lines.data(), lines.size());
    rill::read_into(in, std::span(all));
    counted::use(all);
  });
}

}  // namespace

int main(int argc, char** argv) {
  using counted::mixed;
  using counted::prices;
  using counted::uniform;
  counted::operation const all[] = {
      {"println/integer", [] { each_printed(mixed(), alone); }},
      {"println/text, integer, text",
       [] {
         each_printed(mixed(), [](auto& out, std::uint64_t x) {
           rill::println(out, "x = ", x, ", and so on");
         });
       }},
      {"println/double, uniform", [] { each_printed(uniform(), alone); }},
      {"println/double, prices", [] { each_printed(prices(), alone); }},
      {"println/fixed(x, 2), prices",
       [] {
         each_printed(prices(), [](auto& out, double x) {
           rill::println(out, rill::fixed(x, 2));
         });
       }},
      {"scan/integer", [] { scan<std::uint64_t>(integers()); }},
      {"scan/double", [] { scan<double>(doubles()); }},
      {"values/integer", [] { values<std::uint64_t>(integers()); }},
      {"values/double", [] { values<double>(doubles()); }},
      {"read_into/integer", [] { read_into<std::uint64_t>(integers()); }},
      {"read_into/double", [] { read_into<double>(doubles()); }}};
  return counted::main(argc, argv, all);
}
