// test/support/printed.h: floating-point numbers with a given number of digits,
// by rill and by the C library's printf.
#ifndef RILL_TEST_SUPPORT_PRINTED_H
#define RILL_TEST_SUPPORT_PRINTED_H

#include <stdio.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

#include "rill/number/precise.h"

namespace rill_test {

enum class form { fixed, scientific, general, hexfloat };
inline constexpr form forms[] = {form::fixed, form::scientific, form::general,
                                 form::hexfloat};

// Whether printf is an oracle for %a. mingw-w64's printf rounds halves up, and
// uses other exponents for subnormal numbers and long doubles.
#if defined(__MINGW32__)
inline constexpr bool printf_knows_hexfloat = false;
#else
inline constexpr bool printf_knows_hexfloat = true;
#endif

// The conversion letter of printf for a form.
inline char letter_of(form f, bool upper) {
  return (upper ? "FEGA" : "fega")[static_cast<int>(f)];
}

template <class T>
constexpr char* write_form(char* out, T x, form f, int digits, bool upper) {
  switch (f) {
    case form::fixed:
      return rill::write_fixed(out, x, digits, upper);
    case form::scientific:
      return rill::write_scientific(out, x, digits, upper);
    case form::general:
      return rill::write_general(out, x, digits, upper);
    default:
      return rill::write_hexfloat(out, x, digits, upper);
  }
}

template <class T>
constexpr std::size_t size_of_form(T x, form f, int digits) {
  switch (f) {
    case form::fixed:
      return rill::fixed_size(x, digits);
    case form::scientific:
      return rill::scientific_size(x, digits);
    case form::general:
      return rill::general_size(x, digits);
    default:
      return rill::hexfloat_size(x, digits);
  }
}

// Uses printf, as a double where T is narrower. Not for __float128.
template <class T>
std::string printed(T x, form f, int digits, bool upper = false) {
  using wide = std::conditional_t<(sizeof(T) <= sizeof(double)), double, T>;
  char const length = sizeof(T) <= sizeof(double) ? '\0' : 'L';
  // A negative precision means as many digits as needed; only %a has that.
  char const format[] = {'%',
                         '.',
                         '*',
                         length ? length : letter_of(f, upper),
                         length ? letter_of(f, upper) : '\0',
                         '\0'};
  char few[200];
  auto const value = static_cast<wide>(x);
  int const size = snprintf(few, sizeof few, format, digits, value);
  auto const bytes = static_cast<std::size_t>(size);
  if (bytes < sizeof few) return {few, bytes};
  std::string text(bytes, ' ');
  snprintf(text.data(), bytes + 1, format, digits, value);
  return text;
}

// Uses rill, in a heap block of exactly the promised size, so that a sanitizer
// sees an access outside it.
template <class T>
std::string written(T x, form f, int digits, bool upper = false) {
  auto const block = std::make_unique<char[]>(size_of_form(x, f, digits));
  return {block.get(), write_form(block.get(), x, f, digits, upper)};
}

// Writes into a larger block on the stack, and checks that the bytes around the
// promised size are unchanged.
template <class T>
bool writes_printed(T x, form f, int digits, bool upper,
                    std::string const& want) {
  if (f == form::hexfloat && !printf_knows_hexfloat) return true;
  constexpr std::size_t most = 600;
  std::size_t const size = size_of_form(x, f, digits);
  if (size > most) return written(x, f, digits, upper) == want;
  char block[16 + most + 16];
  std::memset(block, '#', sizeof block);
  char* const out = block + 16;
  char* const end = write_form(out, x, f, digits, upper);
  return static_cast<std::size_t>(end - out) == want.size() &&
         std::memcmp(out, want.data(), want.size()) == 0 &&
         std::memcmp(block, "################", 16) == 0 &&
         std::memcmp(out + size, "################", 16) == 0;
}

// Whether rill writes the text of printf. rill prints no sign of a NaN.
template <class T>
bool as_printed(T x, form f, int digits, bool upper = false) {
  return writes_printed(x, f, digits, upper, printed(x, f, digits, upper));
}
template <class T>
bool as_printed_in_all_forms(T x, int digits, bool upper = false) {
  bool right = as_printed(x, form::hexfloat, -1, upper);
  for (form const f : forms) right = right && as_printed(x, f, digits, upper);
  return right;
}

}  // namespace rill_test

#endif
