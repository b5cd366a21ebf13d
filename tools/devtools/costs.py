"""The tests `cost/NAME`: costs of calls and headers, compared with the kept
figures (tools/call_costs.py). A larger figure fails; a smaller one passes with
a note."""

import re
import shutil

import call_costs

from . import machine
from .kept_figures import Failed, load


def run(context):
    wanted = [one for one in call_costs.subjects()
              if context.selection.has(name_of(one))
              and (context.all or not is_slow(one))]
    if context.list_only:
        for subject in wanted:
            print(name_of(subject))
        return
    if not wanted:
        return
    compiler = machine.newest("gcc")
    with context.report.group("costs of calls and headers",
                              len(wanted)) as group:
        kept, reason = figures_for(compiler)
        if reason:
            for subject in wanted:
                context.report.skipped(name_of(subject), reason)
            return
        group.each(context.pool, lambda one: check(context.report, compiler,
                                                   kept, one), wanted)


def name_of(subject):
    return f"cost/{subject.name}"


def is_slow(subject):
    return re.match(r"(compiled/)?compile/", subject.name) is not None


def figures_for(compiler):
    """The kept figures of this compiler, and why nothing can be compared."""
    reason = ("" if compiler else "g++: not installed") or (
        call_costs.missing_tool())
    if reason:
        return None, reason
    try:
        key = call_costs.key_of(compiler)
    except Failed as failed:
        return None, str(failed)
    kept = load(call_costs.KEPT).get(key)
    return kept, "" if kept else f"costs: no figures are kept for {key}"


def check(report, compiler, kept, subject):
    name = name_of(subject)
    if is_slow(subject) and not shutil.which("valgrind"):
        report.skipped(name, "valgrind: not installed")
        return
    absent = call_costs.lacking(compiler, subject)
    if absent:
        report.skipped(name, absent)
        return
    try:
        figures = call_costs.measure(compiler, subject)
    except Failed as failed:
        report.failed(name, str(failed))
        return
    lines = call_costs.lines_of(subject.name, figures, kept.get(subject.name))
    losses = [line for line in lines if line.verdict == "loss"]
    if losses:
        report.failed(name, "\n".join(
            [*map(sentence, losses),
             f"where that is wanted: {call_costs.TO_KEEP}"]))
        return
    report.passed(name)
    for line in lines:
        if line.verdict != "same":
            report.noted(f"{sentence(line)}: {call_costs.TO_KEEP}")


def sentence(line):
    """`call/scan: bytes a call: 91.0, kept are 75.2 (+21.0%)`"""
    if line.verdict == "new":
        return f"{line.name}: {line.count:g}, nothing is kept"
    if line.verdict == "gone":
        return f"{line.name}: no longer measured, kept are {line.kept:g}"
    change = "" if line.change is None else f" ({line.change:+.1%})"
    return f"{line.name}: {line.count:g}, kept are {line.kept:g}{change}"
