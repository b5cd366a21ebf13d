"""Programs that end, or fork, while one of their threads is blocked: the end
is not blocked, and no output is lost except what the thread holds."""

import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from watching import line_text  # noqa: E402

SOURCE = "test/system/programs/ending.cpp"
LIMIT = 20  # seconds; finds a program that waits for ever


def built(tools, *flags):
    return tools.compile(SOURCE, flags=("-O1", "-Wno-unused-result", *flags))


def ran(program, *words, out=subprocess.PIPE):
    """Standard input is a pipe that gets no bytes."""
    reader, writer = os.pipe()
    started = watching.start([program, *map(str, words)], stdin=reader,
                             stdout=out, stderr=subprocess.PIPE)
    os.close(reader)
    try:
        out, err = started.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        started.kill()
        started.communicate()
        raise AssertionError(f"{words}: no end within {LIMIT} s") from None
    finally:
        os.close(writer)
    return watching.Seen(started.returncode, out, err)


def test_output_is_lost_while_a_thread_reads(tools):
    """The message and status 1 appear, and other C streams are written."""
    program = built(tools)
    name = os.path.basename(program).encode()
    path = os.path.join(tools.folder, "beside")
    losses = (("stdout", name + b": standard output: "
               b"No space left on device\n"),
              ("writer", name + b": write /dev/full: "
               b"No space left on device\n"))
    for way in ("getchar", "scan", "in", "lock", "stream"):
        for loss, message in losses:
            for end in ("exit", "quick_exit"):
                with open("/dev/full", "wb") as full:
                    seen = ran(program, "input", way, loss, end, path,
                               out=full)
                assert seen == watching.Seen(1, None, message), (
                    way, loss, end, seen)
                with open(path, "rb") as file:
                    assert file.read() == b"beside\n", (way, loss, end)


def test_a_thread_keeps_the_lock(tools):
    """exit, quick_exit and terminate wait one second for the lock; the printed
    text arrives once."""
    program = built(tools)
    for way in ("hook", "lock"):
        for end, status in (("exit", 0), ("quick_exit", 0),
                            ("terminate", -signal.SIGABRT)):
            if end == "exit" and watching.exit_takes_locks(tools):
                continue
            seen = ran(program, "lock", way, end)
            assert (seen.status, seen.out) == (status, b"before\n"), (
                way, end, seen)


def test_the_child_is_to_read(tools):
    """fork does not wait for the reader that only the child becomes."""
    program = built(tools)
    for way, stream in (("thread", "print"), ("pending", "print"),
                        ("pending", "out")):
        seen = ran(program, "fork", way, stream)
        assert seen == watching.Seen(0, b"read 100000\n", b""), (
            way, stream, seen)
    seen = ran(program, "fork_errors")
    assert seen == watching.Seen(0, b"read 100000\n", b""), seen


def test_a_fork_waits_in_vain_once(tools):
    program = built(tools)
    for stream in ("print", "out"):
        seen = ran(program, "forks_in_vain", stream)
        assert seen == watching.Seen(0, b"1", b""), (stream, seen)


def test_the_end_waits_for_a_reader(tools):
    """rill waits for a thread that is blocked by a full pipe: no line is torn,
    and none comes twice."""
    program = built(tools)
    reader, writer = os.pipe()
    started = watching.start([program, "slow_reader"],
                             stdin=subprocess.DEVNULL, stdout=writer)
    os.close(writer)
    got = watching.read_all(reader, pause=0.2, size=16384)
    os.close(reader)
    assert started.wait(timeout=LIMIT) == 0
    lines = got.count(b"\n")
    assert got == line_text(lines) and lines > 5000, lines


def test_a_hook_ends_the_program(tools):
    """A hook ends the program: the text before it arrives, as when the hook
    throws. Where a call is composed aside, the text of the inner call comes
    first."""
    aside = b"first\ninner endsbegins outer "
    in_place = b"first\nbegins outer inner ends"
    path = os.path.join(tools.folder, "hooked")
    aborted = -signal.SIGABRT
    for flags in ((), ("-fno-exceptions",)):
        program = built(tools, *flags)
        for sink in ("print", "error", "out", "stream", "c_file", "writer",
                     "locked"):
            wanted = in_place if sink in ("out", "writer", "locked") else aside
            ways = [("exit", 0)]
            if sink in ("print", "error", "out"):
                ways += [("quick_exit", 0), ("terminate", aborted)]
            if not flags:
                ways += [("throw", 0)]
            for end, status in ways:
                seen = ran(program, "hook", sink, end, path)
                got = {"print": seen.out, "out": seen.out,
                       "error": seen.err}.get(sink)
                if got is None:
                    with open(path, "rb") as file:
                        got = file.read()
                if end == "terminate" and sink == "error":
                    got = got.replace(
                        b"terminate called without an active exception\n", b"")
                assert (seen.status, got) == (status, wanted), (
                    flags, sink, end, seen, got)
        seen = ran(program, "hook", "closed", "exit", path)
        assert seen.status == 0, seen


def test_a_child_ends_in_a_hook(tools):
    """A child does not write what its parent was printing."""
    program = built(tools)
    seen = ran(program, "hook", "print", "fork", "-")
    assert seen == watching.Seen(
        0, b"first\ninner ends lost\nbegins outer  lost\n", b""), seen


def test_what_was_taken(tools):
    """A program that ends in a hook, or in a loop over its input, leaves the
    file position at the first byte that it has not consumed."""
    program = built(tools)
    path = os.path.join(tools.folder, "in")
    text = b"1\n" + b"".join(b"%d\n" % i for i in range(2, 50_000))
    with open(path, "wb") as file:
        file.write(text)
    for how in ("hook", "hook_in", "lines", "words", "values", "ranges"):
        for end in ("exit", "quick_exit"):
            with open(path, "rb", buffering=0) as file:
                started = watching.start([program, "taken", how, end],
                                         stdin=file)
                assert started.wait(timeout=LIMIT) == 0, (how, end)
                rest = file.read()
            assert text.endswith(rest), (how, end)
            taken = text[:len(text) - len(rest)]
            wanted = (b"1\n2\n",) if how == "ranges" else (b"1", b"1\n")
            assert taken in wanted, (how, end, taken[:20])


def test_a_hook_throws_and_then_stdout(tools):
    """stdout is a stream of fopencookie: the caller gets the hook's exception,
    and the exception of the cookie's function is reported."""
    program = tools.compile("""#include <rill/print.h>
#include <stdio.h>
#include <exception>
#include <stdexcept>
struct thrower {
  friend void rill_print(auto& out, thrower const&) {
    out("x");
    throw std::runtime_error("hook");
  }
};
int main() {
  cookie_io_functions_t functions{};
  functions.write = [](void*, char const*, size_t) -> ssize_t { throw 7; };
  FILE* const thrown_at = fopencookie(nullptr, "w", functions);
  setvbuf(thrown_at, nullptr, _IONBF, 0);
  FILE* const before = stdout;
  stdout = thrown_at;
  try {
    rill::println("a ", thrower{});
  } catch (std::exception const& reason) {
    fprintf(stderr, "caught %s\\n", reason.what());
  }
  stdout = before;
}
""", name="cookie")
    name = os.path.basename(program).encode()
    seen = ran(program)
    assert seen == watching.Seen(
        1, b"", name + b": write standard output: an exception was thrown\n"
        b"caught hook\n"), seen
