// rill/stream/encoded_source.h: where a reader over another reader gets its
// bytes: from the caller's reader, or from a file of its own.
//
// Floor 4. Tests: test/stream/decoded_reader_test.cpp,
// test/stream/hashing_test.cpp.
#ifndef RILL_STREAM_ENCODED_SOURCE_H
#define RILL_STREAM_ENCODED_SOURCE_H

#include <new>  // placement new

#include "file_reader.h"

namespace rill::inline RILL_BUILD::detail {

// A reader that is borrowed, or one over a file that is owned.
class encoded_source {
 public:
  explicit encoded_source(reader& behind) noexcept : behind_(&behind) {}
  encoded_source(rill::file file, std::size_t buffer_size) {
    ::new (static_cast<void*>(&own_))
        file_reader(static_cast<rill::file&&>(file), buffer_size);
  }
  encoded_source(encoded_source&& other) noexcept : behind_(other.behind_) {
    if (!behind_)
      ::new (static_cast<void*>(&own_))
          file_reader(static_cast<file_reader&&>(other.own_));
  }
  ~encoded_source() {
    if (!behind_) own_.~file_reader();
  }

  reader& in() noexcept { return behind_ ? *behind_ : own_; }
  reader const& in() const noexcept {
    return behind_ ? *behind_ : static_cast<reader const&>(own_);
  }
  /// Null over a reader that is borrowed.
  file_reader* file() noexcept { return behind_ ? nullptr : &own_; }

 private:
  reader* behind_ = nullptr;
  union {
    file_reader own_;
  };
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
