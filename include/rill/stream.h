// rill/stream.h: the buffers that everything is printed into and scanned from.
// The public header of stream/. Without an operating system, only those over
// memory and over callables (docs/freestanding.md).
#ifndef RILL_STREAM_H
#define RILL_STREAM_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

// Included first: compilers then print a short include chain for its errors.
#include "print/refuse.h"

#include "scan/lines.h"
#include "stream/callback.h"
#include "stream/memory_reader.h"
#include "stream/memory_writer.h"
#include "stream/tee.h"

#if RILL_HOSTED
#include "copy/load.h"
#include "cstdio/standard_streams.h"
#include "print/locked_sink.h"
#include "ring/ring_pipe.h"
#include "ring/ring_reader.h"
#include "ring/ring_writer.h"
#include "stream/file_reader.h"
#include "stream/file_writer.h"
#include "stream/locked.h"
#endif

#endif
