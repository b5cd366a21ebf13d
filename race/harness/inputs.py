"""Makes the input files, keeps them, and refuses wrong ones."""

import hashlib
import json
import os
import subprocess

from . import compressions, hashes, known

# Kinds of outputs that are judged without a file to compare with.
NO_FILE = ("hello", "thread-lines")
HELLO = b"Hello World\n"
THREADS = 8  # contenders/threads/threads.h
CHUNK = 4 << 20
SUMS = ("xor", "sum", "ordered")  # as the generator prints them


class Inputs:
    """The input files in one folder; each is made once and checked once per
    run. say(text) shows what is being made."""

    def __init__(self, folder, generator, say=lambda text: None):
        self.folder = folder
        self.generator = generator
        self.say = say
        self.facts = {}
        self.hashes = {}

    def hashed(self, facts, words, count):
        """The number that a row of the race `hash` must report for an input, or
        a row of the race `compress` for the plain file of its input."""
        path = facts.get("plain", facts)["path"]
        key = (path, words, count)
        if key not in self.hashes:
            self.hashes[key] = hashes.wanted(words, path, count)
        return self.hashes[key]

    def path(self, kind, count):
        return os.path.join(self.folder, f"{kind}-{count}.input")

    def need(self, kind, count):
        """The facts of an input: path, size and checksums of its values."""
        if (kind, count) in self.facts:
            return self.facts[kind, count]
        path = self.path(kind, count)
        note = path + ".json"
        facts = self._cached(path, note) or self._make(kind, count, path, note)
        expected = known.INPUTS.get((kind, count))
        if expected:
            found = (facts["size"], facts["sha256"], facts["xor"],
                     facts["sum"], facts["ordered"])
            if found != expected:
                os.unlink(note)
                raise SystemExit(f"race: {path} is not the known input")
        facts["known"] = bool(expected)
        if compressions.form_of(kind):
            facts["plain"] = self.need(compressions.PLAIN, count)
        self.facts[kind, count] = facts
        return facts

    def _cached(self, path, note):
        try:
            with open(note) as f:
                facts = json.load(f)
            if os.path.getsize(path) != facts["size"]:
                return None
        except (OSError, ValueError):
            return None
        # Reads the whole file, which also fills the page cache.
        return facts if sha256(path) == facts["sha256"] else None

    def _make(self, kind, count, path, note):
        form = compressions.form_of(kind)
        if form:
            return self._pack(form, self.need(compressions.PLAIN, count), path,
                              note)
        self.say(f"making {os.path.basename(path)}")
        done = subprocess.run([self.generator, kind, str(count), path],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              universal_newlines=True, errors="replace")
        if done.returncode != 0:
            if os.path.lexists(path):
                os.unlink(path)
            raise SystemExit("race: " + (done.stderr.strip() or
                                         f"{path} cannot be made"))
        return self._noted(path, note, done.stdout.split())

    def _pack(self, form, plain, path, note):
        """Makes the same values in a compressed file. Its bytes depend on the
        command's version, so no checksum is known."""
        self.say(f"making {os.path.basename(path)}")
        why = compressions.pack(form, plain["path"], path)
        if why:
            os.unlink(path)
            raise SystemExit(f"race: {path} cannot be made: {why}")
        return self._noted(path, note, [plain[key] for key in SUMS])

    def _noted(self, path, note, sums):
        facts = {"path": path, "size": os.path.getsize(path),
                 "sha256": sha256(path), **dict(zip(SUMS, map(int, sums)))}
        with open(note, "w") as f:
            json.dump(facts, f)
        return facts


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as f:
        while True:
            piece = f.read(CHUNK)
            if not piece:
                return digest.hexdigest()
            digest.update(piece)


def same_bytes(path, expected):
    """Whether two files have the same bytes."""
    try:
        if os.path.getsize(path) != os.path.getsize(expected):
            return False
        with open(path, "rb", 0) as a, open(expected, "rb", 0) as b:
            while True:
                left, right = a.read(CHUNK), b.read(CHUNK)
                if left != right:
                    return False
                if not left:
                    return True
    except OSError:
        return False


def texts_of_doubles(checker, values, shortest, path, how):
    """What is wrong with the lines of a file of doubles, or None: they must
    read back as the values and, if `how` is exact, have no more digits than the
    shortest texts."""
    done = subprocess.run([checker, values, shortest, path, how],
                          stdout=subprocess.PIPE, universal_newlines=True,
                          errors="replace")
    if done.returncode == 0:
        return None
    return done.stdout.strip() or f"check_doubles: status {done.returncode}"


def is_hello(path, count):
    """Whether a file is `count` times the same line."""
    pattern = HELLO * (CHUNK // len(HELLO))
    try:
        if os.path.getsize(path) != count * len(HELLO):
            return False
        with open(path, "rb", 0) as f:
            while True:
                piece = f.read(len(pattern))
                if not piece:
                    return True
                # In a regular file, only the last read can be short.
                if piece != pattern[:len(piece)]:
                    return False
    except OSError:
        return False


def thread_lines(checker, path, count):
    """What is wrong with lines that threads have written, or None."""
    done = subprocess.run([checker, path, str(count // THREADS)],
                          stdout=subprocess.PIPE, universal_newlines=True)
    if done.returncode == 0:
        return None
    return done.stdout.strip() or f"check_lines: status {done.returncode}"


def thread_lines_size(count):
    """The size of a file that check_lines accepts."""
    digits, first, lines = 0, 1, count // THREADS
    for width in range(1, 20):
        past = min(10 ** width, lines)
        digits += width * max(past - (first if width > 1 else 0), 0)
        first = 10 ** width
    return THREADS * (digits + lines * len("thread 0 line  of the race\n"))
