"""out() and err() belong to one thread: others that start programs, flush,
fork, scan or end the program lose, repeat and tear none of its lines."""

import os
import signal
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from watching import line_text  # noqa: E402

SOURCE = "test/system/programs/native_threads.cpp"
BLOCKS = {"RILL_STDERR": "block", "DISPLAY": "", "WAYLAND_DISPLAY": ""}


def built(tools, *flags):
    return tools.compile(SOURCE, flags=("-O1", *flags))


def ran(tools, stream, *words, flags=(), **options):
    """Runs with the stream on a file. Returns (status, the file's bytes, what
    the other stream got)."""
    path = os.path.join(tools.folder, stream)
    command = [built(tools, *flags), stream, *map(str, words)]
    with open(path, "wb") as file:
        streams = {"stdout": watching.subprocess.PIPE,
                   "stderr": watching.subprocess.PIPE, f"std{stream}": file}
        program = watching.start(command, environment=BLOCKS,
                                 stdin=watching.subprocess.DEVNULL, **streams,
                                 **options)
        out, err = program.communicate(timeout=60)
    with open(path, "rb") as file:
        return program.returncode, file.read(), out or err or b""


def is_prefix_of_lines(data, least):
    """Whether the bytes are whole lines 0, 1, 2, …, at least so many."""
    count = data.count(b"\n")
    return data == line_text(count) and count >= least


def test_one_thread(tools):
    """What the program prints before it starts another one comes first."""
    for stream in ("out", "err"):
        assert ran(tools, stream, "alone", 0) == (0, line_text(8), b""), stream


def test_beside_programs_that_start(tools):
    for stream in ("out", "err"):
        for work in ("spawn", "run", "fork"):
            seen = ran(tools, stream, work, 300_000)
            assert seen == (0, line_text(300_000), b""), (stream, work)


def test_beside_flush(tools):
    """flush in another thread leaves the stream alone."""
    for stream in ("out", "err"):
        seen = ran(tools, stream, "flush", 1_000_000)
        assert seen == (0, line_text(1_000_000), b""), stream


def test_beside_box(tools):
    status, out, others = ran(tools, "out", "box", 300_000)
    assert (status, out) == (0, line_text(300_000))
    assert others and not others.replace(b"box\n", b"")


def test_beside_a_scan_at_a_terminal(tools):
    """Each scan from a terminal writes the output first."""
    import pty
    ours, theirs = pty.openpty()
    path = os.path.join(tools.folder, "out")
    with open(path, "wb") as file:
        program = watching.start([built(tools), "out", "scan", "1000000"],
                                 stdin=theirs, stdout=file)
        while program.poll() is None:
            os.write(ours, b"1 2 3 4 5 6 7 8 9\n")
            watching.time.sleep(0.001)
    os.close(ours)
    os.close(theirs)
    with open(path, "rb") as file:
        assert (program.returncode, file.read()) == (0, line_text(1_000_000))


def test_children_of_another_thread(tools):
    """A child of fork uses the stream that another thread of its parent was
    printing to."""
    for stream in ("out", "err"):
        status, data, _ = ran(tools, stream, "child", 300_000)
        assert status == 0, (stream, status)
        # A write of the parent may end inside of a line.
        assert b"child\n" in data, stream
        assert data.replace(b"child\n", b"") == line_text(300_000), stream


def test_a_thread_that_has_ended(tools):
    """What it printed is written by flush in another thread, and before a
    program starts."""
    for flags in ((), ("-static",)):
        for stream in ("out", "err"):
            status, data, _ = ran(tools, stream, "ended", 10, flags=flags)
            assert (status, data) == (0, line_text(20) + b"run\n"), (
                flags, stream, status, data)


def test_a_thread_that_waits(tools):
    for stream in ("out", "err"):
        status, data, _ = ran(tools, stream, "left_alone", 0)
        assert (status, data) == (0, line_text(2)), (stream, status, data)


def test_turns(tools):
    """Threads that use the stream with a lock of their own."""
    for stream in ("out", "err"):
        seen = ran(tools, stream, "turns", 300_000)
        assert seen == (0, line_text(300_000), b""), stream


ENDS = (("exit", 0), ("quick_exit", 0), ("terminate", -signal.SIGABRT))


def without_message(data):
    """Without that of std::terminate, which goes to standard error too."""
    return data.split(b"terminate called")[0]


def test_the_end_while_the_owner_waits(tools):
    """Every byte is written."""
    for stream in ("out", "err"):
        for how, status in ENDS:
            for count in (1, 40_001):
                seen = ran(tools, stream, how, count)
                assert seen[0] == status, (stream, how, seen[0])
                assert without_message(seen[1]) == line_text(count), (
                    stream, how, count)


def test_the_end_while_the_owner_prints(tools):
    """The calls before the end are written, as whole lines."""
    for stream in ("out", "err"):
        for how, status in ENDS:
            seen = ran(tools, stream, how, 1000)
            assert seen[0] == status, (stream, how, seen[0])
            assert is_prefix_of_lines(without_message(seen[1]), 1000), (
                stream, how)


def test_the_end_while_the_owner_waits_for_a_pipe(tools):
    command = [built(tools), "out", "exit", "1000"]
    for blocking in (True, False):
        seen = watching.into_slow_pipe(command, blocking)
        assert (seen.status, seen.err) == (0, b""), seen
        assert is_prefix_of_lines(seen.out, 1000)


def test_lost_at_the_end(tools):
    """The bytes of a thread that waits are lost on a full disk: the program
    reports it."""
    command = [built(tools), "out", "exit", "1"]
    name = os.path.basename(command[0]).encode()
    watching.expect(watching.run_into("/dev/full", command), 1,
                    err=name + b": standard output: No space left on device\n")
