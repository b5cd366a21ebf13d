// rill/os/posix/input.h: bytes from a descriptor.
//
// Floor 3. Allocates nothing, throws nothing. Interrupted calls are made
// again and an empty non-blocking pipe is waited for, so that 0 bytes mean
// the end and nothing else. Tests: test/os/input_test.cpp.
#ifndef RILL_OS_POSIX_INPUT_H
#define RILL_OS_POSIX_INPUT_H

#include "output.h"  // transfer, may_try_again

namespace rill::inline RILL_BUILD::os {

/// Reads what is there, at least 1 byte, and waits for it if need be.
/// Returns 0 bytes at the end of the input.
transfer read_available(int descriptor, char* data, std::size_t size);

/// Reads what one call gives; never waits (EAGAIN is an error here).
transfer read_some(int descriptor, char* data, std::size_t size);

/// Reads until `size` bytes are there or the input ends.
transfer read_all(int descriptor, char* data, std::size_t size);

/// Reads at an offset from the start of the file, until `size` bytes are
/// there or the file ends.
transfer read_all_at(int descriptor, char* data, std::size_t size,
                     off_t offset);

}  // namespace rill::inline RILL_BUILD::os

#if RILL_BODIES
#include "input_body.h"
#endif

#endif
