"""The ways the tests are built: two for the full suite, the others for the
smoke set; other platforms are in platforms.py. A configuration whose compiler
is not here says so."""

import functools
import re
from dataclasses import dataclass, field

from . import building, machine

WARNINGS = ("-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow "
            "-Wold-style-cast -Werror").split()
# With sanitizers, and in unit tests at -O2, g++ is known to see overflows and
# uninitialised values that are not there; the others keep these warnings.
FALSE_ALARMS = ("-Wno-maybe-uninitialized -Wno-stringop-overflow "
                "-Wno-stringop-overread -Wno-array-bounds -Wno-restrict"
                ).split()
# Line numbers is all that a report needs of -g.
SANITIZERS = ("-g1 -fsanitize=address,undefined "
              "-fno-sanitize-recover=all").split()
SANITIZED = ["-Og", *SANITIZERS, *FALSE_ALARMS]
TEST_MACROS = ("-DRILL_BUFFER_SIZE=16 -DRILL_ASSERTS=1 -DRILL_FAULTS=1 "
               "-DRILL_CPU_OVERRIDE=1").split()

# The modules that know the insides of libstdc++, and the test files whose
# libraries are built with it.
STANDARD_STREAMS = ("interop", "locale")
LIBRARIES = ("driver/qt", "driver/qt_text", "driver/qt_connection")
# Those whose tests take all values, bytes and places: with sanitizers they run
# five times as long at -O0, and take half as long again to compile at -O1.
LOOPS = ("number", "unicode")

# Linked with the compiled library; its unit tests inject faults as all do:
# ./dev test --config=gcc_compiled ^print/
COMPILED = (building.COMPILED, "-DRILL_FAULTS=1")


@dataclass(frozen=True)
class Configuration:
    name: str
    compiler: object  # a machine.Compiler, or None
    flags: tuple = ()
    missing: str = ""  # why it cannot run here
    notes: tuple = field(default=())  # what is left out here
    # The modules, or files of a module, whose unit tests it runs; none: all.
    # Those of other platforms, where a cast may be useless that another needs.
    modules: tuple = ()
    elsewhere: tuple = ()  # those that another configuration runs
    runner: tuple = ()  # the words before a program: an emulator
    platform: str = "posix"  # the kind of system that its programs are for

    def covers(self, path):
        """Whether the tests of that file belong to this configuration."""
        found = re.search(r"(?:^|/)test/(([^/]+)/.+?)(_test\.cpp)?$", path)
        names = set(found.group(1, 2)) if found else {""}
        return (not self.modules or bool(names & set(self.modules))) and (
            not names & set(self.elsewhere))

    @property
    def link_flags(self):
        """Linked with -ffast-math, a program of g++ starts in a mode of the
        processor that makes subnormal numbers zero. The code under test takes
        no notice; std::to_chars and the other oracles do."""
        return [f for f in self.flags if f != "-ffast-math"]

    @property
    def warnings(self):
        gcc = self.compiler.family == "gcc"
        if gcc:
            return WARNINGS + ([] if self.modules else ["-Wuseless-cast"])
        # doctest's macros use __COUNTER__, which is new in C's next standard.
        return WARNINGS + (["-Wno-c2y-extensions"]
                           if self.compiler.major >= 22 else [])


def absent(name, what, modules=()):
    return Configuration(name, None, missing=f"{what}: not installed",
                         modules=modules)


@functools.lru_cache(maxsize=None)
def full():
    """The configurations of the full suite: each test once with sanitizers
    and once optimized, with two compilers, two standard libraries, compiled
    and header-only."""
    return (clang_sanitized("", elsewhere=LOOPS + LIBRARIES),
            clang_sanitized("_o1", "-O1", LOOPS),
            clang_sanitized("_libstdcxx", modules=STANDARD_STREAMS + LIBRARIES,
                            with_libcxx=False), gcc_o1())


@functools.lru_cache(maxsize=None)
def thorough():
    """What the unit tests are compiled with besides, which takes longer: with
    sanitizers a file takes g++ -Og 4.2 seconds and clang++ -O0 2.1; without
    them it takes clang++ -O2 2.9 and g++ -O1 1.8."""
    return gcc_sanitized(), clang_libcxx()


def clang_sanitized(suffix, level="-O0", modules=(), elsewhere=(),
                    with_libcxx=True):
    name = "clang_sanitized" + suffix
    chosen = machine.newest("clang")
    if not chosen:
        return absent(name, "clang++", modules)
    flags, notes = ["-std=c++20", level], []
    if with_libcxx and machine.accepts(chosen, "-stdlib=libc++"):
        flags.append("-stdlib=libc++")
    elif with_libcxx:
        notes.append("libc++: not installed")
    if machine.accepts(chosen, *flags, "-fsanitize=address,undefined"):
        flags += SANITIZERS
    else:
        notes.append("sanitizers of clang++: not installed")
    flags[0] = machine.newest_standard(chosen, *flags[1:])
    return Configuration(
        name, chosen, tuple(flags + TEST_MACROS + [building.COMPILED]),
        notes=tuple(notes), modules=modules, elsewhere=elsewhere)


def gcc_o1():
    name = "gcc_o1"
    chosen = machine.newest("gcc")
    if not chosen:
        return absent(name, "g++")
    return Configuration(name, chosen, (
        "-std=c++20", "-O1", *FALSE_ALARMS, "-DRILL_FAULTS=1"))


def gcc_sanitized():
    name = "gcc_sanitized"
    chosen = machine.newest("gcc")
    if not chosen:
        return absent(name, "g++")
    flags, notes = ["-std=c++20"], []
    if machine.accepts(chosen, "-fsanitize=address,undefined"):
        flags += SANITIZED
    else:
        flags += ["-g1", "-Og"]
        notes.append("sanitizers of g++: not installed")
    return Configuration(name, chosen, tuple(flags + TEST_MACROS),
                         notes=tuple(notes))


def clang_libcxx():
    name = "clang_libcxx"
    chosen = machine.newest("clang")
    if not chosen:
        return absent(name, "clang++")
    flags, notes = ["-O2"], []
    if machine.accepts(chosen, "-stdlib=libc++"):
        flags.append("-stdlib=libc++")
    else:
        notes.append("libc++: not installed")
    flags.insert(0, machine.newest_standard(chosen, *flags))
    return Configuration(name, chosen, tuple(flags + ["-DRILL_FAULTS=1"]),
                         notes=tuple(notes))


@functools.lru_cache(maxsize=None)
def smoke():
    """The configurations that compile and run the smoke set."""
    gcc, clang = machine.newest("gcc"), machine.newest("clang")
    gcc_floor = machine.exact("gcc", 11)
    clang_floor = machine.exact("clang", 16)
    quiet = ("-fno-exceptions", "-fno-rtti")
    wanted = [
        ("gcc_o0", "g++", gcc, ("-std=c++20", "-O0")),
        ("gcc_o2", "g++", gcc, ("-std=c++20", "-O2")),
        ("gcc_o3_native", "g++", gcc, ("-std=c++20", "-O3", "-march=native")),
        ("gcc_quiet", "g++", gcc, ("-std=c++20", "-O2", *quiet)),
        ("gcc_compiled", "g++", gcc,
         ("-std=c++20", "-O2", *COMPILED, *FALSE_ALARMS)),
        ("gcc_11", "g++ 11", gcc_floor, ("-std=c++20", "-O2")),
        ("clang_compiled", "clang++", clang,
         ("-std=c++20", "-O2", *COMPILED)),
        ("clang_o0", "clang++", clang, ("-std=c++20", "-O0")),
        ("clang_native", "clang++", clang,
         ("-std=c++20", "-O2", "-march=native")),
        ("clang_quiet", "clang++", clang, ("-std=c++20", "-O2", *quiet)),
        ("clang_16", "clang++ 16", clang_floor, ("-std=c++20", "-O2")),
    ]
    found = [Configuration(name, chosen, flags) if chosen
             else absent(name, what) for name, what, chosen, flags in wanted]
    if gcc:
        found.append(Configuration(
            "gcc_newest", gcc, (machine.newest_standard(gcc), "-O2")))
    if clang:
        found.append(Configuration(
            "clang_newest", clang, (machine.newest_standard(clang), "-O2")))
        if machine.accepts(clang, "-stdlib=libc++"):
            found.append(Configuration(
                "clang_libcxx_quiet", clang,
                ("-std=c++20", "-O1", "-stdlib=libc++", *quiet)))
    return tuple(found)


@functools.lru_cache(maxsize=None)
def plain():
    """One g++ and one clang++ as a user would call them."""
    gcc, clang = machine.newest("gcc"), machine.newest("clang")
    return (Configuration("gcc", gcc, ("-std=c++20",)) if gcc
            else absent("gcc", "g++"),
            Configuration("clang", clang, ("-std=c++20",)) if clang
            else absent("clang", "clang++"))


@functools.lru_cache(maxsize=None)
def compiled():
    """A clang++ whose programs are linked with the compiled library."""
    clang = machine.newest("clang")
    return (Configuration("clang_compiled", clang,
                          ("-std=c++20", building.COMPILED)) if clang
            else absent("clang_compiled", "clang++"))


@functools.lru_cache(maxsize=None)
def floors():
    """The oldest compilers that are promised, and the other libraries."""
    old_gcc = machine.exact("gcc", 11)
    old_clang = machine.exact("clang", 16)
    return (Configuration("gcc_11", old_gcc, ("-std=c++20",)) if old_gcc
            else absent("gcc_11", "g++ 11"),
            Configuration("clang_16", old_clang, ("-std=c++20",)) if old_clang
            else absent("clang_16", "clang++ 16"))


@functools.lru_cache(maxsize=None)
def bench():
    """What the benchmarks are built with: the flags that most people use."""
    gcc, clang = machine.newest("gcc"), machine.newest("clang")
    return (Configuration("gcc", gcc, ("-std=c++20", "-O2")) if gcc
            else absent("gcc", "g++"),
            Configuration("clang", clang, ("-std=c++20", "-O2")) if clang
            else absent("clang", "clang++"))
