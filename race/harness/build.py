"""Finds the contenders and compiles those that have changed."""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Optional

from devtools import building

ROOT = building.ROOT
CONTENDERS = os.path.join(ROOT, "race", "contenders")


@dataclass
class Row:
    name: str
    heats: list          # names or kinds of heats, with marks
    label: str

    def takes_part(self, heat, mode):
        """Whether the row runs in a heat, and how its text is judged: None,
        "exact" or "loose" (mark ~). Mark *: only in the mode "full"; mark +:
        also in the mode "quick"."""
        for word in self.heats:
            if word.rstrip("*~+") not in (heat.name, heat.kind):
                continue
            if "*" in word and mode != "full":
                continue
            if "+" in word or mode != "quick":
                return "loose" if "~" in word else "exact"
        return None


@dataclass
class Program:
    """One source file: some rows of one peer in one race."""
    race: str
    peer: str
    stem: str
    source: str
    rows: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    needs: list = field(default_factory=list)  # peers to link with too
    path: Optional[str] = None
    arguments: list = field(default_factory=list)
    absent: str = ""     # why there is no program
    seconds: float = 0.0


def head_of(path):
    """The comment that a source begins with, as one line: a formatter may break
    its lines anywhere."""
    words = []
    mark = "#" if path.endswith(".py") else "//"
    with open(path, encoding="utf-8") as f:
        for line in f:
            if not line.startswith(mark):
                break
            words += line[len(mark):].split()
    return " ".join(words)


def describe(path, race):
    """Reads `peer:`, `row:`, `flags:` and `needs:` in the first comment of a
    source."""
    stem = os.path.splitext(os.path.basename(path))[0]
    program = Program(race, stem, stem, path)
    parts = re.split(r"(?:^|(?<= ))(peer|row|flags|needs): ", head_of(path))
    for key, text in zip(parts[1::2], parts[2::2]):
        if key == "peer":
            program.peer = text.strip()
        elif key in ("flags", "needs"):
            setattr(program, key, text.split())
        else:
            name, heats, label = (part.strip()
                                  for part in text.split("|", 2))
            program.rows.append(Row(name, heats.split(), label))
    return program


def find_programs(race):
    folder = os.path.join(CONTENDERS, race)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    found = [describe(os.path.join(folder, name), race)
             for name in names if name.endswith((".cpp", ".py"))]
    rust = os.path.join(CONTENDERS, "rust", "src",
                        race.replace("-", "_") + ".rs")
    if os.path.exists(rust):
        program = describe(rust, race)
        program.peer = program.stem = "rust"
        found.append(program)
    return found


@dataclass(frozen=True)
class Compiler:
    """A compiler in the form that devtools.building takes."""
    path: str
    version: str


def compiler(cxx):
    """The compiler with its version, or None if it does not run."""
    path = shutil.which(cxx)
    try:
        done = subprocess.run([path or cxx, "--version"],
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL,
                              universal_newlines=True, errors="replace")
    except OSError:
        return None
    line = done.stdout.split("\n")[0].strip()
    return Compiler(path, line) if path and done.returncode == 0 else None


def first_error(text):
    """The first line of a compiler's output that has an error."""
    lines = text.splitlines()
    errors = [line for line in lines if "error" in line] or lines
    return (errors or ["the compiler failed"])[0].replace(ROOT + "/", "")


def kept_key(target):
    """The recorded key of a program that was linked before."""
    try:
        with open(target + ".key", encoding="utf-8") as file:
            return file.read()
    except OSError:
        return None


class Builder:
    """Compiles for one flavour, a set of optimisation flags. Keeps an object
    until its command, its compiler or a file that it read changes, and a
    program until one of its objects changes."""

    def __init__(self, build, cxx, flavour, peers, jobs):
        self.folder = os.path.join(build, "bin",
                                   re.sub(r"[^A-Za-z0-9.=+-]+", "_",
                                          os.path.basename(cxx) + flavour))
        self.build, self.peers, self.jobs = build, peers, jobs
        self.compiler = compiler(cxx)
        self.flavour = flavour.split()

    def compile(self, source, target, flags=()):
        """Compiles one file to an object. Returns None, or the first line of
        the error."""
        outcome = building.compile_once(
            self.compiler, ["-std=c++20", *self.flavour, *flags, "-c"], source,
            target, everything=True)
        return first_error(outcome.text) if outcome.status else None

    def link(self, objects, target, flags=(), libraries=()):
        """Links a program. Returns None, or the error."""
        os.makedirs(os.path.dirname(target), exist_ok=True)
        command = [self.compiler.path, *self.flavour, *flags, *objects,
                   *libraries]
        key = building.digest(self.compiler.version, *command,
                              *map(building.hashes.of, objects))
        if os.path.exists(target) and kept_key(target) == key:
            return None
        own = f"{target}.{os.getpid()}"
        done = subprocess.run([*command, "-o", own],
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT,
                              universal_newlines=True, errors="replace")
        if done.returncode != 0:
            return first_error(done.stdout)
        os.replace(own, target)
        with open(target + ".key", "w", encoding="utf-8") as file:
            file.write(key)
        return None

    def peer_objects(self, peer):
        """The objects of a peer's own sources, or None if they do not
        compile."""
        objects = []
        for source in peer.sources:
            target = os.path.join(self.folder, "peer", peer.name + "-" +
                                  os.path.basename(source) + ".o")
            if self.compile(source, target, peer.flags):
                return None
            objects.append(target)
        return objects

    def one(self, program, objects):
        """Compiles one program; sets its path, or why it is absent. `objects`
        is the future of the objects of the peer's own sources."""
        peer = self.peers.get(program.peer)
        needed = [peer, *map(self.peers.get, program.needs)]
        for one in needed:
            if one is None or not one.present:
                program.absent = one.version if one else "unknown peer"
                return
        if program.source.endswith(".py"):
            program.path, program.arguments = sys.executable, [program.source]
            return
        target = os.path.join(self.folder, program.race, program.stem)
        flags = program.flags + [f for one in needed for f in one.flags]
        if peer.name == "rill":
            flags += ["-I", os.path.join(ROOT, "include")]
        start = time.monotonic()
        why = self.compile(program.source, target + ".o", flags)
        if not why and objects.result() is None:
            program.absent = "its library does not compile"
            return
        why = why or self.link([target + ".o", *objects.result()], target,
                               program.flags,
                               [l for one in needed for l in one.libraries])
        program.seconds = time.monotonic() - start
        if why:
            program.absent = "does not compile: " + why
        else:
            program.path = target

    def all(self, programs, progress):
        """Compiles programs side by side. Rust is one program and takes the
        longest, so it begins. The peers' own sources come before the programs
        that wait for them."""
        rust = [p for p in programs if p.peer == "rust"]
        pool = concurrent.futures.ThreadPoolExecutor(self.jobs)
        waiting = [pool.submit(self.cargo, rust)] if rust else []
        objects = {name: pool.submit(self.peer_objects, self.peers[name])
                   for name in dict.fromkeys(p.peer for p in programs)
                   if name in self.peers and self.peers[name].present}
        waiting += [pool.submit(self.one, p, objects.get(p.peer))
                    for p in programs if p.peer != "rust"]
        try:
            for done, _ in enumerate(concurrent.futures.as_completed(waiting),
                                     1):
                progress(done, len(waiting))
        finally:  # after Ctrl-C, no other one may begin
            pool.shutdown(wait=False, cancel_futures=True)
        for task in waiting:
            task.result()
        return programs

    def cargo(self, programs):
        """Builds the Rust contenders in a copy, so that no lock file and no
        target folder appear among the sources."""
        peer = self.peers["rust"]
        if not peer.present:
            for program in programs:
                program.absent = peer.version
            return
        source = os.path.join(CONTENDERS, "rust")
        copy = os.path.join(self.build, "rust")
        shutil.copytree(source, copy, dirs_exist_ok=True)
        environment = dict(os.environ,
                           CARGO_TARGET_DIR=os.path.join(copy, "target"))
        if "-march=native" in self.flavour:
            environment["RUSTFLAGS"] = "-C target-cpu=native"
            environment["CARGO_TARGET_DIR"] += "-native"
        done = build_crate(copy, environment)
        binary = os.path.join(environment["CARGO_TARGET_DIR"], "release",
                              "race")
        for program in programs:
            if done.returncode == 0 and os.path.exists(binary):
                program.path, program.arguments = binary, [program.race]
            else:
                program.absent = "does not build: " + why_cargo(done.stderr)


def build_crate(folder, environment):
    """Builds the crate in a folder; without the network if its dependencies
    have been fetched before."""
    for more in (["--offline"], []):
        done = subprocess.run(
            ["cargo", "build", "--release", "--quiet", *more], cwd=folder,
            env={"CARGO_NET_RETRY": "1", "CARGO_HTTP_TIMEOUT": "10",
                 **environment}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            universal_newlines=True, errors="replace")
        if done.returncode == 0:
            break
    return done


def why_cargo(text):
    """Cargo's error: its first line, and its last, which has the cause."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error")] or lines
    if not errors:
        return "cargo failed"
    return errors[0] + (f" ({lines[-1]})" if "Caused by:" in lines else "")
