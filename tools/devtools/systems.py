"""The tests `systems/SYSTEM: PROGRAM`: whole programs, compiled and linked for
other systems, and run where this machine can run them. The unit tests for these
systems are in platforms.py and take longer; these run with each ./dev test, so
that a header that no longer compiles for a system is found at once. --all adds
systems, and programs of the compiled library."""

import base64
import hashlib
import os
import sys
import zlib
from dataclasses import dataclass

from . import building, headers, platforms, programs, windows
from .configurations import FALSE_ALARMS, Configuration, absent

HELLO, EVERYDAY, PUBLIC = "hello", "everyday", "public headers"
INPUT = b"17 2.5 words here\nthe last line\n"
SOURCES = {
    HELLO: ("rill/print.h", 'rill::println("Hello World");'),
    EVERYDAY: ("rill/rill.h", """int n;
  double x;
  std::string word;
  if (!rill::scan(n, x, word)) return 1;
  rill::println(n, " ", x, " ", word);
  for (auto line : rill::lines(stdin)) rill::println(line);"""),
}
# The program of all public headers calls the functions that are written for the
# instructions of a processor: a compiler may refuse one only where it generates
# its code.
KERNELS = """std::string text;
  for (int i = 0; i != 500; ++i) text += "0123456789";
  rill::println(rill::crc32::of(text), " ", rill::crc32c::of(text) != 0);
  rill::println(rill::adler32::of(text), " ", rill::sha512::of(text));
  rill::println(rill::sha1::of(text), " ", rill::sha256::of(text));
  rill::println(rill::base64(text));
  rill::println(rill::utf8_to_utf16_size(text));"""
DIGITS = b"0123456789" * 500
# What each program prints.
OUTPUT = {
    HELLO: b"Hello World\n",
    EVERYDAY: b"17 2.5 words\n here\nthe last line\n",
    PUBLIC: f"""{zlib.crc32(DIGITS)} true
{zlib.adler32(DIGITS)} {hashlib.sha512(DIGITS).hexdigest()}
{hashlib.sha1(DIGITS).hexdigest()} {hashlib.sha256(DIGITS).hexdigest()}
{base64.b64encode(DIGITS).decode()}
5000
""".encode(),
}
DIRECT = "-DRILL_DIRECT_LIBC=1"  # the buffer of a FILE of 4.4BSD's stdio


@dataclass(frozen=True)
class System:
    name: str
    target: str  # of zig; empty: mingw-w64
    is_run: bool = False
    flags: tuple = ()
    programs: tuple = (HELLO, EVERYDAY, PUBLIC)


USUAL = (
    System("musl", "x86_64-linux-musl", True, ("-static",)),
    System("macos", "aarch64-macos"),
    System("freebsd", "x86_64-freebsd"),
    System("windows_ucrt", "x86_64-windows-gnu", True),
    System("windows_mingw", "", True, ("-static", "-Wa,-mbig-obj")),
)
FURTHER = (
    System("macos_x86_64", "x86_64-macos"),
    System("netbsd", "x86_64-netbsd"),
)
# With glibc, musl and on Windows the macro changes nothing.
WITH_DIRECT = ("macos", "freebsd", "netbsd")


def all_systems():
    """The systems of --all: with variants that change many headers."""
    every = [*USUAL, *FURTHER]
    return [*every, *(variant(one, "direct", DIRECT) for one in every
                      if one.name in WITH_DIRECT),
            *(variant(one, "compiled", building.COMPILED, (HELLO, EVERYDAY))
              for one in every)]


def variant(system, word, flag, wanted=System.programs):
    return System(f"{system.name} {word}", system.target, system.is_run,
                  (*system.flags, flag), wanted)


def run(context):
    jobs = [(f"systems/{one.name}: {program}", one, program)
            for one in (all_systems() if context.all else USUAL)
            for program in one.programs
            if context.selection.has(f"systems/{one.name}: {program}")]
    if context.list_only:
        for full, *_ in jobs:
            print(full)
        return
    if not jobs:
        return
    with context.report.group("programs for other systems",
                              len(jobs)) as group:
        group.each(context.pool, lambda job: check(context, *job), jobs)


def check(context, full, system, program):
    configuration = configuration_of(system)
    if configuration.missing:
        context.report.skipped(full, configuration.missing)
        return
    outcome, path = programs.build(configuration, source_of(system, program),
                                   stem=program.replace(" ", "_"))
    if outcome.status != 0:
        context.report.failed(full, outcome.text)
    elif system.is_run:
        check_run(context, full, configuration, path, OUTPUT[program])
    else:
        context.report.passed(full)


def check_run(context, full, configuration, path, wanted):
    reason = why_not_run(configuration)
    if reason:
        context.report.skipped(full, f"compiled and linked only: {reason}")
        return
    if configuration.platform == windows.WORD:
        with windows.prepared():
            pass
    got = programs.run([*configuration.runner, path], INPUT)
    # Standard output is in C's text mode on Windows.
    text = got.out.replace(b"\r\n", b"\n")
    if got.status == 0 and text == wanted:
        context.report.passed(full)
    else:
        context.report.failed(
            full, f"status {got.status}\n{programs.difference(wanted, text)}\n"
            + got.err.decode(errors="replace"))


def why_not_run(configuration):
    """Why this machine cannot run the programs, or an empty text."""
    if configuration.platform == windows.WORD:
        return "" if configuration.runner else "wine: not installed"
    is_native = sys.platform == "linux" and os.uname().machine == "x86_64"
    return "" if is_native else "this is not Linux on x86-64"


def configuration_of(system):
    # The digest of the flags, not this name, tells the folders of two systems
    # apart.
    name = system.name.replace(" ", "_")
    is_windows = "windows" in name
    compiler = (platforms.zig_compiler() if system.target
                else windows.mingw_compiler())
    if not compiler:
        return absent(name, "zig" if system.target else windows.COMPILERS[0])
    # zig adds checks of undefined behaviour, which other tests have.
    own = (("-target", system.target, "-fno-sanitize=undefined")
           if system.target else FALSE_ALARMS)
    return Configuration(
        name, compiler, ("-std=c++20", "-O1", *own, *system.flags),
        runner=windows.runner() if is_windows else (),
        is_foreign=is_windows,
        platform=windows.WORD if is_windows else "posix")


def source_of(system, program):
    """Writes the source of a program; returns its path."""
    if program == PUBLIC:
        text = "".join(f"#include <rill/{name}>\n"
                       for name in public_headers(system))
        body = KERNELS
    else:
        header, body = SOURCES[program]
        text = f"#include <{header}>\n"
    text += f"#include <string>\nint main() {{\n  {body}\n}}\n"
    path = os.path.join(building.BUILD, "systems",
                        building.digest(text) + ".cpp")
    building.write_if_changed(path, text)
    return building.relative(path)


def public_headers(system):
    left_out = (headers.NOT_FOR_WINDOWS if "windows" in system.name
                else headers.ELSEWHERE)
    return [name for name in sorted(os.listdir(headers.PUBLIC))
            if name.endswith(".h") and not left_out.search(f"rill/{name}")]
