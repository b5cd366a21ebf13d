"""The report of a run: a line when a group of tests begins, its progress, its
result at its end; every failure in full. The last line is `N passed, N failed,
N skipped`."""

import resource
import sys
import threading
import time
from dataclasses import dataclass

LONGEST_FAILURE = 60  # lines of a failure that are shown
BETWEEN_LINES = 30  # seconds from one count to the next in a log
BETWEEN_UPDATES = 0.5  # and on a terminal


class Skip(Exception):
    """Raised by a test that cannot run here; the text is the reason."""


class Report:
    def __init__(self):
        self.lock = threading.Lock()
        self.started = time.monotonic()
        self.passed_count = 0
        self.failures = []
        self.skips = {}
        self.notes = []
        self.times = []  # a Times of each group that has ended
        self.progress = Progress(sys.stdout)

    def passed(self, name, count=1):
        with self.lock:
            self.passed_count += count

    def failed(self, name, text=""):
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
        with self.lock:
            self.skips.setdefault(reason, []).append(name)

    def noted(self, text):
        """Adds a note of a passed test, which is printed at the end."""
        with self.lock:
            self.notes.append(text)

    def counts(self):
        skipped = sum(len(names) for names in self.skips.values())
        return self.passed_count, len(self.failures), skipped

    def group(self, title, of=0, is_timed=True):
        """A context manager that prints the result of the tests inside it. `of`
        is the number of steps, each reported by Group.step. `is_timed`: whether
        the group is a row of the table of times."""
        return Group(self, title, of, is_timed)

    def finish(self, with_times=False):
        """Prints the end of the report. Returns the exit status."""
        passed, failed, skipped = self.counts()
        print()
        if with_times:
            print("\n".join(table_of(self.times)), end="\n\n")
        for text in self.notes:
            print(f"note: {text}")
        for reason, names in sorted(self.skips.items()):
            few = ", ".join(names[:3])
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            print(f"skipped: {reason}: {few}{more}")
        for name in self.failures:
            print(f"failed: {name}")
        print(f"{time.monotonic() - self.started:.0f} s")
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

    def tell(self, title, done, of, seconds):
        now = time.monotonic()
        if now - self.last < (BETWEEN_UPDATES if self.is_live
                              else BETWEEN_LINES):
            return
        self.last = now
        left = duration(seconds / done * (of - done))
        line = f"{title}: {done} of {of}, about {left} left"
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
    def __init__(self, report, title, of, is_timed):
        self.report = report
        self.title = title
        self.of = of
        self.is_timed = is_timed
        self.done = 0

    def __enter__(self):
        self.before = self.report.counts()
        self.started = time.monotonic()
        self.processor = processor_seconds()
        if self.of > 1:
            print(f"{self.title}: {self.of}", flush=True)
        return self

    def step(self):
        """Reports that one step is done."""
        with self.report.lock:
            self.done += 1
            if self.done < self.of:
                self.report.progress.tell(
                    self.title, self.done, self.of,
                    time.monotonic() - self.started)

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
        now = self.report.counts()
        seconds = time.monotonic() - self.started
        with self.report.lock:
            self.report.progress.clear()
            if self.is_timed:
                self.report.times.append(Times(
                    self.title, seconds,
                    processor_seconds() - self.processor))
        passed, failed, skipped = (b - a for a, b in zip(self.before, now))
        if passed + failed + skipped == 0 and self.of <= 1:
            return
        words = [f"{count} {word}" for count, word in (
            (passed, "passed"), (failed, "failed"), (skipped, "skipped"))
            if count] or ["done"]
        print(f"{self.title}: {', '.join(words)} ({seconds:.1f} s)",
              flush=True)
