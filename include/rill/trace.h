// rill/trace.h: what a device does: each call, its bytes, its time, its error.
// The door to print/traced_writer.h, print/traced_reader.h and
// print/traced_file.h; not a part of rill/rill.h.
//
//     auto out = rill::traced(rill::file_writer("log.txt"),
//                             {.name = "log", .summary = true});
//     rill::println(out, "started");
//
// A page to read first: docs/tracing.md.
#ifndef RILL_TRACE_H
#define RILL_TRACE_H

#if __cplusplus < 202002L
#error "rill needs C++20: add -std=c++20 (g++ 11, clang++ 16 or newer)"
#include <C++20>  // there is no such file: the compiler stops here
#endif

#include "base/config.h"

#if RILL_HOSTED
#include "print.h"

#include "print/traced.h"
#include "print/traced_file.h"
#include "print/traced_reader.h"
#include "print/traced_writer.h"
#include "stream/c_stream_source.h"
#else
#error "rill: this program is built without a system: it has no traced"
#endif

#endif
