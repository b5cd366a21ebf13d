"""The race `binary-cost`: the bytes of a message, and how much larger a program
that writes and reads it is, and how much longer it compiles, than a program
that only has the value."""

import os
import subprocess

from devtools import building

from . import binaries, build, statistics
from .calls_race import text_size
from .peers import LABELS

RACE = "binary"
NOTHING = "nothing"
SOURCE = """#include "{header}"
int main(int argc, char** argv) {{
  return argc == 2 ? race::round_trip<race::the_codec>(argv[1]) : 2;
}}
"""


class Program:
    """The program of one codec: it writes the message, reads it, and
    compares."""

    def __init__(self, name, peer, flags, libraries, objects):
        self.name, self.peer = name, peer
        self.flags, self.libraries, self.objects = flags, libraries, objects
        self.seconds, self.why = [], ""
        self.message = self.text = self.size = 0

    @property
    def median(self):
        return statistics.summary(self.seconds)["median"]


def find_programs(builder, peers, quick):
    """A program for each codec whose library is installed; the one without a
    codec first. With --quick only codecs of rows that race then."""
    found = [Program(NOTHING, NOTHING, [], [], [])]
    for program in build.find_programs(RACE):
        peer = peers.get(program.peer)
        if not peer or not peer.present or not os.path.exists(
                header_of(program.stem)):
            continue
        if quick and not any(word.endswith("+") for row in program.rows
                             for word in row.heats):
            continue
        flags = program.flags + peer.flags
        if peer.name == "rill":
            flags = flags + ["-I", os.path.join(build.ROOT, "include")]
        found.append(Program(program.stem, program.peer, flags,
                             peer.libraries, builder.peer_objects(peer)))
    return found


def header_of(stem):
    return os.path.join(build.CONTENDERS, RACE, f"codec_{stem}.h")


def compile_timed(command, program):
    """Compiles once, and records the time of the compiler."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status != 0:
        program.why = "does not compile"
        return
    program.seconds.append(usage.ru_utime + usage.ru_stime)


def measure(builder, folder, program, path, rounds):
    """Compiles the program `rounds` times, links it, and runs it with the
    monsters in the file `path`."""
    stem = os.path.join(folder, program.name)
    building.write_if_changed(stem + ".cpp", SOURCE.format(
        header=header_of(program.name)))
    if program.objects is None:
        program.why = "its library does not compile"
    for _ in range(rounds):
        if not program.why:
            compile_timed([builder.compiler.path, "-std=c++20", "-O2", "-w",
                           *program.flags, "-c", stem + ".cpp", "-o",
                           stem + ".o"], program)
    if program.why:
        return
    program.why = builder.link([stem + ".o", *program.objects], stem, ["-s"],
                               program.libraries) or ""
    if program.why:
        return
    done = subprocess.run([stem, path], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True)
    if done.returncode != 0:
        program.why = "wrong"
        return
    program.message = int(done.stdout)
    program.text, program.size = text_size(stem), os.path.getsize(stem)


def row_of(program, base):
    name = LABELS.get(program.peer, program.peer)
    if program.why:
        cells = [name, program.why, "", "", ""]
    else:
        cells = [name, f"{program.message:,}",
                 f"{program.text - base.text:,}",
                 f"{program.size - base.size:,}",
                 f"{(program.median - base.median) * 1e3:.0f} ms"]
    return {"cells": cells, "rill": program.peer == "rill",
            "data": {"name": program.name, "message": program.message,
                     "text": program.text, "size": program.size,
                     "seconds": program.seconds, "why": program.why}}


def run(folder, cxx, peers, store, rounds, quick, progress):
    """Returns the table. The race has no goals."""
    builder = build.Builder(folder, cxx, "-O2", peers, 1)
    own = os.path.join(folder, "binary-cost")
    os.makedirs(own, exist_ok=True)
    path = store.need("monsters", binaries.MONSTERS)["path"]
    programs = find_programs(builder, peers, quick)
    for program in programs:
        progress(program.name)
        measure(builder, own, program, path, rounds)
    base, *others = programs
    if base.why:
        return [], []
    ranked = sorted(others, key=lambda p: (bool(p.why), p.message))
    return [{
        "race": "binary-cost", "title": f"a program that writes and reads "
        f"{binaries.MONSTERS} monsters",
        "note": "The bytes of the message. The others are what the program "
                "has more than one that only has the monsters: bytes of code "
                "and of the stripped file, without the library that it is "
                "linked with, and user and system time of the compiler, at "
                "-O2.",
        "columns": ["", "message", "code", "program", "compile"],
        "rows": [row_of(program, base) for program in ranked]}], []
