// rill/hash/kernel/sha1.h: the blocks of SHA-1 by what this processor has.
//
// Floor 2. Tests: test/hash/sha1_test.cpp.
#ifndef RILL_HASH_KERNEL_SHA1_H
#define RILL_HASH_KERNEL_SHA1_H

#include "generic/sha1.h"

namespace rill::inline RILL_BUILD::detail {

void sha1_compress(std::uint32_t* state, unsigned char const* blocks,
                   std::size_t count) noexcept;

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "sha1_body.h"
#endif

#endif
