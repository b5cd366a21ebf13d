"""Ctrl-C or SIGTERM ends a command of ./dev at once, with every program that it
started.

Threads wait for compilers and tests. Python joins its threads when it ends: an
exception in the main thread alone would wait for all of them, and each would
start its next test."""

import atexit
import os
import shutil
import signal
import sys
import tempfile
import time

STATUS = 130  # what a shell reports after SIGINT: 128 + 2
TERMINATED = 143  # and after SIGTERM: 128 + 15
PATIENCE = 1  # seconds between SIGTERM and SIGKILL

# Set by prepare. end() must not remove tempfile.tempdir instead: mkdtemp sets
# that to the system's folder first, and Ctrl-C can arrive right then.
_own_folder = None
# Set by stop: what fails from there on, fails because it was ended.
_is_ending = False


def is_ending():
    return _is_ending


class Terminated(KeyboardInterrupt):
    """Raised in the main thread by SIGTERM."""


def _terminate(*_):
    raise Terminated


def prepare():
    """Puts all temporary folders into one, which is removed at the end, and
    heeds SIGTERM."""
    global _own_folder
    signal.signal(signal.SIGTERM, _terminate)
    _own_folder = tempfile.mkdtemp(prefix="rill-dev-")
    atexit.register(shutil.rmtree, _own_folder, ignore_errors=True)
    tempfile.tempdir = _own_folder


def end(why=None):
    """After Ctrl-C or SIGTERM: ends all child processes, and exits."""
    stop("interrupted",
         TERMINATED if isinstance(why, Terminated) else STATUS)


def stop(sentence, status):
    """Says why, ends all child processes, removes the temporary folder, and
    exits with this status."""
    global _is_ending
    _is_ending = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.stdout.flush()
    print(sentence, file=sys.stderr, flush=True)
    for how in (signal.SIGTERM, signal.SIGKILL):
        running = descendants(os.getpid())
        for process in running:
            try:
                os.kill(process, how)
            except OSError:  # it has ended, or belongs to another user
                pass
        wait_for(running)
    if _own_folder:
        shutil.rmtree(_own_folder, ignore_errors=True)
    os._exit(status)


def wait_for(processes):
    """Waits until no process runs, at most PATIENCE seconds."""
    until = time.monotonic() + PATIENCE
    while any(map(runs, processes)) and time.monotonic() < until:
        time.sleep(0.02)


def fields(process):
    """State and parent of a process as /proc shows them, or None."""
    try:
        with open(f"/proc/{process}/stat") as file:
            # The name comes before them, in parentheses, and may have spaces.
            state, parent = file.read().rpartition(")")[2].split()[:2]
    except (OSError, ValueError):
        return None
    return state, int(parent)


def runs(process):
    found = fields(process)
    return found is not None and found[0] != "Z"


def descendants(ancestor):
    """All descendants of a process; none without /proc."""
    if not os.path.isdir("/proc"):
        return []
    parents = {int(name): fields(name) for name in os.listdir("/proc")
               if name.isdigit()}
    found, below = [], {ancestor}
    while below:
        below = {process for process, known in parents.items()
                 if known and known[1] in below}
        found += below
    return found
