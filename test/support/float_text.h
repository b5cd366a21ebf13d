// test/support/float_text.h: random floating-point texts, and parsing them at
// the end of a heap block.
#ifndef RILL_TEST_SUPPORT_FLOAT_TEXT_H
#define RILL_TEST_SUPPORT_FLOAT_TEXT_H

#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "rill/number/parse_float.h"

namespace rill_test {

struct float_reading {
  std::size_t size;
  rill::number_error error;
  bool operator==(float_reading const&) const = default;
};

/// Calls parse_float with a copy that ends at the end of a heap block.
template <class T>
float_reading read_float(std::string const& text, T& x) {
  std::unique_ptr<char[]> block(new char[text.size()]);
  std::memcpy(block.get(), text.data(), text.size());
  char const* const first = block.get();
  auto const result = rill::parse_float(first, first + text.size(), x);
  return {static_cast<std::size_t>(result.end - first), result.error};
}

/// The same with the plain implementation.
template <class T>
float_reading read_float_plainly(std::string const& text, T& x) {
  std::unique_ptr<char[]> block(new char[text.size()]);
  std::memcpy(block.get(), text.data(), text.size());
  char const* const first = block.get();
  auto const result = rill::detail::plain_parse_float(
      first, first + text.size(), x, rill::float_syntax{});
  return {static_cast<std::size_t>(result.end - first), result.error};
}

/// Compares bits, without the padding.
template <class T>
bool same_bits(T const& a, T const& b) {
  auto const p = rill::detail::take_apart(a), q = rill::detail::take_apart(b);
  return p.m == q.m && p.k == q.k && p.negative == q.negative &&
         p.is_finite == q.is_finite;
}

/// A random number text: 1 to 40 digits, with or without a point and an
/// exponent, with many zeros or few.
template <class Engine>
std::string any_decimal(Engine& engine, int greatest_exponent = 330) {
  auto below = [&](int n) {
    return static_cast<int>(engine() % static_cast<unsigned>(n));
  };
  std::string text;
  if (below(2)) text += '-';
  int const size = 1 + below(40);
  int const point = below(3) ? below(size + 1) : -1;
  int const zeros = below(4) ? 0 : 1 + below(30);
  bool const many_zeros = below(4) == 0;
  for (int i = 0; i != size; ++i) {
    if (i == point) text += '.';
    bool const zero = i < zeros || (many_zeros && below(3));
    text += static_cast<char>('0' + (zero ? 0 : below(10)));
  }
  if (below(2)) {
    text += below(2) ? 'e' : 'E';
    int const exponent =
        below(2) ? below(30) : below(greatest_exponent) + below(30);
    if (below(2))
      text += '-';
    else if (below(2))
      text += '+';
    text += std::to_string(exponent);
  }
  return text;
}

}  // namespace rill_test

#endif
