// rill/os/libc/standard_calls.h: the functions of the contract that need only
// standard functions.
//
// Layer 3. Allocates nothing, throws nothing. The files of glibc and musl
// define these functions themselves. Tests: test/os/libc_test.cpp.
#ifndef RILL_OS_LIBC_STANDARD_CALLS_H
#define RILL_OS_LIBC_STANDARD_CALLS_H

#include <stdio.h>  // FILE, ungetc

#include "common.h"

namespace rill::inline RILL_BUILD::libc {

/// Pushes back a byte that was taken from the buffer, so the buffer has room
/// for it.
inline void give_back(FILE* stream, char byte) {
  (void)::ungetc(static_cast<unsigned char>(byte), stream);
}

inline bool can_drain(FILE*) { return false; }
inline os::transfer drain(FILE*, char const*, std::size_t) { return {}; }

inline bool only_collects(FILE*, char const*, std::size_t) { return false; }

inline os::transfer write_through(FILE* stream, char const* data,
                                  std::size_t size) {
  return detail::write_by_standard(stream, data, size);
}

inline error_code flush_through(FILE* stream) {
  return detail::flush_by_standard(stream);
}

}  // namespace rill::inline RILL_BUILD::libc

#endif
