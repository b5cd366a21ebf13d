// rill/cstdio/c_file_buffer.h: the buffer of a FILE, the area that a sink or
// source lends, and modes of fopen.
//
// Layer 4. Tests: test/cstdio/area_test.cpp, test/cstdio/c_file_test.cpp.
#ifndef RILL_CSTDIO_C_FILE_BUFFER_H
#define RILL_CSTDIO_C_FILE_BUFFER_H

#include "../base/config.h"
#include "../base/text.h"
#include "../os/c_file_calls.h"
#include "../os/file.h"
#include "../os/libc.h"
#include "../os/runtime.h"
#include "../stream/reader.h"
#include "../stream/writer.h"

// The unused part of a buffer, for code that writes to it or reads from it
// directly.
//
// Allocates nothing, throws nothing. put_area(x) and get_area(x) are overloaded
// for every stream with an accessible buffer, in the header of that stream.

namespace rill::inline RILL_BUILD {

/// The bytes, or characters, [cursor, end) of a buffer.
template <class Char>
struct buffer_area {
  Char* cursor = nullptr;
  Char* end = nullptr;

  constexpr std::size_t size() const noexcept {
    return cursor ? static_cast<std::size_t>(end - cursor) : 0;
  }
};

/// Returns the free room for output; empty when only the device can make room.
constexpr buffer_area<char> put_area(writer& out) noexcept {
  return {out.cursor(), out.cursor() + out.room()};
}
/// Adds the bytes of the put area before `end` to the output.
constexpr void advance_put_area(writer& out, char* end) noexcept {
  out.advance_to(end);
}

/// Returns the input that is in memory and not yet read.
constexpr buffer_area<char const> get_area(reader const& in) noexcept {
  return {in.cursor(), in.end()};
}
/// Takes the bytes of the get area before `end`.
constexpr void advance_get_area(reader& in, char const* end) noexcept {
  in.advance_to(end);
}

// The buffer of a FILE.
//
// Throws nothing: when malloc fails, the stream keeps the buffer of the C
// library.

/// The default size of a c_file's buffer, in bytes. The library's own 4 KiB
/// cost twice the time (docs/measured.md).
inline constexpr std::size_t default_c_buffer_size =
    detail::smaller(std::size_t{RILL_BUFFER_SIZE}, std::size_t{65536});

namespace detail {

// From the C library's allocator, so that it can be left to the stream.
class c_buffer {
 public:
  c_buffer() noexcept = default;
  /// Gives a fresh stream a buffer; makes it unbuffered when size is 0.
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

  /// Frees the buffer. Requires that the stream is closed.
  void give_back() noexcept {
    os::give_memory(data_);
    data_ = nullptr;
  }
  /// Leaves the buffer to a stream that lives on.
  void leave_to(FILE* stream) noexcept {
    if (data_) libc::leak_buffer(stream, data_);
    data_ = nullptr;
  }

 private:
  char* data_ = nullptr;
};

}  // namespace detail

// How a stream is opened over an open file.
//
// A mode is constexpr and allocates nothing.

/// The mode of a stream over an open file: from letters ("r", "w", "a", each
/// with "+"; "b", "e", "x" and "t" are ignored), from open_options, or by
/// default the mode in which the file is open.
class c_file_mode {
 public:
  constexpr c_file_mode() noexcept = default;
  constexpr c_file_mode(open_options const& options) noexcept
      : options_(options),
        is_known_(true),
        is_valid_(options.read || options.write || options.append) {}
  constexpr c_file_mode(char const* letters) noexcept : is_known_(true) {
    is_valid_ = letters && read(letters);
  }

  constexpr open_options const& options() const noexcept { return options_; }
  constexpr bool is_known() const noexcept { return is_known_; }
  constexpr bool is_valid() const noexcept { return is_valid_; }

 private:
  constexpr bool read(char const* at) noexcept {
    options_.read = *at == 'r';
    options_.write = *at == 'w' || *at == 'a';
    options_.append = *at == 'a';
    if (!options_.read && !options_.write) return false;
    while (*++at != '\0') {
      if (*at == '+') options_.read = options_.write = true;
      if (*at != '+' && *at != 'b' && *at != 'e' && *at != 'x' && *at != 't')
        return false;
    }
    return true;
  }

  open_options options_;
  bool is_known_ = false;
  bool is_valid_ = true;
};

namespace detail {

// Returns the options of a stream over an open file: those of the mode, or
// those with which the file was opened.
inline result<open_options> options_over(file const& from, c_file_mode mode) {
  if (!mode.is_valid())
    return from.failure("open", os::errors::invalid_argument);
  os::handle_mode const open = os::mode_of(from.native_handle());
  if (open.error) return from.failure("open", open.error);
  if (!mode.is_known()) return open.options;
  // glibc's fdopen refuses a mode that the file does not have, musl's does not.
  open_options const wanted = mode.options();
  if ((wanted.read && !open.options.read) ||
      ((wanted.write || wanted.append) && !open.options.write))
    return from.failure("open", os::errors::invalid_argument);
  return wanted;
}

}  // namespace detail

}  // namespace rill::inline RILL_BUILD

#endif
