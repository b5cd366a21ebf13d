"""Every error at every system call of programs that write a file through
any_writer, a trace, OpenSSL, Qt, a stand-in for MFC, and box_writer
(sweep.py)."""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from sweep import Sweep  # noqa: E402


def writes(tools, program, kind):
    built = tools.compile(f"test/system/programs/{program}.cpp")
    return lambda path: [built, kind, path]


def check(tools, program, kind, ok, told):
    Sweep(tools, writes(tools, program, kind)).check(ok, told)


def test_any_writer(tools):
    check(tools, "sweeping_devices", "any", 8, 30)


def test_any_writer_left(tools):
    check(tools, "sweeping_devices", "any_left", 8, 30)


def test_any_writer_of_a_stream(tools):
    check(tools, "sweeping_devices", "stream", 8, 30)


def test_any_writer_of_a_stream_left(tools):
    check(tools, "sweeping_devices", "stream_left", 8, 30)


def test_traced(tools):
    check(tools, "sweeping_devices", "traced", 8, 30)


def test_box_writer(tools):
    check(tools, "sweeping_devices", "box", 8, 30)


def test_openssl(tools):
    check(tools, "sweeping_openssl", "file", 4, 30)


def test_openssl_left(tools):
    check(tools, "sweeping_openssl", "left", 4, 30)


def test_qt(tools):
    check(tools, "sweeping_qt", "writer", 4, 18)


def test_qt_sink(tools):
    check(tools, "sweeping_qt", "sink", 4, 20)


def test_mfc(tools):
    check(tools, "sweeping_mfc", "writer", 3, 40)


def test_mfc_left(tools):
    check(tools, "sweeping_mfc", "left", 3, 40)
