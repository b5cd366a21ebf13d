"""The standard streams on devices that fail, are full, slow, or closed
(docs/standard-streams.md)."""

import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from standard_test import (BUILDS, content, message, quiet,  # noqa: E402
                           static, usual)
from sweep import ReadSweep, Sweep  # noqa: E402
from watching import expect, line_text, run_into  # noqa: E402


def with_environment(command, environment):
    settings = [f"{key}={value}" for key, value in environment.items()]
    return ["env", *settings, *command]


def sweep_writes(tools, build, stream, count, environment):
    command = with_environment(build(tools, "say", stream, count), environment)
    Sweep(tools, lambda path: command).check(3, 10)


class ShellSweep(Sweep):
    """The shell opens the file. It then closes its own descriptor, whose
    errors the program does not report."""

    def must_tell(self, one):
        return False


def sweep_errors(tools, build, stream, count, environment):
    command = with_environment(build(tools, "say", stream, count), environment)
    ShellSweep(tools, lambda path: ["sh", "-c", 'exec "$@" 2>>"$0"', path,
                                    *command]).check(3, 10)


def sweep_reads(tools, build, source, environment):
    command = with_environment(build(tools, "copies", source), environment)
    ReadSweep(tools, lambda path: ["sh", "-c", 'exec "$@" <"$0"', path,
                                   *command], line_text(3000)).check(5, 3)


def test_faults(tools):
    """Every error at every call is reported, or nothing is lost."""
    sweep_writes(tools, usual, "out", 20000, {})
    sweep_errors(tools, usual, "eprint", 2, {})
    sweep_reads(tools, usual, "stdin", {})


def test_more_faults(tools):
    for build, stream, count, environment in (
            (usual, "print", 12000, {}), (quiet, "out", 20000, {}),
            (quiet, "print", 12000, {}),
            (usual, "print", 3, {"RILL_STDOUT": "line"}),
            (usual, "out", 3, {"RILL_STDOUT": "none"}),
            (usual, "out", 100, {"RILL_STDOUT": "300"})):
        sweep_writes(tools, build, stream, count, environment)
    for build, stream, count, environment in (
            (usual, "err", 2, {}), (quiet, "err", 2, {}),
            (usual, "err", 200, {"RILL_STDERR": "block"}),
            (usual, "eprint", 200, {"RILL_STDERR": "1K"})):
        sweep_errors(tools, build, stream, count, environment)
    for build, source, environment in (
            (usual, "in", {}), (quiet, "in", {}), (quiet, "stdin", {}),
            (usual, "in", {"RILL_STDIN": "8K"}),
            (usual, "stdin", {"RILL_STDIN": "8K"})):
        sweep_reads(tools, build, source, environment)


test_more_faults.slow = True


def test_slow_pipes(tools):
    """rill waits for a non-blocking pipe that is full."""
    count = 30000
    for build in (usual, quiet, static):
        for stream, setting in (("print", ""), ("out", ""), ("out", "line"),
                                ("out", "none"), ("print", "line")):
            some = 6000 if setting else count
            expect(watching.into_slow_pipe(
                build(tools, "say", stream, some), first=0.05,
                environment={"RILL_STDOUT": setting}), out=line_text(some))


def test_slow_standard_error(tools):
    count = 9000
    for build in (usual, quiet):
        for stream in ("eprint", "err"):
            for setting in ("", "block"):
                reader, writer = os.pipe()
                os.set_blocking(writer, False)
                program = watching.start(
                    build(tools, "say", stream, count), stderr=writer,
                    stdin=subprocess.DEVNULL,
                    environment={"RILL_STDERR": setting})
                os.close(writer)
                got = watching.read_all(reader, 0.002)
                os.close(reader)
                assert program.wait(watching.LIMIT) == 0, (stream, setting)
                assert got == line_text(count), (stream, setting, len(got))


def test_closed_pipe_of_out(tools):
    """The reader closes the pipe: there is no message, and nothing more is
    written."""
    tools.need("strace")
    for stream, setting in (("out", ""), ("out", "line"), ("print", "line")):
        reader, writer = os.pipe()
        os.close(reader)
        log = os.path.join(tools.folder, "strace.txt")
        command = ["strace", "-f", "-qq", "-o", log, "-e", "signal=none", "-e",
                   "trace=write,writev", *usual(tools, "say", stream, 40000)]
        seen = run_into(writer, command, ignore=[signal.SIGPIPE],
                        environment={"RILL_STDOUT": setting})
        os.close(writer)
        expect(seen, 1)
        with open(log) as file:
            made = [one for one in watching.calls(file) if one.descriptor == 1]
        assert [one.error for one in made] == ["EPIPE"], made


def test_closed_standard_streams(tools):
    """With 0, 1 and 2 closed, the status reports a loss."""
    for build in BUILDS:
        for stream, closed in (("print", [1]), ("out", [1]), ("eprint", [2]),
                               ("err", [2]), ("print", [0, 1, 2]),
                               ("out", [0, 1, 2]), ("err", [0, 1, 2])):
            command = build(tools, "say", stream, 1)
            seen = run_into(None, command, close=closed)
            assert seen.status == 1, (stream, closed, seen)
            wanted = message(command, b"Bad file descriptor")
            assert seen.err == (b"" if 2 in closed else wanted), seen
            expect(run_into(None, build(tools, "say", stream, 0),
                            close=closed))


def test_file_size_limit(tools):
    path = os.path.join(tools.folder, "out")
    for stream, setting in (("out", ""), ("out", "line"), ("print", "none")):
        command = usual(tools, "say", stream, 3000)
        seen = run_into(path, command, file_limit=10000,
                        ignore=[signal.SIGXFSZ],
                        environment={"RILL_STDOUT": setting})
        expect(seen, 1, err=message(command, b"File too large"))
        got = content(path)
        assert line_text(3000).startswith(got), stream
        # A piece that does not fit may be missing as a whole.
        assert 9000 < len(got) <= 10000, (stream, setting, len(got))
