"""Whole programs that copy: between all kinds of standard streams, on a full
disk, files above 4 GiB, and their memory use."""

import os
import resource
import signal
import subprocess

SOURCE = "test/system/programs/copying.cpp"


def pattern(size):
    block = bytes((i * 31 + i // 251) % 256 for i in range(65521))
    return (block * (size // len(block) + 1))[:size]


def test_standard_streams(tools):
    """Copies between files and pipes, as cat does."""
    program = tools.compile(SOURCE)
    source = os.path.join(tools.folder, "from")
    sink = os.path.join(tools.folder, "to")
    for size in (0, 1, 70_000, 1_000_000):
        data = pattern(size)
        with open(source, "wb") as file:
            file.write(data)
        for is_file_in in (True, False):
            for out in ("file", "append", "pipe"):
                with open(sink, "wb") as file:
                    file.write(b"old" if out == "append" else b"")
                options = {"stderr": subprocess.PIPE, "timeout": 60}
                if is_file_in:
                    options["stdin"] = open(source, "rb")
                else:
                    options["input"] = data
                with open(sink, "ab" if out == "append" else "wb") as to:
                    options["stdout"] = subprocess.PIPE if out == "pipe" else to
                    done = subprocess.run([program, "stream"], **options)
                if is_file_in:
                    options["stdin"].close()
                assert done.returncode == 0, done
                assert done.stderr == b"%d\n" % size, done.stderr
                if out == "pipe":
                    got = done.stdout
                else:
                    with open(sink, "rb") as file:
                        got = file.read()
                want = (b"old" if out == "append" else b"") + data
                assert got == want, (size, is_file_in, out)


def test_nobody_reads(tools):
    """A pipe without a reader: SIGPIPE ends the program, or the error is
    reported if the signal is ignored."""
    program = tools.compile(SOURCE)
    source = os.path.join(tools.folder, "from")
    with open(source, "wb") as file:
        file.write(pattern(1_000_000))
    for ignored in (False, True):
        read, write = os.pipe()
        os.close(read)

        def prepare(ignored=ignored):
            signal.signal(signal.SIGPIPE,
                          signal.SIG_IGN if ignored else signal.SIG_DFL)
        with open(source, "rb") as file:
            done = subprocess.run([program, "stream"], stdin=file,
                                  stdout=write, stderr=subprocess.PIPE,
                                  preexec_fn=prepare, timeout=60,
                                  restore_signals=False)
        os.close(write)
        if ignored:
            assert done.returncode == 1, done
            assert done.stderr == b"0\nwrite output: Broken pipe\n", done
        else:
            assert done.returncode == -signal.SIGPIPE, done


def test_full_disk(tools):
    """On a file system of 64 KiB the error is reported, with the count of
    copied bytes."""
    program = tools.compile(SOURCE)
    source = os.path.join(tools.folder, "from")
    with open(source, "wb") as file:
        file.write(pattern(1_000_000))
    disk = os.path.join(tools.folder, "disk")
    os.makedirs(disk, exist_ok=True)
    script = (f"mount -t tmpfs -o size=64k none {disk} || exit 77; "
              f"{program} files {source} {disk}/to; echo $?; "
              f"cmp -n 65536 {source} {disk}/to && wc -c <{disk}/to")
    done = subprocess.run(["unshare", "-rm", "sh", "-c", script],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=60)
    if done.returncode == 77 or b"unshare" in done.stderr:
        tools.skip("no file system of its own can be mounted here")
    assert done.stdout == b"1\n65536\n", done
    want = (f"65536\nwrite {disk}/to: No space left on device; "
            "bytes written before: 65536\n")
    assert done.stderr == want.encode(), done


def test_memory(tools):
    """Copies 5 GiB with two holes, keeps the holes, and has at most 64 MiB."""
    program = tools.compile(SOURCE)
    source = os.path.join(tools.folder, "from")
    sink = os.path.join(tools.folder, "to")
    size = 5 << 30
    with open(source, "wb") as file:
        file.write(b"start")
        file.seek(size // 2)
        file.write(b"middle")
        file.seek(size - 3)
        file.write(b"end")
    if os.stat(source).st_blocks * 512 > 1 << 20:
        tools.skip("the file system makes no holes")

    def prepare():
        resource.setrlimit(resource.RLIMIT_AS, (64 << 20, 64 << 20))
    done = subprocess.run([program, "sparse", source, sink], timeout=60,
                          stderr=subprocess.PIPE, preexec_fn=prepare)
    assert (done.returncode, done.stderr) == (0, b"%d\n" % size), done
    assert os.path.getsize(sink) == size
    assert os.stat(sink).st_blocks * 512 < 4 << 20
    with open(sink, "rb") as file:
        assert file.read(6) == b"start\0"
        file.seek(size // 2)
        assert file.read(7) == b"middle\0"
        file.seek(size - 4)
        assert file.read() == b"\0end"


def test_calls_refused_one_after_the_other(tools):
    """A kernel or a sandbox refuses the system calls that copy inside the
    kernel."""
    program = tools.compile(SOURCE)
    source = os.path.join(tools.folder, "from")
    sink = os.path.join(tools.folder, "to")
    data = pattern(300_000)
    with open(source, "wb") as file:
        file.write(data)
    calls = ["ioctl", "copy_file_range", "sendfile", "splice"]
    strace = tools.need("strace")
    for error in ("ENOSYS", "EPERM"):
        for count in range(1, len(calls) + 1):
            names = ",".join(calls[:count])
            done = subprocess.run(
                [strace, "-qq", "-o", "/dev/null", "-e",
                 f"inject={names}:error={error}", program, "files", source,
                 sink], stderr=subprocess.PIPE, timeout=60)
            assert done.returncode == 0, (names, done)
            with open(sink, "rb") as file:
                assert file.read() == data, names
