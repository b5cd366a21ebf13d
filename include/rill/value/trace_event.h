// rill/value/trace_event.h: one call of a device, as it was measured.
//
// Floor 2. Pure, constexpr; os/trace_report.h writes it. Tests:
// test/value/trace_summary_test.cpp.
#ifndef RILL_VALUE_TRACE_EVENT_H
#define RILL_VALUE_TRACE_EVENT_H

#include "../base/error_code.h"
#include "../base/text.h"

namespace rill::inline RILL_BUILD {

/// What a device was asked to do.
enum class trace_call : unsigned char {
  fill,          ///< to read
  drain,         ///< to write
  flush_device,  ///< to pass on what it holds; rill::flush is another name
  seek,          ///< to set or tell a position
  sync,          ///< to wait for the disk
  truncate,      ///< to set the size of a file
  close,         ///< to close
};

namespace detail {
inline constexpr unsigned trace_call_count = 7;
}

/// The name of a call: `flush`, and of the others as in trace_call.
constexpr text name_of(trace_call call) noexcept {
  constexpr text names[detail::trace_call_count] = {
      "fill", "drain", "flush", "seek", "sync", "truncate", "close"};
  return names[static_cast<unsigned>(call)];
}

/// One call of a device. `name` is valid while the event is handled.
struct trace_event {
  trace_call call = trace_call::fill;
  /// The bytes that went through this trace before the call; with an offset
  /// of a file in the call itself (pread, pwrite), that. Of a seek where it
  /// led, of a truncate the size.
  unsigned long long offset = 0;
  /// The bytes that the device was offered, or had room for; 0 where that is
  /// not known.
  unsigned long long asked = 0;
  /// The bytes that were moved. A flush or close moves what a buffer held.
  unsigned long long bytes = 0;
  unsigned long long nanoseconds = 0;
  error_code error = {};
  text name = {};
};

}  // namespace rill::inline RILL_BUILD

#endif
