// rill/hash/kernel/sha2.h: the blocks of SHA-256 and SHA-512 by what this
// processor has.
//
// Floor 2. Tests: test/hash/sha2_test.cpp.
#ifndef RILL_HASH_KERNEL_SHA2_H
#define RILL_HASH_KERNEL_SHA2_H

#include "generic/sha2.h"

namespace rill::inline RILL_BUILD::detail {

void sha2_compress(std::uint32_t* state, unsigned char const* blocks,
                   std::size_t count) noexcept;
void sha2_compress(std::uint64_t* state, unsigned char const* blocks,
                   std::size_t count) noexcept;

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "sha2_body.h"
#endif

#endif
