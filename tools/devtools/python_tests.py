"""Runs the tests of the tools, each file in a process of its own, and the rules
of the architecture as tests. As a program it is such a process: it writes what
happened as JSON into the file of its first argument."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from . import building

TOOLS = os.path.join(building.ROOT, "tools")


class Result(unittest.TestResult):
    """Collects calls of Report, as lists of the function's name and its
    arguments."""

    def __init__(self):
        super().__init__()
        self.events = []

    def addSuccess(self, test):
        self.events.append(["passed", name_of(test)])

    def addFailure(self, test, error):
        self.events.append(["failed", name_of(test),
                            self._exc_info_to_string(error, test)])

    addError = addFailure

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.events.append([
                "failed", f"{name_of(test)} {subtest._subDescription()}",
                self._exc_info_to_string(error, test)])

    def addSkip(self, test, reason):
        self.events.append(["skipped", name_of(test), reason])


def name_of(test):
    module, _, name = test.id().partition(".")
    return f"tools/{module}: {name.split('.')[-1]}"


def cases(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from cases(item)
        else:
            yield item


def discovered(pattern="test_*.py"):
    if TOOLS not in sys.path:
        sys.path.insert(0, TOOLS)
    return cases(unittest.defaultTestLoader.discover(TOOLS, pattern, TOOLS))


def run(context):
    run_rules(context)
    files = {}
    for test in discovered():
        if context.selection.has(name_of(test)):
            files.setdefault(test.id().partition(".")[0], []).append(
                name_of(test))
    if context.list_only:
        for name in sum(files.values(), []):
            print(name)
        return
    # The largest file first, so that no core waits for it at the end.
    order = sorted(files, key=lambda module: -os.path.getsize(
        os.path.join(TOOLS, module + ".py")))
    with context.report.group("tests of the tools", len(order)) as group:
        group.each(context.pool, lambda module: context.report.once(
            f"tools/{module}", lambda: run_file(
                context.report, module, files[module])), order)


def run_file(report, module, names):
    """Runs tests of one file. What they print is shown if the process
    fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "events")
        done = subprocess.run(
            [sys.executable, "-m", "devtools.python_tests", path, module,
             *names], cwd=TOOLS, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=dict(os.environ, TMPDIR=tempfile.gettempdir()))
        building.wait_to_end(done.returncode)
        try:
            with open(path, encoding="utf-8") as file:
                events = json.load(file)
        except (OSError, ValueError):
            report.failed(f"tools/{module}", f"status {done.returncode}\n" +
                          done.stdout.decode(errors="replace"))
            return
    report.repeat(events)


def main(path, module, *names):
    os.chdir(building.ROOT)
    result = Result()
    unittest.TestSuite(
        test for test in discovered(module + ".py")
        if name_of(test) in names).run(result)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(result.events, file)


def run_rules(context):
    sys.path.insert(0, TOOLS)
    import check_architecture
    tree = check_architecture.Tree(building.ROOT)
    with context.report.group("rules of the architecture"):
        for rule, function in check_architecture.RULES.items():
            name = f"architecture/{rule}: {function.__doc__}"
            if not context.selection.has(name):
                continue
            if context.list_only:
                print(name)
                continue
            faults = sorted(function(tree))
            if faults:
                context.report.failed(name, "\n".join(
                    f"{f.path}:{f.line}: {f.text}" for f in faults))
            else:
                context.report.passed(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
