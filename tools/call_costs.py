#!/usr/bin/env python3
"""What calls and headers cost the compiler: ./dev bench --costs.

    ./dev bench --costs               all, compared with the kept figures
    ./dev bench --costs call/ print   names that contain one of the words
    ./dev bench --costs --keep        writes bench/costs.json
    ./dev bench --costs --compiler clang++-19

    call/HEAT      a further call of the race `calls`: the difference between
                   its programs of 200 and of 100 calls, divided by 100
    program/NAME   the small programs of that race
    header/NAME    a public header alone
    driver/NAME    what a driver's header adds to rill/file.h and to the
                   header of its library
    compile/NAME   the compiler's own instructions for each small program, for
                   hello with rill/rill.h, and for driver/zlib.h: half a minute
                   each, under valgrind
    compiled/…     the same, linked with the compiled library
                   (docs/compiled.md), whose own code is not counted

The figures are bytes of code and functions at -O2; for headers also the files
that the compiler opens (rill's, the system's) and the lines after
preprocessing; for compile/ millions of instructions. They do not vary between
runs. They belong to one compiler and its libraries. A figure more than 5 %
above the kept one is a loss: status 1, and a failure of ./dev test.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace

from devtools import building, libraries, machine
from devtools.kept_figures import (Failed, chosen, compare, load, merged,
                                   save, table)

sys.path.insert(0, os.path.join(building.ROOT, "race"))
from harness import call_programs, calls_race  # noqa: E402

KEPT = os.path.join(building.ROOT, "bench", "costs.json")
BUILD = os.path.join(building.ROOT, "build", "costs")
HEADERS = os.path.join(building.INCLUDE, "rill")
FLAGS = ["-std=c++20", "-O2", "-w", "-I", "include"]
TO_KEEP = "./dev bench --costs --keep"

# One more instruction in a small figure is more than 5 %. A difference up to
# this much is ignored.
SLACK = {"bytes": 16, "functions": 1, "bytes a call": 2,
         "functions a call": 0.05, "rill files": 0, "system files": 0,
         "lines": 50, "million instructions": 10}

# Hello with the header that has everything.
EVERYTHING = ("hello, rill.h", "rill/rill.h", 'rill::println("Hello World");')


@dataclass(frozen=True)
class Subject:
    """What is measured: its name and the sources of its programs."""
    name: str
    sources: tuple
    flags: tuple = ()
    needs: str = ""  # a header of another library


def drivers():
    """A subject for each driver, of two programs: without and with its
    header."""
    for name in ("zlib", "zstd", "lz4", "openssl", "qt", "mfc"):
        # The drivers of Qt and MFC include no header of the library.
        library = libraries.DRIVERS.get(name, [""])[0]
        needs = libraries.HEADERS.get(library, "")
        before = "#include <rill/file.h>\n"
        if needs:
            before += f"#include <{needs}>\n"
        yield Subject(f"driver/{name}.h",
                      (before, f"{before}#include <rill/driver/{name}.h>\n"),
                      needs=needs)


def subjects(words=()):
    """All subjects, those of calls first: they take the longest."""
    found = [Subject(f"call/{heat.key}", tuple(
        call_programs.source_of(heat, row, count)
        for count in (calls_race.FEW, calls_race.MANY)))
        for heat in call_programs.HEATS for row in heat.rows
        if row.peer == "rill"]
    found += [Subject(f"program/{name}",
                      (calls_race.small_source(header, body),))
              for name, header, body in calls_race.SMALL]
    found += [Subject(f"compile/{name}",
                      (calls_race.small_source(header, body),))
              for name, header, body in [*calls_race.SMALL, EVERYTHING]]
    found += [Subject(f"header/{name}", (f"#include <rill/{name}>\n",))
              for name in sorted(os.listdir(HEADERS)) if name.endswith(".h")]
    found += drivers()
    found += [replace(one, name=f"compile/{one.name}") for one in drivers()
              if one.name == "driver/zlib.h"]
    found += [replace(one, name=f"compiled/{one.name}",
                      flags=(building.COMPILED,)) for one in found]
    return [subject for subject in found if chosen(subject.name, words)]


def missing_tool():
    """Why nothing can be counted on this machine, or an empty text."""
    absent = [name for name in ("nm", "size") if not shutil.which(name)]
    return f"{', '.join(absent)}: not installed" if absent else ""


def lacking(compiler, subject):
    """Why a subject cannot be compiled on this machine, or an empty text."""
    if not subject.needs:
        return ""
    found = building.run_compiler(
        [compiler.path, "-fsyntax-only", "-x", "c++", "-include",
         subject.needs, os.devnull])
    return f"{subject.needs}: not installed" if found.status != 0 else ""


def vendor_of(version):
    """The distribution, such as `Debian`, from the first line of --version:
    distributions build compilers with different defaults."""
    found = re.match(r"\S+ \((\w+)|(\w+) clang", version)
    return f" ({found.group(1) or found.group(2)})" if found else ""


def libraries_of(macros):
    """`libstdc++ 12, glibc 2.36`, from the macros of <cstdio>."""
    known = dict(re.findall(r"^#define (\w+) (\w+)$", macros, re.M))
    found = []
    for name, macro in (("libstdc++", "_GLIBCXX_RELEASE"),
                        ("libc++", "_LIBCPP_VERSION")):
        if macro in known:
            found.append(f"{name} {known[macro]}")
    if "__GLIBC__" in known:
        found.append(f"glibc {known['__GLIBC__']}.{known['__GLIBC_MINOR__']}")
    return ", ".join(found) or "unknown libraries"


def key_of(compiler):
    """`g++ 12.2.0 (Debian), libstdc++ 12, glibc 2.36, x86_64-linux-gnu`: the
    compiler, libraries and target that the figures belong to."""
    answers = [machine.ask([compiler.path, *words]) for words in (
        ["--version"], ["-dumpmachine"],
        ["-std=c++20", "-E", "-dM", "-x", "c++", "-include", "cstdio",
         os.devnull])]
    if any(status != 0 for status, _ in answers):
        raise Failed(f"{compiler.path}: " + "".join(
            text for status, text in answers if status != 0).strip())
    version, target, macros = (text for _, text in answers)
    name = {"gcc": "g++", "clang": "clang++"}[compiler.family]
    return (f"{name} {compiler.version}{vendor_of(version)}, "
            f"{libraries_of(macros)}, {target.strip()}")


def functions_in(names):
    """How many functions the output of `nm -P` has. A .cold part that the
    compiler splits off a function counts as part of that function."""
    return sum(1 for name, kind, *_ in map(str.split, names.splitlines())
               if kind in "tTWi" and not re.search(r"\.cold(\.\d+)?$", name))


def compiled(compiler, stem, source, flags=()):
    """(bytes of code, functions) of one source."""
    building.write_if_changed(stem + ".cpp", source)
    outcome = building.compile_once(compiler, [*FLAGS, *flags, "-c"],
                                    stem + ".cpp",
                                    stem + ".o", everything=True)
    if outcome.status != 0:
        raise Failed(outcome.text)
    names = subprocess.run(["nm", "-P", "--defined-only", stem + ".o"],
                           stdout=subprocess.PIPE, universal_newlines=True,
                           check=True).stdout
    return calls_race.text_size(stem + ".o"), functions_in(names)


def lines_in(file):
    """How many lines are not blank."""
    return sum(1 for line in file if line.strip())


def preprocessed(compiler, stem, flags=()):
    """The files that a source includes, and its lines after preprocessing,
    without blank lines and line markers."""
    outcome = building.run_compiler(
        [compiler.path, *FLAGS, *flags, "-E", "-P", "-MD", "-MF", stem + ".d", "-MT",
         "it", "-o", stem + ".i", stem + ".cpp"])
    if outcome.status != 0:
        raise Failed(outcome.text)
    files = set(building.dependencies(stem + ".d", everything=True))
    files.remove(stem + ".cpp")
    own = sum(name.startswith(building.INCLUDE + os.sep) for name in files)
    with open(stem + ".i", "rb") as file:
        return {"rill files": own, "system files": len(files) - own,
                "lines": lines_in(file)}


def instructions(compiler, stem, source, flags=()):
    """The instructions that the compiler executes for one source, in
    millions."""
    building.write_if_changed(stem + ".cpp", source)
    if not shutil.which("valgrind"):
        raise Failed("valgrind: not installed")
    wrapper = f"valgrind,--tool=callgrind,--callgrind-out-file={os.devnull}"
    outcome = building.run_compiler(
        [compiler.path, "-wrapper", wrapper, *FLAGS, *flags, "-S", "-o",
         os.devnull, stem + ".cpp"])
    collected = re.search(r"Collected\s*:\s*(\d+)", outcome.text)
    if outcome.status != 0 or not collected:
        raise Failed(outcome.text)
    return int(collected.group(1)) / 1e6


def measure(compiler, subject):
    """The figures of one subject, by name."""
    stem = os.path.join(
        BUILD, building.digest(compiler.path, compiler.version),
        re.sub(r"\W", "+", subject.name))
    figures = [figures_of(compiler, f"{stem}+{place}", source, subject)
               for place, source in enumerate(subject.sources)]
    if len(figures) == 1:
        return figures[0]
    few, many = figures
    if "call/" not in subject.name:
        return {name: many[name] - few[name] for name in many}
    more = calls_race.MANY - calls_race.FEW
    return {f"{name} a call": (many[name] - few[name]) / more
            for name in many}


def figures_of(compiler, stem, source, subject):
    """The figures of one source."""
    if "compile/" in subject.name:
        return {"million instructions": instructions(
            compiler, stem, source, subject.flags)}
    figures = dict(zip(("bytes", "functions"),
                       compiled(compiler, stem, source, subject.flags)))
    if "header/" in subject.name or "driver/" in subject.name:
        figures.update(preprocessed(compiler, stem, subject.flags))
    return figures


def lines_of(name, figures, kept):
    """A Line for each figure of one subject; `kept` may be None."""
    lines = compare(figures, kept or {},
                    slack=lambda figure: SLACK.get(figure, 0))
    for line in lines:
        line.name = f"{name}: {line.name}"
    return lines


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="./dev bench --costs",
        description="Code, functions, files and lines of calls and headers.")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="only what has NAME in its name")
    parser.add_argument("--keep", action="store_true",
                        help="write the figures as those to compare with")
    parser.add_argument("--compiler", help="default: the newest g++, which "
                        "./dev test takes")
    parser.add_argument("--jobs", type=int, default=machine.core_count())
    return parser.parse_args(words)


def run(compiler, options):
    key, before = key_of(compiler), load(KEPT)
    wanted = [one for one in subjects(options.names)
              if not lacking(compiler, one)]
    figures = dict(zip((one.name for one in wanted), building.Pool(
        options.jobs).each(lambda one: measure(compiler, one), wanted)))
    kept = before.get(key, {})
    gone = [name for name in kept
            if name not in figures and chosen(name, options.names)]
    lines = [line for name in [*figures, *gone]
             for line in lines_of(name, figures.get(name, {}),
                                  kept.get(name))]
    print(f"{key}, -O2")
    for line in table(lines):
        print(line)
    if options.keep:
        save(KEPT, merged(before, key, figures, options.names))
        return 0
    if key not in before:
        print("nothing is kept for this compiler; --keep would keep this")
        return 0
    if any(line.verdict != "same" for line in lines):
        print(f"to keep the new figures: {TO_KEEP}")
    return 1 if any(line.verdict == "loss" for line in lines) else 0


def main(words):
    options = arguments(words)
    compiler = (machine.compiler(options.compiler) if options.compiler
                else machine.newest("gcc"))
    missing = missing_tool() or (
        "" if compiler else f"{options.compiler or 'g++'}: not installed")
    try:
        if missing:
            raise Failed(missing)
        return run(compiler, options)
    except Failed as failed:
        print(f"costs: {failed}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
