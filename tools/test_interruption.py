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
except KeyboardInterrupt as why:
    interruption.end(why)
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
