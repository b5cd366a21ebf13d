// test/support/trace_events.h: keeps the events of a traced device.
#ifndef RILL_TEST_SUPPORT_TRACE_EVENTS_H
#define RILL_TEST_SUPPORT_TRACE_EVENTS_H

#include <rill/trace.h>

#include <string>
#include <vector>

namespace rill_test {

struct kept_event {
  rill::trace_call call;
  unsigned long long offset;
  unsigned long long asked;
  unsigned long long bytes;
  rill::error_code error;
  std::string name;
};

class kept_events {
 public:
  kept_events() = default;
  kept_events(kept_events const&) = delete;
  kept_events& operator=(kept_events const&) = delete;

  // A function for trace_options::to.
  auto keeper() {
    return [this](rill::trace_event const& event) {
      rill::text const name = event.name;
      all.push_back({event.call, event.offset, event.asked, event.bytes,
                     event.error, std::string(name.data, name.size)});
    };
  }

  std::size_t count(rill::trace_call call) const {
    std::size_t result = 0;
    for (kept_event const& event : all) result += event.call == call;
    return result;
  }
  unsigned long long bytes() const {
    unsigned long long result = 0;
    for (kept_event const& event : all) result += event.bytes;
    return result;
  }

  std::vector<kept_event> all;
};

// Whether a summary counts the same calls as the events.
inline bool is_summary_of(rill::trace_summary const& seen,
                          kept_events const& events) {
  using rill::trace_call;
  for (trace_call const call :
       {trace_call::fill, trace_call::drain, trace_call::flush_device,
        trace_call::seek, trace_call::sync, trace_call::truncate,
        trace_call::close}) {
    unsigned long long bytes = 0;
    unsigned long long errors = 0;
    for (kept_event const& event : events.all)
      if (event.call == call) {
        bytes += event.bytes;
        errors += bool(event.error);
      }
    if (seen[call].calls() != events.count(call) ||
        seen[call].bytes.sum() != bytes || seen[call].errors != errors)
      return false;
  }
  return true;
}

}  // namespace rill_test

#endif
