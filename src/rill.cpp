// src/rill.cpp: the compiled library: the bodies of all headers.
//
// Compile it with the flags of the programs that use it. Compile the programs
// with -DRILL_COMPILED=1 (docs/compiled.md).
#define RILL_COMPILED 1
#define RILL_BODIES 1

#include <rill/any.h>
#include <rill/binary.h>
#include <rill/compression/streams.h>
#include <rill/hash.h>
#include <rill/process.h>
#include <rill/records.h>
#include <rill/rill.h>
#include <rill/stream/device_reader.h>
#include <rill/trace.h>
