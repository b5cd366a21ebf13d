// rill/os/trace_line.h: one call of a device as a line of text.
//
// Floor 3. Allocates nothing, throws nothing of its own. Tests:
// test/os/trace_report_test.cpp.
#ifndef RILL_OS_TRACE_LINE_H
#define RILL_OS_TRACE_LINE_H

#include "report_page.h"

namespace rill::inline RILL_BUILD {

namespace detail {
[[gnu::cold]] void write_event(trace_event const& event, report_sink to);
}

/// Prints one line: `data.txt: drain 4096 of 8192 bytes at 0 in 1.2 us: No
/// space left on device`. Escapes stand in the name for what a terminal obeys,
/// as in an error.
void rill_print(auto& out, trace_event const& event) {
  detail::write_event(event, detail::report_sink_of(out));
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "trace_line_body.h"
#endif

#endif
