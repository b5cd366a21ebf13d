"""The heats of races of which only tables are kept (process, compress,
binary), read from the cells of these tables."""

import re

# The columns and rows that are no peer.
OWN = {"", "rill", "limit"}
# A cell of the tables of `process`: the time, and the time in times of rill's.
QUOTIENT = re.compile(r"([\d.]+) ×$")


def heats_of(tables):
    """The heats of some tables, in the form of published.heat_of: without times
    of their own, with the ratio of the fastest peer's to rill's."""
    found = []
    for table in tables:
        columns, rows = table["columns"], table["rows"]
        if "rill" in columns:
            found += map(lambda row: heat_of_row(columns, row), rows)
        elif any(row[0].startswith("rill: ") for row in rows):
            found += [heat_of_column(columns[place], place, rows)
                      for place in range(1, len(columns))]
    return [heat for heat in found if heat]


def heat(name, quotients):
    """A heat by {peer: its time in times of rill's}, or None without any."""
    if not quotients:
        return None
    fastest = min(quotients, key=quotients.get)
    return {"heat": name, "rill": None, "best": None, "limit": None,
            "peers": {}, "ratio": None, "fastest": fastest,
            "quotient": quotients[fastest]}


def heat_of_row(columns, row):
    """A heat a row: `537`, and where a column has several peers `684; pigz
    552`."""
    times = {}
    for column, cell in zip(columns, row):
        if column in OWN - {"rill"}:
            continue
        for part in cell.split("; "):
            name, _, time = part.rpartition(" ")
            if time != "–":
                times[name or column] = float(time)
    rill = times.pop("rill")
    return heat(row[0], {peer: time / rill for peer, time in times.items()})


def heat_of_column(name, place, rows):
    """A heat a column: `64 µs, 0.81 ×`."""
    quotients = {}
    for row in rows:
        peer = row[0].partition(": ")[0]
        found = QUOTIENT.search(row[place])
        if found and peer not in OWN:
            quotient = float(found.group(1))
            quotients[peer] = min(quotient, quotients.get(peer, quotient))
    return heat(name, quotients)
