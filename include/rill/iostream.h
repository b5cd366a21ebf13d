// rill/iostream.h: printing to std::ostream and scanning from std::istream.
// The public header of the C++ library's streams in interop/.
//
//     rill::println(std::cout, "n = ", 42);
#ifndef RILL_IOSTREAM_H
#define RILL_IOSTREAM_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include <iostream>  // std::cin, std::cout

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"
#include "scan/refuse.h"

#include "print.h"

#include "interop/filebuf.h"
#include "interop/istream_source.h"
#include "interop/ostream_sink.h"
#include "interop/stream_handle.h"
#include "interop/streambuf_view.h"
#include "interop/value_stream.h"
#include "interop/wide_stream.h"
#include "scan.h"

#endif
