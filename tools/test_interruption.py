"""Ctrl-C or SIGTERM while programs run: the command ends at once and leaves no
process and no folder."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from devtools import interruption

# Like ./dev test: a pool of threads, each with a folder and a program. A
# program creates a file when it runs, and ignores the signals that it can.
COMMAND = """
import subprocess, sys, tempfile
sys.path.insert(0, sys.argv[1])
from devtools import building, interruption, report
tests = report.Report()
def job(number):
    with tempfile.TemporaryDirectory():
        subprocess.run(["sh", "-c", f"trap '' INT TERM; "
                        f"touch '{sys.argv[2]}/{number}'; "
                        "sleep 60 & wait; sleep 60"])
    tests.failed("what was ended")
try:
    interruption.prepare()
    building.Pool(2).each(job, range(50))
except KeyboardInterrupt:
    interruption.end()
"""

# The same with programs that a signal ends at once: each time a thread could
# start its next one. The programs of the terminal get Ctrl-C at the same
# moment, and the compilers among them end with status 1.
COMPILES = """
import subprocess, sys, types
sys.path.insert(0, sys.argv[1])
from devtools import building, interruption, report
tests = report.Report()
def job(number):
    outcome = building.run_compiler(
        ["sh", "-c", "trap 'exit 1' INT; sleep 60 & wait", sys.argv[2]])
    if outcome.status != 0:
        tests.failed("what was ended")
try:
    interruption.prepare()
    with tests.group("compiles", 500) as group:
        group.each(building.Pool(2), job, range(500))
except KeyboardInterrupt:
    interruption.end()
"""

# Interrupted inside mkdtemp, after tempfile has read the system's folder.
EARLY = """
import sys, tempfile
sys.path.insert(0, sys.argv[1])
from devtools import interruption
def interrupted(**options):
    tempfile.gettempdir()
    raise KeyboardInterrupt
tempfile.mkdtemp = interrupted
try:
    interruption.prepare()
except KeyboardInterrupt:
    interruption.end()
"""


def heed_interruptions():
    """A shell script starts background commands with SIGINT ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def marked(word):
    """The processes that have a word among their arguments."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if word.encode() in file.read().split(b"\0"):
                    found.append(int(name))
        except OSError:  # it has ended
            pass
    return found


class Interrupting(unittest.TestCase):
    def test_ends_at_once_with_what_it_started(self):
        for number, status in ((signal.SIGINT, interruption.STATUS),
                               (signal.SIGTERM, interruption.TERMINATED)):
            with self.subTest(number.name):
                self.end_by(number, status)

    def end_by(self, number, status):
        here = os.path.dirname(os.path.abspath(__file__))
        with tempfile.TemporaryDirectory() as folder:
            signs, scratch = (os.path.join(folder, n) for n in "ab")
            os.mkdir(signs)
            os.mkdir(scratch)
            child = subprocess.Popen(
                [sys.executable, "-c", COMMAND, here, signs],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=dict(os.environ, TMPDIR=scratch),
                preexec_fn=heed_interruptions)
            until = time.monotonic() + 30
            started = []
            while ((len(os.listdir(signs)) < 2 or len(started) < 4)
                   and time.monotonic() < until):
                time.sleep(0.02)
                started = interruption.descendants(child.pid)
            interrupted = time.monotonic()
            child.send_signal(number)
            out, err = child.communicate(timeout=50)
            took = time.monotonic() - interrupted
            self.assertEqual((child.returncode, out, err),
                             (status, b"", b"interrupted\n"))
            self.assertLess(took, 10)
            self.assertGreaterEqual(len(started), 4)
            self.assertFalse(any(map(interruption.runs, started)))
            self.assertEqual(len(os.listdir(signs)), 2)
            self.assertEqual(os.listdir(scratch), [])

    def test_no_thread_starts_another_program(self):
        for number, status, send in (
                (signal.SIGTERM, interruption.TERMINATED, os.kill),
                (signal.SIGINT, interruption.STATUS, os.killpg)):
            for attempt in range(3):
                with self.subTest(number.name, attempt=attempt):
                    self.leaves_nothing(number, status, send)

    def leaves_nothing(self, number, status, send):
        """`send` is os.killpg where the terminal sends the signal."""
        here = os.path.dirname(os.path.abspath(__file__))
        mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
        child = subprocess.Popen(
            [sys.executable, "-c", COMPILES, here, mark],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, preexec_fn=heed_interruptions)
        until = time.monotonic() + 30
        while len(marked(mark)) < 3 and time.monotonic() < until:
            time.sleep(0.02)
        send(child.pid, number)
        out, err = child.communicate(timeout=50)
        left = marked(mark)
        for process in left:
            os.kill(process, signal.SIGKILL)
        self.assertEqual(left, [])
        self.assertEqual((child.returncode, out, err),
                         (status, b"compiles: 500\n", b"interrupted\n"))

    def test_removes_no_folder_but_its_own(self):
        here = os.path.dirname(os.path.abspath(__file__))
        with tempfile.TemporaryDirectory() as folder:
            scratch = os.path.join(folder, "scratch")
            os.mkdir(scratch)
            open(os.path.join(scratch, "of another program"), "w").close()
            done = subprocess.run([sys.executable, "-c", EARLY, here],
                                  stderr=subprocess.PIPE,
                                  env=dict(os.environ, TMPDIR=scratch))
            self.assertEqual((done.returncode, done.stderr),
                             (interruption.STATUS, b"interrupted\n"))
            self.assertEqual(os.listdir(scratch), ["of another program"])

    def test_descendants_are_those_below_alone(self):
        child = subprocess.Popen(["sh", "-c", "sleep 60 & wait"])
        try:
            until = time.monotonic() + 10
            while (len(interruption.descendants(child.pid)) < 1 and
                   time.monotonic() < until):
                time.sleep(0.02)
            below = interruption.descendants(child.pid)
            self.assertEqual(len(below), 1)
            self.assertNotIn(child.pid, below)
            self.assertLessEqual({child.pid, *below},
                                 set(interruption.descendants(os.getpid())))
        finally:
            for process in [*interruption.descendants(child.pid), child.pid]:
                os.kill(process, signal.SIGKILL)
            child.wait()


if __name__ == "__main__":
    unittest.main()
