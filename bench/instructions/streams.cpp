// bench/instructions/streams.cpp: print and scan of integers, in memory.
#include <rill/print.h>
#include <rill/scan.h>
#include <rill/stream.h>

#include <span>
#include <string_view>

#include "counted.h"

namespace {

template <class One>
void each_printed(One one) {
  auto const all = counted::mixed();
  static char room[counted::items * 64];
  counted::measure([&] {
    rill::memory_writer out(room, sizeof room);
    for (std::uint64_t x : all) one(out, x);
    counted::use(out);
  });
}

std::string text() {
  std::string lines;
  for (std::uint64_t x : counted::mixed()) lines += std::to_string(x) + '\n';
  return lines;
}

void scan() {
  auto const lines = text();
  counted::measure([&] {
    rill::memory_reader in(lines.data(), lines.size());
    std::uint64_t x = 0;
    while (rill::scan(in, x)) counted::use(x);
  });
}

void values() {
  auto const lines = text();
  counted::measure([&] {
    for (std::uint64_t x : rill::values<std::uint64_t>(std::string_view(lines)))
      counted::use(x);
  });
}

void read_into() {
  auto const lines = text();
  static std::uint64_t all[counted::items];
  counted::measure([&] {
    rill::memory_reader in(lines.data(), lines.size());
    rill::read_into(in, std::span(all));
    counted::use(all);
  });
}

}  // namespace

int main(int argc, char** argv) {
  counted::operation const all[] = {
      {"println/integer",
       [] {
         each_printed(
             [](auto& out, std::uint64_t x) { rill::println(out, x); });
       }},
      {"println/text, integer, text",
       [] {
         each_printed([](auto& out, std::uint64_t x) {
           rill::println(out, "x = ", x, ", and so on");
         });
       }},
      {"scan/integer", scan},
      {"values/integer", values},
      {"read_into/integer", read_into}};
  return counted::main(argc, argv, all);
}
