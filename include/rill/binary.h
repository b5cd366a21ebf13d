// rill/binary.h: values as bytes, and back.
//
//     std::string const bytes = rill::to_bytes(order);
//     auto const again = rill::from_bytes<order_type>(bytes);
//
//     rill::file_writer out("orders.bin");
//     rill::write_binary(out, orders);
//
// Covers all types that print by their shape: numbers, text, containers,
// optionals, variants, structures, enumerations, times. Data from outside is
// safe to read: invalid bytes are an error with their offset, and memory is
// limited. Formats: docs/binary.md.
#ifndef RILL_BINARY_H
#define RILL_BINARY_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#include "binary/read.h"
#include "binary/write.h"

#endif
