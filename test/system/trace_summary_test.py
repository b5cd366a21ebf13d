"""The summary of a trace, compared with Python's arithmetic; its JSON is read
by Python's module."""

import json
import random

PROGRAM = """
#include <rill/os/trace.h>
#include <rill/print.h>
#include <rill/scan.h>
int main(int, char** argv) {
  rill::trace_summary seen(argv[1]);
  unsigned call, failed;
  rill::trace_event event;
  while (rill::scan(call, event.bytes, event.nanoseconds, failed)) {
    event.call = static_cast<rill::trace_call>(call);
    event.error = failed ? rill::library_problem::closed : rill::error_code();
    seen.add(event);
  }
  rill::println(seen.json());
}
"""
CALLS = ("fill", "drain", "flush", "seek", "sync", "truncate", "close")


def quantile(numbers, per_cent):
    """The upper bound that the summary prints: the end of the power of two
    that has the exact number, or the greatest number."""
    exact = sorted(numbers)[(len(numbers) * per_cent + 99) // 100 - 1]
    return min(2 ** exact.bit_length() - 1, max(numbers))


def histogram(numbers):
    ends = [2 ** n.bit_length() - 1 for n in numbers]
    return {"p50": quantile(numbers, 50), "p99": quantile(numbers, 99),
            "most": max(numbers),
            "histogram": [[end, ends.count(end)] for end in sorted(set(ends))]}


def counted(events):
    """The summary of one call, from a list of (bytes, nanoseconds, failed)."""
    sizes, times, failed = zip(*events)
    return {"calls": len(events), "errors": sum(failed), "bytes": sum(sizes),
            "nanoseconds": sum(times),
            "bytes_per_second":
                sum(sizes) * 10 ** 9 // sum(times) if sum(times) else 0,
            "bytes_of_one": histogram(sizes),
            "nanoseconds_of_one": histogram(times)}


def expected(name, events):
    by_call = {}
    for call, *event in events:
        by_call.setdefault(CALLS[call], []).append(event)
    return {"name": name, "calls": {c: counted(e) for c, e in by_call.items()}}


def test_random_events(tools):
    """Sizes and times of every bit length, with few and many events."""
    program = tools.compile(PROGRAM, name="trace_summary")
    chance = random.Random(22)
    for count in (0, 1, 2, 3, 99, 100, 101, 500):
        events = [(chance.randrange(7), chance.getrandbits(chance.randrange(40)),
                   chance.getrandbits(chance.randrange(45)),
                   chance.randrange(2)) for _ in range(count)]
        text = "".join("%d %d %d %d\n" % e for e in events)
        seen = tools.run([program, "it"], text.encode())
        assert seen.status == 0, seen
        assert seen.out.count(b"\n") == 1, seen.out
        assert json.loads(seen.out) == expected("it", events), seen.out


def test_names(tools):
    """Names with every byte, and with text that looks like JSON."""
    program = tools.compile(PROGRAM, name="trace_summary")
    names = [bytes([b]) for b in range(1, 256)]
    names += [b'","calls":1,"', b"\\u0041\\", "é€😀\u202e".encode(), b"\xf0\x9f"]
    for name in names:
        seen = tools.run([program, name])
        assert json.loads(seen.out)["name"] == name.decode(errors="replace")
