// rill/stream/encoded_target.h: where an encoded_writer puts its bytes: the
// buffer of somebody's writer, or of a file of its own.
//
// Floor 4. Tests: test/stream/encoded_writer_test.cpp.
#ifndef RILL_STREAM_ENCODED_TARGET_H
#define RILL_STREAM_ENCODED_TARGET_H

#include <new>  // placement new

#include "../memory/remake.h"
#include "file_writer.h"

namespace rill::inline RILL_BUILD::detail {

class encoded_target {
 public:
  explicit encoded_target(writer& behind) noexcept : behind_(&behind) {}
  // A file's bytes are written as they are, whole characters at a time: what
  // a line is, the encoded_writer knows.
  encoded_target(rill::file file, std::size_t block_size)
      : appends_(os::is_appending(file.native_handle())) {
    storage block(block_size);
    ::new (static_cast<void*>(&own_))
        file_writer(static_cast<rill::file&&>(file),
                    static_cast<storage&&>(block), writing::by_block);
  }
  encoded_target(encoded_target&& other) noexcept
      : behind_(other.behind_), appends_(other.appends_) {
    if (!behind_)
      ::new (static_cast<void*>(&own_))
          file_writer(static_cast<file_writer&&>(other.own_));
  }
  encoded_target& operator=(encoded_target&& other) noexcept {
    return remake(*this, static_cast<encoded_target&&>(other));
  }
  ~encoded_target() {
    if (!behind_) own_.~file_writer();
  }

  writer& out() noexcept { return behind_ ? *behind_ : own_; }
  /// Null over somebody's writer.
  file_writer* file() noexcept { return behind_ ? nullptr : &own_; }
  file_writer const* file() const noexcept { return behind_ ? nullptr : &own_; }
  /// A file that several may append to.
  bool appends() const noexcept { return appends_; }
  /// The same, with something in it: the beginning of the text is there.
  bool has_beginning() const noexcept {
    return appends_ && os::status(own_.file().native_handle()).size != 0;
  }

 private:
  writer* behind_ = nullptr;
  bool appends_ = false;
  union {
    file_writer own_;
  };
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
