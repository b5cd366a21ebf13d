// rill/os/none/output.h: output without an operating system: writes nothing.
//
// Layer 3.
#ifndef RILL_OS_NONE_OUTPUT_H
#define RILL_OS_NONE_OUTPUT_H

#include "../../base/config.h"
#include "../../base/result.h"
#include "../transfer.h"

// The handle of a file, on a system without files.
//
// Tests: test/package/freestanding/.

namespace rill::inline RILL_BUILD::os {

using native_handle = int;
inline constexpr native_handle no_handle = -1;
inline constexpr native_handle standard_error_handle = 2;

// The text of an error number: there is no system that knows it.
//
// Allocates nothing, throws nothing. Tests: test/package/freestanding/.

/// The size of the buffer for error_text.
inline constexpr unsigned long error_text_size = 128;

/// Writes `error` and the number into `buffer` and returns it.
constexpr char const* error_text(error_code code, char* buffer,
                                 unsigned long size) noexcept {
  char* at = buffer + size;
  *--at = '\0';
  unsigned number = static_cast<unsigned>(code.number);
  if (code.number < 0) number = 0 - number;
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  if (code.number < 0) *--at = '-';
  constexpr char word[] = "error ";
  for (int i = 6; i != 0; --i) *--at = word[i - 1];
  return at;
}

/// Always null: error_text makes every text in the buffer.
constexpr char const* constant_error_text(error_code) noexcept {
  return nullptr;
}

// Output without an operating system: writes nothing.
//
// Allocates nothing, throws nothing. Tests: test/package/freestanding/.

/// The error for an errno of the C library. Only the program itself sets one.
constexpr error_code c_error(int number) {
  return {error_source::c_library, number};
}

constexpr transfer write_all(native_handle, char const*, std::size_t) {
  return {0, library_problem::unsupported};
}

// The program itself, without a system that started it.
//
// Throws nothing. Tests: test/package/freestanding/.

constexpr char const* program_name() { return "program"; }

}  // namespace rill::inline RILL_BUILD::os

#endif
