// bench/instructions/floats.cpp: floating-point numbers to text and back, in
// memory.
#include <rill/number.h>

#include <cstring>  // std::memcpy

#include "counted.h"

namespace {

constexpr auto write = [](char* out, auto x) {
  return rill::write_shortest(out, x);
};

constexpr auto parse = [](char const* at, char const* last, auto& x) {
  return rill::parse_float(at, last, x).end;
};

std::vector<float> float_bits() {
  return counted::values<float>([random = counted::random_bits{}]() mutable {
    auto n = static_cast<std::uint32_t>(random());
    while ((n >> 23 & 0xff) == 0xff) n = static_cast<std::uint32_t>(random());
    float x;
    std::memcpy(&x, &n, sizeof x);
    return x;
  });
}

// The shortest texts. Their correctness is tested elsewhere.
template <class T>
std::string shortest(std::vector<T> const& all) {
  std::string text;
  char line[rill::shortest_size<T>];
  for (T x : all) {
    text.append(line, rill::write_shortest(line, x));
    text += '\n';
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  using counted::each_in;
  using counted::each_out;
  counted::operation const all[] = {
      {"write_shortest/uniform", [] { each_out(counted::uniform(), write); }},
      {"write_shortest/bits", [] { each_out(counted::bits(), write); }},
      {"write_shortest/prices", [] { each_out(counted::prices(), write); }},
      {"write_shortest/float bits", [] { each_out(float_bits(), write); }},
      {"write_fixed/prices, 2 digits",
       [] {
         each_out(counted::prices(), [](char* out, double x) {
           return rill::write_fixed(out, x, 2);
         });
       }},
      {"write_fixed/uniform, 6 digits",
       [] {
         each_out(counted::uniform(), [](char* out, double x) {
           return rill::write_fixed(out, x, 6);
         });
       }},
      {"write_scientific/bits, 16 digits",
       [] {
         each_out(counted::bits(), [](char* out, double x) {
           return rill::write_scientific(out, x, 16);
         });
       }},
      {"parse_float/uniform",
       [] { each_in<double>(shortest(counted::uniform()), parse); }},
      {"parse_float/bits",
       [] { each_in<double>(shortest(counted::bits()), parse); }},
      {"parse_float/prices",
       [] { each_in<double>(shortest(counted::prices()), parse); }},
      {"parse_float/19 digits",
       [] { each_in<double>(counted::digits(19), parse); }},
      {"parse_float/40 digits",
       [] { each_in<double>(counted::digits(40), parse); }},
      {"parse_float/float bits",
       [] { each_in<float>(shortest(float_bits()), parse); }}};
  return counted::main(argc, argv, all);
}
