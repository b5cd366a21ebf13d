"""The compilers of this machine, and what they can do."""

import functools
import os
import re
import shutil
import subprocess
from dataclasses import dataclass

ENVIRONMENT = dict(os.environ, LC_ALL="C")
# ccache, if installed, keeps objects beyond a clone, whichever folder the clone
# is in.
CCACHE = tuple(filter(None, [shutil.which("ccache")]))
CCACHE_TERMS = {"CCACHE_NOHASHDIR": "1",
                # ccache identifies a precompiled header by the .sum file beside
                # it.
                "CCACHE_PCH_EXTSUM": "1",
                "CCACHE_SLOPPINESS": "pch_defines,time_macros,"
                                     "include_file_mtime,include_file_ctime",
                "CCACHE_BASEDIR": os.path.abspath(os.path.join(
                    os.path.dirname(__file__), "..", ".."))}


@dataclass(frozen=True)
class Compiler:
    path: str
    family: str  # "gcc" or "clang"
    version: str

    @property
    def major(self):
        return int(self.version.split(".")[0])

    @property
    def name(self):
        return f"{self.family} {self.major}"


def ask(command, **options):
    """Runs a short command. Returns (status, output)."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=ENVIRONMENT, timeout=120, **options)
    except (OSError, subprocess.TimeoutExpired) as error:
        return 127, str(error)
    return done.returncode, done.stdout.decode(errors="replace")


@functools.lru_cache(maxsize=None)
def compiler(command):
    """The compiler of that name, or None."""
    path = shutil.which(command)
    if not path:
        return None
    status, text = ask([path, "--version"])
    if status != 0:
        return None
    family = "clang" if "clang" in text else "gcc"
    # g++ of mingw-w64 calls itself `(GCC) 12-posix`.
    found = (re.search(r"(\d+\.\d+\.\d+)", text) or
             re.search(r"\) (\d+)", text))
    return Compiler(path, family, found.group(1)) if found else None


@functools.lru_cache(maxsize=None)
def members(family):
    """All compilers of a family, the newest first."""
    stem = {"gcc": "g++", "clang": "clang++"}[family]
    names = [stem] + [f"{stem}-{major}" for major in range(11, 40)]
    found = [c for c in map(compiler, names) if c and c.family == family]
    return sorted(found, reverse=True,
                  key=lambda c: tuple(map(int, c.version.split("."))))


def newest(family):
    """The newest compiler of a family, or None."""
    return next(iter(members(family)), None)


def exact(family, major):
    """The compiler of a family with that major version, or None."""
    stem = {"gcc": "g++", "clang": "clang++"}[family]
    for name in (f"{stem}-{major}", stem):
        found = compiler(name)
        if found and found.family == family and found.major == major:
            return found
    return None


def accepting(family, *flags):
    """The newest compiler of a family that builds a working program with these
    flags, or None."""
    return next((c for c in members(family) if accepts(c, *flags)), None)


@functools.lru_cache(maxsize=None)
def accepts(chosen, *flags, runner=()):
    """Whether a compiler builds a program with these flags, and whether it
    runs, on this machine or under `runner`."""
    source = "#include <cstddef>\n#include <cstdio>\nint main() {}\n"
    folder = scratch_folder()
    program = os.path.join(folder, f"probe{abs(hash((chosen, flags)))}.exe")
    try:
        done = subprocess.run(
            [chosen.path, *flags, "-x", "c++", "-", "-o", program],
            input=source.encode(), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=ENVIRONMENT,
            timeout=600)  # zig compiles its libraries at the first use
    except (OSError, subprocess.TimeoutExpired):
        return False
    try:
        return done.returncode == 0 and ask([*runner, program])[0] == 0
    finally:
        if os.path.exists(program):
            os.remove(program)


@functools.lru_cache(maxsize=None)
def finds(chosen, header, *flags):
    """Whether a compiler finds a header in the system's include path."""
    try:
        done = subprocess.run(
            [chosen.path, *flags, "-E", "-x", "c++", "-"],
            input=f"#if !__has_include(<{header}>)\n#error\n#endif\n".encode(),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=ENVIRONMENT, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@functools.lru_cache(maxsize=None)
def links(chosen, header, libraries, *flags, use="0"):
    """Whether a program that includes a header links with libraries. `use` is
    an expression that uses a symbol of theirs."""
    try:
        done = subprocess.run(
            [chosen.path, *flags, "-x", "c++", "-", *libraries, "-o",
             os.devnull],
            input=f"#include <{header}>\nint main() {{ return {use}; }}\n"
                  .encode(),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=ENVIRONMENT, timeout=120)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


@functools.lru_cache(maxsize=None)
def fast_linker(chosen, *flags):
    """The flag of a linker that takes a fifth of the usual one's time for
    hundreds of objects, if there is one."""
    return next(((flag,) for flag in ("-fuse-ld=lld", "-fuse-ld=gold")
                 if accepts(chosen, *flags, flag)), ())


@functools.lru_cache(maxsize=None)
def newest_standard(chosen, *flags):
    """The flag of the newest standard that a compiler supports."""
    for name in ("c++26", "c++2c", "c++23", "c++2b"):
        if accepts(chosen, *flags, f"-std={name}"):
            return f"-std={name}"
    return "-std=c++20"


@functools.lru_cache(maxsize=None)
def scratch_folder():
    folder = os.path.join("build", "probe")
    os.makedirs(folder, exist_ok=True)
    return os.path.abspath(folder)


def core_count():
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
