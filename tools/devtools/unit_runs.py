"""The runs of the doctest programs. test/main.cpp writes a record line by line:
after a crash one test has failed, and the remaining tests run again."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass

from . import building, configurations

SLOW = "[slow]"
PART = 20  # files of one run of a program
LIMIT = 900  # seconds for one program
SLOW_LIMIT = 7200  # with slow tests: some loop over every float


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
        self.files = {}  # name: the file that has it
        self.reasons = {}
        self.seconds = {}
        self.not_run = {}  # name: the reason
        self.running = None
        self.finished = False
        for line in text.splitlines():
            event, _, rest = line.partition(" ")
            if event == "start":
                self.running = rest
            elif event == "file":
                self.files[self.running] = rest
            elif event in ("pass", "fail"):
                self.ended[rest] = event == "pass"
                self.running = None
            elif event == "seconds":
                self.seconds[self.running] = float(rest)
            elif event == "reason":
                self.reasons[self.running] = rest
            elif event == "decorated":
                self.not_run[rest] = "marked skip"
            elif event == "left" and SLOW in rest:
                self.not_run[rest] = "slow: ./dev test --all"
            elif event == "finished":
                self.finished = True


@dataclass(frozen=True)
class Run:
    """A run of a program over a part of its tests."""
    configuration: object
    program: str
    flags: tuple  # of doctest, which choose the part
    is_last: bool  # it tells which tests of the program are not run
    keys: dict  # of its files: what kept results are known by


def runs_of(context, configuration, program, keys, group):
    """The runs of a program, whose files have these keys. A file whose tests
    have passed with its key is left out."""
    ahead, kept = [], []
    for path, key in keys.items():
        events = context.report.replayed(part_of(configuration, path), key)
        if events:
            group.step(len(events))
            kept.append(path)
        else:
            ahead.append(path)
    found = parts(context, configuration, ahead, kept)
    return [Run(configuration, program, flags, flags is found[-1], keys)
            for flags in found]


def part_of(configuration, path):
    return f"{building.relative(path)} [{configuration.name}]"


def parts(context, configuration, files, kept=()):
    """The flags of each run of a program. Several runs keep all cores busy
    until the end; the last one has the tests of no file that is named or
    kept."""
    if not context.selection.everything or configuration.runner:
        return [()]
    found, named = [], ["*" + building.relative(path) for path in kept]
    for start in range(0, len(files) - PART, PART):
        names = ["*" + building.relative(path)
                 for path in files[start:start + PART]]
        found.append((f"-sf={','.join(names)}",))
        named += names
    found.append((f"-sfe={','.join(named)}",) if named else ())
    return found


def run_program(context, run, group):
    """Runs a program until each selected test has ended or crashed."""
    configuration, done = run.configuration, set()
    slow = runs_slow(context, configuration)
    left_out = [] if slow else [f"*{SLOW}*"]
    for _ in range(12):
        record, status, output = execute(
            [*configuration.runner, run.program],
            [*filters(context), *run.flags], left_out,
            SLOW_LIMIT if slow else LIMIT, group)
        tell(context, configuration, record, output, done, run.is_last)
        if record.finished:
            is_clean = judge_end(context, configuration, record, status, output)
            if is_clean and len(done) == len(record.ended):
                keep(context, run, record)
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


def execute(program, wanted, left_out, limit, group):
    """Runs a program; each test that ends is a step of the group. Returns its
    record, its status and its output."""
    with tempfile.TemporaryDirectory(prefix="rill-test-") as folder:
        path = os.path.join(folder, "record")
        work = os.path.join(folder, "work")
        os.mkdir(work)
        command = [*program, "--no-colors", "--no-version", *wanted]
        if left_out:
            command.append("-tce=" + ",".join(left_out))
        with open(os.path.join(folder, "output"), "w+b") as output:
            child = subprocess.Popen(
                command, cwd=work, env=environment(path),
                stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT)
            status = watch(child, limit, path, group)
            output.seek(0)
            text = output.read().decode(errors="replace")
            text = text.replace("\r\n", "\n")  # of a program for Windows
        return Record(content(path)), status, text


def environment(record):
    found = dict(os.environ, RILL_TEST_RECORD=record)
    found.setdefault("UBSAN_OPTIONS", "print_stacktrace=1")
    # clang++ does not install a symbolizer with it.
    symbolizer = shutil.which("llvm-symbolizer") or shutil.which("addr2line")
    if symbolizer:
        found.setdefault("ASAN_SYMBOLIZER_PATH", symbolizer)
    return found


def content(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def watch(child, limit, record, group):
    """Waits for a program, at most `limit` seconds, and counts the tests that
    it has ended. Returns its status, or why it has none."""
    until, counted = time.monotonic() + limit, 0
    while True:
        try:
            return child.wait(timeout=1)
        except subprocess.TimeoutExpired:
            if time.monotonic() > until:
                child.kill()
                child.wait()
                return f"none after {limit} seconds"
        finally:
            ended = len(re.findall(r"^(?:pass|fail) ", content(record), re.M))
            group.step(ended - counted)
            counted = ended


def judge_end(context, configuration, record, status, output):
    """A program may fail after its last test, by a leak or in a destructor.
    Returns whether it did not."""
    wanted = 0 if all(record.ended.values()) else 1
    if status == wanted and "ERROR: LeakSanitizer" not in output:
        return True
    context.report.failed(f"after the tests [{configuration.name}]",
                          f"status {status}\n" + telling_lines(output))
    return False


def keep(context, run, record):
    """Keeps the files of which all tests have passed in one run."""
    for path, key in run.keys.items():
        names = [name for name, file in record.files.items()
                 if file == building.relative(path)]
        if names and all(record.ended[name] and name not in record.reasons
                         for name in names):
            context.report.keep(
                part_of(run.configuration, path), key,
                [["passed", f"{name} [{run.configuration.name}]"]
                 for name in names])


def tell(context, configuration, record, output, done, is_last=True):
    report = context.report
    for name, passed in record.ended.items():
        if name in done:
            continue
        done.add(name)
        full = f"{name} [{configuration.name}]"
        report.took(record.seconds.get(name, 0), full)
        if not passed:
            report.failed(full, failure_text(output, name))
        elif name in record.reasons:
            report.skipped(full, record.reasons[name])
        else:
            report.passed(full)
    for name, reason in record.not_run.items() if is_last else ():
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
