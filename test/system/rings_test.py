"""Rings in whole programs: bounded memory, a small stack, special files as
input and output, and no data race."""

import os
import resource
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from watching import expect, run_into  # noqa: E402

SOURCE = "test/system/programs/rings.cpp"
QUIET = ("-O1", "-fno-exceptions")


def rings(tools, *words, flags=("-O1",)):
    return [tools.compile(SOURCE, flags=flags), *map(str, words)]


def numbers(count):
    return b"".join(b"%d\n" % i for i in range(count))


def test_large_requests_need_no_stack(tools):
    """50 MB in one call, through rings of 1 KB, with a stack of 64 KB."""
    for flags in (("-O1",), ("-O0",)):
        command = rings(tools, "one_call", 50_000_000, flags=flags)
        text = b"0123456789abcdef" * 3_125_000
        done = subprocess.run(
            command, input=text, stdout=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_STACK, (1 << 16, 1 << 16)))
        assert done.returncode == 0
        assert done.stdout == text


def peak_memory(command, text):
    """The peak memory in KB, with the output discarded."""
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(command, stdin=subprocess.PIPE,
                                   stdout=nothing)
        process.stdin.write(text)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    assert status == 0
    return usage.ru_maxrss


def test_memory_is_the_buffer(tools):
    """A line of 20 MB needs no more memory than one of 200 bytes."""
    command = rings(tools, "by_pieces")
    little = peak_memory(command, b"x" * 200)
    much = peak_memory(command, b"x" * 20_000_000)
    assert much < little + 2000, (little, much)
    text = (b"x" * 99 + b"\n") * 50 + b"y" * 350 + b"\n\n" + b"z" * 100
    expect(tools.run(command, stdin=text), out=text)


def test_full_device(tools):
    """The destructor reports errors, with and without exceptions."""
    for flags in (("-O1",), QUIET):
        for count in (1, 100_000):
            command = rings(tools, "lines", count, flags=flags)
            seen = run_into("/dev/full", command)
            assert seen.status != 0, seen
            if flags == QUIET or count == 1:
                assert seen.status == 1, seen
                assert (b"write to a ring: No space left on device\n"
                        in seen.err), seen.err


def test_errors_of_reading(tools):
    """A directory as input is an error of the source, which scan reports."""
    for flags in (("-O1",), QUIET):
        command = rings(tools, "sum", flags=flags)
        expect(tools.run(command, stdin=numbers(1000)), out=b"499500\n")
        folder = os.open(tools.folder, os.O_RDONLY)
        try:
            done = subprocess.run(command, stdin=folder,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
        finally:
            os.close(folder)
        assert done.returncode != 0
        assert b"Is a directory" in done.stderr, done.stderr


def test_mapping_is_refused(tools):
    """Without memfd_create a ring uses ordinary memory, and the bytes are the
    same."""
    command = rings(tools, "by_pieces")
    strace = tools.need("strace")
    text = numbers(20_000)
    seen = tools.run([strace, "-qq", "-o", os.devnull, "-e",
                      "inject=memfd_create:error=ENOSYS", *command],
                     stdin=text)
    if b"ptrace" in seen.err.lower():
        tools.skip("strace: not allowed here")
    expect(seen, out=text)


def test_no_data_race(tools):
    """ThreadSanitizer finds no race in a ring_pipe."""
    flags = ("-O1", "-fsanitize=thread")
    from devtools import configurations, machine
    chosen = next(c for c in configurations.plain() if c.name == "clang")
    if chosen.missing or not machine.accepts(chosen.compiler, *flags):
        tools.skip("ThreadSanitizer of clang++: not installed")
    program = tools.compile(SOURCE, flags=flags, compiler="clang")
    expect(tools.run([program, "threads", "3000"]),
           out=b"3000 sent, 0 wrong\n")
    expect(tools.run([program, "stream", "200000"]),
           out=b"%d\n" % (200_000 * 199_999 // 2))


def test_between_threads(tools):
    for flags in (("-O1",), QUIET):
        expect(tools.run(rings(tools, "threads", 20_000, flags=flags)),
               out=b"20000 sent, 0 wrong\n")
        expect(tools.run(rings(tools, "stream", 3_000_000, flags=flags)),
               out=b"%d\n" % (3_000_000 * 2_999_999 // 2))
