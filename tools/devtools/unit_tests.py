"""The doctest programs: test/**/*_test.cpp and test/main.cpp, one program per
configuration. test/main.cpp writes a record line by line: after a crash one
test has failed, and the remaining tests run again."""

import os
import re
import shutil
import subprocess
import tempfile
import time

from . import (building, configurations, libraries, machine, precompiled,
               programs, windows)
from .building import ROOT

SLOW = "[slow]"
FEW = 4  # files; for so few, precompiling costs more than it saves
MAIN = os.path.join(ROOT, "test", "main.cpp")
LIMIT = 900  # seconds for one program
SLOW_LIMIT = 7200  # with slow tests: some loop over every float
CASE = re.compile(r'\b(?:TEST_CASE|TEST_CASE_FIXTURE|TEST_CASE_TEMPLATE|'
                  r'TEST_CASE_TEMPLATE_DEFINE)\s*\(\s*(?:[\w:]+\s*,\s*)?'
                  r'((?:"(?:[^"\\]|\\.)*"\s*)+)')


def names_in(path):
    """The names of the test cases of a file, adjacent literals joined."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = []
    for match in CASE.finditer(text):
        pieces = re.findall(r'"((?:[^"\\]|\\.)*)"', match.group(1))
        found.append(re.sub(r"\\(.)", r"\1", "".join(pieces)))
    return found


def sources(selection):
    """The test files with at least one selected test."""
    files = building.find("test", "_test.cpp")
    if selection.everything:
        return files
    return [f for f in files if any(map(selection.has, names_in(f)))]


def run(context):
    files = sources(context.selection)
    if context.list_only:
        for path in files:
            for name in filter(context.selection.has, names_in(path)):
                print(name)
        return
    if not files:
        return
    chosen = [c for c in context.configurations() if c]
    jobs, able = [], []
    for configuration in chosen:
        lacking = configuration.missing or missing_framework(configuration)
        if lacking:
            for path in filter(configuration.covers, files):
                for name in filter(context.selection.has, names_in(path)):
                    context.report.skipped(name, lacking)
            continue
        able.append(configuration)
        covered = [path for path in files if configuration.covers(path)]
        covered = runnable(context, configuration, covered)
        covered = linkable(context, configuration, covered)
        if not covered:
            continue
        for note in configuration.notes:
            context.report.skipped(configuration.name, note)
        jobs += [(configuration, path) for path in [MAIN, *covered]]
    starts = dict(zip(able, context.pool.each(
        lambda c: start_of(c, len(files) <= FEW), able)))
    objects = {}

    def compile_job(job):
        configuration, path = job
        outcome, output = compile_object(configuration, path,
                                         starts[configuration])
        if outcome.status == 0:
            objects.setdefault(configuration.name, []).append(output)
        else:
            context.report.failed(f"{building.relative(path)} "
                                  f"[{configuration.name}]", outcome.text)

    # test/main.cpp, with doctest itself, and the largest files first, so that
    # no core waits for a long compile at the end.
    jobs.sort(key=lambda job: (job[1] != MAIN, -os.path.getsize(job[1])))
    with context.report.group("unit tests to compile", len(jobs)) as group:
        group.each(context.pool, compile_job, jobs)
    with context.report.group("unit tests to run"):
        programs = context.pool.each(
            lambda c: link(context, c, objects.get(c.name, []),
                           [name for own, path in jobs if own is c
                            for name in libraries.named_in(path)]), able)
        runs = [(*item, *part) for item in programs if item
                for part in parts(context, item[0], files)]
        context.pool.each(lambda one: run_program(context, *one), runs)


def missing_framework(configuration):
    """Why the unit tests cannot be compiled, or an empty text."""
    return "" if machine.finds(
        configuration.compiler, "doctest/doctest.h",
        *configuration.flags) else "doctest: not installed"


def runnable(context, configuration, files):
    """The files that the configuration's system can run. On Windows and under
    an emulator the others count as skipped; elsewhere files for Windows are
    left to its own configuration."""
    found = []
    for path in files:
        wanted = windows.platforms_of(path)
        is_barred = "native" in wanted and bool(configuration.runner)
        fits = not wanted or configuration.platform in wanted
        if fits and not is_barred:
            found.append(path)
        elif is_barred or configuration.platform == windows.WORD:
            for name in filter(context.selection.has, names_in(path)):
                context.report.skipped(f"{name} [{configuration.name}]",
                                       f"for {', '.join(wanted)} alone")
    return found


def linkable(context, configuration, files):
    """The files whose libraries are installed; the others count as skipped."""
    found = []
    for path in files:
        reason = libraries.lacking(configuration, libraries.named_in(path))
        if not reason:
            found.append(path)
            continue
        for name in filter(context.selection.has, names_in(path)):
            context.report.skipped(f"{name} [{configuration.name}]", reason)
    return found


# Headers that nearly every test file includes. None is rill's: each test
# chooses its own macros and the order of rill's headers.
START = "".join(f"#include <{name}>\n" for name in (
    "doctest/doctest.h algorithm array charconv chrono cstdint cstring "
    "filesystem fstream memory random set sstream stdexcept string "
    "string_view thread utility vector").split())


def start_of(configuration, only_kept=False):
    """The precompiled header of a configuration's files. The smoke set and
    other platforms have none: there a missing include is an error."""
    if configuration not in (*configurations.full(),
                             *configurations.thorough()):
        return None
    return precompiled.start(configuration, object_flags(configuration),
                             "tests", START, only_kept)


def object_flags(configuration):
    return [*configuration.flags, *configuration.warnings, "-I", "include",
            "-I", "test", "-DDOCTEST_CONFIG_SUPER_FAST_ASSERTS",
            "-fdiagnostics-color=never"]


def compile_object(configuration, path, start=None):
    output = os.path.join(building.BUILD, configuration.name, "object",
                          building.relative(path).replace("/", "+") + ".o")
    more = libraries.compile_flags(libraries.named_in(path))
    # main.cpp includes doctest with other macros.
    return building.compile_once(
        configuration.compiler, [*object_flags(configuration), *more, "-c"],
        building.relative(path), output,
        start=None if path == MAIN or more else start), output


def link(context, configuration, objects, named=()):
    """Links a program with the libraries that its files name. Returns
    (configuration, program) or None."""
    objects = sorted(objects)
    if not objects:
        return None
    if programs.is_compiled(configuration.flags):
        outcome, library = programs.build_library(
            configuration,
            os.path.join(building.BUILD, configuration.name, "object"),
            object_flags(configuration))
        if outcome.status != 0:
            context.report.failed(f"src/rill.cpp [{configuration.name}]",
                                  outcome.text)
            return None
        objects.append(library)
    needed = libraries.flags(dict.fromkeys(named))
    key = building.digest(*configuration.flags, *needed,
                          *(o + building.hashes.of(o) for o in objects))
    program = os.path.join(building.BUILD, configuration.name, "tests-" + key)
    if os.path.exists(program):
        os.utime(program)
        return configuration, program
    own = f"{program}.{os.getpid()}"
    outcome = building.run_compiler(
        [configuration.compiler.path, *configuration.link_flags, *objects,
         *needed, "-pthread", "-o", own])
    if outcome.status != 0:
        context.report.failed(f"link [{configuration.name}]", outcome.text)
        return None
    remove_old(os.path.dirname(program))
    os.replace(own, program)
    return configuration, program


def remove_old(folder, seconds=3600):
    """Removes programs of earlier selections, unless one may still be
    running."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if name.startswith("tests-") and (
                time.time() - os.path.getmtime(path) > seconds):
            os.remove(path)


def pattern(name):
    """A name as a doctest filter: characters with a meaning there become
    `?`."""
    return re.sub(r"[,\\*]", "?", name)


def filters(context):
    found = []
    if not context.selection.everything:
        wanted = [pattern(n[1:]) + "*" if n.startswith("^")
                  else "*" + pattern(n) + "*" for n in context.selection.names]
        found.append("-tc=" + ",".join(wanted))
    return found


class Record:
    """The record that one run of a program wrote."""

    def __init__(self, text):
        self.ended = {}  # name: whether it passed
        self.reasons = {}
        self.not_run = {}  # name: the reason
        self.running = None
        self.finished = False
        for line in text.splitlines():
            event, _, rest = line.partition(" ")
            if event == "start":
                self.running = rest
            elif event in ("pass", "fail"):
                self.ended[rest] = event == "pass"
                self.running = None
            elif event == "reason":
                self.reasons[self.running] = rest
            elif event == "decorated":
                self.not_run[rest] = "marked skip"
            elif event == "left" and SLOW in rest:
                self.not_run[rest] = "slow: ./dev test --all"
            elif event == "finished":
                self.finished = True


def parts(context, configuration, files):
    """(flags, tests reported so far) of each run of a program. Two runs with
    half of the files each, so that no core waits for the slowest program. The
    second run excludes the files of the first."""
    told = set()
    if not context.selection.everything or configuration.runner:
        return [([], told)]
    half = sorted(files, key=os.path.getsize)[::2]
    names = ",".join("*" + building.relative(path) for path in half)
    return [([f"-sf={names}"], told), ([f"-sfe={names}"], told)]


def run_program(context, configuration, program, part, done):
    """Runs a program until each selected test has ended or crashed."""
    slow = runs_slow(context, configuration)
    left_out = [] if slow else [f"*{SLOW}*"]
    with context.report.group(f"unit tests, {configuration.name}",
                              is_timed=False):
        for _ in range(12):
            record, status, output = execute(
                [*configuration.runner, program], [*filters(context), *part],
                left_out, SLOW_LIMIT if slow else LIMIT)
            tell(context, configuration, record, output, done)
            if record.finished:
                judge_end(context, configuration, record, status, output)
                return
            crashed = record.running or f"status {status} without a test"
            if record.running or not record.ended:
                context.report.failed(
                    f"{crashed} [{configuration.name}]",
                    f"status {status} while it ran\n" + telling_lines(output))
            if not record.running and not record.ended:
                return
            left_out += [pattern(n) for n in [*record.ended, crashed]]
        context.report.failed(f"{configuration.name}: too many crashes")


def runs_slow(context, configuration):
    """Whether slow tests run: in the thorough configurations and in one that is
    named, not under an emulator, which is some ten times slower."""
    return (context.all and not configuration.runner and bool(
        context.wanted or configuration in configurations.thorough()))


def execute(program, wanted, left_out, limit=LIMIT):
    with tempfile.TemporaryDirectory(prefix="rill-test-") as folder:
        path = os.path.join(folder, "record")
        work = os.path.join(folder, "work")
        os.mkdir(work)
        environment = dict(os.environ, RILL_TEST_RECORD=path)
        environment.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
        # clang++ does not install a symbolizer with it.
        symbolizer = (shutil.which("llvm-symbolizer") or
                      shutil.which("addr2line"))
        if symbolizer:
            environment.setdefault("ASAN_SYMBOLIZER_PATH", symbolizer)
        command = [*program, "--no-colors", "--no-version", *wanted]
        if left_out:
            command.append("-tce=" + ",".join(left_out))
        with open(os.path.join(folder, "output"), "w+b") as output:
            try:
                status = subprocess.run(
                    command, cwd=work, env=environment, timeout=limit,
                    stdin=subprocess.DEVNULL, stdout=output,
                    stderr=subprocess.STDOUT).returncode
            except subprocess.TimeoutExpired:
                status = f"none after {limit} seconds"
            output.seek(0)
            text = output.read().decode(errors="replace")
            text = text.replace("\r\n", "\n")  # of a program for Windows
        kept = ""
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                kept = file.read()
        return Record(kept), status, text


def judge_end(context, configuration, record, status, output):
    """A program may fail after its last test, by a leak or in a destructor."""
    wanted = 0 if all(record.ended.values()) else 1
    if status != wanted or "ERROR: LeakSanitizer" in output:
        context.report.failed(f"after the tests [{configuration.name}]",
                              f"status {status}\n" + telling_lines(output))


def tell(context, configuration, record, output, done):
    report = context.report
    for name, passed in record.ended.items():
        if name in done:
            continue
        done.add(name)
        full = f"{name} [{configuration.name}]"
        if not passed:
            report.failed(full, failure_text(output, name))
        elif name in record.reasons:
            report.skipped(full, record.reasons[name])
        else:
            report.passed(full)
    for name, reason in record.not_run.items():
        if name not in done and context.selection.has(name):
            if reason == "marked skip" or not context.all:
                done.add(name)
                report.skipped(f"{name} [{configuration.name}]", reason)
            elif not runs_slow(context, configuration):
                done.add(name)
                report.skipped(f"{name} [{configuration.name}]",
                               "slow: in the thorough configurations")


def failure_text(output, name):
    """The part of doctest's output about one test case."""
    parts = re.split(r"^={20,}$", output, flags=re.M)
    about = [p.strip() for p in parts if f"TEST CASE:  {name}" in p]
    return "\n".join(about) or telling_lines(output)


def telling_lines(text, count=40):
    """The report of a sanitizer, or else the last lines."""
    lines = text.rstrip().splitlines()
    for at, line in enumerate(lines):
        if re.search("ERROR: [A-Z][a-z]+Sanitizer|runtime error:", line):
            report = "\n".join(lines[at:])
            return report.split("Shadow bytes around")[0]
    return "\n".join(lines[-count:])
