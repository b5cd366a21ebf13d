"""The heats and goals of the race `devices`: lines written through writers over
other libraries' devices, and read back."""

RECORDS = "mixed-line"
LOG = "log"
# The device below the lines, and its title.
WRITTEN = {"any": "a file of rill",
           "bio-file": "a BIO over a file", "bio-memory": "a BIO in memory",
           "qt-file": "a QFile"}
READ = {"any": "a file of rill", "bio-file": "a BIO over a file",
        "qt-file": "a QFile"}
# The library's own calls by hand, with a buffer of 64 KiB. The text is made by
# rill, so that only the device differs.
WRITE_LOOPS = {"bio-file": "rill:bio_loop", "bio-memory": "rill:bio_loop",
               "qt-file": "rill:qt_loop"}
READ_LOOPS = {"bio-file": "peer:openssl:BIO_read",
              "qt-file": "peer:qt:read"}
AT_MOST = 1 / 0.95


def heats(Heat):
    writes = [Heat("devices", f"write-{name}", f"lines of text, an integer and "
                   f"a double into {title}", 100_000, 1_000_000, 10_000_000,
                   "lines", input=RECORDS + "-values", expect=RECORDS)
              for name, title in WRITTEN.items()]
    reads = [Heat("devices", f"lines-{name}", f"the lines of a log from "
                  f"{title}", 200_000, 1_000_000, 2_000_000, "lines",
                  input=LOG, checksum="sum")
             for name, title in READ.items()]
    return writes + reads


def goals(Goal):
    found = [Goal("devices/write-any", "any_writer: ≤ 1.01 × writer&",
                  "rill:any_writer", "rill:writer", at_most=1.01),
             Goal("devices/lines-any", "any_reader: ≤ 1.01 × reader&",
                  "rill:any_reader", "rill:reader", at_most=1.01)]
    for what, loops, end in (("write", WRITE_LOOPS, "writer"),
                             ("lines", READ_LOOPS, "reader")):
        for name, loop in loops.items():
            row = f"{name.partition('-')[0]}_{end}"
            found.append(Goal(
                f"devices/{what}-{name}", f"{row}, {name}: ≥ 0.95 of the speed "
                "of the library's calls by hand", f"rill:{row}", loop,
                at_most=AT_MOST))
    return found
