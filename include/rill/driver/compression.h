// rill/driver/compression.h: includes the compression drivers whose libraries
// are installed.
//
//     for (auto line : rill::lines(rill::decompressing("log.zst"))) ...
//
// Link with the libraries of the included drivers: -lz -lzstd -llz4. To build
// the same on every machine, include the drivers by name instead. Layer 7.
// Tests: test/driver/compression_test.cpp.
#ifndef RILL_DRIVER_COMPRESSION_H
#define RILL_DRIVER_COMPRESSION_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "../compression/compress.h"
#include "../compression/streams.h"

#if __has_include(<zlib.h>)
#include "zlib.h"
#endif
#if __has_include(<zstd.h>)
#include "zstd.h"
#endif
#if __has_include(<lz4frame.h>)
#include "lz4.h"
#endif

#endif
