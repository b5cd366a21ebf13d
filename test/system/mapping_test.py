"""Programs that load and map files, on a full disk, with little address space,
and with each system call failing."""

import os
import resource
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402

SOURCE = "test/system/programs/mapping.cpp"

IN_NAMESPACE = """
mount -t tmpfs -o size={room} none {folder} || exit 77
cd {folder} && {program} fill file {size} 2>{log}
echo status $?
wc -c <file
"""


def fill(tools, room, size):
    """Fills a mapped file on a small tmpfs. Returns (status, bytes, messages).
    """
    folder = os.path.join(tools.folder, "small")
    log = os.path.join(tools.folder, "log")
    os.makedirs(folder, exist_ok=True)
    script = IN_NAMESPACE.format(room=room, size=size, folder=folder, log=log,
                                 program=tools.compile(SOURCE))
    done = subprocess.run([tools.need("unshare"), "-rm", "sh", "-c", script],
                          check=False, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=watching.LIMIT)
    words = done.stdout.decode().split()
    if words[:1] != ["status"]:
        tools.skip("no mounts of our own: " + done.stderr.decode().strip())
    with open(log, "rb") as file:
        return int(words[1]), int(words[2]), file.read()


def test_full_disk(tools):
    """The call that reserves space reports the error; no SIGBUS follows."""
    page = 4096
    full = b"told: %s file: No space left on device\n"
    assert fill(tools, 64 * page, 32 * page) == (0, 64 * page, b"")
    assert fill(tools, 64 * page, 65 * page) == (2, 0, full % b"map")
    assert fill(tools, 64 * page, 33 * page) == (2, 33 * page,
                                                 full % b"resize")


def test_few_addresses(tools):
    """A file larger than the free address space is an error."""
    path = os.path.join(tools.folder, "large")
    with open(path, "wb") as file:
        file.truncate(1 << 30)
    program = tools.compile(SOURCE)
    for way in ("load", "copy"):
        done = subprocess.run(
            [program, way, path], check=False, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, timeout=watching.LIMIT,
            preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_AS, (256 << 20, resource.RLIM_INFINITY)))
        assert done.returncode == 2, done
        assert done.stderr == (b"told: load %s: Cannot allocate memory\n" %
                               path.encode()), done.stderr


def test_each_call_fails(tools):
    """Loading is right or reports an error, whichever call fails in whichever
    way."""
    path = os.path.join(tools.folder, "file")
    with open(path, "wb") as file:
        file.write(bytes(range(256)) * 2000)
    size, total = 512000, 255 * 128 * 2000
    program = tools.compile(SOURCE)
    for way, calls in (("load", ("mmap", "openat", "fstat,newfstatat")),
                       ("copy", ("read", "openat", "fstat,newfstatat"))):
        for call in calls:
            for error in ("EIO", "ENOMEM", "ENODEV", "EACCES"):
                done, lines = tools.strace(
                    [program, way, path], call,
                    options=("-P", path, "-e", f"inject={call}:error={error}"))
                assert any("INJECTED" in line for line in lines), (call, lines)
                right = (done.status == 0 and
                         done.out == b"%d %d false\n" % (size, total))
                told = done.status == 2 and done.err.startswith(b"told: ")
                assert told != right, (way, call, error, done)
                # A file that cannot be mapped is read.
                assert right == (call == "mmap"), (way, call, error, done)
