"""The published figures as one row a race: the sentence, the table, and the
bars of the picture."""

from . import kinds
from .published import fastest_peer, ratio_of
from .published_tables import heats_of

# What measures compilers and programs, and no work.
NO_WORK = ("binary-cost", "size", "compile", "calls")

# The kinds of work, by race, in the order of the pages.
NAMES = {"ints-out": "integers out", "ints-in": "integers in",
         "ints-mixed": "64-bit integers", "doubles": "doubles",
         "mixed-line": "mixed lines", "lines": "lines of text",
         "threads": "threads", "read-race": "standard input",
         "pairs": "pairs of numbers", "transcode": "encodings",
         "load": "whole files", "hash": "hashes", "process": "processes",
         "compress": "compression", "binary": "binary data",
         "devices": "other devices"}


def counted_heats(kept):
    """[(race, heat)] of all kinds of work that have published figures."""
    return [(race, heat) for race in NAMES if race in kept["races"]
            for heat in (kept["races"][race]["heats"] or
                         heats_of(kept["races"][race]["tables"]))]


def kinds_of(kept):
    return kinds.kinds_of([
        (race, heat["heat"], ratio_of(heat))
        for race, heat in counted_heats(kept) if ratio_of(heat)])


def name_of(kind):
    return NAMES[kind.race]


def sentence(kept):
    return kinds.sentence(kinds_of(kept), name_of)


def table_rows(kept):
    """The columns of a table, and a row for each kind of work."""
    peers = {(race, heat["heat"]): heat["fastest"] and fastest_peer(heat)
             for race, heat in counted_heats(kept)}
    found = kinds_of(kept)
    rows = []
    for kind, (race, *cells, least) in zip(found, kinds.rows(found)):
        peer = peers[race, kind.least[0]]
        rows.append([f"{name_of(kind)} (`{race}`)", *cells,
                     least + (f" ({peer})" if peer else "")])
    return ["kind of work", *kinds.COLUMNS[1:-1], "least: heat (peer)"], rows


def left_out(kept):
    """Which kinds of work have no published figures, and what is no work."""
    without = [f"`{race}`" for race in NAMES if race not in kept["races"]]
    tables = [f"`{race}`" for race in NO_WORK if race in kept["races"]]
    text = ("Not counted: " + ", ".join(tables) +
            ", which measure programs and compilers") if tables else ""
    if without:
        text += (("; " if text else "Not counted: ") + ", ".join(without) +
                 ", which has no published figures")
    return text + "." if text else ""


def from_tables(kept):
    """The kinds of work whose ratios are read from the cells of a table."""
    names = [f"`{kind.race}`" for kind in kinds_of(kept)
             if not kept["races"][kind.race]["heats"]]
    return ("" if not names else " For " + ", ".join(names) + " only tables "
            "with rounded figures are kept: their ratios are computed from "
            "those.")
