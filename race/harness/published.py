"""The figures that are published, race/published.json: of each race the last
report that has it whole, with the run that gave it."""

import json
import os
import re

from . import build
from .peers import LABELS
from .report_terminal import times
from .results import human_time, standing

KEPT = os.path.join(build.ROOT, "race", "published.json")
# Times are kept with so many significant digits.
DIGITS = 4


class Refused(Exception):
    """A report that cannot be published; the text says why."""


def project_version():
    """MAJOR.MINOR of the project, from where CMakeLists.txt takes it."""
    path = os.path.join(build.ROOT, "include", "rill", "base", "config.h")
    with open(path, encoding="utf-8") as file:
        numbers = re.findall(r"^#define RILL_VERSION_(?:MAJOR|MINOR) (\d+)",
                             file.read(), re.M)
    return ".".join(numbers)


def load(path=KEPT):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def save(kept, path=KEPT):
    """One heat and one row of a table a line, so that a difference of two
    versions shows what changed."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(laid_out(kept) + "\n")


# How deep objects and lists are written over several lines: kept figures,
# races, one race, its tables, one table, its rows.
SPREAD = 6


def laid_out(value, level=0, key=""):
    inline = (level >= SPREAD or not isinstance(value, (dict, list)) or
              not value or "heat" in value or key == "columns")
    if inline:
        return json.dumps(value, ensure_ascii=False)
    pad = " " * (level + 1)
    if isinstance(value, dict):
        inner = [f"{pad}{json.dumps(name)}: {laid_out(one, level + 1, name)}"
                 for name, one in value.items()]
        return "{\n" + ",\n".join(inner) + "\n" + " " * level + "}"
    inner = [pad + laid_out(one, level + 1) for one in value]
    return "[\n" + ",\n".join(inner) + "\n" + " " * level + "]"


def rounded(number):
    return float(f"{number:.{DIGITS}g}")


def run_of(facts):
    """What a table says of the run that it comes from."""
    return {"rill": facts["rill"], "version": facts["version"],
            "date": facts["time"].split()[0],
            "compiler": facts["compiler"], "processor": facts["processor"],
            "cores": facts["cores"], "file system": facts["file system"]}


def heat_of(heat):
    """The figures of one heat of a report, in nanoseconds an item."""
    scale = 1e9 / (1 if heat["each"] else heat["count"])
    rows = [row for row in heat["rows"] if row["state"] == "ok"]
    least = {}  # of each peer, and of rill's named row
    for row in rows:
        time = rounded(row["summary"]["median"] * scale)
        for name in (row["peer"], *(["named"] if row["named"] else [])):
            least[name] = min(time, least.get(name, time))
    found = {"heat": heat["key"].partition("/")[2],
             "rill": least.pop("named", None), "best": least.pop("rill", None),
             "limit": least.pop("limit", None), "peers": least, "ratio": None,
             "fastest": min(least, key=least.get, default=None)}
    if heat["race"] == "transcode":
        found["quotient"] = quotient(rows, found["heat"])
    if heat["peer_ratio"]:
        found["ratio"] = [None if value is None else round(value, 3)
                          for value in map(heat["peer_ratio"].get,
                                           ("median", "low", "high"))]
    return found


# transcode: the peer of each kind of conversion in memory.
CONVERSIONS = {"8to16": "simdutf", "16to8": "simdutf", "8to32": "simdutf",
               "32to8": "simdutf", "validate": "simdutf", "8togb": "iconv",
               "gbto8": "iconv"}


def quotient(rows, heat):
    """The time of that peer in times of rill's named row, or None."""
    peer = CONVERSIONS.get(heat.partition("-")[0])
    above = [r["summary"]["median"] for r in rows if r["name"] == peer]
    below = [r["summary"]["median"] for r in rows if r["named"]]
    return rounded(above[0] / below[0]) if above and below else None


def process_cell(row):
    """A median, and in times of rill's named row."""
    text = human_time(row["summary"]["median"])
    if row["named"] or not row["ratio"]:
        return text
    return f"{text}, {times(row['ratio'])}"


def process_tables(heats):
    """A line for each contender, rill's first and the others as fast as they
    come, a column for each heat: the starts, and what runs with pipes."""
    found = []
    for title, is_start in (("a start", True), ("output and pipes", False)):
        chosen = [h for h in heats if (h["unit"] == "starts") == is_start]
        places, cells = {}, {}
        for number, heat in enumerate(chosen):
            ranked = [row for row in heat["rows"] if row["state"] == "ok"]
            ranked.sort(key=lambda row: row["summary"]["median"])
            for place, row in enumerate(ranked):
                name = f"{row['peer_label']}: {row['name']}"
                places.setdefault(name, (row["peer"] != "rill", place))
                cells[name, number] = process_cell(row)
        if chosen:
            found.append({
                "title": title,
                "columns": [""] + [h["key"].partition("/")[2]
                                   for h in chosen],
                "rows": [[name] + [cells.get((name, number), "–")
                                   for number in range(len(chosen))]
                         for name in sorted(places, key=places.get)]})
    return found


def races_of(report):
    """{race: its part of the kept figures} of the -O2 heats and the tables of
    a report."""
    found = {}

    def part(race):
        return found.setdefault(race, {"heats": [], "tables": []})

    heats = [h for h in report["heats"] if h["flavour"] == "-O2"]
    for heat in heats:
        part(heat["race"])["heats"].append(heat_of(heat))
    if "process" in found:
        found["process"]["tables"] = process_tables(
            [h for h in heats if h["race"] == "process"])
    for table in report["tables"]:
        part(table["race"])["tables"].append(
            {"title": table["title"], "note": table.get("note", ""),
             "columns": table["columns"],
             "rows": [row["cells"] for row in table["rows"]]})
    return found


def check(report):
    """A run that may be published has all rows of what it raced."""
    facts = report["facts"]
    if facts["mode"] == "quick":
        raise Refused("the last report is of --quick, which has a tenth of "
                      "the work and not all peers; run ./dev race")
    if facts["rill"].endswith("-dirty"):
        raise Refused(f"the last report is of {facts['rill']}, which is no "
                      "commit; commit, and run ./dev race")
    for word in ("--only", "--processor"):
        if word in facts["command"].split():
            raise Refused(f"the last report was made with {word}: run "
                          "./dev race without it")


def refuse_losses(race, before, after):
    """A report replaces a race whole: with its heats, and with the peers that
    the published figures have."""
    for what, names in (("heats", lambda h: {h["heat"]}),
                        ("peers", lambda h: set(h["peers"]))):
        old, new = (set().union(*map(names, heats))
                    for heats in (before, after))
        if old - new:
            raise Refused(f"{race}: the last report lacks the {what} "
                          f"{', '.join(sorted(old - new))}, which the "
                          "published figures have")


def merge(kept, report, races=()):
    """Replaces the races that a report has, or those of them whose name
    contains one of some words. Returns their names."""
    check(report)
    run = run_of(report["facts"])
    name = f"{run['date']} {run['rill']}"
    new = {race: part for race, part in races_of(report).items()
           if not races or any(word in race for word in races)}
    if not new:
        raise Refused("the last report has no such race")
    for race, part in new.items():
        refuse_losses(race, kept["races"].get(race, {"heats": []})["heats"],
                      part["heats"])
    for race, part in new.items():
        kept["races"][race] = {"run": name, **part}
    kept["runs"][name] = run
    used = {part["run"] for part in kept["races"].values()}
    kept["runs"] = {key: kept["runs"][key] for key in sorted(used)}
    return sorted(new)


def fastest_peer(heat):
    """The name of the peer that the ratio of a kept heat is of; a dash where
    that is not kept."""
    peer = heat["fastest"]
    return LABELS.get(peer, peer) if peer else "–"


def ratio_of(heat):
    """The fastest peer's time in times of rill's: the median of the ratios
    round by round with its interval, or the ratio of the medians where only
    that is kept. None without a peer."""
    if heat.get("ratio"):
        return dict(zip(("median", "low", "high"), heat["ratio"]))
    found = heat.get("quotient")
    if not found and heat["rill"] and heat["fastest"]:
        found = heat["peers"][heat["fastest"]] / heat["rill"]
    return {"median": found, "low": None, "high": None} if found else None


def outcome(heats):
    """{fastest, level, slower: [(heat, median of its ratio)]}."""
    found = {"fastest": [], "level": [], "slower": []}
    for heat in heats:
        ratio = ratio_of(heat)
        if ratio:
            found[standing(ratio)].append((heat, ratio["median"]))
    return found
