"""How long the rest of a race takes: what its parts took on another machine,
corrected by what those that have ended took here."""

import contextlib
import time

from devtools import estimate
from devtools.report import duration

# Seconds of the parts of --quick with a processor of their own, once the
# contenders are compiled; and how much longer the other modes take.
SECONDS = {
    "ints-out": 1, "ints-in": 1, "ints-mixed": 1, "doubles": 2,
    "mixed-line": 1, "lines": 2, "threads": 1, "read-race": 2, "pairs": 4,
    "transcode": 1, "load": 3, "hash": 9, "process": 12, "compress": 8,
    "devices": 2, "binary": 2, "size": 6, "compile": 9, "calls": 10,
    "binary-cost": 8,
}
LONGER = {"quick": 1, "default": 4, "full": 100}
PROGRAM = 1.0  # seconds in which one processor compiles a contender
CRATES = 30  # and those of Rust


class Forecast:
    """The parts of a race by their names: `race, flavour`, `compiling, flavour`
    and those of definitions.TOOL_RACES."""

    def __init__(self):
        self.plan = estimate.Plan(1, 1.0, {})

    def add_compiling(self, flavour, programs, jobs):
        has_crates = any(program.peer == "rust" for program in programs)
        self.plan.ahead[f"compiling, {flavour}"] = (
            PROGRAM * len(programs) / jobs + CRATES * has_crates)

    def add_race(self, name, race, mode):
        self.plan.ahead[name] = SECONDS[race] * LONGER[mode]

    @contextlib.contextmanager
    def part(self, name):
        """What goes on inside is that part."""
        wanted, started = self.plan.begin(name), time.monotonic()
        yield
        self.plan.end(wanted, time.monotonic() - started)

    def left(self):
        """`; about 2 min left`, or an empty text."""
        seconds = self.plan.left()
        return f"; about {duration(seconds)} left" if seconds >= 1 else ""

    def announcement(self):
        return (f"about {duration(self.plan.left())}, less what an earlier "
                "race has compiled")
