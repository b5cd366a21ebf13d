#!/usr/bin/env python3
"""Prints the README's table from the last race: race/readme_table.py [FILE].

One line for each race at -O2: the median of rill's best row, of the best row
of each kind of peer, and of the limit, in nanoseconds an item, and how many
times as fast as the fastest peer rill is, with its 95 % interval.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
REPORT = os.path.join(HERE, "..", "build", "race", "report.json")
KINDS = ("fast_io", "fmt", "stdio", "iostream", "rust")
NAMES = {"fmt": "{fmt}", "rust": "Rust std, crates"}


def best(rows, wanted):
    """The smallest median among the right rows of one kind, in seconds."""
    medians = [row["summary"]["median"] for row in rows
               if row["state"] == "ok" and wanted(row["peer"])]
    return min(medians, default=None)


def cell(seconds, count):
    return "–" if seconds is None else f"{seconds / count * 1e9:.1f}"


def line(heat):
    rows, count = heat["rows"], heat["count"]
    cells = [cell(best(rows, lambda peer: peer == "rill"), count)]
    for kind in KINDS:
        cells.append(cell(best(rows, lambda peer: peer.startswith(kind)),
                          count))
    cells.append(cell(best(rows, lambda peer: peer == "limit"), count))
    ratio = heat.get("peer_ratio")
    times = "–"
    if ratio:
        times = (f"{ratio['median']:.2f} "
                 f"({ratio['low']:.2f}–{ratio['high']:.2f})")
    return f"| {heat['key']} | " + " | ".join(cells + [times]) + " |"


def main():
    with open(sys.argv[1] if len(sys.argv) > 1 else REPORT,
              encoding="utf-8") as file:
        report = json.load(file)
    facts = report["facts"]
    print(f"`./dev race`, {facts['compiler']}, {facts['processor']}, "
          f"files on {facts['file system']}, rill "
          f"{facts['rill']}: nanoseconds an item, median; the last column is "
          "the fastest peer's time over rill's, round by round.\n")
    names = [NAMES.get(kind, kind) for kind in KINDS]
    print("| race | rill | " + " | ".join(names) + " | limit | × (95 %) |")
    print("|---|" + "---:|" * (len(KINDS) + 3))
    for heat in report["heats"]:
        if heat["flavour"] == "-O2":
            print(line(heat))


if __name__ == "__main__":
    main()
