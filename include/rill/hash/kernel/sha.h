// rill/hash/kernel/sha.h: the blocks of SHA-1 and SHA-2 by the kernel for this
// processor.
//
// Layer 2. Tests: test/hash/sha1_test.cpp, test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_SHA_H
#define RILL_HASH_KERNEL_SHA_H

#include "generic/sha.h"

// The blocks of SHA-1 by the kernel for this processor.

namespace rill::inline RILL_BUILD::detail {

void sha1_compress(std::uint32_t* state, unsigned char const* blocks,
                   std::size_t count) noexcept;

// The blocks of SHA-256 and SHA-512 by the kernel for this processor.

void sha2_compress(std::uint32_t* state, unsigned char const* blocks,
                   std::size_t count) noexcept;
void sha2_compress(std::uint64_t* state, unsigned char const* blocks,
                   std::size_t count) noexcept;

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "sha_body.h"
#endif

#endif
