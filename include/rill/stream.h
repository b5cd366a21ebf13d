// rill/stream.h: the buffers that everything is printed into and scanned
// from. The door to stream/. Without a system there are those over memory and
// over callables (docs/freestanding.md).
#ifndef RILL_STREAM_H
#define RILL_STREAM_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "stream/callback.h"
#include "stream/fields.h"
#include "stream/lines.h"
#include "stream/memory_reader.h"
#include "stream/memory_writer.h"
#include "stream/tee.h"

#if RILL_HOSTED
#include "print/locked_sink.h"
#include "stream/file_reader.h"
#include "stream/file_writer.h"
#include "stream/load.h"
#include "stream/locked.h"
#include "stream/ring_pipe.h"
#include "stream/ring_reader.h"
#include "stream/ring_writer.h"
#include "stream/standard.h"
#endif

#endif
