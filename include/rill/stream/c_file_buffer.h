// rill/stream/c_file_buffer.h: the memory that a FILE buffers in.
//
// Floor 4. Throws nothing: where there is no memory the stream keeps the
// buffer of the C library. Tests: test/stream/c_file_test.cpp.
#ifndef RILL_STREAM_C_FILE_BUFFER_H
#define RILL_STREAM_C_FILE_BUFFER_H

#include "../base/config.h"
#include "../base/text.h"
#include "../os/c_file_calls.h"
#include "../os/libc/left_buffer.h"
#include "../os/runtime.h"

namespace rill::inline RILL_BUILD {

/// The bytes of a c_file's buffer when the caller names none. The library's
/// own 4 KiB cost twice the time (docs/measured.md).
inline constexpr std::size_t default_c_buffer_size =
    detail::smaller(std::size_t{RILL_BUFFER_SIZE}, std::size_t{65536});

namespace detail {

// Of the C library's allocator, so that the stream can be left with it.
class c_buffer {
 public:
  c_buffer() noexcept = default;
  /// Gives a fresh stream a buffer; none when size is 0.
  c_buffer(FILE* stream, std::size_t size) noexcept {
    if (size != 0) data_ = static_cast<char*>(os::take_memory(size));
    if (data_)
      (void)::setvbuf(stream, data_, _IOFBF, size);
    else if (size == 0)
      (void)::setvbuf(stream, nullptr, _IONBF, 0);
  }
  c_buffer(c_buffer&& other) noexcept : data_(other.data_) {
    other.data_ = nullptr;
  }
  c_buffer& operator=(c_buffer&& other) noexcept {
    char* const data = data_;
    data_ = other.data_;
    other.data_ = data;
    return *this;
  }
  ~c_buffer() { give_back(); }

  /// Once the stream is closed.
  void give_back() noexcept {
    os::give_memory(data_);
    data_ = nullptr;
  }
  /// The stream lives on, and so does its buffer.
  void leave_to(FILE* stream) noexcept {
    if (data_) libc::leave_buffer(stream, data_);
    data_ = nullptr;
  }

 private:
  char* data_ = nullptr;
};

}  // namespace detail
}  // namespace rill::inline RILL_BUILD

#endif
