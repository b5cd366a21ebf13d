"""The races: their heats, amounts of work and goals.

A race is a folder of contenders. A heat is one table of it: the same work and
the same input, compared in one interleaved run."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Optional

from . import (binaries, compressions, devices, hashes, processes,
               transcode)


@dataclass(frozen=True)
class Heat:
    race: str
    name: str
    title: str
    quick: int                      # number of values or lines
    default: int
    full: int
    unit: str                       # what is counted
    input: Optional[str] = None     # kind of the input file
    expect: Optional[str] = None    # kind of the file the output must equal
    checksum: Optional[str] = None  # xor, sum, ordered, count; hashes.wanted
    stdin: Optional[str] = None     # "file" or "pipe"
    stdout: bool = False            # output goes to standard output
    rounds: int = 1                 # multiplies the number of rounds
    kind: Optional[str] = None      # rows may name it instead of `name`
    values: Optional[str] = None    # doubles whose text may differ in form
    most_rounds: Optional[int] = None  # for heats that last long
    input_count: Optional[int] = None  # of the input; `count` is repetitions
    locale: Optional[str] = None    # the user's locale while it runs
    slow: tuple = ()                # (seconds, rounds); see run.SLOW
    others: tuple = ()              # (row, kind): rows that make another file
    memory: int = 0                 # bytes that a row keeps resident
    each: bool = False              # a time is that of one counted item
    packed: Optional[str] = None    # output format: compressions.COMMANDS
    writes: bool = False            # a row writes a file and judges it itself
    file_bytes: int = 0             # of such a file, per counted item

    @property
    def key(self):
        return f"{self.race}/{self.name}"

    @property
    def named(self):
        """The row of rill's figure."""
        return next((row for pattern, row in NAMED
                     if fnmatchcase(self.key, pattern)), None)


@dataclass(frozen=True)
class Goal:
    """ratio = time of `slow` / time of `fast`, taken round by round. A heat
    whose name ends in * means all heats that begin so; the worst one counts. A
    selector is "rill", "rill:row,row", "limit", "peers" or "peer:one,other",
    where `one` is a peer or `peer:row`; of several rows, the one with the
    smallest median counts. With a `base`, `fast` is a row of that heat. `more`
    is a row of the goal's own heat, whose time is added to it."""
    heat: str
    text: str
    slow: str
    fast: str
    at_least: Optional[float] = None
    at_most: Optional[float] = None
    base: Optional[str] = None
    more: Optional[str] = None


TEN = (1_000_000, 10_000_000, 10_000_000)
ONE = (100_000, 1_000_000, 10_000_000)
LONG_PAIRS = (1_000_000, 1_000_000, 10_000_000)

HEATS = [
    Heat("ints-out", "file", "0…n−1 as decimal lines into a file, open to "
         "close", *TEN, "integers", input="sequence", expect="sequence"),
    Heat("ints-out", "equal", "the same with a buffer of 64 KiB in every row",
         *TEN, "integers", input="sequence", expect="sequence"),
    Heat("ints-out", "wide", "the same into a file of wide characters", *ONE,
         "integers", input="sequence", expect="sequence"),
    Heat("ints-out", "grouped", "the same as a locale has it: 1,234,567", *ONE,
         "integers", input="sequence-grouped", expect="sequence-grouped",
         locale="en_US.UTF-8"),
    Heat("ints-in", "sum", "that file back, into a sum", *TEN, "integers",
         input="sequence", checksum="sum"),
    Heat("ints-in", "vector", "that file back, into a vector", *TEN,
         "integers", input="sequence", checksum="ordered"),
    Heat("ints-in", "equal", "a sum, with a buffer of 64 KiB in every row",
         *TEN, "integers", input="sequence", checksum="sum"),
    Heat("ints-mixed", "out-file", "64-bit values with uniformly random digit "
         "counts, array to file", *TEN, "integers", input="mixed-values",
         expect="mixed"),
    Heat("ints-mixed", "out-memory", "the same, array to memory, 4,096 at a "
         "time", *TEN, "integers", input="mixed-values", expect="mixed"),
    Heat("ints-mixed", "in-file", "the same, file to xor", *TEN, "integers",
         input="mixed", checksum="xor"),
    Heat("ints-mixed", "in-memory", "the same, memory to xor", *TEN,
         "integers", input="mixed", checksum="xor"),
    Heat("mixed-line", "out", "“id: 14817, price: 76.42, name: Nhuny” and a "
         "newline, records to a file", *ONE, "lines",
         input="mixed-line-values", expect="mixed-line"),
    Heat("mixed-line", "in", "those lines back, the labels matched; standard "
         "input is the file", *ONE, "lines", input="mixed-line",
         checksum="ordered", stdin="file"),
    Heat("lines", "file", "“Hello World” and a newline into a file",
         5_000_000, 10_000_000, 100_000_000, "lines", expect="hello"),
    Heat("lines", "equal", "the same with a buffer of 64 KiB in every row",
         5_000_000, 10_000_000, 100_000_000, "lines", expect="hello"),
    Heat("threads", "eight", "eight threads print lines of five pieces into "
         "one file, each line whole", 80_000, 800_000, 8_000_000, "lines",
         expect="thread-lines", most_rounds=5),
    Heat("threads", "idle-ints", "0…n−1 as lines into a file, in a program "
         "with a second thread that sleeps", *TEN, "integers",
         input="sequence", expect="sequence", most_rounds=5),
    Heat("threads", "idle-lines", "“Hello World” and a newline, in a program "
         "with a second thread that sleeps", 1_000_000, 10_000_000,
         100_000_000, "lines", expect="hello", most_rounds=5),
    Heat("read-race", "file", "random 64-bit integers with random line "
         "breaks, xor of all; standard input is a file", 1_000_000,
         10_000_000, 100_000_000, "integers", input="spaced64",
         checksum="xor", stdin="file"),
    Heat("read-race", "pipe", "the same; standard input is a pipe",
         1_000_000, 10_000_000, 10_000_000, "integers", input="spaced64",
         checksum="xor", stdin="pipe"),
    Heat("read-race", "seed-file", "the original file of this race: 32-bit "
         "integers, ends in a space; standard input is a file", *TEN, "integers",
         input="spaced32", checksum="xor", stdin="file"),
    Heat("pairs", "short", "the larger of two numbers, standard input to "
         "standard output", 100_000, 100_000, 100_000,
         "lines", input="pairs", expect="pairs-larger", stdin="file",
         stdout=True, rounds=2),
    Heat("pairs", "long", "the same work, a long input", *LONG_PAIRS, "lines",
         input="pairs", expect="pairs-larger", stdin="file", stdout=True),
]

# These are sixteen heats, and the whole race has ten minutes: a twenty-fifth of
# the numbers unless --full.
FEW = (100_000, 400_000, 10_000_000)

SETS = {"uniform": "doubles uniform in ±10000",
        "bits": "doubles of random finite bits",
        "prices": "doubles 0.00 to 9999.99, prices"}
LONG = {"digits19": "texts of 19 digits", "digits40": "texts of 40 digits"}


def doubles_heats():
    """Each set, out and in, by memory and by file; long texts; two decimals."""
    def out(name, which, title, expect, **more):
        return Heat("doubles", f"{name}-{which}", title, *FEW, "doubles",
                    input=f"doubles-{name}-values", expect=expect, kind=which,
                    **more)

    def back(name, which, title):
        return Heat("doubles", f"{name}-{which}", title, *FEW, "doubles",
                    input=f"doubles-{name}", checksum="xor", kind=which)

    found = []
    for name, title in SETS.items():
        text = f"doubles-{name}"
        values = text + "-values"
        found += [
            out(name, "out-memory", f"{title}: shortest text, array to "
                "memory, 4,096 at a time", text, values=values),
            out(name, "out-file", f"{title}: the same, array to file", text,
                values=values),
            back(name, "in-memory", f"{title}: text in memory to xor"),
            back(name, "in-file", f"{title}: text in a file to xor")]
    found += [back(name, "in-memory", f"{title}: text in memory to xor")
              for name, title in LONG.items()]
    fixed = "doubles-prices-fixed"
    return found + [
        out("prices", "fixed-memory", "prices with two decimals, array to "
            "memory, 4,096 at a time", fixed),
        out("prices", "fixed-file", "prices with two decimals, array to file",
            fixed)]


HEATS += doubles_heats()


def load_heats():
    """A small and a big file, loaded once and repeatedly, only counted and
    summed."""
    found = []
    for size, bytes_, often in (("small", 391 * 1024, (100, 1000, 10_000)),
                                ("big", 24_607 * 1024, (10, 30, 10_000))):
        for times, counts, rounds in (("once", (1, 1, 1), 2),
                                      ("many", often, 1)):
            for what, checksum, done in (
                    ("mapped", "size", "not touched"),
                    ("summed", "sum", "every byte summed")):
                found.append(Heat(
                    "load", f"{size}-{times}-{what}", f"all bytes of a file "
                    f"of {bytes_ // 1024:,} KB, {done}"
                    f"{', again and again' if times == 'many' else ''}",
                    *counts, "times", input="bytes", input_count=bytes_,
                    checksum=checksum, rounds=rounds, kind=what,
                    most_rounds=3 if (size, times) == ("big", "many")
                    else None))
    return found


HEATS += load_heats()
HEATS += transcode.heats(Heat)
HEATS += hashes.heats(Heat)
HEATS += processes.heats(Heat)
HEATS += compressions.heats(Heat)
HEATS += devices.heats(Heat)
HEATS += binaries.heats(Heat)

# rill's figure in a heat is that of the row which the documents show for this
# work, not of the fastest row.
NAMED = [
    ("ints-out/wide", "wofstream"), ("ints-out/grouped", "imbued_user"),
    ("ints-out/*", "file_writer"), ("ints-in/equal", "scan"),
    ("ints-in/*", "values"), ("ints-mixed/out-file", "file_writer"),
    ("ints-mixed/out-memory", "memory_writer"), ("ints-mixed/in-*", "values"),
    ("doubles/*-out-file", "file_writer"),
    ("doubles/*-fixed-file", "file_writer"),
    ("doubles/*-out-memory", "memory_writer"),
    ("doubles/*-fixed-memory", "memory_writer"), ("doubles/*-in-*", "values"),
    ("mixed-line/out", "file_writer"), ("mixed-line/in", "scan"),
    ("lines/*", "file_writer"), ("threads/eight", "locked_file_writer"),
    ("threads/idle-ints", "idle_stdout"),
    ("threads/idle-lines", "idle_stdout_lines"), ("read-race/*", "scan"),
    ("pairs/*", "scan_println"), ("load/*", "load"),
    ("transcode/file-*", "rill_conv"), ("transcode/ints", "utf16"),
    ("transcode/8togb-*", "transcode_into"),
    ("transcode/gbto8-*", "transcode_into"), ("transcode/*", "convert"),
    ("hash/sha256-batch", "hash_each"), ("hash/sha256-file*", "rill_sum"),
    ("hash/base64-*", "base64"), ("hash/*", "of"),
    ("process/*true-*", "spawn"), ("process/*", "run"),
    ("compress/write-*", "compressed_writer"),
    ("compress/read-*", "decompressed_reader"), ("compress/*", "lines"),
    ("devices/write-any", "any_writer"), ("devices/lines-any", "any_reader"),
    ("devices/write-bio-*", "bio_writer"),
    ("devices/lines-bio-*", "bio_reader"),
    ("devices/write-*", "qt_writer"), ("devices/lines-*", "qt_reader"),
    ("binary/write-file", "file_writer"), ("binary/read-file", "file_reader"),
    ("binary/write-fresh", "to_bytes"), ("binary/read-fresh", "from_bytes"),
    ("binary/write*", "memory_writer"), ("binary/read*", "memory_reader"),
]

# Races that do not time child processes: see size_race, compile_race and
# calls_race.
TOOL_RACES = {
    "size": "bytes of a static, stripped program; bytes of one further call",
    "compile": "what an #include and ten calls cost the compiler",
    "calls": "what a further print or scan of other types costs the compiler",
    "binary-cost": "bytes of a message, and of the program that has it",
}

GOALS = [
    Goal("ints-out/file", "out: ≤ 0.95 × the fastest peer's time",
         "rill", "peers", at_most=0.95),
    Goal("ints-out/file", "out: ≤ 1.6 × the limit", "rill", "limit",
         at_most=1.6),
    Goal("ints-out/wide", "wofstream: ≤ 1.1 × sputn of wide characters made "
         "beforehand", "rill:wofstream", "peer:iostream:wofstream_sputn",
         at_most=1.1),
    Goal("ints-in/sum", "in, sum: ≥ 1.8 × as fast as fast_io",
         "peer:fast_io", "rill", at_least=1.8),
    Goal("ints-in/vector", "in, vector: ≥ 1.8 × as fast as fast_io",
         "peer:fast_io", "rill", at_least=1.8),
    Goal("ints-mixed/out-memory", "out, memory: ≥ 1.8 × as fast as the "
         "fastest peer", "peers", "rill", at_least=1.8),
    Goal("ints-mixed/out-file", "out, file: ≥ 1.55 × as fast as the fastest "
         "peer", "peers", "rill", at_least=1.55),
    Goal("ints-mixed/in-file", "in, file, many at once: ≥ 1.8 × as fast as "
         "the fastest peer", "peers", "rill:values,read_into",
         at_least=1.8),
    Goal("ints-mixed/in-memory", "in, memory, many at once: ≥ 1.8 × as fast "
         "as the fastest peer", "peers", "rill:values,read_into",
         at_least=1.8),
    Goal("ints-mixed/in-file", "in, file, one scan(x) at a time: ≥ 1.25 × as "
         "fast as the fastest peer", "peers", "rill:scan",
         at_least=1.25),
    Goal("ints-mixed/in-memory", "in, memory, one scan(x) at a time: ≥ 1.25 × "
         "as fast as the fastest peer", "peers", "rill:scan", at_least=1.25),
    Goal("mixed-line/out", "out: ≥ 2 × as fast as {fmt} with a compiled "
         "format", "peer:fmt:compiled_write", "rill", at_least=2.0),
    Goal("mixed-line/out", "out: ≥ 1.5 × as fast as fast_io", "peer:fast_io",
         "rill", at_least=1.5),
    Goal("mixed-line/in", "in: ≥ 4 × as fast as fscanf",
         "peer:stdio:fscanf", "rill", at_least=4.0),
    Goal("mixed-line/in", "in: ≥ 4 × as fast as ifstream >>",
         "peer:iostream:ifstream", "rill", at_least=4.0),
    Goal("lines/file", "≤ 1.05 × the limit", "rill", "limit", at_most=1.05),
    Goal("threads/eight", "eight threads: faster than stdio", "rill",
         "peer:stdio", at_most=1.0),
    Goal("threads/idle-ints", "a second thread, ints into a FILE*: no slower "
         "than fwrite of the same bytes, made beforehand", "rill:idle_FILE",
         "peer:stdio:idle_prepared_fwrite", at_most=1.0),
    Goal("threads/idle-lines", "a second thread, lines into a FILE*: no "
         "slower than fwrite", "rill:idle_FILE_lines",
         "peer:stdio:idle_fwrite", at_most=1.0),
    Goal("read-race/file", "file: ≥ 1.6 × as fast as the fastest peer",
         "peers", "rill", at_least=1.6),
    Goal("read-race/pipe", "pipe: ≥ 1.6 × as fast as the fastest peer",
         "peers", "rill", at_least=1.6),
    Goal("read-race/file", "file: ≥ 1.8 × as fast as hand-written fread and "
         "mmap", "peer:stdio", "rill", at_least=1.8),
    Goal("read-race/pipe", "pipe: ≥ 1.8 × as fast as hand-written fread",
         "peer:stdio", "rill", at_least=1.8),
    Goal("read-race/file", "the one line scan(x): ≤ 1.15 × rill's best row",
         "rill:scan", "rill", at_most=1.15),
    Goal("pairs/short", "≥ 50 × as fast as cin/cout with endl",
         "peer:iostream:endl", "rill", at_least=50),
    Goal("pairs/short", "≥ 8 × as fast as the ring classes with 1 KB",
         "peer:ring", "rill", at_least=8),
    Goal("pairs/short", "≥ 1.3 × as fast as fast_io", "peer:fast_io", "rill",
         at_least=1.3),
    Goal("pairs/long", "long: ≥ 8 × as fast as the ring classes with 1 KB",
         "peer:ring", "rill", at_least=8),
    Goal("pairs/long", "long: ≥ 1.3 × as fast as fast_io", "peer:fast_io",
         "rill", at_least=1.3),
]


def doubles_goals():
    found = []
    for name in SETS:
        heat = f"doubles/{name}-out-memory"
        found.append(Goal(heat, f"out, {name}: as fast as Żmij",
                          "peer:zmij,rust:zmij", "rill", at_least=1.0))
        found += [Goal(heat, f"out, {name}: ≥ 3 × as fast as {label}", who,
                       "rill", at_least=3.0)
                  for label, who in (("{fmt}", "peer:fmt"),
                                     ("fast_io", "peer:fast_io"),
                                     ("std::to_chars", "peer:charconv"))]
    for name in [*SETS, *LONG]:
        found.append(Goal(f"doubles/{name}-in-memory", f"in, {name}: as fast "
                          "as fast_float", "peer:fast_float", "rill",
                          at_least=1.0))
    found.append(Goal("doubles/prices-fixed-memory", "fixed(x, 2) of prices: "
                      "≥ 10 × as fast as printf", "peer:stdio", "rill",
                      at_least=10))
    return found


GOALS += doubles_goals()


def equal_goals():
    """Streams of C and C++ against rill's own with equal buffers, in a program
    with one thread."""
    out = ("FILE", "c_file", "c_file_unlocked", "filebuf_file", "ofstream",
           "locked_file_writer")
    back = ("FILE", "c_file", "c_file_unlocked", "filebuf_file", "ifstream",
            "locked_scan")
    found = []
    for heat, own, names in (("ints-out/equal", "file_writer", out),
                             ("lines/equal", "file_writer", out),
                             ("ints-in/equal", "scan", back)):
        found += [Goal(heat, f"{name}: ≤ 1.1 × {own}", f"rill:{name}",
                       f"rill:{own}", at_most=1.1) for name in names]
    return found


GOALS += equal_goals()

# The fastest peer makes the same system calls, so equal is the best possible.
# The interval says whether a difference is significant.
GOALS += [Goal(heat.key, f"load, {heat.name}: no slower than the fastest peer",
               "rill", "peers", at_most=1.0)
          for heat in load_heats()]
GOALS += transcode.goals(Goal)
GOALS += hashes.goals(Goal)
GOALS += processes.goals(Goal)
GOALS += compressions.goals(Goal)
GOALS += devices.goals(Goal)
GOALS += binaries.goals(Goal)


def race_names():
    names = []
    for heat in HEATS:
        if heat.race not in names:
            names.append(heat.race)
    return names + list(TOOL_RACES)


def heats_of(race):
    return [heat for heat in HEATS if heat.race == race]
