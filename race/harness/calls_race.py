"""The race `calls`: the compiler's time and the bytes of code of a further
print or scan. Each program of harness/call_programs.py is compiled with FEW and
with MANY calls; a further call is the difference divided by their number."""

import os
import subprocess

from . import build, call_programs, compile_race, statistics

FEW, MANY = 100, 200

# (heat, peer) of all that --quick compiles, and of all that compilers other
# than the first compile without --full.
QUICK = (("stdout", "rill"), ("stdout", "stdio"), ("stdout", "iostream"))

SMALL = [
    ("hello", "rill/print.h", 'rill::println("Hello World");'),
    ("text and an int", "rill/print.h", 'rill::println("n = ", argc);'),
    ("a double", "rill/print.h", "rill::println(argc / 3.0);"),
    ("a vector", "rill/types.h",
     "rill::println(std::vector<int>(9u, argc));"),
    ("scan an int", "rill/scan.h", "int n; return !rill::scan(n);"),
    ("scan a double", "rill/scan.h", "double x; return !rill::scan(x);"),
    ("a structure as bytes", "rill/binary.h",
     "struct point { int x, y; std::string name; } it = {argc, 1, {}}; "
     "it = rill::from_bytes<point>(rill::to_bytes(it)); return it.x;"),
    ("everyday", "rill/rill.h",
     "int n; double x; std::string word; "
     "if (!rill::scan(n, x, word)) return 1; "
     'rill::println(n, " ", x, " ", word); '
     "for (auto line : rill::lines(rill::in())) rill::println(line);"),
]
SMALL_PEERS = [
    ("hello", "iostream", "iostream", r'std::cout << "Hello World\n";'),
    ("text and an int", "iostream", "iostream",
     r"""std::cout << "n = " << argc << '\n';"""),
    ("a double", "iostream", "iostream",
     r"std::cout << argc / 3.0 << '\n';"),
    ("scan an int", "iostream", "iostream", "int n; return !(std::cin >> n);"),
    ("scan a double", "iostream", "iostream",
     "double x; return !(std::cin >> x);"),
    ("everyday", "iostream", "iostream",
     "int n; double x; std::string word; "
     "if (!(std::cin >> n >> x >> word)) return 1; "
     r"std::cout << n << ' ' << x << ' ' << word << '\n'; "
     r"while (std::getline(std::cin, word)) std::cout << word << '\n';"),
    ("hello", "stdio", "cstdio", r'std::puts("Hello World");'),
    ("text and an int", "stdio", "cstdio", r'std::printf("n = %d\n", argc);'),
    ("a double", "stdio", "cstdio", r'std::printf("%g\n", argc / 3.0);'),
    ("scan an int", "stdio", "cstdio",
     'int n; return std::scanf("%d", &n) != 1;'),
    ("scan a double", "stdio", "cstdio",
     'double x; return std::scanf("%lf", &x) != 1;'),
    ("hello", "fmt", "fmt/format.h", r'fmt::print("Hello World\n");'),
    ("text and an int", "fmt", "fmt/format.h",
     r'fmt::print("n = {}\n", argc);'),
    ("a double", "fmt", "fmt/format.h", r'fmt::print("{}\n", argc / 3.0);'),
    ("a vector", "fmt", "fmt/ranges.h",
     r'fmt::print("{}\n", std::vector<int>(9u, argc));'),
]


def small_source(header, body):
    more = "#include <vector>\n" if "vector" in body else ""
    more += "#include <string>\n" if "std::string" in body else ""
    return (f"#include <{header}>\n{more}"
            f"int main(int argc, char**) {{\n  (void)argc;\n  {body}\n}}\n")


class Program:
    """One source; its rounds of (seconds, bytes of code)."""

    def __init__(self, source, flags):
        self.source, self.flags = source, flags
        self.seconds, self.text, self.absent = [], 0, False


class Pair:
    """The calls of a library: a program with FEW and one with MANY."""

    def __init__(self, heat, row, flags):
        self.heat, self.row = heat, row
        self.few = Program(call_programs.source_of(heat, row, FEW), flags)
        self.many = Program(call_programs.source_of(heat, row, MANY), flags)
        self.none = Program(call_programs.source_of(heat, row, 0), flags)

    @property
    def absent(self):
        return any(p.absent for p in (self.none, self.few, self.many))

    def cost(self):
        """Milliseconds and bytes of a further call and of one of the first
        calls, from the least time of each program: other work on the machine
        can only add time."""
        def each(more, less, count):
            return ((min(more.seconds) - min(less.seconds)) * 1e3 / count,
                    (more.text - less.text) / count)
        return (each(self.many, self.few, MANY - FEW),
                each(self.few, self.none, FEW))


class Race:
    def __init__(self, folder, command):
        self.folder = os.path.join(folder, "calls")
        self.command = command
        os.makedirs(self.folder, exist_ok=True)

    def compile(self, program):
        source = os.path.join(self.folder, "calls.cpp")
        target = os.path.join(self.folder, "calls.o")
        with open(source, "w") as file:
            file.write(program.source)
        child = subprocess.Popen(
            [*self.command, "-std=c++20", "-O2", "-w", "-c", *program.flags,
             source, "-o", target], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        if status != 0:
            program.absent = True
            return
        program.seconds.append(usage.ru_utime)
        program.text = text_size(target)


def text_size(target):
    """Bytes of code: all sections whose names begin with .text."""
    listed = subprocess.run(["size", "-A", target], stdout=subprocess.PIPE,
                            universal_newlines=True).stdout
    return sum(int(line.split()[1]) for line in listed.splitlines()
               if line.startswith(".text"))


def flags_of(peer, peers):
    """The flags and headers for a library, or None if it is absent."""
    if peer == "rill":
        return ["-I", os.path.join(build.ROOT, "include")]
    if peer in ("stdio", "iostream", "format"):
        return []
    found = peers.get(peer)
    if not found or not found.present:
        return None
    return [f for f in found.flags if f != "-DFMT_HEADER_ONLY"]


def pairs_of(peers, few):
    return [Pair(heat, row, flags_of(row.peer, peers))
            for heat in call_programs.HEATS for row in heat.rows
            if flags_of(row.peer, peers) is not None and
            (not few or (heat.key, row.peer) in QUICK)]


def smalls_of(peers):
    """(name, library, program) of the small programs."""
    rows = [(name, "rill", header, body) for name, header, body in SMALL]
    return [(name, peer, Program(small_source(header, body),
                                 flags_of(peer, peers)))
            for name, peer, header, body in rows + SMALL_PEERS
            if flags_of(peer, peers) is not None]


def run(folder, cxx, peers, rounds, mode, progress):
    """Returns the tables and the goals, one compiler after the other; the
    second standard library with --full only."""
    tables, goals = [], []
    compilers = compile_race.compilers(cxx, mode == "quick")
    for label, command in compilers if mode == "full" else compilers[:2]:
        race = Race(folder, command)
        few = mode == "quick" or (mode != "full" and
                                  (label, command) != compilers[0])
        pairs = pairs_of(peers, few)
        smalls = [] if few else smalls_of(peers)
        programs = [(p.heat.key + " " + p.row.name, program) for p in pairs
                    for program in (p.none, p.few, p.many)]
        programs += [(name, program) for name, _, program in smalls]
        for number in range(rounds):
            for name, program in programs:
                slow = number > 0 and (program.absent or
                                       program.seconds[0] > 5)
                if not slow:
                    progress(f"{label}, round {number + 1}/{rounds}: {name}")
                    race.compile(program)
        for heat in call_programs.HEATS:
            found = [p for p in pairs if p.heat is heat]
            if found:
                tables.append(heat_table(label, heat, found))
        if smalls:
            tables.append(small_table(label, smalls))
        goals += judge(label, pairs, smalls)
    return tables, goals


def heat_table(label, heat, pairs):
    rows = []
    for pair in sorted(pairs, key=lambda p: p.absent or p.cost()[0][0]):
        name = f"{pair.row.peer}: {pair.row.name}"
        if pair.absent:
            cells = [name, "absent", "", "", ""]
        else:
            further, first = pair.cost()
            cells = [name, f"{further[0]:.1f} ms", f"{further[1]:,.0f}",
                     f"{first[0]:.1f} ms", f"{first[1]:,.0f}"]
        rows.append({"cells": cells, "rill": pair.row.peer == "rill",
                     "data": {"heat": heat.key, "name": name, "programs": [
                         {"seconds": p.seconds, "text": p.text}
                         for p in (pair.none, pair.few, pair.many)]}})
    return {"race": "calls", "title": f"{heat.title}, {label}",
            "note": f"User time of the compiler and bytes of code at -O2: a "
                    f"further call is what {MANY} cost more than {FEW}; the "
                    f"first {FEW} pay for each type's first use.",
            "columns": ["", "a further call", "bytes", "of the first 100",
                        "bytes"],
            "rows": rows}


def small_table(label, smalls):
    rows = []
    for name, peer, program in smalls:
        cells = [f"{name}, {peer}", "absent", ""]
        if not program.absent:
            middle = statistics.summary(program.seconds)["median"]
            cells[1:] = [f"{middle * 1e3:.0f} ms", f"{program.text:,}"]
        rows.append({"cells": cells, "rill": peer == "rill",
                     "data": {"name": name, "peer": peer,
                              "seconds": program.seconds,
                              "text": program.text}})
    return {"race": "calls", "title": f"small programs, {label}", "note": "",
            "columns": ["", "user time", "bytes of code"], "rows": rows}


# (goal, heat, most milliseconds, most bytes) of a further call.
MOST = [("a further print to stdout", "stdout", 4, 200),
        ("a further print into a file", "file", 4, 200),
        ("a further print of one's own types", "types", 4, 200),
        ("a further print with wrappers", "wrappers", 6, 240),
        ("a further concat", "concat", 6, 240),
        ("a further scan", "scan", 4, 150),
        ("a further type to bytes and back", "binary", 30, 1536)]
EVERYDAY = 6  # in times of iostream's


def judge(label, pairs, smalls):
    goals = []

    def goal(text, found, is_met):
        goals.append({"race": "calls", "heat": "calls", "flavour": "",
                      "goal": f"{text}, {label}", "ratio": None, "rows": [],
                      "found": found, "verdict": "met" if is_met
                      else "missed"})
    for text, key, milliseconds, size in MOST:
        mine = next((p for p in pairs if p.heat.key == key and
                     p.row.peer == "rill"), None)
        if mine and not mine.absent:
            (took, grew), _ = mine.cost()
            goal(f"{text}: ≤ {milliseconds} ms, ≤ {size} bytes",
                 f"{took:.1f} ms, {grew:.0f} bytes",
                 took <= milliseconds and grew <= size)
    everyday = {peer: min(program.seconds) for name, peer, program in smalls
                if name == "everyday" and not program.absent}
    if {"rill", "iostream"} <= set(everyday):
        times = everyday["rill"] / everyday["iostream"]
        goal(f"the everyday program: ≤ {EVERYDAY} × iostream's time",
             f"{times:.1f}", times <= EVERYDAY)
    return goals
