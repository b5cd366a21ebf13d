// test/os/trace_report_test.cpp: the counts of a trace, as text and as JSON.
// Python reads the JSON in test/system/trace_summary_test.py. Calls on the
// standard streams are tested in test/system/trace_test.py, the probes in
// test/system/probe_test.py.
// covers: os/trace.h, trace/traced_writer.h, os/posix/standard_trace.h
// covers: os/posix/watched_call.h, os/transfer.h
// covers: os/posix/basic.h
#include <doctest/doctest.h>
#include <errno.h>
#include <rill/trace/traced_writer.h>
#include <rill/os/trace.h>
#include <rill/print.h>

#include <string>

using rill::trace_call;
using rill::trace_event;
using rill::trace_summary;
using number = unsigned long long;

namespace {

trace_event event_of(trace_call call, number bytes, number nanoseconds) {
  trace_event event;
  event.call = call;
  event.asked = event.bytes = bytes;
  event.nanoseconds = nanoseconds;
  return event;
}

std::string line_of(trace_event const& event) { return rill::concat(event); }

}  // namespace

TEST_CASE("os/trace: a summary without calls") {
  CHECK(rill::concat(trace_summary("x")) == "x: no calls");
  CHECK(rill::concat(trace_summary().json()) == R"({"name":"","calls":{}})");
}

// 2^64 - 1 nanoseconds are 18,446,744,073.7 seconds, 2^64 - 1 bytes 16 EiB.
TEST_CASE("os/trace: the longest figures leave the columns apart") {
  trace_summary seen("a file");
  seen.add(event_of(trace_call::drain, ~0ull, ~0ull));
  std::string const shown = rill::concat(seen);
  CAPTURE(shown);
  CHECK(shown.find("\ndrain                      1           0    16.0 EiB "
                   "18446744073.7 s   953.7 MiB\n") != std::string::npos);
  CHECK(shown.find("\ndrain time       18446744073.7 s 18446744073.7 s "
                   "18446744073.7 s\n") != std::string::npos);
}

TEST_CASE("os/trace: a table and bars") {
  trace_summary seen("a file");
  for (number i = 0; i != 80; ++i)
    seen.add(event_of(trace_call::drain, 4096, 1000 + i));
  seen.add(event_of(trace_call::drain, 20000, 1'500'000));
  auto failed = event_of(trace_call::drain, 0, 700);
  failed.error = rill::library_problem::wrote_nothing;
  seen.add(failed);
  seen.add(event_of(trace_call::flush_device, 0, 0));
  seen.add(event_of(trace_call::close, 30, 1'000'000'000));
  CHECK(rill::concat(seen) ==
        R"(a file
call                   calls      errors       bytes        time     bytes/s
drain                     82           1   339.5 KiB      1.6 ms   209.3 MiB
flush                      1           0           -        0 ns           -
close                      1           0        30 B       1.0 s        30 B

one call                50 %        99 %        most
drain bytes          8.0 KiB    19.5 KiB    19.5 KiB
drain time            2.0 us      1.5 ms      1.5 ms
flush time              0 ns        0 ns        0 ns
close bytes             30 B        30 B        30 B
close time             1.0 s       1.0 s       1.0 s

drain bytes, calls
             0 B           1 |#
             1 B           0 |
             2 B           0 |
             4 B           0 |
             8 B           0 |
            16 B           0 |
            32 B           0 |
            64 B           0 |
           128 B           0 |
           256 B           0 |
           512 B           0 |
         1.0 KiB           0 |
         2.0 KiB           0 |
         4.0 KiB          80 |########################################
         8.0 KiB           0 |
        16.0 KiB           1 |#

drain time, calls
          512 ns          25 |#################
          1.0 us          56 |########################################
          2.0 us           0 |
          4.1 us           0 |
          8.2 us           0 |
         16.4 us           0 |
         32.8 us           0 |
         65.5 us           0 |
        131.1 us           0 |
        262.1 us           0 |
        524.3 us           0 |
          1.0 ms           1 |#

flush time, calls
            0 ns           1 |########################################

close bytes, calls
            16 B           1 |########################################

close time, calls
        536.9 ms           1 |########################################)");
}

TEST_CASE("os/trace: JSON has every number in one line") {
  trace_summary seen("a file");
  seen.add(event_of(trace_call::fill, 100, 10));
  seen.add(event_of(trace_call::fill, 0, 3));
  auto closed = event_of(trace_call::close, 0, 1);
  closed.error = {rill::error_source::system, EIO};
  seen.add(closed);
  CHECK(rill::concat(seen.json()) ==
        R"({"name":"a file","calls":{)"
        R"("fill":{"calls":2,"errors":0,"bytes":100,"nanoseconds":13,)"
        R"("bytes_per_second":7692307692,)"
        R"("bytes_of_one":{"p50":0,"p99":100,"most":100,)"
        R"("histogram":[[0,1],[127,1]]},)"
        R"("nanoseconds_of_one":{"p50":3,"p99":10,"most":10,)"
        R"("histogram":[[3,1],[15,1]]}},)"
        R"("close":{"calls":1,"errors":1,"bytes":0,"nanoseconds":1,)"
        R"("bytes_per_second":0,)"
        R"("bytes_of_one":{"p50":0,"p99":0,"most":0,"histogram":[[0,1]]},)"
        R"("nanoseconds_of_one":{"p50":1,"p99":1,"most":1,)"
        R"("histogram":[[1,1]]}}}})");
}

TEST_CASE("os/trace: a name from outside is escaped") {
  auto const name = [](rill::text given) {
    std::string const line = rill::concat(trace_summary(given).json());
    return line.substr(8,
                       line.size() - 8 - std::string(",\"calls\":{}}").size());
  };
  CHECK(name("a\"b\\c/d") == R"("a\"b\\c/d")");
  CHECK(name("\n\t\x1b\x7f") == R"("\u000a\u0009\u001b\u007f")");
  CHECK(name(rill::text("\0", 1)) == R"("\u0000")");
  CHECK(name("\xc3\xa9\xf0\x9f\x98\x80") == "\"\xc3\xa9\xf0\x9f\x98\x80\"");
  CHECK(name("\xe2\x80\xae") == R"("\u202e")");
  CHECK(name("\xff|\xe2\x82") == R"("\ufffd|\ufffd")");
  CHECK(name("\xed\xa0\x80") == R"("\ufffd\ufffd\ufffd")");
  CHECK(rill::concat(trace_summary("a\x1b[2J\xe2\x80\xae\xff")) ==
        R"(a\x1b[2J\u{202e}\xff: no calls)");
}

TEST_CASE("os/trace: a long name is written whole") {
  std::string const name(100'000, 'n');
  CHECK(rill::concat(trace_summary(rill::text(name))) == name + ": no calls");
  std::string const line = rill::concat(trace_summary(rill::text(name)).json());
  CHECK(line == "{\"name\":\"" + name + "\",\"calls\":{}}");
}

TEST_CASE("os/trace: an event is a line") {
  auto event = event_of(trace_call::drain, 50, 1234);
  event.asked = 100;
  event.offset = 7;
  event.name = "x\n";
  CHECK(line_of(event) == R"(x\n: drain 50 of 100 bytes at 7 in 1.2 us)");
  event.error = rill::library_problem::wrote_nothing;
  event.name = {};
  CHECK(line_of(event) ==
        "drain 50 of 100 bytes at 7 in 1.2 us: the device accepted no bytes");
  event.error = {rill::error_source::text, 1};
  CHECK(line_of(event).starts_with("drain 50 of 100 bytes at 7 in 1.2 us: "));
  event.error = {};
  event.asked = 0;
  CHECK(line_of(event) == "drain 50 bytes at 7 in 1.2 us");
  event.call = trace_call::close;
  CHECK(line_of(event) == "close 50 bytes at 7 in 1.2 us");
  event.bytes = 0;
  event.call = trace_call::seek;
  CHECK(line_of(event) == "seek to 7 in 1.2 us");
  event.call = trace_call::truncate;
  CHECK(line_of(event) == "truncate to 7 in 1.2 us");
  event.call = trace_call::flush_device;
  CHECK(line_of(event) == "flush in 1.2 us");
}

TEST_CASE("os/trace: figures are rounded once, half up") {
  auto const time = [](number nanoseconds) {
    auto const line = line_of(event_of(trace_call::sync, 0, nanoseconds));
    return line.substr(std::string("sync in ").size());
  };
  CHECK(time(999) == "999 ns");
  CHECK(time(1000) == "1.0 us");
  CHECK(time(1049) == "1.0 us");
  CHECK(time(1050) == "1.1 us");
  CHECK(time(999'949) == "999.9 us");
  CHECK(time(999'950) == "1.0 ms");
  CHECK(time(999'949'999) == "999.9 ms");
  CHECK(time(999'950'000) == "1.0 s");
  CHECK(time(12'345'678'901'234) == "12345.7 s");
  CHECK(time(~number{}) == "18446744073.7 s");
}
