// rill/stream.h: the buffers that everything is printed into and scanned
// from. The door to stream/.
#ifndef RILL_STREAM_H
#define RILL_STREAM_H

#include "stream/c_stream_writer.h"
#include "stream/file_writer.h"
#include "stream/locked.h"
#include "stream/memory_writer.h"
#include "stream/standard_output.h"
#include "stream/writer.h"

#endif
