// rill/hash_each.h: the digests of many messages, side by side.
//
//     std::vector<rill::digest<32>> digests(texts.size());
//     rill::hash_each<rill::sha256>(texts, digests);
//
// No system call, no allocation, no exception; constexpr. Speed:
// docs/hashes.md.
#ifndef RILL_HASH_EACH_H
#define RILL_HASH_EACH_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "hash/side_by_side.h"

#endif
