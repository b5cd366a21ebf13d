"""The report of a run: a line when a group of tests begins, its progress, its
result at its end; every failure in full. The last line is `N passed, N failed,
N skipped`."""

import contextlib
import re
import resource
import sys
import threading
import time
from dataclasses import dataclass

from . import interruption, patience
from .kept import Entry

LONGEST_FAILURE = 60  # lines of a failure that are shown
BETWEEN_LINES = 20  # seconds from one count to the next in a log
BETWEEN_UPDATES = 0.5  # and on a terminal
LEAST_TABLE = 10  # seconds of a run that ends with a table of times

OUTCOMES = ("passed", "failed", "skipped")
# A test's name ends with its configuration; other systems begin it.
CONFIGURATION = re.compile(r"\[(\w+)\]$|^(systems)/")


class Skip(Exception):
    """Raised by a test that cannot run here; the text is the reason."""


class Report:
    def __init__(self, plan=None, kept=None):
        self.lock = threading.Lock()
        self.started = time.monotonic()
        self.plan = plan  # an estimate.Plan of the whole suite
        self.kept = kept  # a kept.Kept, in a run of the whole suite
        self.own = threading.local()  # events: of the part that once() runs
        self.counts_of = {}  # configuration: [passed, failed, skipped]
        self.passed_count = 0
        self.kept_count = 0  # of them: those that passed before this run
        self.failures = []
        self.skips = {}
        self.notes = []
        self.times = []  # a Times of each group that has ended
        self.durations = []  # (seconds, name of a test)
        self.progress = Progress(sys.stdout)

    def passed(self, name):
        self.happened("passed", name)
        with self.lock:
            self.passed_count += 1

    def failed(self, name, text=""):
        if interruption.caused():
            return
        self.happened("failed", name)
        with self.lock:
            self.failures.append(name)
            lines = text.rstrip().splitlines()
            if len(lines) > LONGEST_FAILURE:
                left_out = len(lines) - LONGEST_FAILURE
                lines = lines[:LONGEST_FAILURE]
                lines.append(f"... {left_out} more lines")
            self.progress.clear()
            print(f"FAILED {name}", flush=True)
            for line in lines:
                print(f"  | {line}")
            sys.stdout.flush()

    def skipped(self, name, reason):
        self.happened("skipped", name, reason)
        with self.lock:
            self.skips.setdefault(reason, []).append(name)

    def noted(self, text):
        """Adds a note of a passed test, which is printed at the end."""
        self.happened("noted", text)
        with self.lock:
            self.notes.append(text)

    def took(self, seconds, name):
        """How long a test took."""
        with self.lock:
            self.durations.append((seconds, name))

    def happened(self, *event):
        """Keeps an event for once(), and counts it for its configuration."""
        getattr(self.own, "events", []).append(event)
        found = CONFIGURATION.search(event[1])
        if found and event[0] in OUTCOMES:
            with self.lock:
                counts = self.counts_of.setdefault(
                    found.group(1) or found.group(2), [0, 0, 0])
                counts[OUTCOMES.index(event[0])] += 1

    def once(self, part, function, key=None):
        """Runs a part of the suite, which has a name: calls function(), in this
        thread. If an earlier run kept that the part passed, and nothing that the
        part is made of has changed since, reports what it reported then instead.
        function() returns the paths of the programs that it built, or None;
        key(paths) is a hash of what the part is made of, and an earlier run's
        paths are kept with its hash. Without `key`, the part is made of all
        files of the project. Only what function() reports in this thread is
        kept."""
        if not self.kept:
            function()
            return
        key = key or (lambda made: self.kept.project)
        entry = self.kept.of(part)
        if self.replayed(part, key(entry.made) if entry else ""):
            return
        self.own.events = []
        try:
            made = function() or []
            self.keep(part, key(made), self.own.events, made)
        finally:
            del self.own.events

    def replayed(self, part, key):
        """Reports what a part reported when it passed with that key. Returns
        the events; none: it has not passed with it."""
        entry = self.kept.of(part) if self.kept else None
        if not entry or entry.key != key:
            return []
        self.repeat(entry.events)
        with self.lock:
            self.kept_count += sum(name == "passed"
                                   for name, *_ in entry.events)
        return entry.events

    def repeat(self, events):
        """Reports events: names of functions of this class, and words."""
        for name, *words in events:
            getattr(self, name)(*words)

    def keep(self, part, key, events, made=()):
        """Keeps what a part reported if it passed. What was skipped may run the
        next time: a package may have been installed."""
        if self.kept and all(name in ("passed", "noted")
                             for name, *_ in events):
            self.kept.add(part, Entry(key, list(events), list(made)))

    def counts(self):
        skipped = sum(len(names) for names in self.skips.values())
        return self.passed_count, len(self.failures), skipped

    def group(self, title, of=0):
        """A context manager that prints the result of the tests inside it. `of`
        is the number of steps, each reported by Group.step."""
        return Group(self, title, of)

    def left(self):
        """`, 12 min for all that is left`, or an empty text."""
        seconds = self.plan.left() if self.plan else 0
        return (f"; about {duration(seconds)} for what comes after"
                if seconds >= 1 else "")

    def finish(self, slowest=0):
        """Prints the end of the report, with that many of the slowest tests.
        Returns the exit status."""
        passed, failed, skipped = self.counts()
        print()
        if sum(one.elapsed for one in self.times) >= LEAST_TABLE:
            print("\n".join(table_of(self.times)), end="\n\n")
        for seconds, name in sorted(self.durations, reverse=True)[:slowest]:
            print(f"{seconds:8.1f} s  {name}")
        for text in self.notes:
            print(f"note: {text}")
        for reason, names in sorted(self.skips.items()):
            few = ", ".join(names[:3])
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            print(f"skipped: {reason}: {few}{more}")
        for name in self.failures:
            print(f"failed: {name}")
        print(f"{time.monotonic() - self.started:.0f} s")
        if self.kept_count:
            print(f"{self.kept_count} of the passed tests ran before: what "
                  "they are made of has not changed (./dev test NAME runs one)")
        if passed + failed + skipped == 0:
            print("no test has such a name")
            failed = 1
        print(f"{passed} passed, {failed} failed, {skipped} skipped",
              flush=True)
        return 1 if failed else 0


@dataclass
class Times:
    title: str
    elapsed: float  # seconds
    processor: float  # seconds of processor time of its programs


def processor_seconds():
    """Processor time of all child programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table_of(times):
    """The lines of a table of the groups' times, the longest first."""
    rows = [("seconds", "of a processor", ""),
            *((f"{one.elapsed:.1f}", f"{one.processor:.1f}", one.title)
              for one in sorted(times, key=lambda one: -one.elapsed)
              if one.elapsed >= 0.05),
            (f"{sum(one.elapsed for one in times):.1f}",
             f"{sum(one.processor for one in times):.1f}", "all")]
    return [f"{elapsed:>8} {processor:>15}  {title}".rstrip()
            for elapsed, processor, title in rows]


class Progress:
    """The progress of a group: one line that changes on a terminal; in a log, a
    line every BETWEEN_LINES seconds."""

    def __init__(self, out):
        self.out = out
        self.is_live = out.isatty()
        self.last = time.monotonic()
        self.shown = False

    def clear(self):
        if self.shown:
            self.out.write("\r\033[K")
            self.shown = False

    def tell(self, title, done, of, seconds, after=""):
        now = time.monotonic()
        if now - self.last < (BETWEEN_UPDATES if self.is_live
                              else BETWEEN_LINES):
            return
        self.last = now
        left = duration(seconds / done * (of - done))
        line = f"{title}: {done} of {of}, about {left} left{after}"
        if self.is_live:
            self.out.write(f"\r\033[K{line}")
            self.shown = True
        else:
            self.out.write(line + "\n")
        self.out.flush()


def duration(seconds):
    """`40 s` or `3 min`."""
    return (f"{seconds:.0f} s" if seconds < 100 else
            f"{seconds / 60:.0f} min")


class Group:
    def __init__(self, report, title, of):
        self.report = report
        self.title = title
        self.of = of
        self.done = 0
        self.silence = contextlib.ExitStack()

    def __enter__(self):
        self.before = self.report.counts()
        self.started = time.monotonic()
        self.processor = processor_seconds()
        if self.report.plan:
            self.planned = self.report.plan.begin(self.title)
        self.silence.enter_context(patience.over(
            lambda: f"{self.title}: {self.done} of {self.of}" if self.of > 1
            else self.title))
        if self.of > 1:
            print(f"{self.title}: {self.of}", flush=True)
        return self

    def step(self, count=1):
        """Reports that one step is done, or several."""
        with self.report.lock:
            self.done += count
            if not 0 < self.done < self.of:
                return
            elapsed = time.monotonic() - self.started
            if self.report.plan:
                self.report.plan.step(self.planned, self.done / self.of,
                                      elapsed)
            self.report.progress.tell(self.title, self.done, self.of, elapsed,
                                      self.report.left())

    def each(self, pool, function, items):
        """Calls function(item) for each item, as many at once as the pool
        allows."""
        def one(item):
            try:
                return function(item)
            finally:
                self.step()
        return pool.each(one, items)

    def __exit__(self, *_):
        self.silence.close()
        now = self.report.counts()
        seconds = time.monotonic() - self.started
        with self.report.lock:
            self.report.progress.clear()
            self.report.times.append(Times(
                self.title, seconds, processor_seconds() - self.processor))
            if self.report.plan:
                self.report.plan.end(self.planned, seconds)
        passed, failed, skipped = (b - a for a, b in zip(self.before, now))
        if passed + failed + skipped == 0 and self.of <= 1:
            return
        words = [f"{count} {word}" for count, word in (
            (passed, "passed"), (failed, "failed"), (skipped, "skipped"))
            if count] or ["done"]
        print(f"{self.title}: {', '.join(words)} ({seconds:.1f} s)"
              f"{self.report.left()}", flush=True)
