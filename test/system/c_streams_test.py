"""FILEs owned by an object: what they write, and what is reported when a
device is full, a pipe closed or slow, a file too long, or any call fails."""

import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from sweep import ReadSweep, Sweep  # noqa: E402
from watching import run_into  # noqa: E402

SOURCE = "test/system/programs/c_streams.cpp"
QUIET = ("-O1", "-fno-exceptions")
PORTABLE = ("-O1", "-DRILL_PORTABLE_LIBC=1")


def c_streams(tools, *words, flags=("-O1",)):
    return [tools.compile(SOURCE, flags=flags), *map(str, words)]


def lines(count):
    """What write_lines in the program writes."""
    parts = []
    for i in range(count):
        parts.append(b"line %d of %d\n" % (i, count))
        if i % 1000 == 999:
            parts.append(b"%c" % (97 + i % 26) * 3000 + b"\n")
    return b"".join(parts)


def test_content(tools):
    path = os.path.join(tools.folder, "out")
    for flags in (("-O1",), QUIET, PORTABLE):
        for kind in ("closed", "unlocked", "unbuffered", "update", "large",
                     "left", "synced"):
            seen = tools.run(c_streams(tools, kind, path, 2500, flags=flags))
            assert (seen.status, seen.err) == (0, b""), (kind, flags, seen)
            with open(path, "rb") as file:
                assert file.read() == lines(2500), (kind, flags)


def test_full_device(tools):
    reason = b"write /dev/full: No space left on device\n"
    name = os.path.basename(c_streams(tools)[0]).encode()
    for count in (1, 100000):
        for kind in ("closed", "unlocked", "unbuffered", "update", "large",
                     "synced"):
            for flags in (("-O1",), PORTABLE):
                seen = tools.run(c_streams(tools, kind, "/dev/full", count,
                                           flags=flags))
                assert (seen.status, seen.err) == (2, b"told: " + reason), (
                    kind, count, flags, seen)
    # The destructor does not report an error again that a call has reported.
    seen = tools.run(c_streams(tools, "left", "/dev/full", 1))
    assert (seen.status, seen.err) == (1, name + b": " + reason), seen
    seen = tools.run(c_streams(tools, "left", "/dev/full", 100000))
    assert (seen.status, seen.err) == (2, b"told: " + reason), seen
    # After a failure of C's functions only the error mark remains: errno is
    # lost.
    seen = tools.run(c_streams(tools, "by_printf", "/dev/full", 100000))
    assert seen.status == 2, seen
    assert seen.err.startswith(b"told: write /dev/full: "), seen


def test_full_device_without_exceptions(tools):
    reason = b": write /dev/full: No space left on device\n"
    for count in (1, 100000):
        for kind in ("closed", "left", "update", "synced"):
            command = c_streams(tools, kind, "/dev/full", count, flags=QUIET)
            name = os.path.basename(command[0]).encode()
            seen = tools.run(command)
            assert (seen.status, seen.err) == (1, name + reason), (
                kind, count, seen)


def test_closed_pipe(tools):
    """With SIGPIPE ignored the error is reported, and nothing more is written.
    """
    reader, writer = os.pipe()
    program = watching.start(
        c_streams(tools, "closed", "/dev/stdout", 100000),
        ignore=[signal.SIGPIPE], stdin=subprocess.DEVNULL, stdout=writer,
        stderr=subprocess.PIPE)
    os.close(writer)
    os.read(reader, 4096)
    os.close(reader)
    _, err = program.communicate(timeout=watching.LIMIT)
    assert (program.returncode, err) == (
        2, b"told: write /dev/stdout: Broken pipe\n"), (
            program.returncode, err)


def test_slow_pipe(tools):
    """rill waits for a non-blocking FIFO that is full."""
    for kind in ("closed", "unbuffered", "large", "left"):
        command = c_streams(tools, kind, "/dev/stdout", 30000)
        seen = watching.into_slow_pipe(command, pause=0.01)
        assert (seen.status, seen.err) == (0, b""), (kind, seen)
        assert seen.out == lines(30000), (kind, len(seen.out))


def test_size_limit(tools):
    path = os.path.join(tools.folder, "out")
    for kind in ("closed", "unlocked", "update"):
        seen = run_into(os.devnull, c_streams(tools, kind, path, 3000),
                        file_limit=20000, ignore=[signal.SIGXFSZ])
        assert (seen.status, seen.err) == (
            2, f"told: write {path}: File too large\n".encode()), seen
        with open(path, "rb") as file:
            data = file.read()
        assert lines(3000).startswith(data), kind
        if kind != "update":  # here the C library writes
            assert len(data) == 20000, (kind, len(data))


def test_whole_buffers(tools):
    """A full buffer is one write, directly from the FILE's memory."""
    path = os.path.join(tools.folder, "out")
    done, log = tools.strace(c_streams(tools, "closed", path, 20000),
                             "write,writev,lseek", options=["-P", path])
    assert done.status == 0, done
    made = watching.calls(log)
    sizes = [one.result for one in made if one.name == "write"]
    assert len(sizes) == len(made), made
    assert sum(sizes) == len(lines(20000))
    assert len(sizes) <= sum(sizes) // 8130 + 2, sizes


def test_lock_before_the_first_thread(tools):
    path = os.path.join(tools.folder, "out")
    for flags in (("-O1", "-pthread"), ("-O1", "-pthread", PORTABLE[1])):
        seen = tools.run(c_streams(tools, "held", path, flags=flags))
        assert (seen.status, seen.err) == (0, b""), seen
        with open(path, "rb") as file:
            assert file.read() == b"first and last\nother\n"


def writes(tools, kind, count, flags=("-O1",)):
    program = tools.compile(SOURCE, flags=flags)
    return lambda path: [program, kind, path, str(count)]


def reads(tools, flags=("-O1",)):
    program = tools.compile(SOURCE, flags=flags)
    return lambda path: [program, "read", path]


def test_every_fault(tools):
    Sweep(tools, writes(tools, "closed", 1100)).check(8, 30)


def test_every_fault_without_exceptions(tools):
    Sweep(tools, writes(tools, "left", 1100, QUIET)).check(8, 30)


def test_every_fault_while_reading(tools):
    content = b"".join(b"%d\n" % (i * 7919 % 100003) for i in range(4000))
    ReadSweep(tools, reads(tools), content).check(6, 6)
