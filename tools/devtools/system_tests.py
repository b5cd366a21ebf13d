"""test/system/*_test.py: tests that watch a whole program from outside. Each
function test_NAME(tools) is one test; `tools` is made anew for each:

    tools.compile(text or path, flags=..., compiler="gcc") -> program's path
    tools.run(command, stdin=b"", ...) -> Run(status, out, err)
    tools.folder                     a temporary folder
    tools.strace(command, calls)     the system calls, one per line
    tools.skip("reason")             ends the test as skipped

A failing `assert` (or any exception) fails the test."""

import functools
import importlib.util
import os
import shutil
import sys
import tempfile
import time
import traceback

from . import (building, configurations, kept, libraries, machine,
               programs)
from .report import Skip


class Tools:
    """The argument `tools` of a system test."""

    Skip = Skip
    Run = programs.Run

    def __init__(self, folder):
        self.folder = folder
        self.made = []  # what compile() has built
        self.reads_project = False

    @property
    def root(self):
        """The project's folder. A test that asks for it may read all files
        there: it is kept until one of them changes."""
        self.reads_project = True
        return building.ROOT

    @staticmethod
    def skip(reason):
        raise Skip(reason)

    def compile(self, source, flags=("-O1",), compiler="gcc", name=None):
        """Builds a program from a text or a path with -std=c++20; warnings are
        errors. The program is kept until its source or a header changes."""
        chosen = next(c for c in configurations.plain() if c.name == compiler)
        if chosen.missing:
            raise Skip(chosen.missing)
        if "\n" in source:
            stem = name or "text"
            path = os.path.join(building.BUILD, "system",
                                f"{stem}-{building.digest(source)}.cpp")
            building.write_if_changed(path, source)
        else:
            path = os.path.join(building.ROOT, source)
        with open(path, encoding="utf-8") as file:
            needed = libraries.of_code(file.read())
        if reason := libraries.lacking(chosen, needed):
            raise Skip(reason)
        flags = (*flags, *libraries.flags(needed))
        outcome, program = programs.build(chosen, path, tuple(flags))
        assert outcome.status == 0, outcome.text
        self.made.append(program)
        return program

    def run(self, command, stdin=b"", limit=programs.LIMIT,
            environment=None, folder=None):
        """Runs a program in the test's folder, with `environment` added to that
        of this process."""
        if isinstance(command, str):
            command = [command]
        full = dict(os.environ, **(environment or {}))
        return programs.run(command, stdin, limit, full,
                            folder or self.folder)

    def need(self, program):
        """The path of a program. Skips the test if it is not installed."""
        path = shutil.which(program)
        if not path:
            raise Skip(f"{program}: not installed")
        return path

    def strace(self, command, calls, stdin=b"", options=()):
        """Runs a program under strace. Returns (run, lines), the lines of
        the named system calls (`calls` is strace's list: "write,writev")."""
        strace = self.need("strace")
        if isinstance(command, str):
            command = [command]
        path = os.path.join(self.folder, "strace.txt")
        if machine.ask([strace, "-o", path, "true"])[0] != 0:
            raise Skip("strace: not allowed here")
        done = self.run([strace, "-f", "-qq", "-o", path, *options, "-e",
                         f"trace={calls}", *command], stdin)
        with open(path, errors="replace") as file:
            return done, file.read().splitlines()


def load(path):
    name = "system_" + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def functions(path):
    """(name of the test, function) of one file, in the file's order."""
    stem = os.path.basename(path)[:-len("_test.py")]
    for key, value in vars(load(path)).items():
        if key.startswith("test_") and callable(value):
            words = key[len("test_"):].replace("_", " ")
            yield f"system/{stem}: {words}", value


def chosen(context, path):
    """Runs the selected tests of a file. A file that cannot be imported
    fails."""
    try:
        return [test for test in functions(path)
                if context.selection.has(test[0])]
    except Exception:
        name = building.relative(path)[len("test/"):]
        if context.selection.has(name):
            context.report.failed(name, traceback.format_exc())
        return []


def run(context):
    # The largest files come first.
    files = sorted(building.find("test/system", "_test.py"),
                   key=os.path.getsize, reverse=True)
    by_file = [chosen(context, path) for path in files]
    if context.list_only:
        for name, _ in sum(by_file, []):
            print(name)
        return
    # Most tests wait: for other programs, and for the two compilers at once
    # that the machine has room for.
    pool = building.Pool(2 * context.pool.jobs + 1)
    jobs = [(path, *test) for path, tests in zip(files, by_file)
            for test in tests]
    with context.report.group("whole programs", len(jobs)) as group:
        group.each(pool, lambda job: run_one(context, *job), jobs)


PROJECT = "the project's files"  # in a list of what a test has built


def key_of(context, path, made):
    """A hash of what a test of a file is made of: its code and the programs
    that it built."""
    if PROJECT in made:
        return context.report.kept.project
    return building.digest(
        kept.machine(), building.hashes.of(path), helpers(),
        *(building.identity(program) for program in made))


@functools.lru_cache(maxsize=None)
def helpers():
    """A hash of the code that the tests share."""
    folder = os.path.join(building.ROOT, "test", "system")
    return building.digest(
        building.hashes.of_tree(os.path.join(building.ROOT, "tools"), (".py",)),
        *(name + building.hashes.of(os.path.join(folder, name))
          for name in building.names_below(folder, ".py")
          if not name.endswith("_test.py")))


def run_one(context, path, name, function):
    if getattr(function, "slow", False) and not context.all:
        context.report.skipped(name, "slow: ./dev test --all")
        return
    context.report.once(name, lambda: made_by(context, name, function),
                        lambda made: key_of(context, path, made))


def made_by(context, name, function):
    """Runs a test. Returns what it has built."""
    started = time.monotonic()
    tools = try_one(context, name, function)
    context.report.took(time.monotonic() - started, name)
    return [*tools.made, *([PROJECT] if tools.reads_project else [])]


def try_one(context, name, function):
    with tempfile.TemporaryDirectory(prefix="rill-system-") as folder:
        tools = Tools(folder)
        try:
            function(tools)
        except Skip as reason:
            context.report.skipped(name, str(reason))
        except Exception:
            context.report.failed(name, traceback.format_exc())
        else:
            context.report.passed(name)
    return tools
