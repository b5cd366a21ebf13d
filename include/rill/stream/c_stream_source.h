// rill/stream/c_stream_source.h: C's streams as sources.
//
// Floor 4. Tests: test/stream/lines_test.cpp, test/scan/source_test.cpp.
#ifndef RILL_STREAM_C_STREAM_SOURCE_H
#define RILL_STREAM_C_STREAM_SOURCE_H

#include <new>  // placement new

#include "c_stream_reader.h"
#include "c_target.h"
#include "source.h"

namespace rill::inline RILL_BUILD {

namespace detail {

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

}  // namespace detail

/// C's streams: locked while they are used, and given back what was not
/// taken.
template <>
struct source_traits<FILE*> {
  using held = detail::held_stream;
  using owned = detail::held_stream;
  static constexpr bool locks = true;
  /// The stream whose buffer scan may look at.
  static constexpr FILE* stream_of(FILE* stream) noexcept { return stream; }
  template <class Use>
  static auto with(FILE* stream, Use use) {
    if (!stream) detail::raise_null_stream();
    detail::stream_guard guard(stream);
    detail::c_stream_reader in(stream);
    return use(static_cast<reader&>(in));
  }
  template <class Use>
  static auto with_own(FILE* stream, Use use) {
    if (!stream) detail::raise_null_stream();
    detail::stream_guard guard(stream, detail::stream_guard::unless_alone);
    detail::c_stream_reader in(stream);
    return use(static_cast<reader&>(in));
  }
};

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "c_stream_source_body.h"
#endif

#endif
