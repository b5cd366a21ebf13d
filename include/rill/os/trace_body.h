// rill/os/trace_body.h: the bodies of trace.h.
//
// Layer 3. In src/rill.cpp where that is linked (docs/compiled.md).
#ifndef RILL_OS_TRACE_BODY_H
#define RILL_OS_TRACE_BODY_H

#include "../unicode/utf8.h"
#include "trace.h"

namespace rill::inline RILL_BUILD::detail {

RILL_COLD RILL_CORE void put_calls(report_page& page,
                                   trace_summary const& summary) {
  page.left("call", report_page::first_column);
  constexpr text heads[] = {"calls", "errors", "bytes", "time", "bytes/s"};
  for (text const head : heads) page.right(head, report_page::column);
  for (unsigned kind = 0; kind != trace_call_count; ++kind) {
    auto const call = static_cast<trace_call>(kind);
    trace_counts const& counts = summary[call];
    if (counts.calls() == 0) continue;
    page.put("\n");
    page.left(name_of(call), report_page::first_column);
    page.right(counts.calls(), report_page::column);
    page.right(counts.errors, report_page::column);
    bool const has_bytes = shows_bytes(call, counts.bytes.most());
    if (has_bytes)
      page.right(scaled_size(counts.bytes.sum()), report_page::column);
    else
      page.right("-", report_page::column);
    page.right(scaled_time(counts.nanoseconds.sum()), report_page::column);
    if (has_bytes)
      page.right(scaled_size(counts.bytes_per_second()), report_page::column);
    else
      page.right("-", report_page::column);
  }
}

using scale_of_report = report_figure (*)(trace_count);

RILL_COLD RILL_CORE void put_quantiles(report_page& page, text name, text what,
                                       trace_histogram const& histogram,
                                       scale_of_report scale) {
  page.put("\n");
  page.put(name);
  page.left(what, report_page::first_column - name.size);
  page.right(scale(histogram.quantile(50)), report_page::column);
  page.right(scale(histogram.quantile(99)), report_page::column);
  page.right(scale(histogram.most()), report_page::column);
}

RILL_COLD RILL_CORE void put_bars(report_page& page, text name, text what,
                                  trace_histogram const& histogram,
                                  scale_of_report scale) {
  constexpr trace_count longest_bar = 40;
  constexpr unsigned count = trace_histogram::bucket_count;
  unsigned first = 0;
  unsigned last = count - 1;
  while (first != last && histogram[first] == 0) ++first;
  while (last != first && histogram[last] == 0) --last;
  trace_count most = 1;
  for (unsigned at = first; at <= last; ++at)
    most = larger(most, histogram[at]);
  page.put("\n\n");
  page.put(name);
  page.put(what);
  for (unsigned at = first; at <= last; ++at) {
    page.put("\n");
    page.right(scale(trace_histogram::least_of(at)), report_page::first_column);
    page.right(histogram[at], report_page::column);
    page.put(" |");
    trace_count const share = histogram[at] / most * longest_bar +
                              histogram[at] % most * longest_bar / most;
    page.repeat('#', static_cast<std::size_t>(
                         larger(share, trace_count{histogram[at] != 0})));
  }
}

RILL_COLD RILL_CORE void write_report(trace_summary const& summary,
                                      report_sink to) {
  report_page page(to);
  page.put_shown(summary.name());
  if (!summary) {
    page.put(": no calls");
    return page.pass_on();
  }
  page.put("\n");
  put_calls(page, summary);
  page.put("\n\n");
  page.left("one call", report_page::first_column);
  constexpr text heads[] = {"50 %", "99 %", "most"};
  for (text const head : heads) page.right(head, report_page::column);
  for (unsigned kind = 0; kind != trace_call_count; ++kind) {
    auto const call = static_cast<trace_call>(kind);
    trace_counts const& counts = summary[call];
    if (counts.calls() == 0) continue;
    if (shows_bytes(call, counts.bytes.most()))
      put_quantiles(page, name_of(call), " bytes", counts.bytes, scaled_size);
    put_quantiles(page, name_of(call), " time", counts.nanoseconds,
                  scaled_time);
  }
  for (unsigned kind = 0; kind != trace_call_count; ++kind) {
    auto const call = static_cast<trace_call>(kind);
    trace_counts const& counts = summary[call];
    if (counts.calls() == 0) continue;
    if (shows_bytes(call, counts.bytes.most()))
      put_bars(page, name_of(call), " bytes, calls", counts.bytes, scaled_size);
    put_bars(page, name_of(call), " time, calls", counts.nanoseconds,
             scaled_time);
  }
  page.pass_on();
}

// Adds a string of JSON. Escapes controls and characters that change how the
// text around them looks; replaces ill-formed UTF-8 by U+FFFD.
RILL_COLD RILL_CORE void put_json_text(report_page& page, text from) {
  page.put("\"");
  for (char const* at = from.begin(); at != from.end();) {
    decoded_utf8 const one = decode_utf8(at, from.end());
    if (*at == '"' || *at == '\\') {
      page.put("\\");
      page.put({at, 1});
    } else if (one.form != utf8_form::valid || one.code_point < 0x20 ||
               one.code_point == 0x7F || acts_on_terminal(one.code_point)) {
      char escape[6] = {'\\', 'u'};
      put_hex(escape + 2, one.code_point, 4);
      page.put({escape, sizeof escape});
    } else {
      page.put({at, static_cast<std::size_t>(one.end - at)});
    }
    at = one.end;
  }
  page.put("\"");
}

RILL_COLD RILL_CORE void put_member(report_page& page, text name,
                                    trace_count value) {
  page.put("\"");
  page.put(name);
  page.put("\":");
  page.put(value);
}

RILL_COLD RILL_CORE void put_json(report_page& page, text name,
                                  trace_histogram const& histogram) {
  page.put(",\"");
  page.put(name);
  page.put("\":{");
  put_member(page, "p50", histogram.quantile(50));
  page.put(",");
  put_member(page, "p99", histogram.quantile(99));
  page.put(",");
  put_member(page, "most", histogram.most());
  page.put(",\"histogram\":[");
  bool is_first = true;
  for (unsigned at = 0; at != trace_histogram::bucket_count; ++at) {
    if (histogram[at] == 0) continue;
    page.put(is_first ? "[" : ",[");
    page.put(trace_histogram::most_of(at));
    page.put(",");
    page.put(histogram[at]);
    page.put("]");
    is_first = false;
  }
  page.put("]}");
}

RILL_COLD RILL_CORE void put_json(report_page& page,
                                  trace_counts const& counts) {
  put_member(page, "calls", counts.calls());
  page.put(",");
  put_member(page, "errors", counts.errors);
  page.put(",");
  put_member(page, "bytes", counts.bytes.sum());
  page.put(",");
  put_member(page, "nanoseconds", counts.nanoseconds.sum());
  page.put(",");
  put_member(page, "bytes_per_second", counts.bytes_per_second());
  put_json(page, "bytes_of_one", counts.bytes);
  put_json(page, "nanoseconds_of_one", counts.nanoseconds);
}

RILL_COLD RILL_CORE void write_json(trace_summary const& summary,
                                    report_sink to) {
  report_page page(to);
  page.put("{\"name\":");
  put_json_text(page, summary.name());
  page.put(",\"calls\":{");
  bool is_first = true;
  for (unsigned kind = 0; kind != trace_call_count; ++kind) {
    auto const call = static_cast<trace_call>(kind);
    trace_counts const& counts = summary[call];
    if (counts.calls() == 0) continue;
    page.put(is_first ? "\"" : ",\"");
    page.put(name_of(call));
    page.put("\":{");
    put_json(page, counts);
    page.put("}");
    is_first = false;
  }
  page.put("}}");
  page.pass_on();
}

}  // namespace rill::inline RILL_BUILD::detail

#endif
