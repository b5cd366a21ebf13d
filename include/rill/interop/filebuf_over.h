// rill/interop/filebuf_over.h: a std::filebuf over an open file.
//
// Floor 6. Each library has its own way: libstdc++'s stdio_filebuf and
// MSVC's std::filebuf take a FILE*, libc++'s std::filebuf a descriptor. Tests:
// test/interop/filebuf_file_test.cpp.
#ifndef RILL_INTEROP_FILEBUF_OVER_H
#define RILL_INTEROP_FILEBUF_OVER_H

#include <concepts>  // std::same_as
#include <fstream>   // std::filebuf

#if defined(__GLIBCXX__)
#include <ext/stdio_filebuf.h>  // a filebuf over a FILE
#endif

#include "../os/file.h"
#include "../os/c_file_calls.h"
#include "stream_call.h"

namespace rill::inline RILL_BUILD::detail {

#if defined(__GLIBCXX__)
using filebuf_base = __gnu_cxx::stdio_filebuf<char>;
inline constexpr bool end_may_be_error = false;
inline constexpr bool keeps_refused_bytes = true;
#else
// libc++ says of an error of reading that the file ends.
inline constexpr bool end_may_be_error = true;
// Nor can what a write has refused be written later: its first byte is gone.
inline constexpr bool keeps_refused_bytes = false;
using filebuf_base = std::filebuf;
#endif

class filebuf_over : public filebuf_base {
 public:
  filebuf_over() = default;
  filebuf_over(filebuf_over&& other)
      : filebuf_base(static_cast<filebuf_base&&>(other)), below_(other.below_) {
    other.below_ = nullptr;
  }
  filebuf_over& operator=(filebuf_over&& other) {
    filebuf_base::operator=(static_cast<filebuf_base&&>(other));
    below_ = other.below_;
    other.below_ = nullptr;
    return *this;
  }

  /// Takes the handle over; not when it fails.
  error_code open_over(os::native_handle handle, open_options const& options,
                       std::size_t size) {
#if defined(_LIBCPP_VERSION)
    if constexpr (!std::same_as<os::native_handle, int>)
      return library_problem::unsupported;
    else
      return open_descriptor(*this, handle, mode_of(options), size);
#else
    os::opened_stream const made = os::open_stream(handle, options);
    if (made.error) return made.error;
    below_ = made.stream;
    return open_stream(made.stream, mode_of(options), size);
#endif
  }

  /// Gives up what could not be written, so that nothing follows it.
  void forget_pending() { this->setp(this->pbase(), this->epptr()); }

  /// Closes the filebuf, then the FILE. Returns the first error.
  error_code close_both() {
    os::clear_c_error();
    error_code first = close()
                           ? error_code()
                           : reason_of_refusal(library_problem::wrote_nothing);
    if (below_) {
      error_code const second = os::close_stream(below_);
      if (!first) first = second;
    }
    below_ = nullptr;
    return first;
  }

 private:
  static std::ios_base::openmode mode_of(open_options const& options) {
    auto mode = std::ios_base::binary;
    if (options.read) mode |= std::ios_base::in;
    if (options.write || options.append) mode |= std::ios_base::out;
    if (options.append) mode |= std::ios_base::app;
    return mode;
  }

#if defined(_LIBCPP_VERSION)
  // A template, so that the name is looked up where it is there.
  template <class Filebuf>
  static error_code open_descriptor(Filebuf& to, int handle,
                                    std::ios_base::openmode mode,
                                    std::size_t size) {
    to.pubsetbuf(nullptr, static_cast<std::streamsize>(size));
    os::clear_c_error();
    if (to.__open(handle, mode)) return {};
    return reason_of_refusal(library_problem::unsupported);
  }
#elif defined(__GLIBCXX__)
  error_code open_stream(FILE* stream, std::ios_base::openmode mode,
                         std::size_t size) {
    filebuf_base::operator=(filebuf_base(stream, mode, size));
    return {};
  }
#else
  error_code open_stream(FILE* stream, std::ios_base::openmode,
                         std::size_t size) {
    (void)::setvbuf(stream, nullptr, _IOFBF, size);
    filebuf_base::operator=(filebuf_base(stream));
    return {};
  }
#endif

  FILE* below_ = nullptr;
};

}  // namespace rill::inline RILL_BUILD::detail

#endif
