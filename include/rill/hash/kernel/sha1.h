// rill/hash/kernel/sha1.h: the way to the blocks of SHA-1 for this processor.
//
// Floor 2. Tests: test/hash/sha1_test.cpp.
#ifndef RILL_HASH_KERNEL_SHA1_H
#define RILL_HASH_KERNEL_SHA1_H

#include "chosen.h"
#include "generic/sha1.h"
#if RILL_NEON
#include "arm/sha1_crypto.h"
#elif RILL_X86_64
#include "x86/sha1_ni.h"
#endif

namespace rill::inline RILL_BUILD::detail {

inline void sha1_plain(std::uint32_t* state, unsigned char const* blocks,
                       std::size_t count) noexcept {
  sha1_blocks(state, blocks, count);
}

inline auto sha1_choice() noexcept {
#if RILL_NEON
  if (has(arm_option::sha1)) return sha1_crypto;
#elif RILL_X86_64
  if (has_sha_ni()) return sha1_ni;
#endif
  return sha1_plain;
}

inline void sha1_compress(std::uint32_t* state, unsigned char const* blocks,
                          std::size_t count) noexcept {
  chosen<sha1_choice>::now(state, blocks, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
