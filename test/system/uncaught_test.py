"""An uncaught rill error prints its sentence and gives status 1, unless the
program has its own handler of std::terminate."""

import os
import signal

SOURCE = "test/system/programs/uncaught.cpp"
PARSED = (b": text:1:3: expected the end after an integer, found \"x\"\n"
          b"12x\n  ^\n")
SCANNED = b": <stdin>:1:1: expected an integer, found \"abc\"\nabc\n^\n"


def test_errors_that_are_not_caught(tools):
    aborted = -signal.SIGABRT
    for compiler, flags in (("gcc", ()), ("gcc", ("-static",)),
                            ("gcc", ("-fno-rtti",)),
                            ("clang", ()), ("clang", ("-stdlib=libc++",))):
        program = tools.compile(SOURCE, ("-O1", *flags), compiler)
        name = os.path.basename(program).encode()
        for way, status, out, err in (
                ("parse", 1, b"", name + PARSED),
                ("print", 1, b"printed\n", name + PARSED),
                ("thread", 1, b"", name + PARSED),
                ("noexcept", 1, b"", name + PARSED),
                ("scan", 1, b"", name + SCANNED),
                ("made", 1, b"", name + b": use: the file is closed\n"),
                ("derived", 1, b"", name + b": use: the file is closed\n"),
                ("nested", 1, b"", name + b": use: the file is closed\n"),
                ("copied", 1, b"", name + PARSED),
                ("returned", 1, b"", name + PARSED),
                ("own_before", 7, b"", b""),
                ("own_between", 7, None, b""),
                ("own_after", 7, b"", b""),
                ("abort", aborted, b"", b""),
                ("other", aborted, b"printed\n", None),
                ("none", aborted, b"printed\n", None)):
            seen = tools.run([program, way], b"abc\n", limit=30)
            case = (compiler, flags, way, seen)
            assert seen.status == status, case
            assert out is None or seen.out == out, case
            assert err is None or seen.err == err, case
            assert err is not None or name not in seen.err, case
