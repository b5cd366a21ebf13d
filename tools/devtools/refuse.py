"""test/refuse/*.cpp: programs that must not compile. The first lines say how:

    // expect: a sentence that must stand in the compiler's output
    // expect-gcc: (or expect-clang:) one that only this compiler prints
    // max-lines: 10

The error is what a user reads, so it has at most ten lines that are not the
quoted source: `max-lines` counts those that hold a message or a place."""

import os
import re

from . import building, configurations, programs

MARK = re.compile(r"^//\s*(expect(?:-gcc|-clang)?|max-lines|flags):\s*(.+)$")
# "  12 |  code" and "     |   ^~~" of both compilers, and clang's older form.
QUOTE = re.compile(r"^\s*\d*\s*\|")


def marks(path):
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("//"):
                break
            match = MARK.match(line.rstrip())
            if match:
                found.append(match.groups())
    return found


def run(context):
    programs.check_each(context, "programs that must not compile",
                        building.find("test/refuse", ".cpp"),
                        configurations.plain(), check)


def check(context, full, path, configuration):
    found = marks(path)
    family = configuration.compiler.family
    wanted = [text for mark, text in found
              if mark in ("expect", f"expect-{family}")]
    limit = next((int(t) for mark, t in found if mark == "max-lines"), 10)
    more = [f for mark, t in found if mark == "flags" for f in t.split()]
    output = os.path.join(building.BUILD, "refuse",
                          os.path.basename(path) + "." + configuration.name)
    outcome = building.compile_once(
        configuration.compiler,
        [*configuration.flags, "-Wall", "-Wextra", *more, "-I", "include",
         "-fdiagnostics-color=never", "-fsyntax-only"],
        building.relative(path), output)
    faults = judge(outcome, wanted, limit)
    if faults:
        context.report.failed(full, "\n".join([*faults, outcome.text]))
    else:
        context.report.passed(full)


def judge(outcome, wanted, limit):
    if outcome.status == 0:
        return ["it compiles"]
    faults = [] if wanted else ["no `// expect:` line"]
    # A long sentence may be broken by the compiler: compare without spaces.
    flat = re.sub(r"\s+", " ", outcome.text)
    for sentence in wanted:
        if re.sub(r"\s+", " ", sentence) not in flat:
            faults.append(f"does not say: {sentence}")
    lines = [line for line in outcome.text.splitlines()
             if line.strip() and not QUOTE.match(line)]
    if len(lines) > limit:
        faults.append(f"{len(lines)} lines of error; {limit} are allowed")
    return faults
