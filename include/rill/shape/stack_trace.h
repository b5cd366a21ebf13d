// rill/shape/stack_trace.h: stack traces and their frames, by their shape.
//
// Floor 2. Includes none of their headers. Tests:
// test/shape/stack_trace_test.cpp.
#ifndef RILL_SHAPE_STACK_TRACE_H
#define RILL_SHAPE_STACK_TRACE_H

#include "../base/bare.h"
#include "../base/text.h"
#include "kind.h"
#include "range.h"

namespace rill::inline RILL_BUILD::detail {

// std::stacktrace_entry, boost::stacktrace::frame: they look up what they are
// asked for.
template <class T>
concept asked_frame = requires(T const& frame) {
  frame.source_line();
  frame.source_file();
} && (requires(T const& frame) { frame.description(); } ||
      requires(T const& frame) { frame.name(); });

// cpptrace::stacktrace_frame: a record of what was looked up.
template <class T>
concept recorded_frame = requires(T const& frame) {
  frame.symbol;
  frame.filename;
  frame.line;
  frame.raw_address;
};

template <class T>
concept frame_like = asked_frame<T> || recorded_frame<T>;

}  // namespace rill::inline RILL_BUILD::detail

#endif
