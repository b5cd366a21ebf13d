"""Every fault at every call: runs a command once to count its calls on one
file, then once for each (call, error) and once for each false short count,
by strace. Each run is judged:

    OK      status 0 and the file is right: the fault was absorbed (an error
            of close or fsync may not be: it is about bytes that are gone)
    TOLD    a status above 0: the program said so
    SILENT  status 0 and the file is wrong
    CRASH   ended by a signal

SILENT and CRASH are defects. What was told is looked at too: the bytes in
the file must be the beginning of what they should have been."""

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


class Sweep:
    def __init__(self, tools, make_command, name="swept"):
        """make_command(path) gives the command that writes the file."""
        self.strace = tools.need("strace")
        self.folder = tools.folder
        self.path = os.path.join(tools.folder, name)
        self.log = os.path.join(tools.folder, "sweep.txt")
        self.command = make_command(self.path)
        self.to_stdout = self.path not in self.command
        self.verdicts = collections.defaultdict(list)

    def run(self, *injected):
        if os.path.exists(self.path):
            os.remove(self.path)
        command = [self.strace, "-f", "-qq", "-o", self.log, "-P", self.path,
                   "-e", f"trace={CALLS}"]
        command += [word for fault in injected for word in ("-e", fault)]
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

    def judge(self, name, outcome, missing=None, must_tell=False):
        """`missing`: (offset, count) of the bytes that a false count left
        out of a run that the program cannot know to be wrong."""
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
            self.inject(one, seen[one.name], offset)
            if one.name in MOVING:
                offset += max(one.result, 0)
        return self

    def inject(self, one, count, offset):
        moving = one.name in MOVING
        errors = MOVING_ERRORS if moving else OTHER_ERRORS.get(one.name, ())
        for error in errors:
            for when in (str(count), f"{count}+"):
                if when.endswith("+") and error in ("EINTR", "EAGAIN"):
                    continue  # would go on for ever
                self.judge(
                    f"{one.name} {when}: {error}",
                    self.run(f"inject={one.name}:error={error}:when={when}"),
                    must_tell=one.name in ("close", "fsync") and
                    error != "EINTR")
        if moving:
            self.judge(f"{one.name} {count}: 1 byte", self.run(
                f"inject={one.name}:retval=1:when={count}"), (offset, 1))
            self.judge(f"{one.name} {count}: nothing", self.run(
                f"inject={one.name}:retval=0:when={count}"))

    def check(self, ok, told):
        """No silence and no crash; and the sweep was one: at least so many
        faults were absorbed, and told."""
        self.sweep()
        found = {key: len(all) for key, all in self.verdicts.items()}
        for bad in ("SILENT", "CRASH", "HOLE"):
            assert not self.verdicts[bad], (bad, self.verdicts[bad])
        assert found.get("OK", 0) >= ok, found
        assert found.get("TOLD", 0) >= told, found
