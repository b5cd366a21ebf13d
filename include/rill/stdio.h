// rill/stdio.h: C's FILE*: owned, borrowed, locked for several calls. The
// public header of stream/c_file*.h.
//
//     rill::c_file out("numbers.txt");
//     rill::println(out, 42);
//     std::fprintf(out.get(), "%d\n", 43);
//     out.close();
#ifndef RILL_STDIO_H
#define RILL_STDIO_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_HOSTED
// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"
#include "scan/refuse.h"

#include "print.h"
#include "scan.h"

#include "cstdio/c_file.h"
#include "cstdio/c_file_lock.h"
#include "print/c_file_sink.h"
#else
#error "rill: this program is built without a system: it has no stdio"
#endif

#endif
