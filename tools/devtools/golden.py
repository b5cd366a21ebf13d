"""test/golden/*.cpp and examples/*.cpp: whole programs and the exact bytes they
print. NAME.out, and where they apply NAME.in, NAME.err and NAME.status, stand
beside NAME.cpp."""

import os

from . import building, configurations, programs


def content(stem, suffix, otherwise):
    try:
        with open(stem + suffix, "rb") as file:
            return file.read()
    except OSError:
        return otherwise


def run(context):
    programs.check_each(
        context, "golden texts",
        [*building.find("test/golden", ".cpp"),
         *building.find("examples", ".cpp")],
        configurations.plain(), check)


def check(context, full, path, configuration):
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
