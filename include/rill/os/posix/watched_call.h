// rill/os/posix/watched_call.h: measures the calls that move bytes.
//
// Layer 3. Allocates nothing, throws nothing; errno is that of the call. Used
// by call.h with RILL_TRACING=1, which counts the calls on the standard streams
// (standard_trace.h), and with RILL_USDT=1, which makes each call a probe
// (os/transfer.h); includes nothing that includes call.h. Tests:
// test/system/trace_test.py, test/system/probe_test.py.
#ifndef RILL_OS_POSIX_WATCHED_CALL_H
#define RILL_OS_POSIX_WATCHED_CALL_H

#include <errno.h>    // errno
#include <sys/uio.h>  // readv, writev, iovec
#include <unistd.h>   // read, write

#include "../clock.h"
#include "../transfer.h"
#include "standard_trace.h"

namespace rill::inline RILL_BUILD::os::watched {

// The call returns how many bytes it moved, or -1 and errno.
template <trace_call Kind, class Call>
ssize_t measured([[maybe_unused]] int handle, [[maybe_unused]] size_t asked,
                 Call one_call) {
#if RILL_TRACING
  bool const is_traced = standard_trace::is_counted(handle);
  unsigned long long const begin = is_traced ? steady_nanoseconds() : 0;
#endif
  ssize_t const result = one_call();
#if RILL_TRACING
  if (is_traced)
    standard_trace::add(Kind, handle, result, steady_nanoseconds() - begin);
#endif
  if constexpr (Kind == trace_call::fill)
    RILL_PROBE("fill", handle, asked, result);
  else
    RILL_PROBE("drain", handle, asked, result);
  return result;
}

inline size_t size_of(iovec const* parts, int count) {
  size_t size = 0;
  for (int i = 0; i < count; ++i) size += parts[i].iov_len;
  return size;
}

inline ssize_t read(int handle, void* data, size_t size) {
  return measured<trace_call::fill>(handle, size,
                                    [=] { return ::read(handle, data, size); });
}

inline ssize_t write(int handle, void const* data, size_t size) {
  return measured<trace_call::drain>(
      handle, size, [=] { return ::write(handle, data, size); });
}

inline ssize_t readv(int handle, iovec const* parts, int count) {
  return measured<trace_call::fill>(handle, size_of(parts, count), [=] {
    return ::readv(handle, parts, count);
  });
}

inline ssize_t writev(int handle, iovec const* parts, int count) {
  return measured<trace_call::drain>(handle, size_of(parts, count), [=] {
    return ::writev(handle, parts, count);
  });
}

}  // namespace rill::inline RILL_BUILD::os::watched

#endif
