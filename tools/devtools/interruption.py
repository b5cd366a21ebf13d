"""Ctrl-C or SIGTERM ends a command of ./dev at once, with every program that it
started.

Threads wait for compilers and tests. Python joins its threads when it ends: an
exception in the main thread alone would wait for all of them, and each would
start its next test."""

import atexit
import contextlib
import ctypes
import os
import shutil
import signal
import sys
import tempfile
import threading
import time

STATUS = 130  # what a shell reports after SIGINT: 128 + 2
TERMINATED = 143  # and after SIGTERM: 128 + 15
PATIENCE = 1  # seconds between SIGTERM and SIGKILL

# Set by prepare. end() must not remove tempfile.tempdir instead: mkdtemp sets
# that to the system's folder first, and Ctrl-C can arrive right then.
_own_folder = None
# Set by stop. A program that fails afterwards fails because this process ended
# it.
_is_ending = False
# Seconds to wait for the signal here when a program has failed, which the signal
# may have reached first.
NOTICE = 0.2
ENDING = 5  # seconds in which an interruption ends this process
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)


def hold():
    """Called in a thread before it starts a program, and where one has failed:
    does not return while this process is being ended."""
    if _is_ending:
        time.sleep(ENDING)


def caused():
    """Whether an interruption has made a program fail, which can become known a
    moment later."""
    if not _is_ending:
        time.sleep(NOTICE)
    return _is_ending


def prepare():
    """Puts all temporary folders into one, which is removed at the end, and
    heeds SIGINT, unless it is ignored, and SIGTERM."""
    global _own_folder
    heed({signal.SIGTERM: TERMINATED, **(
        {signal.SIGINT: STATUS} if signal.getsignal(signal.SIGINT)
        is signal.default_int_handler else {})})
    _own_folder = tempfile.mkdtemp(prefix="rill-dev-")
    atexit.register(shutil.rmtree, _own_folder, ignore_errors=True)
    tempfile.tempdir = _own_folder


def heed(statuses):
    """Ends this process with statuses[N] when signal N arrives. A thread of its
    own does that: the main thread may wait for a lock, which a signal that the
    kernel hands to another thread does not end."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in statuses:
        signal.signal(number, lambda *_: time.sleep(ENDING))

    def watch():
        while True:
            for number in os.read(reading, 16):
                if number in statuses:
                    stop("interrupted", statuses[number])
    threading.Thread(target=watch, daemon=True).start()


def adopt():
    """Makes this process the parent of what its children leave behind from now
    on, such as the compiler proper of a driver that was ended, so that
    descendants() finds it. Not earlier: this process does not wait for what it
    adopts. Linux alone has that."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def end():
    """After Ctrl-C: ends all child processes, and exits."""
    stop("interrupted", STATUS)


def stop(sentence, status):
    """Says why, ends all child processes, removes the temporary folder, and
    exits with this status. Another thread may be in the middle of an output, so
    standard error is written to directly."""
    global _is_ending
    if _is_ending:
        return
    _is_ending = True
    adopt()
    try:
        flush()
        with contextlib.suppress(OSError):
            os.write(2, f"{sentence}\n".encode())
        for how in (signal.SIGTERM, signal.SIGKILL):
            end_descendants(how)
        if _own_folder:
            shutil.rmtree(_own_folder, ignore_errors=True)
    finally:
        os._exit(status)


def flush():
    """Writes what was printed, unless a reader who does not read, or another
    thread, holds that up."""
    def one():
        with contextlib.suppress(OSError):
            sys.stdout.flush()
    flusher = threading.Thread(target=one, daemon=True)
    flusher.start()
    flusher.join(NOTICE)


def end_descendants(how):
    """Sends a signal to each descendant, and to those that a thread was just
    about to start, until none runs, for at most PATIENCE seconds."""
    until, told, quiet = time.monotonic() + PATIENCE, set(), 0
    while quiet < 2 and time.monotonic() < until:
        running = set(filter(runs, descendants(os.getpid())))
        for process in running - told:
            with contextlib.suppress(OSError):  # it has ended, or belongs to
                os.kill(process, how)           # another user
        told |= running
        quiet = 0 if running else quiet + 1
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
