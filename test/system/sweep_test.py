"""Every error at every system call of programs that copy, read, and write
numbers (sweep.py); replace_test.py covers programs that replace files."""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from sweep import CopySweep, ReadSweep, Sweep  # noqa: E402

SOURCE = "test/system/programs/sweeping.cpp"
QUIET = ("-O1", "-fno-exceptions")
NO_KERNEL_COPY = ("inject=copy_file_range:error=ENOSYS",
                  "inject=sendfile:error=EINVAL",
                  "inject=ioctl:error=EOPNOTSUPP")
TEXT = b"".join(b"line %d of the text\n" % i for i in range(1500))


def writes(tools, kind, count, flags=("-O1",)):
    program = tools.compile(SOURCE, flags=flags)
    return lambda path: [program, kind, path, str(count)]


def copies(tools, kind, flags=("-O1",)):
    program = tools.compile(SOURCE, flags=flags)
    return lambda path, source: [program, kind, path, source]


def reads(tools, kind, flags=("-O1",)):
    program = tools.compile(SOURCE, flags=flags)
    return lambda path: [program, kind, path]


def test_doubles(tools):
    Sweep(tools, writes(tools, "doubles", 500)).check(12, 40)


def test_ring_writer(tools):
    Sweep(tools, writes(tools, "ring", 500)).check(7, 25)


def test_copy(tools):
    CopySweep(tools, copies(tools, "copy"), TEXT).check(30, 12)


def test_copy_without_the_kernel(tools):
    CopySweep(tools, copies(tools, "copy"), TEXT,
              NO_KERNEL_COPY).check(20, 25)


def test_copy_of_streams(tools):
    CopySweep(tools, copies(tools, "copy_streams"), TEXT,
              NO_KERNEL_COPY).check(25, 25)


def test_load(tools):
    ReadSweep(tools, reads(tools, "load"), TEXT).check(6, 6)


def test_lines(tools):
    ReadSweep(tools, reads(tools, "lines"), TEXT).check(12, 8)


def test_load_mapped(tools):
    ReadSweep(tools, reads(tools, "load"), TEXT * 150).check(6, 4)


def test_more_without_exceptions(tools):
    for kind in ("doubles", "ring"):
        Sweep(tools, writes(tools, kind, 1500, QUIET)).check(10, 50)
    for kind in ("copy", "copy_streams"):
        for always in ((), NO_KERNEL_COPY):
            CopySweep(tools, copies(tools, kind, QUIET), TEXT * 20,
                      always).check(8, 6)
    for kind in ("load", "lines"):
        ReadSweep(tools, reads(tools, kind, QUIET), TEXT * 2).check(5, 3)


test_more_without_exceptions.slow = True
