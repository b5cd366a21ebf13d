// rill/base/ascii.h: the classes of characters that parsing asks about.
//
// Floor 0. Pure, constexpr, no locale: white space is the six characters of
// the "C" locale (ISO C, 7.4.1.10). Tests: test/base/ascii_test.cpp.
#ifndef RILL_BASE_ASCII_H
#define RILL_BASE_ASCII_H

#include "config.h"

namespace rill::inline RILL_BUILD {

/// Returns true for space, \t, \n, \v, \f and \r.
constexpr bool is_space(char c) noexcept {
  // '\t' to '\r' are 9 to 13; the subtraction folds both ends into one test.
  return c == ' ' || static_cast<unsigned char>(c - '\t') < 5;
}

/// Returns true for 0 to 9.
constexpr bool is_digit(char c) noexcept {
  return static_cast<unsigned char>(c - '0') < 10;
}

/// Returns true for the characters that a terminal does not show as such:
/// 0 to 31 and 127.
constexpr bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 32 || c == 127;
}

}  // namespace rill::inline RILL_BUILD

#endif
