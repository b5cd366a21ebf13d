#!/usr/bin/env python3
"""Writes the library, or one of its public headers, as a single header.

    tools/single_header.py                    # build/rill_single.h
    tools/single_header.py print.h -o one.h   # what rill/print.h includes

Each header of the library is copied at its first include, with its guard, so
that the file can be used beside the ordinary headers. A header first included
under a condition is copied again where that condition need not hold; a header
without a guard is copied at each include."""

import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = os.path.join(ROOT, "include")
DIRECTIVE = re.compile(r"^\s*#\s*(\w+)\s*(.*?)\s*(?://.*)?$")
QUOTED = re.compile(r'"([^"]+)"')


class Conditions:
    """The conditions under which a line is compiled, as a set of texts."""

    def __init__(self):
        self.levels = []  # of each #if: its conditions up to here

    def take(self, word, rest):
        if word in ("if", "ifdef", "ifndef"):
            condition = {"if": rest, "ifdef": f"defined({rest})",
                         "ifndef": f"!defined({rest})"}[word]
            self.levels.append([condition])
        elif word == "elif":
            self.levels[-1].append(rest)
        elif word == "else":
            self.levels[-1].append("")
        elif word == "endif":
            self.levels.pop()

    def holding(self):
        """The conditions that hold. In an #elif or #else, those of the earlier
        branches are negated."""
        found = set()
        for branches in self.levels:
            found.update(f"not {b}" for b in branches[:-1])
            found.add(branches[-1])
        return frozenset(found - {""})


def last_line(lines):
    """The index of the last line of a header that declares something or
    includes a foreign header, or -1."""
    def counts(line):
        found = DIRECTIVE.match(line)
        if not found:
            return bool(line.strip()) and not line.startswith("//")
        word, rest = found.groups()
        return word == "include" and not QUOTED.match(rest)
    return max((i for i, line in enumerate(lines) if counts(line)), default=-1)


class Joiner:
    def __init__(self, folder):
        self.folder = folder
        self.lines = []
        self.placed = {}  # path: sets of conditions under which it is copied
        self.open = []    # the files that are being read
        self.whole = set()  # of these, those whose own lines are all copied

    def is_there(self, path, holding):
        return any(under <= holding for under in self.placed.get(path, ()))

    def add(self, path, outer=frozenset()):
        """Adds a header and what it includes."""
        if path in self.whole:
            return  # its last lines include headers that include it again
        if path in self.open:
            raise ValueError(f"{path} includes itself")
        if self.is_there(path, outer):
            return
        with open(os.path.join(self.folder, path), encoding="utf-8") as file:
            lines = file.read().splitlines()
        guard = next((l.split()[1] for l in lines if l.startswith("#ifndef")),
                     None)
        if guard:
            self.placed.setdefault(path, []).append(outer)
        self.open.append(path)
        self.add_lines(path, lines, guard, outer)
        self.whole.discard(self.open.pop())

    def add_lines(self, path, lines, guard, outer):
        conditions = Conditions()
        end = last_line(lines)
        for number, line in enumerate(lines):
            if guard and number == end + 1:
                self.whole.add(path)
            found = DIRECTIVE.match(line)
            word, rest = found.groups() if found else ("", "")
            quoted = QUOTED.match(rest) if word == "include" else None
            if quoted:
                target = os.path.normpath(
                    os.path.join(os.path.dirname(path), quoted.group(1)))
                holding = conditions.holding() - {f"!defined({guard})"}
                self.add(target, outer | holding)
                continue
            if word == "pragma" and rest == "GCC system_header":
                continue  # it would apply to the rest of the file
            conditions.take(word, rest)
            self.lines.append(line)


def version_of(folder):
    with open(os.path.join(folder, "rill", "base", "config.h"),
              encoding="utf-8") as file:
        return ".".join(re.findall(r"#define RILL_VERSION_\w+ (\d+)",
                                   file.read()))


def joined(folder, header):
    """The text of rill/`header` and all that it includes."""
    joiner = Joiner(folder)
    joiner.add(os.path.join("rill", header))
    head = [f"// rill {version_of(folder)} as a single header: rill/{header} "
            "and what it includes.",
            "// Made by tools/single_header.py; changes belong into the "
            "headers it is made of.", ""]
    return "\n".join(head + joiner.lines) + "\n"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("header", nargs="?", default="rill.h",
                        help="such as print.h; without it rill.h")
    parser.add_argument("-o", "--output", default=os.path.join(
        ROOT, "build", "rill_single.h"))
    chosen = parser.parse_args(arguments)
    text = joined(INCLUDE, chosen.header)
    os.makedirs(os.path.dirname(os.path.abspath(chosen.output)), exist_ok=True)
    with open(chosen.output, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"{chosen.output}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
