// rill/stream/held.h: how a source is kept while a range over it lives: by
// reference, or moved in.
//
// Floor 4. Each has reader(). Tests: test/stream/lines_test.cpp,
// test/scan/values_test.cpp.
#ifndef RILL_STREAM_HELD_H
#define RILL_STREAM_HELD_H

#include "reader.h"

#if RILL_HOSTED
#include <new>  // placement new

#include "c_stream_reader.h"
#include "c_target.h"
#include "load.h"
#endif

namespace rill::inline RILL_BUILD::detail {

struct borrowed_reader {
  rill::reader& source;
  rill::reader& reader() { return source; }
};
template <class Reader>
struct owned_reader {
  Reader source;
  rill::reader& reader() { return source; }
};

#if RILL_HOSTED
struct borrowed_load {
  loaded_file& source;
  rill::reader& reader() { return source.reader(); }
};
struct owned_load {
  loaded_file source;
  rill::reader& reader() { return source.reader(); }
};

[[noreturn]] [[gnu::cold]] void raise_null_stream();

// A FILE with its lock, from the first use for as long as the range lives.
class held_stream {
 public:
  explicit held_stream(FILE* stream) : stream_(stream) {}
  held_stream(held_stream&& other) : stream_(other.stream_) {}
  rill::reader& reader() {
    if (!is_open_) open();
    return open_.reader;
  }
  ~held_stream();

 private:
  struct locked_reader {
    stream_guard guard;
    c_stream_reader reader;
  };

  void open();

  FILE* stream_;
  bool is_open_ = false;
  union {
    locked_reader open_;
  };
};
#endif

}  // namespace rill::inline RILL_BUILD::detail

#if RILL_BODIES
#include "held_body.h"
#endif

#endif
