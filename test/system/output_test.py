"""Standard output: no byte is lost silently, and none comes twice."""

import itertools
import os
import signal
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from watching import expect, line_text, run_into  # noqa: E402

SOURCE = "test/system/programs/output.cpp"


def output(tools, *words, flags=("-O1",)):
    return [tools.compile(SOURCE, flags=flags), *map(str, words)]


def message(command, reason):
    name = os.path.basename(command[0]).encode()
    return b"%s: standard output: %s\n" % (name, reason)


def no_room(command):
    return message(command, b"No space left on device")


def quiet(tools, *words):
    return output(tools, *words, flags=("-O1", "-fno-exceptions"))


def portable(tools, *words):
    return output(tools, *words, flags=("-O1", "-DRILL_PORTABLE_LIBC=1"))


BUILDS = (output, quiet, portable)


def test_full_device(tools):
    """A lost byte gives one line on standard error, and status 1, however the
    program ends."""
    for build in BUILDS:
        for how in ("return", "exit", "quick_exit", "three", "static",
                    "atexit"):
            command = build(tools, "lines", 1, how)
            expect(run_into("/dev/full", command), 1, err=no_room(command))
        for words in (("lines", 0, "static"), ("lines", 0, "atexit"),
                      ("after_printf", 2)):
            command = build(tools, *words)
            expect(run_into("/dev/full", command), 1, err=no_room(command))
        for action in ("lines", "long", "c_lines", "after_printf"):
            command = build(tools, action, 40000 if action != "long" else 9)
            expect(run_into("/dev/full", command), 1, err=no_room(command))


def test_full_device_of_a_program_with_any_name(tools):
    """The line shows the program's name with escapes, and a part of a long
    one; the reason always follows."""
    reason = b": standard output: No space left on device\n"
    for name, shown in ((b"a b:\x1b[31m\nok\xff", b"a b:\\x1b[31m\\nok\\xff"),
                        (b"\n" * 250, b"\\n" * 100),
                        ("n\u0301\u65e5".encode(),) * 2):
        for build in BUILDS:
            program = os.path.join(os.fsencode(tools.folder), name)
            os.symlink(os.fsencode(build(tools)[0]), program)
            seen = run_into("/dev/full", [program, "lines", "1"])
            expect(seen, 1, err=shown + reason)
            os.remove(program)


def test_full_device_nothing_printed(tools):
    for build in BUILDS:
        expect(run_into("/dev/full", build(tools, "nothing")))


def test_full_device_unchecked(tools):
    """flush_stdout_at_exit(false) disables the check."""
    for build in BUILDS:
        for count in (1, 40000):
            expect(run_into("/dev/full", build(tools, "unchecked", count)))


def test_flush_tells(tools):
    for count in (1, 40000):
        seen = run_into("/dev/full", output(tools, "asks", count))
        name = os.path.basename(output(tools)[0]).encode()
        assert seen.err.startswith(
            b"told: write standard output: No space left on device\n" +
            name), seen
        assert seen.status != 0
    command = quiet(tools, "asks", 1)
    seen = run_into("/dev/full", command)
    assert seen.status == 1 and b"No space left on device" in seen.err, seen


def test_both_streams_full(tools):
    command = output(tools, "lines", 1)
    with open("/dev/full", "wb") as full:
        program = watching.start(command, stdout=full, stderr=full)
        assert program.wait(watching.LIMIT) == 1
        program = watching.start(output(tools, "eprints"), stderr=full)
        assert program.wait(watching.LIMIT) == 1


def test_closed_pipe(tools):
    """The reader closes the pipe: SIGPIPE ends the program. If the signal is
    ignored, there is no message, the status is 1, and nothing more is written.
    """
    for build in BUILDS:
        for action in ("lines", "long", "c_lines", "after_printf"):
            reader, writer = os.pipe()
            os.close(reader)
            command = build(tools, action, 30000 if action != "long" else 9)
            seen = run_into(writer, command)
            assert (seen.status, seen.err) == (-signal.SIGPIPE, b""), seen
            seen = run_into(writer, command, ignore=[signal.SIGPIPE])
            assert (seen.status, seen.err) == (1, b""), seen
            os.close(writer)


def test_head(tools):
    """big | head -1"""
    program = output(tools, "lines", 1000000)[0]
    seen = tools.run(["bash", "-c", f"'{program}' lines 1000000 | head -1; "
                      "echo ${PIPESTATUS[0]}"])
    assert (seen.out, seen.err) == (b"line 0\n141\n", b""), seen


def test_closed_pipe_last_write(tools):
    """After the first EPIPE there is no write."""
    tools.need("strace")
    for action in ("deaf", "lines", "c_lines"):
        reader, writer = os.pipe()
        os.close(reader)
        log = os.path.join(tools.folder, "strace.txt")
        command = ["strace", "-f", "-qq", "-o", log, "-e", "signal=none",
                   "-e", "trace=write,writev,pwrite64,sendfile",
                   *output(tools, action, 100000)]
        seen = run_into(writer, command, ignore=[signal.SIGPIPE])
        os.close(writer)
        assert seen.status == 1, seen
        assert seen.err == (b"still here\n" if action == "deaf" else b"")
        with open(log) as file:
            made = watching.calls(file)
        failed = [one for one in made if one.descriptor == 1]
        assert [one.error for one in failed] == ["EPIPE"], failed


def test_slow_pipe(tools):
    """rill waits for a non-blocking pipe that is full."""
    for build in (output, quiet):
        for action, count, wanted in (
                ("lines", 90000, line_text(90000)),
                ("c_lines", 90000, line_text(90000)),
                ("ints", 150000,
                 b"".join(b"%d\n" % i for i in range(150000))),
                ("long", 10, b"".join(
                    b"%c" % (97 + i) * 100000 + b"%d\n" % i
                    for i in range(10)))):
            seen = watching.into_slow_pipe(build(tools, action, count))
            expect(seen, out=wanted)


def test_slow_pipe_of_a_program_with_its_own_buffer(tools):
    count = 5000
    seen = watching.into_slow_pipe(
        output(tools, "lines", count * 10),
        environment={"RILL_STDOUT": "100"})
    expect(seen, out=line_text(count * 10))


def test_slow_pipe_portable(tools):
    """In the portable build a full non-blocking pipe may be an error, which is
    reported."""
    seen = watching.into_slow_pipe(portable(tools, "lines", 90000))
    if seen.out != line_text(90000):
        assert seen.status == 1, seen.status
        assert b"Resource temporarily unavailable" in seen.err, seen.err


def test_signals(tools):
    """A thousand signals a second interrupt calls, which are not restarted."""
    for blocking in (True, False):
        seen = watching.into_slow_pipe(output(tools, "storm", 200000),
                                       blocking=blocking, first=0.5)
        assert seen.status == 0, seen
        assert int(seen.err) > 100, seen.err
        assert seen.out == line_text(200000)


def test_file_size_limit(tools):
    """The bytes that fit are written, and the loss of the rest is reported."""
    path = os.path.join(tools.folder, "out")
    for build in BUILDS:
        command = build(tools, "lines", 3000)
        seen = run_into(path, command, file_limit=10000,
                        ignore=[signal.SIGXFSZ])
        expect(seen, 1, err=message(command, b"File too large"))
        with open(path, "rb") as file:
            assert file.read() == line_text(3000)[:10000]


def test_last_words_do_not_fit(tools):
    """The output of a static object's destructor is checked, too."""
    path = os.path.join(tools.folder, "out")
    for build in BUILDS:
        for how in ("static", "atexit"):
            command = build(tools, "lines", 3, how)
            seen = run_into(path, command, file_limit=len(line_text(3)),
                            ignore=[signal.SIGXFSZ])
            expect(seen, 1, err=message(command, b"File too large"))
            with open(path, "rb") as file:
                assert file.read() == line_text(3)


def test_closed_descriptors(tools):
    for build in BUILDS:
        command = build(tools, "lines", 1)
        expect(run_into(None, command, close=[1]), 1,
               err=message(command, b"Bad file descriptor"))
        expect(run_into(None, command, close=[0, 1, 2]), 1)
        expect(run_into(None, build(tools, "nothing"), close=[0, 1, 2]))


def test_files_never_become_standard_streams(tools):
    """With 0, 1 and 2 closed, a newly opened file gets none of these numbers.
    """
    path = os.path.join(tools.folder, "out")
    command = output(tools, "reserved_handles", path)
    for closed in ([1], [0, 1], [0, 1, 2], [1, 2]):
        seen = run_into(None, command, close=closed)
        assert seen.status == 1, (closed, seen)
        assert 2 in closed or seen.err.startswith(b"to standard error\n"), seen
        with open(path, "rb") as file:
            assert file.read() == b"in the file\n", closed


def test_ways_to_end(tools):
    """Buffered text arrives once; after _exit, abort and a signal it is lost,
    as documented."""
    path = os.path.join(tools.folder, "out")
    ways = {"return": 0, "exit": 0, "quick_exit": 0, "three": 3,
            "terminate": -signal.SIGABRT, "throw": -signal.SIGABRT,
            "throw_in_thread": -signal.SIGABRT,
            "_exit": 0, "abort": -signal.SIGABRT, "sigterm": -signal.SIGTERM}
    losing = ("_exit", "abort", "sigterm")
    for build in BUILDS:
        for way, status in ways.items():
            if build is quiet and "throw" in way:
                continue
            seen = run_into(path, build(tools, "lines", 3, way))
            with open(path, "rb") as file:
                got = file.read()
            assert seen.status == status, (way, seen)
            assert got == (b"" if way in losing else line_text(3)), (way, got)
        for way in ("static", "atexit"):
            seen = run_into(path, build(tools, "lines", 3, way))
            with open(path, "rb") as file:
                assert file.read() == line_text(3) + b"farewell\n", way
            expect(seen)


def test_fork(tools):
    """After fork no byte comes twice and none is lost."""
    path = os.path.join(tools.folder, "out")
    for build, action in itertools.product(BUILDS, ("forks", "late_forks")):
        for child in ("return", "exit", "quick_exit", "_exit", "terminate"):
            for parent in ("return", "exit", "quick_exit", "_exit"):
                run_into(path, build(tools, action, child, parent))
                with open(path, "rb") as file:
                    got = file.read()
                wanted = b"before\n"
                wanted += b"child\n" if child != "_exit" else b""
                wanted += b"parent\n" if parent != "_exit" else b""
                assert got == wanted, (child, parent, got)


def test_many_forks(tools):
    path = os.path.join(tools.folder, "out")
    expect(run_into(path, output(tools, "many_forks", 100)))
    with open(path, "rb") as file:
        assert file.read() == b"".join(
            b"parent %d\nchild %d\n" % (i, i) for i in range(100))


def test_native_output(tools):
    """rill::out() has the same guarantees without C's streams."""
    path = os.path.join(tools.folder, "out")
    for build in (output, quiet):
        for count in (1, 40000):
            for how in ("return", "exit", "quick_exit", "three"):
                command = build(tools, "native", count, how)
                expect(run_into("/dev/full", command), 1,
                       err=no_room(command))
        for how, status in (("return", 0), ("quick_exit", 0), ("three", 3),
                            ("terminate", -signal.SIGABRT)):
            seen = run_into(path, build(tools, "native", 3, how))
            assert seen.status == status, seen
            with open(path, "rb") as file:
                assert file.read() == line_text(3), how
        expect(watching.into_slow_pipe(build(tools, "native", 90000)),
               out=line_text(90000))
        run_into(path, build(tools, "native_forks", "return", "_exit"))
        with open(path, "rb") as file:
            assert file.read() == b"before\nchild\n"
        reader, writer = os.pipe()
        os.close(reader)
        seen = run_into(writer, build(tools, "native", 40000),
                        ignore=[signal.SIGPIPE])
        os.close(writer)
        expect(seen, 1)


def test_static_program(tools):
    """fork and quick_exit are handled in programs that use them."""
    flags = ("-O1", "-static")
    path = os.path.join(tools.folder, "out")
    for action in ("forks", "late_forks"):
        run_into(path, output(tools, action, "return", "_exit", flags=flags))
        with open(path, "rb") as file:
            assert file.read() == b"before\nchild\n", action
    for way in ("quick_exit", "exit", "terminate", "throw", "static"):
        run_into(path, output(tools, "lines", 3, way, flags=flags))
        with open(path, "rb") as file:
            assert file.read().startswith(line_text(3)), way
    command = output(tools, "lines", 1, "quick_exit", flags=flags)
    expect(run_into("/dev/full", command), 1, err=no_room(command))


def test_threads(tools):
    """The lines of eight threads are not torn, and each thread's lines are in
    order."""
    count = 100000
    path = os.path.join(tools.folder, "out")
    expect(run_into(path, output(tools, "threads", count)))
    next_line = [0] * 8
    with open(path, "rb") as file:
        for line in file:
            words = line.split()
            thread, number = int(words[1]), int(words[4])
            assert line == b"thread %d has line %d of %d\n" % (
                thread, number, count), line
            assert number == next_line[thread], line
            next_line[thread] += 1
    assert next_line == [count] * 8


def test_forks_among_threads(tools):
    """A child does not write what other threads of its parent printed."""
    path = os.path.join(tools.folder, "out")
    for setting in ("block", "300"):
        expect(run_into(path, output(tools, "threads_and_forks", 300),
                        environment={"RILL_STDOUT": setting}))
        next_line = [0] * 4
        with open(path, "rb") as file:
            for line in file:
                words = line.split()
                thread, number = int(words[1]), int(words[4])
                assert number == next_line[thread], (setting, line)
                next_line[thread] += 1
        assert sum(next_line) > 1000, next_line


def test_no_data_race(tools):
    """ThreadSanitizer finds no race among eight printing threads."""
    flags = ("-O1", "-fsanitize=thread")
    from devtools import configurations, machine
    chosen = next(c for c in configurations.plain() if c.name == "clang")
    if chosen.missing or not machine.accepts(chosen.compiler, *flags):
        tools.skip("ThreadSanitizer of clang++: not installed")
    program = tools.compile(SOURCE, flags=flags, compiler="clang")
    seen = tools.run([program, "threads", "2000"])
    assert seen.status == 0, seen.err.decode()[:2000]
    assert seen.out.count(b"\n") == 16000


def mixed(count):
    return b"".join(b"rill %d\nprintf %d\ncout %d\nFILE %d\nfputs\n"
                    b"rill to cout %d\ncd\n" % (i, i, i, i, i) for i in range(count))


def test_order(tools):
    """rill::print keeps its order among printf and std::cout."""
    path = os.path.join(tools.folder, "out")
    for build in BUILDS:
        for action, count in (("mixed", 2000), ("own_buffer", 2000)):
            command = build(tools, action, count)
            expect(run_into(path, command))
            with open(path, "rb") as file:
                assert file.read() == mixed(count), action
            expect(watching.into_slow_pipe(command, True, 0, 0),
                   out=mixed(count))
            for setting in ("line", "none", "50", "block"):
                expect(tools.run(build(tools, action, 50),
                                 environment={"RILL_STDOUT": setting}),
                       out=mixed(50))
        expect(watching.at_terminal(build(tools, "mixed", 500)),
               out=mixed(500))


def test_unsynchronised_cout(tools):
    path = os.path.join(tools.folder, "out")
    expect(run_into(path, output(tools, "unsynchronised", 1000)))
    with open(path, "rb") as file:
        assert file.read() == b"".join(
            b"cout %d\nrill to cout %d\n" % (i, i)
            for i in range(1000)) + line_text(1000)


def test_aside(tools):
    """A hook may print to the stream that is printing it. Its own text comes
    before the outer print; nothing is lost or comes twice."""
    for build in BUILDS:
        for setting in ("block", "line", "none", "20"):
            seen = tools.run(build(tools, "asides", 30),
                             environment={"RILL_STDOUT": setting})
            assert seen.status == 0, seen
            assert seen.out == b"aside and one <> two\n" * 30, (
                build.__name__, setting, watching.short(seen.out))


def writes(tools, command, descriptor, environment=None):
    settings = [f"{key}={value}"
                for key, value in (environment or {}).items()]
    seen, lines = tools.strace(["env", *settings, *command],
                               "write,writev,pwrite64")
    assert seen.status == 0, seen
    return seen, [one for one in watching.calls(lines)
                  if one.descriptor == descriptor]


def test_settings_of_the_environment(tools):
    """stdbuf and RILL_STDOUT select when bytes are written."""
    lines = 40
    size = len(line_text(lines))
    command = output(tools, "lines", lines)
    for setting, wanted in (("line", lines), ("none", lines), ("block", 1),
                            ("100", -(-size // 100)), ("nonsense", 1),
                            ("4096", 1)):
        seen, made = writes(tools, command, 1, {"RILL_STDOUT": setting})
        assert seen.out == line_text(lines)
        assert wanted <= len(made) <= wanted * 3 // 2, (setting, len(made))
        if setting == "100":
            assert max(one.result for one in made) <= 100, made
    stdbuf = tools.need("stdbuf")
    for setting, wanted in (("-oL", lines), ("-o0", lines), ("-o1M", 1),
                            ("-o100", -(-size // 100))):
        seen, made = writes(tools, [stdbuf, setting, *command], 1)
        assert seen.out == line_text(lines)
        assert wanted <= len(made) <= wanted * 3 // 2, (setting, len(made))


def test_large_output_takes_few_writes(tools):
    seen, made = writes(tools, output(tools, "lines", 30000), 1)
    assert seen.out == line_text(30000)
    assert len(made) <= len(seen.out) // 65536 + 2, len(made)


def test_error_output(tools):
    """Each eprint of at most 4 KiB is one write."""
    for build in BUILDS:
        seen, made = writes(tools, build(tools, "eprints"), 2)
        wanted = [b"error %d: %s %d\n" % (i, b"e" * 400 * i, i)
                  for i in range(10)]
        assert seen.err == b"".join(wanted)
        if build is not portable:
            assert [one.result for one in made] == list(map(len, wanted))
