"""./dev test: the kinds of tests, in the order in which they run."""

import shutil
import sys

from . import (building, checks, costs, documents, estimate, golden, headers,
               last_all, package_tests, patience, python_tests, refuse,
               smoke, system_tests, systems, unit_tests)
from .context import Context
from .kept import Kept
from .report import duration

DISK = "1.8 GB"  # below build/ after the whole suite
# With less free space, not even one program with sanitizers can be built.
LEAST_FREE = 64  # MiB
SLOWEST = 30  # tests that --times names
SYSTEMS = ["^systems/"]  # the names of the whole of that part


def kinds(context):
    """The kinds of tests, those with fast answers first. With configurations on
    the command line, those that run in such."""
    if context.wanted:
        more = [headers.run_windows] if context.for_windows else []
        return [*more, unit_tests.run, smoke.run]
    return [python_tests.run, checks.layout_tests, headers.run, refuse.run,
            systems.run, unit_tests.run, golden.run, costs.run,
            system_tests.run, documents.run, package_tests.run, smoke.run]


def announcement(plan, kept):
    """How long the whole suite will take, and how much disk. `kept`: how many
    parts of it have passed before."""
    less = ", less what has passed before," if kept else ""
    return (f"the whole suite: about {duration(plan.left())}{less} with "
            f"{plan.jobs} compilers at once, {DISK} below build/; the next "
            "time only what has changed")


def full_disk():
    """A message if the disk is too full to compile, or an empty text."""
    free = shutil.disk_usage(building.ROOT).free >> 20
    if free >= LEAST_FREE:
        return ""
    return (f"dev: {building.BUILD} has {free} MiB free, and at least "
            f"{LEAST_FREE} are needed, {DISK} for the whole suite")


def prepare_whole(context):
    """Keeps what passes, and says how long the whole suite takes."""
    report = context.report
    report.kept = Kept([str(context.all), str(context.wanted)])
    if not context.wanted:
        report.plan = estimate.Plan(context.pool.jobs,
                                    estimate.speed(context.pool))
        print(announcement(report.plan, len(report.kept.entries)), flush=True)


def run(options):
    if full_disk():
        print(full_disk(), file=sys.stderr)
        return 1
    context = Context(options)
    is_whole = context.selection.everything and not context.list_only
    if is_whole:
        prepare_whole(context)
    for kind in kinds(context):
        with patience.over("dev: getting ready"):
            kind(context)
    if context.list_only:
        return 0
    if context.all and (is_whole or options.names == SYSTEMS):
        last_all.keep(context.report.counts_of)
    if is_whole:
        for text in last_all.warnings():
            context.report.noted(text)
    return context.report.finish(SLOWEST if options.times else 0)
