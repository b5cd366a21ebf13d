"""Every error at every system call that writes (sweep.py)."""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from sweep import Sweep  # noqa: E402

FILES = "test/system/programs/files.cpp"
OUTPUT = "test/system/programs/output.cpp"
QUIET = ("-O1", "-fno-exceptions")
PORTABLE = ("-O1", "-DRILL_PORTABLE_LIBC=1")


def files(tools, kind, *words, flags=("-O1",)):
    program = tools.compile(FILES, flags=flags)
    return lambda path: [program, kind, path, *map(str, words)]


def output(tools, *words, flags=("-O1",)):
    program = tools.compile(OUTPUT, flags=flags)
    return lambda path: [program, *map(str, words)]


def test_file_writer(tools):
    Sweep(tools, files(tools, "closed", 900, 8192)).check(10, 30)


def test_file_writer_that_is_not_closed(tools):
    Sweep(tools, files(tools, "left", 900, 8192)).check(10, 30)


def test_file_writer_while_an_exception_flies(tools):
    Sweep(tools, files(tools, "thrown", 300)).check(5, 15)


def test_file_writer_synced(tools):
    Sweep(tools, files(tools, "synced", 100)).check(5, 15)


def test_file_writer_append(tools):
    Sweep(tools, files(tools, "append", 60, 4096)).check(8, 20)


def test_file_writer_without_exceptions(tools):
    Sweep(tools, files(tools, "closed", 600, 8192, flags=QUIET)).check(8, 20)
    Sweep(tools, files(tools, "left", 600, 8192, flags=QUIET)).check(8, 20)


def test_unbuffered_file(tools):
    Sweep(tools, files(tools, "unbuffered", 3)).check(8, 30)
    Sweep(tools, files(tools, "texts", 2)).check(6, 20)
    Sweep(tools, files(tools, "texts", 2, flags=QUIET)).check(6, 20)


def test_c_file(tools):
    Sweep(tools, files(tools, "stdio", 600)).check(6, 30)
    Sweep(tools, files(tools, "stdio_append", 300)).check(4, 20)
    Sweep(tools, files(tools, "stdio", 300, flags=QUIET)).check(4, 20)


def test_standard_output(tools):
    Sweep(tools, output(tools, "lines", 12000)).check(4, 15)
    Sweep(tools, output(tools, "after_printf", 600)).check(4, 15)
    Sweep(tools, output(tools, "c_lines", 2000)).check(2, 8)
    Sweep(tools, output(tools, "long", 2)).check(8, 30)
    Sweep(tools, output(tools, "lines", 12000, flags=QUIET)).check(4, 15)
