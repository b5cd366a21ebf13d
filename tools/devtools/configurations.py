"""The ways in which tests are built: the full suite, thorough builds, and the
smoke set; other platforms are in platforms.py. A configuration without a
compiler has the reason."""

import functools
import os
import re
from dataclasses import dataclass, field

from . import building, machine

WARNINGS = ("-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow "
            "-Wold-style-cast -Werror").split()
# With sanitizers, and in unit tests at -O2, g++ reports overflows and
# uninitialised values in correct code. Other configurations keep these
# warnings.
FALSE_ALARMS = ("-Wno-maybe-uninitialized -Wno-stringop-overflow "
                "-Wno-stringop-overread -Wno-array-bounds -Wno-restrict"
                ).split()
# Sanitizers need -g for line numbers only.
SANITIZERS = ("-g1 -fsanitize=address,undefined "
              "-fno-sanitize-recover=all").split()
# Read in the project's folder, where the compilers run.
IGNORED = "-fsanitize-ignorelist=tools/sanitizers.ignore"
SANITIZED = ["-Og", *SANITIZERS, *FALSE_ALARMS]
TEST_MACROS = ("-DRILL_BUFFER_SIZE=16 -DRILL_ASSERTS=1 -DRILL_FAULTS=1 "
               "-DRILL_CPU_OVERRIDE=1").split()

# Headers that nearly every unit test includes; each file chooses rill's.
STANDARD_START = tuple((
    "doctest/doctest.h algorithm array charconv chrono cstdint cstring "
    "filesystem fstream memory random set sstream stdexcept string "
    "string_view thread utility vector").split())
# With the headers of rill that open the others. Where every test compiles with
# them, a missing include shows in the other configurations alone.
RILL_START = (*STANDARD_START, *(f"rill/{name}.h" for name in (
    "rill any iostream locale stdio terminal").split()))

# Test files whose libraries are built with libstdc++.
LIBRARIES = ("driver/qt", "driver/qt_text", "driver/qt_connection")
# Modules that use the internals of a standard library: with libc++ they run
# with sanitizers, with libstdc++ as gcc_o1.
STANDARD_STREAMS = ("interop", "locale")
# What compilers and levels of optimization can make differ. gcc_o1 runs these
# always, and the other modules with --all.
OPTIMIZED = ("number", "unicode", "memory", "hash", "os/libc",
             *STANDARD_STREAMS)
# Modules, and files of others, whose tests loop over all values, bytes and
# places. With sanitizers they run five times as long at -O0 as at -O1; at -O1
# they compile 1.5 times as long.
LOOPS = ("number", "unicode", "binary/mutation",
         "compression/decompressed_reader", "copy/copy_sparse",
         "cstdio/c_stream_reader", "driver/gzip_index",
         "driver/gzip_index_damage", "driver/rows_any", "driver/rows_broken",
         "driver/rows_c_file", "driver/rows_file", "driver/rows_filter",
         "driver/rows_trace", "encoding/transcode", "stream/c_stream_mix",
         "stream/whole_calls")

# Test files, by their text, that need what no sanitizer allows: malloc that
# fails, and an address space without its shadow. gcc_o1 runs these too.
UNSANITIZED = (r'support/(failing_memory|memory_sweep|coder_memory)\.h"|'
               r'skip\("a sanitizer ')

# Linked with the compiled library. Its unit tests inject faults, as the others
# do: ./dev test --config=gcc_compiled ^print/
COMPILED = (building.COMPILED, "-DRILL_FAULTS=1")


@dataclass(frozen=True)
class Configuration:
    name: str
    compiler: object  # a machine.Compiler, or None
    flags: tuple = ()
    missing: str = ""  # why it cannot run here
    notes: tuple = field(default=())  # parts that are left out here
    # The modules, or files of a module, whose unit tests it runs; empty: all.
    modules: tuple = ()
    elsewhere: tuple = ()  # modules that another configuration runs
    also: str = ""  # an expression: further files whose text has a match
    runner: tuple = ()  # the words before a program: an emulator
    platform: str = "posix"  # the kind of system that its programs run on
    # For another platform than this one: g++ calls a cast useless there that is
    # needed here.
    is_foreign: bool = False
    # The headers that are precompiled for its unit tests, by their names in
    # #include. None in the smoke set and on other platforms: there a missing
    # include is an error.
    start: tuple = ()

    def covers(self, path):
        """Whether the tests of that file belong to this configuration."""
        found = re.search(r"(?:^|/)test/(([^/]+)/.+?)(_test\.cpp)?$", path)
        names = set(found.group(1, 2)) if found else {""}
        is_wanted = (not self.modules or bool(names & set(self.modules)) or
                     bool(self.also) and has(path, self.also))
        return is_wanted and not names & set(self.elsewhere)

    @property
    def link_flags(self):
        """The flags for linking. -ffast-math is left out: with it, g++ links
        code that sets the processor to flush subnormal numbers to zero. That
        changes the results of std::to_chars and other references, not those of
        the code under test."""
        return [f for f in self.flags if f != "-ffast-math"]

    @property
    def warnings(self):
        gcc = self.compiler.family == "gcc"
        if gcc:
            return WARNINGS + ([] if self.is_foreign else ["-Wuseless-cast"])
        # doctest's macros use __COUNTER__, which is new in C's next standard.
        return WARNINGS + (["-Wno-c2y-extensions"]
                           if self.compiler.major >= 22 else [])


@functools.lru_cache(maxsize=None)
def has(path, expression):
    """Whether the text of a file has a match."""
    with open(os.path.join(building.ROOT, path), encoding="utf-8") as file:
        return re.search(expression, file.read()) is not None


def absent(name, what, modules=()):
    return Configuration(name, None, missing=f"{what}: not installed",
                         modules=modules)


@functools.lru_cache(maxsize=None)
def full(is_whole=False):
    """The configurations of the full suite. Each test runs once with
    sanitizers, linked with the compiled library; those of OPTIMIZED and
    UNSANITIZED run again, optimized and header-only, with the other compiler and
    the other standard library. `is_whole`: these two run all that they can, for
    --all and for --config; and g++ does where there is no clang++."""
    streams = STANDARD_STREAMS if is_whole else ()
    is_alone = not machine.newest("clang")
    return (clang_sanitized("", elsewhere=LOOPS + LIBRARIES),
            clang_sanitized("_o1", "-O1", LOOPS),
            clang_sanitized("_libstdcxx", modules=streams + LIBRARIES,
                            with_libcxx=False),
            gcc_o1(() if is_whole or is_alone else OPTIMIZED))


@functools.lru_cache(maxsize=None)
def thorough():
    """Further configurations of the unit tests, which compile longer: a file
    takes 4.2 s with g++ -Og and 2.1 s with clang++ -O0, both with sanitizers;
    2.9 s with clang++ -O2 and 1.8 s with g++ -O1, both without."""
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
        flags += [*SANITIZERS, IGNORED]
    else:
        notes.append("sanitizers of clang++: not installed")
    flags[0] = machine.newest_standard(chosen, *flags[1:])
    return Configuration(
        name, chosen, tuple(flags + TEST_MACROS + [building.COMPILED]),
        notes=tuple(notes), modules=modules, elsewhere=elsewhere,
        start=RILL_START)


def gcc_o1(modules=()):
    name = "gcc_o1"
    chosen = machine.newest("gcc")
    if not chosen:
        return absent(name, "g++")
    return Configuration(
        name, chosen, ("-std=c++20", "-O1", *FALSE_ALARMS, "-DRILL_FAULTS=1"),
        modules=modules, also=UNSANITIZED if modules else "",
        start=STANDARD_START)


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
                         notes=tuple(notes), start=STANDARD_START)


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
                         notes=tuple(notes), start=STANDARD_START)


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
    """One g++ and one clang++ with the flags of an ordinary user."""
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
    """The oldest supported compilers, and the other standard library."""
    old_gcc = machine.exact("gcc", 11)
    old_clang = machine.exact("clang", 16)
    return (Configuration("gcc_11", old_gcc, ("-std=c++20",)) if old_gcc
            else absent("gcc_11", "g++ 11"),
            Configuration("clang_16", old_clang, ("-std=c++20",)) if old_clang
            else absent("clang_16", "clang++ 16"))


@functools.lru_cache(maxsize=None)
def bench():
    """The flags of the benchmarks: -O2, which most users take."""
    gcc, clang = machine.newest("gcc"), machine.newest("clang")
    return (Configuration("gcc", gcc, ("-std=c++20", "-O2")) if gcc
            else absent("gcc", "g++"),
            Configuration("clang", clang, ("-std=c++20", "-O2")) if clang
            else absent("clang", "clang++"))
