"""Small whole programs: builds one, and runs it in its own folder with an input
and a time limit; all its output is kept."""

import os
import subprocess
import tempfile
from dataclasses import dataclass

from . import building
from .building import BUILD, COMPILED

LIMIT = 60  # seconds


@dataclass
class Run:
    status: int  # negative: ended by that signal
    out: bytes
    err: bytes


def compiler_flags(configuration, flags=()):
    return [*configuration.flags, *configuration.warnings, *flags,
            "-I", "include", "-fdiagnostics-color=never", "-pthread"]


def build(configuration, source, flags=(), stem=None, start=None):
    """Builds a program from one source file; `start` is a precompiled.Start.
    Returns (outcome, path)."""
    name = stem or building.relative(source).replace("/", "+")
    folder = os.path.join(BUILD, "program",
                          building.digest(configuration.name, *flags))
    output = os.path.join(folder, name + ".exe")
    all_flags = compiler_flags(configuration, flags)
    if is_compiled(all_flags):
        outcome, library = build_library(configuration, folder, all_flags)
        if outcome.status != 0:
            return outcome, library
        all_flags.append(library)
    outcome = building.compile_once(configuration.compiler, all_flags, source,
                                    output, start)
    return outcome, output


def is_compiled(flags):
    """Whether a program is linked with the compiled library."""
    return COMPILED in flags


def build_library(configuration, folder, flags):
    """Builds the compiled library as one object file. Its name changes with its
    content, because the programs do not read the headers of its bodies."""
    source = os.path.join("src", "rill.cpp")
    made_of = building.digest(building.hashes.of_tree(building.INCLUDE),
                              building.hashes.of(os.path.join(building.ROOT,
                                                              source)))
    output = os.path.join(folder, f"rill-{made_of}.o")
    own = [f for f in flags if f != COMPILED] + ["-c"]
    outcome = building.compile_once(configuration.compiler, own, source, output)
    for used in filter(os.path.exists, (output, output + ".stamp")):
        os.utime(used)
    building.remove_old(folder, "rill-")
    return outcome, output


def run(command, stdin=b"", limit=LIMIT, environment=None, folder=None):
    """Runs a program, in a new, empty folder unless one is named."""
    with tempfile.TemporaryDirectory(prefix="rill-run-") as scratch:
        try:
            done = subprocess.run(
                command, input=stdin, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, timeout=limit, cwd=folder or scratch,
                env=environment)
        except subprocess.TimeoutExpired as late:
            return Run(124, late.stdout or b"", (late.stderr or b"") +
                       b"\nno end after %d seconds" % limit)
    return Run(done.returncode, done.stdout, done.stderr)


def difference(wanted, got):
    """Both texts, with the first line that differs marked."""
    if wanted == got:
        return ""
    left = wanted.decode(errors="replace").splitlines(keepends=True)
    right = got.decode(errors="replace").splitlines(keepends=True)
    for number, (a, b) in enumerate(zip(left, right), 1):
        if a != b:
            return f"line {number}:\n  wanted {a!r}\n  got    {b!r}"
    at = min(len(left), len(right))
    if len(left) > at:
        return f"line {at + 1} is missing: {left[at]!r}"
    return f"line {at + 1} is too many: {right[at]!r}"


def check_each(context, title, sources, chosen, check):
    """Calls check(context, name of the test, path, configuration) for each
    source and each configuration that is selected and available. A test's name
    is the path without `test/` and the suffix. Neighbours have different
    configurations: what a configuration builds once keeps no other waiting."""
    jobs = []
    for path in sources:
        for configuration in chosen:
            name = os.path.splitext(building.relative(path))[0]
            name = name.removeprefix("test/")
            full = f"{name} [{configuration.name}]"
            if context.selection.has(full):
                jobs.append((full, path, configuration))
    if context.list_only:
        for full, *_ in jobs:
            print(full)
        return
    with context.report.group(title, len(jobs)) as group:
        group.each(context.pool,
                   lambda job: check_here(context, check, *job), jobs)


def check_here(context, check, full, path, configuration):
    if configuration.missing:
        context.report.skipped(full, configuration.missing)
    else:
        check(context, full, path, configuration)
