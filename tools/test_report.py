"""What ./dev test prints during a run and at its end."""

import contextlib
import io
import subprocess
import sys
import unittest
from unittest import mock

from devtools import building, report, suite


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
        self.assertRegex(
            suite.announcement(2), r"^the whole suite: about \d+ min with 2 "
            r"compilers at once, [\d.]+ GB below build/")


if __name__ == "__main__":
    unittest.main()
