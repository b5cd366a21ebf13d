// test/support/float_texts.h: writes shortest texts with every function of
// rill, and generates numbers of every exponent.
#ifndef RILL_TEST_SUPPORT_FLOAT_TEXTS_H
#define RILL_TEST_SUPPORT_FLOAT_TEXTS_H

#include <cstdint>
#include <cstring>
#include <string>

#include "../reference/shortest.h"
#include "rill/number/kernel/shortest.h"
#include "rill/number/shortest.h"

namespace rill_test {

template <class T>
using format_of = rill::detail::float_format<T>;

template <class T>
T number_of(typename format_of<T>::significand m, int k,
            bool negative = false) {
  return rill::detail::put_together<T>({m, k, negative, true});
}

// Composes a number from its exponent and stored significand bits. The leading
// bit of long double's 64 is not in `stored` either.
template <class T>
T number_of_fields(typename format_of<T>::significand stored, int biased) {
  using format = format_of<T>;
  if (biased == 0) return number_of<T>(stored, format::least_exponent);
  auto const first = static_cast<typename format::significand>(1)
                     << (format::precision - 1);
  return number_of<T>(first | stored, format::least_exponent + biased - 1);
}

template <class T>
reference::binary binary_of(T x) {
  auto const parts = rill::detail::take_apart(x);
  return {parts.m, parts.k, format_of<T>::precision,
          format_of<T>::least_exponent};
}

// By the reference implementation, with the sign. Requires a finite number.
template <class T>
std::string slow_text(T x) {
  return (rill::detail::take_apart(x).negative ? "-" : "") +
         reference::shortest_text(binary_of(x));
}

// Writes x into the middle of a block. Returns whether the text is `want` and
// the bytes outside the promised size are unchanged.
template <class T, class Write>
bool writes_with(Write write, T x, char const* want, std::size_t size) {
  constexpr std::size_t room = rill::shortest_size<T>;
  char block[16 + room + 16];
  std::memset(block, '#', sizeof block);
  char* const end = write(block + 16, x);
  if (end != block + 16 + size || std::memcmp(block + 16, want, size) != 0)
    return false;
  return std::memcmp(block, "################", 16) == 0 &&
         std::memcmp(block + 16 + room, "################", 16) == 0;
}

// The same by every kernel and by the plain implementation.
template <class T>
bool writes(T x, char const* want, std::size_t size) {
  using namespace rill::detail;
  bool right = writes_with(&rill::write_shortest<T>, x, want, size) &&
               writes_with(&plain_shortest<T>, x, want, size);
#if RILL_LITTLE_ENDIAN
  if constexpr (format_of<T>::precision <= 53)
    right = right && writes_with(&write_shortest_generic<T>, x, want, size);
#endif
  return right;
}
template <class T>
bool writes(T x, std::string const& want) {
  return writes(x, want.data(), want.size());
}

// Calls check(x) for numbers of every `step`th exponent, each with the
// smallest, the largest and some other significands, and those of a single bit.
template <class T, class Check>
void at_every_exponent(Check check, int step = 1) {
  using format = format_of<T>;
  using significand = typename format::significand;
  constexpr int stored = format::precision - 1;
  auto const end = static_cast<significand>(1) << stored;
  auto const third = static_cast<significand>(end / 3);
  for (int biased = 0; biased < format::greatest_biased; biased += step) {
    auto const with = [&](significand m) {
      check(number_of_fields<T>(m & (end - 1), biased));
    };
    for (significand m = 0; m != 4; ++m) {
      with(m);
      with(end - 1 - m);
      with(third + m);
      with(third * 2 + m);
    }
    for (int bit = 2; bit < stored; ++bit)
      with(static_cast<significand>(1) << bit);
  }
}

}  // namespace rill_test

#endif
