"""The race of sizes: static programs, and the code of one further call."""

import os
import subprocess

from . import build, calls
from .peers import LABELS

SECTIONS = {"hello-stdout": "Hello World to standard output",
            "hello-file": "Hello World to a file",
            "lines": "the program of the race `lines`"}
FEW, MANY = 4, 20


class SizeRace:
    def __init__(self, folder, cxx, peers, files):
        self.folder = os.path.join(folder, "size")
        self.cxx, self.peers, self.files = cxx, peers, files
        os.makedirs(self.folder, exist_ok=True)

    def flags(self, name):
        """How to compile against a peer, or None when it is absent."""
        if name == "rill":
            return ["-I", os.path.join(build.ROOT, "include")]
        if name == "print":
            return []
        peer = self.peers.get(name)
        if peer is None or not peer.present:
            return None
        # A static {fmt} is not in the packages: it is compiled in.
        if name == "fmt":
            return [f for f in peer.flags if f != "-DFMT_HEADER_ONLY"] + [
                "-DFMT_HEADER_ONLY"]
        return peer.flags

    def programs(self):
        """The sizes of the programs, static and dynamic, both stripped."""
        found = []
        for program in build.find_programs("size"):
            row = program.rows[0]
            entry = {"name": row.name, "section": row.heats[0],
                     "label": row.label, "peer": program.peer,
                     "static": None, "dynamic": None, "why": ""}
            flags = self.flags(program.peer)
            if flags is None:
                entry["why"] = "absent"
            else:
                for kind in ("static", "dynamic"):
                    entry[kind] = self.link(program, kind, flags, entry)
            found.append(entry)
        return found

    def link(self, program, kind, flags, entry):
        target = os.path.join(self.folder, f"{program.stem}-{kind}")
        extra = ["-static"] if kind == "static" else []
        done = subprocess.run(
            [self.cxx, "-std=c++20", "-O2", *extra, "-s", *flags,
             program.source, "-o", target], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, universal_newlines=True, errors="replace")
        if done.returncode != 0:
            entry["why"] = "does not compile"
            return None
        if not self.works(target, entry["section"]):
            entry["why"] = "wrong"
            return None
        return os.path.getsize(target)

    def works(self, program, section):
        """A program that is small because it does nothing does not count."""
        output = os.path.join(self.files, "size.output")
        count = 3 if section == "lines" else 1
        done = subprocess.run([program, output, str(count)],
                              stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        text = done.stdout
        if section != "hello-stdout" and os.path.exists(output):
            with open(output, "rb") as f:
                text = f.read()
            os.unlink(output)
        return done.returncode == 0 and text == b"Hello World\n" * count

    def code(self, library, call, count):
        """Bytes of code (all .text sections) of a function with calls."""
        flags = self.flags(library.peer)
        if flags is None:
            return None
        source = os.path.join(self.folder, "calls.cpp")
        target = os.path.join(self.folder, "calls.o")
        with open(source, "w") as f:
            f.write(calls.program(library, call, count))
        flags = [f for f in flags if f != "-DFMT_HEADER_ONLY"]
        done = subprocess.run(
            [self.cxx, "-std=c++20", "-O2", "-c", *flags, source, "-o",
             target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode != 0:
            return None
        text = subprocess.run(["size", "-A", target], stdout=subprocess.PIPE,
                              universal_newlines=True).stdout
        return sum(int(line.split()[1]) for line in text.splitlines()
                   if line.startswith(".text"))

    def further_calls(self, progress):
        """How much code one more call is."""
        found = []
        for library in calls.LIBRARIES:
            progress(library.name)
            entry = {"name": library.name, "peer": library.peer}
            for kind, call in (("text", library.text),
                               ("mixed", library.mixed)):
                few = self.code(library, call, FEW)
                many = self.code(library, call, MANY)
                entry[kind] = (None if few is None or many is None
                               else (many - few) / (MANY - FEW))
            found.append(entry)
        return found


def goal(text, found, verdict):
    return {"race": "size", "heat": "size", "flavour": "", "goal": text,
            "ratio": None, "found": found, "rows": [],
            "verdict": "not judged" if verdict is None
            else "met" if verdict else "missed"}


def number(value):
    return "–" if value is None else f"{value:,.0f}"


def run(folder, cxx, peers, files, progress):
    """The tables and the goals."""
    race = SizeRace(folder, cxx, peers, files)
    progress("programs")
    programs = race.programs()
    further = race.further_calls(progress)
    tables = []
    for section, title in SECTIONS.items():
        rows = sorted((p for p in programs if p["section"] == section),
                      key=lambda p: p["static"] or 1 << 40)
        tables.append({
            "race": "size", "title": title,
            "note": "Bytes of the stripped program at -O2. Each was run, and "
                    "its output compared." if not tables else "",
            "columns": ["program", "static", "dynamic", ""],
            "rows": [{"cells": [f"{LABELS.get(p['peer'], p['peer'])}: "
                                f"{p['label']}", number(p["static"]),
                                number(p["dynamic"]), p["why"]],
                      "rill": p["peer"] == "rill", "data": p}
                     for p in rows]})
    tables.append({
        "race": "size", "title": "one further call",
        "note": f"Bytes of code (.text) by which {MANY} calls are larger than "
                f"{FEW}, divided by {MANY - FEW}; g++ -O2 or the compiler "
                "given.",
        "columns": ["library", "one text", "text, int, text"],
        "rows": [{"cells": [e["name"], number(e["text"]), number(e["mixed"])],
                  "rill": e["peer"] == "rill", "data": e} for e in further]})
    return tables, judge(programs, further)


def judge(programs, further):
    size = {p["name"]: p["static"] for p in programs}
    lines = []
    base = size.get("hello_puts")
    for text, name, room in (
            ("hello to standard output: ≤ stdio + 16 KiB static",
             "hello_rill", 16 << 10),
            ("hello by file_writer: ≤ stdio + 96 KiB static", "file_rill",
             96 << 10)):
        mine = size.get(name)
        if mine is None or base is None:
            lines.append(goal(text, "", None))
        else:
            lines.append(goal(text, f"+ {(mine - base) / 1024:.1f} KiB",
                              mine - base <= room))
    rill = [e for e in further if e["peer"] == "rill"]
    for text, kind, most in (("a further call of one text: ≤ 64 bytes",
                              "text", 64),
                             ("of text, int, text: ≤ 200 bytes", "mixed",
                              200)):
        found = [e[kind] for e in rill if e[kind] is not None]
        lines.append(goal(text, " and ".join(f"{n:.0f}" for n in found),
                          max(found) <= most if found else None))
    return lines
