"""./dev test: the kinds of tests, in the order in which they are run."""

import shutil
import sys

from . import building, configurations, machine, platforms, windows
from .report import Report, duration

# What the whole suite takes where nothing is kept below build/: seconds of a
# processor (the end of `./dev test --times`) and bytes.
PROCESSOR_SECONDS = 2500
DISK = "1.8 GB"
# With less, not even one program with sanitizers can be built.
LEAST_FREE = 64  # MiB


class Selection:
    """The names of the command line: NAME anywhere, ^NAME at the start."""

    def __init__(self, names):
        self.names = names
        self.everything = not names

    def has(self, name):
        return self.everything or any(
            name.startswith(n[1:]) if n.startswith("^") else n in name
            for n in self.names)


class Context:
    def __init__(self, options):
        # `./dev test windows` is a choice of configuration, not of names.
        self.for_windows = windows.WORD in options.names
        self.selection = Selection(
            [name for name in options.names if name != windows.WORD])
        self.all = options.all
        self.list_only = options.list
        self.wanted = [windows.WORD] if self.for_windows else options.config
        self.report = Report()
        self.pool = building.Pool(options.jobs or machine.core_count())

    def configurations(self):
        """The configurations of the unit tests."""
        found = [*configurations.full()]
        if self.all or self.wanted:
            found += [*configurations.thorough(), *configurations.smoke(),
                      *platforms.every()]
        if self.wanted:
            found = [c for c in found if c.name in self.wanted]
        return found


def kinds(for_windows=False):
    """The kinds of tests: quick answers first."""
    from . import (checks, costs, documents, golden, headers,
                   package_tests, python_tests, refuse, smoke, system_tests,
                   unit_tests)
    if for_windows:
        return [headers.run_windows, unit_tests.run, smoke.run]
    return [python_tests.run, checks.layout_tests, headers.run, refuse.run,
            unit_tests.run, golden.run, costs.run, system_tests.run,
            documents.run, package_tests.run, smoke.run]


def announcement(jobs):
    """How long the whole suite will take, and how much disk."""
    return (f"the whole suite: about {duration(PROCESSOR_SECONDS / jobs)} "
            f"with {jobs} compilers at once, {DISK} below build/; the next "
            "time only what has changed")


def full_disk():
    """A line about a disk on which nothing can be compiled, or nothing."""
    free = shutil.disk_usage(building.ROOT).free >> 20
    if free >= LEAST_FREE:
        return ""
    return (f"dev: {building.BUILD} has {free} MiB free, and at least "
            f"{LEAST_FREE} are needed, {DISK} for the whole suite")


def run(options):
    if full_disk():
        print(full_disk(), file=sys.stderr)
        return 1
    context = Context(options)
    if context.selection.everything and not context.list_only:
        print(announcement(context.pool.jobs), flush=True)
    for kind in kinds(context.for_windows):
        kind(context)
    if context.list_only:
        return 0
    return context.report.finish(options.times)
