"""What came out: one line per group of tests, every failure in full, and the
last line `N passed, N failed, N skipped`."""

import sys
import threading
import time

LONGEST_FAILURE = 60  # lines of a failure that are shown


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
            print(f"FAILED {name}", flush=True)
            for line in lines:
                print(f"  | {line}")
            sys.stdout.flush()

    def skipped(self, name, reason):
        with self.lock:
            self.skips.setdefault(reason, []).append(name)

    def noted(self, text):
        """What a passed test has to say: printed at the end."""
        with self.lock:
            self.notes.append(text)

    def counts(self):
        skipped = sum(len(names) for names in self.skips.values())
        return self.passed_count, len(self.failures), skipped

    def group(self, title):
        """A context that prints what the tests inside it came to."""
        return Group(self, title)

    def finish(self):
        """Prints the end of the report. Returns the exit status."""
        passed, failed, skipped = self.counts()
        print()
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


class Group:
    def __init__(self, report, title):
        self.report = report
        self.title = title

    def __enter__(self):
        self.before = self.report.counts()
        self.started = time.monotonic()
        return self

    def __exit__(self, *_):
        now = self.report.counts()
        passed, failed, skipped = (b - a for a, b in zip(self.before, now))
        if passed + failed + skipped == 0:
            return
        words = [f"{passed} passed"]
        if failed:
            words.append(f"{failed} failed")
        if skipped:
            words.append(f"{skipped} skipped")
        seconds = time.monotonic() - self.started
        print(f"{self.title}: {', '.join(words)} ({seconds:.1f} s)",
              flush=True)
