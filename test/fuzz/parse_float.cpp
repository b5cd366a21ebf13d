// test/fuzz/parse_float.cpp: parses floating-point numbers and compares with
// the plain implementation and the C library, in a heap block of the text's
// size.
#include <stddef.h>  // size_t
#include <stdint.h>  // uint8_t
#include <stdlib.h>  // strtod, strtof, strtold

#include <cstring>
#include <memory>
#include <string>

#include "rill/number/parse_float.h"

namespace fuzz_parse_float {

inline double from_c(char const* text, char** end, double) {
  return strtod(text, end);
}
inline float from_c(char const* text, char** end, float) {
  return strtof(text, end);
}
inline long double from_c(char const* text, char** end, long double) {
  return strtold(text, end);
}

template <class T>
bool same(T a, T b) {
  auto const p = rill::detail::take_apart(a), q = rill::detail::take_apart(b);
  if (!p.is_finite && p.m != 0) return !q.is_finite && q.m != 0;
  return p.m == q.m && p.k == q.k && p.negative == q.negative &&
         p.is_finite == q.is_finite;
}

template <class T>
void check(char const* first, std::size_t size) {
  char const* const last = first + size;
  T quick = 77, plain = 77;
  auto const a = rill::parse_float(first, last, quick);
  auto const b =
      rill::detail::plain_parse_float(first, last, plain, rill::float_syntax{});
  if (a.end != b.end || a.error != b.error || !same(quick, plain))
    __builtin_trap();
  if (!a && !same(quick, T{77})) __builtin_trap();
  // The C library also accepts white space and a plus before a number.
  if (size == 0 || *first == '+' || *first == ' ' ||
      (*first >= '\t' && *first <= '\r'))
    return;
  std::string const copy(first, last);
  char* end = nullptr;
  T const want = from_c(copy.c_str(), &end, T{});
  if (end - copy.c_str() != a.end - first) __builtin_trap();
  if (a && !same(want, quick)) __builtin_trap();
  bool const is_limit =
      want == T{0} || !rill::detail::take_apart(want).is_finite;
  if (a.error == rill::number_error::out_of_range && !is_limit)
    __builtin_trap();
}

inline int one_input(std::uint8_t const* data, std::size_t size) {
  std::unique_ptr<char[]> block(new char[size]);
  if (size != 0) std::memcpy(block.get(), data, size);
  check<double>(block.get(), size);
  check<float>(block.get(), size);
  check<long double>(block.get(), size);
  return 0;
}

}  // namespace fuzz_parse_float

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data,
                                      std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data,
                                      std::size_t size) {
  return fuzz_parse_float::one_input(data, size);
}
