"""The heats and goals of the race `binary`: monsters and lists of numbers,
written as bytes and read."""

MONSTERS = 50
NUMBERS = 1_000_000, 10_000_000, 10_000_000
LISTS = {"ints": "integers of 32 bits", "floats": "floats"}
FILE_BYTES = 25_000  # upper bound of the monsters in any format


def heats(Heat):
    times = 2_000, 6_000, 30_000

    def messages(name, title, **more):
        return Heat("binary", name, f"{MONSTERS} monsters with their weapons, "
                    f"again and again: {title}", *times, "times",
                    input="monsters", input_count=MONSTERS,
                    checksum="ordered", **more)

    found = [
        messages("write", "into memory, the same each time"),
        messages("read", "from memory, on top of what was read before"),
        messages("write-fresh", "into a new object with the bytes"),
        messages("read-fresh", "from memory into new objects"),
        messages("write-file", "into a file, open to close", writes=True,
                 file_bytes=FILE_BYTES),
        messages("read-file", "from such a file, on top of what was read "
                 "before", file_bytes=FILE_BYTES)]
    for kind, title in LISTS.items():
        found += [
            Heat("binary", f"{way}-{kind}", f"a vector of {title} {where} "
                 "memory that is there, five times", *NUMBERS, title,
                 input=f"{kind}32", checksum="ordered")
            for way, where in (("write", "into"), ("read", "from"))]
    return found


def goals(Goal):
    found = [
        Goal("binary/write", "write, memory: ≤ 1.0 × zpp_bits",
             "rill:memory_writer", "peer:zpp_bits", at_most=1.0),
        Goal("binary/read", "read, memory: ≤ 1.0 × zpp_bits",
             "rill:memory_reader", "peer:zpp_bits", at_most=1.0)]
    for way, row, memory in (("write", "file_writer", "memory_writer"),
                             ("read", "file_reader", "memory_reader")):
        heat, base = f"binary/{way}-file", f"binary/{way}"
        found += [
            Goal(heat, f"{way}, file: ≤ 1.15 × {way}, memory", f"rill:{row}",
                 f"rill:{memory}", at_most=1.15, base=base),
            Goal(heat, f"{way}, file: ≤ 1.15 × {way}, memory, and the limit",
                 f"rill:{row}", f"rill:{memory}", at_most=1.15, base=base,
                 more="limit")]
    return found + [
        Goal(f"binary/{way}-{kind}", f"{way}, {kind}: ≤ 1.05 × memcpy",
             "rill", "limit", at_most=1.05)
        for kind in LISTS for way in ("write", "read")]
