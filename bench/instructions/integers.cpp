// bench/instructions/integers.cpp: integers to text and back, in memory.
#include <rill/number.h>

#include "counted.h"

namespace {

constexpr auto write = [](char* out, auto x) {
  return rill::write_decimal(out, x);
};

constexpr auto parse = [](char const* at, char const* last, auto& x) {
  return rill::parse_integer(at, last, x).end;
};

std::vector<std::uint64_t> sequence() {
  return counted::values<std::uint64_t>(
      [next = std::uint64_t{}]() mutable { return next += 997; });
}

std::vector<int> signed_ones() {
  return counted::values<int>([random = counted::random_bits{}]() mutable {
    std::uint64_t const n = random();
    return static_cast<int>(static_cast<std::int32_t>(n)) >> (n >> 59);
  });
}

template <class T>
void many(std::string const& text) {
  counted::measure([&] {
    static T all[1024];
    char const* at = text.data();
    char const* const last = at + text.size();
    for (;;) {
      auto const found = rill::parse_many(at, last, all, 1024);
      counted::use(all);
      if (found.parsed == 0) return;
      at = found.end;
    }
  });
}

std::string mixed_text() {
  auto const all = counted::mixed();
  std::string text;
  for (std::uint64_t x : all) text += std::to_string(x) + '\n';
  return text;
}

std::string signed_text() { return counted::lines(signed_ones(), "%d"); }

}  // namespace

int main(int argc, char** argv) {
  using counted::each_in;
  using counted::each_out;
  counted::operation const all[] = {
      {"write_decimal/sequence", [] { each_out(sequence(), write); }},
      {"write_decimal/mixed", [] { each_out(counted::mixed(), write); }},
      {"write_decimal/int", [] { each_out(signed_ones(), write); }},
      {"write_base/hex",
       [] {
         each_out(counted::mixed(), [](char* out, std::uint64_t x) {
           return rill::write_base<16>(out, x);
         });
       }},
      {"parse_integer/mixed",
       [] { each_in<std::uint64_t>(mixed_text(), parse); }},
      {"parse_integer/int", [] { each_in<int>(signed_text(), parse); }},
      {"parse_many/mixed", [] { many<std::uint64_t>(mixed_text()); }},
      {"parse_many/int", [] { many<int>(signed_text()); }}};
  return counted::main(argc, argv, all);
}
