"""docs/benchmarks.md and the figures of README.md, made of the figures that
are published (published.py)."""

import textwrap

from . import benchmarks_kinds, definitions
from .kinds import HEAT
from .published import CONVERSIONS, fastest_peer, outcome, ratio_of

# The columns of a table: a title, and the peers that it stands for. One that
# no heat of a race has is left out.
COLUMNS = [("Żmij, fast_float", ("zmij", "fast_float")),
           ("fast_io", ("fast_io",)), ("{fmt}", ("fmt",)),
           ("std charconv", ("charconv",)), ("stdio", ("stdio",)),
           ("iostream", ("iostream",)), ("Boost", ("boost",)),
           ("Rust std, crates", ("rust",)), ("iconv", ("iconv",)),
           ("OpenSSL", ("openssl",)), ("Qt", ("qt",)),
           ("ring buffers", ("ring", "buffered_io")),
           ("Python", ("python",))]
OWN_COLUMNS = {
    "load": [("read, mmap", ("stdio",)), ("fast_io", ("fast_io",)),
             ("Boost", ("boost",)), ("iostream", ("iostream",))],
    "hash": [("OpenSSL", ("openssl",)), ("zlib", ("zlib",)),
             ("libdeflate", ("libdeflate",)), ("by hand", ("stdio",)),
             ("coreutils", ("coreutils",)), ("Rust crates", ("rust",))],
    "compress": [("the library's loop", ("zlib", "zstd", "lz4")),
                 ("Boost", ("boost",)), ("Rust crates", ("rust",)),
                 ("Python", ("python",)),
                 ("commands", ("gzip_command", "pigz_command",
                               "zstd_command", "lz4_command"))],
    "binary": [("zpp_bits", ("zpp_bits",)), ("bitsery", ("bitsery",)),
               ("alpaca", ("alpaca",)), ("glaze", ("glaze",)),
               ("msgpack-c", ("msgpack",)), ("protobuf", ("protobuf",)),
               ("Boost", ("boost_serialization",)), ("cereal", ("cereal",)),
               ("Rust crates", ("rust",))],
}

# The races in the order of the page: a title, and what the figures are of.
RACES = {
    "ints-out": ("integers into a file", "nanoseconds an integer"),
    "ints-in": ("integers from a file", "nanoseconds an integer"),
    "ints-mixed": ("64-bit integers of every length",
                   "nanoseconds an integer"),
    "doubles": ("floating-point numbers", "nanoseconds a number; out is the "
                "shortest text that reads back, or `fixed(x, 2)`"),
    "mixed-line": ("lines of text, an integer and a price",
                   "nanoseconds a line"),
    "lines": ("lines of text", "nanoseconds a line"),
    "threads": ("threads", "nanoseconds a line or an integer: eight threads "
                "with one file, and one thread beside another that sleeps"),
    "read-race": ("integers from standard input", "nanoseconds an integer"),
    "pairs": ("the larger of two numbers, standard input to output",
              "nanoseconds a line"),
    "transcode": ("text in other encodings", "65,536 characters in memory: "
                  "the peer's time relative to rill"),
    "load": ("all bytes of a file", "microseconds a file, only counted "
             "(`mapped`) or every byte summed; the peers make the same system "
             "calls, the limit is `read` into one buffer of 128 KiB"),
    "hash": ("hashes and checksums", "nanoseconds: 64 bytes (`short`), "
             "16 KiB (`long`), 10,000 messages of 1 KiB (`batch`), a byte of "
             "100 MB (`memory`, `file`), a file of 4 KiB by one program for "
             "10,000 (`files`); `by hand` is a loop over the processor's "
             "instruction for CRC-32C"),
    "process": ("processes", ""),
    "compress": ("compression", "nanoseconds a line"),
    "binary": ("binary data", "nanoseconds a message or a number"),
    "binary-cost": ("binary data: size and compilation", ""),
    "devices": ("devices of other libraries", "nanoseconds a line"),
    "size": ("sizes of programs", ""),
    "compile": ("compilation", ""),
    "calls": ("compilation of one more call", ""),
}
MICROSECONDS = ("load",)


def number(nanoseconds, unit=1):
    if nanoseconds is None:
        return "–"
    value = nanoseconds / unit
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def least(heat, peers):
    found = [heat["peers"][peer] for peer in peers
             if heat["peers"].get(peer) is not None]
    return min(found, default=None)


def times(heat):
    """The fastest peer's time relative to rill, with its interval."""
    ratio = ratio_of(heat)
    if not ratio:
        return "–"
    return f"{ratio['median']:.2f}" + (
        "" if ratio["low"] is None else
        f" ({ratio['low']:.2f}–{ratio['high']:.2f})")


def table(columns, rows):
    return ["| " + " | ".join(columns) + " |",
            "|---|" + "---:|" * (len(columns) - 1),
            *("| " + " | ".join(row) + " |" for row in rows)]


def heats_table(race, heats):
    """A line for each heat."""
    unit = 1000 if race in MICROSECONDS else 1
    columns = [(title, peers) for title, peers in OWN_COLUMNS.get(race,
                                                                  COLUMNS)
               if any(least(heat, peers) is not None for heat in heats)]
    return table(
        ["heat", "rill", "its best row", *(title for title, _ in columns),
         "limit", "peer ÷ rill (95 %)"],
        [[heat["heat"], number(heat["rill"], unit),
          number(heat["best"], unit),
          *(number(least(heat, peers), unit) for _, peers in columns),
          number(heat["limit"], unit), times(heat)] for heat in heats])


NAMES = {"8": "UTF-8", "16": "UTF-16", "32": "UTF-32", "gb": "GB 18030"}


def conversion_name(kind):
    if kind == "validate":
        return "validation of UTF-8"
    source, target = kind.split("to")
    return f"{NAMES[source]} to {NAMES[target]}"


def transcode_tables(heats):
    """A grid of the texts in memory, and the files."""
    found = {h["heat"]: h for h in heats}
    kinds = [kind for kind in CONVERSIONS
             if any(name.startswith(kind + "-") for name in found)]
    texts = [name.partition("-")[2] for name in found
             if name.startswith(kinds[0] + "-")] if kinds else []
    lines = table(["", *texts], [
        [f"{conversion_name(kind)}, {CONVERSIONS[kind]}",
         *(quotient(found.get(f"{kind}-{text}")) for text in texts)]
        for kind in kinds]) if kinds else []
    rest = [h for h in heats if h["heat"].partition("-")[0] not in kinds]
    if rest:
        lines += ["", "From file to file, and integers into a file: "
                  "nanoseconds a character or an integer; the limit copies a "
                  "file of the output's bytes.", "",
                  *heats_table("transcode", rest)]
    return lines


def quotient(heat):
    return f"{heat['quotient']:.2f}" if heat and heat["quotient"] else "–"


def counts(found):
    """"fastest in 3 of 4 heats, level in 0, slower in 1"."""
    total = sum(map(len, found.values()))
    words = f"fastest in {len(found['fastest'])} of {total} heats"
    for kind in ("level", "slower"):
        if found[kind]:
            words += f", {kind} in {len(found[kind])}"
    return words


def all_heats(kept):
    """All heats, with their race in the name."""
    return [{**heat, "heat": f"{race}/{heat['heat']}"}
            for race, heat in benchmarks_kinds.counted_heats(kept)]


def slower_list(found):
    """Each heat that rill loses, the largest loss first."""
    rows = sorted(found["slower"], key=lambda item: item[1])
    return table(["heat", "fastest peer", "peer ÷ rill (95 %)"], [
        [heat["heat"], fastest_peer(heat), times(heat)]
        for heat, _ in rows])


def run_words(run):
    words = (f"rill {run['rill']} (version {run['version']}), {run['date']}, "
             f"{run['compiler']}, {run['processor']}, {run['cores']} cores")
    files = run["file system"]
    return words + {None: "", "memory": ", files in memory"}.get(
        files, f", files on {files}")


def race_section(kept, race):
    part = kept["races"][race]
    title, unit = RACES[race]
    found = outcome([heat for one, heat in benchmarks_kinds.counted_heats(kept)
                     if one == race])
    summary = f"<b>{race}</b>: {title}"
    if any(found.values()):
        summary += "; " + counts(found)
    lines = ["<details>", f"<summary>{summary}</summary>", "",
             run_words(kept["runs"][part["run"]]) + "."]
    if unit and part["heats"]:
        lines[-1] += f" {unit[0].upper()}{unit[1:]}."
    lines += [*described(race, part["heats"])]
    if part["heats"] and race != "process":
        lines.append("")
    if race == "transcode":
        lines += transcode_tables(part["heats"])
    elif part["heats"] and race != "process":
        lines += heats_table(race, part["heats"])
    for one in part["tables"]:
        title = f"{one['title'][0].upper()}{one['title'][1:]}"
        note = f". {one['note']}" if one.get("note") else ":"
        lines += ["", title + note, "", *table(one["columns"], one["rows"])]
    if part.get("note"):
        lines += ["", part["note"]]
    return [*lines, "", "</details>", ""]


def described(race, heats):
    """What each heat does, where they are few."""
    titles = {h.key: h.title for h in definitions.HEATS}
    lines = [f"- `{heat['heat']}`: {titles[race + '/' + heat['heat']]}"
             for heat in heats if f"{race}/{heat['heat']}" in titles]
    return ["", *lines] if lines and len(lines) <= 8 else []


PICTURE_LINES = [
    '<picture><source media="(prefers-color-scheme: dark)" '
    'srcset="{0}benchmarks-dark.svg">',
    '<img src="{0}benchmarks.svg" width="560" alt="The time of the fastest '
    'peer relative to rill, for each kind of work"></picture>']


def picture_lines(folder):
    return [line.replace("{0}", folder) for line in PICTURE_LINES]


def page(kept):
    """docs/benchmarks.md."""
    found = outcome(all_heats(kept))
    lines = [
        "# Benchmarks", "",
        "<!-- Made of race/published.json by race/publish.py; "
        "`./dev race --publish` takes the last report into it. -->", "",
        "Times of rill beside other libraries, as `./dev race` measures them: "
        "[race/README.md](../race/README.md) describes the work, the peers "
        "and the method. A race that is measured again replaces its figures "
        "here, so races can have different commits; each names its own.", "",
        f"{benchmarks_kinds.sentence(kept)}. {HEAT} "
        f"{benchmarks_kinds.left_out(kept)}", "", *picture_lines(""), "",
        *kinds_table(kept), "",
        f"By single heats, rill is {counts(found)}; {most_heats(kept)}, so "
        "the kinds of work say more." + benchmarks_kinds.from_tables(kept), "",
        "How to read a row: `rill` is the row that the documents show for the "
        "work, `its best row` the fastest of several, a peer's column the "
        "fastest of its rows, `limit` the same bytes moved without "
        "conversion. The last column is the fastest peer's time over that of "
        "`rill`, round by round: the median of these ratios with its 95 % "
        "interval. It can differ from the ratio of the two medians in the "
        "same row. Less time is better, so above 1 rill is faster. A heat is "
        "level if the difference is below 3 % or the interval includes 1.", "",
        "## Slower than the fastest peer", "", *slower_list(found), "",
        "## The runs", "",
        *table(["rill", "version", "date", "compiler", "processor", "files",
                "races"], [
            [run["rill"], run["version"], run["date"], run["compiler"],
             run["processor"], run["file system"] or "–",
             ", ".join(race for race in RACES if race in kept["races"] and
                       kept["races"][race]["run"] == name)]
            for name, run in kept["runs"].items()]), "",
        "## The races", ""]
    for race in RACES:
        if race in kept["races"]:
            lines += race_section(kept, race)
    return "\n".join(lines).rstrip() + "\n"


def most_heats(kept):
    """Which kind of work has the most heats: "54 of them are of `x`"."""
    kind = max(benchmarks_kinds.kinds_of(kept), key=lambda one: len(one.heats))
    return f"{len(kind.heats)} of them are of `{kind.race}`"


def kinds_table(kept):
    columns, rows = benchmarks_kinds.table_rows(kept)
    return table(columns, rows)


def readme_outcome(kept):
    """A sentence on all kinds of work, with its source, as a part of a list."""
    return textwrap.wrap(
        f"{benchmarks_kinds.sentence(kept)} ([docs/benchmarks.md]"
        "(docs/benchmarks.md), by `./dev race`).", 80, initial_indent="  ",
        subsequent_indent="  ", break_on_hyphens=False)


def machines(kept):
    """When and on what the kinds of work were raced."""
    runs = [kept["runs"][name] for name in dict.fromkeys(
        kept["races"][kind.race]["run"]
        for kind in benchmarks_kinds.kinds_of(kept))]
    dates = sorted({run["date"] for run in runs})
    where = {f"{run['compiler']}, {run['processor']}, {run['cores']} cores"
             for run in runs}
    return f"{' to '.join(dict.fromkeys([dates[0], dates[-1]]))}, " + (
        "; ".join(sorted(where)))


def readme_rows(kept):
    """One row a race."""
    words = (f"By `./dev race` ({machines(kept)}). {HEAT} The figures are the "
             "fastest peer's time over rill's: below 1 rill is slower. The "
             "mean is the geometric one. A heat without a peer has only its "
             "ratio kept. [Each heat, and the commit of each "
             "race](docs/benchmarks.md); [the method](race/README.md).")
    return [*textwrap.wrap(words, 80, break_on_hyphens=False,
                           break_long_words=False), "", *kinds_table(kept)]
