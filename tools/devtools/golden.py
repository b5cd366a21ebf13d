"""test/golden/*.cpp and examples/*.cpp: whole programs and the exact bytes
they print. Beside NAME.cpp stand NAME.out, and where they apply NAME.in,
NAME.err and NAME.status."""

import os

from . import building, configurations, programs


def content(stem, suffix, otherwise):
    try:
        with open(stem + suffix, "rb") as file:
            return file.read()
    except OSError:
        return otherwise


def run(context):
    jobs = []
    for path in [*building.find("test/golden", ".cpp"),
                 *building.find("examples", ".cpp")]:
        name = os.path.splitext(building.relative(path))[0]
        name = name[len("test/"):] if name.startswith("test/") else name
        for configuration in configurations.plain():
            full = f"{name} [{configuration.name}]"
            if context.selection.has(full):
                jobs.append((full, path, configuration))
    if context.list_only:
        for full, *_ in jobs:
            print(full)
        return
    with context.report.group("golden texts"):
        context.pool.each(lambda job: check(context, *job), jobs)


def check(context, full, path, configuration):
    if configuration.missing:
        context.report.skipped(full, configuration.missing)
        return
    stem = os.path.splitext(path)[0]
    outcome, program = programs.build(configuration, path, ("-O1",))
    if outcome.status != 0:
        context.report.failed(full, outcome.text)
        return
    got = programs.run([program], content(stem, ".in", b""))
    status = int(content(stem, ".status", b"0"))
    faults = []
    if got.status != status:
        faults.append(f"status {got.status} instead of {status}")
    for name, suffix, bytes_got in (("output", ".out", got.out),
                                    ("error output", ".err", got.err)):
        text = programs.difference(content(stem, suffix, b""), bytes_got)
        if text:
            faults.append(f"{name}, {text}")
    if faults:
        context.report.failed(full, "\n".join(faults))
    else:
        context.report.passed(full)
