"""test/smoke/*.cpp: programs that use every room and check themselves, built
and run in every configuration that the full suite does not cover; on other
platforms with --all."""

import os

from . import building, configurations, platforms, programs


def run(context):
    jobs = []
    chosen = [*configurations.smoke()]
    if context.all or context.wanted:
        chosen += [c for c in platforms.every()
                   if c.rooms == platforms.ROOMS]
    for configuration in chosen:
        if context.wanted and configuration.name not in context.wanted:
            continue
        for path in building.find("test/smoke", ".cpp"):
            name = os.path.splitext(building.relative(path))[0][len("test/"):]
            full = f"{name} [{configuration.name}]"
            if context.selection.has(full):
                jobs.append((full, path, configuration))
    if context.list_only:
        for full, *_ in jobs:
            print(full)
        return
    with context.report.group("smoke set"):
        context.pool.each(lambda job: check(context, *job), jobs)


def check(context, full, path, configuration):
    if configuration.missing:
        context.report.skipped(full, configuration.missing)
        return
    outcome, program = programs.build(configuration, building.relative(path))
    if outcome.status != 0:
        context.report.failed(full, outcome.text)
        return
    got = programs.run([*configuration.runner, program], b"17 4 words here\n")
    if got.status == 0:
        context.report.passed(full)
    else:
        text = (got.out + got.err).decode(errors="replace")
        context.report.failed(full, f"status {got.status}\n{text}")
