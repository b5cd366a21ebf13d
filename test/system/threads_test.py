"""Sinks and sources that threads share; threads, locks and forks that come in
the middle of a print."""

import os

SOURCE = "test/system/programs/threads.cpp"
SINKS = ("stdout", "FILE", "c_file", "writer", "ofstream")


def ran(tools, *words, limit=60):
    program = tools.compile(SOURCE, flags=("-O2",))
    seen = tools.run([program, *map(str, words)], limit=limit)
    assert (seen.status, seen.err) == (0, b""), (words, seen)


def test_whole_lines(tools):
    """8 threads, 100,000 lines each: none torn, none lost, in order."""
    path = os.path.join(tools.folder, "out")
    for sink in SINKS:
        ran(tools, "print", sink, path, 100_000)


def test_whole_lines_in_small_buffers(tools):
    path = os.path.join(tools.folder, "out")
    for sink in ("lines", "unbuffered", "two", "small"):
        ran(tools, "print", sink, path, 1_000)


def test_guards(tools):
    """What a thread prints under a guard stays together, among others'."""
    path = os.path.join(tools.folder, "out")
    for sink in SINKS:
        ran(tools, "guarded", sink, path, 20_000)


def test_a_thread_that_begins_inside(tools):
    """The lock is left out only where no thread can begin: one that begins in
    a hook, or under a guard, waits for the end of it."""
    path = os.path.join(tools.folder, "out")
    for work in ("hook", "bounded-hook", "guard"):
        for sink in SINKS + ("small",):
            ran(tools, work, sink, path, 1)


def test_a_thread_that_begins_in_a_cookie(tools):
    ran(tools, "cookie", "FILE", "-", 1)


def test_fork_inside(tools):
    """A hook that forks: the child gives back what the parent had taken."""
    path = os.path.join(tools.folder, "out")
    for sink in SINKS:
        ran(tools, "fork", sink, path, 1)


def test_scans(tools):
    """8 threads scan one source: each number once."""
    path = os.path.join(tools.folder, "in")
    for source in ("reader", "FILE", "c_file"):
        ran(tools, "scan", source, path, 2_000_000)
