"""Shared by the system tests: runs programs in unusual conditions (a slow
reader, a terminal, ignored signals, closed descriptors), and parses the output
of strace."""

import os
import re
import resource
import select
import signal
import subprocess
import time
from dataclasses import dataclass

LIMIT = 60  # seconds


@dataclass
class Seen:
    status: int  # negative: ended by that signal
    out: bytes
    err: bytes


def surroundings(ignore=(), close=(), file_limit=None):
    """Sets up the child process before it executes the program."""
    def prepare():
        for one in ignore:
            signal.signal(one, signal.SIG_IGN)
        if file_limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE,
                               (file_limit, file_limit))
        for descriptor in close:
            os.close(descriptor)
    return prepare


def start(command, ignore=(), close=(), file_limit=None, environment=None,
          **streams):
    return subprocess.Popen(
        command, env=dict(os.environ, **(environment or {})),
        restore_signals=not ignore,
        preexec_fn=surroundings(ignore, close, file_limit), **streams)


def run_into(path, command, stdin=subprocess.DEVNULL, **options):
    """Runs with standard output on a file, a device or a descriptor. Returns
    the status and standard error."""
    if isinstance(path, str):
        with open(path, "wb") as out:
            return run_into(out, command, stdin, **options)
    program = start(command, stdin=stdin, stdout=path,
                    stderr=subprocess.PIPE, **options)
    _, err = program.communicate(timeout=LIMIT)
    return Seen(program.returncode, b"", err)


def exit_takes_locks(tools):
    """Whether exit waits for a thread that keeps the lock of a FILE, as since
    glibc 2.41, in a program without rill."""
    program = tools.compile("""#include <stdio.h>
#include <thread>
#include <unistd.h>
int main() {
  std::thread([] {
    flockfile(stdin);
    pause();
  }).detach();
  usleep(100000);
}
""", name="locks")
    try:
        subprocess.run([program], stdin=subprocess.DEVNULL, timeout=5)
        return False
    except subprocess.TimeoutExpired:
        return True


def read_all(descriptor, pause=0.0, size=65536):
    """Reads to the end, and sleeps before each read."""
    parts = []
    while True:
        time.sleep(pause)
        try:
            part = os.read(descriptor, size)
        except OSError:  # a terminal whose other side is closed
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


def into_slow_pipe(command, blocking=False, pause=0.002, first=0.2,
                   **options):
    """Runs with a pipe as standard output whose reader is slow."""
    reader, writer = os.pipe()
    os.set_blocking(writer, blocking)
    program = start(command, stdin=subprocess.DEVNULL, stdout=writer,
                    stderr=subprocess.PIPE, **options)
    os.close(writer)
    time.sleep(first)
    out = read_all(reader, pause)
    os.close(reader)
    _, err = program.communicate(timeout=LIMIT)
    return Seen(program.returncode, out, err)


def at_terminal(command, stdin=b"", **options):
    """Runs at a terminal that does not change bytes."""
    import pty
    import termios
    ours, theirs = pty.openpty()
    modes = termios.tcgetattr(theirs)
    modes[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    program = start(command, stdin=subprocess.PIPE, stdout=theirs,
                    stderr=subprocess.PIPE, **options)
    os.close(theirs)
    program.stdin.write(stdin)
    program.stdin.close()
    program.stdin = None
    out = read_all(ours)
    os.close(ours)
    _, err = program.communicate(timeout=LIMIT)
    return Seen(program.returncode, out, err)


def wait_for(descriptor, wanted, limit=10):
    """Reads until the bytes end with `wanted`, and returns them."""
    got = b""
    end = time.monotonic() + limit
    while not got.endswith(wanted):
        left = end - time.monotonic()
        ready, _, _ = select.select([descriptor], [], [], max(left, 0))
        assert ready, f"after {limit} s there was only {got!r}"
        part = os.read(descriptor, 65536)
        assert part, f"the end came after {got!r}"
        got += part
    return got


@dataclass
class Call:
    """One line of strace."""
    name: str
    descriptor: int
    result: int
    error: str
    line: str


def calls(lines, *names):
    """The completed calls in strace's lines; with names, only those."""
    found = []
    for line in lines:
        match = re.match(r"(?:\d+ +)?(\w+)\((-?\d*).*\) += (-?\d+)(?: (\w+))?",
                         line)
        if match and (not names or match[1] in names):
            found.append(Call(match[1], int(match[2] or -1), int(match[3]),
                              match[4] or "", line))
    return found


def line_text(count):
    """The output of `output lines COUNT`."""
    return b"".join(b"line %d\n" % i for i in range(count))


def short(data):
    """Shortens long bytes to their two ends, for messages."""
    return data if len(data) < 200 else data[:100] + b" ... " + data[-100:]


def expect(seen, status=0, out=None, err=b""):
    assert seen.err == err, short(seen.err)
    assert seen.status == status, (seen.status, short(seen.err))
    if out is not None:
        assert seen.out == out, (
            f"{len(seen.out)} bytes for {len(out)}: {short(seen.out)}")
