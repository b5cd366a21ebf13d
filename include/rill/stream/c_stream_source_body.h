// rill/stream/c_stream_source_body.h: the bodies of stream/c_stream_source.h.
//
// Floor 4. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_STREAM_C_STREAM_SOURCE_BODY_H
#define RILL_STREAM_C_STREAM_SOURCE_BODY_H

#include "../os/error.h"
#include "c_stream_source.h"

namespace rill::inline RILL_BUILD::detail {

[[gnu::cold, gnu::noinline]] RILL_CORE void raise_null_stream() {
  raise(error(library_problem::no_stream, "read", null_stream_name));
}

RILL_CORE_STRUCTOR held_stream::~held_stream() {
  if (is_open_) open_.~locked_reader();
}

[[gnu::noinline]] RILL_CORE void held_stream::open() {
  if (!stream_) raise_null_stream();
  ::new (static_cast<void*>(&open_))
      locked_reader{stream_guard(stream_), c_stream_reader(stream_)};
  is_open_ = true;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
