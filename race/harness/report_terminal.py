"""The tables and the progress line on the terminal."""

import shutil
import sys
import textwrap

from .peers import LABELS, absent
from .results import amount, human_time, per_call


class Progress:
    """A line that is rewritten on a terminal; nothing elsewhere. `text` is the
    last one that was shown, for lines against silence."""

    def __init__(self):
        self.text = "race: getting ready"
        self.live = sys.stdout.isatty()
        self.width = shutil.get_terminal_size().columns - 1

    def show(self, text):
        self.text = text
        if self.live:
            print("\r" + text[:self.width].ljust(self.width), end="",
                  flush=True)

    def clear(self):
        if self.live:
            print("\r" + " " * self.width + "\r", end="", flush=True)

    def line(self, text):
        self.clear()
        print(text, flush=True)


def bar(share, width):
    """A bar drawn in eighths of a character."""
    eighths = max(1, round(share * width * 8))
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊",
                                   "▉")[eighths % 8]


# In the place of a 95 % interval that too few rounds do not give.
NO_INTERVAL = "few rounds"


def times(ratio):
    if ratio is None:
        return ""
    middle = ratio["median"]
    digits = 2 if middle < 10 else 1 if middle < 100 else 0
    return f"{middle:.{digits}f} ×"


def interval(ratio):
    if ratio is None:
        return ""
    if ratio["low"] is None:
        return NO_INTERVAL
    digits = 2 if ratio["median"] < 10 else 1 if ratio["median"] < 100 else 0
    return f"{ratio['low']:.{digits}f}–{ratio['high']:.{digits}f}"


def heat_table(result):
    """The lines of a heat's table."""
    heat = result.heat
    lines = ["", f"{heat.key}  {heat.title}",
             f"  {amount(result.count, heat.unit, result.size, heat.each)}, "
             f"{result.rounds} rounds, {result.flavour}"]
    ranked = result.ranked()
    if not ranked:
        return lines + ["  no contender could run"]
    rill = result.rill()
    longest = max(e.summary["median"] for e in ranked)
    lines.append(f"  {'':44}{'median':>9}  {'min–max':>19} {'× rill':>9}  "
                 f"{'95 %':>11}  {'a call':>8}")
    for entry in ranked:
        s = entry.summary
        ratio = result.ratio(entry, rill)
        name = f"{LABELS.get(entry.peer, entry.peer)}: {entry.name}"
        mark = ">" if entry is rill else " "
        spread = f"{human_time(s['min'])}–{human_time(s['max'])}"
        lines.append(
            f"{mark} {name[:43]:44}{human_time(s['median']):>9}  {spread:>19} "
            f"{times(ratio):>9}  {interval(ratio):>11}  "
            f"{per_call(entry):>8}  {bar(s['median'] / longest, 16)}")
    for entry in result.unusable():
        name = f"{LABELS.get(entry.peer, entry.peer)}: {entry.name}"
        lines.append(f"  {name[:43]:44}{entry.state:>9}  {entry.why[:70]}")
    return lines


def tool_table(table):
    """The lines of a table of a race without times."""
    widths = [max(len(row["cells"][i]) for row in
                  [{"cells": table["columns"]}] + table["rows"])
              for i in range(len(table["columns"]))]
    lines = ["", f"{table['race']}: {table['title']}"]
    for cells in [table["columns"]] + [row["cells"] for row in table["rows"]]:
        lines.append("  " + cells[0].ljust(widths[0]) + "".join(
            "  " + text.rjust(width)
            for text, width in zip(cells[1:], widths[1:])).rstrip())
    return lines


def absent_lines(peers):
    found = list(absent(peers))
    return [""] * bool(found) + found


def grid(rows):
    """The lines of a table, the first column to the left."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [f"  {name:{widths[0]}}" + "".join(
        f"  {text:>{width}}" for text, width in zip(cells, widths[1:]))
        for name, *cells in rows]


def best_lines(best):
    """The best row of each kind of contender."""
    if not best["rows"]:
        return []
    return ["", "The time of rill’s named row; the best row of each kind in "
            "times of it", *grid([best["columns"], *best["rows"]])]


def last_lines(data):
    """The last screen: one row a race, what the words mean, who is absent, the
    heats in which rill was slower, and the sentence."""
    first = data["first"]
    if not first["rows"]:
        return ["", *data["absent"]] if data["absent"] else []
    rows = [first["columns"], *first["rows"]]
    width = shutil.get_terminal_size().columns
    table = [f"{line}  {row[-1]}" for line, row in
             zip(grid([row[:-1] for row in rows]), rows)]
    return ["", *table, "", *textwrap.wrap(first["explained"], width),
            *[""] * bool(data["absent"]), *data["absent"], "",
            *textwrap.wrap(data["outcome"] + ".", width), "",
            *textwrap.wrap(first["sentence"] + ".", width)]


def goal_lines(judged):
    """The lines of the goals' table, for --goals."""
    if not judged:
        return []
    lines = ["", "For developers: rill’s own goals"]
    race = None
    for goal in judged:
        if goal["race"] != race:
            race = goal["race"]
            lines.append(f"  {race}")
        ratio = goal["ratio"]
        found = (f"{times(ratio)} ({interval(ratio)})" if ratio
                 else goal.get("found", ""))
        flavour = "" if goal["flavour"] == "-O2" else goal["flavour"]
        verdict = goal["verdict"] + ("" if goal.get("sure", True) else " ?")
        lines.append(f"    {verdict:11}{goal['goal']:70} {found:20}"
                     f"{flavour}".rstrip())
    return lines
