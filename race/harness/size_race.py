"""The race `size`: static programs, and the code of one further call."""

import concurrent.futures
import os
import re
import subprocess

from devtools import building

from . import build, calls
from .peers import LABELS

SECTIONS = {"hello-stdout": "Hello World to standard output",
            "hello-file": "Hello World to a file",
            "lines": "the program of the race `lines`"}
QUICK = ("hello-stdout", "hello-file")  # all that --quick compiles
FEW, MANY = 4, 20


class SizeRace:
    def __init__(self, folder, cxx, peers, files, jobs):
        self.folder = os.path.join(folder, "size")
        self.builder = build.Builder(folder, cxx, "-O2", peers, jobs)
        self.peers, self.files, self.jobs = peers, files, jobs
        os.makedirs(self.folder, exist_ok=True)

    def flags(self, name):
        """How to compile against a peer, or None if it is absent."""
        if name == "rill":
            return ["-I", os.path.join(build.ROOT, "include")]
        if name == "print":
            return []
        peer = self.peers.get(name)
        return peer.flags if peer and peer.present else None

    def each(self, function, items, progress):
        """Calls a function for each item, side by side. Returns the results."""
        pool = concurrent.futures.ThreadPoolExecutor(self.jobs)
        tasks = [pool.submit(function, *item) for item in items]
        try:
            for done, _ in enumerate(concurrent.futures.as_completed(tasks),
                                     1):
                progress(f"{done}/{len(tasks)}")
        finally:  # after Ctrl-C, no other one may begin
            pool.shutdown(wait=False, cancel_futures=True)
        return [task.result() for task in tasks]

    def programs(self, quick, progress):
        """The sizes of the programs, static and dynamic, both stripped."""
        # Every library's own sources once, and not once in each thread.
        self.objects = {name: self.builder.peer_objects(peer) or []
                        for name, peer in self.peers.items() if peer.present}
        return self.each(self.program, [
            (p,) for p in build.find_programs("size")
            if not quick or p.rows[0].heats[0] in QUICK], progress)

    def program(self, program):
        """One program: compiled once, linked twice, run."""
        row = program.rows[0]
        entry = {"name": row.name, "section": row.heats[0],
                 "label": row.label, "peer": program.peer,
                 "static": None, "dynamic": None, "why": ""}
        flags = self.flags(program.peer)
        if flags is None:
            entry["why"] = "absent"
            return entry
        target = os.path.join(self.folder, program.stem)
        if self.builder.compile(program.source, target + ".o", flags):
            entry["why"] = "does not compile"
            return entry
        peer = self.peers.get(program.peer)
        objects = [target + ".o", *self.objects.get(program.peer, [])]
        for kind, extra in (("static", ["-static"]), ("dynamic", [])):
            libraries = peer.libraries if peer else []
            path = f"{target}-{kind}"
            if self.builder.link(objects, path, [*extra, "-s"], libraries):
                entry["why"] = f"no {kind} library"
            elif not self.works(path, entry["section"]):
                entry["why"] = "wrong"
            else:
                entry[kind] = os.path.getsize(path)
        return entry

    def works(self, program, section):
        """A program that does not work is not counted: it may be small for
        that."""
        output = os.path.join(
            self.files, os.path.basename(program) + ".output")
        count = 3 if section == "lines" else 1
        done = subprocess.run([program, output, str(count)],
                              stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        text = done.stdout
        if section != "hello-stdout" and os.path.exists(output):
            with open(output, "rb") as f:
                text = f.read()
            os.unlink(output)
        return done.returncode == 0 and text == b"Hello World\n" * count

    def code(self, library, kind, count):
        """Bytes of code (all .text sections) of a function with calls."""
        flags = self.flags(library.peer)
        if flags is None:
            return None
        name = re.sub(r"\W+", "_", library.name)
        source = os.path.join(self.folder, f"calls_{name}_{kind}_{count}.cpp")
        building.write_if_changed(source, calls.program(
            library, getattr(library, kind), count))
        target = source[:-len("cpp")] + "o"
        flags = [f for f in flags if f != "-DFMT_HEADER_ONLY"]
        if self.builder.compile(source, target, flags):
            return None
        text = subprocess.run(["size", "-A", target], stdout=subprocess.PIPE,
                              universal_newlines=True).stdout
        return sum(int(line.split()[1]) for line in text.splitlines()
                   if line.startswith(".text"))

    def further_calls(self, progress):
        """The code of one further call."""
        cases = [(library, kind, count) for library in calls.LIBRARIES
                 for kind in ("text", "mixed") for count in (FEW, MANY)]
        bytes_of = dict(zip(cases, self.each(self.code, cases, progress)))
        found = []
        for library in calls.LIBRARIES:
            entry = {"name": library.name, "peer": library.peer}
            for kind in ("text", "mixed"):
                few, many = (bytes_of[library, kind, count]
                             for count in (FEW, MANY))
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


def run(folder, cxx, peers, files, jobs, quick, progress):
    """Returns the tables and the goals."""
    race = SizeRace(folder, cxx, peers, files, jobs)
    programs = race.programs(quick, progress)
    further = [] if quick else race.further_calls(progress)
    tables = []
    for section, title in SECTIONS.items():
        if quick and section not in QUICK:
            continue
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
    if not further:
        return tables, judge(programs, further)
    tables.append({
        "race": "size", "title": "one further call",
        "note": f"Bytes of code (.text) by which {MANY} calls are larger than "
                f"{FEW}, divided by {MANY - FEW}, at -O2.",
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
    if not rill:
        return lines
    for text, kind, most in (("a further call of one text: ≤ 64 bytes",
                              "text", 64),
                             ("of text, int, text: ≤ 200 bytes", "mixed",
                              200)):
        found = [e[kind] for e in rill if e[kind] is not None]
        lines.append(goal(text, " and ".join(f"{n:.0f}" for n in found),
                          max(found) <= most if found else None))
    return lines
