"""Every error at every system call below C++'s streams, and below wide, locked
and imbued ones (sweep.py)."""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from sweep import ReadSweep, Sweep  # noqa: E402

SOURCE = "test/system/programs/iostream_faults.cpp"


def command(tools, kind, **how):
    program = tools.compile(SOURCE, **{"flags": ("-O1",), **how})
    return lambda path: [program, kind, path]


def numbers():
    return b"".join(b"%d\n" % (i * 7919 % 100003) for i in range(2000))


def test_writing(tools):
    Sweep(tools, command(tools, "filebuf")).check(4, 15)


def test_writing_by_all(tools):
    for kind in ("left", "ofstream", "wofstream", "locked", "imbued"):
        Sweep(tools, command(tools, kind)).check(4, 15)


test_writing_by_all.slow = True


def test_writing_with_libcxx(tools):
    how = {"compiler": "clang", "flags": ("-O1", "-stdlib=libc++")}
    # The destructor of libc++'s std::ofstream writes a block again whose write
    # failed, without its first byte.
    for kind in ("filebuf", "left"):
        Sweep(tools, command(tools, kind, **how)).check(4, 15)


test_writing_with_libcxx.slow = True


def test_reading(tools):
    for kind in ("filebuf", "ifstream", "wifstream", "locked"):
        ReadSweep(tools, command(tools, "read-" + kind),
                  numbers()).check(2, 3)
