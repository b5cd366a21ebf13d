"""replace_file and temporary files: killed at every system call, on a full
disk, and with every error at every call. The old file or the new one is there,
whole."""

import collections
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
import watching  # noqa: E402

SOURCE = "test/system/programs/replace.cpp"
QUIET = ("-O1", "-fno-exceptions")
OLD = b"the old file\n" * 50
FIRST = "newfstatat"  # the first call of replace_file on its path


def number(value):
    """The text that rill prints for a double; Python's repr is the shortest,
    too."""
    text = repr(value)
    return text[:-2] if text.endswith(".0") else text


def new(count):
    return b"".join(b"new line %d of %d %s\n" % (
        i, count, number(i / 7).encode()) for i in range(count))


class Place:
    """A folder with or without an old file, a program that replaces the file,
    and checks of the folder."""

    def __init__(self, tools, kind="replace", count=600, is_there=True,
                 flags=("-O1",), folder=None):
        self.tools = tools
        self.folder = folder or os.path.join(tools.folder, "place")
        self.path = os.path.join(self.folder, "file")
        self.is_there = is_there
        self.count = count
        self.program = tools.compile(SOURCE, flags=flags)
        self.command = [self.program, kind, self.path, str(count)]
        self.log = os.path.join(tools.folder, "calls.txt")
        self.always = ()  # faults of every run

    def prepare(self):
        os.makedirs(self.folder, exist_ok=True)
        for name in os.listdir(self.folder):
            os.remove(os.path.join(self.folder, name))
        if self.is_there:
            with open(self.path, "wb") as file:
                file.write(OLD)
            os.chmod(self.path, 0o640)

    def content(self):
        """What the file contains: "old", "new", "none" or "torn"."""
        if not os.path.exists(self.path):
            return "torn" if self.is_there else "old"
        with open(self.path, "rb") as file:
            found = file.read()
        if self.is_there and os.stat(self.path).st_mode & 0o7777 != 0o640:
            return "other mode"
        if found == new(self.count):
            return "new"
        return "old" if self.is_there and found == OLD else "torn"

    def others(self):
        return sorted(set(os.listdir(self.folder)) - {"file"})

    def run(self, *strace, **options):
        """Runs the program; the arguments go to strace. Returns the status and
        standard error."""
        self.prepare()
        command = self.command
        if strace:
            words = [word for one in ("trace=all", *self.always, *strace)
                     for word in ("-e", one)]
            command = [self.tools.need("strace"), "-qq", "-o", self.log,
                       *words, *command]
        done = subprocess.run(command, stdin=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=watching.LIMIT,
                              cwd=self.folder, check=False, **options)
        return done.returncode, done.stderr

    def calls(self):
        """The names of all system calls, in order, and the index of the first
        one of replace_file."""
        done, _ = self.tools.strace(["true"], "all")  # skips the test where
                                                      # strace does not run
        assert done.status == 0
        status, _ = self.run()
        assert status == 0 and self.content() == "new", status
        self.run("signal=none")
        with open(self.log) as file:
            lines = [line for line in file if "(" in line]
        names = [line.split("(")[0] for line in lines]
        first = next(i for i, line in enumerate(lines)
                     if line.startswith(FIRST) and self.path in line)
        return names, first


def own_calls(place):
    """(name, count) of each call from the first one of replace_file to the
    last of the program; strace counts the calls of one name from 1."""
    names, first = place.calls()
    counts = collections.Counter(names[:first])
    for name in names[first:]:
        counts[name] += 1
        # strace accepts one fault per name.
        is_taken = any(f"={name}:" in fault for fault in place.always)
        if name != "exit_group" and not is_taken:
            yield name, counts[name]


def kill_at_each_call(place):
    """Returns how often the old file was there, and how often the new one."""
    seen = collections.Counter()
    for name, count in own_calls(place):
        status, _ = place.run(f"inject={name}:signal=KILL:when={count}")
        assert status in (-9, 137), (name, count, status)
        found, others = place.content(), place.others()
        assert found in ("old", "new"), (name, count, found)
        seen[found] += 1
        if others:
            seen["left over"] += 1
            assert len(others) == 1 and others[0].startswith(".rill-"), others
    return seen


def test_killed_at_each_call(tools):
    seen = kill_at_each_call(Place(tools))
    assert seen["old"] >= 12 and seen["new"] >= 2, seen
    # Between linkat and renameat the new file has a temporary name; while it is
    # written it has no name.
    assert seen["left over"] <= 3, seen


def test_killed_while_making_a_new_file(tools):
    seen = kill_at_each_call(Place(tools, count=200, is_there=False))
    assert seen["old"] >= 10 and seen["new"] >= 2, seen
    assert seen["left over"] == 0, seen


def test_killed_where_every_file_has_a_name(tools):
    place = Place(tools)
    opens = [count for name, count in own_calls(place) if name == "openat"]
    place.always = [f"inject=openat:error=EOPNOTSUPP:when={opens[1]}"]
    seen = kill_at_each_call(place)
    assert seen["old"] >= 8 and seen["new"] >= 1, seen
    assert seen["left over"] >= 5, seen


def test_killed_without_exceptions(tools):
    seen = kill_at_each_call(Place(tools, "fast", 200, flags=QUIET))
    assert seen["old"] >= 8 and seen["new"] >= 1, seen


test_killed_without_exceptions.slow = True


def fail_at_each_call(place, *errors, told=2):
    """Every error at every call. A reported error leaves the old file,
    otherwise the new one is there, and neither leaves a temporary file."""
    seen = collections.Counter()
    for name, count in own_calls(place):
        faults = [f"error={error}" for error in errors]
        if name == "writev":
            faults.append("retval=0")
        for fault in faults:
            status, said = place.run(f"inject={name}:{fault}:when={count}")
            where = (name, count, fault, status, said)
            found, others = place.content(), place.others()
            assert status in (0, told), where
            seen["told" if status else "absorbed"] += 1
            wanted = "old" if status else "new"
            if status:
                assert place.path.encode() in said, where
                if b"sync the folder of" in said:
                    wanted = "new"
            assert found == wanted, (where, found)
            assert others == [], (where, others)
    return seen


def test_every_error_at_every_call(tools):
    seen = fail_at_each_call(Place(tools, count=300), "ENOSPC")
    assert seen["told"] >= 10 and seen["absorbed"] >= 2, seen


def test_an_interruption_of_every_call(tools):
    seen = fail_at_each_call(Place(tools, count=300), "EINTR")
    # Only a write of 0 bytes is reported; an interruption never is.
    assert seen["absorbed"] >= 15, seen


def test_all_errors_at_every_call(tools):
    errors = ("EIO", "EDQUOT", "EACCES", "EPERM", "EROFS", "EXDEV", "EMFILE",
              "ENOMEM", "EFBIG")
    seen = fail_at_each_call(Place(tools, count=300), *errors)
    assert seen["told"] >= 60 and seen["absorbed"] >= 10, seen
    seen = fail_at_each_call(Place(tools, count=300, is_there=False), *errors)
    assert seen["told"] >= 60 and seen["absorbed"] >= 10, seen
    seen = fail_at_each_call(Place(tools, count=300, flags=QUIET), *errors,
                             told=1)
    assert seen["told"] >= 60 and seen["absorbed"] >= 10, seen


test_all_errors_at_every_call.slow = True


def test_file_size_limit(tools):
    place = Place(tools, "ignoring", count=4000)
    limit = watching.surroundings(file_limit=65536)
    status, said = place.run(preexec_fn=limit)
    assert (status, said) == (
        2, b"told: write %s: File too large\n" % place.path.encode()), said
    assert place.content() == "old" and place.others() == []
    # SIGXFSZ ends a program that does not ignore it.
    place = Place(tools, count=4000)
    status, said = place.run(preexec_fn=limit)
    assert status == -25, (status, said)
    assert place.content() == "old", place.content()


IN_NAMESPACE = """
mount -t tmpfs -o {options} none {folder} || exit 77
cd {folder} && cp {old} file && chmod 640 file || exit 78
{before}
{program} {kind} file {count} 2>{log}
echo $?
ls -A
if cmp -s file {old}; then echo old; elif cmp -s file {new}; then echo new; fi
"""


def in_namespace(tools, options, before="", kind="replace", count=4000):
    """Replaces a file on a small tmpfs. Returns (status, names in the folder,
    old or new, messages)."""
    unshare = tools.need("unshare")
    paths = {name: os.path.join(tools.folder, name)
             for name in ("folder", "old", "new", "log")}
    os.makedirs(paths["folder"], exist_ok=True)
    for name, data in (("old", OLD), ("new", new(count))):
        with open(paths[name], "wb") as file:
            file.write(data)
    script = IN_NAMESPACE.format(
        options=options, before=before, kind=kind, count=count,
        program=tools.compile(SOURCE), **paths)
    done = subprocess.run([unshare, "-rm", "sh", "-c", script], check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=watching.LIMIT)
    lines = done.stdout.decode().split()
    if len(lines) < 3:
        tools.skip("no mounts of our own: " + done.stderr.decode().strip())
    with open(paths["log"], "rb") as file:
        return int(lines[0]), sorted(lines[1:-1]), lines[-1], file.read()


def test_full_disk(tools):
    size = len(new(4000))
    full = b"told: write file: No space left on device\n"
    pages = size // 4096
    for room in (2, 3, pages // 2, pages, pages + 1):
        seen = in_namespace(tools, f"size={room * 4096}")
        assert seen == (2, ["file"], "old", full), (room, seen)
    seen = in_namespace(tools, f"size={(pages + 4) * 4096}")
    assert seen == (0, ["file"], "new", b""), seen
    # A disk with space for bytes, but for no further file.
    seen = in_namespace(tools, "size=1m,nr_inodes=2")
    assert seen == (2, ["file"], "old",
                    b"told: make a temporary file for file: "
                    b"No space left on device\n"), seen


def test_without_proc(tools):
    seen = in_namespace(tools, "size=1m", "mount -t tmpfs none /proc")
    assert seen == (0, ["file"], "new", b""), seen


def test_temporaries(tools):
    place = Place(tools, "keep", 2000)
    place.run()
    with open(place.path, "rb") as file:
        assert file.read() == new(2000)
    assert os.stat(place.path).st_mode & 0o777 == 0o600
    assert place.others() == []
    place = Place(tools, "folder", 2000)
    assert place.run() == (0, b"")
    assert (place.content(), place.others()) == ("old", [])
    place = Place(tools, "throw", 2000)
    assert place.run() == (0, b"caught\n")
    assert (place.content(), place.others()) == ("old", [])


def test_readers_see_whole_files(tools):
    """One program replaces the file again and again with two contents, another
    reads it."""
    place = Place(tools, "fast", 3000)
    place.prepare()
    script = ("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do"
              f" {place.program} fast {place.path} 3000 &&"
              f" {place.program} fast {place.path} 500 || exit 1; done")
    whole = {OLD: 0, new(3000): 0, new(500): 0}
    with subprocess.Popen(["sh", "-c", script]) as writing:
        while writing.poll() is None:
            with open(place.path, "rb") as file:
                found = file.read()
            assert found in whole, watching.short(found)
            whole[found] += 1
        assert writing.returncode == 0
    assert whole[new(3000)] and whole[new(500)], whole.values()
    assert place.others() == []
