"""The race `compile`: user and system time of the compiler."""

import os
import re
import shutil
import subprocess

from . import build, calls, statistics

# A case that took more than this many seconds runs once more only.
SLOW = 1.2

HEADERS = ["rill/print.h", "rill/scan.h", "rill/file.h", "rill/number.h",
           "rill/rill.h"]
INCLUDES = ["cstdio", "iostream", "fstream", "print"]

# The costs of a further call and of the first of a type: pairs of programs that
# differ in one thing. Each call has another list of types.
FURTHER = "further calls of rill"
FIRST_CALLS = """  rill::println("n = ", n);
  rill::println(x);
"""
TEN_CALLS = """  rill::println(n, ' ', u);
  rill::println(u, " of ", n);
  rill::println(big, ": ", x);
  rill::println(letter, n);
  rill::println("yes? ", yes);
  rill::println(x, ' ', x);
  rill::println("from ", n, " to ", big);
  rill::println(big, ' ', u, ' ', n);
  rill::println(letter, '=', x);
  rill::println("big ", big, ' ', yes);
"""
FURTHER_CALLS = {
    "two calls": "",
    "ten distinct calls more": TEN_CALLS,
    "an enum more": "  rill::println(static_cast<colour>(n));\n",
    "an aggregate more": "  rill::println(point{n, n});\n",
    "a container more": "  rill::println(list{{n, n}, 2});\n",
}
FURTHER_START = """#include <rill/print.h>
#include <rill/types.h>
enum class colour { red, green, blue };
struct point { int x; int y; };
struct list {
  int items[2];
  unsigned size_;
  using value_type = int;
  int const* begin() const { return items; }
  int const* end() const { return items + size_; }
  unsigned size() const { return size_; }
};
void print(int n, unsigned u, long long big, double x, char letter, bool yes) {
"""


def compilers(cxx, quick):
    """(label, command) of each compiler that works on this machine."""
    found = [(name_of([cxx]), [cxx])]
    if quick:
        return found
    names = ["clang++"] + [f"clang++-{n}" for n in range(25, 15, -1)]
    clang = next((n for n in names if shutil.which(n)), None)
    if clang and "clang" not in found[0][0]:
        found.append((name_of([clang]), [clang]))
        library = [clang, "-stdlib=libc++"]
        if works(library):
            found.append((name_of(library) + ", libc++", library))
    gnu = next((n for n in ("g++",) if shutil.which(n)), None)
    if gnu and "clang" in found[0][0]:
        found.append((name_of([gnu]), [gnu]))
    return found


def name_of(command):
    text = subprocess.run([*command, "--version"], stdout=subprocess.PIPE,
                          universal_newlines=True).stdout.split("\n")[0]
    kind = "clang" if "clang" in text else "g++"
    version = re.search(r"(\d+)\.(\d+)", text)
    return f"{kind} {version.group(0)}" if version else kind


def works(command):
    done = subprocess.run([*command, "-std=c++20", "-fsyntax-only", "-x",
                           "c++", "-"], input="#include <cstddef>\n",
                          universal_newlines=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
    return done.returncode == 0


class Case:
    """One source and one compiler."""

    def __init__(self, group, name, source, flags, rill):
        self.group, self.name, self.source = group, name, source
        self.flags, self.rill = flags, rill
        self.seconds, self.lines, self.size, self.absent = [], 0, 0, False

    @property
    def median(self):
        return statistics.summary(self.seconds)["median"]


def cases(peers, mode, first):
    """All sources: hello, ten calls, an #include alone. With --quick only
    hello; with compilers other than the first one header alone, unless
    --full."""
    quick = mode == "quick"
    rill = ["-I", os.path.join(build.ROOT, "include")]
    made = []

    def add(group, name, source, peer, more=()):
        if peer == "rill":
            flags = rill
        elif peer in peers:
            if not peers[peer].present:
                return
            flags = [f for f in peers[peer].flags if f != "-DFMT_HEADER_ONLY"]
        else:
            flags = []
        made.append(Case(group, name, source, [*flags, *more],
                         peer == "rill"))

    for library in calls.LIBRARIES:
        hello = library.text.replace("text of call {k}", "Hello World")
        source = (f"{library.header}\n{library.setup}int main() {{\n"
                  f"  {hello}\n}}\n")
        ten = calls.program(library, library.mixed, 10)
        add("hello", library.name, source, library.peer)
        if quick:
            continue
        add("ten calls of text, int, text", library.name, ten, library.peer)
        if library.peer == "fmt" and first:
            add("hello", "{fmt}, header-only", source, "fmt",
                ["-DFMT_HEADER_ONLY"])
    if quick:
        return made
    for name, more in FURTHER_CALLS.items():
        add(FURTHER, name, f"{FURTHER_START}{FIRST_CALLS}{more}}}\n", "rill")
    for header in (INCLUDES + HEADERS if first or mode == "full"
                   else ["rill/rill.h"]):
        add("one #include, empty main", f"<{header}>",
            f"#include <{header}>\nint main() {{}}\n",
            "rill" if header.startswith("rill") else "none")
    return made


class CompileRace:
    def __init__(self, folder, command):
        self.folder = os.path.join(folder, "compile")
        self.command = command
        os.makedirs(self.folder, exist_ok=True)
        self.source = os.path.join(self.folder, "case.cpp")
        self.target = os.path.join(self.folder, "case.o")

    def once(self, case):
        with open(self.source, "w") as f:
            f.write(case.source)
        child = subprocess.Popen(
            [*self.command, "-std=c++20", "-O2", "-c", *case.flags,
             self.source, "-o", self.target], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        if status != 0:
            case.absent = True
            return
        case.seconds.append(usage.ru_utime + usage.ru_stime)
        case.size = os.path.getsize(self.target)

    def lines(self, case):
        """Lines after preprocessing, without blank lines and line markers."""
        done = subprocess.run(
            [*self.command, "-std=c++20", "-O2", "-E", *case.flags,
             self.source], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            universal_newlines=True, errors="replace")
        case.lines = sum(1 for line in done.stdout.splitlines()
                         if line.strip() and not line.startswith("#"))


def run(folder, cxx, peers, rounds, mode, progress):
    """Returns the tables and the goals, one compiler after the other."""
    tables, goals = [], []
    for place, (label, command) in enumerate(compilers(cxx, mode == "quick")):
        race = CompileRace(folder, command)
        todo = cases(peers, mode, place == 0)
        # The first compiler is the one asked for; the others get less time.
        own = rounds if place == 0 or mode == "full" else 1
        for number in range(own):
            for case in todo:
                if case.absent or (number > 1 and case.seconds[0] > SLOW):
                    continue
                progress(f"{label}, round {number + 1}/{own}, {case.group}: "
                         f"{case.name}")
                race.once(case)
                if number == 0 and not case.absent:
                    race.lines(case)
        for group in dict.fromkeys(case.group for case in todo):
            tables.append(table(label, group, [c for c in todo
                                               if c.group == group]))
        goals += judge(label, todo)
    return tables, goals


def table(label, group, found):
    rows = []
    for case in sorted(found, key=lambda c: (c.absent, not c.absent
                                             and c.median)):
        data = {"name": case.name, "seconds": case.seconds,
                "lines": case.lines, "object": case.size}
        if case.absent:
            cells = [case.name, "absent", "", "", ""]
        else:
            s = statistics.summary(case.seconds)
            cells = [case.name, f"{s['median'] * 1e3:.0f} ms",
                     f"{s['min'] * 1e3:.0f}–{s['max'] * 1e3:.0f} ms",
                     f"{case.lines:,}", f"{case.size:,}"]
        rows.append({"cells": cells, "rill": case.rill, "data": data})
    return {"race": "compile", "title": f"{group}, {label}", "note": "",
            "columns": ["", "user + system", "min–max", "lines", "object"],
            "rows": rows}


def judge(label, found):
    def time_of(group, name):
        for case in found:
            if (case.group.startswith(group) and case.name == name and
                    not case.absent):
                return case.seconds
        return None

    lines = []
    base = time_of("hello", "iostream")
    for text, group, name, most in (
            ("rill/print.h hello: ≤ 0.6 × iostream’s", "hello", "rill", 0.6),
            ("rill/rill.h: ≤ 2.5 × iostream’s hello", "one #include",
             "<rill/rill.h>", 2.5)):
        mine = time_of(group, name)
        ratio = statistics.ratio(mine, base) if mine and base else None
        lines.append({
            "race": "compile", "heat": "compile", "flavour": "",
            "goal": f"{text}, {label}", "ratio": ratio, "rows": [],
            "verdict": "not judged" if ratio is None else
            "met" if ratio["median"] <= most else "missed"})
    few = time_of(FURTHER, "two calls")
    for text, name, count, most in (
            ("each further distinct call: ≤ 10 ms",
             "ten distinct calls more", 10, 0.010),
            ("an enum printed by name: ≤ 50 ms", "an enum more", 1, 0.050),
            ("a plain aggregate: ≤ 50 ms", "an aggregate more", 1, 0.050)):
        many = time_of(FURTHER, name)
        cost = ((min(many) - min(few)) / count if many and few else None)
        lines.append({
            "race": "compile", "heat": "compile", "flavour": "",
            "goal": f"{text}, {label}", "ratio": None, "rows": [],
            "found": "" if cost is None else f"{cost * 1e3:.1f} ms",
            "verdict": "not judged" if cost is None else
            "met" if cost <= most else "missed"})
    return lines
