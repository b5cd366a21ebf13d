#!/usr/bin/env python3
"""Counts the instructions of the hot operations: ./dev bench --counts.

    ./dev bench --counts              all, compared with the kept figures
    ./dev bench --counts parse_float  operations whose name contains the word
    ./dev bench --counts --keep       writes bench/instructions/counts.json
    ./dev bench --counts --compiler clang++-19

Times on a shared machine differ by a third between runs; numbers of
instructions do not. Each program of bench/instructions/ is compiled with -O2
and run under valgrind's callgrind, which counts inside one function only. A
figure is instructions per item, and belongs to a compiler's version. valgrind
supports AVX2 and not AVX-512: the code for processors without AVX-512 is
counted. A count more than 5 % above the kept one is a loss: status 1."""

import argparse
import concurrent.futures
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

from devtools.kept_figures import (Failed, chosen, compare, load, merged,
                                   save, table)

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = os.path.join(ROOT, "bench", "instructions")
KEPT = os.path.join(SOURCES, "counts.json")
BUILD = os.path.join(ROOT, "build", "counts")


def per_item(valgrind, program):
    """Instructions per item, from the output of valgrind and of the program."""
    found = re.search(r"Collected\s*:\s*(\d+)", valgrind)
    if not found or not program.strip().isdigit():
        raise Failed("no count in: " + (valgrind + program).strip()[-300:])
    count, items = int(found.group(1)), int(program)
    if count == 0:
        raise Failed("callgrind did not see counted_work")
    return round(count / items, 2)


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True,
                          errors="replace", cwd=ROOT)


def compiler_key(compiler):
    """`g++ 12.2.0 x86_64`: the compiler and processor that a count belongs
    to."""
    done = run([compiler, "-dumpfullversion", "-dumpversion"])
    if done.returncode != 0:
        raise Failed(f"{compiler}: {done.stderr.strip()}")
    name = re.sub(r"-\d+$", "", os.path.basename(compiler))
    return f"{name} {done.stdout.strip()} {platform.machine()}"


def compile_all(compiler):
    """Compiles every program; returns their paths."""
    os.makedirs(BUILD, exist_ok=True)
    paths = []
    for name in sorted(os.listdir(SOURCES)):
        stem, ending = os.path.splitext(name)
        if ending != ".cpp":
            continue
        target = os.path.join(BUILD, stem)
        done = run([compiler, "-std=c++20", "-O2", "-I", "include",
                    os.path.join(SOURCES, name), "-o", target])
        if done.returncode != 0:
            raise Failed(done.stderr.strip())
        paths.append(target)
    return paths


def count(path, operation):
    with tempfile.TemporaryDirectory() as folder:
        done = run(["valgrind", "--tool=callgrind",
                    "--toggle-collect=counted_work",
                    f"--callgrind-out-file={folder}/out", path, operation])
    if done.returncode != 0:
        raise Failed(f"{operation}: {done.stderr.strip()[-300:]}")
    return per_item(done.stderr, done.stdout)


def count_all(compiler, names, jobs):
    pairs = [(path, operation) for path in compile_all(compiler)
            for operation in run([path]).stdout.splitlines()
            if chosen(operation, names)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        counts = list(pool.map(lambda one: count(*one), pairs))
    return {operation: n for (_, operation), n in zip(pairs, counts)}


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="./dev bench --counts",
        description="Instructions per item of the hot operations.")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="only operations whose name contains NAME")
    parser.add_argument("--keep", action="store_true",
                        help="write the figures as those to compare with")
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args(words)


def main(words):
    options = arguments(words)
    if not shutil.which("valgrind"):
        print("counts: valgrind was not found", file=sys.stderr)
        return 2
    try:
        key = compiler_key(options.compiler)
        counts = count_all(options.compiler, options.names, options.jobs)
    except Failed as failed:
        print(f"counts: {failed}", file=sys.stderr)
        return 2
    before = load(KEPT)
    lines = compare(counts, before.get(key, {}), options.names)
    print(f"instructions per item, {key}, -O2")
    for line in table(lines):
        print(line)
    if options.keep:
        save(KEPT, merged(before, key, counts, options.names))
        return 0
    if key not in before:
        print(f"nothing is kept for {key}; --keep would keep this")
        return 0
    return 1 if any(line.verdict == "loss" for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
