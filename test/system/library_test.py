"""Shared libraries that use rill are unloaded before the program ends: they
leave no handler registered in the C library."""

import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402
from watching import expect, run_into  # noqa: E402

SOURCE = "test/system/programs/library.cpp"
# What the copies of rill share: nothing (hidden); the symbols that g++ makes
# unique in a process, which prevent unloading (unique); clang makes no symbols
# unique.
KINDS = {"hidden": ("gcc", ("-fvisibility=hidden",
                            "-fvisibility-inlines-hidden",
                            "-fno-gnu-unique")),
         "unique": ("gcc", ()), "clang": ("clang", ())}


def library(tools, kind, more=()):
    """`more`: further source files."""
    compiler, flags = KINDS[kind]
    return tools.compile(SOURCE, compiler=compiler,
                         flags=("-O1", "-fPIC", "-shared", *flags, *more))


def host(tools, uses_rill, flags=()):
    return tools.compile(SOURCE, flags=(
        "-O1", f"-DRILL_TEST_HOST={1 if uses_rill else 2}", *flags))


def printed(how, end, libraries):
    lines = [b"host 0\n"] if end.startswith("host_first") else []
    for number in range(1, 4):
        if how in ("print", "out"):
            lines += [b"library %d\n" % (10 * (i + 1) + number)
                      for i in range(libraries)]
        if how == "scan":
            lines.append(b"library read %d\n" % number)
        lines.append(b"host %d\n" % number)
    return b"".join(lines + [b"host %d\n" % i for i in range(4, 4000)])


def hosts(tools):
    yield True, host(tools, True)
    yield True, host(tools, True, ("-rdynamic",))
    yield False, host(tools, False)


def settle(path, command, **options):
    seen = run_into(path, command, **options)
    with open(path, "rb") as file:
        return seen, file.read()


def test_unloading(tools):
    """Each byte arrives once and in order, and the program does not crash,
    however it ends."""
    path = os.path.join(tools.folder, "out")
    for kind in KINDS:
        one = library(tools, kind)
        other = os.path.join(tools.folder, f"other-{kind}.so")
        with open(one, "rb") as file, open(other, "wb") as copy:
            copy.write(file.read())
        for uses_rill, program in hosts(tools):
            for end in ("return", "host_first", "return_open", "quick",
                        "terminate"):
                for files in ([one], [one, other]):
                    seen, got = settle(path, [program, "print", end, *files])
                    case = (kind, uses_rill, end, len(files))
                    loses = not uses_rill and end in ("quick", "terminate")
                    assert seen.status == (-signal.SIGABRT if
                                           end == "terminate" else 0), (
                        case, seen)
                    wanted = printed("print", end, len(files))
                    if loses:  # no copy of rill is loaded then
                        assert wanted.startswith(got), (case, got[-50:])
                    else:
                        assert got == wanted, (case, got[:99], got[-50:])


def test_caught_errors(tools):
    """A library that has caught its error leaves no handler that would run for
    an exception that the program does not catch."""
    path = os.path.join(tools.folder, "out")
    for kind in KINDS:
        for uses_rill, program in hosts(tools):
            for end in ("return", "terminate", "throw"):
                seen, got = settle(path, [program, "raise", end,
                                          library(tools, kind)])
                case = (kind, uses_rill, end, seen)
                assert seen.status == (0 if end == "return" else
                                       -signal.SIGABRT), case
                if uses_rill or end == "return":
                    assert got == printed("raise", "return", 1), case


def test_native_streams(tools):
    """A library's text in out() is written when it is unloaded."""
    path = os.path.join(tools.folder, "out")
    for kind in KINDS:
        for uses_rill, program in hosts(tools):
            for how in ("leave", "eprint", "err"):
                seen, got = settle(path, [program, how, "return",
                                          library(tools, kind)])
                assert seen.status == 0, (kind, how, seen)
                lines = sorted((got + seen.err).splitlines())
                assert lines == sorted(
                    [b"host %d" % i for i in range(1, 4000)] +
                    [b"library %d" % i for i in (11, 12, 13)]), (kind, how)


def test_last_words(tools):
    """A static object of the library prints when the library is unloaded."""
    path = os.path.join(tools.folder, "out")
    for kind in KINDS:
        for uses_rill, program in hosts(tools):
            for end in ("return", "return_open"):
                seen, got = settle(path, [program, "last", end,
                                          library(tools, kind)])
                expect(seen)
                assert got.count(b"last words\n") == 1, (kind, end, got[-60:])
                assert got.count(b"\n") == 4000, (kind, end)


def test_linked(tools):
    """A program, and a library that it is linked with."""
    path = os.path.join(tools.folder, "out")
    both = b"".join(b"host %d\nlibrary %d\n" % (i, i) for i in range(3))
    for kind in KINDS:
        one = library(tools, kind)
        program = tools.compile(SOURCE, flags=(
            "-O1", "-DRILL_TEST_HOST=3", "-Wl,--no-as-needed", one,
            f"-Wl,-rpath,{os.path.dirname(one)}"))
        seen, got = settle(path, [program, "print"])
        expect(seen)
        assert got == both + b"host's last\nlibrary 99\n", (kind, got)
        if kind != "hidden":  # one out() for both
            seen, got = settle(path, [program, "leave"])
            expect(seen)
            assert got == b"host's last\nlibrary 99\n" + both, (kind, got)
        for how in ("print", "leave"):
            seen = run_into("/dev/full", [program, how])
            assert seen.status == 1, (kind, how, seen)
            assert seen.err == os.path.basename(program).encode() + (
                b": standard output: No space left on device\n"), seen.err


def test_input(tools):
    """A library reads from stdin and is unloaded: other readers get the rest.
    """
    data = b"1\n2\n3\n4\n5\n"
    path = os.path.join(tools.folder, "in")
    with open(path, "wb") as file:
        file.write(data)
    for kind in KINDS:
        for uses_rill, program in hosts(tools):
            command = [program, "scan", "return", library(tools, kind)]
            for source in ("pipe", "file"):
                if source == "pipe":
                    seen = tools.run(command, data)
                    out, status = seen.out, seen.status
                else:
                    with open(path, "rb") as file:
                        started = watching.start(command, stdin=file,
                                                 stdout=subprocess.PIPE)
                        out, _ = started.communicate(timeout=watching.LIMIT)
                        status = started.returncode
                assert status == 0, (kind, source, status)
                assert out == (printed("scan", "return", 1) +
                               b"host read 4\n"), (kind, source, out[-60:])


def test_lost_output(tools):
    """An error that only the library knows is reported when it is unloaded. The
    program goes on: its status is 1 if it has lost output itself, or if the
    library stays loaded until its end."""
    other = os.path.join(tools.folder, "other.cpp")
    with open(other, "w") as file:
        file.write("#include <rill/rill.h>\nvoid f() { rill::println(1); }\n")
    for kind in KINDS:
        for how in ("print", "leave"):
            for uses_rill, program in hosts(tools):
                command = [program, how, "return",
                           library(tools, kind, (other,))]
                line = os.path.basename(program).encode() + (
                    b": standard output: No space left on device\n")
                seen = run_into("/dev/full", command)
                case = (kind, how, uses_rill, seen)
                assert seen.status == (uses_rill or kind == "unique"), case
                assert seen.err in (line, 2 * line) if uses_rill else (
                    seen.err == line), case


def test_lost_files(tools):
    """The same for the files of the library. The program prints after it has
    unloaded the library."""
    path = os.path.join(tools.folder, "out")
    for kind in KINDS:
        for how in ("lose", "lose_leaked", "lose_handled",
                    "lose_leaked_handled"):
            for uses_rill, program in hosts(tools):
                is_shared = kind == "clang" and program == host(
                    tools, True, ("-rdynamic",))
                for end in ("return", "return_open", "quick", "fork"):
                    if end == "quick" and is_shared:
                        continue  # the status is 0 or 1
                    seen, got = settle(path, [program, how, end,
                                              library(tools, kind)])
                    case = (kind, how, uses_rill, end, seen)
                    if end != "quick" or uses_rill:
                        assert got == printed(how, end, 1), case
                    is_handled = how.endswith("handled")
                    stays = kind == "unique" or end == "return_open"
                    assert seen.status == (
                        (stays or is_shared) and not is_handled), case
                    assert seen.err.endswith(
                        b"write /dev/full: No space left on device\n"), case
                    assert seen.err.count(b"\n") == 1, case
                    assert is_handled == seen.err.startswith(b"handler: ")


def test_after_unloading_blocks_are_large(tools):
    tools.need("strace")
    for kind in KINDS:
        for uses_rill, program in hosts(tools):
            seen, lines = tools.strace([program, "print", "return",
                                        library(tools, kind)], "write")
            made = [one for one in watching.calls(lines)
                    if one.descriptor == 1]
            assert seen.out == printed("print", "return", 1)
            assert len(made) < 10, (kind, uses_rill, len(made))
