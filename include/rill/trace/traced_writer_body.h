// rill/trace/traced_writer_body.h: the bodies of traced_writer.h.
//
// Layer 6. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_TRACE_TRACED_WRITER_BODY_H
#define RILL_TRACE_TRACED_WRITER_BODY_H

#include "../os/error.h"
#include "traced_writer.h"

namespace rill::inline RILL_BUILD::detail {

RILL_COLD RILL_CORE void put_reason(report_page& page, error_code error) {
  char buffer[os::error_text_size];
  bool const is_of_system = error.source == error_source::system ||
                            error.source == error_source::c_library;
  page.put(": ");
  page.put(text(is_of_system ? os::error_text(error, buffer, sizeof buffer)
                             : plain_sentence(error)));
}

RILL_COLD RILL_CORE void write_event(trace_event const& event, report_sink to) {
  report_page page(to);
  if (event.name.size != 0) {
    page.put_shown(event.name);
    page.put(": ");
  }
  page.put(name_of(event.call));
  if (shows_bytes(event.call, event.bytes)) {
    page.put(" ");
    page.put(event.bytes);
    if (event.asked != 0) {
      page.put(" of ");
      page.put(event.asked);
    }
    page.put(" bytes at ");
    page.put(event.offset);
  } else if (event.call == trace_call::seek ||
             event.call == trace_call::truncate) {
    page.put(" to ");
    page.put(event.offset);
  }
  page.put(" in ");
  page.put(scaled_time(event.nanoseconds));
  if (event.error) put_reason(page, event.error);
  page.pass_on();
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
