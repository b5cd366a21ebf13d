// rill/hash/kernel/sha1_body.h: the bodies of hash/kernel/sha1.h.
//
// Floor 2. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_HASH_KERNEL_SHA1_BODY_H
#define RILL_HASH_KERNEL_SHA1_BODY_H

#include "chosen.h"
#include "sha1.h"
#if RILL_NEON
#include "arm/sha1_crypto.h"
#elif RILL_X86_64
#include "x86/sha1_ni.h"
#endif

namespace rill::inline RILL_BUILD::detail {

RILL_CORE auto sha1_choice() noexcept {
#if RILL_NEON
  if (has(arm_option::sha1)) return sha1_crypto;
#elif RILL_X86_64
  if (has_sha_ni()) return sha1_ni;
#endif
  return sha1_plain<>;
}

RILL_CORE void sha1_compress(std::uint32_t* state, unsigned char const* blocks,
                             std::size_t count) noexcept {
  chosen<sha1_choice>::now(state, blocks, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
