"""How long the whole suite takes on this machine: what each group of tests took
on another one, scaled by a probe of two compiles, and corrected by what the
groups before, and the part of this one that is done, have taken here."""

import os
import time

from . import building, configurations

# What the probe, two compiles at once, took on the machine of SECONDS.
REFERENCE = 1.05
# What each group took there without a build folder: the seconds of the table at
# the end of ./dev test, times the number of its compilers, which was 2.
SECONDS = {
    "rules of the architecture": 12,
    "tests of the tools": 36,
    "layout": 20,
    "headers alone": 184,
    "public headers together": 11,
    "programs that must not compile": 124,
    "programs for other systems": 120,
    "headers to precompile": 40,
    "unit tests to compile": 1120,
    "unit tests to link": 8,
    "unit tests to run": 430,
    "golden texts": 94,
    "costs of calls and headers": 130,
    "whole programs": 1110,
    "code in documents": 228,
    "examples in headers": 82,
    "packages": 90,
    "smoke set": 280,
}
# The speed of a machine is a mean of what the probe says and what the groups
# that have ended say, each weighted by its planned seconds; the probe by these.
WEIGHT = 60
# A group that took less than this part of what was planned had its results kept
# in build/.
KEPT = 0.2

PROBE = """#include <rill/rill.h>
int main() {
  int first = 0, second = 0;
  rill::scan(first, second);
  rill::println(first + second);
}
"""


def speed(pool):
    """How many times as long as on the machine of the figures a compile takes
    here: two at once, which are not kept. 1 without a compiler."""
    path = os.path.join(building.BUILD, "probe.cpp")
    building.write_if_changed(path, PROBE)
    chosen = [one for one in configurations.plain() if not one.missing]
    started = time.monotonic()
    pool.each(lambda one: building.run_compiler(
        [one.compiler.path, *one.flags, "-I", "include", "-fsyntax-only",
         path]), chosen)
    seconds = time.monotonic() - started
    return seconds / REFERENCE if chosen else 1.0


class Plan:
    """The seconds that are left, by groups."""

    def __init__(self, jobs, speed=1.0, seconds=None):
        self.jobs = jobs
        self.speed = speed  # how much slower than the reference
        self.ahead = dict(SECONDS if seconds is None else seconds)
        self.wanted = self.taken = 0.0  # of the groups that have ended
        self.part = (0.0, 0.0)  # the same of the group that runs

    def factor(self):
        wanted, taken = (sum(pair) for pair in
                         zip(self.part, (self.wanted, self.taken)))
        return ((WEIGHT * self.speed + taken * self.jobs) / (WEIGHT + wanted))

    def step(self, wanted, share, elapsed):
        """Notes that so much of a group, of 1, took `elapsed` seconds; begin
        returned `wanted`."""
        self.part = self.measured(wanted and wanted * share, elapsed)

    def measured(self, wanted, elapsed):
        """The planned and the real seconds, unless the results were kept: what
        took next to nothing says nothing of the speed."""
        if wanted is None or elapsed * self.jobs <= KEPT * wanted:
            return 0.0, 0.0
        return wanted, elapsed

    def left(self):
        """Seconds until the groups that have not begun have ended."""
        return sum(self.ahead.values()) * self.factor() / self.jobs

    def begin(self, title):
        return self.ahead.pop(title, None)

    def end(self, wanted, elapsed):
        """Notes that a group took `elapsed` seconds; begin returned
        `wanted`."""
        self.part = (0.0, 0.0)
        more, elapsed = self.measured(wanted, elapsed)
        self.wanted += more
        self.taken += elapsed
