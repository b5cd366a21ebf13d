"""What ./dev test prints during a run and at its end."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from devtools import (building, estimate, includes, kept, last_all, machine,
                      patience, platforms, report, suite)


class Screen(io.StringIO):
    def __init__(self, is_terminal):
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self):
        return self.is_terminal


def shown(is_terminal, between=0.0, count=4):
    """The output of a group of `count` tests."""
    screen = Screen(is_terminal)
    with contextlib.redirect_stdout(screen), mock.patch.multiple(
            report, BETWEEN_LINES=between, BETWEEN_UPDATES=between):
        whole = report.Report()
        with whole.group("a group", count) as group:
            group.each(building.Pool(1), lambda n: whole.passed(f"test {n}"),
                       range(count))
    return screen.getvalue(), whole


class Progress(unittest.TestCase):
    def test_lines_in_a_log(self):
        lines = shown(False)[0].splitlines()
        self.assertEqual(lines[0], "a group: 4")
        self.assertEqual(lines[1], "a group: 1 of 4, about 0 s left")
        self.assertEqual(lines[3], "a group: 3 of 4, about 0 s left")
        self.assertRegex(lines[4], r"^a group: 4 passed \(\d+\.\d s\)$")
        self.assertEqual(len(lines), 5)

    def test_one_line_on_a_terminal(self):
        text = shown(True)[0]
        self.assertEqual(text.count("\n"), 2)
        self.assertIn("\r\033[Ka group: 1 of 4, about 0 s left\r", text)
        self.assertIn("\r\033[Ka group: 4 passed", text)

    def test_nothing_before_it_is_time(self):
        self.assertEqual(len(shown(False, 60)[0].splitlines()), 2)

    def test_a_failure_begins_a_line(self):
        screen = Screen(True)
        with contextlib.redirect_stdout(screen), mock.patch.object(
                report, "BETWEEN_UPDATES", 0.0):
            whole = report.Report()
            with whole.group("a group", 3) as group:
                group.step()
                whole.failed("that one", "why")
        self.assertIn("left\r\033[KFAILED that one\n  | why\n",
                      screen.getvalue())

    def test_duration(self):
        self.assertEqual(report.duration(99.4), "99 s")
        self.assertEqual(report.duration(170), "3 min")


class Times(unittest.TestCase):
    def test_table(self):
        rows = report.table_of([report.Times("short", 1.0, 2.0),
                                report.Times("empty", 0.01, 0.0),
                                report.Times("long", 70.25, 100.5)])
        self.assertEqual(rows, [
            " seconds  of a processor",
            "    70.2           100.5  long",
            "     1.0             2.0  short",
            "    71.3           102.5  all"])

    def test_processor_seconds_are_those_of_the_programs(self):
        screen = Screen(False)
        with contextlib.redirect_stdout(screen):
            whole = report.Report()
            with whole.group("busy", 1) as group:
                group.each(building.Pool(1), lambda _: subprocess.run(
                    [sys.executable, "-c", "sum(range(3_000_000))"],
                    check=True), [0])
        self.assertGreater(whole.times[0].processor, 0.01)

    def test_what_is_said_before(self):
        plan = estimate.Plan(2, 1.0, {"a": 300, "b": 900})
        self.assertRegex(
            suite.announcement(plan, 0),
            r"^the whole suite: about 10 min with 2 compilers at once, "
            r"[\d.]+ GB below build/")
        self.assertIn("about 10 min, less what has passed before, with 2",
                      suite.announcement(plan, 3))


class Estimates(unittest.TestCase):
    def test_scaled_by_the_probe_and_corrected(self):
        plan = estimate.Plan(2, 3.0, {"a": 600, "b": 600})
        self.assertEqual(plan.left(), 1800)
        wanted = plan.begin("a")
        self.assertEqual(plan.left(), 900)
        # As fast as on the machine of the figures: what the probe said loses
        # weight.
        plan.end(wanted, 300)
        self.assertAlmostEqual(
            plan.left(), 300 * (60 * 3 + 600) / (60 + 600))
        self.assertIsNone(plan.begin("a group without a figure"))
        before = plan.factor()
        plan.end(1000, 1)  # what is kept says nothing of the speed
        self.assertEqual(plan.factor(), before)

    def test_a_group_that_runs_corrects_it(self):
        plan = estimate.Plan(2, 1.0, {"a": 1200, "b": 600})
        wanted = plan.begin("a")
        self.assertEqual(plan.left(), 300)
        plan.step(wanted, 0.5, 1200)  # four times as slow as planned
        self.assertAlmostEqual(plan.left(), 300 * (60 + 2400) / (60 + 600))
        plan.step(wanted, 0.5, 1)  # kept
        self.assertEqual(plan.left(), 300)
        plan.step(wanted, 0.5, 1200)
        plan.end(wanted, 600)  # counted once
        self.assertEqual(plan.left(), 300)
        plan.step(None, 0.5, 100)
        self.assertEqual(plan.left(), 300)

    def test_every_group_has_a_figure(self):
        self.assertGreater(len(estimate.SECONDS), 10)
        self.assertGreater(min(estimate.SECONDS.values()), 0)

    def test_is_said_with_the_progress(self):
        screen = Screen(False)
        with contextlib.redirect_stdout(screen), mock.patch.object(
                report, "BETWEEN_LINES", 0.0):
            whole = report.Report(estimate.Plan(1, 1.0, {"now": 5,
                                                         "later": 600}))
            with whole.group("now", 2) as group:
                group.step()
        self.assertIn("now: 1 of 2, about 0 s left; about 10 min for what "
                      "comes after\n", screen.getvalue())


class Silence(unittest.TestCase):
    def test_a_line_says_what_takes_so_long(self):
        with patience.over("dev: apt-get is at work"):
            with patience.over(lambda: "units: 3 of 9"):
                self.assertEqual(patience.line(), "units: 3 of 9: 0 s so far")
            self.assertEqual(patience.line(),
                             "dev: apt-get is at work: 0 s so far")
        self.assertEqual(patience.line(), "")

    def test_what_is_written_is_heard(self):
        with mock.patch.object(patience, "_last", 0):
            patience.Heard(io.StringIO()).write("x")
            self.assertGreater(patience._last, 0)

    def test_it_is_said(self):
        """A command that says nothing for three seconds, where one is
        allowed."""
        done = subprocess.run([sys.executable, "-c", """if True:
            import sys, time
            sys.path.insert(0, sys.argv[1])
            from devtools import patience
            patience.begin()
            with patience.over("a short one"):
                with patience.over("a long one", 1):
                    time.sleep(3.5)
                time.sleep(1.5)
            """, os.path.dirname(os.path.abspath(__file__))],
            stdout=subprocess.PIPE, check=True)
        self.assertRegex(done.stdout.decode(),
                         r"^(a long one: \d s so far\n)+$")


class Keeping(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.path = os.path.join(scratch.name, "kept")
        self.state = "same"
        mocked = mock.patch.object(kept, "project", lambda: self.state)
        mocked.start()
        self.addCleanup(mocked.stop)

    def run_once(self, parts, failing=(), skipping=(), words=(), key=None):
        """The parts that ran, and the report."""
        ran = []
        with contextlib.redirect_stdout(io.StringIO()):
            whole = report.Report(kept=kept.Kept(words, self.path))
            for part in parts:
                def run(part=part):
                    ran.append(part)
                    whole.passed(f"{part} first")
                    if part in failing:
                        whole.failed(part)
                    elif part in skipping:
                        whole.skipped(part, "why")
                    else:
                        whole.passed(part)
                    return [part + ".exe"]
                whole.once(part, run, key)
        return "".join(ran), whole

    def test_goes_on_where_it_was(self):
        self.assertEqual(self.run_once("abc", "b", "c")[0], "abc")
        # As after a kill: the last line is cut.
        with open(self.path, "a") as file:
            file.write('["d", "key", [["pas')
        ran, whole = self.run_once("abcd")
        self.assertEqual((ran, whole.counts(), whole.kept_count),
                         ("bcd", (8, 0, 0), 2))
        ran, whole = self.run_once("abcd")
        self.assertEqual((ran, whole.counts(), whole.kept_count),
                         ("", (8, 0, 0), 8))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            whole.finish()
        self.assertIn("8 of the passed tests ran before", out.getvalue())

    def test_not_after_a_change(self):
        self.run_once("a")
        self.state = "other"
        self.assertEqual(self.run_once("a")[0], "a")
        self.assertEqual(self.run_once("a", words=("--all",))[0], "a")
        self.assertEqual(self.run_once("a", words=("--all",))[0], "")

    def test_a_key_of_what_was_made(self):
        def key(made):
            return "with " + " ".join(made)

        self.assertEqual(self.run_once("a", key=key)[0], "a")
        self.state = "other"
        self.assertEqual(self.run_once("a", key=key)[0], "")
        self.assertEqual(self.run_once("a", key=lambda made: "")[0], "a")

    def test_the_project(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(
                building, "ROOT", folder):
            os.mkdir(os.path.join(folder, "docs"))
            page = os.path.join(folder, "docs", "page.md")
            found = []
            for text in ("one", "one", "two"):
                with open(page, "w") as file:
                    file.write(text)
                building.hashes.known.pop(page, None)
                found.append(self.real_project())
        self.assertEqual(found[0], found[1])
        self.assertNotEqual(found[1], found[2])

    real_project = staticmethod(kept.project)


class Including(unittest.TestCase):
    def test_closure(self):
        """Also under conditions, beside the file, and in a circle."""
        texts = {"test/a/a.cpp": '#include "b.h"\n#include <vector>\n'
                                 '#if 0\n# include <rill/c.h>\n#endif\n',
                 "test/a/b.h": '#include "support/d.h"\n',
                 "test/support/d.h": '#include "../a/b.h"\n',
                 "include/rill/c.h": "", "include/rill/e.h": ""}
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(
                building, "ROOT", folder):
            for name, text in texts.items():
                building.write_if_changed(os.path.join(folder, name), text)
            start = os.path.join(folder, "test", "a", "a.cpp")
            self.assertEqual(
                {building.relative(one) for one in includes.closure(start)},
                set(texts) - {"include/rill/e.h"})
            before = includes.digest(start)
            for name in ("include/rill/e.h", "include/rill/c.h"):
                building.write_if_changed(os.path.join(folder, name), "//\n")
                self.assertEqual(includes.digest(start) == before,
                                 name.endswith("e.h"))


class WhatAllRan(unittest.TestCase):
    COUNTS = {"gcc_32": [5, 1, 2], "musl": [0, 0, 9], "clang_sanitized":
              [1, 0, 0]}

    def kept(self, path, now):
        with mock.patch.object(last_all, "commit", lambda: "abc"):
            last_all.keep(self.COUNTS, path, now)

    def test_parts_that_ran_are_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kept.json")
            self.kept(path, 86400 * 365)
            self.assertEqual(last_all.load(path), {"gcc_32": {
                "date": "1971-01-01", "commit": "abc", "passed": 5,
                "failed": 1, "skipped": 2}})

    def test_warnings(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(
                last_all, "parts", lambda: ["gcc_32", "musl"]):
            path = os.path.join(folder, "kept.json")
            self.kept(path, 0)
            never = "warning: ./dev test --all has not run at all: musl"
            for days, commits, wanted in (
                    (29, 200, [never]), (29, None, [never]),
                    (32, 3, ["warning: ./dev test --all has not run lately: "
                             "gcc_32 (32 days, 3 commits)", never]),
                    (1, 201, ["warning: ./dev test --all has not run lately: "
                              "gcc_32 (1 days, 201 commits)", never])):
                with mock.patch.object(last_all, "commits_since",
                                       lambda _, found=commits: found):
                    self.assertEqual(last_all.warnings(
                        path, days * 86400 + 3600), wanted)
            self.assertEqual(last_all.table(path)[0].split(), [
                "part", "date", "commit", "passed", "failed", "skipped"])
            self.assertEqual(last_all.table(path)[2].split(),
                             ["musl", "never"])

    def test_names_of_platforms(self):
        with mock.patch.object(machine, "compiler", lambda name: None):
            platforms.every.cache_clear()
            self.assertEqual([one.name for one in platforms.every()],
                             list(platforms.NAMES))
        platforms.every.cache_clear()

    def test_configurations_are_counted(self):
        with contextlib.redirect_stdout(io.StringIO()):
            whole = report.Report()
            whole.passed("print/a: b [gcc_32]")
            whole.failed("print/a: c [gcc_32]")
            whole.passed("systems/musl: hello")
            whole.passed("system/output: fork")
        self.assertEqual(whole.counts_of, {"gcc_32": [1, 1, 0],
                                           "systems": [1, 0, 0]})


if __name__ == "__main__":
    unittest.main()
