"""A thread is cancelled while it prints into a full pipe: its locks are
released, and what it has printed before is written once."""

import os
import select
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402

SOURCE = "test/system/programs/cancel.cpp"
LIMIT = 20  # seconds
NUMBERS = ("text", "number", "numbers", "hook", "flush", "error",
           "error_hook", "stream", "stream_hook", "locked", "locked_hook",
           "printf")


def read_soon(descriptor, size, what):
    ready, _, _ = select.select([descriptor], [], [], LIMIT)
    assert ready, what
    return os.read(descriptor, size)


def ran(program, way, blocking=True, first=0):
    """Runs the program. Reads `first` bytes from the pipe, and the rest after
    the thread is cancelled. Returns the status and all bytes."""
    reader, writer = os.pipe()
    told, tells = os.pipe()
    os.set_blocking(writer, blocking)
    name = "stderr" if way.startswith("error") else "stdout"
    started = subprocess.Popen(
        [program, way], preexec_fn=lambda: os.dup2(tells, 3),
        close_fds=False, stdin=subprocess.DEVNULL, **{name: writer})
    os.close(writer)
    os.close(tells)
    try:
        got = bytearray()
        while len(got) < first:
            got += read_soon(reader, first - len(got), f"{way}: nothing")
        assert read_soon(told, 64, f"{way}: the thread does not end") == (
            b"cancelled\n"), way
        while part := read_soon(reader, 65536,
                                f"{way}: the next print does not end"):
            got += part
        return started.wait(timeout=LIMIT), bytes(got)
    finally:
        os.close(reader)
        os.close(told)
        started.kill()
        started.wait()


def expect_numbers(got, case):
    """Expects the lines 10, 11, 12 …, perhaps the beginning of a line, and
    "main"."""
    *lines, last, end = got.split(b"\n")
    assert lines == [b"%d" % i for i in range(10, 10 + len(lines))], case
    rest = b"%d" % (10 + len(lines))
    assert end == b"" and last.endswith(b"main"), (case, last, end)
    assert rest.startswith(last[:-4]), (case, last)


def test_the_next_print(tools):
    """A lock of the cancelled thread is released."""
    for flags in (("-O1",), ("-O1", "-DRILL_PORTABLE_LIBC=1"),
                  ("-O1", "-static")):
        program = tools.compile(SOURCE, flags=flags)
        for way in NUMBERS:
            status, got = ran(program, way)
            assert status == 0, (flags, way, status)
            expect_numbers(got, (flags, way))
        for way in ("large", "large_hook"):
            status, got = ran(program, way)
            assert status == 0 and got.endswith(b"main\n"), (flags, way)


def test_nothing_comes_twice(tools):
    """The pipe takes a part of the buffer before it is full again."""
    program = tools.compile(SOURCE, flags=("-O1",))
    for way in NUMBERS[:-1]:
        status, got = ran(program, way, blocking=False, first=10_000)
        assert status == 0, (way, status)
        expect_numbers(got, way)
