// rill/hash/kernel/sha_body.h: the definitions for hash/kernel/sha.h.
//
// Layer 2. Compiled in src/rill.cpp when that is linked (docs/compiled.md).
#ifndef RILL_HASH_KERNEL_SHA_BODY_H
#define RILL_HASH_KERNEL_SHA_BODY_H

#include "sha.h"

#include "chosen.h"

#if RILL_NEON
#include "arm/sha_crypto.h"
#elif RILL_X86_64
#include "x86/sha.h"
#include "x86/sha256_ni.h"
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

template <class Word>
using block_function = void (*)(Word*, unsigned char const*,
                                std::size_t) noexcept;

RILL_CORE block_function<std::uint32_t> sha256_choice() noexcept {
#if RILL_NEON
  if (has(arm_option::sha256)) return sha256_crypto;
#elif RILL_X86_64
  if (has_sha_ni()) return sha256_ni;
#endif
  return sha2_plain<std::uint32_t>;
}
RILL_CORE block_function<std::uint64_t> sha512_choice() noexcept {
#if RILL_NEON
  if (has(arm_option::sha512)) return sha512_crypto;
#elif RILL_X86_64
  if (cpu_level() >= cpu::avx512) return sha512_avx512::compress;
  if (cpu_level() >= cpu::avx2) return sha512_avx2::compress;
#endif
  return sha2_plain<std::uint64_t>;
}

RILL_CORE void sha2_compress(std::uint32_t* state, unsigned char const* blocks,
                             std::size_t count) noexcept {
  chosen<sha256_choice>::now(state, blocks, count);
}
RILL_CORE void sha2_compress(std::uint64_t* state, unsigned char const* blocks,
                             std::size_t count) noexcept {
  chosen<sha512_choice>::now(state, blocks, count);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
