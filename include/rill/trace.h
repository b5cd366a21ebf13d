// rill/trace.h: traces a device: each call, its bytes, its time, its error. The
// public header of trace/traced_writer.h and trace/traced_file.h; not a part of
// rill/rill.h.
//
//     auto out = rill::traced(rill::file_writer("log.txt"),
//                             {.name = "log", .summary = true});
//     rill::println(out, "started");
//
// Introduction: docs/tracing.md.
#ifndef RILL_TRACE_H
#define RILL_TRACE_H

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
#include "trace/traced_file.h"
#include "trace/traced_writer.h"
#else
#error "rill: this program is built without a system: it has no traced"
#endif

#endif
