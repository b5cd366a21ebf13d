"""Other platforms: the tests as 32-bit programs; for other processors, built by
Debian's cross compilers and run by qemu's user emulation; for Windows
(windows.py). ./dev test --all runs them. systems.py has whole programs for
other systems."""

import functools
import os
import shlex
import shutil

from . import building, machine, wheels, windows
from .configurations import (FALSE_ALARMS, SANITIZED, TEST_MACROS,
                             Configuration, absent)

MODULES = ("base", "memory", "number", "unicode", "hash", "value", "os",
           "stream", "cstdio", "ring", "copy", "encoding", "print", "scan",
           "csv", "process", "binary", "trace", "interop")
NUMBERS = ("number",)
# Numbers do not depend on the C library.
MUSL_MODULES = tuple(module for module in MODULES if module != "number")
# The configuration's name, which is also qemu's name of the processor: the
# prefix of the compiler.
EMULATED = {
    "aarch64": "aarch64-linux-gnu",  # plain char is unsigned, IEEE 128
    "riscv64": "riscv64-linux-gnu",  # the same
    "s390x": "s390x-linux-gnu",  # and big-endian
}
# What every() makes, without asking what this machine can do.
NAMES = ("gcc_32", "clang_32", "gcc_fast_math", *EMULATED, "musl",
         windows.WORD)
# Debian installs <asm/errno.h> for 32-bit programs in a folder that only
# gcc-multilib adds to the search path. gcc-multilib conflicts with the cross
# compilers, so add the folder last.
LAST_INCLUDE = "/usr/include/x86_64-linux-gnu"


@functools.lru_cache(maxsize=None)
def every():
    return (gcc_32(), clang_32(), gcc_fast_math(),
            *(emulated(name, prefix) for name, prefix in EMULATED.items()),
            musl(), windows.configuration(MODULES))


def narrow_flags():
    flags = ["-std=c++20", "-m32", "-D_FILE_OFFSET_BITS=64"]
    if os.path.isdir(LAST_INCLUDE):
        flags += ["-idirafter", LAST_INCLUDE]
    return flags


def gcc_32():
    """32-bit x86: no 128-bit integers, longs and pointers of 4 bytes."""
    name, flags, notes = "gcc_32", narrow_flags(), []
    chosen = machine.accepting("gcc", *flags)
    if not chosen:
        return absent(name, "g++ -m32", MODULES)
    if machine.accepts(chosen, *flags, "-fsanitize=address,undefined"):
        flags += SANITIZED
    else:
        flags += ["-O1", *FALSE_ALARMS]
        notes.append("sanitizers of g++ -m32: not installed")
    return Configuration(name, chosen, (*flags, *TEST_MACROS),
                         notes=tuple(notes), modules=MODULES,
                         is_foreign=True)


def clang_32():
    name, flags = "clang_32", narrow_flags()
    chosen = machine.accepting("clang", *flags)
    if not chosen:
        return absent(name, "clang++ -m32", NUMBERS)
    return Configuration(name, chosen, (*flags, "-O2", *TEST_MACROS),
                         modules=NUMBERS)


def gcc_fast_math():
    """Numbers under -ffast-math: the compiler assumes no NaN and no infinity,
    and reorders operations."""
    name = "gcc_fast_math"
    chosen = machine.newest("gcc")
    if not chosen:
        return absent(name, "g++", NUMBERS)
    return Configuration(
        name, chosen, ("-std=c++20", "-O3", "-ffast-math", *FALSE_ALARMS,
                       "-DRILL_FAULTS=1"), modules=NUMBERS)


def musl():
    """Another C library on this system: static programs of `zig c++`."""
    name = "musl"
    chosen = zig_compiler()
    if not chosen:
        return absent(name, "zig", MUSL_MODULES)
    doctest = windows.doctest_folder()
    if not doctest:
        return absent(name, "doctest", MUSL_MODULES)
    # zig adds its own checks of undefined behaviour. The sanitizers of other
    # configurations do that work.
    flags = ("-std=c++20", "-O1", "-target", "x86_64-linux-musl", "-static",
             "-fno-sanitize=undefined", *TEST_MACROS, "-isystem", doctest)
    if not machine.accepts(chosen, *flags):
        return Configuration(name, None, modules=MUSL_MODULES, missing="musl: "
                             "programs that are built for it do not run")
    return Configuration(name, chosen, flags, modules=MUSL_MODULES)


@functools.lru_cache(maxsize=None)
def zig_compiler():
    """`zig c++` as one command, or None."""
    zig = wheels.zig()
    if not zig:
        return None
    path = os.path.join(building.BUILD, "zig", "zig-c++")
    command = shlex.join([zig, "c++"])
    building.write_if_changed(path, f'#!/bin/sh\nexec {command} "$@"\n', 0o755)
    return machine.compiler(path)


def emulated(name, prefix):
    chosen = cross_compiler(prefix)
    if not chosen:
        return absent(name, f"{prefix}-g++", MODULES)
    emulator = (shutil.which(f"qemu-{name}-static") or
                shutil.which(f"qemu-{name}"))
    if not emulator:
        return absent(name, f"qemu-{name}-static", MODULES)
    flags = ("-std=c++20", "-O2", "-static", *FALSE_ALARMS, *TEST_MACROS)
    if not machine.accepts(chosen, *flags, runner=(emulator,)):
        return Configuration(name, None, modules=MODULES, missing=f"{name}: "
                             "programs that are built for it do not run")
    return Configuration(name, chosen, flags, modules=MODULES,
                         runner=(emulator,), is_foreign=True)


def cross_compiler(prefix):
    names = [f"{prefix}-g++", *(f"{prefix}-g++-{major}"
                                for major in range(30, 10, -1))]
    return next(filter(None, map(machine.compiler, names)), None)
