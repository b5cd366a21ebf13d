"""./dev test: the kinds of tests, in the order in which they run."""

import shutil
import sys

from . import (building, checks, costs, documents, golden, headers,
               package_tests, python_tests, refuse, smoke, system_tests,
               systems, unit_tests)
from .context import Context
from .report import duration

# The cost of the whole suite without anything kept in build/: seconds of
# processor time (measured by `./dev test --times`) and disk space.
PROCESSOR_SECONDS = 2500
DISK = "1.8 GB"
# With less free space, not even one program with sanitizers can be built.
LEAST_FREE = 64  # MiB


def kinds(for_windows=False):
    """The kinds of tests, those with fast answers first."""
    if for_windows:
        return [headers.run_windows, unit_tests.run, smoke.run]
    return [python_tests.run, checks.layout_tests, headers.run, refuse.run,
            systems.run, unit_tests.run, golden.run, costs.run,
            system_tests.run, documents.run, package_tests.run, smoke.run]


def announcement(jobs):
    """How long the whole suite will take, and how much disk."""
    return (f"the whole suite: about {duration(PROCESSOR_SECONDS / jobs)} "
            f"with {jobs} compilers at once, {DISK} below build/; the next "
            "time only what has changed")


def full_disk():
    """A message if the disk is too full to compile, or an empty text."""
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
