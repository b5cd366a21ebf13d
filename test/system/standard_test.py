"""The standard streams: when bytes are written, who gets the unread ones, and
the end of the program (docs/standard-streams.md)."""

import os
import signal
import subprocess
import sys
import termios

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from watching import expect, line_text, run_into  # noqa: E402

SOURCE = "test/system/programs/standard.cpp"
WORDS = ("-O1", "-Wno-unused-result")
PLAIN = ("RILL_STDOUT", "RILL_STDERR", "RILL_STDIN", "_STDBUF_O", "_STDBUF_E",
         "_STDBUF_I")


def usual(tools, *words, flags=()):
    program = tools.compile(SOURCE, flags=(*WORDS, *flags))
    return [program, *map(str, words)]


def quiet(tools, *words):
    return usual(tools, *words, flags=("-fno-exceptions",))


def portable(tools, *words):
    return usual(tools, *words, flags=("-DRILL_PORTABLE_LIBC=1",))


def static(tools, *words):
    return usual(tools, *words, flags=("-static",))


BUILDS = (usual, quiet, portable)


def message(command, reason):
    name = os.path.basename(command[0]).encode()
    return b"%s: standard output: %s\n" % (name, reason)


def content(path):
    with open(path, "rb") as file:
        return file.read()


def terminal():
    """(test's side, program's side) of a terminal that does not change bytes.
    """
    ours, theirs = os.openpty()
    modes = termios.tcgetattr(theirs)
    modes[1] &= ~termios.OPOST
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    return ours, theirs


def paced(command, descriptor, ours, theirs, count=4, environment=None,
          form=b"line %d\n"):
    """Continues the program only after the previous line has arrived."""
    streams = {"stdin": subprocess.PIPE,
               "stdout" if descriptor == 1 else "stderr": theirs}
    program = watching.start(command, environment=environment, **streams)
    os.close(theirs)
    try:
        for i in range(count):
            wanted = form % i
            assert watching.wait_for(ours, wanted[-1:]) == wanted
            program.stdin.write(b".")
            program.stdin.flush()
        assert program.wait(watching.LIMIT) == 0
    finally:
        program.kill()
        program.wait()
        program.stdin.close()
        os.close(ours)


def test_lines_at_a_terminal(tools):
    """On a terminal each line appears when it is printed."""
    for build in BUILDS:
        for stream in ("print", "out", "stdout"):
            paced(build(tools, "paced", stream, 4), 1, *terminal())
        for stream in ("eprint", "err", "stderr"):
            paced(build(tools, "paced", stream, 4), 2, *terminal())
        for stream, descriptor in (("print", 1), ("out", 1), ("eprint", 2),
                                   ("err", 2)):
            if build is portable and stream == "print":
                continue  # the C library waits for a newline
            paced(build(tools, "dots", stream, 4), descriptor, *terminal(),
                  form=b"%d.")


def test_lines_when_asked(tools):
    """RILL_STDOUT=line and none, and stdbuf, into a pipe."""
    stdbuf = tools.need("stdbuf")
    for build in (usual, quiet, static):
        for stream in ("print", "out"):
            command = build(tools, "paced", stream, 4)
            for setting in ("line", "none", "L", "0"):
                paced(command, 1, *os.pipe(),
                      environment={"RILL_STDOUT": setting})
            for option in ("-oL", "-o0"):
                paced([stdbuf, option, *command], 1, *os.pipe())
    for stream in ("eprint", "err"):
        paced(usual(tools, "paced", stream, 4), 2, *os.pipe())


def writes(tools, command, descriptor, environment=None, stdin=b""):
    settings = [f"{key}={value}"
                for key, value in (environment or {}).items()]
    unset = [word for name in PLAIN for word in ("-u", name)]
    seen, lines = tools.strace(["env", *unset, *settings, *command],
                               "write,writev,pwrite64", stdin)
    assert seen.status == 0, seen
    return seen, [one.result for one in watching.calls(lines)
                  if one.descriptor == descriptor]


def test_blocks(tools):
    """Writes have 64 KiB by default, or the size that the user sets, up to 1
    MB."""
    stdbuf = tools.need("stdbuf")
    count = 30000
    size = len(line_text(count))
    for build in (usual, static):
        for stream in ("print", "out"):
            command = build(tools, "say", stream, count)
            for prefix, environment, block in (
                    ((), {}, 65536),
                    ((), {"RILL_STDOUT": "block"}, 65536),
                    ((), {"RILL_STDOUT": "1000"}, 1000),
                    ((), {"RILL_STDOUT": "8K"}, 8192),
                    ((), {"RILL_STDOUT": "1M"}, 1 << 20),
                    ((), {"_STDBUF_O": "2000"}, 2000),
                    ((), {"_STDBUF_O": "2000", "RILL_STDOUT": "8K"}, 8192),
                    ((), {"_STDBUF_O": "2000", "RILL_STDOUT": "odd"}, 2000),
                    ((stdbuf, "-o3K"), {}, 3072),
                    ((stdbuf, "-o1MB"), {}, 1000000)):
                seen, made = writes(tools, [*prefix, *command], 1,
                                    environment)
                case = (build.__name__, stream, prefix, environment)
                assert seen.out == line_text(count), case
                if stream == "out" and block == 65536:
                    block = 131072  # RILL_BUFFER_SIZE
                assert max(made) <= block, (case, max(made))
                # If a number does not fit, the end of the buffer stays unused,
                # and out() then writes whole pages.
                least = -(-size // block)
                most = least * (2 if stream == "out" else 1.25) + 2
                assert least <= len(made) <= most, (case, len(made))


def test_standard_error_settings(tools):
    """RILL_STDERR and stdbuf -e."""
    stdbuf = tools.need("stdbuf")
    for build in (usual, static):
        for stream in ("eprint", "err"):
            command = build(tools, "say", stream, 100)
            for prefix, environment, count in (
                    ((), {}, 100), ((), {"RILL_STDERR": "none"}, 100),
                    ((), {"RILL_STDERR": "line"}, 100),
                    ((), {"RILL_STDERR": "block"}, 1),
                    ((), {"_STDBUF_E": "4000"}, 1),
                    ((stdbuf, "-eL"), {}, 100), ((stdbuf, "-e4K"), {}, 1)):
                seen, made = writes(tools, [*prefix, *command], 2,
                                    environment)
                case = (build.__name__, stream, prefix, environment)
                assert seen.err == line_text(100), case
                assert len(made) == count, (case, len(made))


def test_calls_are_one_write(tools):
    """On standard error each call is one write, up to 4 KiB, whatever its
    pieces are."""
    parts = (b"pieces 1 2.5 c text\n", b"hooks <3<2<1<0>>>> and <2<1<0>>>\n",
             b"lines\nof\none\ncall 4\n", b"styled red   5\n",
             b"long %s %s\n" % (b"l" * 3000, b"m" * 900), b"no newline 6")
    for build in BUILDS:
        for stream in ("eprint", "err", "err-writer", "stderr"):
            seen, made = writes(tools, build(tools, "calls", stream), 2)
            assert seen.err == b"".join(parts), (stream, seen.err)
            if build is portable and not stream.startswith("err"):
                continue
            assert made == [len(part) for part in parts], (stream, made)
    # So is each call on standard output without a buffer.
    for stream in ("print", "out"):
        seen, made = writes(tools, usual(tools, "calls", stream), 1,
                            {"RILL_STDOUT": "none"})
        assert seen.out == b"".join(parts[:5]), (stream, seen.out)
        assert made == [len(part) for part in parts[:5]], (stream, made)


def test_calls_after_a_large_one(tools):
    """After a call with a long last piece, later calls are still one write
    each."""
    wanted = b"1%s\n" % (b"l" * 20000) + b"".join(
        b"line %d\n" % i for i in range(5))
    for stream in ("eprint", "err", "err-writer", "stderr"):
        seen, made = writes(tools, usual(tools, "large", stream), 2)
        assert seen.err == wanted, (stream, made)
        assert made[-5:] == [7] * 5, (stream, made)


def test_lent(tools):
    """Printing to out() while it is traced is refused at once and reported at
    the end; so is an end before the traced writer has returned the buffer,
    which then is written all the same."""
    lent = b"its buffer is lent to another writer or reader"
    refused = b"write: " + lent + b"\n"
    for count, end, out in ((0, "return", b"through the trace\n"),
                            (1, "return", b""),
                            (0, "exit", b"through the trace\n"),
                            (2, "exit", b"")):
        command = usual(tools, "lends", count, end)
        path = os.path.join(tools.folder, "lent")
        told = message(command, lent) if count or end == "exit" else b""
        expect(run_into(path, command), 1 if told else 0,
               err=refused * count + told)
        assert content(path) == out


def test_standard_error_is_full(tools):
    """The status also reports the loss if standard error is buffered."""
    for stream in ("eprint", "err"):
        for setting in ("", "block"):
            for build in (usual, quiet):
                with open("/dev/full", "wb") as full:
                    program = watching.start(
                        build(tools, "say", stream, 3), stderr=full,
                        environment={"RILL_STDERR": setting})
                    assert program.wait(watching.LIMIT) == 1, (stream, setting)


def shell(tools, line, *commands, stdin=None, environment=None):
    """Runs a line of sh in which $1, $2 … are commands."""
    words = [" ".join(f"'{word}'" for word in command)
             for command in commands]
    for i, one in enumerate(words):
        line = line.replace(f"${i + 1}", one)
    program = watching.start(["sh", "-c", line], stdin=stdin or
                             subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, environment=environment)
    out, err = program.communicate(timeout=watching.LIMIT)
    return watching.Seen(program.returncode, out, err)


def numbers_file(tools, count=20000):
    path = os.path.join(tools.folder, "numbers")
    with open(path, "wb") as file:
        file.write(b"".join(b"%d\n" % i for i in range(count)))
    return path


def test_given_back(tools):
    """(a; b) < file: b continues where a stopped."""
    path = numbers_file(tools)
    for build in BUILDS:
        for source in ("in", "stdin"):
            for end in ("return", "exit", "quick_exit"):
                for count in (1, 3, 9000):
                    command = build(tools, "numbers", source, count, end)
                    second = build(tools, "lines", source, 3)
                    seen = shell(tools, f"( $1; $2; head -1 ) < {path}",
                                 command, second)
                    wanted = b"%d\n[]\n[%d]\n[%d]\n%d\n" % (
                        count * (count - 1) // 2, count, count + 1, count + 2)
                    assert seen.out == wanted, (
                        build.__name__, source, end, count, seen)
            # After _exit nothing is guaranteed. After whole lines nothing is
            # read ahead.
            seen = shell(tools, f"( $1; head -1 ) < {path}",
                         build(tools, "lines", source, 2))
            assert seen.out == b"[0]\n[1]\n2\n", (source, seen)


def test_given_back_before_the_last_word(tools):
    """Lost output does not prevent giving back unread input."""
    path = numbers_file(tools)
    for source in ("in", "stdin"):
        for end in ("return", "quick_exit"):
            command = usual(tools, "numbers", source, 2, end)
            seen = shell(tools, f"( $1 >/dev/full; head -2 ) < {path}",
                         command)
            assert seen.out == b"\n2\n", (source, end, seen)
            assert seen.err == message(command, b"No space left on device")


def test_nothing_taken_too_much(tools):
    """RILL_STDIN=none: the next program gets the bytes after the line from a
    pipe."""
    stdbuf = tools.need("stdbuf")
    data = b"".join(b"line %d\n" % i for i in range(300))
    for build in (usual, quiet, static):
        for source in ("in", "stdin"):
            command = build(tools, "lines", source, 2)
            for prefix, environment in (
                    ((), {"RILL_STDIN": "none"}), ((), {"RILL_STDIN": "0"}),
                    ((stdbuf, "-i0"), {})):
                reader, writer = os.pipe()
                os.write(writer, data)
                os.close(writer)
                seen = shell(tools, "$1; $1; cat", [*prefix, *command],
                             stdin=reader, environment=environment)
                os.close(reader)
                wanted = b"".join(b"[line %d]\n" % i for i in range(4))
                wanted += b"".join(data.splitlines(keepends=True)[4:])
                assert seen.out == wanted, (build.__name__, source, prefix,
                                            seen.out[:100])


def test_children_see_the_rest(tools):
    data = b"".join(b"line %d\n" % i for i in range(300))
    rest = b"".join(data.splitlines(keepends=True)[1:])
    for build in (usual, static):
        for source in ("in", "stdin"):
            seen = tools.run(build(tools, "child_reads", source), data,
                             environment={"RILL_STDIN": "none"})
            expect(seen, out=b"[line 0]\n" + rest)


def test_sizes_of_reads(tools):
    stdbuf = tools.need("stdbuf")
    data = b"".join(b"line %d\n" % i for i in range(300))
    for build in (usual, static):
        for source in ("in", "stdin"):
            for prefix, setting, size in (
                    ((), "none", 1), ((), "1", 1), ((), "50", 50),
                    ((), "1K", 1024), ((), "200K", 204800),
                    ((stdbuf, "-i50"), "", 50), ((stdbuf, "-i0"), "", 1)):
                environment = [f"RILL_STDIN={setting}"] if setting else []
                seen, lines = tools.strace(
                    ["env", *environment, *prefix,
                     *build(tools, "copies", source)], "read", data)
                assert seen.out == b"".join(
                    b"%d line %d\n" % (i + 1, i) for i in range(300)), seen
                asked = [int(one.split(",")[-1].split(")")[0])
                         for one in lines
                         if one.split("read(")[-1].startswith("0,")]
                assert max(asked) == size, (build.__name__, source, prefix,
                                            setting, set(asked))


def test_children_that_end(tools):
    """A child that ends does not move its parent's file position."""
    path = numbers_file(tools, 40)
    for source in ("in", "stdin"):
        for end in ("exit", "quick_exit", "_exit"):
            for build in (usual, quiet):
                with open(path, "rb") as file:
                    program = watching.start(
                        build(tools, "child_ends", source, end), stdin=file,
                        stdout=subprocess.PIPE)
                    out, _ = program.communicate(timeout=watching.LIMIT)
                assert program.returncode == 0
                assert out == content(path), (source, end, out)


def test_order_with_other_programs(tools):
    """Flushed text comes before the output of another program."""
    path = os.path.join(tools.folder, "out")
    for build in BUILDS:
        for stream in ("print", "out"):
            for how in ("system", "popen", "posix_spawn", "vfork"):
                expect(run_into(path, build(tools, "starts", stream, how)))
                assert content(path) == (b"parent 0\nchild\nparent 1\nchild\n"
                                         b"the end\n"), (stream, how)


def test_ends(tools):
    path = os.path.join(tools.folder, "out")
    aborted = -signal.SIGABRT
    for build in BUILDS:
        for stream in ("print", "out"):
            for how, status, wanted in (
                    ("handler_before", aborted, b"printed\n"),
                    ("handler_after", aborted, b"printed\n"),
                    ("static_throws", aborted, b"printed\n"),
                    ("atexit_around", 0, b"printed\nregistered after\nstatic\n"
                                         b"registered before\n")):
                seen = run_into(path, build(tools, "ends", stream, how))
                got = content(path)
                assert seen.status == status, (how, seen)
                # Destructors of static objects and exit handlers run in reverse
                # order.
                assert sorted(got.split()) == sorted(wanted.split()), (
                    build.__name__, stream, how, got)
                if how == "handler_before":
                    assert seen.err.startswith(b"own handler\n"), seen.err


def test_ends_after_an_error(tools):
    """Lost output to a file, or an uncaught error, does not lose text of the
    standard streams."""
    path = os.path.join(tools.folder, "out")
    for build in BUILDS:
        for stream in ("print", "out"):
            for how in ("lost", "lost_quickly", "error"):
                seen = run_into(path, build(tools, "ends", stream, how))
                assert seen.status in (1, 2), (how, seen)
                assert content(path) == b"printed\n", (
                    build.__name__, stream, how)
                assert seen.err.count(b"\n") == 1, seen.err


def test_threads_at_the_end(tools):
    """The program ends while a thread prints, or waits for input."""
    path = os.path.join(tools.folder, "out")
    for build in BUILDS:
        seen = run_into(path, build(tools, "ends", "print", "thread_runs"))
        assert seen.status == 0, seen
        lines = content(path).split(b"\n")
        assert lines[0] == b"printed", lines[:3]
        assert lines[1:-1] == [b"thread %d" % i
                               for i in range(len(lines) - 2)], build.__name__
        for how in ("thread_waits_in", "thread_waits"):
            if how == "thread_waits" and watching.exit_takes_locks(tools):
                continue
            reader, writer = os.pipe()
            seen = run_into(path, build(tools, "ends", "print", how),
                            stdin=reader)
            os.close(reader)
            os.close(writer)
            expect(seen)
            assert content(path) == b"printed\n", how


def test_changes_of_stdout(tools):
    """A program closes stdout, reopens it, or gives it a buffer."""
    path = os.path.join(tools.folder, "out")
    other = os.path.join(tools.folder, "other")
    count = 5000
    all_lines = line_text(count)
    for build in BUILDS:
        def run(how, lines):
            if os.path.exists(other):
                os.remove(other)
            command = build(tools, "changes", how, other, lines)
            seen = run_into(path, command)
            return seen, command, content(path)

        for how in ("setvbuf", "setvbuf_line", "setvbuf_none"):
            seen, _, got = run(how, count)
            expect(seen)
            assert got == b"first\n" + all_lines, (how, got[:50])
        for how in ("freopen", "freopen_append", "dup2"):
            seen, _, got = run(how, count)
            expect(seen)
            assert got == b"first\n", (how, got[:50])
            assert content(other) == all_lines, how
        seen, _, got = run("assign", count)
        expect(seen)
        assert got == b"first\nlast\n", got[:50]
        assert content(other) == all_lines
        seen, _, got = run("assign_and_leave", count)
        expect(seen)
        assert (got, content(other)) == (b"first\n", all_lines)
        for how, before in (("fclose", b"first\n"), ("close", b"first\n"),
                            ("fclose_first", b"")):
            seen, _, got = run(how, 0)
            expect(seen)
            assert got == before, (how, got)
            seen, command, got = run(how, 1)
            expect(seen, 1, err=message(command, b"Bad file descriptor"))
            assert got == before, (how, got)


def test_freopen_keeps_large_writes(tools):
    """A reopened stdout still writes 64 KiB at a time."""
    tools.need("strace")
    other = os.path.join(tools.folder, "other")
    count = 30000
    seen, lines = tools.strace(usual(tools, "changes", "freopen", other,
                                     count), "write")
    assert seen.status == 0, seen
    assert content(other) == line_text(count)
    made = [one for one in watching.calls(lines) if one.descriptor == 1]
    assert len(made) <= len(line_text(count)) // 65536 + 3, len(made)


def test_unchecked(tools):
    for stream in ("print", "out"):
        for setting in ("", "none", "line"):
            for count in (1, 40000):
                expect(run_into("/dev/full",
                                usual(tools, "unchecked", stream, count),
                                environment={"RILL_STDOUT": setting}))


def test_flush_tells(tools):
    """flush() and flush(sink) throw the error, and throw it again."""
    for stream in ("print", "out"):
        for setting in ("", "none"):
            command = usual(tools, "flushes", stream)
            seen = run_into("/dev/full", command,
                            environment={"RILL_STDOUT": setting})
            assert seen.status == 1, seen
            lines = seen.err.splitlines(keepends=True)
            sentence = b"standard output: No space left on device\n"
            assert lines[0] == b"told: write " + sentence, lines
            assert lines[1] == lines[0], lines
            assert lines[2].startswith(b"told again: write "), lines
            assert lines[3] == message(command, b"No space left on device")
            assert len(lines) == 4, lines


def test_prompts(tools):
    """Before input is read from a terminal, the printed text is written,
    wherever it goes."""
    for build in BUILDS:
        for reader in ("stdin", "in", "lines", "words", "read"):
            for writer in ("print", "out"):
                for elsewhere in (False, True):
                    ours, theirs = terminal()
                    watched, theirs_out = (os.pipe() if elsewhere
                                           else (ours, theirs))
                    program = watching.start(
                        build(tools, "prompts", reader, writer), stdin=theirs,
                        stdout=theirs_out)
                    os.close(theirs)
                    if elsewhere:
                        os.close(theirs_out)
                    try:
                        watching.wait_for(watched, b"question 0? ")
                        os.write(ours, b"yes\n")
                        watching.wait_for(watched, b"it was yes\nquestion 1? ")
                        os.write(ours, b"no\n")
                        watching.wait_for(watched, b"it was no\nquestion 2? ")
                        os.write(ours, b"perhaps\n")
                        watching.wait_for(watched, b"it was perhaps\n")
                        assert program.wait(watching.LIMIT) == 0
                    finally:
                        program.kill()
                        program.wait()
                        os.close(ours)
                        if elsewhere:
                            os.close(watched)


def test_sanitizers(tools):
    """Buffers of all sizes have no leak and no overrun."""
    flags = ("-O1", "-Wno-unused-result", "-fsanitize=address,undefined",
             "-fno-sanitize-recover=all", "-DRILL_BUFFER_SIZE=16",
             "-DRILL_ASSERTS=1")
    program = tools.compile(SOURCE, flags=flags)
    other = os.path.join(tools.folder, "other")
    for setting in ("", "line", "none", "3", "4096", "1M"):
        environment = {name: setting for name in PLAIN[:3]}
        for stream in ("print", "out", "eprint", "err"):
            seen = tools.run([program, "calls", stream],
                             environment=environment)
            assert seen.status == 0, (setting, stream, seen.err[-2000:])
        for how in ("freopen", "setvbuf", "assign"):
            expect(tools.run([program, "changes", how, other, "50"],
                             environment=environment))
        for source in ("in", "stdin"):
            expect(tools.run([program, "copies", source, "out"],
                             line_text(50), environment=environment),
                   out=b"".join(b"%d line %d\n" % (i + 1, i)
                                for i in range(50)))


test_sanitizers.slow = True
