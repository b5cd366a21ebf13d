"""Every fault at every call: runs a command once to count its calls on one
file, then once for each (call, error) and once for each false short count,
with strace. Each run is judged:

    OK      status 0 and the file is right: the fault was absorbed (not
            allowed for errors of close or fsync, which mean lost bytes)
    TOLD    a status above 0: the program reported the error
    SILENT  status 0 and the file is wrong
    CRASH   ended by a signal
    HOLE    a status above 0, but the file is not a prefix of the right one

SILENT, CRASH and HOLE are defects.

A copy is swept over both files. A reading program is swept over its input, and
its output is judged."""

import collections
import os
import subprocess

import watching

CALLS = ("write,writev,pwrite64,pwritev,sendfile,copy_file_range,fsync,"
         "fdatasync,ftruncate,fallocate,close,openat,fcntl,fstat,newfstatat,"
         "lseek")
MOVING = ("write", "writev", "pwrite64")
MOVING_ERRORS = ("EINTR", "EAGAIN", "ENOSPC", "EIO", "EDQUOT", "EPIPE",
                 "EFBIG")
OTHER_ERRORS = {
    "close": ("EINTR", "EIO", "EDQUOT"),
    "fsync": ("EINTR", "EIO", "ENOSPC"),
    "openat": ("EINTR", "ENOSPC", "EMFILE"),
    "fcntl": ("EINTR", "EBADF"),
}
# For programs that copy or read.
READING_CALLS = CALLS + ",read,readv,pread64,mmap,ioctl"
READING_ERRORS = {
    **OTHER_ERRORS,
    "read": ("EINTR", "EAGAIN", "EIO"),
    "copy_file_range": ("EINTR", "EIO", "ENOSPC", "EXDEV", "ENOSYS", "EINVAL",
                        "EPERM"),
    "sendfile": ("EINTR", "EAGAIN", "EIO", "ENOSPC", "ENOSYS", "EINVAL"),
    "mmap": ("ENOMEM", "ENODEV", "EACCES"),
    "lseek": ("ESPIPE", "EIO"),
    "newfstatat": ("EIO", "EINTR"),
    "ioctl": ("EIO", "EINVAL", "ENOTTY"),
}


class Sweep:
    traced = CALLS
    other_errors = OTHER_ERRORS

    def __init__(self, tools, make_command, name="swept", always=()):
        """make_command(path) returns the command that writes the file.
        `always` lists faults of every run."""
        self.strace = tools.need("strace")
        self.folder = tools.folder
        self.path = os.path.join(tools.folder, name)
        self.log = os.path.join(tools.folder, "sweep.txt")
        self.command = make_command(self.path)
        self.always = list(always)
        self.watched = [self.path]
        self.to_stdout = self.path not in self.command
        self.verdicts = collections.defaultdict(list)

    def run(self, *injected):
        if os.path.exists(self.path):
            os.remove(self.path)
        command = self.start_of_command(injected)
        options = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL,
                   "timeout": 20, "stdout": subprocess.DEVNULL}
        if self.to_stdout:
            # Opened here, so that only the program's own calls are counted.
            with open(self.path, "wb") as out:
                options["stdout"] = out
                done = subprocess.run(command + self.command, **options)
        else:
            done = subprocess.run(command + self.command, **options)
        if not os.path.exists(self.path):
            return done.returncode, b""
        with open(self.path, "rb") as file:
            return done.returncode, file.read()

    def start_of_command(self, injected):
        words = [word for path in self.watched for word in ("-P", path)]
        for one in (f"trace={self.traced}", *self.always, *injected):
            words += ["-e", one]
        return [self.strace, "-f", "-qq", "-o", self.log, *words]

    def judge(self, name, outcome, missing=None, must_tell=False):
        """`missing` is the (offset, count) of bytes that a false count of the
        kernel drops: the program cannot detect that."""
        status, data = outcome
        wanted = self.wanted
        if missing:
            at, count = missing
            wanted = wanted[:at] + wanted[at + count:]
        if status < 0 or status >= 128:
            verdict = "CRASH"
        elif status == 0:
            absorbed = data == wanted and not must_tell
            verdict = "OK" if absorbed else "SILENT"
        else:
            verdict = "TOLD" if wanted.startswith(data) else "HOLE"
        self.verdicts[verdict].append(name)

    def sweep(self):
        status, self.wanted = self.run()
        assert status == 0, status
        with open(self.log) as file:
            made = watching.calls(file)
        offset = 0
        seen = collections.Counter()
        for one in made:
            seen[one.name] += 1
            if any(f"={one.name}:" in fault for fault in self.always):
                continue  # strace accepts one fault per name
            self.inject(one, seen[one.name], offset)
            if one.name in MOVING:
                offset += max(one.result, 0)
        return self

    def inject(self, one, count, offset):
        moving = one.name in MOVING
        errors = MOVING_ERRORS if moving else self.other_errors.get(
            one.name, ())
        for error in errors:
            for when in (str(count), f"{count}+"):
                if when.endswith("+") and error in ("EINTR", "EAGAIN"):
                    continue  # would repeat for ever
                self.judge(
                    f"{one.name} {when}: {error}",
                    self.run(f"inject={one.name}:error={error}:when={when}"),
                    must_tell=error != "EINTR" and self.must_tell(one))
        if moving:
            self.judge(f"{one.name} {count}: 1 byte", self.run(
                f"inject={one.name}:retval=1:when={count}"), (offset, 1))
            self.judge(f"{one.name} {count}: nothing", self.run(
                f"inject={one.name}:retval=0:when={count}"))

    def must_tell(self, one):
        return one.name in ("close", "fsync")

    def check(self, ok, told):
        """Requires that no run is SILENT, CRASH or HOLE, that `ok` faults are
        absorbed and `told` faults are reported at least."""
        self.sweep()
        found = {key: len(all) for key, all in self.verdicts.items()}
        for bad in ("SILENT", "CRASH", "HOLE"):
            assert not self.verdicts[bad], (bad, self.verdicts[bad])
        assert found.get("OK", 0) >= ok, found
        assert found.get("TOLD", 0) >= told, found


class CopySweep(Sweep):
    """make_command(path, source) returns the command that copies."""
    traced = READING_CALLS
    other_errors = READING_ERRORS

    def __init__(self, tools, make_command, content, always=()):
        self.source = os.path.join(tools.folder, "source")
        with open(self.source, "wb") as file:
            file.write(content)
        super().__init__(tools, lambda path: make_command(path, self.source),
                         always=always)
        self.watched.append(self.source)
        self.descriptors = set()

    def inject(self, one, count, offset):
        if one.name == "openat" and f'"{self.source}"' in one.line:
            self.descriptors.add(one.result)
        super().inject(one, count, offset)
        if one.name in ("copy_file_range", "sendfile"):
            # The kernel moves nothing, but returns 0 or 1.
            for answer in (0, 1):
                self.judge(f"{one.name} {count}: {answer} bytes", self.run(
                    f"inject={one.name}:retval={answer}:when={count}"))

    def must_tell(self, one):
        """Not required for a file that was only read: nothing is lost."""
        return (super().must_tell(one) and
                one.descriptor not in self.descriptors)


class ReadSweep(Sweep):
    """make_command(path) returns the command that reads and prints the file.
    """
    traced = READING_CALLS
    other_errors = READING_ERRORS

    def __init__(self, tools, make_command, content):
        super().__init__(tools, make_command)
        with open(self.path, "wb") as file:
            file.write(content)

    def run(self, *injected):
        done = subprocess.run(
            self.start_of_command(injected) + self.command, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, timeout=20)
        return done.returncode, done.stdout

    def must_tell(self, one):
        return False
