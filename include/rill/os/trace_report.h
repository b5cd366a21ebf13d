// rill/os/trace_report.h: what was counted and measured of a device, as text
// and as JSON.
//
// Floor 3. Allocates nothing, throws nothing of its own. Tests:
// test/os/trace_report_test.cpp, test/system/trace_summary_test.py.
#ifndef RILL_OS_TRACE_REPORT_H
#define RILL_OS_TRACE_REPORT_H

#include "../value/trace_summary.h"
#include "report_page.h"

namespace rill::inline RILL_BUILD {

namespace detail {

// The lines of a summary; the last has no newline.
[[gnu::cold]] void write_report(trace_summary const& summary, report_sink to);
[[gnu::cold]] void write_json(trace_summary const& summary, report_sink to);

}  // namespace detail

/// Prints a table of the calls, one of the sizes and times that 50 and 99 per
/// cent of the calls do not exceed, and a bar for each power of two of a size
/// or time. A row of bars counts from its figure to below that of the next
/// row. No line of more than 80 columns if the name is shorter and there are
/// fewer than 10^11 calls.
void rill_print(auto& out, trace_summary const& summary) {
  detail::write_report(summary, detail::report_sink_of(out));
}

/// Prints trace_summary::json. In the name, U+FFFD stands for what is no UTF-8.
void rill_print(auto& out, trace_json const& json) {
  detail::write_json(json.summary, detail::report_sink_of(out));
}

}  // namespace rill::inline RILL_BUILD

#if RILL_BODIES
#include "trace_report_body.h"
#endif

#endif
