"""Runs the tests of the tools, and the rules of the architecture as tests."""

import os
import sys
import unittest

from . import building

TOOLS = os.path.join(building.ROOT, "tools")


class Result(unittest.TestResult):
    def __init__(self, report):
        super().__init__()
        self.report = report

    def addSuccess(self, test):
        self.report.passed(name_of(test))

    def addFailure(self, test, error):
        self.report.failed(name_of(test),
                           self._exc_info_to_string(error, test))

    addError = addFailure

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.report.failed(f"{name_of(test)} {subtest._subDescription()}",
                               self._exc_info_to_string(error, test))

    def addSkip(self, test, reason):
        self.report.skipped(name_of(test), reason)


def name_of(test):
    module, _, name = test.id().partition(".")
    return f"tools/{module}: {name.split('.')[-1]}"


def cases(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from cases(item)
        else:
            yield item


def run(context):
    run_rules(context)
    if TOOLS not in sys.path:
        sys.path.insert(0, TOOLS)
    found = unittest.defaultTestLoader.discover(TOOLS, "test_*.py", TOOLS)
    chosen = [t for t in cases(found) if context.selection.has(name_of(t))]
    if context.list_only:
        for test in chosen:
            print(name_of(test))
        return
    with context.report.group("tests of the tools"):
        unittest.TestSuite(chosen).run(Result(context.report))


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
