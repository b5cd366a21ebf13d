// rill/interop/stream_call.h: calls of a streambuf, which may throw, and the
// marks that a failure leaves on a stream.
//
// Floor 6. Allocates nothing but errors. Tests:
// test/interop/stream_state_test.cpp.
#ifndef RILL_INTEROP_STREAM_CALL_H
#define RILL_INTEROP_STREAM_CALL_H

#include <ios>  // std::ios_base::iostate; the exception of a cancelled thread

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

// Runs call() and returns its error. What a streambuf throws marks the stream
// as bad, as the library's own functions do: it goes on when the stream's
// mask asks for that, otherwise it becomes an error. Without a stream
// (`marked` is null) it goes on.
template <class Stream, class Call>
error_code guard_stream_call(Stream* marked, Call call) {
#if RILL_EXCEPTIONS
  try {
    return call();
#if defined(__GLIBCXX__)
  } catch (__cxxabiv1::__forced_unwind&) {
    // The thread is being cancelled: this exception must not be kept.
    if (marked) mark_quietly(*marked, std::ios_base::badbit);
    throw;
#endif
  } catch (...) {
    if (!marked) throw;
    bool const goes_on = (marked->exceptions() & std::ios_base::badbit) != 0;
    mark_quietly(*marked, std::ios_base::badbit);
    if (goes_on) throw;
    return library_problem::stream_failed;
  }
#else
  (void)marked;
  return call();
#endif
}

// Why a streambuf said no, if errno tells; it is cleared before the call.
inline error_code reason_of_refusal(library_problem otherwise) noexcept {
  error_code const why = os::last_c_error();
  return why ? why : error_code(otherwise);
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
