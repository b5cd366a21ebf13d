// rill/hash_file.h: hashes of files and of everything that passes through a
// stream. The public header of the hashing streams and of print(state, x).
//
//     rill::println(rill::hash_file<rill::sha256>("data.bin"));
//     auto const [sum, check] =
//         rill::hash_file<rill::sha256, rill::crc32>("data.bin");
//     rill::sha256 h;
//     rill::print(h, "x = ", 42);
#ifndef RILL_HASH_FILE_H
#define RILL_HASH_FILE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "base/config.h"
#include "hash.h"
#include "print/hash_sink.h"

#if RILL_HOSTED
#include "copy/hash_file.h"
#include "copy/hashing.h"
#endif

#endif
