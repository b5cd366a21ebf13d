// rill/any.h: writers and readers that own any sink and any source. The public
// header of print/any_writer.h and stream/any_reader.h.
//
//     rill::any_writer out = to_file
//                                ? rill::any_writer(rill::file_writer(path))
//                                : rill::any_writer(stdout);
//     rill::println(out, "x = ", 42);
#ifndef RILL_ANY_H
#define RILL_ANY_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_HOSTED
// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "print.h"

#include "cstdio/c_stream_reader.h"
#include "print/any_writer.h"
#include "stream/any_reader.h"
#else
#error "rill: this program is built without a system: it has no any_writer"
#endif

#endif
