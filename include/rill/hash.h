// rill/hash.h: digests, checksums and message authentication codes.
//
// No system call, no allocation, no exception; constexpr. Which hash to choose:
// docs/hashes.md.
//
//     rill::println(rill::sha256::of("abc"));   // ba7816bf…
//     rill::sha256 h;
//     h.update("a", "bc");
//     RILL_ASSERT(h.finish() == rill::sha256::of("abc"));
#ifndef RILL_HASH_H
#define RILL_HASH_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "hash/adler32.h"
#include "hash/crc.h"
#include "hash/hmac.h"
#include "hash/jenkins.h"
#include "hash/sha.h"
#include "hash/xxh32.h"

#endif
