"""Input: rill reads every byte, splits no token, and does not wait for input
without need."""

import fcntl
import os
import pty
import subprocess
import sys
import termios
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from devtools import configurations, machine  # noqa: E402
from watching import expect, run_into  # noqa: E402

SOURCE = "test/system/programs/input.cpp"


def reads(tools, *words, flags=("-O1",)):
    return [tools.compile(SOURCE, flags=flags), *map(str, words)]


def quiet(tools, *words):
    return reads(tools, *words, flags=("-O1", "-fno-exceptions"))


def portable(tools, *words):
    return reads(tools, *words, flags=("-O1", "-DRILL_PORTABLE_LIBC=1"))


BUILDS = (reads, quiet, portable)


def some_numbers(count):
    """Numbers of all lengths, so that tokens cross every buffer boundary."""
    return [(i * 7919 * 7919) % 10 ** (1 + i % 9) for i in range(count)]


def text_of(numbers):
    return b"".join(b"%d%c" % (n, b" \n"[i % 5 == 0])
                    for i, n in enumerate(numbers))


def printed(numbers):
    return b"".join(b"%d\n" % n for n in numbers) + b"end\n"


def feed(command, parts, pause=0.0, blocking=True, **options):
    """Runs a program whose standard input is a pipe that gets `parts` one by
    one."""
    reader, writer = os.pipe()
    os.set_blocking(reader, blocking)
    program = watching.start(command, stdin=reader, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, **options)
    os.close(reader)

    def write():
        try:
            for part in parts:
                os.write(writer, part)
                if pause:
                    time.sleep(pause)
        except BrokenPipeError:
            pass  # the program has ended, and its status tells why
        os.close(writer)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        out, err = program.communicate(timeout=watching.LIMIT)
    finally:
        program.kill()
        thread.join()
    return watching.Seen(program.returncode, out, err)


def in_pieces(data, size):
    return [data[i:i + size] for i in range(0, len(data), size)]


def test_numbers(tools):
    numbers = some_numbers(60000)
    path = os.path.join(tools.folder, "in")
    with open(path, "wb") as file:
        file.write(text_of(numbers))
    for build in BUILDS:
        for source in ("stdin", "in", path):
            with open(path, "rb") as file:
                program = watching.start(
                    build(tools, "numbers", source), stdin=file,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                out, err = program.communicate(timeout=watching.LIMIT)
            assert (program.returncode, err) == (0, b""), (source, err)
            assert out == printed(numbers), source


def test_pipe_in_pieces(tools):
    """A pipe gives a few bytes at a time."""
    numbers = some_numbers(300)
    data = text_of(numbers)
    for build in BUILDS:
        for source in ("stdin", "in", "/dev/stdin"):
            for size in (1, 8):
                seen = feed(build(tools, "numbers", source),
                            in_pieces(data, size), 0.0001)
                expect(seen, out=printed(numbers))


def test_nonblocking_pipe(tools):
    """rill waits for an empty non-blocking pipe."""
    numbers = some_numbers(100)
    for build in BUILDS:
        for source in ("stdin", "in", "/dev/stdin"):
            seen = feed(build(tools, "numbers", source),
                        in_pieces(text_of(numbers), 20), 0.002,
                        blocking=False)
            expect(seen, out=printed(numbers))


def test_signals(tools):
    """A thousand signals a second interrupt reads, which are not restarted."""
    numbers = some_numbers(30000)
    wanted = b"%d %d true\n" % (len(numbers), sum(numbers))
    for build in BUILDS:
        for source in ("stdin", "in", "/dev/stdin"):
            seen = feed(build(tools, "storm", source),
                        in_pieces(text_of(numbers), 2000), 0.005)
            expect(seen, out=wanted)


def test_closed_input(tools):
    for source in ("stdin", "in"):
        for action in ("numbers", "tried_numbers", "lines", "words"):
            seen = tools.run(["sh", "-c", 'exec "$@" <&-', "sh",
                              *reads(tools, action, source)])
            assert seen.status == 2, (source, action, seen)
            assert b"Bad file descriptor" in seen.err, seen


def test_error_in_the_middle(tools):
    """The values before an I/O error are right; the error splits no token."""
    strace = tools.need("strace")
    numbers = some_numbers(40000)
    path = os.path.join(tools.folder, "in")
    with open(path, "wb") as file:
        file.write(text_of(numbers))
    wanted = {"numbers": printed(numbers)}
    wanted["tried_numbers"] = wanted["words"] = wanted["numbers"]
    wanted["lines"] = b"".join(
        b"[%s]\n" % line for line in text_of(numbers).splitlines())
    for build, action, source in (
            (reads, "numbers", "stdin"), (reads, "tried_numbers", "stdin"),
            (reads, "words", "stdin"), (reads, "lines", "stdin"),
            (reads, "numbers", "in"), (reads, "numbers", path),
            (reads, "tried_numbers", path), (reads, "words", path),
            (reads, "lines", path), (quiet, "numbers", "stdin"),
            (portable, "numbers", "stdin"), (portable, "lines", "stdin")):
        for when in (1, 2, 3):
            command = [strace, "-qq", "-o", "/dev/null", "-P", path, "-e",
                       f"inject=read:error=EIO:when={when}+",
                       *build(tools, action, source)]
            with open(path, "rb") as file:
                program = watching.start(
                    command, stdin=file, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE)
                out, err = program.communicate(timeout=watching.LIMIT)
            case = (build.__name__, action, source, when)
            assert program.returncode in (1, 2), (case, err)
            assert b"Input/output error" in err, (case, err)
            assert wanted[action].startswith(out), (case, out[-50:])
            assert out.endswith(b"\n") or not out, case
            assert not when > 1 or len(out) > 3000, (case, len(out))


def test_interrupted_reads(tools):
    """Every read fails once with EINTR."""
    strace = tools.need("strace")
    numbers = some_numbers(40000)
    path = os.path.join(tools.folder, "in")
    with open(path, "wb") as file:
        file.write(text_of(numbers))
    for build, source in ((reads, "stdin"), (reads, "in"), (reads, path),
                          (portable, "stdin")):
        for error, when in (("EINTR", "1+2"), ("EAGAIN", "2+2")):
            command = [strace, "-qq", "-o", "/dev/null", "-P", path, "-e",
                       f"inject=read:error={error}:when={when}",
                       *build(tools, "numbers", source)]
            with open(path, "rb") as file:
                program = watching.start(
                    command, stdin=file, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE)
                out, err = program.communicate(timeout=watching.LIMIT)
            assert (program.returncode, err) == (0, b""), (source, err)
            assert out == printed(numbers), (source, error)


def converse(command, exchanges, **streams):
    """The program writes each question, and waits for its answer before the
    next."""
    program = watching.start(command, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)
    try:
        for question, answer in exchanges:
            program.stdin.write(question)
            program.stdin.flush()
            assert watching.wait_for(program.stdout.fileno(),
                                     answer) == answer
        program.stdin.close()
        assert program.wait(watching.LIMIT) == 0
    finally:
        program.kill()
        program.wait()


def test_answers(tools):
    """A program that answers each line reads it before the next one is sent.
    """
    for build in BUILDS:
        for source in ("stdin", "in", "/dev/stdin"):
            converse(build(tools, "answers", source),
                     [(b"%d\n" % i, b"%d\n" % (2 * i)) for i in range(100)])
            converse(build(tools, "answers", source),
                     [(b"1 2 3\n", b"2\n4\n6\n"), (b" 4 ", b"8\n")])
            converse(build(tools, "answers_to_lines", source),
                     [(b"%d\n" % i, b"[%d]\n" % i) for i in range(100)])


def test_prompts(tools):
    """At a terminal a prompt appears before the answer is given."""
    for command, setting in (
            (reads(tools, "prompts", "stdin"), ""),
            (reads(tools, "prompts", "stdin"), "block"),
            (reads(tools, "prompts", "in"), ""),
            (reads(tools, "prompts", "in"), "block"),
            (portable(tools, "prompts", "stdin"), "")):
        ours, theirs = pty.openpty()
        modes = termios.tcgetattr(theirs)
        modes[3] &= ~termios.ECHO
        modes[1] &= ~termios.OPOST
        termios.tcsetattr(theirs, termios.TCSANOW, modes)
        program = watching.start(command, stdin=theirs, stdout=theirs,
                                 environment={"RILL_STDOUT": setting})
        os.close(theirs)
        try:
            watching.wait_for(ours, b"name? ")
            os.write(ours, b"Ada\n")
            assert watching.wait_for(ours, b"? ") == b"age of Ada? "
            os.write(ours, b"36\n")
            assert watching.wait_for(ours, b"\n") == b"Ada is 36\n"
            assert program.wait(watching.LIMIT) == 0
        finally:
            program.kill()
            program.wait()
            os.close(ours)


def test_native_prompt(tools):
    ours, theirs = pty.openpty()
    program = watching.start(reads(tools, "native_prompts"), stdin=theirs,
                             stdout=theirs)
    os.close(theirs)
    try:
        watching.wait_for(ours, b"number? ")
        os.write(ours, b"7\n")
        watching.wait_for(ours, b"it is 7\r\n")
        assert program.wait(watching.LIMIT) == 0
    finally:
        program.kill()
        program.wait()
        os.close(ours)


def test_prompts_cost_nothing_in_a_pipe(tools):
    """Without a terminal a read does not flush."""
    done, lines = tools.strace(reads(tools, "prompts", "stdin"),
                               "write,writev", b"Ada\n36\n")
    assert done.out == b"name? age of Ada? Ada is 36\n", done
    assert len(watching.calls(lines)) == 1, lines


def test_mixed_readers(tools):
    """std::cin, scanf, getchar and rill::scan read one input: no byte is lost
    between them."""
    count = 3000
    data = b"".join(b"%d %d %d\nrest %d of line\nnext\n%d\n" %
                    (i, i + 1, i * i, i, -i) for i in range(count))
    wanted = b"".join(b"%d %d %d 10 rest %d of line|next|%d\n" %
                      (i, i + 1, i * i, i, -i)
                      for i in range(count)) + b"end\n"
    path = os.path.join(tools.folder, "in")
    with open(path, "wb") as file:
        file.write(data)
    for build in BUILDS:
        expect(tools.run(build(tools, "mixed"), data), out=wanted)
        with open(path, "rb") as file:
            program = watching.start(
                build(tools, "mixed"), stdin=file, stdout=subprocess.PIPE)
            out, _ = program.communicate(timeout=watching.LIMIT)
        assert out == wanted, watching.short(out)
    few = b"".join(data.splitlines(keepends=True)[:40])
    wanted = b"".join(wanted.splitlines(keepends=True)[:10]) + b"end\n"
    for build in BUILDS:
        expect(feed(build(tools, "mixed"), in_pieces(few, 1), 0.0001),
               out=wanted)


def test_what_is_no_number_stays(tools):
    """After an error std::cin can read the item, wherever the buffer ends."""
    few = [b"12", b"abc", b"-", b"-x", b"99999999999999999999999", b"-7",
           b"--5", b"x-1", b"-99999999999999999999", b"5"]
    wanted = [b"12", b"word abc", b"word -", b"word -x",
              b"word 99999999999999999999999", b"-7", b"word --5",
              b"word x-1", b"word -99999999999999999999", b"5"]
    for build in BUILDS:
        expect(feed(build(tools, "recovers"),
                    in_pieces(b"\n".join(few) + b"\n", 1), 0.0001),
               out=b"\n".join(wanted + [b"end\n"]))
        expect(tools.run(build(tools, "recovers"), b" ".join(few * 3000)),
               out=b"\n".join(wanted * 3000 + [b"end\n"]))


def test_load(tools):
    """load() returns the bytes of every kind of readable file."""
    path = os.path.join(tools.folder, "file")
    contents = {"empty": b"", "small": b"abc\n" * 1000,
                "large": bytes(range(256)) * 40000}
    for name, data in contents.items():
        with open(path, "wb") as file:
            file.write(data)
        link = path + "-link"
        if not os.path.islink(link):
            os.symlink(path, link)
        for each in (path, link):
            expect(tools.run(reads(tools, "load", each)), out=data,
                   err=b"%d\n" % len(data))
        expect(tools.run(reads(tools, "load", "/dev/stdin"), data), out=data,
               err=b"%d\n" % len(data))
    with open("/proc/version", "rb") as file:
        version = file.read()
    expect(tools.run(reads(tools, "load", "/proc/version")), out=version,
           err=b"%d\n" % len(version))
    status = tools.run(reads(tools, "load", "/proc/self/status"))
    assert status.status == 0 and b"VmRSS" in status.out, status
    fifo = path + "-fifo"
    os.mkfifo(fifo)
    feeder = subprocess.Popen(["sh", "-c", f"cat '{path}' > '{fifo}'"])
    seen = tools.run(reads(tools, "load", fifo))
    feeder.wait()
    expect(seen, out=data, err=b"%d\n" % len(data))


def test_load_what_cannot_be(tools):
    for name, words in (
            ("/", b"told: load /: Is a directory\n"),
            ("/no/such", b"told: open /no/such: No such file or directory\n"),
            ("", b"told: open: No such file or directory\n")):
        seen = tools.run(reads(tools, "load", name))
        assert seen.status == 2, (name, seen)
        assert seen.err == words, seen.err
    seen = tools.run(quiet(tools, "load", "/"))
    assert seen.status == 1, seen
    assert seen.err.endswith(b": load /: Is a directory\n"), seen.err


def test_memory(tools):
    """A file of any size is read line by line in bounded memory."""
    path = os.path.join(tools.folder, "in")
    line = b"x" * 4095 + b"\n"
    count = 300 << 20 >> 12
    with open(path, "wb") as file:  # a sparse file: lines that begin with NULs
        for i in range(0, count, 64):
            file.seek((i + 63) * 4096)
            file.write(line)
    size = os.path.getsize(path)
    wanted = b"%d %d\n" % (count // 64, size - count // 64)
    for source in ("stdin", "in", path):
        with open(path, "rb") as file:
            program = watching.start(
                reads(tools, "line_sizes", source), stdin=file,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            out, err = program.communicate(timeout=watching.LIMIT)
        assert out == wanted, (source, out)
        words = err.split()  # VmHWM: 1234 kB
        assert words[0] == b"VmHWM:" and words[2] == b"kB", err
        assert int(words[1]) < 10 << 10, (source, err)


def test_garbage(tools):
    """A word instead of a number: the message has the line, the column, and a
    caret."""
    data = b"1 2\n3 4\n12 34 abc 5\n"
    path = os.path.join(tools.folder, "in.txt")
    with open(path, "wb") as file:
        file.write(data)
    for source, name in (("stdin", b"<stdin>"), ("in", b"<stdin>"),
                         (path, path.encode())):
        seen = tools.run(reads(tools, "numbers", source), data)
        assert seen.status == 2, seen
        assert seen.out == b"1\n2\n3\n4\n12\n34\n", seen
        assert seen.err == (
            b"told: " + name + b":3:7: expected an integer, found \"abc\"\n"
            b"12 34 abc 5\n      ^\n"), seen.err
    seen = tools.run(quiet(tools, "numbers", "stdin"), data)
    assert seen.status == 1 and b":3:7: expected" in seen.err, seen
    assert seen.out == b"1\n2\n3\n4\n12\n34\n", seen


def test_out_of_range(tools):
    for source in ("stdin", "in", "/dev/stdin"):
        for action in ("numbers", "tried_numbers"):
            seen = tools.run(reads(tools, action, source),
                             b"1\n 99999999999999999999\n")
            assert seen.status == 2 and seen.out == b"1\n", seen
            assert (b":2:2: expected an integer between" in seen.err and
                    b'found "99999999999999999999"' in seen.err), seen.err


def test_uncaught(tools):
    """An uncaught error prints its sentence alone, after the output printed
    before."""
    command = reads(tools, "uncaught")
    seen = tools.run(command, b"1 2\nx\n")
    assert (seen.status, seen.out) == (1, b"1\n2\n"), seen
    assert seen.err == os.path.basename(command[0]).encode() + (
        b": <stdin>:2:1: expected an integer, found \"x\"\nx\n^\n"), seen


def test_end_in_the_middle(tools):
    """The input ends between two items of one call."""
    for source in ("stdin", "in", "/dev/stdin"):
        seen = tools.run(reads(tools, "pairs", source), b"a 1\nb 2\nc\n")
        assert seen.out == b"a=1\nb=2\n", seen
        assert seen.status == 2, seen
        assert b"expected an integer, found the end" in seen.err, seen.err


def test_long_token(tools):
    """A token is longer than every buffer."""
    long = b"w" * 3000000
    for build in (reads, portable):
        for source in ("stdin", "in", "/dev/stdin"):
            seen = tools.run(build(tools, "words", source),
                             b"a " + long + b" b\n")
            expect(seen, out=b"a\n" + long + b"\nb\nend\n")


def test_kept_lines(tools):
    """AddressSanitizer reports the use of a line that was kept as a view after
    the reader has read on, also within the first buffer."""
    path = os.path.join(tools.folder, "lines.txt")
    for compiler in ("gcc", "clang"):
        chosen = next(c for c in configurations.plain() if c.name == compiler)
        flags = ("-O1", "-g1", "-fsanitize=address")
        if chosen.missing or not machine.accepts(chosen.compiler, *flags):
            tools.skip(chosen.missing or "-fsanitize=address: not installed")
        program = tools.compile("test/system/programs/kept_lines.cpp",
                                flags=flags, compiler=compiler)
        for count in (2, 50000):
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(f"line {n}\n" for n in range(count))
            seen = tools.run([program, path])
            assert seen.status != 0, seen
            assert b"heap-use-after-free" in seen.err, seen.err
            seen = tools.run([program, path, "copy"])
            expect(seen, out=b"%d line 0\n" % count)
