// src/rill.cpp: the compiled library, which is the bodies of every header.
//
// Built with the flags of the programs that use it; they are compiled with
// -DRILL_COMPILED=1 (docs/compiled.md).
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
