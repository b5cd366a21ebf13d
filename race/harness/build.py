"""Finds the contenders and compiles them; keeps what has not changed."""

import concurrent.futures
import hashlib
import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from typing import Optional

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
CONTENDERS = os.path.join(ROOT, "race", "contenders")


@dataclass
class Row:
    name: str
    heats: list          # names or kinds of heats; long*: only with --full
    label: str

    def takes_part(self, heat, full):
        """Whether the row runs in a heat, and how its text is judged: None,
        "exact" or, for the mark ~, "loose"."""
        for word in self.heats:
            if (word.rstrip("*~") in (heat.name, heat.kind) and
                    (full or "*" not in word)):
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
    path: Optional[str] = None
    arguments: list = field(default_factory=list)
    absent: str = ""     # why there is no program
    seconds: float = 0.0


def head_of(path):
    """The comment that a source begins with, as one line: whoever lays the
    code out may break its lines anywhere."""
    words = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            if not line.startswith("//"):
                break
            words += line[2:].split()
    return " ".join(words)


def describe(path, race):
    """Reads `peer:`, `row:` and `flags:` in the first comment of a source."""
    stem = os.path.splitext(os.path.basename(path))[0]
    program = Program(race, stem, stem, path)
    parts = re.split(r"(?:^|(?<= ))(peer|row|flags): ", head_of(path))
    for key, text in zip(parts[1::2], parts[2::2]):
        if key == "peer":
            program.peer = text.strip()
        elif key == "flags":
            program.flags = text.split()
        else:
            name, heats, label = (part.strip()
                                  for part in text.split("|", 2))
            program.rows.append(Row(name, heats.split(), label))
    return program


def find_programs(race):
    folder = os.path.join(CONTENDERS, race)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    found = [describe(os.path.join(folder, name), race)
             for name in names if name.endswith(".cpp")]
    rust = os.path.join(CONTENDERS, "rust", "src",
                        race.replace("-", "_") + ".rs")
    if os.path.exists(rust):
        program = describe(rust, race)
        program.peer = program.stem = "rust"
        found.append(program)
    return found


def tree_stamp(folder):
    """Changes whenever a file below the folder does."""
    digest = hashlib.sha256()
    for base, folders, files in sorted(os.walk(folder)):
        folders.sort()
        for name in sorted(files):
            info = os.stat(os.path.join(base, name))
            digest.update(f"{base}/{name} {info.st_size} "
                          f"{info.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def shared_headers():
    """The bytes of the headers that contenders share."""
    found = b""
    for base, folders, files in sorted(os.walk(CONTENDERS)):
        folders.sort()
        for name in sorted(files):
            if name.endswith(".h"):
                with open(os.path.join(base, name), "rb") as f:
                    found += f.read()
    return found


class Builder:
    """Compiles for one flavour, that is one set of optimisation flags."""

    def __init__(self, build, cxx, flavour, peers, jobs):
        self.folder = os.path.join(build, "bin",
                                   re.sub(r"[^A-Za-z0-9.=+-]+", "_",
                                          os.path.basename(cxx) + flavour))
        self.build, self.cxx, self.peers, self.jobs = build, cxx, peers, jobs
        self.flavour = flavour.split()
        self.rill = (tree_stamp(os.path.join(ROOT, "include")) +
                     tree_stamp(os.path.join(ROOT, "examples")))
        self.shared = shared_headers()

    def compile(self, source, target, flags=(), libraries=(), stamp="",
                link=True):
        """Compiles one file unless the same was compiled before. Returns
        None, or the first line that says why it does not compile."""
        os.makedirs(os.path.dirname(target), exist_ok=True)
        command = [self.cxx, "-std=c++20", *self.flavour, *flags, source, "-o",
                   target, *([] if link else ["-c"]), *libraries]
        with open(source, "rb") as f:
            key = hashlib.sha256(f.read() + self.shared + stamp.encode() +
                                 "\0".join(command).encode()).hexdigest()
        try:
            with open(target + ".key") as f:
                if f.read() == key and os.path.exists(target):
                    return None
        except OSError:
            pass
        done = subprocess.run(command, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, universal_newlines=True,
                              errors="replace")
        with open(target + ".log", "w") as f:
            f.write(" ".join(command) + "\n" + done.stderr)
        if done.returncode != 0:
            if os.path.exists(target):
                os.unlink(target)
            errors = [line for line in done.stderr.splitlines()
                      if "error" in line]
            return (errors or ["the compiler failed"])[0].replace(
                ROOT + "/", "")
        with open(target + ".key", "w") as f:
            f.write(key)
        return None

    def peer_objects(self, peer):
        """The objects of a peer's own sources, or None."""
        objects = []
        for source in peer.sources:
            target = os.path.join(self.folder, "peer", peer.name + "-" +
                                  os.path.basename(source) + ".o")
            if self.compile(source, target, peer.flags, link=False):
                return None
            objects.append(target)
        return objects

    def one(self, program):
        """Compiles one program; sets its path, or why it is absent."""
        peer = self.peers.get(program.peer)
        if peer is None or not peer.present:
            program.absent = peer.version if peer else "unknown peer"
            return program
        target = os.path.join(self.folder, program.race, program.stem)
        flags = [*program.flags, *peer.flags]
        stamp = ""
        if peer.name == "rill":
            flags += ["-I", os.path.join(ROOT, "include")]
            stamp = self.rill
        objects = self.objects.get(peer.name)
        if objects is None:
            program.absent = "its library does not compile"
            return program
        start = time.monotonic()
        why = self.compile(program.source, target, flags,
                           [*objects, *peer.libraries], stamp)
        program.seconds = time.monotonic() - start
        if why:
            program.absent = "does not compile: " + why
        else:
            program.path = target
        return program

    def all(self, programs, progress):
        """Compiles programs side by side; Rust is one more program."""
        self.objects = {name: self.peer_objects(peer)
                        for name, peer in self.peers.items() if peer.present}
        rust = [p for p in programs if p.peer == "rust"]
        rest = [p for p in programs if p.peer != "rust"]
        done = 0
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            waiting = [pool.submit(self.one, p) for p in rest]
            if rust:
                waiting.append(pool.submit(self.cargo, rust))
            for _ in concurrent.futures.as_completed(waiting):
                done += 1
                progress(done, len(waiting))
        for task in waiting:
            task.result()
        return programs

    def cargo(self, programs):
        """Builds the Rust contenders in a copy, so that neither a lock file
        nor a target folder appears among the sources."""
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
        done = subprocess.run(["cargo", "build", "--release", "--quiet"],
                              cwd=copy, env=environment,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, universal_newlines=True,
                              errors="replace")
        binary = os.path.join(environment["CARGO_TARGET_DIR"], "release",
                              "race")
        for program in programs:
            if done.returncode == 0 and os.path.exists(binary):
                program.path, program.arguments = binary, [program.race]
            else:
                lines = done.stderr.strip().splitlines() or ["cargo failed"]
                program.absent = "does not build: " + lines[0]
