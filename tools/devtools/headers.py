"""Each header compiles alone and twice in a row without a warning; all public
headers compile together, in both orders. The oldest compilers compile one file
per folder: the newest find a missing include."""

import os
import re
from dataclasses import dataclass

from . import building, configurations, platforms, windows
from .building import INCLUDE

# Headers for another system, processor or C library: its chooser includes one
# of each. Bodies are compiled with their header, and kernels of several levels
# with each level.
ELSEWHERE = re.compile(
    r"os/(win32|nt|none)/|kernel/arm|os/libc/(musl|bsd|msvcrt)|_arm\.h|"
    r"kernel/x86/levels/|_body\.h")


# Headers that a program for Windows cannot include. os/win32 has no folders, so
# rill/fs is among them.
NOT_FOR_WINDOWS = re.compile(
    r"os/(posix|linux|nt|none)/|kernel/arm|os/libc/(glibc|musl|bsd|apple)|"
    r"kernel/x86/levels/|_arm\.h|_body\.h|^rill/fs\.h|^rill/fs/|"
    r"^rill/os/directory\.h")


PUBLIC = os.path.join(INCLUDE, "rill")


@dataclass(frozen=True)
class Job:
    """The headers of one compile; each is a test."""
    headers: tuple  # pairs of (name of the test, path)
    configuration: object


def run(context):
    chosen = list(alone_jobs(
        context, [*configurations.plain(), configurations.compiled()],
        ELSEWHERE))
    chosen += folder_jobs(context, configurations.floors(), ELSEWHERE)
    run_jobs(context, chosen)
    run_together(context)
    if context.all:
        run_windows(context)


def run_windows(context):
    run_jobs(context, list(alone_jobs(
        context, [windows.configuration(platforms.MODULES)], NOT_FOR_WINDOWS)))


def selected(context, configuration, left_out):
    """(name of the test, path) of each header."""
    for path in building.find("include", ".h"):
        name = os.path.relpath(path, INCLUDE)
        full = f"header/{name} [{configuration.name}]"
        if not left_out.search(name) and context.selection.has(full):
            yield full, path


def alone_jobs(context, wanted, left_out):
    for configuration in wanted:
        for full, path in selected(context, configuration, left_out):
            if (configuration != configurations.compiled() or context.all or
                    differs_compiled(path)):
                yield Job(((full, path),), configuration)


def folder_jobs(context, wanted, left_out):
    for configuration in wanted:
        folders = {}
        for full, path in selected(context, configuration, left_out):
            folders.setdefault(os.path.dirname(path), []).append((full, path))
        for headers in folders.values():
            yield Job(tuple(headers), configuration)


def run_jobs(context, jobs):
    if context.list_only:
        for job in jobs:
            for full, _ in job.headers:
                print(full)
        return
    with context.report.group("headers alone", len(jobs)) as group:
        group.each(context.pool, lambda job: check(context, job), jobs)


def run_together(context):
    """Compiles the public headers together: two that define one name fail."""
    public = [path for path in building.find("include", ".h")
              if os.path.dirname(path) == PUBLIC]
    jobs = [(f"header/public ones {words} [{one.name}]", one, paths)
            for words, paths in (("together", public),
                                 ("in reverse", public[::-1]))
            for one in (*configurations.plain(), configurations.compiled())]
    jobs = [job for job in jobs if context.selection.has(job[0])]
    if context.list_only:
        for full, *_ in jobs:
            print(full)
        return
    with context.report.group("public headers together") as group:
        group.each(context.pool, lambda job: check_together(context, *job),
                   jobs)


def check_together(context, full, configuration, paths):
    if configuration.missing:
        context.report.skipped(full, configuration.missing)
    else:
        judge(context, [full], *compiled(configuration, paths))


def differs_compiled(path):
    """Whether a header's code changes with RILL_COMPILED=1: public headers, and
    headers with bodies."""
    return (os.path.dirname(path) == PUBLIC or
            os.path.exists(path[:-len(".h")] + "_body.h"))


def missing_library(path):
    """The headers of other libraries that a header needs: those that a driver
    includes, and those of the lines `// Needs <zlib.h>.` among its first
    lines, for a driver that includes them through another."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    own = (re.findall(r"^#include <([^>]+)>", text, flags=re.M)
           if os.path.basename(os.path.dirname(path)) == "driver" else [])
    return list(dict.fromkeys(
        name for name in re.findall(r"^// Needs <([^>]+)>", text[:2000],
                                    flags=re.M) + own if name != "C++20"))


def lines_of(path):
    """Includes a header if the headers of the libraries that it needs exist."""
    lines = [f"#include <{os.path.relpath(path, INCLUDE)}>"]
    for header in missing_library(path):
        lines = [f"#if __has_include(<{header}>)", *lines, "#endif"]
    return lines


def check(context, job):
    names = [full for full, _ in job.headers]
    paths = [path for _, path in job.headers]
    if job.configuration.missing:
        for full in names:
            context.report.skipped(full, job.configuration.missing)
        return
    # A single header is included twice, which tests its guard.
    status, text = compiled(job.configuration,
                            paths if len(paths) > 1 else paths * 2)
    if status != 0 and len(paths) > 1:
        for one in job.headers:
            check(context, Job((one,), job.configuration))
        return
    judge(context, names, status, text)


def judge(context, names, status, text):
    for full in names:
        if status == 0:
            context.report.passed(full)
        else:
            context.report.failed(full, text)


def compiled(configuration, paths):
    """Compiles a file that includes these headers. Returns (status, output)."""
    lines = [line for path in paths for line in lines_of(path)]
    source = os.path.join(building.BUILD, "header",
                          building.digest(*lines) + ".cpp")
    building.write_if_changed(source, "\n".join(lines) + "\n")
    flags = [*configuration.flags, *configuration.warnings, "-I", "include",
             "-fdiagnostics-color=never", "-fsyntax-only"]
    outcome = building.compile_once(
        configuration.compiler, flags, source,
        f"{source[:-len('.cpp')]}.{configuration.name}")
    return outcome.status, outcome.text
