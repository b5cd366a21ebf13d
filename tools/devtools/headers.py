"""Each header compiles alone, and twice in a row, without a warning."""

import os
import re

from . import building, configurations, platforms, windows
from .building import INCLUDE

# Headers that belong to another system or processor than this one, and the
# layouts of C libraries that are not here: the chooser includes one of each.
# The bodies of a header are compiled with it, and the kernels of several levels
# with each.
ELSEWHERE = re.compile(
    r"os/(win32|nt|none)/|kernel/arm|os/libc/(musl|bsd|msvcrt)|_arm\.h|"
    r"kernel/x86/levels/|_body\.h")


# Those that a program for Windows cannot include; folders are among them as
# long as os/win32 has none.
NOT_FOR_WINDOWS = re.compile(
    r"os/(posix|linux|nt|none)/|kernel/arm|os/libc/(glibc|musl|bsd|apple)|"
    r"kernel/x86/levels/|_arm\.h|_body\.h|^rill/fs\.h|^rill/fs/|"
    r"^rill/os/directory\.h")


def run(context):
    check_all(context, [*configurations.plain(), *configurations.floors(),
                        configurations.compiled()], ELSEWHERE)
    if context.all:
        run_windows(context)


def run_windows(context):
    check_all(context, [windows.configuration(platforms.ROOMS)],
              NOT_FOR_WINDOWS)


def check_all(context, wanted, left_out):
    jobs = []
    for path in building.find("include", ".h"):
        name = os.path.relpath(path, INCLUDE)
        for configuration in wanted:
            full = f"header/{name} [{configuration.name}]"
            if left_out.search(name) or not context.selection.has(full):
                continue
            if configuration == configurations.compiled() and not (
                    context.all or differs_compiled(path)):
                continue
            jobs.append((full, path, name, configuration))
    if context.list_only:
        for full, *_ in jobs:
            print(full)
        return
    with context.report.group("headers alone"):
        context.pool.each(lambda job: check(context, *job), jobs)


def differs_compiled(path):
    """Whether a header is another one where the compiled library is linked:
    the public ones, and those with bodies."""
    return (os.path.dirname(path) == os.path.join(INCLUDE, "rill") or
            os.path.exists(path[:-len(".h")] + "_body.h"))


def missing_library(path):
    """A header of another library that this one says it needs, as
    `// Needs <zlib.h>.` in its first lines."""
    with open(path, encoding="utf-8") as file:
        start = file.read(2000)
    return re.findall(r"^// Needs <([^>]+)>", start, flags=re.M)


def check(context, full, path, name, configuration):
    if configuration.missing:
        context.report.skipped(full, configuration.missing)
        return
    stem = os.path.join(building.BUILD, "header", name.replace("/", "+"))
    lines = [f"#include <{name}>"] * 2
    needs = missing_library(path)
    for header in needs:
        lines = [f"#if __has_include(<{header}>)", *lines, "#endif"]
    building.write_if_changed(stem + ".cpp", "\n".join(lines) + "\n")
    flags = [*configuration.flags, *configuration.warnings, "-I", "include",
             "-fdiagnostics-color=never", "-fsyntax-only"]
    outcome = building.compile_once(
        configuration.compiler, flags, stem + ".cpp",
        f"{stem}.{configuration.name}")
    if outcome.status == 0:
        context.report.passed(full)
    else:
        context.report.failed(full, outcome.text)
