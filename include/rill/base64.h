// rill/base64.h: bytes as base64, base64url, base32 and hexadecimal digits, and
// back.
//
//     rill::println(rill::base64("hello"));                // aGVsbG8=
//     rill::println(rill::base64(rill::sha256::of(key)));
//     std::string const bytes = rill::decode_base64("aGVsbG8=");
//     if (auto const decoded = rill::try_decode_hex(line)) …
//
// Encodes as RFC 4648 says. Decodes strictly: no white space, padding exactly
// as the options say, unused bits zero. Without allocation, and constexpr:
// write_base64 and decode_base64_into, with base64_size and
// decoded_base64_size. See docs/hashes.md.
#ifndef RILL_BASE64_H
#define RILL_BASE64_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "hash/base64.h"

#if RILL_HOSTED
#include "encoding/base64.h"
#endif

#endif
