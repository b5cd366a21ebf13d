// rill/interop/stream_call.h: calls of a streambuf, which may throw, and the
// marks that a failure leaves on a stream.
//
// Floor 6. Allocates nothing but errors. Tests:
// test/interop/stream_state_test.cpp.
#ifndef RILL_INTEROP_STREAM_CALL_H
#define RILL_INTEROP_STREAM_CALL_H

#include <ostream>  // std::ios; the exception of a cancelled thread

#include "../os/error.h"
#include "../os/libc/libc.h"

namespace rill::inline RILL_BUILD::detail {

// Marks a stream, without the exception that the stream's mask asks for.
template <class Stream>
[[gnu::cold, gnu::noinline]] void mark_quietly(
    Stream& stream, std::ios_base::iostate marks) noexcept {
#if RILL_EXCEPTIONS
  try {
    stream.setstate(marks);
  } catch (...) {
    // The mark is set; another exception is on its way.
  }
#else
  stream.setstate(marks);
#endif
}

// Why a streambuf said no, if errno tells; it is cleared before the call.
inline error_code reason_of_refusal(library_problem otherwise) noexcept {
  error_code const why = os::last_c_error();
  return why ? why : error_code(otherwise);
}

// Runs calls of a streambuf and returns their errors. What it throws goes on
// to the caller; or becomes an error; or, where there is a stream, marks it
// as bad, as the library's own functions do, and goes on when the stream's
// mask asks for that, otherwise becomes an error.
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
      // The thread is being cancelled: this exception must not be kept.
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

}  // namespace rill::inline RILL_BUILD::detail

#endif
