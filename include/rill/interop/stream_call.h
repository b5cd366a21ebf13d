// rill/interop/stream_call.h: calls of a streambuf, which may throw, and the
// standard library's streambufs of stdin and stdout.
//
// Layer 7. Tests: test/interop/stream_state_test.cpp,
// test/interop/ostream_sink_test.cpp, test/system/iostream_test.py.
#ifndef RILL_INTEROP_STREAM_CALL_H
#define RILL_INTEROP_STREAM_CALL_H

#include <ostream>    // std::ios; the exception of a cancelled thread
#include <streambuf>  // defines __GLIBCXX__ where that is the library

#include "../os/error.h"
#include "../os/libc.h"
#include "../print/standard_sink.h"

#if defined(__GLIBCXX__) && defined(__cpp_rtti)
#include <typeinfo>  // typeid

#include <ext/stdio_filebuf.h>       // of a stream that is not synchronised
#include <ext/stdio_sync_filebuf.h>  // of a stream synchronised with stdio
#endif

// Calls of a streambuf, which may throw, and the state that a failure sets on a
// stream.
//
// Allocates nothing but errors.

namespace rill::inline RILL_BUILD::detail {

// Sets the stream's state without throwing, whatever the stream's mask.
template <class Stream>
[[gnu::cold, gnu::noinline]] void mark_quietly(
    Stream& stream, std::ios_base::iostate marks) noexcept {
#if RILL_EXCEPTIONS
  try {
    stream.setstate(marks);
  } catch (...) {
    // The state is set; another exception is in flight.
  }
#else
  stream.setstate(marks);
#endif
}

// Why a streambuf failed: errno, which the caller clears before the call, or
// `otherwise` if errno is 0.
inline error_code reason_of_refusal(library_problem otherwise) noexcept {
  error_code const why = os::last_c_error();
  return why ? why : error_code(otherwise);
}

// Runs calls of a streambuf and returns their errors. `thrown` decides whether
// an exception of the streambuf goes on to the caller or becomes an error. If
// the streambuf belongs to a stream, an exception sets badbit. It goes on if
// the stream's exceptions() include badbit, as in the standard library's
// functions; otherwise it becomes an error.
enum class thrown : bool { goes_on, becomes_error };

template <class Ios>
class basic_stream_caller {
 public:
  constexpr explicit basic_stream_caller(thrown how) noexcept : how_(how) {}
  explicit basic_stream_caller(Ios& marked) noexcept
      : marked_(&marked), how_(thrown::becomes_error) {}

  template <class Call>
  error_code operator()(Call call) const {
    os::clear_c_error();
#if RILL_EXCEPTIONS
    try {
      return call();
#if defined(__GLIBCXX__)
    } catch (__cxxabiv1::__forced_unwind&) {
      // The thread is being cancelled: this exception must be rethrown.
      if (marked_) mark_quietly(*marked_, std::ios_base::badbit);
      throw;
#endif
    } catch (...) {
      error_code const why = reason_of_refusal(library_problem::stream_failed);
      bool const asks =
          marked_ && (marked_->exceptions() & std::ios_base::badbit) != 0;
      if (marked_) mark_quietly(*marked_, std::ios_base::badbit);
      if (asks || how_ == thrown::goes_on) throw;
      return why;
    }
#else
    (void)marked_;  // g++ 11 takes no [[maybe_unused]] for members
    (void)how_;
    return call();
#endif
  }

 private:
  Ios* marked_ = nullptr;
  thrown how_;
};

using stream_caller = basic_stream_caller<std::ios>;
using wide_stream_caller = basic_stream_caller<std::wios>;

inline constexpr stream_caller passing_on{thrown::goes_on};
inline constexpr wide_stream_caller passing_wide_on{thrown::goes_on};
inline constexpr stream_caller to_error{thrown::becomes_error};

// The C stream behind std::cin, std::cout, std::cerr and std::clog while they
// are synchronised with stdio.
//
// Allocates nothing. libstdc++ has a public class for such a buffer, which
// returns its FILE. Otherwise (other libraries, builds without RTTI) the result
// is null, and bytes go through the streambuf's public functions, which end at
// the same FILE.

// Not cached: a program can replace a stream's buffer at any time.
template <class Char>
FILE* c_stream_behind([[maybe_unused]] std::basic_streambuf<Char>& of) {
#if defined(__GLIBCXX__) && defined(__cpp_rtti)
  using synchronised = __gnu_cxx::stdio_sync_filebuf<Char>;
  if (typeid(of) == typeid(synchronised))
    return static_cast<synchronised&>(of).file();
#endif
  return nullptr;
}

// stdout or stderr, if one of them is behind the buffer, otherwise null.
inline FILE* standard_output_behind(std::streambuf& of) {
  FILE* const stream = c_stream_behind(of);
  return stream == stdout || stream == stderr ? stream : nullptr;
}

// The same after sync_with_stdio(false). The bytes then pass through no FILE;
// the result only identifies where they end.
inline FILE* unsynchronised_output_behind([[maybe_unused]] std::streambuf& of) {
#if defined(__GLIBCXX__) && defined(__cpp_rtti)
  using unsynchronised = __gnu_cxx::stdio_filebuf<char>;
  if (typeid(of) == typeid(unsynchronised)) {
    FILE* const stream = static_cast<unsynchronised&>(of).file();
    if (stream == stdout || stream == stderr) return stream;
  }
#endif
  return nullptr;
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
