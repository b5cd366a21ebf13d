#!/usr/bin/env python3
"""Prints the README's tables from the last race: race/readme_table.py [FILE].

A line for each heat at -O2: the median of rill's named row, of its best row, of
the best row of each kind of peer, and of the limit, in nanoseconds an item; and
the time of the fastest peer over that of the named row, with its 95 % interval.
doubles and hash, whose peers differ, have their own tables, and so have
compress, load (in microseconds a file), transcode (ratios) and process
(a line for each contender).
"""

import json
import os
import sys

from harness.report_terminal import times
from harness.results import human_time

HERE = os.path.dirname(os.path.abspath(__file__))
REPORT = os.path.join(HERE, "..", "build", "race", "report.json")
# The columns of the tables: a title and its peers.
COLUMNS = [("fast_io", ["fast_io"]), ("{fmt}", ["fmt"]),
           ("stdio", ["stdio"]), ("iostream", ["iostream"]),
           ("Rust std, crates", ["rust"])]
DOUBLES = [("Żmij, fast_float", ["zmij", "fast_float"]),
           ("fast_io", ["fast_io"]), ("{fmt}", ["fmt"]),
           ("std charconv", ["charconv"]), ("stdio", ["stdio"]),
           ("iostream", ["iostream"]), ("Rust std, crates", ["rust"])]
LOAD = [("read, mmap", ["stdio"]), ("fast_io", ["fast_io"]),
        ("Boost", ["boost"]), ("iostream", ["iostream"])]
HASH = [("OpenSSL", ["openssl"]), ("zlib", ["zlib"]),
        ("libdeflate", ["libdeflate"]), ("by hand", ["stdio"]),
        ("coreutils", ["coreutils"]), ("Rust crates", ["rust"])]
COMPRESS = [("the library's loop", ["zlib", "zstd", "lz4"]),
            ("Boost", ["boost"]), ("Rust crates", ["rust"]),
            ("Python", ["python"]),
            ("commands", ["gzip_command", "pigz_command", "zstd_command",
                          "lz4_command"])]

# transcode: the peer that rill is compared with, by kind of conversion.
KINDS = [("8to16", "simdutf"), ("16to8", "simdutf"), ("8to32", "simdutf"),
         ("32to8", "simdutf"), ("validate", "simdutf"), ("8togb", "iconv"),
         ("gbto8", "iconv")]


def best(rows, peers):
    """The smallest median among the valid rows of some peers, in seconds."""
    medians = [row["summary"]["median"] for row in rows
               if row["state"] == "ok" and row["peer"] in peers]
    return min(medians, default=None)


def cell(seconds, count, units):
    return "–" if seconds is None else f"{seconds / count * units:.1f}"


def line(heat, columns, units):
    rows, count = heat["rows"], heat["count"]
    named = [row for row in rows if row["named"]]
    cells = [cell(best(named, ["rill"]), count, units)] + [
        cell(best(rows, peers), count, units)
             for peers in (["rill"], *(peers for _, peers in columns),
                           ["limit"])]
    ratio = heat.get("peer_ratio")
    times = "–"
    if ratio:
        times = (f"{ratio['median']:.2f} "
                 f"({ratio['low']:.2f}–{ratio['high']:.2f})")
    return f"| {heat['key']} | " + " | ".join(cells + [times]) + " |"


def table(heats, columns, units=1e9):
    """The lines of one table; empty if no heat belongs to it."""
    if not heats:
        return []
    titles = " | ".join(title for title, _ in columns)
    return [f"| race | rill | its best row | {titles} | limit | × (95 %) |",
            "|---|" + "---:|" * (len(columns) + 4),
            *(line(heat, columns, units) for heat in heats), ""]


def row_median(heat, name):
    """The median of a row, in seconds; None if it is absent."""
    for row in heat["rows"]:
        if row["name"] == name and row["state"] == "ok":
            return row["summary"]["median"]
    return None


def quotient(heat, above, below):
    above, below = row_median(heat, above), row_median(heat, below)
    return f"{above / below:.2f}" if above and below else "–"


def transcode_tables(heats):
    """The grid of texts in memory, and the table of files."""
    found = {h["key"].partition("/")[2]: h for h in heats}
    texts = [name.partition("-")[2] for name in found
             if name.startswith("8to16-")]
    lines = ["| | " + " | ".join(texts) + " |",
             "|---|" + "---:|" * len(texts)]
    for kind, peer in KINDS:
        own = "convert" if peer == "simdutf" else "transcode_into"
        cells = [quotient(found[f"{kind}-{text}"], peer, own)
                 for text in texts if f"{kind}-{text}" in found]
        lines.append(f"| {kind}, {peer} | " + " | ".join(cells) + " |")
    lines += ["", "| file to file, ns a character | rill-conv | iconv command "
              "| copying the output |", "|---|---:|---:|---:|"]
    for name, heat in found.items():
        if name.startswith("file-"):
            cells = (cell(row_median(heat, row), heat["count"], 1e9)
                     for row in ("rill_conv", "iconv_command", "copy"))
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def process_cell(heat, contender):
    """The median of a contender, and its ratio to rill's named row."""
    for row in heat["rows"]:
        if (row["peer_label"], row["name"]) == contender and (
                row["state"] == "ok"):
            median = human_time(row["summary"]["median"])
            if row["named"] or not row["ratio"]:
                return median
            return f"{median}, {times(row['ratio'])}"
    return "–"


def process_table(heats):
    """A line for each contender, rill's first, the others by time; a column for
    each heat."""
    if not heats:
        return []
    places = {}
    for heat in heats:
        ranked = [row for row in heat["rows"] if row["state"] == "ok"]
        ranked.sort(key=lambda row: row["summary"]["median"])
        for place, row in enumerate(ranked):
            places.setdefault((row["peer_label"], row["name"]),
                              (row["peer"] != "rill", place))
    titles = " | ".join(heat["key"].partition("/")[2] for heat in heats)
    lines = [f"| | {titles} |", "|---|" + "---:|" * len(heats)]
    for contender in sorted(places, key=places.get):
        cells = " | ".join(process_cell(heat, contender) for heat in heats)
        lines.append(f"| {contender[0]}: {contender[1]} | {cells} |")
    return lines + [""]


def process_tables(heats):
    """The times of starts, and of heats with pipes."""
    return [line for is_start in (True, False) for line in process_table(
        [h for h in heats if (h["unit"] == "starts") == is_start])]


def main():
    with open(sys.argv[1] if len(sys.argv) > 1 else REPORT,
              encoding="utf-8") as file:
        report = json.load(file)
    facts = report["facts"]
    print(f"`./dev race`, {facts['compiler']}, {facts['processor']}, "
          f"files on {facts['file system']}, rill "
          f"{facts['rill']}: nanoseconds an item, median; the last column is "
          "the fastest peer's time over rill's, round by round.\n")
    heats = [heat for heat in report["heats"] if heat["flavour"] == "-O2"]
    own = {"doubles": (DOUBLES, 1e9), "load": (LOAD, 1e6),
           "hash": (HASH, 1e9), "compress": (COMPRESS, 1e9)}
    print("\n".join(table([h for h in heats
                           if h["race"] not in (*own, "transcode",
                                                "process")],
                          COLUMNS)))
    for race, (columns, units) in own.items():
        print("\n".join(table([h for h in heats if h["race"] == race],
                              columns, units)))
    texts = [h for h in heats if h["race"] == "transcode"]
    if texts:
        print("\n".join(transcode_tables(texts)))
    starts = [h for h in heats if h["race"] == "process"]
    if starts:
        print("\n".join(process_tables(starts)))


if __name__ == "__main__":
    main()
