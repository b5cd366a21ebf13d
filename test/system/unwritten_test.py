"""What open writers over files hold when the program ends without their
destructors: it is written, or a line on standard error says what is not."""

import gzip
import os
import signal

SOURCE = "test/system/programs/unwritten.cpp"
KINDS = ("file", "moved", "closed", "update", "borrowed", "locked", "any",
         "traced", "encoded", "encoded_behind", "compressed", "tee", "static",
         "left", "thread", "c_file", "c_file_unlocked", "c_file_closed",
         "c_file_elsewhere", "filebuf", "filebuf_closed")
# The status of each end, and what is on standard error behind the name.
ENDS = {"exit": (0, b""), "quick_exit": (0, b""),
        "thrown": (1, b": use: the file is closed\n"),
        "parse": (1, b": text:1:1: expected an integer, found \"x\"\nx\n^\n"),
        "other": (-signal.SIGABRT, None)}


class Program:
    def __init__(self, tools, flags=("-O1",), compiler="gcc"):
        self.tools = tools
        self.path = tools.compile(SOURCE, (*flags, "-pthread"), compiler)
        self.name = os.path.basename(self.path).encode()

    def run(self, kind, end):
        """Returns the run and the content of the file."""
        out = os.path.join(self.tools.folder, "out")
        if os.path.exists(out):
            os.remove(out)
        seen = self.tools.run([self.path, kind, end, out])
        if not os.path.exists(out):
            return seen, None
        with open(out, "rb") as file:
            return seen, file.read()


def test_every_writer_and_end(tools):
    for compiler, flags in (("gcc", ("-O1",)),
                            ("clang", ("-O1", "-stdlib=libc++"))):
        program = Program(tools, flags, compiler)
        for kind in KINDS:
            for end, (status, err) in ENDS.items():
                seen, data = program.run(kind, end)
                case = (compiler, kind, end, seen, data)
                if kind == "compressed":
                    data = gzip.decompress(data)
                assert seen.status == status, case
                assert data == b"kept 1\n", case
                if err is not None:
                    assert seen.err == (program.name + err if err else b"")
                else:
                    assert program.name + b":" not in seen.err, case


def test_abort_writes_nothing(tools):
    seen, data = Program(tools).run("file", "abort")
    assert (seen.status, data) == (-signal.SIGABRT, b""), seen


def test_within_a_hook(tools):
    for end in "exit", "parse":
        seen, data = Program(tools).run("hook", end)
        assert (seen.status, data) == (ENDS[end][0], b"kept in a hook"), seen


def test_a_writer_of_another_thread(tools):
    """Its thread may be within a print: the line says what is missing."""
    program = Program(tools)
    path = os.path.join(tools.folder, "out").encode()
    line = (b": write " + path + b": the program ended while another thread "
            b"had the writer; not written: 7 bytes\n")
    for end, (status, err) in ENDS.items():
        seen, data = program.run("elsewhere", end)
        assert data == b"", (end, data)
        assert seen.err.startswith(program.name + line), (end, seen)
        assert seen.status == (status or 1), (end, seen)
        if err:
            assert seen.err == program.name + line + program.name + err, seen
        with open(os.path.join(tools.folder, "other"), "rb") as file:
            assert file.read() == b"kept 1\n"


def test_a_filebuf_of_another_thread(tools):
    program = Program(tools)
    seen, data = program.run("filebuf_elsewhere", "exit")
    assert (seen.status, data) == (1, b""), (seen, data)
    assert seen.err.endswith(b"had the writer; not written: 7 bytes\n"), seen


def test_a_stream_that_another_thread_has_locked(tools):
    """The end waits a second for the lock, then says what it did not write."""
    program = Program(tools)
    seen, data = program.run("c_file_held", "other")
    path = os.path.join(tools.folder, "out").encode()
    assert (seen.status, data) == (-signal.SIGABRT, b""), (seen, data)
    assert seen.err.startswith(
        b"kept 1\n" + program.name + b": write " + path + b": the program "
        b"ended while another thread had the writer; not written\n"), seen


def test_a_full_disk(tools):
    """The error is reported once, as by a destructor."""
    program = Program(tools)
    line = program.name + b": write /dev/full: No space left on device\n"
    for kind in "full", "c_file_full", "filebuf_full":
        for end, (status, _) in ENDS.items():
            seen, _ = program.run(kind, end)
            assert seen.status == (status or 1), (kind, end, seen)
            assert seen.err.startswith(line), (kind, end, seen)
            assert seen.err.count(line) == 1, (kind, end, seen)
    seen, _ = program.run("told", "exit")  # the next print throws
    assert seen.status == 1 and seen.err == line, seen


def test_a_replaced_file_stays(tools):
    path = os.path.join(tools.folder, "out")
    program = Program(tools)
    for end, (status, _) in ENDS.items():
        with open(path, "w", encoding="utf-8") as file:
            file.write("old")
        seen = tools.run([program.path, "replaced", end, path])
        assert seen.status == status, (end, seen)
        with open(path, encoding="utf-8") as file:
            assert file.read() == "old", end


def test_a_forked_child_writes_only_its_own(tools):
    program = Program(tools)
    for end in ENDS:
        seen, data = program.run("forked", end)
        assert (seen.status, data) == (0, b"kept 1\n"), (end, seen, data)
        with open(os.path.join(tools.folder, "own"), "rb") as file:
            assert file.read() == b"kept 1\n", end


def test_without_hooks_nothing_is_registered(tools):
    program = Program(tools, ("-O1", "-DRILL_PROCESS_HOOKS=0"))
    for end in "exit", "quick_exit":
        seen, data = program.run("file", end)
        assert (seen.status, data, seen.err) == (0, b"", b""), (end, seen)
