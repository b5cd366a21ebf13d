"""Compiles a file again only when the command, the compiler or a file that it
read has changed. The outcome is kept with the result, also of a compile that
failed."""

import contextlib
import errno
import hashlib
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from . import interruption, machine

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.path.join(ROOT, "build", "test")
INCLUDE = os.path.join(ROOT, "include")


COMPILED = "-DRILL_COMPILED=1"  # to be linked with the compiled library

FULL = "No space left on device"

# Output of a compiler that the machine stopped, for lack of memory or by a
# signal: the outcome is not kept, the next run tries again.
PASSING = re.compile(r"signal terminated program|due to signal|"
                     r"unable to execute command|"
                     r"memory exhausted|out of memory|"
                     r"Cannot allocate memory|Disk quota exceeded|"
                     r"Input/output error")


@dataclass
class Outcome:
    status: int  # negative: ended by that signal
    text: str
    is_late: bool = False  # ended because it took too long

    @property
    def lasts(self):
        """Whether the same command gives the same outcome again."""
        return self.status == 0 or (self.status > 0 and not self.is_late and
                                    not PASSING.search(self.text))


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


class Hashes:
    """The contents of files as hashes, each read once in a run."""

    def __init__(self):
        self.known = {}
        self.lock = threading.Lock()

    def of(self, path):
        with self.lock:
            if path in self.known:
                return self.known[path]
        try:
            with open(path, "rb") as file:
                value = hashlib.sha256(file.read()).hexdigest()[:16]
        except OSError:
            value = "absent"
        with self.lock:
            self.known[path] = value
        return value

    def of_tree(self, folder, suffixes=(".h",)):
        return digest(*(name + self.of(os.path.join(folder, name))
                        for name in names_below(folder, suffixes)))


hashes = Hashes()


def names_below(folder, suffixes=(".h",)):
    """The files below a folder, relative to it and sorted."""
    found = []
    for where, _, files in os.walk(folder):
        found += [os.path.relpath(os.path.join(where, f), folder)
                  for f in files if f.endswith(suffixes)]
    return sorted(found)


def dependencies(depfile, everything=False):
    """The project's own files that a compile read; with `everything`, all
    files."""
    try:
        with open(depfile) as file:
            text = file.read()
    except OSError:
        return None
    text = text.replace("\\\n", " ").split(":", 1)[-1]
    names = [n.replace("\\ ", " ") for n in re.findall(r"(?:\\ |\S)+", text)]
    return [n for n in (os.path.abspath(os.path.join(ROOT, n)) for n in names)
            if everything or n.startswith(ROOT + os.sep)]


def wait_to_end(status):
    """After Ctrl-C a program that it ended has not failed: this process is being
    ended meanwhile."""
    if status == -signal.SIGINT:
        time.sleep(interruption.ENDING)
    interruption.hold()


# Of more threads than the machine has cores, as many compile at once.
SLOTS = threading.BoundedSemaphore(machine.core_count())


def run_compiler(command):
    """Runs a compiler, through ccache where ccache is installed and the command
    makes an object."""
    with SLOTS:
        return run_now(command)


def run_now(command):
    interruption.hold()
    environment = machine.ENVIRONMENT
    if "-c" in command:
        command = [*machine.CCACHE, *command]
        environment = {**environment, **machine.CCACHE_TERMS}
    try:
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=environment, timeout=900)
    except subprocess.TimeoutExpired:
        return Outcome(124, "the compiler took more than 15 minutes", True)
    wait_to_end(done.returncode)
    outcome = Outcome(done.returncode, done.stdout.decode(errors="replace"))
    if done.returncode != 0 and FULL in outcome.text:
        # Each further compile would fail too: dev.py says so and ends.
        raise OSError(errno.ENOSPC, FULL, BUILD)
    return outcome


LOCKS = {}  # one for each output


def compile_once(compiler, flags, source, output, start=None,
                 everything=False, may_be_gone=False):
    """Compiles `source` to the file `output` and returns an Outcome: status and
    text of the compiler, also of a compile that failed. A kept one is returned
    if neither the command, the compiler nor a file of the project that the
    compile read has changed; with `everything`, no system header either. The
    output must still be there, unless -fsyntax-only is among the flags, or
    `may_be_gone`: for a caller that makes it again when it is needed. `start` is
    a precompiled header, a precompiled.Start. Of threads that want the same
    output, one compiles it and the others get its outcome."""
    with LOCKS.setdefault(output, threading.Lock()):
        return compile_unless_kept(compiler, flags, source, output, start,
                                   everything, may_be_gone)


def compile_unless_kept(compiler, flags, source, output, start, everything,
                        may_be_gone):
    os.makedirs(os.path.dirname(output), exist_ok=True)
    stamp = output + ".stamp"
    syntax_only = "-fsyntax-only" in flags
    # The linker resolves symbols of the objects before a library: libraries go
    # last.
    libraries = [flag for flag in flags if flag.startswith("-l")]
    command = [compiler.path, *(f for f in flags if f not in libraries),
               *(start.flags if start else ()), source, *libraries]
    key = digest(compiler.version, output, *command,
                 *([start.identity] if start else []))
    known = remembered(stamp, key)
    if known and (syntax_only or may_be_gone or known.status != 0 or
                  os.path.exists(output)):
        return known
    if start:
        start.make()
    # Another ./dev may write the same file: write under a name of this process,
    # then rename.
    own = f"{output}.{os.getpid()}"
    started = time.time()
    outcome = run_compiler(
        [*command, "-MD" if everything else "-MMD", "-MF", own + ".d", "-MT",
         "it",
         *([] if syntax_only else ["-o", own])])
    read = dependencies(own + ".d", everything)
    if os.path.exists(own + ".d"):
        os.remove(own + ".d")
    if os.path.exists(own) and not outcome.lasts:
        os.remove(own)
    elif os.path.exists(own):
        os.replace(own, output)
        hashes.known.pop(output, None)
    if not outcome.lasts:
        return outcome
    if source.endswith(".pch"):  # made of this file alone, without a list
        files, read = {source: hashes.of(source)}, []
    elif read is None:  # a failed compile may leave no list: take all
        files = {"": hashes.of_tree(INCLUDE), source: hashes.of(source)}
        read = [source]
    else:
        files = {name: hashes.of(name) for name in read}
    if any(changed_since(name, started) for name in read):
        return outcome  # edited during the compile: not kept
    with open(own, "w") as file:
        json.dump({"key": key, "files": files, "status": outcome.status,
                   "text": outcome.text}, file)
    os.replace(own, stamp)
    return outcome


def changed_since(path, moment):
    try:
        return os.path.getmtime(os.path.join(ROOT, path)) >= moment
    except OSError:
        return True


def content(stamp, key=None):
    """What a stamp says, unless it has another key or one of its files has
    changed."""
    try:
        with open(stamp) as file:
            kept = json.load(file)
    except (OSError, ValueError):
        return None
    if key not in (None, kept["key"]):
        return None
    for name, value in kept["files"].items():
        now = hashes.of(name) if name else hashes.of_tree(INCLUDE)
        if now != value:
            return None
    return kept


def remembered(stamp, key):
    kept = content(stamp, key)
    outcome = Outcome(kept["status"], kept["text"]) if kept else None
    return outcome if outcome and outcome.lasts else None


def identity(output):
    """A hash of what compile_once made a result of, as far as the project has
    it. A result that is no longer valid has another one at each call."""
    kept = content(output + ".stamp")
    return (digest(output, kept["key"],
                   json.dumps(kept["files"], sort_keys=True))
            if kept else os.urandom(16).hex())


def write_if_changed(path, text, mode=0o644):
    """Others may read or write the same file meanwhile, threads as well: writes
    under a name of its own, then renames."""
    try:
        with open(path) as file:
            if file.read() == text:
                return
    except OSError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path),
                                     delete=False) as file:
        file.write(text)
    os.chmod(file.name, mode)
    os.replace(file.name, path)
    hashes.known.pop(path, None)


def remove_old(folder, prefix, seconds=3600):
    """Removes what earlier runs have left in a folder under other names, unless
    a run may still use it. Others may remove the same files meanwhile."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if name.startswith(prefix):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - os.path.getmtime(path) > seconds:
                    os.remove(path)


def relative(path):
    return os.path.relpath(path, ROOT)


def find(folder, suffix):
    """The files below a folder of the project, sorted."""
    found = []
    for where, folders, files in os.walk(os.path.join(ROOT, folder)):
        folders.sort()
        found += [os.path.join(where, f) for f in files if f.endswith(suffix)]
    return sorted(found)


class Pool:
    """Runs a function over items, on as many threads as the pool has jobs."""

    def __init__(self, jobs):
        self.jobs = jobs
        self.executor = ThreadPoolExecutor(max_workers=jobs)

    def each(self, function, items):
        def one(item):
            interruption.hold()
            return function(item)
        return list(self.executor.map(one, items))
