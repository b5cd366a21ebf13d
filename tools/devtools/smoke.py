"""test/smoke/*.cpp: programs that use every module and check themselves. Built
and run in each configuration outside the full suite; on other platforms with
--all. The programs of a configuration are compiled together, each in a
namespace. Alone is compiled what says so, `// alone: why`, among its first
lines, and all of them where they do not compile together."""

import os
import re

from . import (building, configurations, platforms, programs, together,
               windows)

INPUT = b"17 4 words here\n"


def run(context):
    chosen = [*configurations.smoke()]
    if context.all or context.wanted:
        chosen += [c for c in platforms.every()
                   if c.modules == platforms.MODULES]
    sources = building.find("test/smoke", ".cpp")
    wholes = {one.name: whole_of(one, sources) for one in chosen}
    programs.check_each(
        context, "smoke set", sources,
        [c for c in chosen if not context.wanted or c.name in context.wanted],
        lambda *job: check(*job, *wholes[job[-1].name]))


def whole_of(configuration, sources):
    """(path, sources) of what a configuration compiles together."""
    fitting = [one for one in sources
               if windows.fits(configuration, one) and not is_alone(one)]
    text = together.programs(fitting)
    path = os.path.join(building.BUILD, "smoke",
                        building.digest(text) + ".cpp")
    building.write_if_changed(path, text)
    return path, fitting


def check(context, full, path, configuration, whole, fitting):
    if not windows.fits(configuration, path):
        wanted = ", ".join(windows.platforms_of(path))
        context.report.skipped(full, f"for {wanted} alone")
        return
    if path in fitting:
        outcome, program = programs.build(configuration,
                                          building.relative(whole))
        if outcome.status == 0:
            judge(context, full, configuration, outcome,
                  [program, together.stem_of(path)])
            return
    outcome, program = programs.build(configuration, building.relative(path))
    judge(context, full, configuration, outcome, [program])


def is_alone(path):
    with open(path, encoding="utf-8") as file:
        return re.search(r"^// alone: ", file.read(2000), re.M) is not None


def judge(context, full, configuration, outcome, command):
    if outcome.status != 0:
        context.report.failed(full, outcome.text)
        return
    got = programs.run([*configuration.runner, *command], INPUT)
    if got.status == 0:
        context.report.passed(full)
    else:
        text = (got.out + got.err).decode(errors="replace")
        context.report.failed(full, f"status {got.status}\n{text}")
