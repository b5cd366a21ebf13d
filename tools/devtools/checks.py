"""./dev check and ./dev format: the rules of the architecture, the messages of
commits, the layout of the code, clang-tidy and the warnings of every
header."""

import os
import shutil
import subprocess

from . import (building, commits, headers, last_all, machine,
               python_tests)
from .building import ROOT
from .context import Context

FOLDERS = ("include", "test", "bench", "fuzz", "examples", "race")


LAYOUT_VERSION = 19  # other versions lay some lines out differently


def tool(name, only=None):
    """The path of the newest clang tool of that name, or of version `only`;
    None without one."""
    for major in [only] if only else range(30, 15, -1):
        path = shutil.which(f"{name}-{major}")
        if path:
            return path
    path = shutil.which(name)
    if path and only:
        return path if f"version {only}." in machine.ask(
            [path, "--version"])[1] else None
    return path


def sources(folders=FOLDERS):
    """The C++ files that clang-format lays out. Programs that must not compile
    keep their layout."""
    found = []
    for folder in folders:
        for suffix in (".h", ".cpp"):
            found += building.find(folder, suffix)
    return sorted(p for p in found if "/test/refuse/" not in p)


def layout_tests(context):
    """One test per folder, as part of ./dev test."""
    folders = [f for f in FOLDERS if sources([f]) and
               context.selection.has(f"layout/{f}")]
    if context.list_only:
        for folder in folders:
            print(f"layout/{folder}")
        return
    program = tool("clang-format", LAYOUT_VERSION)
    with context.report.group("layout"):
        for folder in folders:
            name = f"layout/{folder}"
            if not program:
                context.report.skipped(
                    name, f"clang-format {LAYOUT_VERSION}: not installed")
                continue
            check_layout(context, program, name, sources([folder]))


def check_layout(context, program, name, files):
    status, text = machine.ask([program, "--dry-run", "-Werror", *files])
    if status == 0:
        context.report.passed(name)
        return
    wrong = sorted({building.relative(line.split(":")[0])
                    for line in text.splitlines() if ": error:" in line})
    context.report.failed(
        name, "\n".join(["./dev format would change:", *wrong]))


def format_files(options):
    program = tool("clang-format", LAYOUT_VERSION)
    if not program:
        print(f"clang-format {LAYOUT_VERSION} is not installed: ./dev setup")
        return 1
    files = [os.path.abspath(n) for n in options.names] or sources()
    for start in range(0, len(files), 50):
        subprocess.run([program, "-i", *files[start:start + 50]], check=True)
    print(f"{len(files)} files laid out")
    return 0


def tidy(context):
    """clang-tidy over every header and over the smoke programs, which
    instantiate what headers only define."""
    program = tool("clang-tidy")
    jobs = []
    for path in (building.find("include", ".h") +
                 building.find("test/smoke", ".cpp")):
        name = f"tidy/{building.relative(path)}"
        if context.selection.has(name) and not headers.ELSEWHERE.search(path):
            jobs.append((name, path))
    with context.report.group("clang-tidy", len(jobs)) as group:
        if not program:
            for name, _ in jobs:
                context.report.skipped(name, "clang-tidy: not installed")
            return
        group.each(context.pool, lambda j: check_tidy(context, program, *j),
                   jobs)


def check_tidy(context, program, name, path):
    done = subprocess.run(
        [program, "--quiet", f"--config-file={ROOT}/.clang-tidy",
         "--header-filter=include/rill/.*", path, "--", "-xc++", "-std=c++20",
         "-I", "include"], cwd=ROOT, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode == 0:
        context.report.passed(name)
    else:
        context.report.failed(name, done.stdout.decode(errors="replace"))


class Check:
    """./dev check: runs its kinds of checks with a report like that of ./dev
    test."""

    def __init__(self, options):
        self.context = Context(options)

    def run(self):
        for kind in (python_tests.run_rules, commits.run, layout_tests,
                     headers.run, tidy, last_all.run):
            kind(self.context)
        return self.context.report.finish()
